"""Hunks of a change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steno.client.tools.patch import structured_patch

_TEXTS = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=30).map("\n".join)


def test_a_change_has_three_lines_around_it() -> None:
    """Lines before and after are shown, three of each."""
    old = "".join(f"{n}\n" for n in range(1, 11))
    (hunk,) = structured_patch(old, old.replace("5\n", "five\n"))
    assert hunk == {
        "oldStart": 2,
        "oldLines": 7,
        "newStart": 2,
        "newLines": 7,
        "lines": [" 2", " 3", " 4", "-5", "+five", " 6", " 7", " 8"],
    }


def test_no_newline_at_the_end_is_told() -> None:
    """A last line without an end is marked."""
    (hunk,) = structured_patch("a", "")
    assert hunk["lines"] == ["-a", "\\ No newline at end of file"]
    assert (hunk["oldLines"], hunk["newLines"]) == (1, 0)


def test_far_changes_are_hunks_of_their_own() -> None:
    """Changes with more than six lines between them are apart."""
    old = "".join(f"{n}\n" for n in range(40))
    assert len(structured_patch(old, old.replace("3\n", "x\n", 1).replace("35\n", "y\n"))) == 2


def test_equal_texts_have_no_hunks() -> None:
    """No change, no hunk."""
    assert structured_patch("a\n", "a\n") == []


def test_tabs_at_the_beginning_are_narrow() -> None:
    """Tabs that a line begins with are shown as two spaces each, as the client does."""
    (hunk,) = structured_patch("\t\ta\tb\n", "")
    assert hunk["lines"] == ["-    a\tb"]


def test_a_large_change_is_one_hunk() -> None:
    """Thousands of other lines are not compared one by one."""
    old, new = (("\n".join(f"{k}{n}" for n in range(5000))) for k in "ab")
    (hunk,) = structured_patch(old, new)
    assert (hunk["oldLines"], hunk["newLines"]) == (5000, 5000)


@given(_TEXTS, _TEXTS)
def test_hunks_lead_from_one_text_to_the_other(old: str, new: str) -> None:
    """What hunks take away and add makes the new text of the old one."""
    lines, shift = old.split("\n"), 0
    for hunk in structured_patch(old, new):
        kept = [line for line in hunk["lines"] if not line.startswith("\\")]
        at = hunk["oldStart"] - 1 + shift
        before = [line[1:] for line in kept if line[0] in " -"]
        after = [line[1:] for line in kept if line[0] in " +"]
        assert lines[at : at + hunk["oldLines"]] == before
        lines[at : at + hunk["oldLines"]] = after
        shift += hunk["newLines"] - hunk["oldLines"]
    assert [line for line in lines if line] == [line for line in new.split("\n") if line]
