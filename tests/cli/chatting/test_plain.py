"""A conversation in plain lines."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING

from steno.cli.chatting.plain import NOBODY, Plain
from steno.model.script import call
from tests.cli.chatting.bench import TalkBench

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest


def talked(
    bench: TalkBench, typed: str, *, asks: bool, played: Sequence[str] | None = None
) -> None:
    """Type lines, and wait for the end."""

    async def go() -> None:
        async with bench as talk:
            plain = Plain(talk, io.StringIO(typed), asks=asks, played=played)
            talk.face = plain
            await plain.run()

    asyncio.run(go())


def test_lines_are_prompts_until_there_are_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backslash goes on in the next line; the end of input leaves."""
    bench = TalkBench(tmp_path, ["**One.**", "Two."])
    talked(bench, "first\\\nline\n\nsecond\n", asks=False)
    out = capsys.readouterr().out
    assert "● **One.**" in out
    assert "● Two." in out
    assert "first\nline" in bench.exchange.requests[0].last_text


def test_quit_leaves_before_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What follows is not asked."""
    bench = TalkBench(tmp_path, ["never"])
    talked(bench, "/quit\nmore\n", asks=True)
    assert bench.exchange.requests == []
    assert capsys.readouterr().out.startswith("> ")


def test_where_nobody_can_be_asked_the_answer_is_no(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing runs, whatever comes on standard input."""
    bench = TalkBench(tmp_path, [call("Bash", command="touch x"), "never"])
    talked(bench, "go\n1\n", asks=False)
    assert NOBODY in capsys.readouterr().out
    assert not (bench.cwd / "x").exists()


def test_answers_are_read_as_typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no answer is asked again; Enter alone is none."""
    replies = [call("Bash", command="touch x"), call("Bash", command="touch y"), "Fine."]
    bench = TalkBench(tmp_path, replies)
    talked(bench, "go\ny\n\n", asks=True)
    out = capsys.readouterr().out
    assert "1. [y] Yes, this once" in out
    assert (bench.cwd / "x").exists()
    assert not (bench.cwd / "y").exists()


def test_what_is_no_answer_is_asked_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A number that is none of the answers; Enter alone gives up."""
    bench = TalkBench(tmp_path, ["Hi."])
    talked(bench, "hello\n/rewind\n9\n\n", asks=True)
    assert "none of the answers" in capsys.readouterr().out


def test_a_tour_plays_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its prompts are taken one after the other, and what it asks for is allowed."""
    bench = TalkBench(tmp_path, [call("Bash", command="touch x"), "Fine.", "Two."])
    talked(bench, "", asks=False, played=["one", "two"])
    assert (bench.cwd / "x").exists()
    assert "● Two." in capsys.readouterr().out


def test_a_suggestion_is_told_to_who_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nobody is, nothing is said."""
    bench = TalkBench(tmp_path)

    async def go() -> None:
        async with bench as talk:
            for asks in (True, False):
                Plain(talk, io.StringIO(), asks=asks).prefill("try\x1b this")
        assert capsys.readouterr().out == "(you could type: try\\x1b this)\n"

    asyncio.run(go())


def test_an_answer_that_takes_words_asks_for_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The number alone is not all of it; Enter alone says no without words."""
    replies = [call("Bash", command="touch x"), call("Bash", command="touch y"), "never"]
    bench = TalkBench(tmp_path, replies)
    talked(bench, "go\n3\nuse make\n3\n\n", asks=True)
    assert "your words: " in capsys.readouterr().out
    assert "the user said:\nuse make" in bench.exchange.requests[1].last_text
    assert len(bench.exchange.requests) == 2


def test_ctrl_c_leaves_when_it_comes_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first one says so; what is typed after it is heard."""
    bench = TalkBench(tmp_path)

    async def go() -> None:
        async with bench as talk:
            plain = Plain(talk, io.StringIO(), asks=True)
            talk.face = plain
            plain.break_off()
            assert not talk.is_leaving.is_set()
            assert "once more leaves" in capsys.readouterr().out
            plain.break_off()
            assert talk.is_leaving.is_set()

    asyncio.run(go())
