"""Parts: what they count, and that they stay small when they are printed."""

from __future__ import annotations

import base64
from dataclasses import FrozenInstanceError
from typing import get_args

import pytest

from steno.view.parts import (
    ChecklistPart,
    CodePart,
    DiffLine,
    DiffPart,
    Hunk,
    MediaPart,
    OutputPart,
    Part,
    Step,
    TextPart,
    line_count,
)


@pytest.mark.parametrize(
    ("text", "lines"), [("", 0), ("one", 1), ("one\n", 1), ("one\ntwo", 2), ("\n", 1), ("a\n\n", 2)]
)
def test_newline_at_the_end_begins_no_line(text: str, lines: int) -> None:
    """Lines are counted as an editor would, for code and for output alike."""
    assert line_count(text) == CodePart(text).lines == OutputPart(text).lines == lines


def test_diff_counts_what_it_adds_and_removes() -> None:
    """Kept lines and remarks count for neither side."""
    lines = tuple(DiffLine(kind, "x") for kind in (" ", "+", "+", "-", "\\"))
    diff = DiffPart("tide.py", (Hunk(1, 2, 1, 3, lines), Hunk(9, 0, 10, 1, (DiffLine("+", "y"),))))
    assert (diff.added, diff.removed) == (3, 1)


def test_checklist_counts_what_is_done() -> None:
    """Only what is completed is done."""
    steps = tuple(Step("x", s) for s in ("completed", "in_progress", "pending", "completed"))
    assert ChecklistPart(steps).done == 2


@pytest.mark.parametrize("size", range(8))
def test_media_knows_its_size_without_decoding(size: int) -> None:
    """The size follows from the length and the padding of the base64 text."""
    assert MediaPart("image/png", base64.b64encode(b"x" * size).decode()).size == size


def test_only_pictures_are_images() -> None:
    """A PDF is no picture."""
    assert MediaPart("image/png").is_image
    assert not MediaPart("application/pdf").is_image


def test_parts_cannot_be_changed() -> None:
    """Surfaces share parts, so nobody may write to them."""
    with pytest.raises(FrozenInstanceError):
        TextPart("a").text = "b"  # type: ignore[misc]


def test_long_content_stays_out_of_the_repr() -> None:
    """A failing test or a log line never prints a whole transcript."""
    long = "x" * 10_000
    shown = [TextPart(long), CodePart(long), OutputPart(long), MediaPart("image/png", long)]
    assert all(len(repr(part)) < 300 for part in shown)


def test_every_kind_of_part_has_a_word_of_its_own() -> None:
    """Templates choose by ``kind``, so no two parts may share one."""
    kinds = [part.kind for part in get_args(Part)]
    assert len(set(kinds)) == len(kinds) == 12
