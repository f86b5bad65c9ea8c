"""The client's hook: writes one spool line, starts an exporter apart from itself, and ends.

It runs at the end of every turn, so it imports as little as it can: nothing of steno, and of the
standard library only what Python has loaded anyway or is cheap. Whatever happens, the client
sees exit code 0 and no output.
"""

from __future__ import annotations

import errno
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

if sys.platform != "win32":  # pragma: no branch - Windows has neither
    import fcntl
    import select

SWITCH = "STENO_HOOK"
"""The variable that turns the hook off, or with ``spool`` keeps it from starting anything."""
OFF = ("off", "0", "no", "false")
SPOOL_ONLY = "spool"

FOLDER = "spool"
"""The folder below steno's data folder in which all of this lies."""
SPOOL = "hook.spool"
"""The file that lines are appended to: the time in nanoseconds, a space, what the client said."""
LOCK = "exporter.lock"
"""The file that the one exporter keeps locked."""
LOCK_VARIABLE = "STENO_SPOOL_LOCK"
"""The variable that tells an exporter which descriptor holds the lock that it was given."""
HOOK_LOG = "hook.log"
EXPORTER_LOG = "exporter.log"

MOST_READ = 64 << 20
"""Bytes that are read of what the client says; it says some hundred."""
LONGEST_LINE = 256 << 10
"""Bytes from which on only what matters is kept of it."""
LONGEST_MESSAGE = 32 << 10
"""Characters that are then kept of the last message."""
LARGEST_SPOOL = 32 << 20
"""Bytes after which nothing is spooled until an exporter has read what is there."""
LARGEST_LOG = 64 << 10
PATIENCE = 5.0
"""Seconds that the client has to say what it has to say; its pipe ends at once."""

MESSAGE = "last_assistant_message"
KEPT = (
    "hook_event_name",
    "session_id",
    "transcript_path",
    "prompt_id",
    "agent_id",
    "cwd",
    MESSAGE,
)
"""What matters of what the client says."""
CUT = "steno_cut"
"""The key that says that the last message was cut."""

_APPENDING = os.O_WRONLY | os.O_APPEND | os.O_CREAT
_QUIET = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_BUSY = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES)
_MOST_ATTEMPTS = 100
_MOST_DESCRIPTORS = 256
_PIECE = 64 << 10


def run() -> None:
    """Be the console script: whatever happened, the client hears that all is well."""
    try:
        main()
    finally:
        # Without the interpreter's own clearing up, which takes time and might complain.
        os._exit(0)


def main(environ: Mapping[str, str] = os.environ, stdin: int = 0) -> None:
    """Take what the client says, spool it, and see to it that somebody reads it."""
    wanted = environ.get(SWITCH, "").strip().lower()
    if wanted in OFF:
        return
    folder, umask = spool_folder(environ), os.umask(0o077)
    try:
        told = _told(stdin).strip()
        if told:
            _spool(folder, told)
            if wanted != SPOOL_ONLY:
                _start(folder)
    except BaseException as problem:  # noqa: BLE001 - no trouble of ours is the client's
        _log(folder, problem)
    finally:
        os.umask(umask)


def _spool(folder: str, told: bytes) -> None:
    """Spool what the client says; where that fails, others' lines may still wait for a reader."""
    try:
        _make(folder)
        _append(folder, _line(told))
    except Exception as problem:  # noqa: BLE001 - as above
        _log(folder, problem)


def spool_folder(environ: Mapping[str, str] = os.environ) -> str:
    """Say where the spool lies: in the folder that ``steno.config.data_folder`` names."""
    given = environ.get("XDG_DATA_HOME")
    if given and os.path.isabs(given):
        data = os.path.join(given, "steno")
    elif sys.platform == "win32" and environ.get("APPDATA"):
        data = os.path.join(environ["APPDATA"], "steno")
    else:
        data = os.path.join(os.path.expanduser("~"), ".local", "share", "steno")
    return os.path.join(data, FOLDER)


def _told(stdin: int) -> bytes:
    """Read what the client says, as far as it comes in time; a person at a terminal says none."""
    if os.isatty(stdin):
        return b""
    pieces, left, end = [], MOST_READ, time.monotonic() + PATIENCE
    while left > 0 and _has_more(stdin, end - time.monotonic()):
        piece = os.read(stdin, min(left, _PIECE))
        if not piece:
            break
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _has_more(stdin: int, patience: float) -> bool:
    if sys.platform == "win32":  # pragma: no cover - Windows cannot wait for a pipe
        return True
    return bool(select.select([stdin], [], [], max(patience, 0.0))[0])


def _line(told: bytes) -> bytes:
    """Make one line of it; the newline before it keeps it apart from what a killed hook left."""
    if len(told) > LONGEST_LINE:
        told = _shortened(told)
    return b"\n%d %s\n" % (time.time_ns(), told.replace(b"\n", b" "))


