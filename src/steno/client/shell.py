"""A shell command that runs: its process group, its output in a file, and how it is ended.

POSIX only. Output goes straight into a file, so that nothing has to be read while it comes and a
grandchild that keeps the file open holds nobody up; the command gets a session of its own, which
has no terminal, and nothing to read.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import shlex
import signal
from codecs import getincrementaldecoder
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Final

from steno.client.programs import signal_group, start
from steno.disk.private_files import create_private, make_private_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

GRACE: Final = 2.0
"""Seconds that a command has to end by itself before it is killed."""
LARGEST_OUTPUT: Final = 5 << 30
"""A command that puts out more is ended: it would fill the disk."""

_PAUSE: Final = 0.1
_PIECE: Final = 64 << 10
_BASH: Final = "/bin/bash"
_UNHEARD: Final = ("CDPATH", "BASHOPTS", "SHELLOPTS", "GLOBIGNORE", "POSIXLY_CORRECT", "PWD")
"""Variables that make the shell read a command otherwise than it was judged."""


class Shell:
    """One command of ``bash -c``, with its output in ``<folder>/<id>.output``."""

    def __init__(self, task_id: str, folder: Path, command: str) -> None:
        """Take the id, the folder of outputs and the command; nothing runs yet."""
        self.id = task_id
        self.command = command
        self.output = folder / f"{task_id}.output"
        self.overflowed = False
        self._cwd_file = folder / f"{task_id}.cwd"
        self._process: asyncio.subprocess.Process | None = None
        self._told = 0
        self._decoder = getincrementaldecoder("utf-8")("replace")

    async def start(self, cwd: Path, environ: Mapping[str, str]) -> None:
        """Begin; an OSError where the system does not let us."""
        _own_folder(self.output.parent)
        out = create_private(self.output)
        os.close(create_private(self._cwd_file))
        heard = {name: value for name, value in environ.items() if name not in _UNHEARD}
        try:
            self._process = await start(
                shell_program(environ),
                "-c",
                self._script(),
                stdout=out,
                stderr=out,
                cwd=cwd,
                env=heard,
            )
        except BaseException:
            self.forget_cwd()
            raise
        finally:
            os.close(out)

    def _script(self) -> str:
        # One line, so that the shell's own messages say "line 1" as they do for the real client.
        quoted, place = shlex.quote(self.command), shlex.quote(str(self._cwd_file))
        return f"eval {quoted} < /dev/null && pwd -P >| {place}"

    @property
    def pid(self) -> int:
        """The process, and its group."""
        assert self._process is not None  # noqa: S101 - start() comes first
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """What it ended with, 128 and the signal's number where it was killed; None: it runs."""
        code = self._process.returncode if self._process else None
        return 128 - code if code is not None and code < 0 else code

    async def wait(self) -> int:
        """Wait until the command itself has ended; what it left behind may go on."""
        assert self._process is not None  # noqa: S101 - start() comes first
        await self._process.wait()
        code = self.exit_code
        return 0 if code is None else code

    async def watch(self, seconds: float | None, tell: Callable[[str], None] | None = None) -> bool:
        """Wait for the end for so long; True when it came. Output is told while it comes."""
        loop = asyncio.get_running_loop()
        deadline = None if seconds is None else loop.time() + seconds
        waiting = asyncio.ensure_future(self.wait())
        try:
            while not waiting.done():
                left = _PAUSE if deadline is None else min(_PAUSE, deadline - loop.time())
                if left <= 0:
                    break
                await asyncio.wait({waiting}, timeout=left)
                await self._look(tell)
            return waiting.done()
        finally:
            waiting.cancel()

    async def _look(self, tell: Callable[[str], None] | None) -> None:
        size = self.size()
        if size > LARGEST_OUTPUT and not self.overflowed:
            self.overflowed = True
            await self.end()
        if tell is not None and size > self._told and (text := self._new_text(size)):
            tell(text)

    def _new_text(self, size: int) -> str:
        # What comes faster than it can be shown is passed over: the file has all of it.
        start = max(self._told, size - _PIECE)
        self._told = size
        return self._decoder.decode(self.piece(start, size - start))

    def size(self) -> int:
        """Give how much it has put out, in bytes."""
        try:
            return self.output.stat().st_size
        except FileNotFoundError:
            return 0

    def piece(self, start: int, length: int) -> bytes:
        """Give a piece of what it has put out."""
        with contextlib.suppress(FileNotFoundError), self.output.open("rb") as file:
            file.seek(start)
            return file.read(length)
        return b""

    async def end(self) -> None:
        """End the command and all that it started, with force where it does not listen."""
        signal_group(self.pid, signal.SIGTERM)
        try:
            await asyncio.wait_for(self.wait(), GRACE)
        except TimeoutError:
            pass
        finally:
            signal_group(self.pid)
            self.forget_cwd()
        await self.wait()

    def kill(self) -> None:
        """End it at once, without waiting."""
        signal_group(self.pid)
        self.forget_cwd()

    def new_cwd(self) -> Path | None:
        """Give the folder that the command ended in; None where it failed."""
        try:
            told = self._cwd_file.read_text("utf-8", "surrogateescape").removesuffix("\n")
        except OSError:
            return None
        return Path(told) if told else None

    def forget_cwd(self) -> None:
        """Remove the small file beside the output."""
        self._cwd_file.unlink(missing_ok=True)


def _own_folder(folder: Path) -> None:
    """Make the folder; one that another user has put there before us is not written into."""
    make_private_folder(folder)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(errno.EACCES, "the folder belongs to another user", str(folder))


def shell_program(environ: Mapping[str, str]) -> str:
    """Give the bash to run commands with; an OSError where there is none.

    Never the user's shell where that is another one: whether a command may run is judged as bash
    reads it. In zsh ``test`` and ``printf`` compute, words are replaced otherwise and wildcards
    can run code; in sh ``[[ a > b ]]`` writes a file. To tell all of that apart would be a second
    judge for each of them.
    """
    own = environ.get("SHELL", "")
    found = which("bash", path=environ.get("PATH"))
    for program in (own if Path(own).name == "bash" else None, _BASH, found):
        if program is not None and os.access(program, os.X_OK):
            return program
    raise FileNotFoundError(errno.ENOENT, "there is no bash to run commands with", _BASH)
