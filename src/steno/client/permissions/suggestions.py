"""Changes of the rules that would make a question needless, as the SDKs word them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from steno.client.permissions.names import names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    Suggestions = tuple[Mapping[str, Any], ...]

_PLAIN_WORD: Final = re.compile(r"[a-z][\w-]*")
_RUNNERS: Final = names(
    "sh bash zsh dash fish ksh env sudo su doas eval exec xargs python python3 node perl ruby "
    "php ssh nohup nice timeout time command builtin find set export"
)
"""Programs that a rule for their beginning would open too far."""


_TAKE_FILES: Final = names("touch mkdir cp mv")
"""Programs that take files; which ones they may touch is looked at besides the rule."""


def add_rules(rules: Sequence[Mapping[str, str]], destination: str) -> Mapping[str, Any]:
    """Give the change that adds rules which allow."""
    return {
        "type": "addRules",
        "rules": list(rules),
        "behavior": "allow",
        "destination": destination,
    }


def for_commands(commands: Sequence[str]) -> Suggestions:
    """Suggest a rule for each command: its first two words where they are plain, else all of it.

    Of a program that only takes files it is the first word: the second is no command of its.
    """
    contents = list(dict.fromkeys(map(_content, commands)))
    rules = [{"toolName": "Bash", "ruleContent": content} for content in contents if content]
    return (add_rules(rules, "localSettings"),) if rules else ()


def _content(command: str) -> str:
    words = command.split(" ")
    if len(words) > 1 and words[0] in _TAKE_FILES:
        return f"{words[0]} *"
    if len(words) > 1 and words[0] not in _RUNNERS and all(map(_PLAIN_WORD.fullmatch, words[:2])):
        return f"{words[0]} {words[1]} *"
    return command


def for_tool(tool: str) -> Suggestions:
    """Suggest a rule for all of a tool."""
    return (add_rules([{"toolName": tool}], "localSettings"),)


def for_domain(domain: str) -> Suggestions:
    """Suggest a rule for all pages of a domain."""
    rule = {"toolName": "WebFetch", "ruleContent": f"domain:{domain}"}
    return (add_rules([rule], "localSettings"),)


def for_reading(folder: Path) -> Suggestions:
    """Suggest a rule for all files of a folder, for this session."""
    rule = {"toolName": "Read", "ruleContent": f"/{folder}/**"}
    return (add_rules([rule], "session"),)


def for_writing(outside: Path | None) -> Suggestions:
    """Suggest the mode that accepts edits, and the folder where it lies outside."""
    mode = {"type": "setMode", "mode": "acceptEdits", "destination": "session"}
    if outside is None:
        return (mode,)
    folder = {
        "type": "addDirectories",
        "directories": [str(outside)],
        "destination": "session",
    }
    return (mode, folder)
