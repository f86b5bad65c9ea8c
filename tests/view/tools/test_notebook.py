"""Notebooks: cells changed, put in, taken out and read."""

from __future__ import annotations

from typing import Any

from steno.view.parts import CodePart, DiffPart, JsonPart, OutputPart, TextPart
from steno.view.tools.notebook import cell_parts
from tests.view.calls import HERE, card, only

PATH = f"{HERE}/tide.ipynb"


def edited(asked: dict[str, Any], record: dict[str, Any] | None) -> Any:
    """Build the card of a change."""
    return card("NotebookEdit", {"notebook_path": PATH, **asked}, structured=record)


def test_replaced_cell_is_a_diff() -> None:
    """The cell before and after are compared."""
    built = edited(
        {"cell_id": "c3", "new_source": "a = 2\n"},
        {"old_source": "a = 1\n", "edit_mode": "replace"},
    )
    assert (built.title, built.summary) == ("NotebookEdit tide.ipynb (replace cell c3)", "+1 -1")
    assert only(built, DiffPart).path == PATH


def test_new_cell_is_code_or_words() -> None:
    """Without a cell before there is nothing to compare."""
    built = edited({"edit_mode": "insert", "new_source": "1 + 1", "cell_number": 4}, None)
    assert (built.title, built.parts) == (
        "NotebookEdit tide.ipynb (insert cell 4)",
        (CodePart("1 + 1", "python"),),
    )
    built = edited({"new_source": "# Tides", "cell_type": "markdown"}, {"language": "python"})
    assert built.parts == (TextPart("# Tides", "markdown"),)
    assert edited({"new_source": "as is", "cell_type": "raw"}, None).parts == (TextPart("as is"),)


def test_deleted_cell_is_all_removed() -> None:
    """What was taken out is shown where it is known."""
    built = edited({"edit_mode": "delete", "cell_id": "c1"}, {"old_source": "a\nb"})
    assert built.summary == "-2"
    assert edited({"edit_mode": "delete", "cell_id": "c1"}, None).parts == ()


def test_error_in_the_record_is_a_failure() -> None:
    """The tool says in its record what went wrong, with no error for the model."""
    built = edited({"edit_mode": "delete"}, {"error": "no such cell"})
    assert (built.status, built.summary) == ("error", "no such cell")


def test_notebook_that_was_read_shows_its_cells() -> None:
    """The record is an array of cells; without one, what the model saw is shown."""
    built = card("NotebookRead", {"notebook_path": PATH}, structured=[{"source": "1"}])
    assert (built.title, built.summary) == ("NotebookRead tide.ipynb", "1 cell")
    assert only(built, CodePart).path == PATH
    assert only(card("NotebookRead", {}, "cells"), OutputPart).text == "cells"


def test_cell_may_hold_lines_and_errors() -> None:
    """Sources and outputs come as one text or as lines; strangers are shown as they are."""
    strange = {"output_type": "display_data"}
    outputs = [{"output_type": "error", "text": ["Trace", "back"]}, "2", strange]
    cell = {"cell_type": "code", "source": ["a\n", "b", 7], "outputs": outputs}
    assert cell_parts([cell, {"id": 1}], PATH) == (
        CodePart("a\nb", "python", PATH),
        OutputPart("Traceback", is_error=True),
        OutputPart("2"),
        JsonPart(strange),
        JsonPart({"id": 1}),
    )
