"""Attachments."""

from __future__ import annotations

from steno.client import attachments
from steno.client.attachments import HookEnd, HookRun
from steno.session.attached import is_sent
from tests.client.line_samples import made

RUN = HookRun(name="PreToolUse:Bash", event="PreToolUse", call_id="t")
END = HookEnd(command="true", stdout=" said\n", stderr="oops\n", exit_code=1, duration_ms=3)


def test_context_of_a_hook_is_a_list() -> None:
    """A plain string breaks the real client when it resumes."""
    body = made(RUN.context(["a", "b"]))
    assert body["attachment"]["content"] == ["a", "b"]
    assert is_sent("hook_additional_context", body)


def test_output_of_a_hook_is_kept_twice() -> None:
    """As it was, and as the model sees it."""
    attachment = made(RUN.success(END))["attachment"]
    assert (attachment["content"], attachment["stdout"]) == ("said", " said\n")
    assert attachment["hookName"] == "PreToolUse:Bash"


def test_failed_hook_tells_why() -> None:
    """In the words that it put out."""
    attachment = made(RUN.error(END))["attachment"]
    assert attachment["stderr"].endswith(": oops")
    assert attachment["exitCode"] == 1


def test_budget_tells_what_is_left() -> None:
    """So that the model can go by it."""
    assert made(attachments.budget(1.0, 3.0))["attachment"]["remaining"] == 2.0


def test_listing_counts_its_skills() -> None:
    """The names are kept beside the words."""
    attachment = made(attachments.skill_listing("- a\n- b", ["a", "b"]))["attachment"]
    assert attachment["skillCount"] == 2
