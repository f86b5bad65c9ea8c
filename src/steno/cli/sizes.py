"""Sizes as a person gives them on the command line: ``500``, ``10k``, ``1.5MB``."""

from __future__ import annotations

import re
from typing import Final

import click

_SIZE: Final = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)\s*((?:[kmg]i?)?)b?", re.ASCII)
_UNITS: Final = {
    "": 1, "k": 10**3, "m": 10**6, "g": 10**9, "ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30,
}  # fmt: skip


def as_size(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    """Read the size that an option names, in bytes, or say how one is written."""
    try:
        return None if value is None else read_size(value)
    except ValueError:
        problem = f"{value!r} is no size; write 500 (bytes), 10k, 1.5MB or 64KiB."
        raise click.BadParameter(problem) from None


def read_size(text: str) -> int:
    """Read a number of bytes, in steps of 1000, or of 1024 (KiB); ValueError for what is none."""
    match = _SIZE.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(text)
    return round(float(match[1]) * _UNITS[match[2]])
