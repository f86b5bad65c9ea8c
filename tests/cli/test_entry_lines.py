"""A session line by line."""

from __future__ import annotations

from steno.cli.entry_lines import Counted, draw_entries, entry_line, matches
from steno.format.decode import decode
from tests.written import line_of, reply, user

PROMPT = decode(line_of(user("Mend\nthe boat", uuid="a")), line=3, offset=70)


def test_an_entry_is_a_row() -> None:
    """With where it stands and what it says."""
    row = entry_line(PROMPT)
    assert (row.line, row.offset, row.type, row.kind) == (3, 70, "user", "user/prompt")
    assert (row.uuid, row.parent, row.text) == ("a", None, "Mend\nthe boat")
    assert row.timestamp == "2026-01-03T15:44:58.325Z"


def test_entries_are_counted_as_they_pass() -> None:
    """However far somebody reads."""
    entries = Counted(iter([PROMPT, PROMPT]))
    assert entries.number == 0
    assert list(entries) == [PROMPT, PROMPT]
    assert entries.number == 2


def test_types_and_their_kinds_match() -> None:
    """But no mere beginnings of them."""
    assert matches(PROMPT, ("assistant", "user"))
    assert matches(PROMPT, ("user/prompt",))
    assert not matches(PROMPT, ("use", "prompt"))


def test_an_entry_takes_one_line_unless_all_is_wanted() -> None:
    """Then its text stands below."""
    (line,) = draw_entries([PROMPT], full=False)
    assert line.endswith("Mend the boat")
    assert "\n" not in line
    (text,) = draw_entries([PROMPT], full=True)
    assert "\nMend\nthe boat\n" in text


def test_long_texts_are_cut() -> None:
    """Where the output is no terminal, rather late."""
    (line,) = draw_entries([decode(line_of(reply(message={"content": "x" * 900})))], full=False)
    assert len(line) < 500
    assert line.endswith("…")


def test_texts_stand_in_one_column() -> None:
    """However long the name of the type is, and whatever there is to say of the line."""
    names = ("permission-mode", "file-history-snapshot", "of-a-day-that-is-long-after-tomorrow")
    entries = [decode(line_of({"type": name, "path": "here"})) for name in names]
    places = {line.index("  here") for line in draw_entries(entries, full=False)}
    assert len(places) == 1
    (bare,) = draw_entries([decode(b"\n")], full=False)
    assert bare == bare.rstrip()
