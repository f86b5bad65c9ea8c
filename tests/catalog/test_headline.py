"""What a session is about, from the two ends of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.catalog.headline import HEAD_LINES, LONGEST_TITLE, prompt_text, read_headline
from steno.format.decode import decode
from steno.format.entries.user import UserEntry
from tests.written import ONE, line_of, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path


def words_of(content: Any, **own: Any) -> str | None:
    """Give the words of a user line."""
    entry = decode(line_of(user(content, **own)))
    assert isinstance(entry, UserEntry)
    return prompt_text(entry)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("When is\n  high water?", "When is high water?"),
        ([{"type": "text", "text": "one"}, {"type": "text", "text": "two"}], "one two"),
        ("<ide_opened_file>a.py</ide_opened_file> mend it", "mend it"),
        ("<system-reminder>\nlong\n</system-reminder>\nmend it", "mend it"),
        (
            "<command-name>/review</command-name>\n<command-args>the patch</command-args>",
            "/review the patch",
        ),
        ("<bash-input>ls -l</bash-input>", "! ls -l"),
        ("<bash-stdout>total 0</bash-stdout>", None),
        ("[Request interrupted by user]", None),
        ([{"type": "tool_result", "tool_use_id": "t", "content": "x"}], None),
        ("   ", None),
        ("潮" * 900, "潮" * LONGEST_TITLE),
    ],
)
def test_words_are_the_persons_own(content: Any, words: str | None) -> None:
    """Without what the client or the IDE put around them."""
    assert words_of(content) == words


def test_lines_of_agents_and_of_the_client_hold_no_words_of_the_person() -> None:
    """However much they look like prompts."""
    assert words_of("look", isSidechain=True) is None
    assert words_of("look", isMeta=True) is None
    assert words_of("look", isCompactSummary=True) is None


def test_first_prompt_and_place_come_from_the_front(tmp_path: Path) -> None:
    """The first of each counts, wherever the lines stand."""
    path = write_lines(
        tmp_path / "a.jsonl",
        {"type": "mode", "mode": "plan", "sessionId": ONE},
        user("first", cwd="/a", gitBranch="main", slug="misty-tern"),
        reply(),
        user("second", cwd="/b"),
    )
    headline = read_headline(path)
    assert (headline.prompt, headline.cwd, headline.slug) == ("first", "/a", "misty-tern")


def test_branch_and_slug_are_those_of_the_end(tmp_path: Path) -> None:
    """A person wants to know where a session left off."""
    path = write_lines(
        tmp_path / "a.jsonl",
        user("x", gitBranch="main", slug="old", version="1.0.0"),
        *[user("y", gitBranch="main") for _ in range(50)],
        user("z", gitBranch="feat", slug="new", version="2.0.0"),
    )
    headline = read_headline(path)
    assert (headline.branch, headline.slug) == ("feat", "new")


def test_title_of_the_ends_is_the_best_name(tmp_path: Path) -> None:
    """The person's own, the model's, the prompt, the slug; the newest of each."""
    path = tmp_path / "a.jsonl"
    ours = [{"type": "ai-title", "aiTitle": name} for name in ("Old", "Mending")]
    own = {"type": "custom-title", "customTitle": "The mending"}
    assert read_headline(write_lines(path)).title is None
    assert read_headline(write_lines(path, reply(slug="misty-tern"))).title == "misty-tern"
    assert read_headline(write_lines(path, user("mend it"))).title == "mend it"
    assert read_headline(write_lines(path, user("mend it"), *ours)).title == "Mending"
    assert read_headline(write_lines(path, own, user("mend it"), *ours)).title == "The mending"


def test_prompt_far_down_is_not_looked_for(tmp_path: Path) -> None:
    """Reading stays short; the end still tells the place."""
    lines = [{"type": "mode"}] * HEAD_LINES
    path = write_lines(tmp_path / "a.jsonl", *lines, user("late"))
    headline = read_headline(path)
    assert (headline.prompt, headline.cwd) == (None, "/tmp/project")


def test_records_on_a_glued_line_are_read(tmp_path: Path) -> None:
    """And bad lines are passed over."""
    glued = line_of({"type": "mode"}).rstrip() + line_of(user("glued"))
    assert read_headline(write_lines(tmp_path / "a.jsonl", b"\0\0\n", glued)).prompt == "glued"


def test_empty_file_has_an_empty_headline(tmp_path: Path) -> None:
    """Nothing is made up."""
    headline = read_headline(write_lines(tmp_path / "a.jsonl"))
    assert (headline.prompt, headline.cwd, headline.branch) == (None, None, None)
