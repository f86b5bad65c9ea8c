"""``steno merge``: one file or two, shown, written, refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.session.session import load
from tests.edit.edited import in_home, told
from tests.edit.parted import words_of
from tests.session.transcripts import user
from tests.written import ONE, TWO

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

HEAD = (user("p0", at=0), told("a0", at=1))
FORK = (
    *HEAD,
    user("p1", at=10, parent="a0"),
    user("p2", at=11, parent="a0"),
    told("a1", at=12, parent="p1"),
    told("a2", at=13, parent="p2"),
)


def test_branches_of_one_file_become_a_new_session(run: Run, tmp_path: Path) -> None:
    """The document says what hangs elsewhere from now on, and that a resume sends more."""
    session = in_home(tmp_path, *FORK)
    answer = run("merge", ONE, "--json", "--home", tmp_path, "--db", tmp_path / "db")
    found = answer.document
    assert (answer.code, found["edit"], found["in_place"]) == (0, "merge", False)
    assert [row["line"] for row in found["changes"]] == [None, 4]
    assert found["resume"]["before"]["messages"] < found["resume"]["after"]["messages"]
    assert session.messages() != load(found["result"]["path"]).messages()


def test_copies_become_one(run: Run, tmp_path: Path) -> None:
    """Each named as a session can be named: by its id or by its path."""
    in_home(tmp_path, *HEAD, user("p1", at=10))
    other = in_home(tmp_path / "elsewhere", *HEAD, user("p2", at=20), session_id=TWO)
    shown = run("merge", ONE, other.path, "--dry-run", "--diff", "--home", tmp_path)
    assert "2 lines with an id in common; 1 of" in shown.out
    assert "add 1 line: line 3 of" in shown.out
    found = run("merge", ONE, other.path, "--json", "--home", tmp_path, "--db", tmp_path / "db")
    merged = load(found.document["result"]["path"])
    assert words_of(merged.messages()) == ["p0", "a0", "p1", "p2"]


def test_wrong_use_is_told(run: Run, tmp_path: Path) -> None:
    """With exit code 2, and nothing written."""
    session = in_home(tmp_path, *HEAD)
    in_home(tmp_path, user("x"), session_id=TWO)
    assert session.path is not None
    for arguments, words in (
        (("merge", ONE, TWO), "no line in common"),
        (("merge", ONE, TWO, "--in-place"), "into a new one"),
        (("merge", ONE, "--branch", "5"), "no branch 5"),
    ):
        answer = run(*arguments, "--home", tmp_path, "--db", tmp_path / "db")
        assert answer.code == 2
        assert words in answer.err
    assert len(list(session.path.parent.iterdir())) == 2


def test_session_in_one_row_is_merely_copied(run: Run, tmp_path: Path) -> None:
    """The note says that there was nothing to merge."""
    in_home(tmp_path, *HEAD)
    answer = run("merge", ONE, "--dry-run", "--home", tmp_path)
    assert answer.code == 0
    assert "There is nothing to merge: the conversation is in one row." in answer.out


def test_bill_of_the_home_stays_the_same(run: Run, tmp_path: Path) -> None:
    """Each API message counts once, in however many sessions it stands."""
    in_home(tmp_path, *HEAD, user("p1", at=10), told("a1", at=11))
    in_home(tmp_path, *HEAD, user("p2", at=20), told("a2", at=21), session_id=TWO)
    before = run("stats", "--json", "--home", tmp_path).document["totals"]
    assert run("merge", ONE, TWO, "--home", tmp_path, "--db", tmp_path / "db").code == 0
    after = run("stats", "--json", "--home", tmp_path).document["totals"]
    assert after["sessions"] == before["sessions"] + 1
    assert (after["usage"], after["api_messages"]) == (before["usage"], before["api_messages"])
