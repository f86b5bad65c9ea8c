"""Long pastes have names."""

from __future__ import annotations

from steno.cli.chatting.pastes import MOST_LINES, Pastes

LONG = "\n".join(f"line {number}" for number in range(300))


def test_a_long_paste_is_named_and_sent_whole() -> None:
    """A name that nobody gave stays words, also inside of a paste."""
    pastes = Pastes()
    assert pastes.taken("short\ntext") == "short\ntext"
    assert pastes.taken("\n" * (MOST_LINES - 1)) == "\n" * (MOST_LINES - 1)
    assert pastes.taken(LONG) == "[Pasted text #1 +300 lines]"
    second = pastes.taken("[Pasted text #1 +300 lines]" + "\n" * 20)
    assert second == "[Pasted text #2 +21 lines]"
    assert pastes.expanded("see [Pasted text #1 +300 lines]!") == f"see {LONG}!"
    assert pastes.expanded(second).startswith("[Pasted text #1 +300 lines]\n")
    assert pastes.expanded("[Pasted text #9 +3 lines]") == "[Pasted text #9 +3 lines]"
