"""Clone: the same conversation as a session of its own, whole or up to a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.disk import layout
from steno.edit.assemble import Edit, assemble
from steno.edit.draft import Change, Draft
from steno.edit.points import turn_at, unknown_point
from steno.errors import UsageError
from steno.session.chain import full_path, recover
from steno.session.links import Links
from steno.session.outline import CHAIN_KINDS, MESSAGE_KINDS, SIDECHAIN

if TYPE_CHECKING:
    from pathlib import Path

    from steno.edit.plan import Plan
    from steno.session.outline import Outline
    from steno.session.session import Session
    from steno.session.turns import Turn

_CUT = "it is no part of the conversation up to the cut"


def clone(
    session: Session, *, at: str | None = None, keep_uuids: bool = False, new_id: str | None = None
) -> Plan:
    """Plan a copy of a session with new ids.

    ``at`` cuts it behind a line (its uuid) or behind a turn (its number, or -2 for that of the
    last prompt but one). With ``keep_uuids`` only the session's id is new, as when the real
    client forks a session; a fork takes along nothing but the conversation.
    """
    draft = Draft(session)
    left_out: frozenset[Path] = frozenset()
    if at is not None:
        kept = _kept(session, at)
        for row in range(len(session.outline)):
            if row not in kept and not _comes_along(session.outline, row, max(kept), keep_uuids):
                draft.remove(row, _CUT)
        draft.relink()
        left_out = _later_agents(session, kept)
    kind = "fork" if keep_uuids else "clone"
    options = {"at": at, "keep_uuids": keep_uuids}
    new = "the session gets a new id" if keep_uuids else "every line gets a new id"
    renamed = Change(None, "change", f"{new}, and what names it follows")
    notes = () if at is None else (_cut_note(session, at),)
    edit = Edit(kind, draft, left_out=left_out, options=options, changes=(renamed,), notes=notes)
    return assemble(edit, keep_uuids=keep_uuids, new_id=new_id)


def _kept(session: Session, at: str) -> set[int]:
    """Give the rows of the conversation up to a point."""
    end, more = _end_of(session, at)
    links = Links(session.outline)
    return {*recover(links, full_path(links, end)), *more}


def _end_of(session: Session, at: str) -> tuple[int, list[int]]:
    outline = session.outline
    if at in outline.by_uuid:
        return outline.by_uuid[at], []
    turn = turn_at(session, at)
    if turn is not None:
        return _end_of_turn(outline, turn)
    raise UsageError(f"{unknown_point(session, at)}.")


def _cut_note(session: Session, at: str) -> str:
    turn = None if at in session.outline.by_uuid else turn_at(session, at)
    if turn is None:
        line = session.outline.line(session.outline.by_uuid[at])
        return f"It ends behind line {line}, which comes along."
    return f"It ends behind turn {turn.number} of {len(session.turns)}, which comes along whole."


def _end_of_turn(outline: Outline, turn: Turn) -> tuple[int, list[int]]:
    """Give the last message of a turn, and the lines that trail behind it."""
    rows = [row for row in turn.rows if outline.kind(row) in CHAIN_KINDS]
    end = max((row for row in rows if outline.kind(row) in MESSAGE_KINDS), default=turn.row)
    trailing: list[int] = []
    for row in rows:
        if outline.kind(row) not in MESSAGE_KINDS and outline.parents[row] in (end, *trailing):
            trailing.append(row)
    return end, trailing


def _comes_along(outline: Outline, row: int, end: int, is_fork: bool) -> bool:  # noqa: FBT001
    """Say whether a line that is no part of the conversation belongs to what came before."""
    if outline.kind(row) in CHAIN_KINDS and not outline.has(row, SIDECHAIN):
        return False
    # A last-prompt line would say where a resume goes on, and that is behind the cut.
    return row < end and not is_fork and outline.kind(row) != "last-prompt"


def _later_agents(session: Session, kept: set[int]) -> frozenset[Path]:
    """Give the files of the sub-agents that were begun behind the cut, and of theirs."""
    calls = {call.id for call in session.tool_calls if call.use_row in kept}
    later: set[str] = set()
    paths: list[Path] = []
    for agent in sorted(session.subagents, key=lambda agent: agent.depth):
        is_own = agent.depth == 1 and agent.tool_use_id not in (None, *calls)
        if is_own or agent.parent_agent_id in later:
            later.add(agent.agent_id)
            paths += [agent.path, layout.meta_path(agent.path)] if agent.path else []
    return frozenset(paths)
