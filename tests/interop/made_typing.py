"""Scenarios that are typed at the interactive client: interrupts, refusals, commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.interop.script import Json, call, reply, says, scenario

if TYPE_CHECKING:
    from tests.interop.lab import Scenario


def _keys(*keys: str) -> list[Json]:
    return [{"keys": list(keys)}, {"sleep": 1}]


def _type(text: str, until: str | None = None) -> list[Json]:
    """Type a line and wait until the screen shows something, or for a moment."""
    shown: Json = {"sleep": 2} if until is None else {"wait": until, "timeout": 20}
    return [{"text": text, "pause": 0.6}, {"keys": ["Enter"]}, shown, {"sleep": 1}]


def interrupts_and_commands() -> Scenario:
    """Escape while a tool runs and while a reply comes, a refusal, a new name, a fresh start."""
    return scenario(
        [
            says(
                reply("Sleeping.", call("Bash", command="sleep 30", description="Sleep")),
                reply("Never heard.", delay=8),
                reply(call("Write", file_path="$CWD/w.txt", content="w")),
                *(reply("All is well."),) * 4,
            )
        ],
        {
            "args": ["--session-id", "$SID1", "--allowedTools", "Bash"],
            "actions": [
                {"wait": "❯|>", "timeout": 20},
                {"sleep": 1},
                *_type("please sleep", "Sleeping"),
                *_keys("Escape"),
                *_type("and now"),
                *_keys("Escape"),
                *_keys("C-u"),
                *_type("please write", "Do you want"),
                *_keys("Escape"),
                *_type("how are you", "All is well"),
                *_type("/rename neap tide"),
                *_type("/clear"),
                *_type("hello again", "All is well"),
                *_keys("C-c", "C-c"),
            ],
        },
    )
