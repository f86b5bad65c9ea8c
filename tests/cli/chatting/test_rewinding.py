"""Going back to an earlier prompt."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.cli.chatting.status import cost_of
from steno.client.prompts import NOTIFICATION, Prompt
from steno.client.start_flags import StartFlags
from steno.client.taking import submit
from steno.model.script import call
from steno.session.session import load
from tests.cli.chatting.bench import MODEL, TalkBench, say, until

if TYPE_CHECKING:
    from pathlib import Path


def test_going_back(tmp_path: Path) -> None:
    """Words alone, files alone, or both; what was left stays in the file as a branch."""
    file = tmp_path / "project" / "v.txt"
    write = [call("Write", file_path=str(file), content=f"v{number}\n") for number in (1, 2)]
    bench = TalkBench(
        tmp_path,
        [write[0], "Wrote 1.", write[1], "Wrote 2.", "Otherwise."],
        ["2", "2", "2", "1", None],
        StartFlags(model=MODEL, permission_mode="acceptEdits"),
    )

    async def go() -> None:
        async with bench as talk:
            await say(talk, "/rewind")
            assert "nothing to go back to" in bench.face.text
            await say(talk, "make 1", "make 2")
            assert file.read_text() == "v2\n"
            await say(talk, "/rewind")
            assert file.read_text() == "v1\n"
            await say(talk, "/rewind")
            assert bench.face.filled == ["make 2"]
            await say(talk, "otherwise", "/rewind")
        sent = str(bench.exchange.requests[-1].messages)
        assert "Wrote 1." in sent
        assert "make 2" not in sent
        assert "make 2" not in str(bench.messages())
        assert load(bench.path).chain is not None

    asyncio.run(go())


def test_going_back_to_the_very_beginning(tmp_path: Path) -> None:
    """Before the first prompt there is nothing: the next one is a new root."""
    bench = TalkBench(tmp_path, ["One.", "Two."], ["1", "1"])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples", "/rewind", "pears")
        assert "apples" not in str(bench.exchange.requests[1].messages)
        assert "apples" not in str(bench.messages())

    asyncio.run(go())


def test_going_back_is_no_other_program(tmp_path: Path) -> None:
    """What we wrote ourselves is not told of; what somebody else writes afterwards is."""
    bench = TalkBench(tmp_path, ["1", "2", "3", "4", "5"], ["3", "1", "2", "1"])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples", "pears", "figs", "/rewind", "/rewind", "plums")
            assert "another program" not in bench.face.text
            with bench.path.open("a") as file:
                file.write('{"type":"custom-title","customTitle":"x"}\n')
            await say(talk, "cherries")
        assert bench.face.text.count("another program") == 1

    asyncio.run(go())


def test_what_was_spent_stays_spent(tmp_path: Path) -> None:
    """Over /rewind and a resume; a new conversation begins with nothing."""
    flags = StartFlags(model=MODEL)
    bench = TalkBench(tmp_path, ["One.", "Two."], ["2", "1"], flags)

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples", "pears")
            spent = cost_of(talk.agent)
            assert spent != "$0.00"
            await say(talk, "/rewind")
            assert cost_of(talk.agent) == spent
        again = TalkBench(tmp_path, [], [], StartFlags(model=MODEL, resume=bench.path.stem))
        async with again as talk:
            assert cost_of(talk.agent) == spent
            await say(talk, "/clear")
            assert cost_of(talk.agent) == "$0.00"

    asyncio.run(go())


def test_going_back_lasts_without_a_prompt(tmp_path: Path) -> None:
    """A resume stands where the rewind left it; before the first prompt that cannot be told."""
    bench = TalkBench(tmp_path, ["One.", "Two."], ["2", "1"])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples", "pears", "/rewind")
        assert "apples" in str(bench.messages())
        assert "pears" not in str(bench.messages())
        root = TalkBench(tmp_path, [], ["1", "1"], StartFlags(model=MODEL, resume=bench.path.stem))
        async with root as talk:
            await say(talk, "/rewind")
        assert "comes back" in root.face.text

    asyncio.run(go())


def test_a_file_that_was_made_is_told_as_deleted(tmp_path: Path) -> None:
    """Before the prompt there was none."""
    new, old = tmp_path / "project" / "new.txt", tmp_path / "project" / "old.txt"
    bench = TalkBench(
        tmp_path,
        [call("Write", file_path=str(new), content="x\n"), call("Bash", command="true"), "Made."],
        ["1", "2"],
        StartFlags(model=MODEL, permission_mode="acceptEdits"),
    )
    old.write_text("as it was\n")

    async def go() -> None:
        async with bench as talk:
            await say(talk, "make it", "/rewind")
        assert bench.face.asked[-1].options[1].hint == "deleted: new.txt"
        assert "deleted: new.txt" in bench.face.text
        assert "as before" not in bench.face.text
        assert not new.exists()

    asyncio.run(go())


def test_news_are_nothing_to_go_back_to(tmp_path: Path) -> None:
    """A task that ended spoke, not the person."""
    bench = TalkBench(tmp_path, ["One.", "Two."], [None])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples")
            news = Prompt(content="<task-notification>x</task-notification>", origin=NOTIFICATION)
            submit(talk.agent, news)
            await talk.settled()
            await until(lambda: len(bench.exchange.requests) == 2)
            await say(talk, "/rewind")
        assert [option.label for option in bench.face.asked[0].options] == ["apples"]

    asyncio.run(go())
