"""Where conversations are begun and taken up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from steno.client.client_config import trust
from steno.client.start_flags import StartFlags
from tests.cli.chatting.bench import MODEL, TalkBench, say

if TYPE_CHECKING:
    from pathlib import Path


def test_what_a_folder_brings_along_counts_only_when_it_is_trusted(tmp_path: Path) -> None:
    """Settings, servers and definitions are named, and left out until then."""
    bench = TalkBench(tmp_path)
    (bench.cwd / ".claude" / "commands").mkdir(parents=True)
    (bench.cwd / ".claude" / "commands" / "go.md").write_text("Go.\n")
    (bench.cwd / ".claude" / "settings.json").write_text('{"model": "claude-odd-1"}')
    desk = bench.desk()
    assert [name.rpartition("/")[2] for name in desk.untrusted()] == ["settings.json", "commands"]
    assert desk.config().model is None
    trust(bench.cwd, desk.environ)
    trusted = bench.desk()
    assert trusted.untrusted() == []
    assert trusted.config().model == "claude-odd-1"


def test_odd_rules_are_told_once(tmp_path: Path) -> None:
    """Of the settings and the command line, and not again with the next conversation."""
    bench = TalkBench(tmp_path, flags=StartFlags(model=MODEL, disallowed_tools=("bash",)))
    (bench.home / "settings.json").write_text('{"permissions": {"allow": ["Bash("]}}')

    async def go() -> None:
        async with bench as talk:
            await say(talk, "/clear")
        assert bench.face.text.count("is no rule") == 1
        assert bench.face.text.count("counts for Bash") == 1

    asyncio.run(go())


def test_folders_of_the_command_line(tmp_path: Path) -> None:
    """Those that there are not are told once; commands of a plugin are there."""
    (tmp_path / "plugin" / "commands").mkdir(parents=True)
    (tmp_path / "plugin" / "commands" / "tide.md").write_text("Tide.\n")
    flags = StartFlags(
        model=MODEL, add_dirs=("nope",), plugin_dirs=("none", str(tmp_path / "plugin"))
    )
    bench = TalkBench(tmp_path, flags=flags)

    async def go() -> None:
        async with bench as talk:
            await say(talk, "/clear")
            assert talk.agent.shared.definitions.recipe("tide") is not None
            assert talk.agent.context.more_folders == ()
        assert bench.face.text.count("--add-dir") == 1
        assert bench.face.text.count("--plugin-dir") == 1

    asyncio.run(go())


@pytest.mark.parametrize(
    ("flags", "settings", "expected"),
    [
        (StartFlags(), "{}", "default"),
        (StartFlags(), '{"permissions": {"defaultMode": "plan"}}', "plan"),
        (StartFlags(permission_mode="acceptEdits"), "{}", "acceptEdits"),
        (StartFlags(skip_permissions=True), "{}", "bypassPermissions"),
    ],
)
def test_the_mode_to_begin_with(
    flags: StartFlags, settings: str, expected: str, tmp_path: Path
) -> None:
    """The command line comes before the settings."""
    bench = TalkBench(tmp_path, flags=flags)
    (bench.home / "settings.json").write_text(settings)

    async def go() -> None:
        async with bench as talk:
            assert talk.agent.shared.judge.mode == expected

    asyncio.run(go())


def test_a_session_goes_on_in_its_mode_but_never_unasked(tmp_path: Path) -> None:
    """The mode of before is taken up, except the one that asks for nothing."""
    for mode, expected in (("plan", "plan"), ("bypassPermissions", "default")):
        bench = TalkBench(
            tmp_path / mode, ["One."], flags=StartFlags(model=MODEL, permission_mode=mode)
        )

        async def begin(bench: TalkBench = bench) -> None:
            async with bench as talk:
                await say(talk, "hi")

        asyncio.run(begin())
        again = TalkBench(tmp_path / mode, flags=StartFlags(model=MODEL, continues=True))

        async def go_on(bench: TalkBench = again, expected: str = expected) -> None:
            async with bench as talk:
                assert talk.agent.shared.judge.mode == expected

        asyncio.run(go_on())


def test_a_fork_and_another_point(tmp_path: Path) -> None:
    """A session is taken up by its id in one of its own, or at an earlier line."""
    bench = TalkBench(tmp_path, ["One.", "Two."])

    async def begin() -> None:
        async with bench as talk:
            await say(talk, "apples", "pears")

    asyncio.run(begin())
    session = bench.path.stem
    desk = bench.desk()
    lines = bench.talk.agent.conversation.lines
    first_reply = next(line for line in lines if line.kind == "assistant")
    at = desk.open_named(session, str(first_reply.body["uuid"]))
    assert at.past is not None
    assert "pears" not in str(at.past.messages_for(MODEL))
    forked = TalkBench(
        tmp_path, ["Three."], flags=StartFlags(model=MODEL, resume=session, fork_session=True)
    )

    async def fork() -> None:
        async with forked as talk:
            await say(talk, "plums")

    asyncio.run(fork())
    assert forked.path.stem != session
    assert "apples" in str(forked.exchange.requests[0].messages)


def test_servers_are_reached_and_let_go(tmp_path: Path) -> None:
    """A server that cannot be reached is told of; the conversation begins without it."""
    config = '{"mcpServers": {"gone": {"command": "/no/such/program"}}}'
    bench = TalkBench(tmp_path, flags=StartFlags(model=MODEL, mcp_configs=(config,)))

    async def go() -> None:
        desk = bench.desk()
        desk.open_servers()
        assert desk.missing_servers() == ["gone"]
        await desk.await_servers(20)
        assert desk.missing_servers() == []
        assert any("gone" in told for told in desk.told)
        await desk.close()
        assert bench.exchange.is_closed

    asyncio.run(go())


def test_what_a_folder_says_is_told_only_when_it_is_trusted(tmp_path: Path) -> None:
    """CLAUDE.md of the project, what it imports and the local one; the user's own always is."""
    bench = TalkBench(tmp_path, ["One.", "Two."])
    (bench.home / "CLAUDE.md").write_text("USER WORDS")
    (bench.cwd / "CLAUDE.md").write_text("PROJECT WORDS @more.md")
    (bench.cwd / "more.md").write_text("IMPORTED WORDS")
    (bench.cwd / "CLAUDE.local.md").write_text("LOCAL WORDS")
    words = ("USER WORDS", "PROJECT WORDS", "IMPORTED WORDS", "LOCAL WORDS")

    async def told() -> list[bool]:
        async with bench as talk:
            await say(talk, "go")
        asked = str(bench.exchange.requests[-1].messages)
        return [word in asked for word in words]

    assert bench.desk().untrusted() == ["CLAUDE.md", "CLAUDE.local.md"]
    assert asyncio.run(told()) == [True, False, False, False]
    trust(bench.cwd, bench.desk().environ)
    assert asyncio.run(told()) == [True, True, True, True]
