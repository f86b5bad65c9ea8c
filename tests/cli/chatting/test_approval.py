"""What is shown before a tool runs, and what an answer means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.cli.chatting.approval import (
    answer_lines,
    approval_dialogue,
    planned_change,
    request_lines,
    word_of,
)
from steno.cli.chatting.asking import Chosen
from steno.cli.rendering.paper import drawing_paper, plain_paper
from steno.client.calls import REJECTED
from steno.client.person import Wish
from steno.view.tools.outcome import reason_of_refusal, status_of
from tests.cli.payloads import SEQUENCES

if TYPE_CHECKING:
    from pathlib import Path

RULE = {
    "type": "addRules",
    "rules": [{"toolName": "Bash", "ruleContent": "git log *"}],
    "behavior": "allow",
    "destination": "localSettings",
}


def wish(tool: str, *, rules: bool = True, **given: Any) -> Wish:
    """Make a wish."""
    return Wish(
        tool=tool,
        given=given,
        call_id="toolu_1",
        agent_id=None,
        reason="no rule allows it",
        suggestions=(RULE,) if rules else (),
    )


def shown(one: Wish, cwd: Path) -> str:
    """Draw a wish without colours."""
    return "\n".join(request_lines(one, drawing_paper(80), cwd))


def test_a_command_is_shown_whole(tmp_path: Path) -> None:
    """Each line of it, however many, and what else the call says."""
    command = "\n".join(f"echo {number}" for number in range(100))
    told = shown(wish("Bash", command=command, description="Count", timeout=5), tmp_path)
    assert all(f"│ echo {number}" in told for number in range(100))
    assert "│ timeout: 5" in told
    assert "Bash  Count" in told
    assert "no rule allows it" in told


@pytest.mark.parametrize("sequence", [*SEQUENCES, "a\rb", "a\u202eb"])
def test_nothing_in_a_command_can_hide(sequence: str, tmp_path: Path) -> None:
    """What a terminal would obey is spelled out, also what would write over a line."""
    told = shown(wish("Bash", command=f"x{sequence}y", other=sequence), tmp_path)
    assert not any(sign in told for sign in "\x1b\x07\r\x9b\u202e\x08")
    assert "x" in told
    plain = "\n".join(request_lines(wish("Bash", command=f"x{sequence}y"), plain_paper(), tmp_path))
    assert plain.count("\n") == 2


def test_an_edit_is_shown_as_the_change_of_the_file(tmp_path: Path) -> None:
    """The lines around it and their numbers come from the file as it is."""
    (tmp_path / "a.py").write_text("one\ntwo\nthree\n")
    edit = wish("Edit", file_path=str(tmp_path / "a.py"), old_string="two", new_string="2")
    told = shown(edit, tmp_path)
    assert "a.py" in told
    assert "2 - two" in told
    assert "2 + 2" in told
    assert "3   three" in told


def test_all_places_of_an_edit_are_shown_where_all_are_replaced(tmp_path: Path) -> None:
    """replace_all changes every one of them, otherwise the first."""
    (tmp_path / "a").write_text("x\n" * 3)
    given: dict[str, Any] = {"file_path": "a", "old_string": "x", "new_string": "y"}
    one = planned_change(wish("Edit", **given), tmp_path)
    every = planned_change(wish("Edit", **given, replace_all=True), tmp_path)
    assert one is not None
    assert every is not None
    assert (one.added, every.added) == (1, 3)


def test_a_new_file_and_one_that_is_written_over(tmp_path: Path) -> None:
    """A Write shows what comes, and what goes where something was there."""
    (tmp_path / "old").write_text("before\n")
    new = planned_change(wish("Write", file_path="new", content="a\nb\n"), tmp_path)
    over = planned_change(wish("Write", file_path="old", content="after\n"), tmp_path)
    assert new is not None
    assert over is not None
    assert (new.added, new.removed) == (2, 0)
    assert (over.added, over.removed) == (1, 1)


def test_what_is_no_change_is_shown_by_its_arguments(tmp_path: Path) -> None:
    """An input of a wrong shape, and any other tool, are shown as they are."""
    assert planned_change(wish("Write", file_path="a", content=7), tmp_path) is None
    assert planned_change(wish("Edit", file_path="a", old_string=1), tmp_path) is None
    assert "│ content: 7" in shown(wish("Write", file_path="a", content=7), tmp_path)
    assert '"b"' in shown(wish("mcp__x__y", list=["b"]), tmp_path)
    gone = wish("Edit", file_path="none", old_string="a", new_string="b")
    assert "- a" in shown(gone, tmp_path)


def test_a_plan_is_drawn(tmp_path: Path) -> None:
    """A plan is Markdown; on plain paper it stays as it was written."""
    plan = wish("ExitPlanMode", plan="# Steps\n\n- **one**", rules=False)
    assert "**" not in shown(plan, tmp_path)
    assert "**one**" in "\n".join(request_lines(plan, plain_paper(), tmp_path))
    assert approval_dialogue(plan, ()).question == "Go ahead with this plan?"


def test_yes_once_and_yes_for_the_session() -> None:
    """The second adds the rules that were offered."""
    one = wish("Bash", command="git log")
    dialogue = approval_dialogue(one, one.suggestions)
    assert dialogue.options[1].hint == "Bash(git log *)"
    assert word_of(dialogue, Chosen((0,)), one.suggestions).behavior == "allow"
    word = word_of(dialogue, Chosen((1,)), one.suggestions)
    assert (word.behavior, word.updates) == ("allow", (RULE,))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"type": "setMode", "mode": "acceptEdits"}, "any edit of files"),
        ({"type": "addDirectories", "directories": ["/x"]}, "files in /x"),
        ({"type": "addRules", "rules": [{"toolName": "WebSearch"}]}, "WebSearch"),
    ],
)
def test_it_is_told_what_would_not_be_asked_any_more(change: dict[str, Any], told: str) -> None:
    """Each kind of change is put into words."""
    one = Wish(tool="Edit", given={}, call_id="t", agent_id=None, reason="", suggestions=(change,))
    assert approval_dialogue(one, one.suggestions).options[1].hint == told


def test_a_no_with_words_goes_on_and_one_without_ends_the_turn() -> None:
    """The words reach the model in the form that readers of transcripts know."""
    one = wish("Bash", command="x")
    dialogue = approval_dialogue(one, one.suggestions)
    said = word_of(dialogue, Chosen((2,), "use make"), one.suggestions)
    assert (said.behavior, said.interrupt) == ("deny", False)
    assert reason_of_refusal(said.message) == "use make"
    assert status_of(said.message, None, is_error=True) == "denied"
    silent = word_of(dialogue, None, one.suggestions)
    assert (silent.message, silent.interrupt) == (REJECTED, True)


def test_without_a_rule_there_are_two_answers() -> None:
    """The second of two answers is the no."""
    one = wish("Bash", rules=False, command="x")
    dialogue = approval_dialogue(one, one.suggestions)
    assert [option.word for option in dialogue.options] == ["y", "n"]
    assert word_of(dialogue, Chosen((1,), "why"), one.suggestions).behavior == "deny"
    assert word_of(dialogue, Chosen((0,)), one.suggestions).behavior == "allow"


def test_the_answer_stays_beside_the_question() -> None:
    """What was said is drawn: the answer, or the words."""
    dialogue = approval_dialogue(wish("Bash", command="x"), (RULE,))
    paper = drawing_paper(80)
    assert "Yes, this once" in "".join(answer_lines(dialogue, Chosen((0,)), paper))
    assert "No: use make" in "".join(answer_lines(dialogue, Chosen((2,), "use make"), paper))
    assert "→ No" in "".join(answer_lines(dialogue, None, paper))
    assert "session: Bash(git log *)" in "".join(answer_lines(dialogue, Chosen((1,)), paper))
