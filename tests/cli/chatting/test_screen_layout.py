"""What stands where on the screen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.cli.chatting import screen_layout
from steno.cli.chatting.asking import Dialogue, Option
from tests.cli.chatting.screens import Quiet, showing

if TYPE_CHECKING:
    from steno.cli.chatting.screen import Screen


def plain(parts: object) -> str:
    """Give the text of formatted text."""
    assert isinstance(parts, list)
    return "".join(part[1] for part in parts)


def many(number: int, at: int = 0) -> Dialogue:
    """Ask with many answers."""
    options = tuple(Option(f"answer {place}\x1b", "a hint") for place in range(number))
    return Dialogue(question="Which\x1b one?", options=options, at=at)


def test_only_the_answers_around_are_shown() -> None:
    """A long list goes along with where one stands."""
    assert list(screen_layout.visible(many(3))) == [0, 1, 2]
    shown = screen_layout.visible(many(30, 20))
    assert 20 in shown
    assert len(shown) == screen_layout.MOST_OPTIONS
    assert list(screen_layout.visible(many(30, 29)))[-1] == 29


def test_everything_is_drawn_harmless() -> None:
    """Questions, what waits, what is done and the status: no control sign is left."""
    behind = Quiet(waiting=["more \x1b[31m"], is_busy=True, going_on=["line"])

    async def go() -> None:
        async with showing(behind) as (screen, _):
            check(screen)

    def check(screen: Screen) -> None:
        assert "queued: more \\x1b" in plain(screen_layout._queued(screen))
        assert "Working" in plain(screen_layout._busy(screen))
        assert "status\\x1b line" in plain(screen_layout._status(screen))
        screen.notice = "careful"
        assert "careful" in plain(screen_layout._status(screen))
        screen.dialogue = many(30, 2)
        assert screen_layout._busy(screen) == []
        text = plain(screen_layout._options(screen))
        assert "Which\\x1b one?" in text
        assert "▸ 3. answer 2\\x1b  a hint" in text or "> 3. answer 2" in text
        assert "20 more" in plain(screen_layout._hints(screen))
        screen.dialogue = None
        assert screen_layout._options(screen) == []
        assert screen_layout._hints(screen) == []
        assert screen_layout._live(screen).value == "line"
        screen.input.text = "!ls"
        assert plain(screen_layout._sign(screen, 0)) == "! "
        screen.input.text = "ls"
        assert plain(screen_layout._sign(screen, 0)) == "> "
        assert plain(screen_layout._sign(screen, 1)) == "  "

    asyncio.run(go())


def test_a_long_input_says_that_there_is_more() -> None:
    """The rule above the input tells how many lines stand above what is seen."""

    async def go() -> None:
        async with showing(Quiet()) as (screen, _):
            assert screen_layout._above(screen) == ""
            screen.prefill("\n".join(f"line {number}" for number in range(30)))
            await asyncio.sleep(0.2)
            assert "20 lines above" in screen_layout._above(screen)

    asyncio.run(go())


def test_suggestions_are_listed_with_what_they_are() -> None:
    """A few of many, the chosen one among them."""

    async def go() -> None:
        async with showing(Quiet()) as (screen, _):
            assert screen_layout._suggested(screen) == []
            screen.input.insert_text("/c")
            screen.input.start_completion()
            await asyncio.sleep(0.2)
            text = plain(screen_layout._suggested(screen))
            assert "/clear" in text
            assert "/cost" in text

    asyncio.run(go())


def test_what_would_be_allowed_is_never_cut_short_by_a_narrow_terminal() -> None:
    """A hint that does not fit beside its answer stands below it."""
    assert screen_layout._hint("Bash(git log:*)", 40) == "  Bash(git log:*)"
    assert screen_layout._hint("Bash(git log:*)", 10) == "\n     Bash(git log:*)"
    assert screen_layout._hint("", 10) == ""
