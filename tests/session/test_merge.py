"""Messages in a row become one: rules 22 to 28 of docs/resume.md."""

from __future__ import annotations

from typing import Any

import pytest

from steno.session.line import NO_CONTENT
from steno.session.merge import (
    INTERRUPTED_CALL,
    MISSING_RESULT,
    REFERENCES_REMOVED,
    Draft,
    merge,
    well_formed,
)
from tests.session.transcripts import (
    SONNET,
    attachment,
    brief,
    call,
    command,
    image,
    reply,
    result,
    sent,
    session,
    text,
    thinking,
    user,
)


def merged(*drafts: Draft) -> list[tuple[str, ...]]:
    """Say in short what drafts become."""
    return brief(merge(drafts))


def part(*blocks: dict[str, Any], of: str | None = "m") -> Draft:
    """Make a part of a reply."""
    return Draft.reply(list(blocks), of)


def said(*blocks: dict[str, Any]) -> Draft:
    """Make a message of the user's side."""
    return Draft.user(list(blocks))


def images(*numbers: int) -> list[dict[str, Any]]:
    """Make images."""
    return [image(str(number)) for number in numbers]


# ── parts of one reply: rule 22 ──


def test_parts_of_one_reply_become_one_message() -> None:
    """Rule 22: in the order of their lines."""
    parts = [reply("a", thinking("x"), of="m"), reply("b", text("y"), of="m")]
    assert sent(user("one"), *parts) == [("user", "one"), ("assistant", "thinking x", "y")]


def test_two_replies_in_a_row_stay_two_messages() -> None:
    """Rule 22: their ids differ."""
    assert sent(user("one"), reply("a"), reply("b"))[1:] == [("assistant", "a"), ("assistant", "b")]


def test_parts_without_an_id_belong_together() -> None:
    """Rule 22: they all have the same id, which is none."""
    parts = [reply("a", message={"id": None}), reply("b", message={"id": None})]
    assert sent(user("one"), *parts)[1:] == [("assistant", "a", "b")]


def test_a_part_is_joined_over_results_and_other_replies() -> None:
    """Rule 22: so a call that was answered early does not divide its message."""
    drafts = [part(call("c1")), said(result("c1")), part(call("c2")), said(result("c2"))]
    assert merged(*drafts) == [
        ("assistant", "call c1", "call c2"),
        ("user", "result c1", "result c2"),
    ]
    drafts = [part(call("c1")), said(result("c1")), part(text("n"), of="n"), part(text("x"))]
    assert merged(*drafts) == [
        ("assistant", "x", "call c1"),
        ("user", "result c1"),
        ("assistant", "n"),
    ]


@pytest.mark.parametrize("between", [Draft.prompt("word"), said(text("word")), Draft.reminder([])])
def test_a_word_of_the_users_side_divides_a_reply(between: Draft) -> None:
    """Rule 22: a prompt, a local command, a reminder."""
    drafts = merged(part(text("x")), between, part(text("y")))
    assert [row for row in drafts if row[0] == "assistant"] == [
        ("assistant", "x"),
        ("assistant", "y"),
    ]


def test_a_word_joined_to_a_result_does_not_divide() -> None:
    """Rule 22: the message holds a result all the same."""
    drafts = [part(call("c")), said(text("word")), said(result("c")), part(text("y"))]
    assert merged(*drafts) == [("assistant", "y", "call c"), ("user", "result c", "word")]


def test_a_blank_part_goes_when_it_is_joined() -> None:
    """Rule 15: whichever comes first, and it stays alone where both are blank."""
    blank, word = Draft.reply([text(" ")], "m", is_blank=True), part(text("x"))
    assert merged(blank, word) == [("assistant", "x")]
    blank, word = Draft.reply([text(" ")], "m", is_blank=True), part(text("x"))
    assert merged(word, blank) == [("assistant", "x")]
    blanks = [Draft.reply([text(" ")], "m", is_blank=True) for _ in range(2)]
    assert merged(*blanks, part(text("y"))) == [("assistant", "y")]


# ── the user's side: rule 23 ──


def test_user_messages_in_a_row_become_one() -> None:
    """Rule 23: a text gets a newline where another text follows."""
    assert sent(user("one"), user("two"), user("three", [text("a"), text("b")]), user("four")) == [
        ("user", "one\n", "two\n", "a", "b\n", "four"),
    ]  # fmt: skip


def test_a_newline_is_put_between_texts_alone() -> None:
    """Rule 23: not before an image, and not behind one."""
    assert sent(user("one"), user("two", [image("i"), text("t")]), user("x", [image("j")])) == [
        ("user", "one", "image i", "t", "image j"),
    ]  # fmt: skip


def test_results_come_first_and_the_rest_keeps_its_order() -> None:
    """Rule 23: in a message that was joined."""
    lines = [user("q"), reply("a", call("c1"), call("c2")), user("r", [text("x"), result("c2")])]
    assert sent(*lines, user("s", [result("c1"), text("y")]))[2] == (
        "user", "result c2", "result c1", "x", "y",
    )  # fmt: skip


