"""``steno clone``: a copy with new ids, whole or up to a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.session.session import load
from tests.edit.edited import CONVERSATION, in_home
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


def test_copy_is_a_session_of_the_home(run: Run, tmp_path: Path) -> None:
    """It can be listed, shown and resumed at once."""
    source = in_home(tmp_path / "home", *CONVERSATION)
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    made = run("clone", ONE, "--json", *places).document["result"]
    assert load(made["path"]).messages() == source.messages()
    listed = run("list", "--json", *places).document["sessions"]
    assert {row["id"] for row in listed} == {ONE, made["session"]}


def test_cut_and_kept_ids(run: Run, tmp_path: Path) -> None:
    """Both options reach the plan."""
    in_home(tmp_path / "home", *CONVERSATION)
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    made = run("clone", ONE, "--at", "1", "--keep-uuids", "--json", *places).document["result"]
    assert [turn.uuid for turn in load(made["path"]).turns] == ["p1"]
    answer = run("clone", ONE, "--at", "77", *places)
    assert (answer.code, "lists its 2 turns" in answer.err) == (2, True)
