"""What a shell command tells by its words alone: what its exit code means, whether it is silent."""

from __future__ import annotations

import re
from typing import Final

_SILENT_NAMES: Final = """
mv cp rm mkdir rmdir chmod chown chgrp touch ln cd export unset wait
"""
_SILENT: Final = frozenset(_SILENT_NAMES.split())
_BETWEEN: Final = re.compile(r"\|\||&&|[;|&\n]")
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=")
_QUOTED: Final = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.", re.DOTALL)
_NO_ERROR: Final = {
    "grep": "No matches found",
    "rg": "No matches found",
    "egrep": "No matches found",
    "fgrep": "No matches found",
    "find": "Some directories were inaccessible",
    "diff": "Files differ",
    "test": "Condition is false",
    "[": "Condition is false",
}


def meaning(command: str, exit_code: int) -> str | None:
    """Say what the exit code 1 of a command means that is no failure; None where it is one."""
    if exit_code != 1:
        return None
    commands = _commands(command)
    return _NO_ERROR.get(commands[-1]) if commands else None


def is_silent(command: str) -> bool:
    """Say whether nothing is to be expected from a command that succeeds."""
    commands = _commands(command)
    return bool(commands) and all(name in _SILENT for name in commands)


def is_pause(command: str) -> bool:
    """Say whether a command begins by waiting: to go on with it in the background is no use."""
    commands = _commands(command)
    return bool(commands) and commands[0] == "sleep"


def _commands(command: str) -> list[str]:
    """Give the first word of each command; quoted text stands for itself and ends nothing."""
    bare = _QUOTED.sub("_", command)
    words = [part.split() for part in _BETWEEN.split(bare)]
    names = ([word for word in part if not _ASSIGNMENT.match(word)] for part in words if part)
    return [part[0] for part in names if part]
