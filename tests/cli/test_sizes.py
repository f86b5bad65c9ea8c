"""Sizes on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.cli.sizes import read_size
from tests.edit.edited import CONVERSATION, in_home
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 0), ("500", 500), ("500B", 500), ("10k", 10_000), ("10 kB", 10_000),
        ("1MB", 1_000_000), ("1.5m", 1_500_000), ("64KiB", 65_536), ("2GiB", 2 << 30),
    ],
)  # fmt: skip
def test_sizes_are_read(text: str, size: int) -> None:
    """In bytes, by thousands, or by 1024 where one says so."""
    assert read_size(text) == size


@pytest.mark.parametrize("text", ["", "frog", "-1", "1.", "10x", "1e9", "k", "１０k", "9" * 5000])
def test_what_is_no_size_is_told_with_what_is_one(run: Run, tmp_path: Path, text: str) -> None:
    """In words, and nothing is done."""
    in_home(tmp_path, *CONVERSATION)
    answer = run("trim", ONE, "--images", "--larger-than", text, "--home", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert "is no size; write 500 (bytes), 10k, 1.5MB or 64KiB" in answer.err
