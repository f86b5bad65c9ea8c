"""System lines as notices."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.decode import decode
from steno.format.entries.system import SYSTEM_KINDS, SystemEntry
from steno.view.items import NoticeKind
from steno.view.notices.system import tell_system
from steno.view.notices.told import Told
from tests.held import system
from tests.written import line_of


def told(subtype: str, **own: Any) -> Told | None:
    """Tell a system line."""
    entry = decode(line_of(system("s", None, 0, subtype, **own)))
    assert isinstance(entry, SystemEntry)
    return tell_system(entry)


def text(subtype: str, **own: Any) -> str:
    """Give the line that tells a system line."""
    notice = told(subtype, **own)
    assert notice is not None
    return notice.text


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({"error": {"status": 529, "error": {"error": {"message": "Overloaded"}}},
          "retryAttempt": 3, "maxRetries": 10, "retryInMs": 4100.5},
         "request failed: 529 Overloaded · attempt 3 of 10 · again in 4.1 s"),
        ({"error": {"connection": {"code": "ECONNRESET"}}, "retryAttempt": 1},
         "request failed: ECONNRESET · attempt 1"),
        ({"error": {"status": 429, "formatted": "429 slow down"}}, "request failed: 429 slow down"),
        ({"error": {"cause": {"code": "EPIPE"}}}, "request failed: EPIPE"),
        ({"error": {"type": "overloaded"}}, "request failed: overloaded"),
        ({"error": {"error": {"error": {"error": {}}}}}, "request failed"),
        ({"error": {"error": "odd"}, "content": "no luck"}, "request failed: no luck"),
        ({"retryInMs": 10**40, "error": {"status": 10**40}}, "request failed"),
    ],
)  # fmt: skip
def test_failed_requests_tell_why_and_what_follows(own: dict[str, Any], expected: str) -> None:
    """As far as the line says it."""
    notice = told("api_error", **own)
    assert notice is not None
    assert (notice.notice, notice.level, notice.text) == (NoticeKind.RETRY, "warning", expected)


def test_another_model_took_over() -> None:
    """With the reason, where there is one."""
    refused = told(
        "model_refusal_fallback", originalModel="a", fallbackModel="b",
        apiRefusalCategory="cyber", apiRefusalExplanation="because",
    )  # fmt: skip
    assert refused is not None
    assert refused.text == "a refused, b took over · cyber"
    assert len(refused.parts) == 1
    assert text("model_refusal_fallback") == "a model refused, another took over"
    assert text("model_fallback", content="now b") == "now b"
    assert text("model_consent_fallback") == "another model took over"


def test_local_commands_tell_what_was_typed_and_printed() -> None:
    """On one line or on two."""
    typed = told("local_command", content="<command-name>/cost</command-name>")
    assert typed is not None
    assert (typed.notice, typed.text) == (NoticeKind.COMMAND, "/cost")
    tags = "<local-command-stdout>$1</local-command-stdout>"
    printed = told("local_command", content=tags)
    assert printed is not None
    assert (printed.notice, printed.text, len(printed.parts)) == (NoticeKind.OUTPUT, "", 1)
    bare = told("local_command", content="just words")
    assert bare is not None
    assert len(bare.parts) == 1
    assert told("local_command", content="<local-command-stdout></local-command-stdout>") is None
    assert told("local_command") is None


def test_stop_hooks_are_told_only_where_something_went_wrong() -> None:
    """Most of them say nothing."""
    assert told("stop_hook_summary", hookCount=2, hookErrors=[]) is None
    failed = told(
        "stop_hook_summary", hookCount=1, hookErrors=["tests are red", " "],
        hookInfos=[{"command": "make test"}], preventedContinuation=True, stopReason="red",
    )  # fmt: skip
    assert failed is not None
    assert failed.text == "1 stop hook · ended the turn · red"
    assert [part.kind for part in failed.parts] == ["facts", "output"]
    assert text("stop_hook_summary", hookErrors=["x"]) == "0 stop hooks"


def test_information_has_its_level() -> None:
    """What stops the work is a warning at least."""
    levels = [
        told("informational", content="x", level=level).level  # type: ignore[union-attr]
        for level in ("info", "warning", "error", None)
    ]
    assert levels == ["info", "warning", "error", "info"]
    stopped = told("informational", content="x", preventContinuation=True)
    assert stopped is not None
    assert stopped.level == "warning"
    assert told("informational", content=" ") is None


def test_lines_of_a_text_say_what_it_is() -> None:
    """Also where the text is missing."""
    assert text("away_summary", content="all done") == "while you were away: all done"
    assert text("agents_killed") == "sub-agents were stopped"
    assert text("memory_saved", content="tides") == "saved to the memory: tides"


def test_bookkeeping_is_not_told() -> None:
    """Nor is a line that says nothing."""
    assert told("turn_duration", durationMs=5, content="x") is None
    assert told("file_snapshot", content="x") is None
    assert told("from_the_future") is None


def test_unknown_lines_tell_their_text() -> None:
    """With their level."""
    notice = told("from_the_future", content="flying cars", level="error")
    assert notice is not None
    assert (notice.notice, notice.text, notice.level) == (NoticeKind.INFO, "flying cars", "error")


@pytest.mark.parametrize("subtype", SYSTEM_KINDS)
@pytest.mark.parametrize("value", [None, 7, "x", [], {}, [{}]])
def test_strange_shapes_are_no_trouble(subtype: str, value: Any) -> None:
    """Whatever a key holds."""
    keys = SYSTEM_KINDS[subtype].fields
    own = {field.key: value for field in keys.values() if field.key not in ("type", "subtype")}
    entry = decode(line_of({"type": "system", "subtype": subtype, **own}))
    assert isinstance(entry, SystemEntry)
    assert isinstance(tell_system(entry), Told | None)


@pytest.mark.parametrize(
    "words", ["Running \x1b[1mPostToolUse:Edit\x1b[22m...", "\x1b[1mStop\x1b[22m [x] completed"]
)
def test_news_of_hooks_are_quiet_and_have_no_colours(words: str) -> None:
    """Older clients wrote them for every tool."""
    notice = told("", content=words, level="info")
    assert notice is not None
    assert (notice.notice, notice.is_quiet) == (NoticeKind.HOOK, True)
    assert "\x1b" not in notice.text
    other = told("", content="Running late", level="info")
    assert other is not None
    assert not other.is_quiet
