"""Monitors and workflows."""

from __future__ import annotations

from steno.view.parts import CodePart, FactsPart, TextPart
from tests.view.calls import card, figures, only, parts


def test_monitor_shows_its_command() -> None:
    """What it is for, its id, and how long it may run."""
    asked = {"command": "tail -f log\n", "description": "Watch the log"}
    record = {"taskId": "b1", "timeoutMs": 300_000, "persistent": False}
    built = card("Monitor", asked, structured=record)
    assert (built.title, built.summary) == ("Monitor: Watch the log", "b1 · at most 5 min 0 s")
    assert (only(built, CodePart).text, figures(built)) == ("tail -f log", {"time limit": 300_000})


def test_lasting_monitor_has_no_limit_in_words() -> None:
    """It runs as long as the session."""
    record = {"taskId": "b1", "timeoutMs": 300_000, "persistent": True}
    built = card("Monitor", {"command": "tail -f log"}, structured=record)
    assert (built.title, built.summary) == ("Monitor: tail -f log", "b1")
    assert card("Monitor", {}, finished=False).parts == ()


def test_workflow_shows_its_script_and_places() -> None:
    """The name comes from the record, else from the script's file."""
    record = {
        "status": "async_launched", "taskId": "w1", "runId": "wf1", "summary": "Two rounds",
        "scriptPath": "/s/review.js",
    }  # fmt: skip
    built = card("Workflow", {"script": "export const meta"}, structured=record)
    assert (built.title, built.summary) == ("Workflow review.js · Two rounds", "w1")
    assert only(built, CodePart).language == "javascript"
    assert only(built, FactsPart).pairs == (("run", "wf1"), ("script", "/s/review.js"))
    assert card("Workflow", {"script": "await review()\n"}).title == "Workflow await review()"


def test_workflow_in_trouble_says_so() -> None:
    """A warning is a remark, an error is a failure."""
    record = {"status": "remote_launched", "workflowName": "r", "warning": "not pushed"}
    built = card("Workflow", {}, structured=record)
    assert (built.title, built.summary) == ("Workflow r", "in the cloud")
    assert built.parts == (TextPart("not pushed", "dim"),)
    built = card("Workflow", {}, structured={**record, "error": "bad script"})
    assert built.status == "error"
    assert [part.style for part in parts(built, TextPart)] == ["dim", "error"]
