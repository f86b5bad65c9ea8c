"""What people wrote down: which files count, and what they may import."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from steno.client import memory
from steno.client.memory import imports_in, load_memory, memory_text

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, text: str) -> Path:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_general_comes_before_the_special(tmp_path: Path) -> None:
    """The user's file is first, then the project's from the top down, then local ones."""
    home, top = tmp_path / "home" / ".claude", tmp_path / "work"
    write(home / "CLAUDE.md", "USER")
    write(top / "CLAUDE.md", "TOP")
    write(top / "inner" / ".claude" / "CLAUDE.md", "HIDDEN")
    write(top / "inner" / "CLAUDE.md", "INNER")
    write(top / "inner" / "CLAUDE.local.md", "LOCAL")
    write(top / "inner" / ".claude" / "rules" / "a.md", "RULE")
    told = memory_text(load_memory(home, top / "inner"))
    places = [told.index(word) for word in ("USER", "TOP", "INNER", "HIDDEN", "RULE", "LOCAL")]
    assert places == sorted(places)


def test_sources_can_be_left_out(tmp_path: Path) -> None:
    """Without a source its files do not count."""
    home = tmp_path / "home" / ".claude"
    write(home / "CLAUDE.md", "USER")
    write(tmp_path / "work" / "CLAUDE.md", "PROJECT")
    assert [f.text for f in load_memory(home, tmp_path / "work", user=False)] == ["PROJECT"]
    assert [f.text for f in load_memory(home, tmp_path / "work", project=False)] == ["USER"]


def test_imports_are_followed_once(tmp_path: Path) -> None:
    """A file that is imported twice, or imports itself, is told once."""
    write(tmp_path / "CLAUDE.md", "See @docs/a.md and @docs/a.md.")
    write(tmp_path / "docs" / "a.md", "A @../CLAUDE.md @b.md")
    write(tmp_path / "docs" / "b.md", "B")
    found = load_memory(tmp_path / "none", tmp_path)
    assert [file.path.name for file in found] == ["CLAUDE.md", "a.md", "b.md"]


def test_a_repository_imports_nothing_from_outside(tmp_path: Path) -> None:
    """A project's file cannot have the model told of files of the user's, by no way."""
    secret = write(tmp_path / "secret.txt", "KEY")
    project = tmp_path / "project"
    (project / "link.txt").parent.mkdir()
    (project / "link.txt").symlink_to(secret)
    write(project / "CLAUDE.md", f"@{secret} @../secret.txt @link.txt @~/.ssh/id_rsa")
    assert "KEY" not in memory_text(load_memory(tmp_path / "none", project))


def test_imports_end_somewhere(tmp_path: Path) -> None:
    """A chain of imports is followed for some steps only."""
    write(tmp_path / "CLAUDE.md", "@f0.md")
    for number in range(20):
        write(tmp_path / f"f{number}.md", f"@f{number + 1}.md")
    assert len(load_memory(tmp_path / "none", tmp_path)) == memory.DEEPEST + 1


def test_long_and_strange_files(tmp_path: Path) -> None:
    """A long file is cut and says so; one that is no text does not count."""
    write(tmp_path / "CLAUDE.md", "x" * (memory.LONGEST + 5))
    (tmp_path / "CLAUDE.local.md").write_bytes(b"a\0b")
    (file,) = load_memory(tmp_path / "none", tmp_path)
    assert file.text.endswith("[cut: the file is longer]")


def test_code_imports_nothing() -> None:
    """What stands in code, or within a word, is no import."""
    text = "Use `@a.md`, write me@b.md\n```\n@c.md\n```\n@d\\ e.md. and @f.md,"
    assert list(imports_in(text)) == ["d e.md", "f.md"]


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """A pipe of that name must not keep us waiting for ever."""
    os.mkfifo(tmp_path / "CLAUDE.md")
    write(tmp_path / "CLAUDE.local.md", "LOCAL @pipe")
    os.mkfifo(tmp_path / "pipe")
    assert [file.text for file in load_memory(tmp_path / "home", tmp_path)] == ["LOCAL @pipe"]


def test_rules_are_told_like_memory(tmp_path: Path) -> None:
    """Rules for all files are told at once; those for some files only when one is come to."""
    home, work = tmp_path / "home" / ".claude", tmp_path / "work"
    write(home / "rules" / "mine.md", "MINE")
    write(home / "rules" / "some.md", "---\npaths: src/**\n---\nSOME")
    write(work / ".claude" / "rules" / "deep" / "all.md", "ALL")
    write(work / ".claude" / "rules" / "ts.md", "---\npaths: '*.{ts,tsx}'\n---\nTS")
    whole = load_memory(home, work)
    assert [file.text for file in whole] == ["MINE", "ALL"]
    found = memory.Memory(home=home, root=work).nested(work / "src" / "a.ts")
    assert [file.text for file in found] == ["SOME", "TS"]
    assert [file.held()["type"] for file in found] == ["User", "Project"]
    assert found[1].held()["globs"] == ["*.ts", "*.tsx"]
    assert memory.Memory(home=home, root=work).nested(tmp_path / "src" / "a.ts") == []


def test_heads_and_comments_are_not_told(tmp_path: Path) -> None:
    """What stands in a head or a comment is for people; code is left as it is."""
    raw = "---\nby: me\n---\n<!-- a\nb -->\nONE\n```\n<!-- c -->\n```\n"
    path = write(tmp_path / "CLAUDE.md", raw)
    (file,) = load_memory(tmp_path / "none", tmp_path)
    assert file.text == "ONE\n```\n<!-- c -->\n```\n"
    told = file.held()
    assert told["contentDiffersFromDisk"] is True
    assert (told["rawContent"], told["path"]) == (raw, str(path))


def test_rules_of_a_project_lead_nowhere_else(tmp_path: Path) -> None:
    """A link to a file of the user's is no rule of a project; the user's own may be links."""
    home, work = tmp_path / "home" / ".claude", tmp_path / "work"
    for number, folder in enumerate((home / "rules", work / ".claude" / "rules")):
        folder.mkdir(parents=True)
        secret = write(tmp_path / "home" / f"secret{number}.md", "KEY")
        (folder / "link.md").symlink_to(secret)
    found = load_memory(home, work)
    assert [file.path for file in found] == [home / "rules" / "link.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_is_no_memory(tmp_path: Path) -> None:
    """What has no end is not read."""
    os.mkfifo(tmp_path / "CLAUDE.md")
    assert load_memory(tmp_path / "none", tmp_path) == []
