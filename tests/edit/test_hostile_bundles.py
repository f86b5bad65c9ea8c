"""Bundles that were made to do harm write nothing, and are refused in plain words."""

from __future__ import annotations

import os
import re
import tempfile
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from steno.cli.main import main
from tests.edit.hostile_bundles import LINE, WAYS, Made, hostile
from tests.written import ONE, write_lines

if TYPE_CHECKING:
    from pathlib import Path

BUNDLES: Final = 240
"""Every way has its turn twelve times."""
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder in which everything lies that could be reached, temporary files too."""
    monkeypatch.setenv("STENO_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    write_lines(tmp_path / "home" / "settings.json", b"{}")
    write_lines(tmp_path / "home" / "projects" / "-work-x" / f"{ONE}.jsonl", LINE)
    write_lines(tmp_path / "evil", b"mine")
    return tmp_path


def everything(tree: Path) -> dict[str, tuple[int, bytes]]:
    """Give all that is below a folder, by name: what it is, and what it holds."""
    return {
        str(path.relative_to(tree)): (
            path.lstat().st_mode,
            path.read_bytes() if path.is_file() and not path.is_symlink() else b"",
        )
        for path in tree.rglob("*")
    }


def test_hostile_bundles_write_nothing(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing outside the home, nothing in it; exit code 2, and no control character is shown."""
    told: Counter[str] = Counter()
    for seed in range(BUNDLES):
        bundle = tree / "x.steno.zip"
        bundle.write_bytes(hostile(seed))
        before = everything(tree)
        more = Random(seed).choice([[], ["--keep-ids"], ["--to", "/work/y"], ["--map", "/=/y"]])
        arguments = ["--home", str(tree / "home"), "--db", str(tree / "data"), "import"]
        code = main([*arguments, str(bundle), "--yes", *more])
        printed = capsys.readouterr()
        assert code == 2, (seed, WAYS[seed % len(WAYS)].__name__, printed.out)
        assert everything(tree) == before, seed
        assert "cannot be imported" in printed.err, (seed, printed.err)
        assert not _CONTROL.search(printed.err + printed.out), seed
        told[printed.err] += 1
    assert len(told) > 20


def test_bundle_they_are_made_of_is_fine(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So that each is refused for what was done to it; a title is shown without its controls."""
    made = Made()
    made.session["title"] = "a \x1b[2Jtitle\x9b with\ncontrols"
    (tree / "x.steno.zip").write_bytes(made.bytes())
    arguments = ["--home", str(tree / "home"), "--db", str(tree / "data"), "import"]
    assert main([*arguments, str(tree / "x.steno.zip"), "--yes"]) == 0
    printed = capsys.readouterr()
    assert "title" in printed.out
    assert not _CONTROL.search(printed.err + printed.out)
    assert not list((tree / "tmp").iterdir())
    files = [path for path in (tree / "home" / "projects").rglob("*") if path.is_file()]
    assert len(files) == 3
    if os.name == "posix":
        assert all(path.stat().st_mode & 0o077 == 0 for path in files if ONE not in path.name)
