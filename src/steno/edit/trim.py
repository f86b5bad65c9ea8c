"""Trim: take tool calls, results, thinking, images, noise or whole turns out of a conversation."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.edit.assemble import Edit, assemble
from steno.edit.draft import Draft, set_block, set_member
from steno.edit.headroom import make_headroom
from steno.edit.removal import Removal
from steno.errors import UsageError
from steno.session.attached import images_of, is_sent
from steno.session.chain import BOUNDARY
from steno.session.outline import COMPACT_SUMMARY, SIDECHAIN
from steno.session.turns import turn_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.edit.plan import Plan
    from steno.session.session import Session

    Body = Mapping[str, Any]

REMOVED_RESULT: Final = "[The result was taken out of this conversation.]"
REMOVED_IMAGE: Final = "[An image was taken out of this conversation.]"
_THINKING: Final = frozenset({"thinking", "redacted_thinking"})
_IMAGES: Final = frozenset({"image"})


@dataclass(frozen=True, slots=True)
class Trim:
    """What to take out; with nothing but turns, the turns themselves."""

    tool_calls: bool = False
    tools: frozenset[str] = frozenset()
    """The names of the tools whose calls go; all where none is named."""
    tool_results: bool = False
    thinking: bool = False
    images: bool = False
    progress: bool = False
    turns: tuple[int, int | None] | None = None
    """The first and last turn that is trimmed (None: up to the end); all where none is given."""
    keep_last: int = 0
    """How many of the person's last turns stay as they are."""

    @property
    def is_of_turns(self) -> bool:
        """Whether whole turns go."""
        return not any(
            (self.tool_calls, self.tool_results, self.thinking, self.images, self.progress)
        )


def trim(
    session: Session, what: Trim, *, in_place: bool = False, new_id: str | None = None
) -> Plan:
    """Plan to take parts out of a conversation; calls go with their results."""
    if what.is_of_turns and what.turns is None and not what.keep_last:
        raise UsageError(
            "say what to trim: --tool-calls, --tool-results, --thinking, --images, --progress, "
            "or --turns A..B for whole turns."
        )
    draft = Draft(session)
    trimmer = Trimmer(draft, what)
    trimmer.collect()
    trimmer.removal.finish()
    if not draft.is_empty:
        make_headroom(draft)
    options = {**asdict(what), "tools": sorted(what.tools)}
    edit = Edit("trim", draft, unseen=trimmer.unseen(), notes=trimmer.notes(), options=options)
    return assemble(edit, in_place=in_place, new_id=new_id)


