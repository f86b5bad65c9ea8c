"""Outcomes: denied, interrupted, failed and fine are told apart, version by version."""

from __future__ import annotations

from typing import Any

import pytest

from steno.view.tools.outcome import bare_error, reason_of_refusal, status_of


@pytest.mark.parametrize(
    ("told", "structured", "status"),
    [
        ("Exit code 1\nno", "Error: Exit code 1\nno", "error"),
        ("The boat is gone.", "User rejected tool use", "denied"),
        ("The user doesn't want to proceed with this.", "Error: The user doesn't", "denied"),
        ("The user doesn't want to take this action right now.", None, "denied"),
        ("Claude requested permissions to read from x.", None, "denied"),
        ("This command requires approval", None, "denied"),
        ("[Request interrupted by user for tool use]", None, "interrupted"),
        ("half an output\n[Request interrupted by user for tool use]", None, "interrupted"),
        ("<tool_use_error>Sibling tool call errored</tool_use_error>", None, "interrupted"),
        ("", None, "error"),
    ],
)
def test_failure_is_read_off_its_texts(told: str, structured: Any, status: str) -> None:
    """What the model or the terminal was told says whether it failed, or was kept from running."""
    assert status_of(told, structured, is_error=True) == status


def test_result_that_is_no_error_is_fine_whatever_it_says() -> None:
    """A file that quotes a refusal was still read."""
    assert status_of("This command requires approval", {"type": "text"}, is_error=False) == "ok"


def test_stopped_command_is_interrupted() -> None:
    """The flag of a command that the user stopped counts, with or without an error."""
    for is_error in (True, False):
        assert status_of("", {"interrupted": True}, is_error=is_error) == "interrupted"
    assert status_of("", {"interrupted": "yes"}, is_error=False) == "ok"


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("<tool_use_error>No such file.</tool_use_error>", "No such file."),
        ("Error: No such file.", "No such file."),
        ("No such file.", "No such file."),
        ("<tool_use_error>cut off", "cut off"),
    ],
)
def test_marks_of_an_error_are_taken_off(text: str, bare: str) -> None:
    """People read the error, not what the client puts around it."""
    assert bare_error(text) == bare


def test_words_of_a_refusal_are_found() -> None:
    """What the user said stands behind the client's own words."""
    told = "The user doesn't want to proceed. To go on, the user said:\nuse the archive \n"
    assert reason_of_refusal(told) == "use the archive"
    assert reason_of_refusal("The user doesn't want to proceed.") == ""
