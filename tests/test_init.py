"""The package: its public names, loaded only when they are used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import steno


def test_public_names_are_exactly_these() -> None:
    """Adding or removing one is a decision."""
    assert steno.__all__ == [
        "BadLine",
        "BlankLine",
        "Entry",
        "Finding",
        "GluedLine",
        "Home",
        "Session",
        "SessionFile",
        "StenoError",
        "UnknownEntry",
        "decode",
        "load",
        "read",
        "with_value",
        "without",
    ]


def test_public_names_lead_to_their_places() -> None:
    """Each is the thing that its module defines."""
    from steno.disk.discover import Home
    from steno.disk.transcript import read
    from steno.errors import StenoError

    assert (steno.Home, steno.read, steno.StenoError) == (Home, read, StenoError)
    assert sorted(dir(steno)) == sorted([*steno.__all__, "__version__"])


def test_star_import_gives_the_public_names() -> None:
    """As ``__all__`` promises."""
    names: dict[str, object] = {}
    exec("from steno import *", names)  # noqa: S102 - the statement is the test
    assert set(steno.__all__) <= names.keys()


def test_unknown_name_is_an_attribute_error() -> None:
    """As with any module."""
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        steno.nothing  # noqa: B018 - the access is the test


def test_importing_steno_imports_nothing_heavy() -> None:
    """A program that only wants the version must not wait."""
    code = "import sys, steno; print(steno.__version__, *sys.modules)"
    source = str(Path(steno.__file__).parents[1])
    answer = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": source},
        check=True,
        capture_output=True,
        text=True,
    )
    version, *modules = answer.stdout.split()
    assert version == steno.__version__
    assert not {"msgspec", "click", "rich", "steno.errors", "steno.format"} & set(modules)


def test_two_lines_of_the_library_work(tmp_path: Path) -> None:
    """Those that the package's docstring shows."""
    path = tmp_path / "projects" / "-a" / "s.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(b'{"type":"user"}\nrubbish\n')
    assert [entry.type for entry in steno.read(str(path))] == ["user", None]
    assert [session.path for session in steno.Home(str(tmp_path)).sessions()] == [path]
