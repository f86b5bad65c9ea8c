"""What keys do, pressed one by one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.cli.chatting.screen_layout import is_without_hit
from tests.cli.chatting.screens import Quiet, showing, typed

if TYPE_CHECKING:
    import pytest

    from steno.cli.chatting.screen import Screen

ESCAPE, UP, SHIFT_TAB, ALT_ENTER = "\x1b", "\x1b[A", "\x1b[Z", "\x1b\r"
PASTED = "\x1b[200~one\ntwo\x1b[201~"


def test_enter_sends_and_other_keys_begin_a_line() -> None:
    """Alt-Enter, Ctrl-J, a backslash and what is pasted make several lines."""
    behind = Quiet()

    async def go() -> None:
        async with showing(behind) as (_, pipe):
            await typed(pipe, "a\\\rb")
            await typed(pipe, ALT_ENTER)
            await typed(pipe, "c\nd")
            await typed(pipe, PASTED)
            await typed(pipe, "\r")
            await typed(pipe, "next\r")

    asyncio.run(go())
    assert behind.texts == ["a\nb\nc\ndone\ntwo", "next"]


def test_history_comes_back() -> None:
    """Up gives what was typed now and before; Ctrl-R finds."""
    behind = Quiet()

    async def go() -> None:
        async with showing(behind, ["first words", "second"]) as (_, pipe):
            await typed(pipe, UP, 0.2)
            await typed(pipe, "\r")
            await typed(pipe, "\x12first\r", 0.2)
            await typed(pipe, "\r", 0.2)

    asyncio.run(go())
    assert behind.texts == ["second", "first words"]


def test_up_takes_back_what_waits() -> None:
    """It leaves the queue; with words in the input, or without a queue, it is history."""
    behind = Quiet(is_busy=True, waiting=["one", "two"])

    async def go() -> None:
        async with showing(behind, ["before"]) as (screen, pipe):
            await typed(pipe, UP, 0.2)
            assert screen.input.text == "two"
            screen.give_back("zero")
            assert screen.input.text == "zero\ntwo"
            await typed(pipe, "\r")
            behind.waiting.clear()
            await typed(pipe, UP, 0.2)
            assert screen.input.text == "zero\ntwo"

    asyncio.run(go())
    assert behind.texts == ["zero\ntwo"]


def test_a_long_paste_is_named_in_the_input() -> None:
    """What is sent has all of it, and the name for whoever shows it; it can be called back."""
    behind = Quiet()
    long = "\n".join(f"line {number}" for number in range(20))

    async def go() -> None:
        async with showing(behind) as (screen, pipe):
            await typed(pipe, f"see \x1b[200~{long}\x1b[201~")
            assert screen.input.text == "see [Pasted text #1 +20 lines]"
            await typed(pipe, "\r")
            await typed(pipe, UP + "\r", 0.2)

    asyncio.run(go())
    assert behind.texts == [f"see {long}"] * 2
    assert behind.done == ["shown see [Pasted text #1 +20 lines]"] * 2


def test_no_control_sign_gets_into_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-Z suspends; what is pasted or quoted loses its control signs, but no lines or tabs."""
    behind = Quiet()
    suspended: list[object] = []

    async def go() -> None:
        async with showing(behind) as (screen, pipe):
            monkeypatch.setattr(screen.app, "suspend_to_background", lambda: suspended.append(1))
            await typed(pipe, "a\x1a")
            assert screen.input.text == "a"
            await typed(pipe, "\x1b[200~b\x1a\x07\tc\r\nd\x1b[201~")
            await typed(pipe, "\x11\x01")
            await typed(pipe, "\r")

    asyncio.run(go())
    assert suspended
    assert behind.texts == ["ab\tc\nd"]


def is_searching(screen: Screen) -> bool:
    """Say whether what is typed is looked for."""
    return screen.app.layout.is_searching


def test_ctrl_c_ends_a_search() -> None:
    """It leaves nothing; a search without a hit says so."""
    behind = Quiet()

    async def go() -> None:
        async with showing(behind, ["first words"]) as (screen, pipe):
            await typed(pipe, "\x12zzz", 0.2)
            assert is_searching(screen)
            assert is_without_hit(screen)
            await typed(pipe, "\x03", 0.2)
            assert not is_searching(screen)
            assert screen.notice == ""
            await typed(pipe, "\x12first", 0.2)
            assert not is_without_hit(screen)
            await typed(pipe, "\x03", 0.2)
            await typed(pipe, "mine\r", 0.2)

    asyncio.run(go())
    assert behind.done == []
    assert behind.texts == ["mine"]


def is_suggesting(screen: Screen) -> bool:
    """Say whether something is suggested."""
    return screen.input.complete_state is not None


def test_suggestions_are_taken() -> None:
    """Tab takes the only one, or goes to the first; Enter takes the one that is chosen."""
    behind = Quiet()

    async def go() -> None:
        async with showing(behind) as (screen, pipe):
            await typed(pipe, "/he", 0.2)
            assert is_suggesting(screen)
            await typed(pipe, "\t")
            assert screen.input.text == "/help "
            await typed(pipe, "\r")
            await typed(pipe, "/c", 0.2)
            await typed(pipe, "\t\t")
            assert screen.input.text == "/cost "
            await typed(pipe, "\r\r")
            await typed(pipe, "/c", 0.2)
            await typed(pipe, ESCAPE, 0.6)
            assert not is_suggesting(screen)
            await typed(pipe, "\t", 0.2)
            assert is_suggesting(screen)

    asyncio.run(go())
    assert behind.texts == ["/help ", "/cost "]


def test_esc_interrupts_and_twice_goes_back() -> None:
    """With words in the input it does neither."""
    behind = Quiet(is_busy=True)

    async def go() -> None:
        async with showing(behind) as (screen, pipe):
            await typed(pipe, ESCAPE, 0.6)
            assert behind.done == ["interrupt"]
            await typed(pipe, "x" + ESCAPE, 0.6)
            assert "Ctrl-C clears" in screen.notice
            await typed(pipe, "\x7f" + ESCAPE, 0.6)
            assert "Esc once more" in screen.notice
            await typed(pipe, "x", 0.2)
            assert screen.notice == ""
            await typed(pipe, "\x7f" + ESCAPE, 0.6)
            assert "Esc once more" in screen.notice
            await typed(pipe, ESCAPE, 0.6)

    asyncio.run(go())
    assert behind.done[-1] == "back"


def test_ctrl_c_and_ctrl_d() -> None:
    """The first Ctrl-C clears, the second leaves; Ctrl-D leaves where nothing is typed."""
    behind = Quiet()

    async def go() -> None:
        async with showing(behind) as (screen, pipe):
            await typed(pipe, "abc\x04")
            assert "leave" not in behind.done
            await typed(pipe, "\x03")
            assert screen.input.text == ""
            assert "once more" in screen.notice
            await typed(pipe, "\x03")
            assert behind.done[-1] == "leave"
            behind.done.clear()
            await typed(pipe, "\x04")
            assert behind.done == ["leave"]
            await typed(pipe, SHIFT_TAB)
            assert behind.done[-1] == "mode"
            await typed(pipe, "\x0c")

    asyncio.run(go())
