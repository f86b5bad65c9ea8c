"""A session by whatever name the user gave it: id, prefix, title, slug, path or ``@last``.

A title may be given in part, and a sub-agent's transcript by the agent's id.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from steno.catalog.rows import read_titles
from steno.config import expanded
from steno.disk.discover import Home, SessionFile, newest_sessions_first
from steno.disk.layout import TRANSCRIPT_SUFFIX
from steno.errors import (
    MOST_CANDIDATES_SHOWN,
    AmbiguousSessionError,
    SessionNotFoundError,
    UnreadableFileError,
    UsageError,
)
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LAST: Final = "@last"
AGENT_PREFIX: Final = "agent-"
LONGEST_TITLE: Final = 60
"""Characters of a title that tells sessions apart."""
_SURE_PREFIX: Final = 4
"""Shorter beginnings of an id are only tried where no title is so short."""


def resolve_session(name: str, homes: Sequence[Home]) -> SessionFile:
    """Find the one session that ``name`` means.

    UnreadableFileError for a path that cannot be read, SessionNotFoundError where nothing
    answers to the name, AmbiguousSessionError where several do.
    """
    if not name.strip():
        problem = "the name of a session is empty; give an id, a title, a path or @last."
        raise UsageError(problem)
    if looks_like_path(name):
        return SessionFile.at(expanded(name), homes)
    sessions = [session for home in homes for session in home.sessions()]
    if name == LAST:
        return _last(sessions, homes)
    ways = (_by_id, _by_agent, _by_title, _by_prefix)
    found = next((found for way in ways if (found := way(name, sessions))), [])
    if not found:
        raise SessionNotFoundError(name, [home.path for home in homes])
    if len(found) > 1:
        raise AmbiguousSessionError(name, _described(newest_sessions_first(found)))
    return found[0]


def looks_like_path(name: str) -> bool:
    """Say whether a name is a path: it ends in .jsonl, or has a separator and leads to a file."""
    if name.endswith(TRANSCRIPT_SUFFIX):
        return True
    # Not Path.exists: that throws where a title is longer than a name of a file can be.
    return any(mark in name for mark in "/\\") and os.path.exists(expanded(name))  # noqa: PTH110


def _last(sessions: list[SessionFile], homes: Sequence[Home]) -> SessionFile:
    if not sessions:
        raise SessionNotFoundError(LAST, [home.path for home in homes])
    return newest_sessions_first(sessions)[0]


def _by_id(name: str, sessions: list[SessionFile]) -> list[SessionFile]:
    wanted = name.lower()
    stem = [session for session in sessions if session.path.stem.lower() == wanted]
    exact = stem or [session for session in sessions if session.id.lower() == wanted]
    if exact or len(wanted) < _SURE_PREFIX:
        return exact
    return _by_prefix(name, sessions)


def _by_agent(name: str, sessions: list[SessionFile]) -> list[SessionFile]:
    """Find a sub-agent's own transcript, by the name of its file or the id in it."""
    wanted = name.lower().removeprefix(AGENT_PREFIX)
    if not name.lower().startswith(AGENT_PREFIX) and len(wanted) < _SURE_PREFIX:
        return []
    paths = {
        agent.path: None
        for session in sessions
        for agent in session.subagents
        if agent.agent_id.lower() == wanted
    }
    return [SessionFile.at(path) for path in paths]


def _by_prefix(name: str, sessions: list[SessionFile]) -> list[SessionFile]:
    wanted = name.lower()
    return [session for session in sessions if session.id.lower().startswith(wanted)]


def _by_title(name: str, sessions: list[SessionFile]) -> list[SessionFile]:
    titled = [(session, _titles(session)) for session in sessions]
    wanted = name.casefold()
    tests: tuple[Callable[[str], bool], ...] = (
        lambda title: title == name,
        lambda title: title.casefold() == wanted,
        lambda title: len(wanted) >= _SURE_PREFIX and wanted in title.casefold(),
    )
    for test in tests:
        found = [session for session, titles in titled if any(test(title) for title in titles)]
        if found:
            return found
    return []


def _titles(session: SessionFile) -> tuple[str, ...]:
    try:
        return read_titles(session.path)
    except UnreadableFileError:
        return ()


def _described(sessions: list[SessionFile]) -> list[str]:
    """Describe sessions; the times and titles only of those that are shown."""
    told = [_describe(session) for session in sessions[:MOST_CANDIDATES_SHOWN]]
    return told + [_named(session) for session in sessions[MOST_CANDIDATES_SHOWN:]]


def _describe(session: SessionFile) -> str:
    time = session.modified.astimezone().strftime("%Y-%m-%d %H:%M")
    title = one_line(next(iter(_titles(session)), ""), LONGEST_TITLE)
    # A path has a line of its own: what breaks lines would break it, and it could not be copied.
    return f"{session.id}  {time}  {title}".rstrip() + f"\n    {session.path}"


def _named(session: SessionFile) -> str:
    return f"{session.id}\n    {session.path}"
