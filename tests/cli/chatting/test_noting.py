"""Commands of ours in the transcript: what is written, what the model sees, what a resume sends."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from steno.client.reminders import is_reminder
from steno.format.codec import decode_text
from tests.cli.chatting.bench import TalkBench, say, until

if TYPE_CHECKING:
    from pathlib import Path

    from steno.cli.chatting.talk import Talk


def lines(path: Path, *kinds: str) -> list[Any]:
    """Give the lines of a transcript of some kinds."""
    read = [decode_text(line).value for line in path.read_text("utf-8").splitlines()]
    return [line for line in read if line["type"] in kinds]


def texts(messages: list[Any]) -> list[str]:
    """Give what is said in messages, but for words of the client's own."""
    found = []
    for message in messages:
        content = message["content"]
        blocks = [{"text": content}] if isinstance(content, str) else content
        found += [str(one["text"]).strip() for one in blocks if not is_reminder(one)]
    return found


async def look(talk: Talk, *commands: str) -> None:
    """Type commands that answer beside everything else, and wait until they have."""
    for command in commands:
        await say(talk, command)
        await until(lambda: _is_done(talk))


def _is_done(talk: Talk) -> bool:
    beside = getattr(talk, "_beside", None)
    return beside is None or beside.done()


def test_what_only_shows_something(tmp_path: Path) -> None:
    """Two system lines for each, which the model sees, and a resume sends the same."""
    bench = TalkBench(tmp_path, ["One.", "Two."])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples")
            await look(talk, "/cost", "/context", "/permissions", "/permissions deny Bash", "/help")
            await say(talk, "pears")
        noted = lines(bench.path, "system")
        commands = [line["content"] for line in noted if line["subtype"] == "local_command"]
        named = ["cost", "context", "permissions", "permissions", "help"]
        assert [line.split("<")[1].split("/")[1] for line in commands[::2]] == named
        assert "<command-args>deny Bash</command-args>" in commands[6]
        assert "of waiting for models" in commands[1]
        assert "of 200k" in commands[3]
        assert all(line.startswith("<local-command-stdout>") for line in commands[1::2])
        assert "\x1b" not in "".join(commands)
        sent = texts(bench.exchange.requests[1].messages)
        assert [text for text in sent if text not in commands] == ["apples", "One.", "pears"]
        assert texts(bench.messages()) == [*sent, "Two."]

    asyncio.run(go())


def test_looking_alone_leaves_nothing(tmp_path: Path) -> None:
    """Without a prompt there is no session; with one, what was looked at stands before it."""
    bench = TalkBench(tmp_path, ["One."])

    async def go() -> None:
        async with bench as talk:
            await look(talk, "/cost", "/nosuch")
            assert not bench.path.exists()
            await say(talk, "apples")
        kinds = [line["type"] for line in lines(bench.path, "system", "user")]
        assert kinds[:3] == ["system", "system", "user"]
        assert texts(bench.messages()) == [*texts(bench.exchange.requests[0].messages), "One."]

    asyncio.run(go())


def test_nothing_comes_between_the_lines_of_a_turn(tmp_path: Path) -> None:
    """What is looked at while the model works is shown, and not written."""
    bench = TalkBench(tmp_path, ["One."])

    async def go() -> None:
        async with bench as talk:
            talk.agent.is_busy = True
            await look(talk, "/cost", "/nosuch")
            talk.agent.is_busy = False
            await say(talk, "apples")
        assert "of waiting for models" in bench.face.text
        assert "no command /nosuch" in bench.face.text
        noted = [line["subtype"] for line in lines(bench.path, "system")]
        assert noted == ["turn_duration"]

    asyncio.run(go())


def test_what_changes_something(tmp_path: Path) -> None:
    """Another model is told between the user's lines; going back to before it is possible."""
    bench = TalkBench(tmp_path, ["One.", "Two."])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples", "/model haiku", "pears")
        caveat, command, output = lines(bench.path, "user")[1:4]
        assert caveat["isMeta"] is True
        assert "/model" in command["message"]["content"]
        assert "haiku" in output["message"]["content"]
        assert caveat["promptId"] == command["promptId"] == output["promptId"]
        taken = [line["messageId"] for line in lines(bench.path, "file-history-snapshot")]
        assert command["uuid"] in taken
        assert "▌ /model haiku" in bench.face.text
        sent = texts(bench.exchange.requests[1].messages)
        assert len(sent) == 6
        assert texts(bench.messages()) == [*sent, "Two."]

    asyncio.run(go())


def test_a_model_that_nobody_asked_afterwards(tmp_path: Path) -> None:
    """A session that ends with such a command is resumed as the real client does it."""
    bench = TalkBench(tmp_path, ["One."])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples", "/model haiku")

    asyncio.run(go())
    again = TalkBench(tmp_path, ["Two."], ["1"])

    async def go_on() -> None:
        async with again as talk:
            await say(talk, "/resume", "pears")
        sent = texts(again.exchange.requests[0].messages)
        assert sent[-2:] == ["No response requested.", "pears"]
        assert texts(again.messages()) == [*sent, "Two."]

    asyncio.run(go_on())


def test_a_conversation_after_clear(tmp_path: Path) -> None:
    """It begins with the command, and with the title of the one before; nobody is shown that."""
    bench = TalkBench(tmp_path, ["One.", "Two."])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples")
            talk.opened.title = "Fruit"
            await say(talk, "/clear")
            assert not bench.path.exists()
            await say(talk, "pears")
        chain = lines(bench.path, "user", "system")
        assert chain[0]["isMeta"] is True
        assert "<command-name>/clear</command-name>" in chain[1]["message"]["content"]
        assert chain[2]["content"] == "<local-command-stdout></local-command-stdout>"
        assert [one["customTitle"] for one in lines(bench.path, "custom-title")] == ["Fruit"]
        assert "▌ /clear" not in bench.face.text
        sent = texts(bench.exchange.requests[1].messages)
        assert texts(bench.messages()) == [*sent, "Two."]

    asyncio.run(go())


def test_going_back_before_what_was_looked_at(tmp_path: Path) -> None:
    """Lines of commands before a prompt do not stand in the way of going back to it."""
    bench = TalkBench(tmp_path, ["One.", "Two.", "Three."], ["1", "1"])

    async def go() -> None:
        async with bench as talk:
            await look(talk, "/cost")
            await say(talk, "apples", "/rewind", "pears")
        sent = texts(bench.exchange.requests[1].messages)
        assert "apples" not in sent
        assert sent[-1] == "pears"
        assert texts(bench.messages()) == [*sent, "Two."]

    asyncio.run(go())


def test_an_unknown_command(tmp_path: Path) -> None:
    """It is told once, and noted as a notice that the model does not see."""
    bench = TalkBench(tmp_path, ["One.", "Two."])

    async def go() -> None:
        async with bench as talk:
            await say(talk, "apples", "/nosuch")
            await until(lambda: "/nosuch" in bench.face.text)
            await say(talk, "pears")
        assert bench.face.text.count("no command /nosuch") == 1
        noted = [line for line in lines(bench.path, "system") if line.get("level") == "warning"]
        assert [line["subtype"] for line in noted] == ["informational"]
        assert texts(bench.exchange.requests[1].messages) == ["apples", "One.", "pears"]

    asyncio.run(go())
