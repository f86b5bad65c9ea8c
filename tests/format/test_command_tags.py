"""The tags in which the client writes commands, bash lines and notices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.command_tags import (
    CommandTags,
    ContextTag,
    PromptParts,
    agent_words,
    has_command_tags,
    own_words,
    parse_command_tags,
    parse_notification,
    split_prompt,
)

TAGS = {
    "command-name": "name",
    "command-message": "message",
    "command-args": "args",
    "command-contents": "contents",
    "local-command-stdout": "stdout",
    "local-command-stderr": "stderr",
    "local-command-caveat": "caveat",
    "bash-input": "bash_input",
    "bash-stdout": "bash_stdout",
    "bash-stderr": "bash_stderr",
    "task-notification": "notification",
}


@pytest.mark.parametrize(("tag", "attribute"), TAGS.items())
def test_each_tag_has_its_attribute(tag: str, attribute: str) -> None:
    """A tag's content is found under its name, and every other attribute is None."""
    assert parse_command_tags(f"<{tag}>some\ntext</{tag}>") == CommandTags(
        **{attribute: "some\ntext"}
    )


def test_tags_of_one_line_are_read_together() -> None:
    """A command has a name, a message and arguments; the first of each kind counts."""
    tags = parse_command_tags(
        "<command-message>fix</command-message>\n<command-name>/fix</command-name>\n"
        "<command-args>the bug</command-args><command-args>not this</command-args>"
    )
    assert (tags.name, tags.message, tags.args) == ("/fix", "fix", "the bug")


def test_empty_and_missing_tags_differ() -> None:
    """An empty argument is a string, a missing one is None."""
    tags = parse_command_tags("<command-name>/x</command-name><command-args></command-args>")
    assert tags.args == ""
    assert tags.stdout is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<command-name>/x</command-name>", True),
        ("  \n<bash-input>ls</bash-input>", True),
        ("see <command-name>/x</command-name>", False),
        ("<command-name>/x", False),
        ("<div>x</div>", False),
        ("", False),
    ],
)
def test_only_a_line_that_begins_with_a_whole_tag_is_a_command(
    text: str, *, expected: bool
) -> None:
    """A prompt that speaks about tags is a prompt."""
    assert has_command_tags(text) is expected


def test_notice_gives_its_fields() -> None:
    """A background task's notice names the task, its output and its end."""
    notice = parse_notification(
        "<task-notification>\n<task-id>b38</task-id>\n<tool-use-id>t1</tool-use-id>\n"
        "<output-file>/tmp/b38.output</output-file>\n<status>completed</status>\n"
        '<summary>Background command "x" completed</summary>\n</task-notification>\nRead it.'
    )
    assert notice is not None
    assert (notice.task_id, notice.output_file) == ("b38", "/tmp/b38.output")
    assert (notice.status, notice.summary) == ("completed", 'Background command "x" completed')
    assert notice.fields["tool-use-id"] == "t1"
    assert list(notice.fields) == ["task-id", "tool-use-id", "output-file", "status", "summary"]


def test_first_field_of_a_name_counts() -> None:
    """What a task printed cannot replace what the client said about it."""
    notice = parse_notification(
        "<task-notification><status>failed</status><result><status>completed</status></result>"
        "</task-notification>"
    )
    assert notice is not None
    assert notice.status == "failed"


@pytest.mark.parametrize("text", ["", "done", "<task-notification>cut off"])
def test_text_without_a_whole_notice_gives_none(text: str) -> None:
    """A notice that is not closed is no notice."""
    assert parse_notification(text) is None


@given(st.text(alphabet=st.sampled_from("<>/abc-command-nametask-notification \n"), max_size=200))
def test_no_text_makes_parsing_fail(text: str) -> None:
    """Whatever a transcript holds, tags are found or not."""
    tags = parse_command_tags(text)
    assert tags == CommandTags() or "</" in text
    notice = parse_notification(text)
    assert (notice is None) == (tags.notification is None)


def test_own_words_leave_out_what_the_ide_added() -> None:
    """Titles are made of what the person said."""
    text = (
        "<ide_selection>lines 1 to 2</ide_selection> fix this <system-reminder>x</system-reminder>"
    )
    assert own_words(text).split() == ["fix", "this"]
    assert own_words("<ide_opened_file>left open") == "<ide_opened_file>left open"


def test_a_prompt_and_its_context_are_told_apart() -> None:
    """Each piece of context has the name of its tag."""
    parts = split_prompt("fix <ide_selection>\nlines 1\n</ide_selection>this\n\nnow")
    assert parts.words == "fix  this\n\nnow"
    assert parts.context == (ContextTag("ide_selection", "lines 1"),)
    assert split_prompt("as it is") == PromptParts("as it is", ())


def test_messages_of_agents_lose_their_tags() -> None:
    """Several on one line become paragraphs; a text without tags stays."""
    text = (
        '<teammate-message teammate_id="a" color="blue">\nDone.\n</teammate-message>\n\n'
        "<teammate-message>Me too.</teammate-message>"
    )
    assert agent_words(text) == "Done.\n\nMe too."
    assert agent_words(" plain ") == "plain"
    assert agent_words("<teammate-messages>x") == "<teammate-messages>x"


def test_a_note_for_the_memory_is_read() -> None:
    """What was typed behind a hash has a tag of its own."""
    text = "<user-memory-input>tides</user-memory-input>"
    assert has_command_tags(text)
    assert parse_command_tags(text).memory_input == "tides"


def test_hostile_tags_take_no_longer_than_their_length() -> None:
    """Tags that are opened and never closed are read in one pass."""
    assert parse_command_tags("<bash-input>" * 50_000) == CommandTags()
    assert own_words("<ide_a>" * 50_000) == "<ide_a>" * 50_000
    many = "".join(f"<a{'-' * n}>" for n in range(200))
    assert parse_notification(f"<task-notification>{many}</task-notification>") is not None
