"""Long text in a pager."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import click
import pytest

from steno.cli import paging
from steno.cli.options import Options
from steno.cli.paging import print_paged
from steno.config import config_path

if TYPE_CHECKING:
    from collections.abc import Iterable

LINES = ["one", "two"]


@pytest.fixture
def paged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pretend that there is a terminal, and keep what its pager gets."""
    got: list[str] = []

    def pager(text: Iterable[str]) -> None:
        got.extend(text)

    monkeypatch.setattr(click, "echo_via_pager", pager)
    terminal = SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(paging, "sys", terminal)
    monkeypatch.delenv("LESS", raising=False)
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