def _shortened(told: bytes) -> bytes:
    """Keep what matters of a long message; only then is it worth to load what reads JSON."""
    import json  # noqa: PLC0415 - most of the time nobody needs it

    document = json.loads(told)
    kept = {key: value for key in KEPT if isinstance(value := document.get(key), str)}
    if any(len(value) > LONGEST_MESSAGE for key, value in kept.items() if key != MESSAGE):
        raise OSError(errno.EMSGSIZE, "what the client said is too long")
    is_cut = len(kept.get(MESSAGE, "")) > LONGEST_MESSAGE
    cut = {MESSAGE: kept[MESSAGE][:LONGEST_MESSAGE]} if is_cut else {}
    return json.dumps({**kept, **cut, CUT: is_cut}).encode()


def _make(folder: str) -> None:
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        return
    except FileNotFoundError:
        os.makedirs(folder, 0o700, exist_ok=True)


def _append(folder: str, line: bytes) -> None:
    """Append the line in one write, to the file that has the name while it is written."""
    path = os.path.join(folder, SPOOL)
    for _ in range(_MOST_ATTEMPTS):
        spool = os.open(path, _APPENDING | _QUIET, 0o600)
        try:
            # Who reads the spool renames it and then waits for us: never the other way round.
            if _is_locked(spool, exclusive=False) and _is_named(spool, path):
                _write(spool, line)
                return
        finally:
            os.close(spool)
    raise OSError(errno.EBUSY, "the spool comes and goes")


def _write(spool: int, line: bytes) -> None:
    if os.fstat(spool).st_size > LARGEST_SPOOL:
        raise OSError(errno.EFBIG, "nobody reads the spool; see 'steno trace status'")
    if os.write(spool, line) != len(line):
        raise OSError(errno.EIO, "only a part of the line was written")


def _is_named(fd: int, path: str) -> bool:
    try:
        named = os.stat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(named, os.fstat(fd))


def _is_locked(fd: int, *, exclusive: bool) -> bool:
    """Lock without waiting; False where somebody else has it, True where nothing keeps locks."""
    if sys.platform == "win32":  # pragma: no cover
        return True
    try:
        fcntl.flock(fd, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except OSError as problem:
        return problem.errno not in _BUSY
    return True


def _start(folder: str) -> None:
    """Start an exporter, unless one is running: that one looks again before it ends.

    The lock goes with it, so that between us and it nobody else starts another.
    """
    lock = os.open(os.path.join(folder, LOCK), os.O_RDWR | os.O_CREAT | _QUIET, 0o600)
    try:
        if _is_locked(lock, exclusive=True):
            _launch(folder, lock)
    finally:
        os.close(lock)


def _command() -> list[str]:
    # -P: what lies in the folder in which the client works is never imported.
    return [sys.executable, "-P", "-m", "steno", "trace", "sync", "--spool"]


def _launch(folder: str, lock: int) -> None:
    log = _opened_log(folder, EXPORTER_LOG)
    try:
        if not hasattr(os, "fork"):  # pragma: no cover - Windows
            _launch_without_fork(log)
        elif os.fork() == 0:
            _become_exporter(folder, lock, log)
    finally:
        os.close(log)


def _become_exporter(folder: str, lock: int, log: int) -> None:
    """Turn this child into the exporter: in a session of its own, holding nothing of the client."""
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream, source in enumerate((nothing, log, log)):
            os.dup2(source, stream)
        for first, behind in ((3, lock), (lock + 1, _MOST_DESCRIPTORS)):
            os.closerange(first, behind)
        os.set_inheritable(lock, True)  # noqa: FBT003 - the signature is the system's
        os.chdir(folder)
        command = _command()
        environ = {**os.environ, LOCK_VARIABLE: str(lock)}
        os.execve(command[0], command, environ)  # noqa: S606 - our own program
    finally:
        os._exit(127)


def _launch_without_fork(log: int) -> None:  # pragma: no cover - Windows
    import subprocess  # noqa: PLC0415 - half as slow again as all the rest

    detached = getattr(subprocess, "DETACHED_PROCESS", 0)
    subprocess.Popen(  # noqa: S603 - our own program
        _command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, creationflags=detached
    )


def _log(folder: str, problem: BaseException) -> None:
    """Note what went wrong, without a word of what the client said; where that fails, so be it."""
    try:
        _make(folder)
        log = _opened_log(folder, HOOK_LOG)
        try:
            reason = getattr(problem, "strerror", None) or ""
            told = f"{time.time_ns()} {type(problem).__name__} {reason}"
            os.write(log, f"{told[:200]}\n".encode("utf-8", "replace"))
        finally:
            os.close(log)
    except Exception:  # noqa: BLE001, S110 - there is nobody left to tell
        pass


def _opened_log(folder: str, name: str) -> int:
    """Open a log for appending; one that has grown large begins anew."""
    log = os.open(os.path.join(folder, name), _APPENDING | _QUIET, 0o600)
    if os.fstat(log).st_size > LARGEST_LOG:
        os.ftruncate(log, 0)
    return log


if __name__ == "__main__":
    run()
