"""Listed folders of early versions."""

from __future__ import annotations

from steno.testing.file_tools import list_folder
from steno.testing.tool_run import failed
from steno.view.parts import OutputPart
from tests.view.calls import HERE, card, card_of, figures, only


def test_folder_counts_what_lies_in_it() -> None:
    """The folder itself is not counted."""
    built = card_of(list_folder(f"{HERE}/src", "a.py", "b.py"))
    assert (built.title, built.summary) == ("LS src", "2 entries")
    assert figures(built) == {"entries": 2}


def test_note_for_the_model_is_left_out() -> None:
    """Only the listing is shown."""
    built = card("LS", {"path": HERE}, "- /x/\n  - a.py\nNOTE: do you trust it?")
    assert only(built, OutputPart).text == "- /x/\n  - a.py"


def test_failed_listing_says_why() -> None:
    """There is no listing then."""
    built = card_of(failed(list_folder("src"), "No such folder."))
    assert (built.summary, [part.kind for part in built.parts]) == ("No such folder.", ["text"])
