"""A session of twenty turns, and a made-up model that knows by a request alone where it stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from steno.model.script import answer, call, say, text_of, think

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.model.script import Block, Reply, Request

_TURN: Final = re.compile(r"TURN-(\d\d)")
_ERRAND: Final = re.compile(r"ERRAND-(\d\d)")
SUMMARY: Final = "<summary>Files were written, read and changed, and errands were run.</summary>"
NEARLY_FULL: Final = {"input_tokens": 169_000}
"""What an answer says where the conversation is about as long as it may be."""


def _errand(number: int) -> Block:
    """Start a sub-agent."""
    prompt = f"ERRAND-{number:02}: look"
    return call("Agent", description="Errand", prompt=prompt, subagent_type="general-purpose")


STEPS: Final[dict[int, Sequence[Reply]]] = {
    1: ["Good morning."],
    2: [[think("What is asked?"), say("I have thought about it.")]],
    3: [[say("I write."), call("Write", file_path="notes.txt", content="one\ntwo\n")], "Written."],
    4: [[call("Read", file_path="notes.txt")], "It has two lines."],
    5: [[call("Edit", file_path="notes.txt", old_string="two", new_string="three")], "Changed."],
    6: [
        [
            say("I look at several things."),
            call("Read", file_path="notes.txt"),
            call("Glob", pattern="*.txt"),
            call("Bash", command="echo parallel"),
        ],
        "All three are well.",
    ],
    7: [
        [call("Read", file_path="missing.txt"), call("Bash", command="echo bad >&2; exit 3")],
        [call("NoSuchTool", anything=1)],
        "All of it failed.",
    ],
    8: [
        [_errand(1)],
        "The errand was run.",
    ],
    9: [],
    10: ["I go on from the summary."],
    11: [
        [call("Read", file_path="notes.txt")],
        [call("Edit", file_path="notes.txt", old_string="one", new_string="four")],
        [call("Edit", file_path="notes.txt", old_string="absent", new_string="x")],
        "One edit of two.",
    ],
    12: [
        [
            _errand(2),
            _errand(3),
        ],
        "Both errands were run.",
    ],
    13: [[call("Bash", command="seq 1 9000")], "That was long."],
    14: [answer("This is nearly full.", usage=NEARLY_FULL)],
    15: ["I go on after the second summary."],
    16: [[call("Grep", pattern="four", output_mode="content")], "Found."],
    17: [[call("Write", file_path="more.txt", content="more\n")], "More."],
    18: [
        [call("Bash", command="echo a > a.txt; cat a.txt"), call("Bash", command="cat more.txt")],
        "Both ran.",
    ],
    19: [
        [think("One more."), call("Read", file_path="more.txt")],
        [think("So it is."), say("Read.")],
    ],
    20: ["Good night."],
}
"""What the model answers in each turn, step by step."""
ERRAND: Final[Sequence[Reply]] = ([say("I look."), call("Bash", command="echo seen")], "Seen.")
TURNS: Final = tuple(STEPS)
_COMPACT: Final = 9


def prompt(turn: int) -> str:
    """Give what is asked in a turn."""
    return "/compact" if turn == _COMPACT else f"TURN-{turn:02}: please go on."


def model(request: Request) -> Reply:
    """Answer a request by what it holds, so that whoever asks again is answered the same."""
    if "Put it between <summary>" in request.last_text:
        return SUMMARY
    place, steps = _place(request.messages)
    done = sum(message["role"] == "assistant" for message in request.messages[place + 1 :])
    return steps[done] if done < len(steps) else "That is done."


def _place(messages: Sequence[Any]) -> tuple[int, Sequence[Reply]]:
    """Find the last prompt, and what is answered to it."""
    for place in reversed(range(len(messages))):
        text = _spoken(messages[place]) if messages[place]["role"] == "user" else ""
        if found := _ERRAND.findall(text):
            return place, ERRAND
        if found := _TURN.findall(text):
            return place, STEPS[int(found[-1])]
    return len(messages), ["I go on."]


def _spoken(message: Any) -> str:
    """Give the texts of a message without the results of tools."""
    content = message["content"]
    if isinstance(content, str):
        return content
    return text_of([block for block in content if block.get("type") == "text"])
