"""Our frames and those of the real client for the same conversation, field by field."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from steno.model.script import call, call_with, say, think
from tests.interop import sdks
from tests.interop.mcp_server import __file__ as lab_server
from tests.interop.protocol import comparable, pieces, program, rest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.interop.protocol import Program
    from tests.interop.real_client import Client

pytestmark = [
    pytest.mark.interop,
    pytest.mark.skipif(sys.platform == "win32", reason="the shell tool is for POSIX"),
]

BYPASS = ("--permission-mode", "bypassPermissions")


@dataclass(slots=True)
class Both:
    """Our client and the real one."""

    ours: Path
    real: Path
    folder: Path

    def __call__(
        self, replies: list[Any], work: Callable[[Program], None], *flags: str
    ) -> tuple[Any, Any]:
        """Let both do the same; give what they told, each as frames, pieces and exit code."""
        told = []
        for name, binary in (("ours", self.ours), ("real", self.real)):
            home = self.folder / name
            with program(binary, home, replies, *flags) as running:
                work(running)
                code = running.end()
            complaints = [one for one in running.api.problems if "nothing is scripted" not in one]
            assert complaints == []
            told.append((comparable(running.frames, home), pieces(running.frames), code))
        return told[0], told[1]


@pytest.fixture
def both(client: Client, tmp_path: Path) -> Both:
    """Give both clients."""
    return Both(sdks.our_program(tmp_path), client.binary, tmp_path)


def test_turns_with_calls(both: Both) -> None:
    """Thoughts, words, a call that works and one that fails, and a second turn."""

    def work(running: Program) -> None:
        running.begin()
        running.ask("look")
        running.ask("again", 2)

    replies = [
        [think("hm"), say("I look."), call_with("Bash", {"command": "echo hi"}, call_id="toolu_1")],
        [call_with("Read", {"file_path": "/nowhere"}, call_id="toolu_2")],
        "Done.",
        "Second.",
    ]
    ours, real = both(replies, work, *BYPASS, "--include-partial-messages")
    assert ours[0] == real[0]
    assert _kinds(ours[1]) == _kinds(real[1])
    assert ours[2] == real[2] == 0


def _kinds(told: list[Any]) -> list[Any]:
    """Give the kinds of pieces in order, each run of a kind once: it is cut anywhere."""
    return [one for place, one in enumerate(told) if place == 0 or told[place - 1] != one]


def test_hooks_and_questions(both: Both) -> None:
    """What hooks are told and what is asked about calls, with what comes of it."""

    def work(running: Program) -> None:
        running.answers["can_use_tool"] = lambda request: (
            {"behavior": "deny", "message": "no way"}
            if "never" in request["input"]["command"]
            else {"behavior": "allow", "updatedInput": request["input"]}
        )
        names = ("PreToolUse", "UserPromptSubmit", "Stop")
        running.begin(hooks={name: [{"hookCallbackIds": [name]}] for name in names})
        running.ask("go")

    replies = [
        [call("Bash", command="touch once")],
        [call("Bash", command="touch never")],
        "Done.",
    ]
    ours, real = both(replies, work, "--permission-prompt-tool", "stdio")
    assert ours[0] == real[0]


@pytest.mark.parametrize("wanted", [("--include-hook-events",), ()])
def test_hooks_that_are_commands(both: Both, wanted: tuple[str, ...]) -> None:
    """When each begins and how it ended is told where that is wanted, of a beginning always."""
    kinds = ("SessionStart", "UserPromptSubmit", "PreToolUse", "Stop", "SessionEnd")
    hooks = {kind: [{"hooks": [{"type": "command", "command": f"echo {kind}"}]}] for kind in kinds}
    hooks["PreToolUse"][0]["hooks"] = [{"type": "command", "command": "echo no >&2; exit 1"}]

    def work(running: Program) -> None:
        running.begin()
        running.ask("go")

    settings = json.dumps({"hooks": hooks})
    replies = [[call("Bash", command="true")], "Done."]
    ours, real = both(replies, work, *BYPASS, "--settings", settings, *wanted)
    told = [frame for frame in real[0] if frame.get("subtype") == "hook_response"]
    assert len(told) == (4 if wanted else 1)
    assert ours[0] == real[0]


def test_a_prompt_that_a_hook_refuses(both: Both) -> None:
    """The model never sees it; the program is told why, and the next prompt is answered."""

    def work(running: Program) -> None:
        running.answers["hook_callback"] = lambda request: (
            {"decision": "block", "reason": "not this"}
            if request["input"]["prompt"] == "bad"
            else {}
        )
        running.begin(hooks={"UserPromptSubmit": [{"hookCallbackIds": ["h"]}]})
        running.ask("bad")
        running.ask("good", 2)

    ours, real = both(["Fine."], work)
    for told in (ours, real):
        for frame in told[0]:
            if frame["type"] == "result" and not frame["num_turns"]:
                # The real client leaves these out where nobody was asked; both are harmless.
                frame.pop("api_error_status", None)
                frame.pop("terminal_reason", None)
    assert ours[0] == real[0]


def test_a_limit(both: Both) -> None:
    """A turn that may not go on fails, and so does the program."""

    def work(running: Program) -> None:
        running.begin()
        running.ask("go")

    replies = [[call("Bash", command="echo 1")]]
    ours, real = both(replies, work, *BYPASS, "--max-turns", "1")
    assert ours[0] == real[0]
    assert ours[2] == real[2] == 1


def test_a_refusal_of_the_service(both: Both) -> None:
    """An error of the API is an answer of nobody, and an error at the end."""

    def work(running: Program) -> None:
        running.begin()
        running.ask("go")

    ours, real = both([], work)
    assert ours[0] == real[0]
    assert ours[2] == real[2] == 1


def test_an_interrupt(both: Both) -> None:
    """A call that is broken off, and the turn after it."""

    def work(running: Program) -> None:
        running.begin()
        message = {"role": "user", "content": "go"}
        running.send({"type": "user", "message": message, "parent_tool_use_id": None})
        running.until(lambda frames: any(one["type"] == "assistant" for one in frames))
        rest(1)
        request = {"subtype": "interrupt"}
        running.send({"type": "control_request", "request_id": "stop", "request": request})
        running.until(lambda frames: any(one["type"] == "result" for one in frames))
        running.ask("again", 2)

    ours, real = both([[call("Bash", command="sleep 30")], "Again."], work, *BYPASS)
    for told in (ours, real):
        for frame in told[0]:
            frame.pop("errors", None)  # a note of the real client for its makers
    assert ours[0] == real[0]
    assert ours[2] == real[2] == 0


def test_an_answer_in_a_form(both: Both) -> None:
    """Structured output, as a value and as text."""

    def work(running: Program) -> None:
        running.begin()
        running.ask("go")

    schema = '{"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}'
    ours, real = both([[call("StructuredOutput", n=1)]], work, "--json-schema", schema)
    assert ours[0] == real[0]


def test_tools_of_a_server(both: Both) -> None:
    """Results of an MCP server: text with meta, an error, a picture with resources, a table."""

    def work(running: Program) -> None:
        running.begin()
        running.ask("go")

    names = ("text", "failure", "picture", "table")
    replies: list[Any] = [[call(f"mcp__lab__{name}")] for name in names]
    config = (
        f'{{"mcpServers": {{"lab": {{"command": "{sys.executable}", "args": ["{lab_server}"]}}}}}}'
    )
    ours, real = both([*replies, "Done."], work, *BYPASS, "--mcp-config", config)
    for told in (ours, real):
        for frame in told[0]:
            frame.pop("tool_use_meta", None)  # names for people, which only the real client makes
    assert ours[0] == real[0]


def test_a_sub_agent(both: Both) -> None:
    """Its prompt, its calls and their results, and that it began and ended."""

    def work(running: Program) -> None:
        running.begin()
        running.ask("go")

    given = {"description": "count", "prompt": "count", "subagent_type": "general-purpose"}
    replies = [[call("Agent", **given)], [call("Bash", command="echo 1")], "One.", "Counted."]
    ours, real = both(replies, work, *BYPASS)
    assert [_skeleton(frame) for frame in ours[0]] == [_skeleton(frame) for frame in real[0]]


def _skeleton(frame: Any) -> Any:
    """Give a frame without the words of a result of an agent, which are each client's own."""
    message = frame.get("message") or {}
    blocks = message.get("content") or []
    return (
        frame["type"],
        frame.get("subtype"),
        sorted(frame),
        frame.get("parent_tool_use_id"),
        [block.get("type") for block in blocks if isinstance(block, dict)],
    )
