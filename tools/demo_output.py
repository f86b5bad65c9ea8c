"""What steno prints on a terminal for the demo home, for the docs; needs a POSIX system."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

COLUMNS: Final = 96
"""How wide the terminal of the docs is."""
DEMO: Final = "demo-home"
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PROGRAM: Final = "from steno.cli.entry import run; run()"


def demo_output(*arguments: str) -> str:
    """Run a command on the demo in a terminal, and give what it shows as a Markdown block."""
    with tempfile.TemporaryDirectory() as folder:
        _on_terminal(folder, "demo", DEMO)
        shown = _on_terminal(folder, "--home", DEMO, *arguments)
    command = " ".join(["steno", "--home", DEMO, *arguments])
    lines = [line.rstrip() for line in shown.split("\n")]
    return f"```console\n$ {command}\n" + "\n".join(lines).strip("\n") + "\n```"


def _on_terminal(folder: str, *arguments: str) -> str:
    """Run steno in a folder with a terminal as its output, and give what it wrote to it."""
    import pty  # noqa: PLC0415 - other systems have no such module

    master, slave = pty.openpty()
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": folder,
        "TZ": "UTC",
        "TERM": "xterm",
        "COLUMNS": str(COLUMNS),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(Path(__file__).resolve().parent.parent / "src"),
    }
    command = [sys.executable, "-c", _PROGRAM, *arguments]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        # Where nobody can type there is no pager.
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=subprocess.DEVNULL,
    )
    os.close(slave)
    shown = _drain(master)
    os.close(master)
    if process.wait() > 1:
        raise RuntimeError(f"steno {' '.join(arguments)} failed")
    return _COLOURS.sub("", shown.decode("utf-8")).replace("\r\n", "\n")


def _drain(master: int) -> bytes:
    """Read until the other side of the terminal is closed."""
    shown = b""
    while select.select([master], [], [])[0]:
        try:
            piece = os.read(master, 1 << 16)
        except OSError:  # Linux says so where others give nothing
            break
        if not piece:
            break
        shown += piece
    return shown
