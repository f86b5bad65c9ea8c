"""A summary made of what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.edit.extract import BY, HEADING, LENGTHS, Lengths, by_excerpts, extract
from steno.edit.passage import Passage
from tests.edit.edited import told
from tests.session.transcripts import boundary, call, reply, session, text, user

if TYPE_CHECKING:
    from tests.session.transcripts import Body

LONG = Lengths(600, 40_000)


def passage(*lines: Body) -> Passage:
    """Take all of a conversation as a passage."""
    loaded = session(*lines)
    assert loaded.chain is not None
    return Passage(loaded, loaded.turns, loaded.chain.rows)


def test_prompts_tools_files_and_replies_are_told() -> None:
    """In the order of the turns."""
    paths = [call(f"c{n}", "Edit", input={"file_path": f"/tmp/{n}.py"}) for n in range(14)]
    summed = extract(
        passage(
            user("p1", "  mend it  "),
            reply("a1", *paths, call("x", input={"path": 3}), call("y", "Grep", input="odd")),
            reply("a2", text("All is mended.")),
            user("p2", "thanks"),
        ),
        LONG,
    )
    assert summed.startswith(HEADING)
    assert "## Turn 1 (plain, 2026-03-02 09:00)\n<prompt>\nmend it\n</prompt>\n" in summed
    assert "Tools used: Edit (14), Bash (1), Grep (1)" in summed
    assert "/tmp/11.py and 2 more" in summed
    assert "Reply, in excerpt: All is mended." in summed
    assert summed.endswith("<prompt>\nthanks\n</prompt>")


def test_reply_is_cut() -> None:
    """Where it is long; at the shortest length only prompts are left."""
    whole = passage(user("p1", "go"), reply("a1", text("word " * 300)))
    assert extract(whole, Lengths(10, 0)).endswith("Reply, in excerpt: word word […]")
    assert extract(whole, LENGTHS[-1]).endswith("</prompt>")


def test_length_is_the_longest_that_helps() -> None:
    """None where even prompts alone are no shorter."""
    replies = [
        line for n in range(9) for line in (user(f"p{n}"), told(f"a{n}", text("word " * 99)))
    ]
    summary = by_excerpts(passage(*replies))
    assert summary is not None
    assert summary.by == BY
    assert "word […]" in summary.text
    assert by_excerpts(passage(user("p", "short"), reply("a"))) is None


def test_own_summary_is_not_quoted() -> None:
    """Its prompts are told anew."""
    ours = user("s", f"{HEADING}\n\nold words", isCompactSummary=True)
    assert "old words" not in extract(passage(boundary(), ours, reply("a"), user("p")), LONG)


def test_turns_that_a_quoted_summary_covers_are_told_by_their_prompts() -> None:
    """Twice would be too much."""
    lines = (
        user("p1", "before"),
        reply("a1", text("an old reply")),
        boundary(),
        user("s", "their summary", isCompactSummary=True),
        user("p2", "behind"),
        reply("a2", text("a new reply")),
    )
    summed = extract(passage(*lines), LONG)
    assert "## An earlier summary\ntheir summary" in summed
    assert "before" in summed
    assert "an old reply" not in summed
    assert "a new reply" in summed


def test_what_no_person_said_is_a_notice() -> None:
    """And cut like a reply."""
    words = "<task-notification><summary>It is done.</summary></task-notification>"
    summed = extract(passage(user("p"), reply("a"), user("n", words), reply("b")), LONG)
    assert "<notice>\nIt is done.\n</notice>" in summed
    assert "<prompt>\nIt" not in summed
    assert "It is done" not in extract(passage(user("n", words), reply("b")), LENGTHS[-1])


def test_reply_that_was_left_again_is_not_told() -> None:
    """A turn also holds what another branch said in it."""
    lines = (user("p"), reply("left", text("wrong")), reply("right", parent="p", at=9))
    summed = extract(passage(*lines), LONG)
    assert "wrong" not in summed
    assert "right" in summed
