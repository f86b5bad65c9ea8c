"""The official Python SDK drives our client as it drives the real one."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.model.script import call, say, think
from steno.testing.messages_api import MessagesApi
from tests.interop import sdks
from tests.interop.real_client import UnavailableError

if TYPE_CHECKING:
    from tests.interop.real_client import Client

pytestmark = [
    pytest.mark.interop,
    pytest.mark.skipif(sys.platform == "win32", reason="the shell tool is for POSIX"),
]

SCRIPT: Final = str(Path(__file__).with_name("python_sdk_script.py"))


@pytest.fixture(scope="module")
def python() -> Path:
    """Give a Python that has the SDK, or skip."""
    try:
        return sdks.python_with_sdk()
    except UnavailableError as missing:
        pytest.skip(str(missing))


@dataclass(slots=True)
class Drive:
    """Runs a use of the SDK with a client, in a home and a project of their own."""

    python: Path
    program: Path
    folder: Path
    environ: dict[str, str] = field(default_factory=dict)
    requests: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the folders."""
        for name in (".claude", "project"):
            (self.folder / name).mkdir()
        (self.folder / ".claude.json").write_text('{"hasCompletedOnboarding": true}', "utf-8")

    @property
    def project(self) -> Path:
        """Where the client works."""
        return self.folder / "project"

    def __call__(self, use: str, *replies: Any, rules: Any = None) -> Any:
        """Run a use; the strict API answers what is scripted, and must have no complaint."""
        given = {"use": use, "program": str(self.program)}
        with MessagesApi(replies, rules=rules) as api:
            environ = {**api.environ, **self.environ}
            told = sdks.run_script((str(self.python), SCRIPT), self.folder, environ, given)
            assert api.problems == []
        self.requests = api.requests
        return told

    def said(self) -> str:
        """Give all that the model was told last."""
        return json.dumps(self.requests[-1].messages)


@pytest.fixture(params=["ours", "real"])
def drive(request: pytest.FixtureRequest, python: Path, client: Client, tmp_path: Path) -> Drive:
    """Give a drive of our client, and one of the real client: both do the same."""
    folder = tmp_path / "home"
    folder.mkdir()
    ours = sdks.our_program(tmp_path)
    return Drive(python, ours if request.param == "ours" else client.binary, folder)


def kinds(messages: list[Any]) -> list[str]:
    """Give what kinds of messages came, without what only tells of progress."""
    told = ("AssistantMessage", "UserMessage", "ResultMessage")
    return [one["kind"] for one in messages if one["kind"] in told]


def test_one_question_gets_its_answer(drive: Drive) -> None:
    """A query gives the beginning, the blocks of the answer, and a result with cost and turns."""
    told = drive("plain", [think("hm"), say("Hello.")])
    assert next(one for one in told if one["kind"] == "SystemMessage")["subtype"] == "init"
    blocks = [one["blocks"] for one in told if one["kind"] == "AssistantMessage"]
    assert blocks == [["ThinkingBlock"], ["TextBlock"]]
    result = told[-1]
    assert (result["subtype"], result["result"], result["num_turns"]) == ("success", "Hello.", 1)
    assert result["cost"] > 0


def test_one_client_answers_turn_after_turn(drive: Drive) -> None:
    """Two turns belong to one session, and the second knows the first."""
    told = drive("several_turns", "First.", "Second.")
    assert told["first"][-1]["result"] == "First."
    assert told["second"][-1]["result"] == "Second."
    assert told["first"][-1]["session"] == told["second"][-1]["session"]
    assert {"commands", "agents", "models", "output_style"} <= set(told["info"])
    assert "First." in drive.said()


def test_prompts_may_come_as_a_stream(drive: Drive) -> None:
    """Prompts that come at once are all answered, in one turn or in two."""
    told = drive("streamed_prompts", "First.", "Second.")
    assert told[-1]["kind"] == "ResultMessage"
    assert "second" in drive.said()


