"""Commands: what they are for, what they printed, how they ended."""

from __future__ import annotations

import pytest

from steno.testing.shell_tools import (
    bash,
    bash_failed,
    bash_in_background,
    bash_with_large_output,
    powershell,
)
from steno.testing.tool_run import denied, unanswered
from steno.view.parts import (
    CodePart,
    FactsPart,
    Link,
    LinksPart,
    MediaPart,
    OutputPart,
    TextPart,
)
from tests.view.calls import card, card_of, figures, only


def test_command_is_titled_by_what_it_is_for() -> None:
    """The description comes first, the command stands below it with its output."""
    built = card_of(bash("pytest -q\n", "3 passed", description="Run the tests"))
    assert (built.title, built.summary, built.status) == ("Bash: Run the tests", "exit 0", "ok")
    assert built.parts == (CodePart("pytest -q", "bash"), OutputPart("3 passed"))
    assert figures(built) == {"exit code": 0, "lines": 1}


def test_command_without_description_is_its_own_title() -> None:
    """The first line of the command says what it does."""
    assert card_of(bash("git status\ngit log")).title == "Bash: git status"


def test_error_output_stands_apart() -> None:
    """What went to stderr is marked as such."""
    built = card_of(bash("make", "built", stderr="warning: old"))
    assert built.parts[1:] == (
        OutputPart("built"),
        OutputPart("warning: old", is_error=True, heading="stderr"),
    )


def test_failed_command_says_its_exit_code() -> None:
    """The code is taken out of the text, which is what the command printed."""
    built = card_of(bash_failed("make test", 2, "1 failed"))
    assert (built.summary, built.status, figures(built)["exit code"]) == ("exit 2", "error", 2)
    assert only(built, OutputPart) == OutputPart("1 failed", is_error=True)


def test_failed_command_of_an_older_version_has_no_code() -> None:
    """Without a code it just failed, and what it printed is output all the same."""
    built = card("Bash", {"command": "ls x"}, "ls: no such file", is_error=True)
    assert (built.summary, figures(built)) == ("failed", {"lines": 1})
    assert only(built, OutputPart).is_error


def test_failed_command_that_printed_nothing_has_no_output() -> None:
    """No empty box is drawn."""
    assert len(card("Bash", {"command": "false"}, "Exit code 1", is_error=True).parts) == 1


def test_exit_code_that_means_no_failure_is_put_in_words() -> None:
    """The client keeps the meaning and not the code, so no code is made up."""
    built = card_of(bash("grep x a", returnCodeInterpretation="No matches found"))
    assert (built.summary, figures(built)) == ("No matches found", {})


def test_command_in_the_background_has_not_ended() -> None:
    """Its id is told instead of a code."""
    built = card_of(bash_in_background("make serve", "b1", description="Serve"))
    assert (built.summary, figures(built)) == ("in the background as b1", {})


def test_running_command_shows_itself() -> None:
    """While it runs there is a command and nothing else."""
    built = card_of(unanswered(bash("sleep 9")))
    assert (built.status, built.summary) == ("running", "")
    assert built.parts == (CodePart("sleep 9", "bash"),)


def test_interrupted_command_keeps_what_it_printed() -> None:
    """The output up to the interrupt is shown; there is no exit code."""
    built = card_of(bash("sleep 9", "one", interrupted=True))
    assert (built.status, built.summary) == ("interrupted", "")
    assert only(built, OutputPart).text == "one"


def test_denied_command_says_why() -> None:
    """A command that never ran has a reason and no output."""
    built = card_of(denied(bash("rm -rf build"), "build is not ours"))
    assert built.status == "denied"
    assert built.parts[1:] == (TextPart("build is not ours", "error"),)


def test_large_output_names_its_file() -> None:
    """The beginning is shown, with the file and the size of the whole."""
    built = card_of(bash_with_large_output("cat log", "x\n" * 5000))
    output = only(built, OutputPart)
    assert output.kept_in.endswith(".txt")
    assert output.kept_bytes == 10_000


def test_picture_in_the_output_is_a_picture() -> None:
    """A data URL is drawn, not printed; what only claims to be one is printed."""
    built = card_of(bash("plot", "data:image/png;base64,AAAA", isImage=True))
    assert only(built, MediaPart).media_type == "image/png"
    assert only(card_of(bash("plot", "no picture", isImage=True)), OutputPart).text == "no picture"


def test_output_told_to_the_model_stands_in_for_a_missing_record() -> None:
    """Files of sub-agents may keep only what the model saw."""
    built = card("Bash", {"command": "ls"}, "a.py\nb.py")
    assert (only(built, OutputPart).lines, built.summary) == (2, "exit 0")


@pytest.mark.parametrize("number", [7, None])
def test_what_a_command_did_in_git_is_told(number: int | None) -> None:
    """Commits, branches, pushes and pull requests are facts and links."""
    doings = {
        "commit": {"sha": "abc1234", "kind": "committed"},
        "branch": {"ref": "main", "action": "merged"},
        "push": {"branch": "main"},
        "pr": {"number": number, "action": "created", "url": "https://example.org/pr/7"},
    }
    built = card_of(bash("gh pr create", gitOperation=doings))
    assert only(built, FactsPart).pairs == (
        ("commit", "abc1234 · committed"),
        ("branch", "main · merged"),
        ("pushed", "main"),
    )
    title = "Pull request 7" if number else "Pull request"
    assert only(built, LinksPart).links == (Link("https://example.org/pr/7", title, "created"),)


def test_command_that_only_opened_a_pull_request_has_no_other_facts() -> None:
    """Nothing is listed that did not happen."""
    built = card_of(bash("gh pr view", gitOperation={"pr": {"action": "viewed"}}))
    assert [part.kind for part in built.parts] == ["code"]


def test_powershell_is_a_shell_of_its_own() -> None:
    """Its commands are highlighted in its own language."""
    built = card_of(powershell("Get-ChildItem", "a.py"))
    assert (built.title, only(built, CodePart).language) == (
        "PowerShell: Get-ChildItem",
        "powershell",
    )
