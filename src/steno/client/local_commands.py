"""Commands that the client runs by itself, as lines: what was typed, and what came of it.

What only shows something is two system lines; what changes something stands between the user's
lines, behind a word to the model that it need not answer. The model sees both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.client import lines
from steno.client.system_lines import local_command

if TYPE_CHECKING:
    from steno.client.lines import Draft

CAVEAT: Final = (
    "<local-command-caveat>The lines below come from a command that the user ran in the client. "
    "They need no answer unless the user asks about them.</local-command-caveat>"
)


def command_text(name: str, arguments: str = "") -> str:
    """Give a command as lines have it, with the indentation that the real client has there."""
    parts = [
        f"<command-name>/{name}</command-name>",
        f"<command-message>{name}</command-message>",
        f"<command-args>{arguments}</command-args>",
    ]
    return "\n            ".join(parts)


def output_text(output: str) -> str:
    """Give what a command put out as lines have it."""
    return f"<local-command-stdout>{output}</local-command-stdout>"


def shown_lines(name: str, arguments: str, output: str) -> list[Draft]:
    """Give the lines of a command that only showed something."""
    return [local_command(command_text(name, arguments)), local_command(output_text(output))]


def done_lines(name: str, arguments: str, output: str) -> list[Draft]:
    """Give the lines of a command that changed something."""
    asked = lines.said(command_text(name, arguments))
    return [lines.meta(CAVEAT), asked, lines.said(output_text(output))]


def cleared_lines() -> list[Draft]:
    """Give the lines with which a conversation begins after ``/clear``."""
    asked = lines.said(command_text("clear"))
    return [lines.meta(CAVEAT), asked, local_command(output_text(""))]
