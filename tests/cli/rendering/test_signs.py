"""Signs, and what stands for them where there is only ASCII."""

from __future__ import annotations

from dataclasses import asdict
from typing import get_args

from rich.cells import cell_len

from steno.cli.rendering.signs import (
    ASCII,
    LEVEL_STYLES,
    SIGNS,
    STATUS_STYLES,
    level_sign,
    status_sign,
)
from steno.view.items import Level
from steno.view.tools.outcome import Status


def test_ascii_signs_are_ascii() -> None:
    """For a terminal that has nothing else."""
    assert all(sign.isascii() for sign in asdict(ASCII).values())


def test_every_status_and_level_has_a_sign_and_a_style() -> None:
    """And no other has one."""
    assert set(STATUS_STYLES) == set(get_args(Status))
    assert set(LEVEL_STYLES) == set(get_args(Level))
    for signs in (SIGNS, ASCII):
        statuses = {status_sign(signs, status) for status in get_args(Status)}
        assert len(statuses) == len(get_args(Status))
        assert len({level_sign(signs, level) for level in get_args(Level)}) == 3


def test_signs_in_the_margin_are_equally_wide() -> None:
    """So that texts stand below one another."""
    margin = ("prompt", "reply", "thinking", "info", "warning", "ok", "error", "denied", "branch")
    for signs in (SIGNS, ASCII):
        assert {cell_len(getattr(signs, name)) for name in margin} == {2}
