"""Which lines of the chain are sent at all: rules 14 to 17 and 30 of docs/resume.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.format.entries.assistant import SYNTHETIC_MODEL
from steno.session.line import Line
from steno.session.spoken import (
    drop_api_errors,
    drop_blank_replies,
    drop_lone_thinking,
    drop_unanswered_calls,
    is_blank_reply,
    is_white_space,
    spoken_lines,
    without_thinking,
)
from tests.session.transcripts import (
    OPUS,
    SONNET,
    call,
    image,
    reply,
    result,
    sent,
    text,
    thinking,
    user,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

REDACTED: dict[str, Any] = {"type": "redacted_thinking", "data": "x"}


def lines(*bodies: dict[str, Any]) -> list[Line]:
    """Make lines of bodies."""
    return [Line(body["type"], "", body) for body in bodies]


def names(kept: Iterable[Line]) -> list[str]:
    """Name lines."""
    return [line.body["uuid"] for line in kept]


# ── calls without a result: rule 14 ──


def test_a_reply_whose_calls_were_never_answered_goes() -> None:
    """Rule 14: with the text on the same line."""
    chain = lines(user("u"), reply("a", text("I look."), call("c1"), call("c2")))
    assert names(drop_unanswered_calls(chain)) == ["u"]


def test_a_reply_stays_if_one_of_its_calls_was_answered() -> None:
    """Rule 14: anywhere on the chain, also before it."""
    answer = user("r", [text("x"), result("c2")])
    chain = lines(answer, reply("a", call("c1"), call("c2")))
    assert names(drop_unanswered_calls(chain)) == ["r", "a"]


def test_each_line_of_a_message_is_judged_by_itself() -> None:
    """Rule 14: a call that was answered does not save another line's call."""
    parts = [reply("a", text("x"), of="m"), reply("b", call("c1"), of="m")]
    chain = lines(*parts, reply("c", call("c2"), of="m"), user("r", [result("c1")]))
    assert names(drop_unanswered_calls(chain)) == ["a", "b", "r"]


def test_what_is_no_result_of_a_user_answers_nothing() -> None:
    """Rule 14: neither a result on a reply's line nor another block with that id."""
    chain = lines(reply("a", call("c")), reply("b", result("c")), user("u", [call("c")]))
    assert names(drop_unanswered_calls(chain)) == ["b", "u"]


@pytest.mark.parametrize("odd", [None, 5, ["c"], {"c": 1}])
def test_ids_of_any_shape_are_borne(odd: object) -> None:
    """Rule 14: lists and objects are like no other, as in JavaScript."""
    chain = lines(reply("a", call(odd)), user("u", [result(odd)]))
    kept = ["a", "u"] if isinstance(odd, (int, type(None))) else ["u"]
    assert names(drop_unanswered_calls(chain)) == kept


# ── white space: rule 15 ──


@pytest.mark.parametrize("words", ["", " ", "\n\n", "\t ", "(no content)", " (no content)\n"])
def test_a_reply_of_nothing_goes(words: str) -> None:
    """Rule 15: white space, or the client's own word for it."""
    chain = lines(user("u"), reply("a", text(words)), user("v"))
    assert names(drop_blank_replies(chain)) == ["u", "v"]


def test_several_blank_texts_go_but_not_beside_another_word() -> None:
    """Rule 15: all of a line must be blank."""
    assert names(drop_blank_replies(lines(reply("a", text(" "), text("\n"))))) == []
    for other in (text("x"), image(), thinking("x"), text("(no content)")):
        assert names(drop_blank_replies(lines(reply("a", text(" "), other)))) == ["a"]


def test_a_blank_line_stays_where_its_message_does_something() -> None:
    """Rule 15: it goes later, when the parts are joined; thinking does not count."""
    blank = reply("a", text(" "), of="m")
    assert names(drop_blank_replies(lines(blank, reply("b", call("c"), of="m")))) == ["a", "b"]
    assert names(drop_blank_replies(lines(blank, reply("b", thinking("x"), of="m")))) == ["b"]
    assert names(drop_blank_replies(lines(blank, reply("b", text(""), of="m")))) == []


def test_blank_lines_without_a_message_id_are_alone() -> None:
    """Rule 15: no id is no message that they could share."""
    parts = reply("a", text(" "), message={"id": None}), reply("b", message={"id": None})
    assert names(drop_blank_replies(lines(*parts))) == ["b"]


def test_empty_lines_are_no_blank_ones() -> None:
    """Rule 15: no block at all is another matter (rule 25)."""
    empty = lines(reply("a", message={"content": []}))
    assert names(drop_blank_replies(empty)) == ["a"]
    assert not is_blank_reply(empty[0])


def test_a_users_blank_line_stays() -> None:
    """Rule 15 is about replies."""
    assert names(drop_blank_replies(lines(user("u", " ")))) == ["u"]
    assert not is_blank_reply(lines(user("u", " "))[0])


def test_blank_and_white_space_are_not_the_same() -> None:
    """An empty text is blank, but it is no white space."""
    empty, space, word = lines(reply("a", text("")), reply("b", text(" ")), reply("c", text("x")))
    assert [is_blank_reply(line) for line in (empty, space, word)] == [True, True, False]
    assert [is_white_space(line) for line in (empty, space, word)] == [False, True, False]


