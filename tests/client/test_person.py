"""Wishes and words: what is asked, and what is answered where nothing else was said."""

from __future__ import annotations

from steno.client.person import Wish, Word


def test_word_changes_nothing_by_itself() -> None:
    """A plain yes runs the call as it was asked for, and goes on."""
    word = Word(behavior="allow")
    assert (word.given, word.interrupt, word.updates, word.message) == (None, False, (), "")


def test_wish_names_the_call_and_the_reason() -> None:
    """Without a suggestion unless the rules have one."""
    wish = Wish(tool="Bash", given={"command": "ls"}, call_id="1", agent_id=None, reason="a rule")
    assert (wish.tool, wish.given["command"], wish.suggestions) == ("Bash", "ls", ())
