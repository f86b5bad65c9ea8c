"""What ``steno tree --json`` prints: the message graph in full, line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from steno.catalog.kinship import kin_of
from steno.catalog.lineage import Offspring  # noqa: TC001 - schema
from steno.cli.clock import iso

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.catalog.lineage import Origin
    from steno.session.branches import Branch, BranchPoint
    from steno.session.compaction import Compaction
    from steno.session.continuation import Link
    from steno.session.outline import Outline
    from steno.session.session import Session
    from steno.session.subagents import Subagent
    from steno.session.tool_calls import ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeRow:
    """One line of the graph."""

    uuid: str | None
    """Null for a message without one, on which nothing can hang."""
    parent: str | None
    """The uuid that the line names as its parent, whether or not that is in the file."""
    type: str
    line: int
    branch: int | None
    subtype: str | None
    timestamp: str | None
    on_chain: bool
    """Whether a resume goes by it, or would but for a compaction."""
    sidechain: bool
    """Whether it is a sub-agent's line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchRow:
    """A line of conversation; 0 is the one that a resume goes by."""

    number: int
    kind: str
    """How it begins: root, lost, cycle, sidechain, rewind, retry or fork."""
    active: bool
    fork: str | None
    """The uuid of the line of another branch that it begins at."""
    fork_line: int | None
    first: str | None
    first_line: int
    tip: str | None
    """Its last message; of branch 0 the one that a resume goes on from."""
    tip_line: int
    lines: int
    started: str | None
    ended: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PointRow:
    """A line on which several others hang."""

    uuid: str | None
    line: int
    kind: str
    """tool_fan_out and aside are no forks; rewind, retry and fork are."""
    is_fork: bool
    children: list[int]
    """The lines that hang on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionRow:
    """A place where older conversation gave way to a summary, or old results were cut."""

    uuid: str | None
    line: int
    kind: str
    trigger: str | None
    pre_tokens: int | None
    post_tokens: int | None
    dropped_tokens: int | None
    duration_ms: int | None
    follows_line: int | None
    """The line that it follows in truth."""
    summary_line: int | None
    dropped_lines: int
    dropped_messages: int
    preserved_lines: list[int]
    """Older lines that stay in use."""
    cleared_calls: list[str]
    """Of a small one: the calls whose results were cut."""
    on_chain: bool
    in_force: bool
    """Whether what a resume sends begins here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubagentRow:
    """A sub-agent of the session, or of another sub-agent."""

    id: str
    type: str | None
    description: str | None
    name: str | None
    call: str | None
    """The tool call that began it."""
    call_line: int | None
    """The line of that call, where it stands in the session's own file."""
    turn: int | None
    tied_by: str | None
    """How that call was found."""
    parent: str | None
    """The sub-agent that began it."""
    depth: int
    layout: str
    path: str | None
    workflow: str | None
    background: bool
    status: str | None
    started: str | None
    ended: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRow:
    """A sign that the session has to do with another."""

    kind: str
    sign: str
    line: int
    session: str | None
    uuid: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeDocument:
    """What ``steno tree --json`` prints."""

    schema: str = "steno.tree/1"
    session: str
    path: str
    continues: str | None
    forked_from: str | None
    edited_from: str | None
    """The session that an edit of ours made it of."""
    edited_by: str | None
    """That edit: clone, trim, ..."""
    edited_into: list[Offspring]
    """What edits of ours have made of it."""
    links: list[LinkRow]
    """Every sign of other sessions, also those that only hold a title."""
    nodes: list[NodeRow]
    branches: list[BranchRow]
    points: list[PointRow]
    compactions: list[CompactionRow]
    subagents: list[SubagentRow]
    gaps: list[int]
    """The lines whose parent is not in the file."""
    cycles: list[list[int]]
    """Lines that hang on one another in a circle."""


