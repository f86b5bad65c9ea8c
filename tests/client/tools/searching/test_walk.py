"""Files below a folder, as ripgrep goes through them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.client.tools.searching.walk import Walk, choice

if TYPE_CHECKING:
    from pathlib import Path


def _tree(root: Path) -> None:
    for name in ("a.py", "b.js", ".hidden", "build/x.py", "src/c.py", "src/keep.log", "d.log"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("x")
    (root / ".gitignore").write_text("build/\n*.log\n!keep.log\n")


def _names(root: Path, *wanted: str, kind: str | None = None, ignore: bool = True) -> set[str]:
    chosen = choice(list(wanted), kind, uses_ignore_files=ignore)
    return {str(path.relative_to(root)) for path in Walk(root, chosen, root).files()}


def test_ignore_files_count_inside_of_a_repository(tmp_path: Path) -> None:
    """.gitignore is read only where there is a repository."""
    _tree(tmp_path)
    assert "d.log" in _names(tmp_path)
    (tmp_path / ".git").mkdir()
    found = _names(tmp_path)
    assert found == {".gitignore", "a.py", "b.js", ".hidden", "src/c.py", "src/keep.log"}


def test_a_glob_that_names_a_file_overrides_ignore_files(tmp_path: Path) -> None:
    """A named file is found though it is ignored, in folders that are not."""
    _tree(tmp_path)
    (tmp_path / ".git").mkdir()
    assert _names(tmp_path, "*.log") == {"d.log", "src/keep.log"}
    assert _names(tmp_path, "*.py") == {"a.py", "src/c.py"}
    assert _names(tmp_path, "*.py", ignore=False) == {"a.py", "src/c.py", "build/x.py"}


def test_kinds_and_exclusions(tmp_path: Path) -> None:
    """A kind keeps to its files; ``!`` leaves out."""
    _tree(tmp_path)
    assert _names(tmp_path, kind="js") == {"b.js"}
    assert "a.py" not in _names(tmp_path, "!*.py")
    with pytest.raises(ValueError, match="unrecognized file type: nope"):
        _names(tmp_path, kind="nope")


def test_links_are_not_followed(tmp_path: Path) -> None:
    """A link in a circle ends nothing and finds nothing twice."""
    _tree(tmp_path)
    (tmp_path / "src" / "up").symlink_to(tmp_path)
    assert not any("up" in name for name in _names(tmp_path))
