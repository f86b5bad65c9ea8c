"""Files that a prompt mentions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.client.mentions import mentions_in, missing_in
from steno.client.prompts import NOTIFICATION, Prompt
from steno.client.taking import run_next, submit
from tests.client.agents import Bench, Lenient, ask
from tests.client.test_agent import run
from tests.client.test_memory import write

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.agent import Agent

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360"
    "f8cf500f0003860180596a7d6a0000000049454e44ae426082"
)


def test_files_and_folders_are_shown(tmp_path: Path) -> None:
    """A file comes as Read keeps it, a folder as a list; what is not there is left alone."""
    bench = Bench(folder=tmp_path, replies=["I see.", "Again."])
    write(bench.cwd / "a.txt", "WATER\n")
    write(bench.cwd / "src" / "b.py", "x = 1\n")

    async def work(agent: Agent) -> None:
        await ask(agent, "Look at @a.txt, @src and @nothing.txt or me@a.txt")
        file, folder = bench.attached()
        assert file["filename"] == str(bench.cwd / "a.txt")
        assert file["content"]["file"]["content"] == "WATER\n"
        assert file["displayPath"] == "a.txt"
        assert (folder["type"], folder["content"]) == ("directory", "b.py")
        sent = str(bench.api.requests[0].messages)
        assert "1\\tWATER" in sent
        assert "b.py" in sent
        await ask(agent, "And?")

    run(bench, work)


def test_images_are_shown_as_images(tmp_path: Path) -> None:
    """A picture that is mentioned reaches the model as one."""
    bench = Bench(folder=tmp_path, replies=["Nice.", "Yes."])
    (bench.cwd / "p.png").write_bytes(PIXEL)

    async def work(agent: Agent) -> None:
        await ask(agent, "What is @p.png?", "Sure?")
        kinds = [block["type"] for block in bench.api.requests[0].messages[0]["content"]]
        assert "image" in kinds

    run(bench, work)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@a.txt", [("a.txt", None, None)]),
        ('see @"a b.txt" now', [("a b.txt", None, None)]),
        ("@a.py#L3-9", [("a.py", 3, 9)]),
        ("@a.py#L3", [("a.py", 3, 3)]),
        ("see @my\\ pic.png and", [("my pic.png", None, None)]),
        ("@C:\\x\\y", [("C:\\x\\y", None, None)]),
        ("mail me@home.de", []),
    ],
)
def test_what_is_a_mention(text: str, found: list[object]) -> None:
    """A path behind a free-standing @ is one, with the lines that it names."""
    assert list(mentions_in(text)) == found


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    """Only where it looks like a file: a name of a person is none."""
    write(tmp_path / "a.txt", "one\n")
    text = "@a.txt, @nothere.txt @somebody @src/x @nothere.txt, hm..."
    assert missing_in(tmp_path, text) == ["nothere.txt", "src/x"]


def test_lines_of_a_file(tmp_path: Path) -> None:
    """A mention may name lines; the same file is shown once."""
    bench = Bench(folder=tmp_path, replies=["I see."])
    write(bench.cwd / "a.txt", "one\ntwo\nthree\nfour\n")

    async def work(agent: Agent) -> None:
        await ask(agent, "Look at @a.txt#L2-3 and (again) @a.txt.")
        (held,) = bench.attached()
        file = held["content"]["file"]
        assert file["startLine"] == 2
        assert "two\nthree" in file["content"]
        assert "four" not in file["content"]

    run(bench, work)


def test_what_is_mentioned_without_a_tool_to_read(tmp_path: Path) -> None:
    """Without Read no file is shown, but the prompt is asked."""
    bench = Bench(folder=tmp_path, replies=["I see."])
    write(bench.cwd / "a.txt", "one\n")

    async def work(agent: Agent) -> None:
        del agent.tools["Read"]
        await ask(agent, "Look at @a.txt")
        assert bench.attached() == []

    run(bench, work)


def test_what_may_not_be_read_is_not_shown(tmp_path: Path) -> None:
    """A no of the rules counts for the person's own words, too, and the person is told."""
    bench = Bench(folder=tmp_path, replies=["I see."], judge=Lenient(deny=["Read"]))
    write(bench.cwd / ".env", "SECRET\n")

    async def work(agent: Agent) -> None:
        await ask(agent, "Look at @.env and @.")
        assert bench.attached() == []
        assert "SECRET" not in str(bench.api.requests[0].messages)
        told, _ = (line["content"] for line in bench.lines("system"))
        assert told == "@.env is not shown to the model: the test says so"
        assert "is not shown" not in str(bench.api.requests[0].messages)

    run(bench, work)


