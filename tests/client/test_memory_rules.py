"""Rules for some files only: which files they mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from steno.client import memory_rules
from steno.client.memory_rules import globs_in, is_meant, rule_files
from tests.client.test_memory import write


@pytest.mark.parametrize(
    ("listed", "globs"),
    [
        (None, ()),
        ("", ()),
        (7, ()),
        ("**", ()),
        ("src/**", ("src",)),
        ("src/*.ts, lib/**", ("src/*.ts", "lib")),
        ("**/*.{ts,tsx}", ("**/*.ts", "**/*.tsx")),
        (["*.py", "{a,b}/{c,d}"], ("*.py", "a/c", "a/d", "b/c", "b/d")),
        ("x" * (memory_rules.LONGEST + 1), ()),
    ],
)
def test_patterns(listed: object, globs: tuple[str, ...]) -> None:
    """A list or words with commas; braces are written out."""
    assert globs_in(listed) == globs


def test_patterns_end_somewhere() -> None:
    """Braces upon braces are no way to keep us busy."""
    assert len(globs_in("{a,b}" * 90)) == memory_rules.MOST


@pytest.mark.parametrize(
    ("globs", "meant"),
    [
        (("*.py",), True),
        (("src",), True),
        (("**/*.ts",), False),
        (("lib", "src/*.py"), True),
        (("!",), False),
    ],
)
def test_which_files_are_meant(globs: tuple[str, ...], *, meant: bool) -> None:
    """Patterns count from the folder of the rules."""
    assert is_meant(Path("/work/src/a.py"), Path("/work"), globs) is meant
    assert not is_meant(Path("/else/src/a.py"), Path("/work"), globs)


def test_files_of_a_folder(tmp_path: Path) -> None:
    """Its own come first; what is no Markdown does not count, nor a folder that is not there."""
    deep, own = write(tmp_path / "a" / "x.md", ""), write(tmp_path / "z.md", "")
    write(tmp_path / "y.txt", "")
    assert rule_files(tmp_path) == [own, deep]
    assert rule_files(tmp_path / "none") == []
