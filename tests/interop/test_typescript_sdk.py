"""The official TypeScript SDK drives our client as it drives the real one."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.model.script import call
from steno.testing.messages_api import MessagesApi
from tests.interop import sdks
from tests.interop.real_client import UnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.interop.real_client import Client

    Drive = Callable[..., tuple[Any, list[Any]]]

pytestmark = [
    pytest.mark.interop,
    pytest.mark.skipif(sys.platform == "win32", reason="the shell tool is for POSIX"),
]

SCRIPT: Final = str(Path(__file__).with_name("typescript_sdk_script.mjs"))


@pytest.fixture(scope="module")
def node() -> tuple[str, Path]:
    """Give node and the folder of the SDK, or skip."""
    try:
        return sdks.node_with_sdk()
    except UnavailableError as missing:
        pytest.skip(str(missing))


@pytest.fixture(params=["ours", "real"])
def drive(
    request: pytest.FixtureRequest, node: tuple[str, Path], client: Client, tmp_path: Path
) -> Drive:
    """Give what runs a use of the SDK, with our client and with the real one."""
    for name in (".claude", "project"):
        (tmp_path / name).mkdir()
    (tmp_path / ".claude.json").write_text('{"hasCompletedOnboarding": true}', "utf-8")
    program = sdks.our_program(tmp_path) if request.param == "ours" else client.binary

    def run(use: str, *replies: Any) -> tuple[Any, list[Any]]:
        given = {"use": use, "program": str(program), "sdk": str(node[1])}
        with MessagesApi(replies) as api:
            told = sdks.run_script((node[0], SCRIPT), tmp_path, api.environ, given)
            assert api.problems == []
        return told, api.requests

    return run


def test_one_question_gets_its_answer(drive: Drive) -> None:
    """A query gives the beginning, the answer and a result."""
    told, _ = drive("plain", "Hello.")
    spoken = [one["type"] for one in told if one["type"] != "system"]
    assert spoken == ["assistant", "result"]
    assert any(one.get("subtype") == "init" for one in told)
    assert told[-1]["result"] == "Hello."


def test_hooks_of_the_program_are_obeyed(drive: Drive, tmp_path: Path) -> None:
    """A hook refuses one call and lets another run; what it adds reaches the model."""
    told, requests = drive(
        "hooked",
        [call("Bash", command="touch forbidden")],
        [call("Bash", command="touch fine")],
        "Done.",
    )
    assert [path.name for path in (tmp_path / "project").iterdir()] == ["fine"]
    assert told["seen"] == [
        "PreToolUse: touch forbidden", "PreToolUse: touch fine", "PostToolUse",
    ]  # fmt: skip
    said = json.dumps(requests[-1].messages)
    assert "not this one" in said
    assert "heard after it" in said


def test_the_program_decides_on_calls(drive: Drive, tmp_path: Path) -> None:
    """A callback refuses one call, and has another run with another input."""
    told, requests = drive(
        "permitted",
        [call("Bash", command="touch refused")],
        [call("Bash", command="touch other")],
        "Done.",
    )
    assert [path.name for path in (tmp_path / "project").iterdir()] == ["changed"]
    assert told["seen"] == [["Bash", "touch refused", True], ["Bash", "touch other", True]]
    assert "not allowed here" in json.dumps(requests[-1].messages)


def test_model_and_mode_are_changed_while_it_runs(drive: Drive) -> None:
    """The second turn of a streamed conversation asks the other model."""
    told, requests = drive("controlled", "One.", "Two.")
    assert told["results"] == ["One.", "Two."]
    assert [request.model for request in requests] == ["claude-sonnet-4-6", "claude-opus-4-8"]


def test_a_tool_of_the_program_itself_is_called(drive: Drive) -> None:
    """An in-process MCP server is reached over the protocol."""
    told, requests = drive("inProcessTool", [call("mcp__calc__add", a=2, b=3)], "Five.")
    assert told[-1]["result"] == "Five."
    assert "sum 5" in json.dumps(requests[-1].messages)
