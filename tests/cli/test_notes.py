"""What is told a person beside the output."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steno.cli.notes import hinted, place_options, remember_places, wrapped

if TYPE_CHECKING:
    import pytest


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """Say that somebody looks."""
        return True


def test_hints_name_the_places_that_were_given() -> None:
    """But for those of commands that know none; where none was given nothing changes."""
    text = "Try 'steno list', 'steno demo DIR', 'steno config' or 'steno --help'."
    with click.Context(click.Command("x")) as context:
        assert hinted(text) == text
        remember_places(context, ["a home", "b"], Path("d"))
        changed = text.replace("'steno list'", "'steno --home 'a home' --home b --db d list'")
        assert hinted(text) == changed
    assert hinted(text) == text


def test_next_step_names_the_places() -> None:
    """What is no command but a sentence about steno stays as it is."""
    with click.Context(click.Command("x")) as context:
        remember_places(context, [], Path("my data"))
        assert hinted("Take it back: steno undo 3") == ("Take it back: steno --db 'my data' undo 3")
        for text in ("move it away: steno then begins", "steno: no session fits"):
            assert hinted(text) == text


def test_places_are_written_as_options() -> None:
    """Quoted where a shell would take them apart."""
    assert place_options([], None) == ""
    assert place_options(["work", "a b"], None) == "--home work --home 'a b' "
    assert place_options([], Path("a'b")) == "--db 'a'\"'\"'b' "


def test_lines_are_broken_between_words_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Margins and long words stay whole; elsewhere nothing is broken."""
    monkeypatch.setenv("COLUMNS", "20")
    text = "every word of this is whole\n  a /path/that-is-longer/than-the-screen  b"
    assert wrapped(text, io.StringIO()) == text
    assert wrapped(text, Screen()).split("\n") == [
        "every word of this",
        "is whole",
        "  a",
        "  /path/that-is-longer/than-the-screen",
        "  b",
    ]


def test_wide_characters_take_two_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a line of them is broken earlier."""
    monkeypatch.setenv("COLUMNS", "12")
    assert wrapped("  潮汐 数据 管道 of", Screen()).split("\n") == ["  潮汐 数据", "  管道 of"]
