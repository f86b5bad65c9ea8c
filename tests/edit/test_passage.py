"""The part of a conversation that a summary stands for."""

from __future__ import annotations

from steno.edit.passage import Passage, all_prompts, count_prompts, headline, prompts_of, takes
from tests.session.transcripts import attachment, boundary, image, reply, session, text, user


def test_prompts_are_given_word_for_word() -> None:
    """With those that were queued; what no person said is none."""
    loaded = session(
        user("p1", [text("one"), image()]),
        attachment("q", "queued_command", prompt="two", commandMode="prompt"),
        attachment("t", "queued_command", prompt="done", commandMode="task-notification"),
        reply("a"),
        user("p2", "  three </prompt> "),
        user("p3", [image(), image()]),
    )
    passage = Passage(loaded, loaded.turns, ())
    assert list(prompts_of(loaded, loaded.turns[0])) == [
        "<prompt>\none\n</prompt>",
        "(images that came with it and are no longer here: 1)",
        "<prompt>\ntwo\n</prompt>",
    ]
    assert count_prompts(loaded, loaded.turns) == 3
    told = all_prompts(passage)
    assert told.index("one") < told.index("two") < told.index("three </prompt>")
    assert told.count("Turn ") == 3


def test_queued_prompt_that_was_left_again_is_none() -> None:
    """Only what is active counts."""
    loaded = session(
        user("p"),
        attachment("q", "queued_command", prompt="left", commandMode="prompt"),
        reply("a"),
        reply("b", parent="p", at=9),
    )
    assert list(prompts_of(loaded, loaded.turns[0])) == ["<prompt>\np\n</prompt>"]


def test_messages_are_what_a_resume_sends() -> None:
    """With earlier summaries among them."""
    loaded = session(boundary(), user("s", "so far", isCompactSummary=True), user("p"), reply("a"))
    assert loaded.chain is not None
    passage = Passage(loaded, loaded.turns, loaded.chain.rows)
    assert passage.messages == loaded.messages()
    assert passage.earlier_summaries == ("so far",)
    assert passage.tokens == takes("so far\n") + takes("p") + takes("a") + 2 * takes("text") + 1
    assert Passage(loaded, (), ()).messages == []


def test_turn_is_named_by_what_is_known_of_it() -> None:
    """The time is left out where there is none."""
    (turn,) = session(user("p", timestamp=None)).turns
    assert headline(turn) == "Turn 1 (plain)"
