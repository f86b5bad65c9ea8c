"""The generator of the docs: it sees what is stale, and writes what the code says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.format.finding import KINDS
from tools import gendocs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the generator work on an empty folder."""
    monkeypatch.setattr(gendocs, "ROOT", tmp_path)
    monkeypatch.setattr(gendocs, "DOCS", tmp_path / "docs")
    return tmp_path / "docs"


def test_written_docs_are_fresh_and_changed_ones_stale(
    docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After writing nothing is stale; an edited file and a schema of no type are."""
    assert gendocs.main([]) == 0
    assert gendocs.main(["--check"]) == 0
    (docs / "findings.md").write_text("edited by hand")
    (docs / "schemas" / "entry-gone.json").write_text("{}")
    capsys.readouterr()
    assert gendocs.main(["--check"]) == 1
    printed = capsys.readouterr().out
    assert "stale: docs/findings.md" in printed
    assert "stale: docs/schemas/entry-gone.json" in printed
    assert printed.count("stale") == 2


def test_writing_removes_schemas_of_types_that_are_gone(docs: Path) -> None:
    """A schema that no code stands behind does not stay."""
    (docs / "schemas").mkdir(parents=True)
    (docs / "schemas" / "entry-gone.json").write_text("{}")
    gendocs.main([])
    assert not (docs / "schemas" / "entry-gone.json").exists()
    assert (docs / "schemas" / "entry-user.json").exists()


def test_findings_page_has_a_row_for_every_code() -> None:
    """Each code of the catalogue is explained."""
    page = gendocs.findings_page()
    for code, kind in KINDS.items():
        assert f"| `{code}` | {kind.severity.value} |" in page


def test_module_map_shows_every_module_with_its_purpose() -> None:
    """The map is read from the docstrings, packages before what is in them."""
    lines = gendocs.module_map().split("\n")
    assert lines[1].startswith("steno/")
    (codec,) = [line for line in lines if line.split()[:1] == ["codec"]]
    assert codec.startswith("    codec")
    assert "the only module that uses a JSON library" in codec


def test_help_does_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same help is written from a narrow and from a wide window."""
    monkeypatch.setenv("COLUMNS", "40")
    narrow = gendocs.command_helps()
    monkeypatch.setenv("COLUMNS", "200")
    assert gendocs.command_helps() == narrow


def test_table_cells_stay_in_their_cell() -> None:
    """A bar or a line break in a text does not break the table."""
    assert gendocs._cell("a | b\nc") == "a \\| b c"
