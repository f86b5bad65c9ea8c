"""Why a session would not resume: rules 12 and 33 to 35 of docs/resume.md."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.session.refusal import Reason
from tests.session.transcripts import (
    Body,
    attachment,
    boundary,
    call,
    chained,
    command,
    line,
    progress,
    reply,
    result,
    session,
    system,
    user,
)


def refused(*lines: Body | bytes) -> tuple[Reason, int | None] | None:
    """Say why, and for which line, a session is refused; then it sends nothing."""
    loaded = session(*lines)
    refusal = loaded.refusal
    if refusal is None:
        return None
    assert loaded.messages() == []
    assert refusal.line is None or f"line {refusal.line}" in refusal.message
    return refusal.code, refusal.line


def tokens(count: int, model: str = "claude-opus-4-8") -> Body:
    """Make a reply that counts so many tokens in all."""
    usage = {
        "input_tokens": 1,
        "cache_creation_input_tokens": 2,
        "cache_read_input_tokens": count - 10,
        "output_tokens": 7,
        "server_tool_use": {"web_search_requests": 1},
    }
    return reply("a", model=model, message={"usage": usage})


# ── no conversation: rule 33 ──


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [{"type": "summary", "summary": "s", "leafUuid": "x"}],
        [progress("p"), line("zebra", "z")],
        [user("u", isSidechain=True), reply("a", isSidechain=True), command("c", parent=None)],
        [b"{torn\n"],
        [b'{"uuid":"u","message":{"role":"user","content":"no type"}}\n'],
    ],
    ids=["empty", "summaries", "other types", "sub-agent", "torn", "no type"],
)
def test_without_a_line_to_go_on_from_there_is_no_conversation(lines: list[Body | bytes]) -> None:
    """Rule 33: nothing outside of sidechains that the client reads."""
    assert refused(*lines) == (Reason.NO_CONVERSATION, None)


def test_a_note_of_a_sidechain_line_leads_nowhere() -> None:
    """Rule 7: the client finds no conversation there."""
    lines = [user("one"), user("s", parent="one", isSidechain=True), reply("two", parent="one")]
    note = {"type": "last-prompt", "leafUuid": "s"}
    assert refused(*lines, note) == (Reason.NO_CONVERSATION, 2)


@pytest.mark.parametrize("stamp", [None, "", "soon", []])
def test_a_last_message_without_a_time_is_no_conversation(stamp: object) -> None:
    """Rule 33: an earlier one needs none."""
    assert refused(user("one"), reply("two", timestamp=stamp)) == (Reason.NO_CONVERSATION, 2)
    assert refused(user("one", timestamp=stamp), reply("two")) is None


# ── failures: rules 12 and 35 ──


@pytest.mark.parametrize("kind", ["user", "assistant"])
@pytest.mark.parametrize("own", [{}, {"message": None}], ids=["absent", "null"])
def test_a_line_without_a_message_on_the_path_makes_it_fail(kind: str, own: Body) -> None:
    """Rule 35: also before a compaction, where it would not be sent."""
    assert refused(user("one"), line(kind, "x", **own)) == (Reason.FAILED, 2)
    cut = [user("one"), line(kind, "x", **own), boundary("b", parent="x"), user("two")]
    assert refused(*cut) == (Reason.FAILED, 2)


def test_a_line_without_a_message_beside_the_path_makes_it_fail_if_there_are_replies() -> None:
    """Rule 35: then the client looks for parts and results of theirs, in sidechains, too."""
    lines = [user("one"), reply("two")]
    for beside in (line("assistant", "x", parent=None), line("user", "x", parent="one")):
        assert refused(*lines[:1], beside, user("three", parent="one")) is None
        assert refused(*lines, beside, user("three", parent="two")) == (Reason.FAILED, 3)
        side = {**beside, "isSidechain": True}
        assert refused(*lines, side, user("three", parent="two")) == (Reason.FAILED, 3)


def test_a_line_without_a_message_that_is_not_looked_at_does_no_harm() -> None:
    """Rule 35: of the user's with no parent, replaced, forgotten, or not read at all."""
    lines = [user("one"), reply("two")]
    assert refused(*lines, line("user", "x", parent=None), user("three", parent="two")) is None
    assert refused(line("assistant", "two"), *lines) is None
    assert refused(*lines, b'{"type":"assistant","uuid":"x","n":NaN}\n') is None
    assert refused(*lines, line("zebra", "z"), reply("three", parent="two")) is None
    metadata = {"preservedMessages": {"anchorUuid": "s", "uuids": ["one"]}}
    cut = [boundary("b", metadata=metadata), user("s", parent="b"), reply("three")]
    assert refused(*lines, line("assistant", "x"), *cut) is None