def test_hooks_of_the_program_are_obeyed(drive: Drive) -> None:
    """A hook refuses a call, another changes one; what they add reaches the model; Stop goes on."""
    told = drive(
        "hooked",
        [call("Bash", command="touch forbidden")],
        [call("Bash", command="touch other")],
        "Done.",
        "Now it is.",
    )
    assert not (drive.project / "forbidden").exists()
    assert not (drive.project / "other").exists()
    assert (drive.project / "changed").exists()
    assert told["seen"][0] == "UserPromptSubmit: go"
    assert told["seen"][1:4] == ["PreToolUse", "PreToolUse", "PostToolUse"]
    assert told["seen"][4:] == ["Stop: False", "Stop: True"]
    assert told["messages"][-1]["result"] == "Now it is."
    for words in ("not this one", "heard after the call", "heard with the prompt"):
        assert words in drive.said()
    assert "one thing is missing" in drive.said()


def test_the_program_decides_on_calls(drive: Drive) -> None:
    """A callback allows a call, refuses one, and has one run with another input."""
    told = drive(
        "permitted",
        [call("Bash", command="touch granted")],
        [call("Bash", command="touch refused")],
        [call("Bash", command="touch other")],
        "Done.",
    )
    assert sorted(path.name for path in drive.project.iterdir()) == ["changed", "granted"]
    assert [one[1] for one in told["seen"]] == ["touch granted", "touch refused", "touch other"]
    assert all(has_suggestions and call_id for _, _, has_suggestions, call_id in told["seen"])
    assert "not allowed here" in drive.said()
    assert told["messages"][-1]["denials"] == 1


def test_a_tool_of_the_program_itself_is_called(drive: Drive) -> None:
    """An in-process MCP server is reached over the protocol, and its answer reaches the model."""
    told = drive("in_process_tool", [call("mcp__calc__add", a=2, b=3)], "Five.")
    assert "mcp__calc__add" in drive.requests[0].tools
    assert "sum 5" in drive.said()
    assert told["messages"][-1]["result"] == "Five."
    (server,) = told["status"]["mcpServers"]
    assert (server["name"], server["status"]) == ("calc", "connected")
    assert [tool["name"] for tool in server["tools"]] == ["add"]


def test_answers_come_in_pieces(drive: Drive) -> None:
    """With partial messages the events of the API come as they are, and add up to the text."""
    told = drive("partial", "A longer answer that comes in several pieces.")
    assert told["text"] == "A longer answer that comes in several pieces."
    assert told["kinds"] == [
        "content_block_delta", "content_block_start", "content_block_stop",
        "message_delta", "message_start", "message_stop",
    ]  # fmt: skip


def test_parallel_calls_get_one_result_each(drive: Drive) -> None:
    """Two calls of one message have two results, which go back in one message."""
    for name in ("a", "b"):
        (drive.project / name).write_text(f"in {name}", "utf-8")
    calls = [call("Read", file_path=str(drive.project / name)) for name in ("a", "b")]
    told = drive("plain", calls, "Both.")
    # A call may have its result before the next one is told, or not.
    assert sorted(kinds(told)) == sorted(
        ["AssistantMessage"] * 3 + ["UserMessage"] * 2 + ["ResultMessage"]
    )
    assert "in a" in drive.said()
    assert "in b" in drive.said()


def test_a_running_call_is_broken_off(drive: Drive) -> None:
    """An interrupt ends the call and the turn, and the next prompt is answered."""
    told = drive("interrupted", [call("Bash", command="sleep 30")], "Again.")
    assert told["messages"][-1]["subtype"] == "error_during_execution"
    assert told["messages"][-1]["is_error"] is True
    assert told["again"][-1]["result"] == "Again."
    assert "[Request interrupted by user for tool use]" in drive.said()


