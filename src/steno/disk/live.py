"""Clients that are running now, as they announce themselves in ``sessions/<pid>.json``."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from steno.disk import layout, peek, walk
from steno.disk.history import time_from_ms
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from steno.disk.discover import Home

PROC: Final = Path("/proc")
_LARGEST_PID: Final = (1 << 31) - 1
_DIGITS: Final = re.compile(r"[0-9]{1,10}")
_START_TIME: Final = 19
"""Place of the start time in ``/proc/<pid>/stat`` behind the command's name (field 22)."""


@dataclass(frozen=True, slots=True)
class LiveSession:
    """One announcement of a client."""

    path: Path
    pid: int
    session_id: str
    alive: bool | None
    """Whether that very process still runs; False for a file left behind, None if unknown."""
    cwd: str | None = None
    started_at: datetime | None = None
    updated_at: datetime | None = None
    version: str | None = None
    kind: str | None = None
    entrypoint: str | None = None
    name: str | None = None
    status: str | None = None
    """``idle``, ``busy``, ``waiting``, ..."""
    process_start: str | None = None
    """The process's start time as the system counts it; tells a pid from its next bearer."""


def live_sessions(
    home: Home, problems: list[walk.Problem] | None = None
) -> tuple[LiveSession, ...]:
    """Read every announcement in a home, those that were left behind too."""
    complaints = [] if problems is None else problems
    found = (
        _read(Path(entry.path), complaints)
        for entry in walk.entries(layout.live_dir(home.path), complaints)
        if entry.name.endswith(".json")
    )
    return tuple(session for session in found if session is not None)


def _read(path: Path, problems: list[walk.Problem]) -> LiveSession | None:
    try:
        content = peek.read_object(path)
    except UnreadableFileError as error:
        walk.note(error, problems)
        return None
    session = _session(path, content)
    if session is None:
        problems.append(walk.Problem(path, "it names no process or no session"))
    return session


def _session(path: Path, content: Mapping[str, Any]) -> LiveSession | None:
    pid = _pid(path, content.get("pid"))
    session_id = _text(content, "sessionId") or _text(content, "session_id")
    if pid is None or session_id is None:
        return None
    process_start = _text(content, "procStart")
    return LiveSession(
        path=path,
        pid=pid,
        session_id=session_id,
        alive=is_running(pid, process_start),
        cwd=_text(content, "cwd"),
        started_at=time_from_ms(content.get("startedAt")),
        updated_at=time_from_ms(content.get("updatedAt")),
        version=_text(content, "version"),
        kind=_text(content, "kind"),
        entrypoint=_text(content, "entrypoint"),
        name=_text(content, "name"),
        status=_text(content, "status"),
        process_start=process_start,
    )


def _pid(path: Path, stated: object) -> int | None:
    """Take the pid from the file, or from its name (``<pid>.json``, early: ``pid-<pid>.json``)."""
    if isinstance(stated, int) and not isinstance(stated, bool):
        pid = stated
    else:
        digits = _DIGITS.fullmatch(path.stem.removeprefix("pid-"))
        pid = int(digits[0]) if digits else 0
    return pid if 0 < pid <= _LARGEST_PID else None


def _text(content: Mapping[str, Any], key: str) -> str | None:
    value = content.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) and value else None


def is_running(pid: int, process_start: str | None = None, *, proc: Path = PROC) -> bool | None:
    """Say whether a process runs, and is the one that started then; None if unknown."""
    running = _exists(pid)
    if not running or process_start is None:
        return running
    now = start_time(pid, proc)
    # Elsewhere than on Linux the client notes the start in another form: no comparison.
    if now is None or not process_start.isdecimal():
        return running
    return now == process_start


def start_time(pid: int, proc: Path) -> str | None:
    """Give when a process started, in clock ticks since boot, as Linux tells it."""
    try:
        text = peek.read_clipped(proc / str(pid) / "stat", 4096).content
    except UnreadableFileError:
        return None
    # The command's name stands in parentheses and may hold anything, parentheses too.
    fields = text.rpartition(b")")[2].split()
    return fields[_START_TIME].decode("ascii", "replace") if len(fields) > _START_TIME else None


if sys.platform == "win32":  # pragma: no cover - other systems' tests cannot run it

    def _exists(pid: int) -> bool | None:
        import ctypes  # noqa: PLC0415 - only Windows needs it

        query_limited, still_active, access_denied = 0x1000, 259, 5
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        handle = kernel.OpenProcess(query_limited, 0, pid)
        if not handle:
            return ctypes.get_last_error() == access_denied
        code = ctypes.c_ulong()
        known = kernel.GetExitCodeProcess(ctypes.c_void_p(handle), ctypes.byref(code))
        kernel.CloseHandle(ctypes.c_void_p(handle))
        return code.value == still_active if known else None

else:

    def _exists(pid: int) -> bool | None:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        except OSError:
            return None
        return True
