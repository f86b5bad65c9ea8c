"""``steno repair``: what it says, what it writes, and how it is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.session.session import load
from tests.edit.edited import CONVERSATION, in_home
from tests.session.transcripts import reply
from tests.written import ONE, TWO

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run
    from tests.session.transcripts import Body

TORN = b'{"type":"user","mess\n'
WRECK: tuple[Body | bytes, ...] = (*CONVERSATION, TORN, reply("a3", parent=None))
"""A session with a torn line, and a reply that is cut off from what came before."""


def test_plan_says_what_a_resume_sees(run: Run, tmp_path: Path) -> None:
    """Line by line, and in messages before and after; a dry run writes nothing."""
    source = in_home(tmp_path / "home", *WRECK)
    assert source.path is not None
    before = source.path.read_bytes()
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    answer = run("repair", ONE, "--dry-run", "--diff", *places)
    assert answer.code == 0
    assert "remove line 10: a record that was cut off (21 bytes)" in answer.out
    assert "change line 11: it was cut off, and hangs on line 9 now" in answer.out
    assert "A resume sees 1 of 10 messages now, 10 of 10 afterwards." in answer.out
    assert "@@ -11 +10 @@" in answer.out
    assert source.path.read_bytes() == before
    assert not (tmp_path / "data").exists()


def test_new_session_is_written_beside(run: Run, tmp_path: Path) -> None:
    """The old one stays as it is; what was taken out is in quarantine."""
    source = in_home(tmp_path / "home", *WRECK)
    assert source.path is not None
    before = source.path.read_bytes()
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    document = run("repair", ONE, "--yes", "--json", *places).document
    assert (document["schema"], document["edit"]) == ("steno.repair/1", "repair")
    assert document["resume"]["before"]["reachable"] == 0.1
    assert document["resume"]["after"]["reachable"] == 1.0
    result = load(document["result"]["path"])
    assert result.findings == ()
    assert source.path.read_bytes() == before
    assert [path.read_bytes() for path in (tmp_path / "data/quarantine").glob("*/*")] == [TORN]


def test_several_sessions_in_place_and_back(run: Run, tmp_path: Path) -> None:
    """Each is an edit of its own, which an undo takes back."""
    sources = [in_home(tmp_path / "home", *WRECK, session_id=name) for name in (ONE, TWO)]
    paths = [source.path for source in sources if source.path is not None]
    before = [path.read_bytes() for path in paths]
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    assert run("repair", ONE, TWO, "--in-place", "--yes", *places).code == 0
    assert [len(load(path).messages()) for path in paths] == [9, 9]
    assert run("undo", "--yes", *places).code == 0
    assert run("undo", "--yes", *places).code == 0
    assert [path.read_bytes() for path in paths] == before


def test_nothing_to_mend_is_said(run: Run, tmp_path: Path) -> None:
    """A clean session has no changes."""
    in_home(tmp_path, *CONVERSATION)
    answer = run("repair", ONE, "--dry-run", "--home", tmp_path)
    assert (answer.code, "There is nothing to mend." in answer.out) == (0, True)


def test_only_one_finding_is_mended_and_unknown_ones_are_refused(run: Run, tmp_path: Path) -> None:
    """The message lists those that can be mended."""
    in_home(tmp_path, *WRECK)
    only = ["--dry-run", "--json", "--home", tmp_path, "--only"]
    changes = run("repair", ONE, *only, "torn-line").document["changes"]
    assert [change["line"] for change in changes] == [10]
    answer = run("repair", ONE, *only, "dead-branch")
    assert (answer.code, "glued-line" in answer.err) == (2, True)


def test_several_sessions_give_one_document(run: Run, tmp_path: Path) -> None:
    """With an edit for each."""
    for name in (ONE, TWO):
        in_home(tmp_path / "home", *CONVERSATION, session_id=name)
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    document = run("repair", ONE, TWO, "--json", *places).document
    assert document["schema"] == "steno.edits/1"
    assert [edit["source"]["session"] for edit in document["edits"]] == [ONE, TWO]
