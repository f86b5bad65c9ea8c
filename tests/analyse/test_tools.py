"""Tool calls summed up by tool."""

from __future__ import annotations

from typing import Any

import pytest

from steno.analyse.tools import ToolSum, ToolSums, output_bytes
from tests.analyse.made_calls import call


def test_tools_are_summed_up_the_most_used_first() -> None:
    """Times by total, median and maximum; output in bytes."""
    sums = ToolSums()
    sums.see(call("Bash", 100), "ab")
    sums.see(call("Bash", 400, is_error=True), "é")
    sums.see(call("Bash", 201), None)
    sums.see(call("Read", None, result_row=None), None)
    assert sums.sums() == [
        ToolSum(
            name="Bash", calls=3, errors=1, unanswered=0, total_ms=701, median_ms=201,
            longest_ms=400, output_bytes=4,
        ),
        ToolSum(
            name="Read", calls=1, errors=0, unanswered=1, total_ms=0, median_ms=None,
            longest_ms=None, output_bytes=0,
        ),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("result", "size"),
    [(None, 0), ("", 0), ("tide", 4), ("\ud800", 3), ([{"text": "a"}], 14), (17, 2)],
)
def test_output_is_measured_in_bytes(result: Any, size: int) -> None:
    """Texts as they are, the rest as JSON."""
    assert output_bytes(result) == size
