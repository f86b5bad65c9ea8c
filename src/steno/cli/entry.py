"""The console script: answers ``--version`` at once, and leaves everything else to ``main``."""

from __future__ import annotations

import sys

from steno import __version__


def run() -> None:
    """Run the program; exit code 0, 1 for findings or nothing found, 2 for errors."""
    arguments = sys.argv[1:]
    if arguments == ["--version"] and _is_printed(version_line()):
        return
    try:
        from steno.cli.main import main

        sys.exit(main(arguments))
    except KeyboardInterrupt:  # so early that main could not catch it
        sys.exit(130)


def _is_printed(line: str) -> bool:
    """Print a line and say whether that worked; if not, ``main`` finds the words for it."""
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except (AttributeError, OSError):  # it is closed, or its disk is full
        return False
    return True


def version_line() -> str:
    """Give the line that ``--version`` prints."""
    return f"steno {__version__}"
