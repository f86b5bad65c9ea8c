"""``steno fork``: the conversation up to a point, with the ids of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.session.session import load
from tests.edit.edited import CONVERSATION, in_home
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


def test_fork_keeps_the_ids_of_lines(run: Run, tmp_path: Path) -> None:
    """Up to the end where no point is given."""
    source = in_home(tmp_path / "home", *CONVERSATION)
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    whole = run("fork", ONE, "--json", *places).document
    assert whole["edit"] == "fork"
    assert load(whole["result"]["path"]).outline.uuids == source.outline.uuids
    part = run("fork", ONE, "--at", "a1", "--json", *places).document
    assert load(part["result"]["path"]).outline.uuids == ["p1", "t1", "c1", "r1", "a1"]