def test_what_a_blank_reply_stood_between_is_joined() -> None:
    """Rule 15: the two prompts become one message."""
    assert sent(user("one"), reply("a", text("\n\n")), user("two")) == [("user", "one\n", "two")]


# ── thinking alone: rule 16 ──


@pytest.mark.parametrize("block", [thinking("x"), REDACTED])
def test_thinking_alone_goes(block: dict[str, Any]) -> None:
    """Rule 16: the reply never came."""
    assert names(drop_lone_thinking(lines(user("u"), reply("a", block)))) == ["u"]


def test_thinking_stays_with_another_line_of_its_message() -> None:
    """Rule 16: wherever that stands, if it is more than thinking."""
    other = reply("b", text("x"), of="m")
    assert names(drop_lone_thinking(lines(reply("a", thinking("x"), of="m"), other))) == ["a", "b"]
    assert names(drop_lone_thinking(lines(other, reply("a", REDACTED, of="m")))) == ["b", "a"]
    apart = lines(reply("a", thinking("x"), of="m"), reply("b", thinking("y"), of="m"))
    assert names(drop_lone_thinking(apart)) == []


def test_thinking_without_a_message_id_is_always_alone() -> None:
    """Rule 16: an id is needed, and one of its own."""
    for odd in (None, ["m"]):
        parts = reply("a", thinking("x"), message={"id": odd}), reply("b", message={"id": odd})
        assert names(drop_lone_thinking(lines(*parts))) == ["b"]


def test_thinking_beside_text_on_its_line_stays() -> None:
    """Rule 16: it is not alone."""
    assert names(drop_lone_thinking(lines(reply("a", thinking("x"), text("y"))))) == ["a"]


# ── API errors: rule 17 ──


def test_an_api_error_goes_unless_a_model_wrote_it() -> None:
    """Rule 17: both signs are needed."""
    chain = lines(
        reply("error", model=SYNTHETIC_MODEL, isApiErrorMessage=True),
        reply("made up", model=SYNTHETIC_MODEL),
        reply("real", isApiErrorMessage=True),
        user("u", isApiErrorMessage=True),
        reply("odd", model=SYNTHETIC_MODEL, isApiErrorMessage="yes"),
    )
    assert names(drop_api_errors(chain)) == ["made up", "real", "u", "odd"]


# ── thinking of other models: rule 30 ──


def stripped(*blocks: dict[str, Any], model: object = SONNET) -> Sequence[dict[str, Any]]:
    """Give what is left of a reply when Opus is asked."""
    (line,) = lines(reply("a", *blocks, model=model))
    return without_thinking(line, {OPUS, SYNTHETIC_MODEL}).blocks


def test_thinking_of_another_model_goes() -> None:
    """Rule 30: of a line whose model is not exactly the one that is asked."""
    assert stripped(thinking("x"), text("y"), REDACTED) == [text("y")]
    assert stripped(thinking("x"), model=OPUS) == [thinking("x")]
    assert stripped(thinking("x"), model=SYNTHETIC_MODEL) == [thinking("x")]
    assert stripped(thinking("x"), model=f"{OPUS}-20260101") == []
    assert stripped(thinking("x"), model=None) == []


def test_what_has_no_thinking_is_left_alone() -> None:
    """Rule 30: the very line."""
    answer, prompt = lines(reply("a", model=SONNET), user("u", [thinking("x")]))
    assert without_thinking(answer, {OPUS}) is answer
    assert without_thinking(prompt, {OPUS}) is prompt


def test_a_line_is_not_changed_by_what_is_taken_out_of_it() -> None:
    """Rule 30: its body is the transcript's."""
    (line,) = lines(reply("a", thinking("x"), text("y"), model=SONNET))
    assert without_thinking(line, {OPUS}).body["message"]["id"] == "msg-a"
    assert line.blocks == [thinking("x"), text("y")]


def test_what_is_only_white_space_without_its_thinking_goes() -> None:
    """Rule 30: and so does a part whose message has nothing else left."""
    chain = lines(user("u"), reply("a", thinking("x"), text("\n"), model=SONNET))
    assert names(spoken_lines(chain, {OPUS})) == ["u"]
    assert names(spoken_lines(chain, {SONNET})) == ["u", "a"]
    assert names(spoken_lines(chain)) == ["u", "a"]


def test_one_reply_of_another_model_takes_all_earlier_thinking_out() -> None:
    """Rule 30: the last model is the one that is asked."""
    early = [user("one"), reply("a", thinking("why"), text("yes"), model=SONNET), user("two")]
    assert sent(*early) == [("user", "one"), ("assistant", "thinking why", "yes"), ("user", "two")]
    assert sent(*early, reply("b", model=OPUS))[1] == ("assistant", "yes")


def test_all_steps_together_leave_what_is_sent() -> None:
    """In the order in which the client takes them."""
    chain = lines(
        user("u"),
        reply("call", call("c")),
        reply("thinking", thinking("x")),
        reply("blank", text(" ")),
        reply("error", model=SYNTHETIC_MODEL, isApiErrorMessage=True),
        reply("a"),
    )
    assert names(spoken_lines(chain, {OPUS})) == ["u", "a"]