def test_sessions_are_resumed_forked_and_continued(drive: Drive) -> None:
    """A resume keeps the id, a fork has its own, and both know what was said before."""
    first, resumed, forked, continued = drive("taken_up", "R1.", "R2.", "R3.", "R4.")
    assert resumed == first
    assert forked != first
    assert continued == forked
    said = [json.dumps(request.messages) for request in drive.requests]
    assert "R1." in said[1]
    assert "R2." in said[2]
    assert "R3." in said[3]


def test_a_turn_ends_at_its_limit(drive: Drive) -> None:
    """With one turn allowed, the result says so, and the SDK raises what it raises for that."""
    told = drive("limited", [call("Bash", command="echo 1")])
    assert told["messages"][-1]["subtype"] == "error_max_turns"
    assert told["messages"][-1]["num_turns"] == 2
    assert told["problem"] == "ResultError"


def test_an_answer_has_the_form_that_was_asked_for(drive: Drive) -> None:
    """Structured output comes as a value, and as text in the result."""
    told = drive("formed", [call("StructuredOutput", n=7)])
    assert told[-1]["structured"] == {"n": 7}
    assert json.loads(told[-1]["result"]) == {"n": 7}


def test_the_transcript_is_mirrored(drive: Drive) -> None:
    """A session store of the program gets every line, and the SDK reads the session from it."""
    told = drive("mirrored", "Hello.")
    assert told["sessions"] == 1
    assert told["kept"] == ["user", "assistant"]


def test_model_and_mode_are_changed_while_it_runs(drive: Drive) -> None:
    """The next turn has the other model and mode; the use of the window can be asked for."""
    told = drive("controlled", "One.", "Two.")
    assert (told["model"], told["mode"]) == ("claude-opus-4-8", "acceptEdits")
    assert drive.requests[1].model == "claude-opus-4-8"
    usage = told["usage"]
    assert 0 < usage["totalTokens"] < usage["maxTokens"]
    assert told["part_keys"] == ["color", "name", "tokens"]


def test_files_go_back_to_what_they_were(drive: Drive) -> None:
    """With checkpoints a file that was changed is brought back to what it was at the prompt."""
    path = str(drive.project / "kept.txt")
    told = drive(
        "rewound",
        [call("Read", file_path=path)],
        [call("Write", file_path=path, content="after")],
        "Changed.",
    )
    assert told == {"changed": "after", "after": "before", "prompt": True}


def test_the_sdk_reads_what_was_written(drive: Drive) -> None:
    """The SDK lists our session and gives its messages."""
    told = drive("read_back", [call("Bash", command="echo 1")], "Done.")
    assert told["found"] is True
    assert told["first_prompt"] == "hello there"
    assert told["messages"] == ["user", "assistant", "user", "assistant"]


def test_an_agent_of_the_program_is_used(drive: Drive) -> None:
    """A sub-agent that the program defines works with its own prompt, and hands on its result."""

    def rules(request: Any) -> Any:
        return "One, two." if "You only count." in request.system_text else None

    given = {"description": "d", "prompt": "count to two", "subagent_type": "counter"}
    told = drive("delegated", [call("Agent", **given)], "Counted.", rules=rules)
    assert told[-1]["result"] == "Counted."
    assert any(one.get("parent") for one in told)
    assert "One, two." in drive.said()


def test_what_is_too_long_for_a_frame_ends_nothing(python: Path, tmp_path: Path) -> None:
    """Ours alone: a call longer than the SDK takes is told cut, and done in full."""
    folder = tmp_path / "home"
    folder.mkdir()
    # So long a conversation would be summed up otherwise.
    environ = {"DISABLE_AUTO_COMPACT": "1"}
    drive = Drive(python, sdks.our_program(tmp_path), folder, environ)
    path, content = drive.project / "long.txt", "long " * 300_000
    told = drive("plain", [call("Write", file_path=str(path), content=content)], "Written.")
    assert told[-1]["result"] == "Written."
    assert path.read_text("utf-8") == content
