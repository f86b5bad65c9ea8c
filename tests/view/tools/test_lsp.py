"""Questions to a language server."""

from __future__ import annotations

from steno.view.parts import OutputPart
from tests.view.calls import HERE, card, figures, only

ASKED = {"operation": "findReferences", "filePath": f"{HERE}/a.go", "line": 64, "character": 6}


def test_question_names_its_place() -> None:
    """What was asked about which place, and how many were found where."""
    record = {"operation": "findReferences", "result": "Found 5", "resultCount": 5, "fileCount": 4}
    built = card("LSP", ASKED, structured=record)
    assert (built.title, built.path, built.summary) == (
        "LSP findReferences a.go:64:6",
        "a.go",
        "5 places in 4 files",
    )
    assert (only(built, OutputPart).text, figures(built)) == ("Found 5", {"places": 5})


def test_answer_without_counts_is_shown() -> None:
    """Failures of the server come as plain answers; without a record there is the model's text."""
    assert card("LSP", ASKED, structured={"result": "no symbol"}).summary == ""
    assert only(card("LSP", ASKED, "told"), OutputPart).text == "told"
    built = card("LSP", {}, structured={"resultCount": 1, "operation": "hover"})
    assert (built.title, built.summary) == ("LSP hover", "1 place")
