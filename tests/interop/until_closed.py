"""Run a command until standard input is closed: a server that cannot outlive its test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import Final

PATIENCE: Final = 10
"""Seconds that the command has to end by itself."""


def main(command: list[str]) -> int:
    """Start the command with all its children in a group, and end that group in the end."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    threading.Thread(target=_end_with_the_test, args=(process.pid,), daemon=True).start()
    code = process.wait()
    _signal(process.pid, signal.SIGKILL)
    return code


def _end_with_the_test(group: int) -> None:
    sys.stdin.buffer.read()
    _signal(group, signal.SIGTERM)
    threading.Timer(PATIENCE, _signal, (group, signal.SIGKILL)).start()


def _signal(group: int, number: int) -> None:
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
