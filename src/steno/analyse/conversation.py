"""How many turns and tool calls a file has, counted in one pass and without loading it."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from steno.format.content import CALL_TYPES, RESULT_TYPES
from steno.format.count_scan import as_user
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.user import UserEntry
from steno.format.envelope_scan import scan_envelope
from steno.format.members import text_in
from steno.format.prompt import PERSONS_KINDS
from steno.session.session import load
from steno.session.tool_calls import pair_calls
from steno.session.turns import count_human, find_turns

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from steno.format.count_scan import CountedBlock, CountedLine
    from steno.format.entry import Entry
    from steno.format.message import MessageEntry

AT_ONCE: Final = 200_000
"""Ids that are compared with one another at the same time."""
MOST_LOADED: Final = 200_000
"""Lines up to which a file with repeated lines is loaded to count it exactly."""


class ConversationCount:
    """Counts as :attr:`Session.turns` and :attr:`Session.pairing` do, from lines as they pass.

    Both leave out a line that a later one of the same uuid replaced, which cannot be known
    before the end: eight bytes are kept of each uuid to see whether any is repeated. Then, and
    only then, :meth:`settle` loads the file.
    """

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self.human_turns = 0
        self.tool_calls = 0
        """Tool calls, each id once."""
        self.paired = 0
        """Those of them that have a result."""
        self._uuids = array("q")
        self._unnamed = 0
        self._called: set[int] = set()
        """Calls that wait for their result."""
        self._answered: set[int] = set()
        """Results that wait for their call."""
        self._pairs: set[int] = set()

    def see(self, row: CountedLine) -> None:
        """Take in a plain line."""
        if row.uuid is not None:
            self._uuids.append(hash(row.uuid))
        content = row.content if row.message is None else row.message.content
        kind = row.type or row.kind
        if kind == "assistant":
            if isinstance(content, list):
                for block in content:
                    self._see_block(block.type, block.id, block.tool_use_id)
        elif kind == "user":
            if isinstance(content, list) and self._see_results(content):
                return
            if not (row.is_sidechain or row.is_compact_summary):
                self.human_turns += as_user(row).kind in PERSONS_KINDS

    def _see_results(self, blocks: Iterable[CountedBlock]) -> bool:
        """Take in the results on a line; say whether a tool of the client gave one of them."""
        found = False
        for block in blocks:
            if block.type in RESULT_TYPES:
                self._answer(block.tool_use_id)
                found = found or block.type == "tool_result"
        return found

    def see_entry(self, entry: Entry) -> None:
        """Take in a record that was decoded whole."""
        scan = scan_envelope(entry.body)
        if scan.uuid is not None:
            self._uuids.append(hash(scan.uuid))
        if isinstance(entry, AssistantEntry):
            for block in entry.blocks:
                body = block.body
                self._see_block(block.type, text_in(body, "id"), text_in(body, "tool_use_id"))
        elif isinstance(entry, UserEntry):
            self._see_user(entry, is_sidechain=bool(scan.is_sidechain))

    def _see_user(self, entry: MessageEntry, *, is_sidechain: bool) -> None:
        for block in entry.blocks:
            if block.type in RESULT_TYPES:
                self._answer(text_in(block.body, "tool_use_id"))
        if not is_sidechain and isinstance(entry, UserEntry):
            self.human_turns += entry.kind in PERSONS_KINDS

    def _see_block(self, type_: str | None, call_id: str | None, answers: str | None) -> None:
        if type_ in CALL_TYPES:
            if call_id:
                self._match(hash(call_id), self._called, self._answered)
            else:
                self._unnamed += 1
        elif type_ in RESULT_TYPES:
            self._answer(answers)

    def _answer(self, call_id: str | None) -> None:
        if call_id:
            self._match(hash(call_id), self._answered, self._called)

    def _match(self, code: int, own: set[int], other: set[int]) -> None:
        if code in self._pairs:
            return
        if code in other:
            other.remove(code)
            self._pairs.add(code)
        else:
            own.add(code)

    def settle(self, path: Path) -> None:
        """Come to an end; a file with repeated lines is read again to leave these out."""
        self.paired = len(self._pairs)
        self.tool_calls = self.paired + len(self._called) + self._unnamed
        if len(self._uuids) <= MOST_LOADED and has_repeats(self._uuids):
            self._recount(path)

    def _recount(self, path: Path) -> None:
        session = load(path)
        self.human_turns = count_human(find_turns(session.outline, session.rows_and_records()))
        pairing = pair_calls(session.outline, session.rows_and_records())
        self.tool_calls, self.paired = len(pairing.calls), pairing.paired


def has_repeats(codes: array[int]) -> bool:
    """Say whether a number occurs twice, without holding all of them at the same time."""
    shares = len(codes) // AT_ONCE + 1
    if shares == 1:
        return _any_twice(codes, len(codes))
    for share in range(shares):
        some = [code for code in codes if code % shares == share]
        if _any_twice(some, len(some)):
            return True
    return False


def _any_twice(codes: Iterable[int], count: int) -> bool:
    return len(set(codes)) < count
