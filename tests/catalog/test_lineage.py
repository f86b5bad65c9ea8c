"""Which session an edit made of which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.catalog.lineage import Offspring, Origin, made_of, origins_in
from steno.edit.apply import apply
from steno.edit.clone import clone
from steno.edit.trim import Trim, trim
from steno.errors import DamagedStateError, StenoError
from tests.edit.edited import CONVERSATION, in_home
from tests.written import ONE, TWO

if TYPE_CHECKING:
    from pathlib import Path


def test_results_lead_to_their_sources(tmp_path: Path) -> None:
    """An edit in place has no other session for its result."""
    source = in_home(tmp_path / "home", *CONVERSATION)
    apply(clone(source, new_id=TWO), tmp_path / "data")
    apply(trim(source, Trim(thinking=True), in_place=True), tmp_path / "data")
    assert origins_in(tmp_path / "data") == {TWO: Origin(ONE, "clone")}


def test_nothing_on_record_is_no_origin(tmp_path: Path) -> None:
    """Neither a missing nor a damaged record is made or changed by asking."""
    assert origins_in(tmp_path / "data") == {}
    assert not (tmp_path / "data").exists()
    (tmp_path / "state.db").write_bytes(b"nonsense")
    told: list[StenoError] = []
    assert origins_in(tmp_path) == origins_in(tmp_path, told.append) == {}
    assert [type(problem) for problem in told] == [DamagedStateError]
    assert (tmp_path / "state.db").read_bytes() == b"nonsense"


def test_source_knows_what_was_made_of_it() -> None:
    """In the order of the edits; a session that was never edited has no offspring."""
    origins = {"b": Origin("a", "trim"), "c": Origin("b", "fork"), "d": Origin("a", "clone")}
    assert made_of("a", origins) == [
        Offspring(session="b", edit="trim"),
        Offspring(session="d", edit="clone"),
    ]
    assert made_of("c", origins) == []
