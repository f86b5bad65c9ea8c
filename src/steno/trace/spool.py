"""The spool: what the hook wrote down for the exporter, taken without losing or tearing a line.

Hooks append to one file. The one exporter renames that file, waits for the hooks that still write
to it, reads it, and removes it when everything in it is dealt with. One that dies on the way
leaves the renamed file to the next, which deals with it once more: sending is idempotent.
"""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import steno_hook
from steno.disk import layout, lock
from steno.disk.private_files import open_locked
from steno.errors import SystemRefusedError
from steno.format.codec import JsonRefusedError, decode_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

TAKEN_PREFIX: Final = "taken-"
TAKEN_SUFFIX: Final = ".spool"

_SETTLING: Final = 0.2
"""Seconds for which hooks may still write to a renamed file where nothing keeps locks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoolLine:
    """What one run of the hook was told; all of it is data of others."""

    event: str
    """``Stop``, ``SubagentStop`` or ``SessionEnd``; others are possible."""
    session_id: str
    transcript_path: Path
    """Absolute, and named like a transcript; what lies there is another question."""
    time: int
    """When the hook ran, in nanoseconds since 1970."""
    prompt_id: str | None = None
    """The ``promptId`` of the turn's lines; clients before 2.1 do not tell it."""
    last_assistant_message: str | None = None
    agent_id: str | None = None
    """Of a sub-agent that ended."""
    cwd: str | None = None
    is_cut: bool = False
    """Whether only the beginning of the last message was kept."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Lines that were taken off the spool, in the order in which they were written."""

    lines: tuple[SpoolLine, ...]
    refused: int
    """How many lines were torn, or did not tell of a transcript."""
    files: tuple[Path, ...]

    def __bool__(self) -> bool:
        return bool(self.files)

    def done(self) -> None:
        """Forget the lines: what they asked for is safely recorded elsewhere."""
        try:
            for file in self.files:
                file.unlink(missing_ok=True)
        except OSError as problem:
            raise SystemRefusedError(problem) from problem


@dataclass(frozen=True, slots=True)
class Drained:
    """What came of reading the spool to its end."""

    lines: int = 0
    refused: int = 0
    is_alone: bool = True
    """False where another exporter is at it, which looks again before it ends."""


class Spool:
    """The folder that hooks write to."""

    def __init__(self, folder: Path | None = None) -> None:
        """Take the folder; the one of the hook, unless told otherwise."""
        self.folder = Path(steno_hook.spool_folder()) if folder is None else folder
        self.path = self.folder / steno_hook.SPOOL

    @property
    def has_lines(self) -> bool:
        """Whether anything waits to be taken."""
        return self.path.exists() or bool(self._taken())

    def take(self) -> Taken:
        """Take everything off the spool, and what another exporter took and did not finish.

        Only who holds :meth:`alone` may do so.
        """
        try:
            self._rename()
            return _read(self._taken())
        except OSError as problem:
            raise SystemRefusedError(problem) from problem

    def _taken(self) -> list[Path]:
        """List the files that were renamed, the oldest first."""
        return sorted(self.folder.glob(f"{TAKEN_PREFIX}*{TAKEN_SUFFIX}"))

    def _rename(self) -> None:
        name = f"{TAKEN_PREFIX}{time.time_ns():020}-{os.getpid()}{TAKEN_SUFFIX}"
        with contextlib.suppress(FileNotFoundError):
            self.path.rename(self.folder / name)

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """Be the one exporter while it lasts; gives False where there is another."""
        fd = self._lock()
        try:
            yield fd is not None
        finally:
            if fd is not None:
                os.close(fd)

    def _lock(self) -> int | None:
        path = self.folder / steno_hook.LOCK
        given = _given_lock(path)
        try:
            return open_locked(path, patience=0) if given is None else _kept(given)
        except TimeoutError:
            return None
        except OSError as problem:
            raise SystemRefusedError(problem) from problem


def drain(spool: Spool, handle: Callable[[tuple[SpoolLine, ...]], object]) -> Drained:
    """Hand over all lines until there are none, as the only one who does so.

    A batch is forgotten when ``handle`` has come back; where it raises, the lines stay. A hook
    that finds us at work starts nobody, so we look once more after we have let go of the lock.
    """
    lines = refused = 0
    while True:
        with spool.alone() as is_alone:
            while is_alone and (taken := spool.take()):
                handle(taken.lines)
                taken.done()
                lines, refused = lines + len(taken.lines), refused + taken.refused
        if not is_alone or not spool.has_lines:
            return Drained(lines, refused, is_alone)


def _given_lock(path: Path) -> int | None:
    """Take over the descriptor with which the hook has locked the file for us, once."""
    told = os.environ.pop(steno_hook.LOCK_VARIABLE, "")
    if not told.isascii() or not told.isdigit():
        return None
    try:
        is_it = os.path.samestat(os.fstat(int(told)), path.stat())
        if is_it:
            os.set_inheritable(int(told), False)  # noqa: FBT003 - the signature is the system's
    except (OSError, OverflowError):
        return None
    return int(told) if is_it else None


def _kept(given: int) -> int:
    """Give a descriptor back that the hook handed over, if it really holds the lock."""
    try:
        lock.acquire(given, patience=0)
    except BaseException:
        os.close(given)
        raise
    return given


def _read(files: list[Path]) -> Taken:
    lines, refused = list[SpoolLine](), 0
    for file in files:
        for raw in _settled(file).split(b"\n"):
            line = parse(raw) if raw.strip() else None
            if line is not None:
                lines.append(line)
            elif raw.strip():
                refused += 1
    return Taken(tuple(lines), refused, tuple(files))


def _settled(file: Path) -> bytes:
    """Read a renamed file when the last hook that had it open is done with it."""
    with file.open("r+b") as opened:
        if not lock.acquire(opened.fileno()):
            time.sleep(_SETTLING)
        return opened.read()


def parse(raw: bytes) -> SpoolLine | None:
    """Make sense of one line; None for one that is torn or does not tell of a transcript."""
    stamp, _, told = raw.strip().partition(b" ")
    if not stamp.isdigit() or len(stamp) > _LONGEST_STAMP:
        return None
    try:
        document = decode_json(told).value
    except JsonRefusedError:
        return None
    return _line(document, int(stamp)) if isinstance(document, dict) else None


_LONGEST_STAMP: Final = 20


def _line(told: Mapping[str, Any], stamp: int) -> SpoolLine | None:
    event, session_id = _words(told, "hook_event_name"), _words(told, "session_id")
    path = checked_path(told.get("transcript_path"))
    if event is None or session_id is None or path is None:
        return None
    return SpoolLine(
        event=event,
        session_id=session_id,
        transcript_path=path,
        time=stamp,
        prompt_id=_words(told, "prompt_id"),
        last_assistant_message=_words(told, "last_assistant_message"),
        agent_id=_words(told, "agent_id"),
        cwd=_words(told, "cwd"),
        is_cut=told.get(steno_hook.CUT) is True,
    )


def _words(told: Mapping[str, Any], key: str) -> str | None:
    value = told.get(key)
    return value if isinstance(value, str) and value else None


def checked_path(value: object) -> Path | None:
    """Give the path of a transcript; None for anything else, wherever it came from.

    It is absolute, goes through no ``..``, and has the name of a session's file.
    """
    if not isinstance(value, str) or "\0" in value:
        return None
    path = Path(value)
    is_plain = path.is_absolute() and ".." not in path.parts
    return path if is_plain and layout.is_session_name(path.name) else None
