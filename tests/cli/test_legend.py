"""The marks below the help."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.cli.legend import legend
from steno.cli.rendering.signs import ASCII, SIGNS

if TYPE_CHECKING:
    from tests.cli.running import Answer


@pytest.mark.parametrize("signs", [SIGNS, ASCII])
def test_the_marks_of_items_are_all_explained(signs: object) -> None:
    """In either set, each once."""
    marks = [mark for mark, _ in legend(signs)]  # type: ignore[arg-type]
    assert len(marks) == len(set(marks)) == 11
    for name in ("prompt", "reply", "thinking", "ok", "error", "denied", "agent", "warning"):
        assert any(getattr(signs, name).strip() in mark.split() for mark in marks)


def test_help_ends_with_the_marks(run: object) -> None:
    """So that nobody has to guess."""
    answer: Answer = run("show", "--help")  # type: ignore[operator]
    assert "Marks:" in answer.out
    assert answer.out.index("Options:") < answer.out.index("what the model said")
