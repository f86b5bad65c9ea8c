"""Tool calls and what comes of them."""

from __future__ import annotations

from steno.testing.session import SessionBuilder
from steno.testing.tool_run import Call, Outcome, ToolRun, denied, failed, unanswered

RUN = ToolRun("Bash", {"command": "ls"}, Outcome("a", {"stdout": "a"}))
CALL = Call(SessionBuilder(), "toolu_1", "u")


def test_outcome_may_depend_on_the_call() -> None:
    """A function makes the outcome when the call is answered."""
    run = ToolRun("Bash", {}, lambda call: Outcome(call.tool_use_id))
    answer = run.answer(CALL)
    assert answer is not None
    assert answer.content == "toolu_1"


def test_failed_run_has_a_string_for_the_terminal() -> None:
    """An error is told as a string, always with the flag; the model may see other words."""
    outcome = failed(RUN, "No such file.", told="<tool_use_error>No.</tool_use_error>").answer(CALL)
    assert outcome == Outcome(
        "<tool_use_error>No.</tool_use_error>", "Error: No such file.", is_error=True
    )


def test_denied_run_names_the_kind() -> None:
    """A refusal is an error that says who refused."""
    outcome = denied(RUN, "No, thank you.").answer(CALL)
    assert outcome is not None
    assert outcome.is_error
    assert outcome.own == {"toolDenialKind": "user-rejected"}


def test_unanswered_run_has_no_outcome() -> None:
    """A killed client leaves a call alone; the call itself stays the same."""
    run = unanswered(RUN.after(9))
    assert (run.answer(CALL), run.seconds, run.arguments) == (None, 9, RUN.arguments)
