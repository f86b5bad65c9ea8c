"""Taking records and blocks out of a conversation so that what stays still holds together.

Nobody's usage is lost: where an API message goes as a whole, one of its lines stays in the file
without content and off the chain, which the client does not send and every counter still sees.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from steno.edit.draft import drop_blocks, set_content, set_member, set_parent
from steno.edit.gaps import bridge_gaps
from steno.edit.references import follow_references
from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.format.envelope_scan import EMPTIED
from steno.format.members import integer_in, object_in, text_in
from steno.session.outline import MESSAGE_KINDS, SIDECHAIN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.edit.draft import Draft


@dataclass(slots=True)
class _Message:
    """What is known of the lines of one API message."""

    staying: int | None = None
    """The last line that keeps some content."""
    best: int | None = None
    """The line whose usage counts: the last of those with the most output tokens."""
    output: int = -1
    emptied: list[int] = field(default_factory=list)


class Removal:
    """Collects what is to go, and then mends what hung on it."""

    def __init__(self, draft: Draft) -> None:
        """Take the draft that gets the changes."""
        self.draft = draft
        self._blocks: dict[int, set[int]] = {}
        self._why: dict[int, list[str]] = {}

    def drop_row(self, row: int, why: str) -> None:
        """Take a record out whole."""
        self._blocks.setdefault(row, set()).add(-1)
        self._tell(row, why)

    def drop_block(self, row: int, index: int, why: str) -> None:
        """Take one content block out of a record."""
        self._blocks.setdefault(row, set()).add(index)
        self._tell(row, why)

    def _tell(self, row: int, why: str) -> None:
        told = self._why.setdefault(row, [])
        if why not in told:
            told.append(why)

    def finish(self) -> None:
        """Settle what becomes of each record, and mend the links between those that stay."""
        if not self._blocks:
            return
        messages: dict[object, _Message] = {}
        for row, record in self.draft.session.rows_and_records():
            self._settle(row, record.body, messages)
        self._keep_usage(messages)
        if self.draft.detached or self.draft.gone:
            bridge_gaps(self.draft)
        self.draft.relink()
        follow_references(self.draft)

    def _settle(self, row: int, body: Mapping[str, Any], messages: dict[object, _Message]) -> None:
        blocks, why = self._blocks.get(row), "; ".join(self._why.get(row, ()))
        content = (object_in(body, "message") or {}).get("content")
        is_emptied = blocks is not None and (
            -1 in blocks or (isinstance(content, list) and len(blocks) >= len(content))
        )
        if blocks is not None and not is_emptied:
            self.draft.change(row, drop_blocks(blocks), why)
        if self._is_reply(row, body):
            key = self.draft.outline.message_ids[row] or ("line", row)
            _see(messages.setdefault(key, _Message()), row, body, is_emptied=is_emptied)
        if is_emptied:
            self.draft.remove(row, why)

    def _is_reply(self, row: int, body: Mapping[str, Any]) -> bool:
        message = object_in(body, "message") or {}
        is_real = text_in(message, "model") != SYNTHETIC_MODEL
        return self.draft.outline.kind(row) == "assistant" and is_real

    def _keep_usage(self, messages: Mapping[object, _Message]) -> None:
        above: str | None = None
        for message in messages.values():
            best = message.best
            if best is None or best not in message.emptied:
                continue
            if message.staying is not None:
                self._carry(best, message.staying)
            else:
                above = self._detach(best, above)

    def _carry(self, source: int, target: int) -> None:
        """Have a line that stays tell the usage of the one that goes."""
        message = object_in(self.draft.session.record(source).body, "message") or {}
        told = {key: message[key] for key in ("usage", "stop_reason") if key in message}
        self.draft.change(
            target,
            lambda body: {**body, "message": {**(object_in(body, "message") or {}), **told}},
        )

    def _detach(self, row: int, above: str | None) -> str | None:
        """Keep a line for its usage alone: without content, and where no resume gets to it."""
        draft, why = self.draft, self.draft.gone.pop(row)
        uuid = draft.outline.uuids[row]
        ops = (set_content([]), set_member(EMPTIED, value=True), set_parent(above))
        if row < self._last_message():
            for op in ops:
                draft.change(row, op, why if op is ops[0] else "")
            draft.detached.add(row)
            return uuid
        body: Mapping[str, Any] = draft.session.record(row).body
        for op in ops:
            body = op(body)
        draft.remove(row, why)
        draft.add(self._last_message(), body, "the usage of what was taken out further down")
        return uuid

    def _last_message(self) -> int:
        """Give the last message of the conversation that stays."""
        outline = self.draft.outline
        rows = (
            row
            for row in range(len(outline) - 1, -1, -1)
            if outline.kind(row) in MESSAGE_KINDS
            and not outline.has(row, SIDECHAIN)
            and not self.draft.is_out(row)
        )
        return next(rows, len(outline))


def _see(message: _Message, row: int, body: Mapping[str, Any], *, is_emptied: bool) -> None:
    usage = object_in(object_in(body, "message") or {}, "usage")
    output = -1 if usage is None else integer_in(usage, "output_tokens") or 0
    if usage is not None and output >= message.output:
        message.best, message.output = row, output
    if is_emptied:
        message.emptied.append(row)
    else:
        message.staying = row