def test_a_line_of_its_own_keeps_its_order() -> None:
    """Rule 23: even a text before a result."""
    lines = [user("q"), reply("a", call("c")), user("r", [text("x"), result("c")])]
    assert sent(*lines)[2] == ("user", "x", "result c")


def test_blank_texts_go_when_messages_are_joined() -> None:
    """Rule 23: nothing is left of an empty prompt."""
    assert sent(user("one", ""), user("two")) == [("user", "two")]
    assert sent(user("one"), user("two", "\n")) == [("user", "one")]


def test_very_many_messages_in_a_row_are_joined() -> None:
    """Each is looked at once."""
    (row,) = sent(*(user(str(number), parent=str(number - 1)) for number in range(3000)))
    assert row == ("user", *(f"{number}\n" for number in range(2999)), "2999")


# ── the order within a reply, and what is not sent of it: rules 24 and 25 ──


def test_calls_go_last() -> None:
    """Rule 24: whatever stood between them."""
    blocks = call("c1"), text("x"), call("c2"), thinking("y")
    assert merged(part(*blocks))[0] == ("assistant", "x", "thinking y", "call c1", "call c2")


def test_fallback_blocks_go() -> None:
    """Rule 25: and leave a word where nothing else was."""
    assert merged(part({"type": "fallback"}, text("x"))) == [("assistant", "x")]
    assert merge([part({"type": "fallback"})]) == [
        {"role": "assistant", "content": [{"type": "text", "text": NO_CONTENT, "citations": []}]}
    ]


def test_a_reply_of_no_blocks_says_so() -> None:
    """Rule 25: the client writes its citations only here."""
    sent_messages = session(user("one"), reply("a", message={"content": []})).messages()
    assert sent_messages[1]["content"] == [
        {"type": "text", "text": NO_CONTENT, "citations": []},
    ]


def test_a_server_tool_without_its_result_goes() -> None:
    """Rule 25: with it, it stays; and so do blocks that nobody knows."""
    use = {"type": "server_tool_use", "id": "s"}
    answer = {"type": "web_search_tool_result", "tool_use_id": "s"}
    assert merged(part(use, text("x"))) == [("assistant", "x")]
    assert merged(part(use, answer, {"type": "zebra"})) == [
        ("assistant", "server_tool_use", "web_search_tool_result", "zebra"),
    ]  # fmt: skip
    assert merged(part({**use, "id": [1]}, {**answer, "tool_use_id": [1]})) == [
        ("assistant", "web_search_tool_result"),
    ]  # fmt: skip


# ── calls and results: rule 26 ──


def test_a_missing_result_is_put_in_front() -> None:
    """Rule 26: as an error, before whatever else the next message says."""
    chain = session(
        user("q"), reply("a", call("c1"), call("c2")), user("r", [text("x"), result("c2")])
    )
    assert chain.messages()[2]["content"] == [
        result("c1", MISSING_RESULT, is_error=True),
        text("x"),
        result("c2"),
    ]


def test_a_result_that_comes_later_is_missing_first() -> None:
    """Rule 26: and is left out where it comes, since its call is not right before it."""
    drafts = [part(call("c")), part(text("x"), of="n"), said(result("c"), text("y"))]
    assert merged(*drafts) == [
        ("assistant", "call c"), ("user", "result c"), ("assistant", "x"), ("user", "y"),
    ]  # fmt: skip


def test_a_call_at_the_very_end_gets_its_result_too() -> None:
    """Rule 26: the API takes no call without one."""
    assert merged(part(call("c"))) == [("assistant", "call c"), ("user", "result c")]


def test_a_result_without_its_call_goes() -> None:
    """Rule 26: and leaves a word, unless it is the first of all messages."""
    assert merged(part(text("x")), said(result("c"))) == [("assistant", "x"), ("user", NO_CONTENT)]
    assert merged(said(result("c")), part(text("x"))) == [("assistant", "x")]


def test_the_first_result_of_a_call_wins() -> None:
    """Rule 26: a second one goes."""
    chain = session(
        user("q"), reply("a", call("c")), user("r", [result("c", "first"), result("c", "second")])
    )
    assert chain.messages()[2]["content"] == [result("c", "first")]


def test_a_result_brought_back_stands_before_the_one_on_the_path() -> None:
    """Rule 26 and 13: so it is the one that wins."""
    lines = [user("q"), reply("a", call("c")), user("old", [result("c", "old")], parent="a")]
    chain = session(*lines, user("new", [result("c", "new")], parent="a"), reply("b"))
    assert chain.messages()[2]["content"] == [result("c", "old")]


def test_a_second_call_of_the_same_id_goes() -> None:
    """Rule 26: and leaves a word where nothing else was said."""
    drafts = [part(call("c")), said(result("c")), part(call("c"), of="n"), said(result("c"))]
    assert merged(*drafts) == [
        ("assistant", "call c"),
        ("user", "result c"),
        ("assistant", INTERRUPTED_CALL),
        ("user", NO_CONTENT),
    ]
    assert merged(part(call("c"), call("c")))[0] == ("assistant", "call c")


