"""Background work: looked at and ended, from the record or from what the model was told."""

from __future__ import annotations

from typing import Any

import pytest

from steno.testing.shell_tools import bash_output, kill_shell
from steno.view.parts import CodePart, OutputPart, TextPart
from steno.view.tools.background import between
from tests.view.calls import card, card_of, figures, only, parts


def test_shell_is_shown_with_its_command_and_state() -> None:
    """The id, the command and how far it is stand in the line."""
    built = card_of(bash_output("bash_1", "make serve", "listening", "2026-05-01T10:00:00Z"))
    assert (built.title, built.summary) == ("BashOutput bash_1 · make serve", "running")
    assert only(built, OutputPart).text == "listening"


def test_ended_shell_says_its_exit_code() -> None:
    """Both outputs and the code are there once it has ended."""
    ended = {
        "shellId": "bash_1", "command": "make", "status": "failed", "exitCode": 2,
        "stdout": "", "stderr": "no rule",
    }  # fmt: skip
    built = card("BashOutput", {"bash_id": "bash_1"}, structured=ended)
    assert (built.summary, figures(built)) == ("failed · exit 2", {"exit code": 2})
    assert only(built, OutputPart) == OutputPart("no rule", is_error=True, heading="stderr")


def test_shell_is_read_off_what_the_model_was_told() -> None:
    """Without a record the marks in the text say the same."""
    told = "<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<stdout>\nbuilt\n</stdout>"
    built = card("BashOutput", {"bash_id": "bash_1"}, told)
    assert (built.summary, only(built, OutputPart).text) == ("completed · exit 0", "built")


def test_text_without_marks_is_output() -> None:
    """What has no marks at all is shown as it is."""
    assert (
        only(card("BashOutput", {"bash_id": "b"}, "plain words"), OutputPart).text == "plain words"
    )


TASK: dict[str, Any] = {
    "task_id": "a1", "task_type": "local_agent", "status": "completed",
    "description": "Survey the quay", "output": "raw", "result": "# Two leaks",
}  # fmt: skip


def test_answer_of_a_sub_agent_is_markdown() -> None:
    """A sub-agent's answer is prose, a command's output is not."""
    record = {"retrieval_status": "success", "task": TASK}
    built = card("TaskOutput", {"task_id": "a1"}, structured=record)
    assert (built.title, built.summary) == ("TaskOutput a1 · Survey the quay", "completed")
    assert built.parts == (TextPart("# Two leaks", "markdown", "Answer"),)


def test_command_in_the_background_is_output() -> None:
    """A command's task shows its output, its error and its code."""
    task = {**TASK, "task_type": "local_bash", "result": None, "exitCode": 1, "error": "died"}
    record = {"retrieval_status": "timeout", "task": task}
    built = card("TaskOutput", {}, structured=record)
    assert (built.title, built.summary) == (
        "TaskOutput a1 · Survey the quay",
        "timeout · completed · exit 1",
    )
    assert [(part.text, part.is_error) for part in parts(built, OutputPart)] == [
        ("raw", False),
        ("died", True),
    ]


def test_task_is_read_off_what_the_model_was_told() -> None:
    """Without a record the marks in the text say the same."""
    told = (
        "<retrieval_status>not_ready</retrieval_status>\n\n<task_type>local_bash</task_type>\n\n"
        "<status>in_progress</status>\n\n<output>\nhalf\n</output>"
    )
    built = card("TaskOutput", {"task_id": "b1"}, told)
    assert (built.summary, only(built, OutputPart).text) == ("not ready · in progress", "half")


def test_ended_shell_is_told() -> None:
    """Ending a shell says which, and what the client said."""
    built = card_of(kill_shell("bash_1"))
    assert (built.title, built.summary) == ("KillShell bash_1", "stopped")


def test_ended_task_shows_its_command() -> None:
    """A command is code; what a sub-agent was about stands in the title alone."""
    record = {"message": "Stopped.", "task_id": "b1", "task_type": "local_bash", "command": "make"}
    built = card("TaskStop", {"task_id": "b1"}, structured=record)
    assert built.parts == (CodePart("make", "bash"), TextPart("Stopped.", "dim"))
    built = card("TaskStop", {}, structured={**record, "task_type": "local_agent"})
    assert (built.title, built.parts) == ("TaskStop b1 · make", (TextPart("Stopped.", "dim"),))


def test_shell_that_could_not_be_ended_failed() -> None:
    """The record's own word counts, also where the model saw no error."""
    built = card("KillBash", {"shell_id": "b1"}, '{"success": false, "message": "gone"}')
    assert (built.status, built.title) == ("error", "KillBash b1")


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("<a>\nx\n</a>", "x"), ("<a>x</a> <a>y</a>", "x</a> <a>y"), ("<a>x", ""), ("x</a>", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_marks_enclose_all_that_lies_between_them(text: str, inside: str) -> None:
    """Output that holds the closing mark itself is not cut there."""
    assert between(text, "a") == inside
