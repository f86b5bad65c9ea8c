"""Running the program: in this process, in a child, and in a child on a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import steno

if TYPE_CHECKING:
    import pytest

PROGRAM: Final = "from steno.cli.entry import run; run()"
_OF_A_TERMINAL: Final = (
    "PYTHON", "COLUMNS", "LINES", "TERM", "NO_COLOR", "FORCE_COLOR", "PAGER", "LESS",
)  # fmt: skip
PATIENCE: Final = 120
"""Seconds after which a child hangs; none should ever need them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the program answered."""

    code: int
    raw: bytes
    errors: bytes

    @property
    def out(self) -> str:
        """Standard output as text; it has to be UTF-8."""
        return self.raw.decode()

    @property
    def err(self) -> str:
        """Standard error as text."""
        return self.errors.decode()

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.raw)

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.removesuffix("\n").split("\n")

    @property
    def rows(self) -> list[dict[str, str]]:
        """The rows of the first table, by the names of its columns."""
        lines = self.lines[1:] if self.out.startswith("# ") else self.lines
        columns, *rows = [line.split("\t") for line in lines]
        short = next((n for n, row in enumerate(rows) if len(row) != len(columns)), len(rows))
        return [dict(zip(columns, row, strict=True)) for row in rows[:short]]


Run = Callable[..., Answer]
"""Runs the program with these arguments."""


def child_environment(**more: str) -> dict[str, str]:
    """Give the variables of a child: it finds steno, and is told nothing about the terminal."""
    source = str(Path(steno.__file__).parents[1])
    kept = {key: value for key, value in os.environ.items() if not key.startswith(_OF_A_TERMINAL)}
    return {**kept, "PYTHONPATH": source, "PYTHONDONTWRITEBYTECODE": "1", "TERM": "xterm", **more}


def run_child(*arguments: object, code: str = PROGRAM, **environ: str) -> Answer:
    """Run the program in a child of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=child_environment(**environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def run_on_terminal(
    *arguments: object,
    columns: int = 120,
    environ: Mapping[str, str] | None = None,
    typed: bytes = b"",
) -> Answer:
    """Run the program on a pseudo-terminal; both its outputs arrive as one (POSIX only).

    ``typed`` is what the user answers to what it asks.
    """
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *map(os.fsencode, map(str, arguments))],
        env=child_environment(**(environ or {})),
        stdin=slave,
        stdout=slave,
        stderr=slave,
    ) as child:
        os.close(slave)
        os.write(master, typed)
        output = b"".join(iter(lambda: _read(master), b""))
        os.close(master)
        return Answer(child.wait(PATIENCE), output, b"")


def act_after(patch: pytest.MonkeyPatch, name: str, act: Callable[[], object]) -> None:
    """Do something right after each call of a function, such as to remove a file it found."""
    module, _, attribute = name.rpartition(".")
    real = getattr(import_module(module), attribute)

    def wrapped(*arguments: object, **named: object) -> object:
        result = real(*arguments, **named)
        act()
        return result

    patch.setattr(name, wrapped)


def _read(master: int) -> bytes:
    try:
        return os.read(master, 1 << 16)
    except OSError:  # Linux says so where others give an end of file
        return b""