@pytest.mark.parametrize("uuids", [None, "x"])
def test_a_compaction_without_its_list_makes_it_fail(uuids: object) -> None:
    """Rule 12: the list of all messages alone will not do."""
    metadata = {"preservedMessages": {"anchorUuid": "s", "allUuids": ["one"], "uuids": uuids}}
    lines = [user("one"), boundary("b", metadata=metadata), user("s", parent="b")]
    assert refused(*lines) == (Reason.FAILED, 2)


@pytest.mark.parametrize("metadata", [{}, {"preservedMessages": None}, 5, None])
def test_a_compaction_that_kept_nothing_is_fine(metadata: object) -> None:
    """Rule 12: whatever its metadata are."""
    assert refused(user("one"), boundary("b", metadata=metadata), user("s", parent="b")) is None


def test_an_attachment_of_nothing_makes_it_fail() -> None:
    """Rule 35: on the chain; elsewhere it does no harm."""
    nothing = line("attachment", "x", attachment="words")
    assert refused(user("one"), nothing, reply("two")) == (Reason.FAILED, 2)
    assert refused(user("one"), nothing, reply("two", parent="one")) is None


# ── what breaks the client, and what makes it hang: rules 20 and 35 ──


@pytest.mark.parametrize("content", ["words", None, 5, {}, ["words"]])
def test_a_reply_that_is_no_list_of_blocks_breaks_it(content: object) -> None:
    """Rule 35: a string, too."""
    lines = [user("one"), reply("two", message={"content": content}), user("three")]
    assert refused(*lines) == (Reason.BROKEN, 2)


@pytest.mark.parametrize("content", [5, True, {"type": "text", "text": "x"}])
def test_a_prompt_that_is_neither_text_nor_list_breaks_it(content: object) -> None:
    """Rule 35: a single block is no list."""
    assert refused(user("one", content), reply("two")) == (Reason.BROKEN, 1)


def test_a_prompt_of_strings_does_not_break_it() -> None:
    """It is sent by the client, and left out here: a known difference."""
    assert refused(user("one", ["words"]), reply("two")) is None


@pytest.mark.parametrize("content", [5, True, {"type": "text", "text": "x"}])
def test_a_local_command_of_another_shape_breaks_it(content: object) -> None:
    """Rule 18: it must be text or blocks."""
    assert refused(user("one"), reply("two"), command("c", content)) == (Reason.BROKEN, 3)


def test_context_of_a_hook_as_a_string_breaks_it() -> None:
    """Rule 20: it must be a list."""
    hook = attachment("h", "hook_additional_context", content="words")
    fine = attachment("h", "hook_additional_context", content=["words"])
    assert refused(user("one"), hook, reply("two")) == (Reason.BROKEN, 2)
    assert refused(user("one"), fine, reply("two")) is None


def test_a_last_reply_without_its_model_makes_it_hang() -> None:
    """Rule 35: one in the middle does not."""
    nameless = reply("a", message={"model": None})
    assert refused(user("one"), nameless) == (Reason.HANGS, 2)
    assert refused(user("one"), nameless, user("two")) == (Reason.HANGS, 2)
    assert refused(user("one"), nameless, user("two"), reply("b")) is None
    assert refused(user("one")) is None