def test_calls_with_ids_of_any_shape_are_borne() -> None:
    """Rule 26: each is a call of its own."""
    drafts = [part(call([1]), call([1]), call(None)), said(result([1]), result(None))]
    assert merged(*drafts) == [
        ("assistant", "call [1]", "call [1]", "call None"),
        ("user", "result [1]", "result [1]", "result None"),
    ]


# ── inside results: rules 27 and 28 ──


def plain(content: object, **own: Any) -> Any:
    """Give the content that a result is sent with."""
    messages = merge([part(call("c")), said(result("c", content, **own))])
    return messages[1]["content"][0]["content"]


def test_references_to_tools_go() -> None:
    """Rule 27: and leave a word where nothing else was."""
    reference = {"type": "tool_reference", "tool_name": "Bash"}
    assert plain([reference, text("x")]) == [text("x")]
    assert plain([reference]) == [text(REFERENCES_REMOVED)]
    assert plain([]) == []


def test_an_error_keeps_its_texts_alone() -> None:
    """Rule 27: no image, and nothing that nobody knows."""
    assert plain([image(), text("x"), 5], is_error=True) == [text("x")]
    assert plain([image(), text("x"), 5]) == [image(), text("x"), 5]
    assert plain("text", is_error=True) == "text"


def test_up_to_a_hundred_images_are_sent() -> None:
    """Rule 28: not one goes."""
    assert merged(said(*images(*range(100)))) == [("user", *(f"image {at}" for at in range(100)))]


def test_of_more_than_a_hundred_images_the_newest_eighty_are_sent() -> None:
    """Rule 28: those in results count, and a message of none but old ones goes."""
    (*earlier, last) = merged(
        said(*images(*range(20))),
        part(call("c")),
        said(result("c", [*images(20), text("x"), *images(21, 22)]), text("y")),
        part(text("x"), of="n"),
        said(*images(*range(23, 101))),
    )
    assert earlier == [("assistant", "call c"), ("user", "result c", "y"), ("assistant", "x")]
    assert last == ("user", *(f"image {at}" for at in range(23, 101)))


def test_old_images_go_from_results_and_their_texts_stay() -> None:
    """Rule 28: the result itself is needed."""
    messages = merge(
        [
            part(call("c")),
            said(result("c", [image("a"), text("x"), image("b"), 5]), result("d", "text")),
            part(text("x"), of="n"),
            said(*images(*range(99)), text("y")),
        ]
    )
    assert messages[1]["content"][0]["content"] == [text("x"), 5]
    assert len(messages[3]["content"]) == 81
    assert messages[3]["content"][0] == image("19")


# ── the client's own words, and what cannot be sent ──


def test_the_clients_own_words_are_left_out() -> None:
    """They part messages, and are none themselves."""
    assert merged(Draft.reminder([])) == []
    assert merged(Draft.reminder(images(1)), Draft.prompt("x")) == [("user", "image 1", "x")]
    assert merged(Draft.prompt("x"), Draft.filler(), Draft.prompt("y")) == [
        ("user", "x"),
        ("user", "y"),
    ]


def test_a_prompt_that_stays_alone_is_a_string() -> None:
    """One that is joined, or gets a result in front, is blocks."""
    assert merge([Draft.prompt("x")]) == [{"role": "user", "content": "x"}]
    assert merge([said(text("x"))]) == [{"role": "user", "content": [text("x")]}]
    joined = merge([Draft.prompt("x"), Draft.prompt("y")])
    assert joined == [{"role": "user", "content": [text("x\n"), text("y")]}]
    behind = merge([part(call("c")), Draft.prompt("x")])
    assert behind[1]["content"] == [result("c", MISSING_RESULT, is_error=True), text("x")]


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    """Everywhere but in keys, as the client does."""
    value = [{"k\ud800": ["a\udfff", {"b": "\ud83d!"}], "n": 5}, "潮", "plain"]
    assert well_formed(value) == [{"k\ud800": ["a\ufffd", {"b": "\ufffd!"}], "n": 5}, "潮", "plain"]
    assert value[0] == {"k\ud800": ["a\udfff", {"b": "\ud83d!"}], "n": 5}
    assert well_formed("\ud800x") == "\ufffdx"


def test_values_of_any_depth_are_sent() -> None:
    """As deep as a decoder goes, and deeper."""
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    (message,) = merge([said({"type": "zebra", "deep": deep})])
    depth, found = 0, message["content"][0]["deep"]
    while found:
        depth, found = depth + 1, found[0]
    assert depth == 5000


def test_words_between_two_parts_of_a_reply_divide_it_in_a_session() -> None:
    """Rule 22 from end to end: a command, and a reminder of a model that hears them so."""
    parts = [reply("a", of="m", model=SONNET), reply("b", of="m", model=SONNET)]
    assert sent(user("q"), parts[0], command("c"), parts[1])[1:] == [
        ("assistant", "a"), ("user", "c"), ("assistant", "b"),
    ]  # fmt: skip
    assert sent(user("q"), parts[0], attachment("x"), parts[1])[1:] == [
        ("assistant", "a"), ("assistant", "b"),
    ]  # fmt: skip
