"""Which sessions a command is about, and what surrounds them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from steno.cli.output import note
from steno.disk.layout import session_folder
from steno.disk.live import live_sessions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from steno.cli.options import Options
    from steno.disk.discover import Home, SessionFile
    from steno.disk.subagents import SubagentFile
    from steno.disk.walk import Problem
    from steno.errors import StenoError


@dataclass(frozen=True, slots=True)
class Selection:
    """Sessions, and the sub-agents whose session is not there."""

    sessions: list[SessionFile]
    lost: list[SubagentFile]
    size: int
    """The bytes of all their files."""
    problems: int = 0
    """How many files and folders could not be looked at; they were told."""


def select(options: Options, names: Sequence[str]) -> Selection:
    """Choose the sessions of that name; without a name all, with the lost sub-agents.

    What could not be looked at on the way is told.
    """
    return _named(options, names) if names else _all(options.homes)


def _named(options: Options, names: Sequence[str]) -> Selection:
    from steno.catalog.resolve import resolve_session

    named = (resolve_session(name, options.homes) for name in names)
    sessions = list({session.path: session for session in named}.values())
    size = _size(sessions)
    problems = 0
    for session in sessions:
        own = session_folder(session.path)
        inside = [one for one in session.folder.problems if one.path.is_relative_to(own)]
        problems += _tell(inside)
    return Selection(sessions, [], size, problems)


def _all(homes: Sequence[Home]) -> Selection:
    surveys = [(home, home.survey()) for home in homes]
    sessions = [session for home, survey in surveys for session in home.sessions(survey=survey)]
    lost = [agent for _, survey in surveys for agent in survey.lost_subagents]
    size = _size(sessions) + sum(agent.size for agent in lost)
    problems = _tell(problem for _, survey in surveys for problem in survey.problems)
    return Selection(sessions, lost, size, problems)


def _size(sessions: Sequence[SessionFile]) -> int:
    agents = sum(agent.size for session in sessions for agent in session.subagents)
    return agents + sum(session.size for session in sessions)


def all_sessions(homes: Sequence[Home]) -> list[SessionFile]:
    """Give every session of the homes; what could not be looked at is told."""
    found: list[SessionFile] = []
    for home in homes:
        survey = home.survey()
        found.extend(home.sessions(survey=survey))
        _tell(survey.problems)
    return found


def _tell(problems: Iterable[Problem]) -> int:
    """Tell of each once, and say how many they are."""
    known = dict.fromkeys(problems)
    for problem in known:
        note(f"steno: passed over {problem.path}: {problem.reason}")
    return len(known)


def passed_over(error: StenoError) -> None:
    """Tell that a file was left out."""
    note(f"steno: passed over: {error}")


def lineage_unknown(error: StenoError) -> None:
    """Tell that the record of edits cannot be read, so that nobody takes silence for an answer."""
    note(f"steno: which session was made of which is not known: {error}")


def no_sessions(homes: Sequence[Home]) -> str:
    """Say that there are no sessions, where they were looked for, and what to do about it."""
    return f"steno: no sessions in {places(homes)}. {_TRY_DEMO}"


_TRY_DEMO = "'steno demo DIR' writes a made-up home to try: then 'steno --home DIR'."


def places(homes: Sequence[Home]) -> str:
    """Name the homes, and which of them are not there; from the folder that one stands in."""
    return ", ".join(
        _near(home.path) if home.path.is_dir() else f"{_near(home.path)} (there is no such folder)"
        for home in homes
    )


def _near(path: Path) -> str:
    """Name a path as one would type it here."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def live_ids(homes: Sequence[Home]) -> frozenset[str]:
    """Give the ids of the sessions that a running client holds."""
    found = (live for home in homes for live in live_sessions(home))
    return frozenset(live.session_id for live in found if live.alive is not False)