class Trimmer:
    """Goes through a session once and marks what is to go."""

    def __init__(self, draft: Draft, what: Trim) -> None:
        """Take the draft and what is to go."""
        self.draft = draft
        self.session = draft.session
        self.what = what
        self.removal = Removal(draft)
        self.counts: dict[str, int] = {}
        self._first, self._last = self._range()
        self._is_of_calls = what.tool_calls or what.tool_results
        self._calls = self._chosen_calls() if self._is_of_calls else {}
        self._known = {call.id for call in self.session.tool_calls} if self._is_of_calls else set()
        self._tied = self._tied_rows() if what.tool_calls else {}

    def _range(self) -> tuple[int, int]:
        """Give the first and last turn that is trimmed."""
        turns = self.session.turns
        first, end = self.what.turns or (0, None)
        last = len(turns) if end is None else end
        human = [turn.number for turn in turns if turn.is_human]
        if self.what.keep_last and human:
            kept = human[-self.what.keep_last :][0]
            last = min(last, kept - 1)
        return first, last

    def _is_within(self, row: int) -> bool:
        number = turn_number(self.session.turns, row) or 0
        return self._first <= number <= self._last

    def _chosen_calls(self) -> dict[str, str]:
        """Give the tool of each call that is chosen, by the call's id."""
        return {
            call.id: call.name
            for call in self.session.tool_calls
            if (not self.what.tools or call.name in self.what.tools)
            and self._is_within(call.use_row)
        }

    def _tied_rows(self) -> dict[int, str]:
        """Give the lines that tell of the chosen calls: progress, and what hooks said."""
        return {
            row: call.name
            for call in self.session.tool_calls
            if call.id in self._calls
            for row in (*call.progress_rows, *call.hook_rows)
        }

    def collect(self) -> None:
        """Mark what goes."""
        for row, record in self.session.rows_and_records():
            if not self._is_touchable(row):
                continue
            if self.what.is_of_turns:
                self._turn_line(row)
                continue
            self._line(row, record.body)
            for index, block in _blocks(record.body):
                self._block(row, index, block)

    def _is_touchable(self, row: int) -> bool:
        """Say whether a line is the conversation's own: that of a sub-agent is never sent."""
        chain = self.session.chain
        is_aside = self.draft.outline.has(row, SIDECHAIN)
        return not is_aside or (chain is not None and row in chain.rows)

    def _turn_line(self, row: int) -> None:
        number, outline = turn_number(self.session.turns, row), self.draft.outline
        # What an earlier compaction left stands for turns that are gone already.
        is_compaction = outline.has(row, COMPACT_SUMMARY) or outline.subtype(row) == BOUNDARY
        if number is None or is_compaction:
            return
        if self._is_within(row) and outline.uuids[row]:
            self.removal.drop_row(row, f"turn {number} is taken out")
            self._count("turn lines")

    def _line(self, row: int, body: Body) -> None:
        outline = self.draft.outline
        kind = outline.kind(row)
        source = body.get("sourceToolUseID")
        if row in self._tied:
            self.removal.drop_row(row, f"it tells of a call of {self._tied[row]} that goes")
        elif self.what.tool_calls and isinstance(source, str) and source in self._calls:
            self.removal.drop_row(row, f"it belongs to a call of {self._calls[source]} that goes")
        elif self.what.progress and self._is_within(row) and kind in ("progress", "attachment"):
            if kind == "progress" or not is_sent(outline.subtype(row), body):
                self.removal.drop_row(row, "it says nothing to the model")
                self._count("lines of progress and notes")
        elif self.what.images and self._is_within(row) and images_of(body):
            self.removal.drop_row(row, "an attached image is taken out")
            self._count("images")

    def _block(self, row: int, index: int, block: Body) -> None:
        kind = block.get("type")
        if self._is_of_calls and self._call_block(row, index, block):
            return
        if not self._is_within(row):
            return
        if self.what.thinking and kind in _THINKING:
            self.removal.drop_block(row, index, "thinking is taken out")
            self._count("blocks of thinking")
        elif self.what.images:
            self._images(row, index, block)

    def _call_block(self, row: int, index: int, block: Body) -> bool:
        call = block.get("tool_use_id") if _is_result(block) else block.get("id")
        name = self._calls.get(call) if isinstance(call, str) else None
        if name is None and self._is_loose(row, call):
            name = "a tool"
        if name is None or not (_is_result(block) or _is_use(block)):
            return False
        if self.what.tool_calls:
            half = "the result" if _is_result(block) else "the call"
            self.removal.drop_block(row, index, f"{half} of {name} is taken out")
            self._count("halves of tool calls")
        elif _is_result(block) and block.get("content") != REMOVED_RESULT:
            self._replace(row, index, {**block, "content": REMOVED_RESULT}, f"result of {name}")
            self._count("results")
        return True

    def _is_loose(self, row: int, call: object) -> bool:
        """Say whether half a call without the other is meant, too: where all calls are."""
        is_known = isinstance(call, str) and call in self._known
        return not self.what.tools and not is_known and self._is_within(row)

    def _images(self, row: int, index: int, block: Body) -> None:
        if block.get("type") in _IMAGES:
            text = {"type": "text", "text": REMOVED_IMAGE}
            self._replace(row, index, text, "image")
            self._count("images")
        elif isinstance(parts := block.get("content"), list) and any(map(_is_image, parts)):
            text = {"type": "text", "text": REMOVED_IMAGE}
            parts = [text if _is_image(part) else part for part in parts]
            self._replace(row, index, {**block, "content": parts}, "image in a result")
            self._count("images")

    def _replace(self, row: int, index: int, block: Body, what: str) -> None:
        self.draft.change(row, set_block(index, block), f"{what} replaced by a short note")
        # The mirror of a result holds the same again.
        if "toolUseResult" in self.session.record(row).body:
            self.draft.change(row, set_member("toolUseResult", REMOVED_RESULT))

    def _count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    def unseen(self) -> tuple[str, ...]:
        """Say what the model will no longer see."""
        return tuple(f"{count:,} {what}" for what, count in self.counts.items())

    def notes(self) -> tuple[str, ...]:
        """Say what else the reader should know."""
        if not self.counts:
            return ()
        return ("The usage of the lines stays, so costs do; it no longer equals their content.",)


def _blocks(body: Body) -> Iterator[tuple[int, Body]]:
    message = body.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list):
        yield from ((at, block) for at, block in enumerate(content) if isinstance(block, dict))


def _is_result(block: Body) -> bool:
    return str(block.get("type")).endswith("tool_result")


def _is_use(block: Body) -> bool:
    return str(block.get("type")).endswith("tool_use")


def _is_image(part: object) -> bool:
    return isinstance(part, dict) and part.get("type") in _IMAGES
