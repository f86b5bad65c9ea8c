"""A screen: what stays, what is asked, what passes."""

from __future__ import annotations

import asyncio

import pytest

from steno.cli.chatting import screen as module
from steno.cli.chatting.asking import Chosen, Dialogue, Option
from tests.cli.chatting.bench import until
from tests.cli.chatting.screens import Quiet, showing, typed

YES_NO = Dialogue(question="May it run?", options=(Option("Yes"), Option("No", takes_words=True)))
SEVERAL = Dialogue(question="Which?", options=(Option("a"), Option("b")), takes_several=True)
DOWN = "\x1b[B"


def test_lines_are_written_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    """What is put while it is shown, and what is left at the end."""

    async def go() -> None:
        async with showing(Quiet()) as (screen, _):
            screen.put(["one"])
            screen.put(["two"])
            await asyncio.sleep(0.2)
            screen.put(["three"])

    asyncio.run(go())
    assert capsys.readouterr().out == "one\ntwo\nthree\n"


def test_a_question_is_answered_by_keys() -> None:
    """Enter takes the answer one stands on, a number takes its own, words go with a no."""

    async def go() -> None:
        async with showing(Quiet()) as (screen, pipe):
            for keys, expected in (
                ("\r", Chosen((0,))),
                ("1", Chosen((0,))),
                ("7\r", Chosen((0,))),
                (f"{DOWN}use make\r", Chosen((1,), "use make")),
                ("2why\r", Chosen((1,), "why")),
                ("\x1b", None),
                ("\x03", None),
            ):
                asked = asyncio.ensure_future(screen.choose(YES_NO))
                await until(lambda: screen.dialogue is not None)
                await typed(pipe, keys)
                async with asyncio.timeout(5):
                    assert await asked == expected, keys
                assert screen.dialogue is None
                screen._last_break = 0.0
            asked = asyncio.ensure_future(screen.choose(SEVERAL))
            await until(lambda: screen.dialogue is not None)
            await typed(pipe, f" {DOWN} \r")
            assert await asked == Chosen((0, 1))

    asyncio.run(go())


@pytest.mark.parametrize("ahead", ["fix 2 bugs\r", "x1"])
def test_what_is_typed_ahead_is_no_answer(ahead: str) -> None:
    """A question that comes in the middle of a sentence is not answered by the rest of it."""

    async def go() -> None:
        async with showing(Quiet()) as (screen, pipe):
            for before in ("", "please "):
                screen.input.text = before
                asked = asyncio.ensure_future(screen.choose(YES_NO))
                await until(lambda: screen.dialogue is not None)
                await typed(pipe, ahead, 0.1)
                assert not asked.done()
                await typed(pipe, f"{DOWN}{DOWN}\r")
                assert await asked == Chosen((0,))
                assert screen.input.text == before
            asked = asyncio.ensure_future(screen.choose(YES_NO))
            await until(lambda: screen.dialogue is not None)
            await typed(pipe, "1\r", 0.1)
            assert not asked.done(), "there is text in the input, so that somebody is typing"
            await typed(pipe, "\x1b")
            assert await asked is None

    asyncio.run(go())


def test_typing_begins_words_where_they_are_asked_for() -> None:
    """A digit alone still chooses; within typed words it is one of them."""
    names = Dialogue(
        question="Which?",
        options=(Option("a"), Option("b"), Option("By name", takes_words=True)),
        takes_typing=True,
    )

    async def go() -> None:
        async with showing(Quiet()) as (screen, pipe):
            for keys, expected in (
                ("2", Chosen((1,))),
                ("odd-2-1\r", Chosen((2,), "odd-2-1")),
            ):
                asked = asyncio.ensure_future(screen.choose(names))
                await until(lambda: screen.dialogue is not None)
                await typed(pipe, keys)
                async with asyncio.timeout(5):
                    assert await asked == expected, keys

    asyncio.run(go())


def test_a_question_that_is_given_up_leaves_the_input() -> None:
    """Where the turn is interrupted, the question goes with it."""
    behind = Quiet()

    async def go() -> None:
        async with showing(behind) as (screen, pipe):
            asked = asyncio.ensure_future(screen.choose(YES_NO))
            await until(lambda: screen.dialogue is not None)
            asked.cancel()
            await until(lambda: screen.dialogue is None)
            screen.answer(Chosen((0,)))
            await typed(pipe, "go on\r")

    asyncio.run(go())
    assert behind.texts == ["go on"]


def test_a_notice_passes_and_words_are_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told for a moment goes by itself; a tour fills the input."""
    monkeypatch.setattr(module, "TWICE", 0.1)
    behind = Quiet(is_busy=True)

    async def go() -> None:
        async with showing(behind) as (screen, pipe):
            screen.notice = "for a moment"
            await until(lambda: not screen.notice)
            screen.prefill("try this")
            await typed(pipe, "\r")
            assert screen.room() >= 3

    asyncio.run(go())
    assert behind.texts == ["try this"]
