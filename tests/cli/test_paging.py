"""Long text in a pager."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import TYPE_CHECKING

import click
import pytest

from steno.cli import paging
from steno.cli.options import Options
from steno.cli.paging import passes_colours, print_paged
from steno.config import config_path

if TYPE_CHECKING:
    from collections.abc import Iterable

LINES = ["one", "two"]


@pytest.fixture
def paged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pretend that there is a terminal, and keep what its pager gets."""
    got: list[str] = []

    def pager(text: Iterable[str], color: bool | None) -> None:
        assert color is True
        got.extend(text)

    monkeypatch.setattr(click, "echo_via_pager", pager)
    terminal = SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(paging, "sys", terminal)
    monkeypatch.delenv("LESS", raising=False)
    monkeypatch.delenv("PAGER", raising=False)
    return got


@pytest.mark.parametrize(
    ("configured", "asked", "is_paged"),
    [("", None, True), ("", False, False), ("false", None, False), ("false", True, True)],
)
def test_pager_is_used_on_a_terminal_unless_somebody_objects(
    paged: list[str],
    capsys: pytest.CaptureFixture[str],
    configured: str,
    asked: bool | None,
    is_paged: bool,
) -> None:
    """The command line has the last word."""
    if configured:
        config_path().parent.mkdir(parents=True)
        config_path().write_text(f"[show]\npager = {configured}\n")
    print_paged(iter(LINES), Options(), pager=asked)
    whole = "one\ntwo\n"
    assert ("".join(paged), capsys.readouterr().out) == ((whole, "") if is_paged else ("", whole))


def test_text_is_printed_plainly_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    """Even where a pager was asked for."""
    print_paged(iter(LINES), Options(), pager=True)
    assert capsys.readouterr().out == "one\ntwo\n"


@pytest.mark.parametrize(
    ("pager", "expected"),
    [
        ("", True), ("cat", True), ("/usr/bin/less -S", True), ("bat --plain", True),
        ("vim -", None), ("'", None),
    ],
)  # fmt: skip
def test_colours_go_to_pagers_that_pass_them_on(
    monkeypatch: pytest.MonkeyPatch, pager: str, expected: bool | None
) -> None:
    """Of another one nobody knows what it would make of them."""
    monkeypatch.setenv("PAGER", pager)
    assert passes_colours() is expected


@pytest.mark.parametrize(("own", "expected"), [(None, "-FRX"), ("-i -Pmine", "-R -i -Pmine")])
def test_less_is_asked_to_pass_colours_on(
    paged: list[str], monkeypatch: pytest.MonkeyPatch, own: str | None, expected: str
) -> None:
    """Besides what the user asks of it."""
    if own is not None:
        monkeypatch.setenv("LESS", own)
    print_paged(iter(LINES), Options(), pager=True)
    assert paged
    assert os.environ["LESS"] == expected
