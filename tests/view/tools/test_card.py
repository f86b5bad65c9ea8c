"""Cards: one line for the title, whatever stood in the call."""

from __future__ import annotations

from steno.view.tools.card import ToolCard, tidy


def test_title_joins_label_and_argument() -> None:
    """A card without an argument is named by its label alone."""
    assert ToolCard("Read", "Read", "src/app.py").title == "Read src/app.py"
    assert ToolCard("Bash", "Bash", "run the tests", joint=": ").title == "Bash: run the tests"
    assert ToolCard("TaskList", "TaskList", joint=": ").title == "TaskList"


def test_tidy_card_fits_one_line() -> None:
    """Line breaks and long texts are brought into bounds, paths together with their argument."""
    card = tidy(ToolCard("R\nead", "Read", "a\nb.py", "x" * 500, path="a\nb.py"))
    assert (card.tool, card.argument, card.path) == ("R ead", "a b.py", "a b.py")
    assert len(card.summary) == 240
    assert card.path in card.title