def test_hidden_names_are_not_listed(tmp_path: Path) -> None:
    """A folder is listed without what the rules hide."""
    bench = Bench(folder=tmp_path, replies=["I see."])
    write(bench.cwd / "src" / ".env", "SECRET\n")
    write(bench.cwd / "src" / "b.py", "x = 1\n")

    async def work(agent: Agent) -> None:
        agent.context.hides = lambda tool, path: (tool, path.name) == ("Read", ".env")
        await ask(agent, "Look at @src")
        assert bench.attached()[0]["content"] == "b.py"

    run(bench, work)


def test_the_person_may_mention_what_would_be_asked_about(tmp_path: Path) -> None:
    """Whoever names a file says by that that it may be read; nobody is asked again."""
    bench = Bench(folder=tmp_path, replies=["I see."], judge=Lenient(ask=["Read"]))
    outside = write(tmp_path / "a.txt", "WATER\n")

    async def work(agent: Agent) -> None:
        await ask(agent, f"Look at @{outside}")
        assert "WATER" in str(bench.api.requests[0].messages)
        assert bench.person.wishes == []

    run(bench, work)


def test_news_mention_nothing(tmp_path: Path) -> None:
    """What a model wrote into the news of a task does not have a file read."""
    bench = Bench(folder=tmp_path, replies=["I see."])
    write(bench.cwd / "a.txt", "WATER\n")

    async def work(agent: Agent) -> None:
        submit(agent, Prompt(content="A task said @a.txt now", origin=NOTIFICATION))
        await run_next(agent)
        assert "WATER" not in str(bench.api.requests[0].messages)

    run(bench, work)


@pytest.mark.parametrize(
    ("home", "typed", "is_shown"),
    [
        (False, "/look", False),
        (False, "/look @{}", True),
        (True, "/look", True),
    ],
)
def test_commands_of_a_project_show_what_may_be_read(
    tmp_path: Path, home: bool, typed: str, is_shown: bool
) -> None:
    """A project's command shows only what is allowed; the user's own, and their words, more."""
    bench = Bench(folder=tmp_path, replies=["I see."], judge=Lenient(ask=["Read"]))
    outside = write(tmp_path / "a.txt", "WATER\n")
    folder = bench.home if home else bench.cwd / ".claude"
    write(folder / "commands" / "look.md", f"Look at @{outside}")

    async def work(agent: Agent) -> None:
        await ask(agent, typed.format(outside))
        assert ("WATER" in str(bench.api.requests[0].messages)) is is_shown

    run(bench, work)


def test_what_a_command_put_out_mentions_nothing(tmp_path: Path) -> None:
    """The output of a recipe's command is of others: nothing is read for it."""
    bench = Bench(folder=tmp_path, replies=["I see."])
    write(bench.cwd / "a.txt", "WATER\n")
    write(bench.home / "commands" / "log.md", "!`echo see @a.txt now`")

    async def work(agent: Agent) -> None:
        await ask(agent, "/log")
        assert "see @a.txt now" in str(bench.api.requests[0].messages)
        assert "WATER" not in str(bench.api.requests[0].messages)

    run(bench, work)
