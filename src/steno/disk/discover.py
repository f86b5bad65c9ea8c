"""Homes and the sessions in them: found by listing folders, without reading transcripts."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.config import expanded
from steno.disk.peek import opened_regular
from steno.disk.survey import ProjectFolder, Survey
from steno.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from steno.disk.subagents import SubagentFile

_LABELLED: Final = re.compile(r"([A-Za-z0-9_][A-Za-z0-9_. -]*)=(.*)", re.DOTALL)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, init=False)
class Home:
    """A folder like ``~/.claude`` in which a client keeps its sessions."""

    path: Path
    label: str | None

    def __init__(self, path: str | os.PathLike[str], label: str | None = None) -> None:
        """Take the folder, and the label that tells it from other homes."""
        object.__setattr__(self, "path", expanded(path))
        object.__setattr__(self, "label", label)

    @property
    def name(self) -> str:
        """The label, or the path where there is none."""
        return self.label or str(self.path)

    def survey(self) -> Survey:
        """List the home as it is now; the survey also keeps what could not be looked at."""
        return Survey(self.path)

    def projects(self) -> Iterator[ProjectFolder]:
        """Yield the project folders by name."""
        yield from self.survey().folders

    def sessions(
        self, *, newest_first: bool = False, survey: Survey | None = None
    ) -> Iterator[SessionFile]:
        """Yield every session, by project and name unless ``newest_first``.

        Pass a :meth:`survey` to learn of its ``problems`` afterwards.
        """
        found = self._sessions(survey or self.survey())
        yield from newest_sessions_first(found) if newest_first else found

    def _sessions(self, survey: Survey) -> Iterator[SessionFile]:
        for folder in survey.folders:
            for file in folder.sessions:
                yield SessionFile(file.path, self, file.size, file.mtime_ns, folder)

    def lost_subagents(self) -> tuple[SubagentFile, ...]:
        """Give the sub-agents' files whose session is not in this home."""
        return self.survey().lost_subagents


@dataclass(frozen=True, slots=True)
class SessionFile:
    """One session: a file, wherever it lies, as it was when it was found."""

    path: Path
    home: Home | None
    """None for a file that lies in no home."""
    size: int
    mtime_ns: int
    around: ProjectFolder | None = field(default=None, repr=False, compare=False)
    """The listing that it was found in, which answers for its id and sub-agents."""

    @classmethod
    def at(cls, path: str | os.PathLike[str], homes: Sequence[Home] = ()) -> SessionFile:
        """Take the session in the file at ``path``; UnreadableFileError if it cannot be read.

        It belongs to the one of ``homes`` that it lies in, or to the home that its place
        (``<home>/projects/<slug>/``) speaks of, or to none.
        """
        absolute = Path(os.path.abspath(path))
        with opened_regular(absolute) as file:
            status = os.fstat(file.fileno())
        home, folder = None, ProjectFolder(absolute.parent)
        if absolute.parent.parent.name == "projects":
            root = absolute.parent.parent.parent
            home, folder = _home_at(root, homes), Survey(root).folder(absolute.parent)
        return cls(absolute, home, status.st_size, status.st_mtime_ns, folder)

    @property
    def folder(self) -> ProjectFolder:
        """The folder that it lies in, as it was when the file was found."""
        return self.around or ProjectFolder(self.path.parent)

    @property
    def id(self) -> str:
        """The file's stem if that is a UUID, else the last session id inside, else the stem."""
        return self.folder.id_of(self.path)

    @property
    def project_dir(self) -> Path:
        """The folder that it lies in; its name is a hint at the project, no more."""
        return self.path.parent

    @property
    def modified(self) -> datetime:
        """When the file was last written to."""
        return _EPOCH + timedelta(microseconds=self.mtime_ns // 1000)

    @property
    def subagents(self) -> tuple[SubagentFile, ...]:
        """The files of its sub-agents, in every layout."""
        return self.folder.subagents_of(self.path)


def newest_sessions_first(sessions: Iterable[SessionFile]) -> list[SessionFile]:
    """Sort sessions by the time of their last write, the newest first."""
    return sorted(sessions, key=lambda session: (-session.mtime_ns, str(session.path)))


def _home_at(root: Path, homes: Sequence[Home]) -> Home:
    known = (home for home in homes if _identity(home.path) == _identity(root))
    return next(known, None) or Home(root)


def homes_from(options: Sequence[str], environ: Mapping[str, str]) -> tuple[Home, ...]:
    """Read the values of ``--home``: ``DIR`` or ``LABEL=DIR``; without any, the client's own.

    A folder whose name has ``=`` in it is given with its path: ``./a=b``.
    """
    if not options:
        return (Home(_default_home(environ)),)
    homes = [_home_from(option, environ) for option in options]
    _refuse_same_label(homes)
    _refuse_same_folder(homes)
    return tuple({_identity(home.path): home for home in reversed(homes)}.values())[::-1]


def _default_home(environ: Mapping[str, str]) -> Path:
    given = environ.get("CLAUDE_CONFIG_DIR")
    return _expanded(given, environ) if given else _user_folder(environ) / ".claude"


def _user_folder(environ: Mapping[str, str]) -> Path:
    variable = "USERPROFILE" if os.name == "nt" else "HOME"
    given = environ.get(variable)
    return Path(given) if given else Path.home()


def _expanded(text: str, environ: Mapping[str, str]) -> Path:
    if text == "~" or text.startswith(("~/", "~\\")):
        return _user_folder(environ) / text[2:]
    return Path(text)


def _home_from(option: str, environ: Mapping[str, str]) -> Home:
    match = _LABELLED.fullmatch(option)
    label, folder = (match[1], match[2]) if match else (None, option)
    if not folder:
        msg = f"--home {option!r} names no folder; write --home DIR or --home LABEL=DIR."
        raise ConfigError(msg)
    if folder.startswith("="):
        msg = f"--home {option!r} has no label before the '='; write --home LABEL=DIR."
        raise ConfigError(msg)
    return Home(_expanded(folder, environ), label)


def _refuse_same_label(homes: Sequence[Home]) -> None:
    folders: dict[str, Path] = {}
    for home in homes:
        if home.label is None:
            continue
        other = folders.setdefault(home.label, home.path)
        if _identity(other) != _identity(home.path):
            msg = (
                f"the label {home.label!r} is given to two homes, {other} and {home.path}; "
                "give each a label of its own."
            )
            raise ConfigError(msg)


def _refuse_same_folder(homes: Sequence[Home]) -> None:
    labels: dict[str, str | None] = {}
    for home in homes:
        if labels.setdefault(_identity(home.path), home.label) != home.label:
            msg = f"the home {home.path} is given twice, under different labels; give it once."
            raise ConfigError(msg)


def _identity(path: Path) -> str:
    return os.path.normcase(os.path.realpath(path))
