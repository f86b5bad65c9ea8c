"""The lines of a session as they are copied into a fork of it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from steno.session.chain import chain_at

if TYPE_CHECKING:
    from steno.client.lines import Body, Envelope
    from steno.session.chain import Chain
    from steno.session.session import Session


def forked_lines(session: Session, envelope: Envelope, at: str | None = None) -> list[Body]:
    """Give the active lines for another session, up to ``at``; those before a compaction stay.

    They keep their ids, times, prompts and writers. Their parents are those by which the client
    goes: lines that a compaction kept hang on its summary, and gaps are closed.
    """
    chain = session.chain if at is None else chain_at(session.links, session.outline.by_uuid[at])
    if chain is None:
        return []
    rows = _rows(session, chain, at)
    parents = _parents(session, chain)
    return [
        _moved(line.body, parents.get(row, _Same), envelope)
        for row, line in zip(rows, session.lines(rows), strict=True)
    ]


class _Same:
    """Stands for the parent that a line names itself."""


def _rows(session: Session, chain: Chain, at: str | None) -> list[int]:
    boundary = chain.path[chain.start - 1 : chain.start] if chain.start else ()
    rows = [*boundary, *chain.rows]
    if at is None:
        return rows
    return rows[: rows.index(session.outline.by_uuid[at]) + 1]


def _parents(session: Session, chain: Chain) -> dict[int, str | None]:
    """Give the parents of the lines on the path, and of those that trail behind it."""
    uuids, path = session.outline.uuids, chain.path
    end = path.index(chain.leaf) + 1
    found: dict[int, str | None] = {row: uuids[above] for above, row in pairwise(path[:end])}
    for row in path[end:]:
        above = session.links.parent(row)
        found[row] = uuids[above] if above >= 0 else None
    found[path[max(chain.start - 1, 0)]] = None
    return found


def _moved(body: Any, parent: str | type[_Same] | None, envelope: Envelope) -> Body:
    """Give a line for another session and folder; the name of the old session stays there."""
    moved = {key: value for key, value in body.items() if key != "slug"}
    if parent is not _Same:
        moved["parentUuid"] = parent
    return moved | {
        "cwd": envelope.cwd,
        "sessionId": envelope.session_id,
        "gitBranch": envelope.git_branch,
    }
