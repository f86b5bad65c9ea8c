"""What a person typed: a prompt, a command of ours, a command for the shell, or a goodbye."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from steno.client.expansion import parse_command

Kind = Literal["nothing", "prompt", "command", "shell", "goodbye"]

GOODBYES: Final = frozenset({"/quit", "/exit", "exit", "quit", ":q"})
SHELL_SIGN: Final = "!"


@dataclass(frozen=True, slots=True)
class Entered:
    """What was typed, taken apart."""

    kind: Kind
    text: str
    """All of it; of a shell command what is run."""
    name: str = ""
    """The command without its slash."""
    arguments: str = ""


def read_entered(text: str) -> Entered:
    """Take apart what was typed."""
    plain = text.strip()
    if not plain:
        return Entered("nothing", "")
    if plain in GOODBYES:
        return Entered("goodbye", plain)
    if plain.startswith(SHELL_SIGN) and plain[1:].strip():
        return Entered("shell", plain[1:].strip())
    named = parse_command(plain)
    if named is not None:
        return Entered("command", plain, *named)
    return Entered("prompt", plain)


def without_controls(text: str) -> str:
    """Give a text with line feeds and tabs, and no other control sign."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(sign for sign in lines if sign in "\n\t" or not is_control(sign))


def is_control(sign: str) -> bool:
    """Say whether a terminal could obey a sign."""
    return sign < " " or "\x7f" <= sign <= "\x9f"


def goes_on(before_cursor: str) -> bool:
    """Say whether Enter begins a new line: the text ends with a single backslash."""
    return before_cursor.endswith("\\") and not before_cursor.endswith("\\\\")
