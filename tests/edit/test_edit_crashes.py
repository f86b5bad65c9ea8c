"""Edits that are killed at any point: the original or the complete result, never half."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import pytest

from steno.edit.apply import apply
from steno.edit.bundle import plan_bundle, write_bundle
from steno.edit.clone import clone
from steno.edit.compress import Bands, compress
from steno.edit.merge import merge
from steno.edit.redact import redact
from steno.edit.repair import repair
from steno.edit.restore import restore
from steno.edit.restored import carry_out_restore
from steno.edit.trim import Trim, trim
from steno.edit.undo import undo
from steno.secrets.scan import Scanner
from steno.session.session import load
from steno.store.database import open_state
from steno.store.lineage import Edits
from tests.edit.conversations import conversation
from tests.edit.edited import in_home
from tests.edit.killing import KILLS, course_of, in_a_child, moments
from tests.edit.parted import pair
from tests.edit.test_apply import snapshot
from tests.edit.test_compress import THREE
from tests.edit.worked import Worked
from tests.written import write_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.edit.plan import Plan
    from steno.session.session import Session
    from tests.session.transcripts import Body

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes as POSIX does")

FORKED: Final = 0
"""A pair that is one file with two writers."""
SCANNER: Final = Scanner(patterns={"word": "answer"})
EDITS: Final[dict[str, Callable[[Session], Plan]]] = {
    "clone": clone,
    "fork": lambda session: clone(session, at="1", keep_uuids=True),
    "trim": lambda session: trim(session, Trim(tool_calls=True)),
    "trim in place": lambda session: trim(session, Trim(tool_calls=True), in_place=True),
    "redact in place": lambda session: redact(session, SCANNER, in_place=True),
    "compress": lambda session: compress(session, Bands(1)),
    "compress in place": lambda session: compress(session, Bands(1), in_place=True),
    "repair": repair,
    "repair in place": lambda session: repair(session, in_place=True),
    "merge": merge,
    "merge in place": lambda session: merge(session, in_place=True),
}
"""Every edit that makes a plan; moves, imports, restores and bundles have tests of their own."""


def made(folder: Path, edit: str = "") -> Session:
    """Write a session with a tool result beside it, in which the edit has something to do."""
    lines: list[Body | bytes] = [*conversation(7)]
    if edit.startswith("repair"):
        lines.insert(4, b'{"type":"user","torn\n')
    elif edit.startswith("merge"):
        lines = [*pair(FORKED).fork]
    elif edit.startswith("compress"):
        lines = [*THREE]
    source = in_home(folder / "home", *lines)
    assert source.path is not None
    write_lines(source.path.with_suffix("") / "tool-results" / "big.txt", b"big")
    return load(source.path)


@pytest.mark.parametrize("kills", KILLS)
@pytest.mark.parametrize("edit", EDITS)
def test_killed_edit_leaves_the_original_or_the_result(
    edit: str, kills: int, tmp_path: Path
) -> None:
    """Whenever it is killed; and what it left can be cleaned up to the last byte."""
    plan = EDITS[edit](made(tmp_path, edit))
    assert plan.changes
    course, ended = course_of(partial(apply, plan, tmp_path / "data")), 0
    for when in moments(kills, course):
        with TemporaryDirectory() as name:
            folder = Path(name)
            source = made(folder, edit)
            before = snapshot(folder / "home")
            plan = EDITS[edit](source)
            expected = {
                str(file.path.relative_to(folder / "home")): b"".join(file.content())
                for file in plan.files
                if file.content is not None
            }
            ended += in_a_child(when, partial(apply, plan, folder / "data"))
            assert_whole(folder, before, expected, plan)
            clean_up(folder)
            assert snapshot(folder / "home") in (before, {**before, **expected})
    assert ended < kills / 2


def assert_whole(
    folder: Path, before: dict[str, bytes], expected: dict[str, bytes], plan: Plan
) -> None:
    """Check that every file is as it was or as it should be, and a session complete."""
    after = {
        name: content
        for name, content in snapshot(folder / "home").items()
        if ".steno-" not in name
    }
    for name, content in after.items():
        assert content in (before.get(name), expected.get(name)), name
    own = str(plan.result_path.relative_to(folder / "home"))
    if after.get(own) == expected[own]:
        assert after == {**before, **expected}
    else:
        assert {name: after[name] for name in before} == before


def clean_up(folder: Path) -> None:
    """Undo the edits that were cut off, as a user would; temporary files are swept by the next."""
    with open_state(folder / "data", create=True) as state:
        for edit in Edits(state).pending():
            undo(state, edit.id)
    for path in (folder / "home").rglob(".steno-*"):
        path.unlink()


def undo_in(data: Path, number: int = 1) -> None:
    """Take an edit back."""
    with open_state(data, create=True) as state:
        undo(state, number)


@pytest.mark.parametrize("kills", KILLS)
def test_killed_undo_leaves_either(kills: int, tmp_path: Path) -> None:
    """The result or the original; and another undo finishes it."""
    what = Trim(tool_calls=True)
    apply(trim(made(tmp_path), what, in_place=True), tmp_path / "data")
    for when in moments(kills, course_of(partial(undo_in, tmp_path / "data"))):
        with TemporaryDirectory() as name:
            folder = Path(name)
            source = made(folder)
            before = snapshot(folder / "home")
            apply(trim(source, what, in_place=True), folder / "data")
            after = snapshot(folder / "home")
            in_a_child(when, partial(undo_in, folder / "data"))
            found = {k: v for k, v in snapshot(folder / "home").items() if ".steno-" not in k}
            assert found in (before, after)
            if states_in(folder / "data") == ["done"]:
                undo_in(folder / "data")
            assert states_in(folder / "data") == ["undone"]
            clean_up(folder)
            assert snapshot(folder / "home") == before


def states_in(data: Path) -> list[str]:
    """Give how far the edits on record are."""
    with open_state(data, create=True) as state:
        return [edit.state for edit in Edits(state).all()]


def worked_on(folder: Path) -> Worked:
    """Make a project in which a session has changed, made and removed files."""
    project = Worked(folder / "home", folder / "project")
    (project.project / "old.txt").write_bytes(b"old words\n" * 200)
    project.ask()
    project.edit("old.txt", "new")
    project.write("made.txt", "made words\n")
    project.write("sub/other.txt", "other words\n" * 100)
    project.ask()
    return project


def restored(project: Worked, data: Path) -> int:
    """Put its files back as they were at first."""
    return carry_out_restore(restore(project.session(), "1"), data)


@pytest.mark.parametrize("kills", KILLS)
def test_killed_restore_leaves_whole_files(kills: int, tmp_path: Path) -> None:
    """Each as it was or as it is to be; and an undo puts all of them back."""
    course = course_of(partial(restored, worked_on(tmp_path), tmp_path / "data"))
    ended = 0
    for when in moments(kills, course):
        with TemporaryDirectory() as name:
            project, data = worked_on(Path(name)), Path(name) / "data"
            before, after = project.held(), project.states[0]
            ended += in_a_child(when, partial(restored, project, data))
            for file, content in held(project).items():
                assert content in (before.get(file), after.get(file)), file
            clean_up(Path(name))
            assert held(project) in (before, after)
    assert ended < kills / 2


def held(project: Worked) -> dict[str, bytes]:
    """Give what its files hold, without those that a killed writer left."""
    return {name: content for name, content in project.held().items() if ".steno-" not in name}


@pytest.mark.parametrize("kills", KILLS)
@pytest.mark.parametrize("old", [None, b"an older bundle"])
def test_killed_bundle_is_whole_or_not_there(kills: int, old: bytes | None, tmp_path: Path) -> None:
    """One that is replaced is there until the new one is."""
    source = made(tmp_path)
    assert source.file is not None
    plan, target = plan_bundle([source.file]), tmp_path / "x.zip"
    write_bundle(plan, target)
    whole = target.read_bytes()

    def work() -> None:
        write_bundle(plan, target, replace=old is not None)

    target.unlink()
    course, ended = course_of(work), 0
    for when in moments(kills, course):
        target.unlink(missing_ok=True)
        if old is not None:
            target.write_bytes(old)
        ended += in_a_child(when, work)
        found = target.read_bytes() if target.exists() else None
        assert found in (old, whole)
    assert ended < kills / 2
