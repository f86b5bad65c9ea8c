"""Edits as a person reads them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from steno.cli.undo_document import edit_row
from steno.cli.undo_text import MOST_FILES, edit_line, edits_table, undo_lines
from steno.edit.apply import apply
from steno.edit.clone import clone
from steno.edit.taken_back import FileBack, TakenBack, plan_undo
from steno.edit.trim import Trim, trim
from steno.store.database import open_state
from steno.store.lineage import Edits
from tests.cli.payloads import STYLES
from tests.cli.running import run_on_terminal
from tests.edit.edited import CONVERSATION, in_home
from tests.written import ONE

if TYPE_CHECKING:
    from steno.edit.plan import Plan


def taken_back(tmp_path: Path, plan: Plan) -> TakenBack:
    """Carry a plan out, and say what taking it back would do."""
    number = apply(plan, tmp_path / "data").edit
    with open_state(tmp_path / "data", create=True) as state:
        return plan_undo(state, number)


def test_files_and_figures_are_told(tmp_path: Path) -> None:
    """What is put back, and what a resume sends again; of a copy, which file goes."""
    session = in_home(tmp_path / "home", *CONVERSATION)
    own = list(
        undo_lines(taken_back(tmp_path, trim(session, Trim(tool_calls=True), in_place=True)))
    )
    assert own[0].startswith(f"Edit 1: trim of {ONE}, in place, 2")
    assert own[1:] == [
        f"  put back {session.path}",
        "  a resume sends about 7 -> 32 tokens (+357 %)",
    ]
    copy = list(undo_lines(taken_back(tmp_path, clone(in_home(tmp_path / "home", *CONVERSATION)))))
    assert copy[1].startswith(f"  remove {tmp_path}")


def test_moves_show_both_places_and_many_files_are_cut(tmp_path: Path) -> None:
    """The rest is counted."""
    plan = taken_back(tmp_path, clone(in_home(tmp_path / "home", *CONVERSATION)))
    moves = tuple(FileBack("move", Path(f"/a{n}"), Path(f"/b{n}")) for n in range(MOST_FILES + 2))
    lines = list(undo_lines(replace(plan, files=moves)))
    assert lines[1] == "  move /b0 -> /a0"
    assert lines[-1] == "  … and 2 more files; --json names all"


def test_edit_that_was_cut_off_is_told(tmp_path: Path) -> None:
    """Beside when and what it was."""
    edit = taken_back(tmp_path, clone(in_home(tmp_path / "home", *CONVERSATION))).edit
    assert edit_line(replace(edit, state="planned")).endswith("; it was cut off on the way")


def test_table_names_sessions_that_are_there(tmp_path: Path) -> None:
    """By their title; a session that is gone has none."""
    session = in_home(tmp_path / "home", *CONVERSATION)
    apply(clone(session), tmp_path / "data")
    with open_state(tmp_path / "data", create=True) as state:
        edits = Edits(state).all()
    titles = [row[6] for row in edits_table(edits, [edit_row(edit) for edit in edits]).rows]
    assert titles == ["p1"]
    gone = [replace(edit, source_path="/no/such.jsonl", result_path=None) for edit in edits]
    assert [row[6] for row in edits_table(gone, [edit_row(edit) for edit in gone]).rows] == [""]


def test_list_fits_on_a_narrow_terminal(tmp_path: Path) -> None:
    """With short ids and local times."""
    session = in_home(tmp_path / "home", *CONVERSATION)
    apply(trim(session, Trim(thinking=True)), tmp_path / "data")
    for columns in (40, 80, 140):
        answer = run_on_terminal(
            "undo", "--list", "--home", tmp_path / "home", "--db", tmp_path / "data",
            columns=columns,
        )  # fmt: skip
        lines = STYLES.sub("", answer.out).replace("\r", "").split("\n")
        assert ONE[:8] in answer.out
        assert ONE not in answer.out
        assert max(map(len, lines)) <= columns
