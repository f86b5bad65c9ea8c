"""A whole session as it is put together for a surface."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from steno.client.assembly import Parts, assemble, begin, end
from steno.client.client_config import load_client_config
from steno.client.events import CallTold, TurnEnded
from steno.client.opening import Place, Wanted, open_new, open_resumed
from steno.client.options import Options
from steno.format import codec
from steno.model.access import Access
from steno.model.exchange import Patience
from steno.model.exchange_http import HttpExchange
from steno.model.script import call, say
from steno.session.session import load
from steno.testing.messages_api import MessagesApi
from tests.client.agents import Scripted, ask, is_main, plain
from tests.client.test_client_config import settings
from tests.client.test_memory import write

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from steno.client.agent import Agent
    from steno.client.opening import Opened


class House:
    """A home, a project and a service."""

    def __init__(self, folder: Path, *replies: Any, **own: Any) -> None:
        """Take what the service answers, and further parts."""
        self.home, self.cwd = folder / "home" / ".claude", folder / "project"
        self.cwd.mkdir(parents=True, exist_ok=True)
        self.replies, self.own = replies, own
        self.events: list[Any] = []

    def run(
        self,
        work: Callable[[Agent], Coroutine[Any, Any, None]],
        opening: Callable[[Place], Opened] = open_new,
    ) -> MessagesApi:
        """Do something in a session, and check that nothing was sent that is not kept."""

        async def go() -> MessagesApi:
            with MessagesApi(self.replies) as api:
                exchange = HttpExchange(Access(api.url, api.key), Patience())
                opened = opening(Place(home=self.home, cwd=self.cwd))
                agent = assemble(self._parts(opened, exchange))
                await begin(agent, "startup" if opened.is_new else "resume")
                await work(agent)
                await end(agent)
                await exchange.aclose()
            assert api.problems == []
            self.path = opened.path
            sent = plain([r for r in api.requests if is_main(r)][-1].messages)
            assert plain(load(self.path).messages())[: len(sent) - 1] == sent[:-1]
            return api

        return asyncio.run(go())

    def _parts(self, opened: Opened, exchange: Any) -> Parts:
        given: dict[str, Any] = {
            "config": load_client_config(self.home, self.cwd, trusted=True),
            "permission_mode": "bypassPermissions",
            "model": "claude-sonnet-4-5",
            **self.own,
        }
        return Parts(
            opened=opened,
            home=self.home,
            cwd=self.cwd,
            exchange=exchange,
            person=Scripted(),
            tell=self.events.append,
            environ={"PATH": "/usr/bin:/bin", "CLAUDE_CODE_TMPDIR": str(self.home.parent / "tmp")},
            **given,
        )


def test_all_together(tmp_path: Path) -> None:
    """Memory, tools, rules, hooks and file history work in one session."""
    house = House(
        tmp_path,
        [call("Write", file_path=str(tmp_path / "project" / "a.txt"), content="x\n")],
        [call("Bash", command="cat a.txt")],
        "Written.",
    )
    write(house.cwd / "CLAUDE.md", "MEMORY WORD")
    hook = {"hooks": [{"type": "command", "command": "echo STARTED"}]}
    settings(house.home / "settings.json", hooks={"SessionStart": [hook]}, env={"FOO": "bar"})

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "Write it")).text == "Written."

    api = house.run(work)
    first = str(api.requests[0].messages)
    assert "MEMORY WORD" in first
    assert "STARTED" in first
    assert {"Read", "Bash", "Agent", "Grep", "WebFetch"} <= set(api.requests[0].tools)
    assert (house.cwd / "a.txt").read_text() == "x\n"
    assert b'"file-history-snapshot"' in house.path.read_bytes()
    assert [event.text for event in house.events if isinstance(event, TurnEnded)] == ["Written."]


def test_tools_may_be_chosen(tmp_path: Path) -> None:
    """Only the tools that are named are offered, and none that is forbidden."""
    house = House(tmp_path, "Hi.", tools=["Read", "Bash", "Nothing"], disallowed=["Bash"])

    async def work(agent: Agent) -> None:
        await ask(agent, "Hi")

    assert house.run(work).requests[0].tools == ["Read"]


def test_a_skill_is_loaded(tmp_path: Path) -> None:
    """The model hears of skills, calls one, and gets its text behind the result."""
    house = House(tmp_path, [call("Skill", skill="lab", args="x")], "Used.")
    write(
        house.cwd / ".claude" / "skills" / "lab" / "SKILL.md",
        "---\nname: lab\ndescription: Be LABLIKE\n---\nAlways be brief: $1.",
    )

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "Use it")).text == "Used."

    api = house.run(work)
    assert "Be LABLIKE" in str(api.requests[0].messages)
    assert "Always be brief: x." in str(api.requests[1].messages)
    assert b'"attributionSkill":"lab"' in house.path.read_bytes()


@pytest.mark.parametrize("fork", [False, True])
def test_sessions_go_on(tmp_path: Path, fork: bool) -> None:
    """A resumed and a forked session send all that was said, and keep it once."""
    first = House(tmp_path, [say("I look."), call("Bash", command="echo RESULT")], "One.")

    async def ask_first(agent: Agent) -> None:
        await ask(agent, "First")

    first.run(ask_first)
    second = House(tmp_path, "Two.", "Three.")

    async def ask_more(agent: Agent) -> None:
        await ask(agent, "Second", "Third")

    api = second.run(
        ask_more, lambda place: open_resumed(place, str(first.path), Wanted(fork=fork))
    )
    assert (second.path == first.path) is not fork
    sent = str(plain(api.requests[-1].messages))
    assert [sent.count(word) for word in ("First", "RESULT", "Second", "Third")] == [1, 2, 1, 1]


def test_progress_lines(tmp_path: Path) -> None:
    """News of tools, agents and hooks are written where they are wanted, and hang on nothing."""
    hook = {"hooks": [{"type": "command", "command": "true"}]}
    house = House(
        tmp_path,
        [call("Bash", command="echo LOUD; sleep 0.3; echo LOUDER")],
        [call("Agent", description="d", prompt="p", subagent_type="Explore")],
        "sub",
        "Done.",
        options=Options(progress_lines=True),
    )
    settings(house.home / "settings.json", hooks={"Stop": [hook]})

    async def work(agent: Agent) -> None:
        assert (await ask(agent, "Go")).text == "Done."

    house.run(work)
    lines = [codec.decode_json(line).value for line in house.path.read_bytes().split(b"\n") if line]
    told = {line["data"]["type"] for line in lines if line["type"] == "progress"}
    assert {"agent_progress", "hook_progress"} <= told
    parents = {line.get("parentUuid") for line in lines}
    assert not parents & {line["uuid"] for line in lines if line["type"] == "progress"}
    if any(isinstance(event, CallTold) for event in house.events):
        assert "bash_progress" in told


def test_progress_of_a_search(tmp_path: Path) -> None:
    """What is searched for is written, and how much was found, where that is wanted."""
    hit = {"type": "web_search_result", "title": "T", "url": "https://t.example/"}
    found = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [hit] * 3}
    asked = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search"}
    search = [call("WebSearch", query="tides")]
    answer = [{**asked, "input": {"query": "tides today"}}, found, say("Found.")]
    for wanted in (True, False):
        options = Options(progress_lines=wanted)
        house = House(tmp_path / str(wanted), search, answer, "Done.", options=options)

        async def work(agent: Agent) -> None:
            assert (await ask(agent, "Go")).text == "Done."

        house.run(work)
        lines = house.path.read_text("utf-8").splitlines()
        read = [codec.decode_text(line).value for line in lines]
        told = [line for line in read if line["type"] == "progress"]
        kinds = ["query_update", "search_results_received"] if wanted else []
        assert [line["data"]["type"] for line in told] == kinds
        if wanted:
            assert told[1]["data"]["resultCount"] == 3
            assert told[1]["data"]["query"] == "tides today"


@pytest.mark.parametrize("sources", [("user", "project"), ("user",)])
def test_folders_that_the_model_comes_to(tmp_path: Path, sources: tuple[str, ...]) -> None:
    """What is written down for a folder is told with its files, where the project counts."""
    file = write(tmp_path / "project" / "sub" / "a.txt", "a")
    write(file.parent / "CLAUDE.md", "FOLDER WORD")
    house = House(tmp_path, [call("Read", file_path=str(file))], "Done.", sources=sources)

    async def work(agent: Agent) -> None:
        await ask(agent, "Go")

    api = house.run(work)
    assert ("FOLDER WORD" in str(api.requests[-1].messages)) is ("project" in sources)


def test_sources_count_for_memory_and_definitions(tmp_path: Path) -> None:
    """Without the project as a source nothing of it reaches the model."""
    house = House(tmp_path, "Hi.", sources=("user",))
    write(house.cwd / "CLAUDE.md", "PROJECT WORD")
    write(house.home / "CLAUDE.md", "USER WORD")
    write(house.cwd / ".claude" / "agents" / "x.md", "---\ndescription: STRANGER\n---\nbody")

    async def work(agent: Agent) -> None:
        await ask(agent, "Hi")

    sent = str(house.run(work).requests[0].messages)
    assert "USER WORD" in sent
    assert "PROJECT WORD" not in sent
    assert "STRANGER" not in sent


def test_searches_do_not_show_what_may_not_be_read(tmp_path: Path) -> None:
    """A rule that denies reading a file holds for what searches find, in every mode."""
    house = House(
        tmp_path,
        [
            call("Grep", pattern="WORD", output_mode="content"),
            call("Grep", pattern="WORD"),
            call("Grep", pattern="WORD", output_mode="count"),
            call("Glob", pattern="**/*"),
        ],
        "Done.",
    )
    write(house.cwd / ".env", "SECRET WORD")
    write(house.cwd / "a.txt", "PLAIN WORD")
    settings(house.home / "settings.json", permissions={"deny": ["Read(./.env)"]})

    async def work(agent: Agent) -> None:
        await ask(agent, "Search")

    sent = str(house.run(work).requests[-1].messages[-1])
    assert "PLAIN WORD" in sent
    assert "SECRET" not in sent
    assert ".env" not in sent
