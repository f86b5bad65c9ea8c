"""Looking for tool calls in many sessions, the newest first, and no further than is needed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from steno.catalog.headline import read_headline
from steno.cli.clock import local_time
from steno.cli.output import progress_bar
from steno.cli.selection import passed_over
from steno.errors import FileChangedError, UnreadableFileError
from steno.session.all_calls import FoundCall, find_calls
from steno.session.session import load, load_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steno.cli.selection import Selection
    from steno.disk.discover import SessionFile
    from steno.disk.subagents import SubagentFile
    from steno.session.session import Session
    from steno.session.tool_calls import ToolCall

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFilter:
    """Which calls are wanted."""

    names: tuple[str, ...] = ()
    errors: bool = False
    slow: int | None = None
    since: date | None = None
    until: date | None = None
    project: str | None = None
    agents: bool = True

    @property
    def is_open(self) -> bool:
        """Say whether every call passes."""
        return self == CallFilter()

    def wants(self, call: ToolCall) -> bool:
        """Say whether a call passes all filters."""
        return (
            (not self.names or any(_is_named(call.name, name) for name in self.names))
            and (call.is_error or not self.errors)
            and (self.slow is None or (call.duration_ms or 0) >= self.slow)
            and self._wants_day(_day(call.started))
        )

    def _wants_day(self, day: date | None) -> bool:
        if self.since is not None and (day is None or day < self.since):
            return False
        return self.until is None or (day is not None and day <= self.until)

    def wants_file(self, path: Path, modified: datetime) -> bool:
        """Say whether calls that pass may stand in a file that was last written to then."""
        if self.since is not None and (_day(modified) or date.max) < self.since:
            return False
        if self.project is None:
            return True
        return self.project.casefold() in (read_headline(path).cwd or "").casefold()


def _is_named(name: str, pattern: str) -> bool:
    return fnmatchcase(name.casefold(), pattern.casefold())


def _day(moment: datetime | None) -> date | None:
    """Give the reader's day of a moment."""
    local = local_time(moment)
    return None if local is None else local.date()


@dataclass(frozen=True, slots=True)
class _Source:
    """A session, or a sub-agent whose session is not there."""

    path: Path
    size: int
    modified: datetime
    open: Callable[[], Session]


class CallSearch:
    """Collects the calls that pass a filter, at most so many: then the newest."""

    def __init__(self, wanted: CallFilter, most: int | None = None) -> None:
        """Take what is wanted, and how many."""
        self._wanted = wanted
        self._most = most
        self._told: set[object] = set()
        self.found: list[FoundCall] = []
        """What was found, in no order."""
        self.is_cut = False
        """Whether there may be more that pass."""

    def read(self, selection: Selection, *, strict: bool) -> None:
        """Go through sessions, the last written first; ``strict`` makes a bad file an error."""
        lost = selection.lost if self._wanted.agents else []
        found = [*map(_session, selection.sessions), *map(_agent, lost)]
        sources = sorted(found, key=lambda one: (one.modified, one.path), reverse=True)
        with progress_bar("reading", sum(source.size for source in sources)) as progress:
            for source in sources:
                if self._is_over(source.modified):
                    self.is_cut = True
                    break
                try:
                    self._see(source)
                except (UnreadableFileError, FileChangedError) as error:
                    if strict:
                        raise
                    passed_over(error)
                if progress is not None:
                    progress(source.size)

    @property
    def newest_first(self) -> list[FoundCall]:
        """What was found; calls of one moment stay in their order."""
        return sorted(self.found, key=_age, reverse=True)

    @property
    def oldest_first(self) -> list[FoundCall]:
        """The same, the other way round."""
        return sorted(self.found, key=_age)

    def _is_over(self, modified: datetime) -> bool:
        """Say whether nothing that was written by then can be among the newest."""
        if self._most is None or len(self.found) < self._most:
            return False
        return modified < min(map(_age, self.found))

    def _see(self, source: _Source) -> None:
        if not self._wanted.wants_file(source.path, source.modified):
            return
        calls = find_calls(source.open(), agents=self._wanted.agents, complain=passed_over)
        self.found += filter(self._is_new, (one for one in calls if self._wanted.wants(one.call)))
        if self._most is not None and len(self.found) > self._most:
            self.is_cut = True
            self.found = self.newest_first[: self._most]

    def _is_new(self, found: FoundCall) -> bool:
        """Say whether a call was not told of another session yet: forks hold copies of calls."""
        call = found.call
        key = (call.id, call.message_id, call.started)
        if call.id and key in self._told:
            return False
        self._told.add(key)
        return True


def _age(found: FoundCall) -> datetime:
    return found.call.started or LONG_AGO


def _session(session: SessionFile) -> _Source:
    agents = session.subagents
    size = session.size + sum(agent.size for agent in agents)
    written = max([session.mtime_ns, *(agent.mtime_ns for agent in agents)])
    return _Source(session.path, size, _moment(written), lambda: load_file(session))


def _agent(agent: SubagentFile) -> _Source:
    return _Source(agent.path, agent.size, _moment(agent.mtime_ns), lambda: load(agent.path))


def _moment(nanoseconds: int) -> datetime:
    return _EPOCH + timedelta(microseconds=nanoseconds // 1000)
