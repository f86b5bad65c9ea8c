"""The words that scenarios are written in: what the model says and calls, what the user types."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.interop.lab import Scenario

Json = dict[str, Any]

_numbers = count(1)


def call(tool: str, /, **arguments: Any) -> Json:
    """Give a tool call of the model."""
    number = next(_numbers)
    return {"type": "tool_use", "id": f"toolu_made{number:04}", "name": tool, "input": arguments}


def reply(*blocks: Json | str, **own: Any) -> Json:
    """Give a reply of the model; a string is a block of text."""
    content = [
        {"type": "text", "text": block} if isinstance(block, str) else block for block in blocks
    ]
    return {"content": content, **own}


def says(*replies: Json, **match: Any) -> Json:
    """Give a rule: these replies in turn, to requests that offer tools unless told otherwise."""
    return {"match": match or {"tool": "Read"}, "replies": list(replies)}


def always(answer: Json, **match: Any) -> Json:
    """Give a rule: this reply whenever it fits."""
    return {"match": match, "replies": [answer], "repeat": True}


def ask(prompt: str, *options: str, session: int = 1, mode: str = "bypassPermissions") -> Json:
    """Give a step: a prompt that begins a session."""
    return _prompt(prompt, "--session-id", f"$SID{session}", "--permission-mode", mode, *options)


def again(prompt: str, *options: str, mode: str = "bypassPermissions") -> Json:
    """Give a step: a prompt that resumes the first session."""
    return _prompt(prompt, "--resume", "$SID1", "--permission-mode", mode, *options)


def _prompt(prompt: str, *options: str) -> Json:
    return {"args": ["-p", prompt, "--output-format", "json", *options]}


def scenario(rules: list[Json], *steps: Json, **own: Any) -> Scenario:
    """Put a scenario together; there are always some files."""
    files = {
        "README.md": "# Tides\n\nhigh and low\n",
        "src/a.py": "def f():\n    return 1\n",
        "src/b.py": "import a\n",
        **own.pop("files", {}),
    }
    return {"files": files, "rules": rules, "steps": list(steps), **own}
