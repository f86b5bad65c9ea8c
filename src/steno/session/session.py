"""A loaded session: its lines, and what they mean, worked out when asked for.

Loading reads one small row per line. Turns, tool calls, the graph and the rest are found by
pure functions in the modules beside this one, when they are first asked for; bodies are read
from the file each time and never kept.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from steno.config import expanded
from steno.disk import layout
from steno.disk.discover import SessionFile
from steno.disk.stamp import Stamp, stamp_of
from steno.format.scan import scan_entry
from steno.session.api_messages import see_line
from steno.session.bodies import (
    AlteredBodies,
    Entries,
    FileBodies,
    HeldBodies,
    as_client_reads,
    records,
)
from steno.session.chain import (
    BOUNDARY,
    Chain,
    chain_at,
    find_chain,
    find_leaf,
    full_path,
    last_message,
    recover,
)
from steno.session.checkup import Checkup, check_session
from steno.session.compaction import Compaction, find_compactions, joins_of
from steno.session.context import build_messages, part_unanswered
from steno.session.continuation import Continuation, find_links
from steno.session.file_history import FileHistory, find_file_history
from steno.session.graph import Graph, build_graph
from steno.session.line import Line
from steno.session.links import Links
from steno.session.load import load_outline
from steno.session.outline import UNREADABLE, Outline, outline_of
from steno.session.preserved import find_preserved
from steno.session.refusal import Refusal, lines_without_message
from steno.session.subagents import Subagent, agent_entries, find_subagents
from steno.session.tokens import MessageTable, TokenCount
from steno.session.tool_calls import Pairing, ToolCall, pair_calls
from steno.session.turns import Turn, find_turns
from steno.session.unlinked import is_unlinked, rows_in_order, with_message
from steno.session.verdict import Verdict, judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from os import PathLike
    from pathlib import Path

    from steno.format.entry import Entry
    from steno.format.finding import Finding
    from steno.session.bodies import Bodies


class Session:
    """A session, loaded by :func:`load` or made of entries by :func:`from_entries`."""

    def __init__(
        self,
        outline: Outline,
        bodies: Bodies,
        file: SessionFile | None = None,
        stamp: Stamp | None = None,
    ) -> None:
        """Take the outline and where the bodies are."""
        self.outline = outline
        self.bodies = bodies
        self.file = file
        """The file that it was loaded from; None for entries that are only at hand."""
        self.stamp = stamp
        """Which file that was before it was read; None where it is not given as it is stored."""
        self._verdict: Verdict | None = None

    @property
    def path(self) -> Path | None:
        """The file that it was loaded from."""
        return None if self.file is None else self.file.path

    @property
    def id(self) -> str | None:
        """The session's id; None for entries that are only at hand."""
        return None if self.file is None else self.file.id

    @property
    def entries(self) -> Entries:
        """One entry per stored line."""
        return Entries(self.outline, self.bodies)

    def records(self, rows: Iterable[int]) -> Iterator[Entry]:
        """Read the records of some rows, in the order asked for."""
        return records(self.bodies, [self.outline.place(row) for row in rows])

    def record(self, row: int) -> Entry:
        """Read the record of one row."""
        return next(self.records([row]))

    def rows_and_records(self) -> Iterator[tuple[int, Entry]]:
        """Read the whole session in one pass: each row that holds a record, with it."""
        row = 0
        for entry in self.entries:
            for part in entry.parts:
                yield row, part
                row += 1
            row += not entry.parts

    @cached_property
    def boundary(self) -> tuple[int, Mapping[str, Any]] | None:
        """The last compaction in the file, with what it says of itself."""
        last = None
        for row in self.outline.rows_of("system"):
            if self.outline.subtype(row) == BOUNDARY and not self.outline.has(row, UNREADABLE):
                last = row
        if last is None:
            return None
        metadata = next(self.records([last])).body.get("compactMetadata")
        return last, metadata if isinstance(metadata, dict) else {}

    @cached_property
    def links(self) -> Links:
        """The conversation's lines and their parents, as the client sees them."""
        if self.boundary is None:
            return Links(self.outline)
        return Links(self.outline, find_preserved(self.outline, *self.boundary))

    @cached_property
    def chain(self) -> Chain | None:
        """The lines that a resume would go by; None where there is no message."""
        return find_chain(self.links, self._last_prompt())

    def _last_prompt(self) -> str | None:
        """Give the leaf of the last ``last-prompt`` line that names one."""
        rows = [
            row
            for row in self.outline.rows_of("last-prompt")
            if not self.outline.has(row, UNREADABLE)
        ]
        for entry in self.records(reversed(rows)):
            leaf = entry.body.get("leafUuid")
            if leaf:
                return leaf if isinstance(leaf, str) else None
        return None

    def lines(self, rows: Sequence[int]) -> list[Line]:
        """Read some rows as lines of a conversation."""
        outline = self.outline
        return [
            Line(outline.kind(row), outline.subtype(row), self._read(row, record).body, place)
            for place, (row, record) in enumerate(zip(rows, self.records(rows), strict=True))
        ]

    def _read(self, row: int, record: Entry) -> Entry:
        """Take a record as the client reads it, unless that reads nothing at all there."""
        return record if self.outline.has(row, UNREADABLE) else as_client_reads(record)

    @property
    def refusal(self) -> Refusal | None:
        """Why the client would not resume the session; None where it would."""
        return self._judge().refusal

    @property
    def request_model(self) -> str:
        """The model that a resume would ask."""
        return self._judge().model

    def _judge(self, lines: Sequence[Line] | None = None) -> Verdict:
        """Judge a resume once; who has the lines of the chain at hand gives them."""
        if self._verdict is None:
            rows = () if self.chain is None else self.chain.rows
            self._verdict = judge(self, self.lines(rows) if lines is None else lines)
        return self._verdict

    def lines_without_message(self) -> Iterator[int]:
        """Yield the numbers of the lines whose missing message makes the client fail (rule 35)."""
        return iter(()) if self.chain is None else lines_without_message(self.links, self.chain)

    @cached_property
    def usage(self) -> TokenCount:
        """The tokens of the session's own file, each API message once; sub-agents are apart."""
        messages = MessageTable()
        for _, record in self.rows_and_records():
            see_line(scan_entry(record), messages)
        return messages.total()

    @cached_property
    def compactions(self) -> tuple[Compaction, ...]:
        """Where the conversation was compacted, in file order."""
        return find_compactions(self.outline, self.records, self.chain)

    @cached_property
    def graph(self) -> Graph:
        """All lines with an id: roots, leaves, branches, gaps and cycles."""
        return build_graph(self.outline, self.chain, joins_of(self.compactions))

    @cached_property
    def active_rows(self) -> frozenset[int]:
        """The rows of the active chain, across compactions."""
        if self.chain is None:
            return frozenset()
        links = Links(self.outline)
        return frozenset(recover(links, full_path(links, self.chain.leaf))) | set(self.chain.rows)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns in file order, those of dead branches too."""
        return find_turns(self.outline, self.rows_and_records(), self.active_rows)

    @cached_property
    def pairing(self) -> Pairing:
        """The tool calls with their results, and the results that fit no call."""
        return pair_calls(
            self.outline,
            self.rows_and_records(),
            turns=self.turns,
            reader=self.record,
            agent_id=self.agent_id,
        )

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The tool calls of the session's own file, in the order of their uses."""
        return self.pairing.calls

    @cached_property
    def subagents(self) -> tuple[Subagent, ...]:
        """The sub-agents, in the order in which they began; nested ones too."""
        files = () if self.file is None or self.agent_id is not None else self.file.subagents
        return find_subagents(
            self.outline, self.rows_and_records(), files, opener=self.open_subagent
        )

    def open_subagent(self, subagent: Subagent) -> Session:
        """Give a sub-agent's own lines as a session, read in the way in which this one is."""
        if subagent.path is None:
            opened = from_entries(agent_entries(subagent, self.records(subagent.rows)))
        else:
            opened = load(subagent.path)
        if isinstance(self.bodies, AlteredBodies):
            return Session(opened.outline, self.bodies.also_for(opened.bodies), opened.file)
        return opened

    @cached_property
    def agent_id(self) -> str | None:
        """The sub-agent whose own file this is; None for a session of its own."""
        return None if self.path is None else layout.agent_id_of(self.path)

    @cached_property
    def continuation(self) -> Continuation:
        """What the session has to do with others: what it continues, what it was forked from."""
        return find_links(self.outline, self.rows_and_records(), self.id)

    @cached_property
    def file_history(self) -> FileHistory:
        """Which file had which content when."""
        return find_file_history(self.outline, self.records)

    @cached_property
    def checkup(self) -> Checkup:
        """What is wrong in the session, and how much of it a resume sees."""
        return check_session(self)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong in the session's file, by line."""
        return self.checkup.findings

    def messages(
        self,
        model: str | None = None,
        *,
        at: str | None = None,
        full_history: bool = False,
        thinking: bool = True,
    ) -> list[dict[str, Any]]:
        """Give the messages that a resume would send; none where the client would refuse.

        ``model`` is the one to be asked instead of :attr:`request_model`, ``at`` the uuid of
        the line to go back to. With ``full_history`` nothing is left out for a compaction,
        and sessions that are refused are given all the same.
        """
        end: int | None = None
        if at is None and not full_history:
            lines = self._lines_to_send()
        else:
            rows, end = self._rows_asked_for(at, full_history=full_history)
            lines = self.lines(rows)
        if full_history:
            lines = [with_message(line) for line in lines]
        if not lines:
            return []
        return build_messages(lines, model or self.request_model, thinking=thinking, end=end)

    def _lines_to_send(self) -> list[Line]:
        """Read what a resume would go by; nothing where it would be refused."""
        if self.chain is None:
            return []
        lines = self.lines(self.chain.rows)
        if self._judge(lines).refusal is not None:
            return []
        if self.chain.leaf not in self.chain.rows:
            return lines
        return part_unanswered(lines, self.chain.rows.index(self.chain.leaf))

    def _rows_asked_for(
        self, at: str | None, *, full_history: bool
    ) -> tuple[Sequence[int], int | None]:
        """Give the rows of a chain, and the place in it behind which to cut."""
        row = None if at is None else self.outline.by_uuid.get(at)
        if at is not None and row is None:
            return (), None
        if full_history:
            return self._full_history(row), None
        return ((), None) if row is None else self._cut_at(row)

    def _full_history(self, row: int | None) -> Sequence[int]:
        """Give the lines up to a row, or to where the session stands, across compactions.

        Where nothing leads through them they are given in the order of the file.
        """
        if row is None and is_unlinked(self.outline):
            return rows_in_order(self.outline)
        links = Links(self.outline)
        end = find_leaf(links, self._last_prompt()) if row is None else row
        if end is None:
            end = last_message(links, sidechains=True)
        return rows_in_order(self.outline) if end is None else recover(links, full_path(links, end))

    def _cut_at(self, row: int) -> tuple[Sequence[int], int | None]:
        """Give the active chain and where to cut it, or the chain of the row's own branch."""
        chain = self.chain
        if chain is not None and row in chain.rows:
            return chain.rows, chain.rows.index(row)
        return chain_at(self.links, row, trailing=False).rows, None


def load(path: str | PathLike[str]) -> Session:
    """Load a session from its file; UnreadableFileError if that cannot be read."""
    return load_file(SessionFile.at(expanded(path)))


def load_file(file: SessionFile) -> Session:
    """Load a session that was found in a home."""
    stamp = stamp_of(file.path)
    return Session(load_outline(file.path), FileBodies(file.path), file, stamp)


def from_entries(entries: Iterable[Entry]) -> Session:
    """Make a session of entries that are at hand, such as those of a planned edit."""
    held = list(entries)
    return Session(outline_of(held), HeldBodies(held))
