"""What was sent in a user line."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.decode import decode
from steno.format.entries.user import UserEntry
from steno.format.prompt import persons_words, sent_words
from tests.written import line_of, user


def entry_of(content: Any, **own: Any) -> UserEntry:
    """Make a user line and read it."""
    entry = decode(line_of(user(content, **own)))
    assert isinstance(entry, UserEntry)
    return entry


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("  when is\n\nhigh water?\n", "when is\n\nhigh water?"),
        ([{"type": "text", "text": "one"}, {"type": "text", "text": "two"}], "one\ntwo"),
        ("<ide_selection>x</ide_selection>\nmend it", "mend it"),
        ("<system-reminder>x</system-reminder>mend it", "mend it"),
        ("<command-name>/review</command-name>\n<command-args>it all</command-args>",
         "/review it all"),
        ("<command-message>review</command-message>", "review"),
        ("<command-name>/left open", "<command-name>/left open"),
        ("<system-reminder>x</system-reminder><command-name>/cost</command-name>", "/cost"),
        ("<bash-input>ls -l</bash-input>", "! ls -l"),
        ("<user-memory-input>tides are tabled</user-memory-input>", "# tides are tabled"),
        ([{"type": "image", "source": {}}], ""),
    ],
)  # fmt: skip
def test_a_persons_words_are_as_typed(content: Any, words: str) -> None:
    """Without tags and context, but with their own line breaks."""
    assert sent_words(entry_of(content)) == words
    assert persons_words(entry_of(content)) == words


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            "<task-notification><summary>It ended</summary></task-notification>",
            "It ended",
        ),
        ("<task-notification>odd", "<task-notification>odd"),
        ('<teammate-message teammate_id="a">\nDone.\n</teammate-message>', "Done."),
    ],
)
def test_what_others_sent_is_no_persons(content: str, words: str) -> None:
    """A notice is known by its summary, a teammate's message by its text."""
    assert sent_words(entry_of(content)) == words
    assert persons_words(entry_of(content)) is None


def test_what_nobody_sent_holds_no_words_of_a_person() -> None:
    """Results, summaries and the client's own lines."""
    assert persons_words(entry_of([{"type": "tool_result", "tool_use_id": "t"}])) is None
    assert persons_words(entry_of("so far", isCompactSummary=True)) is None
    assert persons_words(entry_of("body", isMeta=True)) is None