def test_a_change_of_the_model_that_does_not_name_the_other_makes_it_hang() -> None:
    """Rule 35: with its name it is fine."""
    silent = system("s", "model_refusal_fallback", direction="retry", originalModel="x")
    told = system("s", "model_refusal_fallback", fallbackModel="x")
    assert refused(user("one"), silent, reply("two")) == (Reason.HANGS, 2)
    assert refused(user("one"), told, reply("two")) is None


# ── too long: rule 34 ──


def test_a_context_that_is_full_is_refused() -> None:
    """Rule 34: by what the last reply says, all of its tokens together."""
    assert refused(user("one"), tokens(174_000)) is None
    assert refused(user("one"), tokens(177_000)) == (Reason.TOO_LONG, None)


def test_the_refusal_says_that_compaction_may_help_and_what_prints_it_all_the_same() -> None:
    """Rule 34: with auto-compaction on the client may do another thing."""
    refusal = session(user("one"), tokens(200_000)).refusal
    assert refusal is not None
    assert "200,000" in refusal.message
    assert "auto-compaction" in refusal.message
    assert "--full-history" in refusal.message


def test_where_the_default_model_is_asked_more_is_sent() -> None:
    """Rule 34: it has a longer context."""
    old = "claude-opus-4-1-20250805"
    assert refused(user("one"), tokens(974_000, old)) is None
    assert refused(user("one"), tokens(976_000, old)) == (Reason.TOO_LONG, None)


def test_only_the_last_reply_of_a_model_counts() -> None:
    """Rule 34: not an earlier one, and not what the client made up."""
    full, later = tokens(900_000), reply("b", message={"usage": {"input_tokens": 5}})
    usage = {"input_tokens": 900_000, "output_tokens": 1}
    made_up = reply("c", model=SYNTHETIC_MODEL, message={"usage": usage})
    assert refused(user("one"), full, later) is None
    assert refused(user("one"), later, made_up) is None
    assert refused(user("one"), full, made_up) == (Reason.TOO_LONG, None)


@pytest.mark.parametrize("own", [{}, {"usage": None}], ids=["absent", "null"])
def test_a_reply_that_tells_no_usage_leaves_it_to_the_one_before(own: Body) -> None:
    """Rule 34: an empty usage is told, and counts nothing."""
    lines = [user("one"), tokens(900_000)]
    assert refused(*lines, reply("b", message=own)) == (Reason.TOO_LONG, None)
    assert refused(*lines, reply("b", message={"usage": {}})) is None


@pytest.mark.parametrize(
    ("figure", "too_long"),
    [
        ("1e999", True), ("9" * 400, True), ("1e300", True), ("200000.5", True),
        ("-1e999", False), ('"x"', False), ("[]", False), ("null", False), ("true", False),
    ],
)  # fmt: skip
def test_figures_of_any_shape_are_borne(figure: str, too_long: bool) -> None:
    """Rule 34: too large for a number, or none at all."""
    usage = {"input_tokens": 5, "output_tokens": "FIGURE"}
    (stored,) = chained([reply("a", message={"usage": usage})])
    refusal = refused(stored.replace(b'"FIGURE"', figure.encode()))
    assert refusal == ((Reason.TOO_LONG, None) if too_long else None)


@pytest.mark.parametrize("usage", [None, 5, [], "x", {}])
def test_a_reply_without_usage_counts_nothing(usage: Any) -> None:
    """Rule 34: so it is sent."""
    assert refused(user("one"), reply("a", message={"usage": usage})) is None


def test_what_is_refused_first_is_told() -> None:
    """The client stops at the first thing that it comes to."""
    lines = [user("one"), line("user", "x"), tokens(900_000)]
    assert refused(*lines) == (Reason.FAILED, 2)
    chain = [user("one"), reply("a", call("c")), user("r", [result("c")]), tokens(900_000)]
    assert refused(*chain) == (Reason.TOO_LONG, None)
