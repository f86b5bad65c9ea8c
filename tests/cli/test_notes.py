"""What is told a person beside the output."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import click

from steno.cli.notes import hinted, home_options, remember_homes, wrapped

if TYPE_CHECKING:
    import pytest


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """Say that somebody looks."""
        return True


def test_hints_name_the_homes_that_were_given() -> None:
    """But for those of commands that read none; without a home nothing changes."""
    text = "Try 'steno list', 'steno demo DIR', 'steno config' or 'steno --help'."
    with click.Context(click.Command("x")) as context:
        assert hinted(text) == text
        remember_homes(context, ["a home", "b"])
        changed = text.replace("'steno list'", "'steno --home 'a home' --home b list'")
        assert hinted(text) == changed
    assert hinted(text) == text


def test_homes_are_written_as_options() -> None:
    """Quoted where a shell would take them apart."""
    assert home_options([]) == ""
    assert home_options(["work", "a b"]) == "--home work --home 'a b' "


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
