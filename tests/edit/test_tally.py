"""What an edit takes out, counted by whether the model would have seen it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.edit.tally import Tally
from tests.edit.edited import CONVERSATION, in_home
from tests.session.transcripts import user

if TYPE_CHECKING:
    from pathlib import Path

CALL = ("call", "calls")


def test_things_count_once_and_by_what_is_sent(tmp_path: Path) -> None:
    """Both halves of a call are one, and a half that is sent makes it one that is seen."""
    tally = Tally(in_home(tmp_path, *CONVERSATION, user("aside", isSidechain=True)))
    assert (tally.unseen, tally.aside) == ((), "")
    for row, call in ((2, "a"), (3, "a"), (6, "b"), (9, "b"), (9, "c")):
        tally.add(CALL, row, call)
    tally.add(("note", "notes"), 0, 0, is_sent=False)
    assert tally.unseen == ("2 calls",)
    assert tally.aside == "A resume does not send these, which go too: 1 call, 1 note."


def test_nothing_is_sent_of_a_session_that_is_refused(tmp_path: Path) -> None:
    """So the model does not see less of it."""
    tally = Tally(in_home(tmp_path, user("a", isSidechain=True)))
    tally.add(CALL, 0, "a")
    assert (tally.unseen, "1 call." in tally.aside) == ((), True)
