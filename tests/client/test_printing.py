"""Print mode: one prompt and its answer."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from steno.client import launch as launching
from steno.client import mcp, printing
from steno.client.launch import Around, launch
from steno.client.printing import Printed
from steno.client.start_flags import parse_flags
from steno.client.wire import Wire
from steno.model.script import call
from steno.testing.messages_api import MessagesApi
from tests.cli.chatting.bench import until

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def printed(
    folder: Path, *flags: str, replies: list[Any], notes: list[str] | None = None
) -> tuple[int, str]:
    """Answer a prompt; give the exit code and what was printed."""
    told = [] if notes is None else notes
    for name in ("home", "project"):
        (folder / name).mkdir(exist_ok=True)
    out = folder / "out"

    async def go() -> int:
        with out.open("wb") as file, MessagesApi(replies) as api:
            environ = {"CLAUDE_CONFIG_DIR": str(folder / "home"), "PATH": "/usr/bin:/bin"}
            environ |= {**api.environ, "CLAUDE_CODE_MAX_RETRIES": "0"}

            def start(host: Any, given: Mapping[str, Any]) -> Any:
                around = Around(
                    environ=environ,
                    cwd=folder / "project",
                    person=host.person,
                    tell=host.telling.tell,
                    note=told.append,
                    given=given,
                )
                return launch(host.flags, around)

            wire = Wire(None, file.fileno())
            return await Printed(parse_flags(flags), wire, start, told.append).run("hi")

    return asyncio.run(go()), out.read_text("utf-8")


def test_text_is_the_answer_alone(tmp_path: Path) -> None:
    """Nothing else is printed."""
    assert printed(tmp_path, "-p", replies=["Hello."]) == (0, "Hello.\n")


def test_json_is_one_result(tmp_path: Path) -> None:
    """One line, the same as the last frame of the stream."""
    code, told = printed(tmp_path, "-p", "--output-format", "json", replies=["Hello."])
    result = json.loads(told)
    assert code == 0
    assert (result["type"], result["result"], result["is_error"]) == ("result", "Hello.", False)


def test_a_stream_has_all_frames(tmp_path: Path) -> None:
    """From init to the result."""
    flags = ("-p", "--output-format", "stream-json", "--permission-mode", "bypassPermissions")
    replies = [[call("Bash", command="echo 1")], "Done."]
    _, told = printed(tmp_path, *flags, replies=replies)
    kinds = [json.loads(line)["type"] for line in told.strip().split("\n")]
    assert kinds == ["system", "assistant", "user", "assistant", "result"]


@pytest.mark.parametrize("how", ["text", "json"])
def test_a_refusal_is_printed_and_is_an_error(tmp_path: Path, how: str) -> None:
    """The exit code is 1, and the words are those of the service."""
    code, told = printed(tmp_path, "-p", "--output-format", how, replies=[])
    assert code == 1
    assert "nothing is scripted for this request" in told
    if how == "json":
        assert json.loads(told)["api_error_status"] == 400


def test_a_limit_is_an_error_in_words(tmp_path: Path) -> None:
    """A turn without an answer prints why there is none."""
    flags = ("-p", "--max-turns", "1", "--permission-mode", "bypassPermissions")
    code, told = printed(tmp_path, *flags, replies=[[call("Bash", command="true")]])
    assert (code, told) == (1, "Error: Reached maximum number of turns (1)\n")


def test_nobody_is_asked(tmp_path: Path) -> None:
    """A call that needs a permission does not run, and the model hears so."""
    replies = [[call("Bash", command="touch x")], "Then not."]
    assert printed(tmp_path, "-p", replies=replies) == (0, "Then not.\n")
    assert list((tmp_path / "project").iterdir()) == []


def hook_frames(folder: Path, *flags: str) -> list[tuple[str, str]]:
    """Give the frames of hooks in a session that has some, with where it begins and ends."""
    (folder / "home").mkdir(exist_ok=True)
    kinds = ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")
    hooks = {kind: [{"hooks": [{"type": "command", "command": f"echo {kind}"}]}] for kind in kinds}
    hooks["Stop"][0]["hooks"].append({"type": "command", "command": "echo no >&2; exit 1"})
    (folder / "home" / "settings.json").write_text(json.dumps({"hooks": hooks}))
    wanted = ("-p", "--output-format", "stream-json", "--verbose", *flags)
    _, told = printed(folder, *wanted, replies=["Hello."])
    frames = [json.loads(line) for line in told.splitlines()]
    for frame in frames:
        if frame.get("subtype") == "hook_response":
            assert frame["output"] == frame["stdout"] + frame["stderr"]
            failed = frame["exit_code"] != 0
            assert frame["outcome"] == ("error" if failed else "success")
            assert failed is (frame["stderr"] == "no\n")
            started = {one["hook_id"] for one in frames if one.get("subtype") == "hook_started"}
            assert frame["hook_id"] in started
    return [(frame.get("subtype", frame["type"]), frame.get("hook_name", "")) for frame in frames]


def test_hooks_are_told_of_where_that_is_wanted(tmp_path: Path) -> None:
    """Each when it begins and when it has ended; the hooks of a beginning are always told of."""
    start = [("hook_started", "SessionStart:startup"), ("hook_response", "SessionStart:startup")]
    said = [("hook_started", "UserPromptSubmit"), ("hook_response", "UserPromptSubmit")]
    stop = [("hook_started", "Stop")] * 2 + [("hook_response", "Stop")] * 2
    middle = [("init", ""), ("assistant", "")]
    full = [*start, *said, *middle, *stop, ("success", "")]
    assert hook_frames(tmp_path, "--include-hook-events") == full
    assert hook_frames(tmp_path) == [*start, *middle, ("success", "")]


def test_a_hook_that_fails_is_told_on_the_side(tmp_path: Path) -> None:
    """The answer is printed all the same."""
    hook = {"type": "command", "command": "echo BAD TIDE >&2; exit 1"}
    flags = ("-p", "--settings", json.dumps({"hooks": {"SessionStart": [{"hooks": [hook]}]}}))
    notes: list[str] = []
    assert printed(tmp_path, *flags, replies=["Hello."], notes=notes) == (0, "Hello.\n")
    (told,) = notes
    assert told == (
        "the SessionStart hook (echo BAD TIDE >&2; exit 1) failed with exit code 1: BAD TIDE"
    )


HANGS = json.dumps(
    {"mcpServers": {"slowone": {"command": "/bin/sleep", "args": ["600"]}}},
)


def test_servers_that_are_waited_for_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only where it takes long; then the prompt is answered without them."""
    monkeypatch.setattr(launching, "SLOW_SERVERS", 0.01)
    monkeypatch.setattr(mcp, "CONNECT_SECONDS", 0.5)
    notes: list[str] = []
    flags = ("-p", "--mcp-config", HANGS)
    assert printed(tmp_path, *flags, replies=["Hello."], notes=notes) == (0, "Hello.\n")
    assert notes[0] == "connecting to slowone, for up to 0.5 s (MCP_TIMEOUT says otherwise)"
    assert "slowone is left out" in notes[1]


def test_a_signal_does_not_wait_for_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has not begun need not come to its end."""
    monkeypatch.setattr(launching, "SLOW_SERVERS", 0.01)
    monkeypatch.setattr(printing, "LAST_WORDS", 600)
    notes: list[str] = []

    async def go() -> None:
        flags = parse_flags(("-p", "--mcp-config", HANGS))
        with (tmp_path / "out").open("wb") as file, MessagesApi([]) as api:
            environ = {"CLAUDE_CONFIG_DIR": str(tmp_path), "PATH": "/usr/bin:/bin", **api.environ}

            def start(host: Any, given: Mapping[str, Any]) -> Any:
                around = Around(
                    environ=environ,
                    cwd=tmp_path,
                    person=host.person,
                    tell=host.telling.tell,
                    note=notes.append,
                    given=given,
                )
                return launch(host.flags, around)

            program = Printed(flags, Wire(None, file.fileno()), start, notes.append)
            running = asyncio.ensure_future(program.run("hi"))
            await until(lambda: notes)
            running.cancel()
            async with asyncio.timeout(30):
                await asyncio.wait({running})
            assert running.cancelled()
            assert api.requests == []

    asyncio.run(go())
