"""A summary written by a model."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.edit.extract import OPENING
from steno.edit.passage import Passage, takes
from steno.edit.summarise import MOST_TOKENS, SYSTEM, Summariser, in_pieces, told
from steno.errors import ModelAnswerError, NoKeyError
from steno.model.protocol import Completion, Spent
from steno.model.scripted import ScriptedModel
from tests.session.transcripts import call, image, reply, result, session, text, thinking, user

LONG = "word " * 400
SECRET = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def passage(turns: int = 3) -> Passage:
    """Make a passage of some turns."""
    lines = [
        line
        for n in range(turns)
        for line in (user(f"p{n}", f"prompt\n {n}"), reply(f"a{n}", text(f"{n} {LONG}")))
    ]
    loaded = session(*lines)
    assert loaded.chain is not None
    return Passage(loaded, loaded.turns, loaded.chain.rows)


def test_one_request_where_all_fits() -> None:
    """The summary is followed by every prompt, word for word."""
    spent = Spent(100, 20, 3, 4)
    model = ScriptedModel([Completion(" Tides, all of it. \n", "end_turn", spent)])
    summary = Summariser(model)(passage())
    assert summary is not None
    assert summary.by == "scripted"
    assert summary.text.startswith(OPENING)
    assert "# Summary\nTides, all of it.\n\n# Prompts, word for word\nTurn 1" in summary.text
    places = [summary.text.index(f"<prompt>\nprompt\n {n}\n</prompt>") for n in range(3)]
    assert places == sorted(places)
    assert summary.notes == ("scripted was asked at nowhere: 1 request, 107 tokens in and 20 out.",)
    (asked,) = model.asked
    assert (asked.system, asked.max_tokens) == (SYSTEM, MOST_TOKENS)
    assert "<conversation>\n[user]\nprompt\n 0\n\n[assistant]\n0 word" in str(
        asked.messages[0]["content"]
    )


def test_long_conversation_is_sent_in_parts() -> None:
    """Notes on each part, in order, then one summary of the notes."""
    model = ScriptedModel(["one", "two", "three", "All."])
    seen: list[tuple[int, int, int]] = []
    summary = Summariser(model, lambda *step: seen.append(step), budget=600)(passage())
    assert summary is not None
    assert "# Summary\nAll." in summary.text
    tasks = [asked.messages[0]["content"] for asked in model.asked]
    assert [task.split(" of ")[0] for task in tasks[:3]] == [
        f"This is part {part}" for part in (1, 2, 3)
    ]
    assert tasks[3].endswith("<notes>\none\n\ntwo\n\nthree\n</notes>")
    assert seen == [
        (1, 4, 0), (1, 4, 3), (2, 4, 0), (2, 4, 3), (3, 4, 0), (3, 4, 5), (4, 4, 0), (4, 4, 4),
    ]  # fmt: skip
    assert "4 requests" in summary.notes[0]


def test_notes_that_are_too_long_are_summed_up_in_turn() -> None:
    """But not for ever."""
    model = ScriptedModel([LONG[:1200]])
    summary = Summariser(model, budget=310)(passage(6))
    assert summary is not None
    assert 10 < len(model.asked) < 200


def test_nobody_is_asked_in_vain() -> None:
    """Where the prompts alone are as long as all of it."""
    loaded = session(user("p", LONG), reply("a"))
    assert loaded.chain is not None
    short = Passage(loaded, loaded.turns, loaded.chain.rows)
    model = ScriptedModel(["x"])
    assert Summariser(model)(short) is None
    assert Summariser(model).rehearse(short) is None
    assert model.asked == []


def test_summary_that_is_no_shorter_is_none() -> None:
    """Whatever it cost."""
    assert Summariser(ScriptedModel([LONG * 9]))(passage()) is None


def test_summary_that_was_cut_off_is_told() -> None:
    """It is used all the same."""
    summary = Summariser(ScriptedModel([Completion("Half", "max_tokens")]))(passage())
    assert summary is not None
    assert "may lack its end" in summary.notes[-1]


@pytest.mark.parametrize(
    "answer",
    [Completion("", "end_turn"), Completion("I will not", "refusal"), Completion(" ", None)],
)
def test_no_summary_is_an_error(answer: Completion) -> None:
    """That says what else can be done."""
    with pytest.raises(ModelAnswerError, match="--extractive"):
        Summariser(ScriptedModel([answer]))(passage())


def test_error_of_the_model_goes_on_up() -> None:
    """Nothing else is put in its place."""
    with pytest.raises(NoKeyError):
        Summariser(ScriptedModel([NoKeyError()]))(passage())


@pytest.mark.parametrize(("budget", "requests"), [(60_000, "1 request"), (600, "4 requests")])
def test_rehearsal_asks_nobody(budget: int, requests: str) -> None:
    """It says what would be sent, and where; excerpts stand in."""
    model = ScriptedModel(["x"])
    summary = Summariser(model, budget=budget).rehearse(passage())
    assert summary is not None
    assert f"scripted would be asked at nowhere: {requests}, about 1,5" in summary.notes[0]
    assert "A dry run asks nobody" in summary.notes[0]
    assert "Reply, in excerpt" in summary.text
    assert model.asked == []


@given(st.lists(st.text(max_size=60), max_size=8), st.integers(1, 9))
def test_pieces_hold_everything_within_the_budget(texts: list[str], budget: int) -> None:
    """Whatever is written in it: a wide character is a token of its own."""
    pieces = in_pieces(texts, budget)
    assert "".join(pieces).replace("\n\n", "") == "".join(texts).replace("\n\n", "")
    parts = [part for piece in pieces for part in piece.split("\n\n")]
    assert all(takes(part) <= budget for part in parts)


@pytest.mark.parametrize(
    ("block", "words"),
    [
        (text("hi"), "hi"),
        (text(None), ""),
        (thinking("hm"), ""),
        (image(), "(image)"),
        (call("x", "Bash", input={"command": "ls"}), '(calls Bash: {"command":"ls"})'),
        (result("x", "done"), "(result: done)"),
        (result("x", None), "(result: )"),
        (result("x", [text("a"), image(), "odd"]), "(result: a\n(image))"),
        (result("x", "ab" * 9_000), f"(result: {'ab' * 666}a […] {'ab' * 333}b)"),
        ("odd", ""),
    ],
    ids=str,
)
def test_blocks_are_told_in_short(block: Any, words: str) -> None:
    """Calls and results cut, thinking left out, images named."""
    told_ = told({"role": "user", "content": [block]})
    assert told_.startswith("[user]\n")
    assert told_.removeprefix("[user]\n")[:40] == words[:40]
    assert len(told_) < 2_100


def test_message_without_content_is_told_as_empty() -> None:
    """A string is text."""
    assert told({"role": "user", "content": "hi"}) == "[user]\nhi"
    assert told({"role": "user"}) == "[user]\n"


def with_secrets() -> Passage:
    """Make a passage with a token in a prompt, a call, a long result, and alone in a reply."""
    lines = [
        user("p", f"my token is {SECRET}"),
        reply("a", call("c", input={"command": f"mysql -pHunt3r-9x {SECRET}"})),
        user("r", [result("c", "x" * 1300 + SECRET + "y" * 5000)]),
        reply("b", text(f"{LONG} Hunt3r-9x")),
    ]
    loaded = session(*lines)
    assert loaded.chain is not None
    return Passage(loaded, loaded.turns, loaded.chain.rows)


@pytest.mark.parametrize("budget", [60_000, 300])
def test_model_is_sent_no_secret(budget: int) -> None:
    """Not even a half of one, where a long text is cut; the prompts that are kept still have it."""
    model = ScriptedModel(["All."])
    summary = Summariser(model, budget=budget)(with_secrets())
    assert summary is not None
    sent = repr([(asked.system, asked.messages) for asked in model.asked])
    assert "[REDACTED:github-token:1]" in sent
    assert not [secret for secret in (SECRET, SECRET[:12], "Hunt3r") if secret in sent]
    assert f"my token is {SECRET}" in summary.text
    assert "2 secrets are not sent" in summary.notes[1]
    rehearsed = Summariser(model).rehearse(with_secrets())
    assert rehearsed is not None
    assert "2 secrets are not sent" in rehearsed.notes[1]


def test_all_is_sent_to_who_wants_that() -> None:
    """And nothing is said of secrets."""
    model = ScriptedModel(["All."])
    summary = Summariser(model, scanner=None)(with_secrets())
    assert summary is not None
    assert SECRET in repr(model.asked[0].messages)
    assert len(summary.notes) == 1