def build_document(
    session: Session, origin: Origin | None = None, made: Sequence[Offspring] = ()
) -> TreeDocument:
    """Work out the document of a session; ``origin`` tells of which one an edit made it.

    ``made`` is what was made of it in turn.
    """
    outline, graph, links = session.outline, session.graph, session.continuation
    kin = kin_of(session, origin)
    calls = {call.id: call for call in session.tool_calls if call.id}
    return TreeDocument(
        session=session.id or "",
        path=str(session.path),
        continues=kin.continues,
        forked_from=kin.forked_from,
        edited_from=None if origin is None else origin.session,
        edited_by=None if origin is None else origin.edit,
        edited_into=list(made),
        links=[*map(_link, (*links.previous, *links.summaries))],
        nodes=list(_nodes(session)),
        branches=[_branch(outline, branch) for branch in graph.branches],
        points=[_point(outline, point) for point in graph.branch_points],
        compactions=[_compaction(outline, one) for one in session.compactions],
        subagents=[
            _subagent(agent, calls.get(agent.tool_use_id or "")) for agent in session.subagents
        ],
        gaps=[outline.line(gap.row) for gap in graph.gaps],
        cycles=[_lines(outline, cycle) for cycle in graph.cycles],
    )


def _lines(outline: Outline, rows: Iterable[int]) -> list[int]:
    return [outline.line(row) for row in rows]


def _nodes(session: Session) -> Iterator[NodeRow]:
    from steno.session.outline import SIDECHAIN
    from steno.session.turns import moment

    outline, graph, active = session.outline, session.graph, session.active_rows
    for row in filter(graph.holds, range(len(outline))):
        yield NodeRow(
            uuid=outline.uuids[row],
            parent=outline.parent_uuid(row),
            type=outline.kind(row),
            line=outline.line(row),
            branch=graph.branch_of(row),
            subtype=outline.subtype(row) or None,
            timestamp=iso(moment(outline.time(row))),
            on_chain=row in active,
            sidechain=outline.has(row, SIDECHAIN),
        )


def _branch(outline: Outline, branch: Branch) -> BranchRow:
    fork = branch.fork
    return BranchRow(
        number=branch.number,
        kind=branch.kind.value,
        active=branch.is_active,
        fork=None if fork is None else outline.uuids[fork],
        fork_line=None if fork is None else outline.line(fork),
        first=outline.uuids[branch.first],
        first_line=outline.line(branch.first),
        tip=outline.uuids[branch.tip],
        tip_line=outline.line(branch.tip),
        lines=branch.rows,
        started=iso(branch.started),
        ended=iso(branch.ended),
    )


def _point(outline: Outline, point: BranchPoint) -> PointRow:
    return PointRow(
        uuid=outline.uuids[point.row],
        line=outline.line(point.row),
        kind=point.kind.value,
        is_fork=point.is_fork,
        children=_lines(outline, point.children),
    )


def _compaction(outline: Outline, one: Compaction) -> CompactionRow:
    return CompactionRow(
        uuid=one.uuid,
        line=one.line,
        kind=one.kind.value,
        trigger=one.trigger,
        pre_tokens=one.pre_tokens,
        post_tokens=one.post_tokens,
        dropped_tokens=one.dropped_tokens,
        duration_ms=one.duration_ms,
        follows_line=None if one.follows is None else outline.line(one.follows),
        summary_line=None if one.summary_row is None else outline.line(one.summary_row),
        dropped_lines=one.dropped_rows,
        dropped_messages=one.dropped_messages,
        preserved_lines=_lines(outline, one.preserved_rows),
        cleared_calls=list(one.cleared_calls),
        on_chain=one.on_chain,
        in_force=one.in_force,
    )


def _subagent(agent: Subagent, call: ToolCall | None) -> SubagentRow:
    return SubagentRow(
        id=agent.agent_id,
        type=agent.agent_type,
        description=agent.description,
        name=agent.name,
        call=agent.tool_use_id,
        call_line=None if call is None else call.use_line,
        turn=None if call is None else call.turn,
        tied_by=None if agent.tied_by is None else agent.tied_by.value,
        parent=agent.parent_agent_id,
        depth=agent.depth,
        layout=agent.layout.value,
        path=None if agent.path is None else str(agent.path),
        workflow=agent.workflow,
        background=agent.background,
        status=agent.status,
        started=iso(agent.started),
        ended=iso(agent.ended),
    )


def _link(link: Link) -> LinkRow:
    return LinkRow(
        kind=link.kind.value,
        sign=link.sign.value,
        line=link.line,
        session=link.session_id,
        uuid=link.uuid,
    )
