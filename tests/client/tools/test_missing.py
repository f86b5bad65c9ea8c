"""What is said of a missing file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client.tools import missing

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def test_a_similar_name_is_offered(around: Surroundings) -> None:
    """The same name with another ending may have been meant."""
    around.file("notes.md")
    words = missing.words(around.root / "notes.txt", around.context)
    assert words.endswith("Did you mean notes.md?")
    assert str(around.root) in words


def test_a_missing_folder_is_no_trouble(around: Surroundings) -> None:
    """Where the folder is missing, too, nothing is offered."""
    assert "mean" not in missing.words(around.root / "no/x.txt", around.context)
