"""``steno bundle``: what goes into the file, and what stays at home."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.edit.test_bundle_parts import SECRET
from tests.written import ONE, place, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Write a session with a secret in it, and a file that does not travel."""
    path = place(tmp_path / "home", ONE)
    write_lines(path, user(f"use {SECRET} \x1b[2J", cwd="/tmp/project"))
    write_lines(path.with_suffix("") / "odd.sh", b"x")
    return tmp_path / "home"


def packed(path: Path) -> bytes:
    """Give everything that is in a bundle."""
    with zipfile.ZipFile(path) as file:
        return b"".join(map(file.read, file.namelist()))


def test_secrets_stay_at_home_unless_told(run: Run, home: Path, tmp_path: Path) -> None:
    """Redaction is on for what leaves the machine."""
    answer = run("--home", home, "bundle", ONE, "-o", tmp_path / "a.zip")
    assert answer.code == 0
    assert SECRET.encode() not in packed(tmp_path / "a.zip") + answer.raw + answer.errors
    assert b"REDACTED" in packed(tmp_path / "a.zip")
    assert "odd.sh does not travel" in answer.err
    assert "\x1b" not in answer.out + answer.err
    answer = run("--home", home, "bundle", ONE, "-o", tmp_path / "b.zip", "--no-redact")
    assert SECRET.encode() in packed(tmp_path / "b.zip")
    assert "Secrets" in answer.err


def test_document_tells_every_member(run: Run, home: Path, tmp_path: Path) -> None:
    """With its hash; a dry run tells the same and writes nothing."""
    target = tmp_path / "x.zip"
    arguments = ("--home", home, "--json", "bundle", ONE, "-o", target)
    dry = run(*arguments, "--dry-run")
    assert not target.exists()
    assert (dry.document["schema"], dry.document["result"]) == ("steno.bundle/1", None)
    done = run(*arguments).document
    assert done["result"] == {
        "session": ONE, "path": str(target), "bytes": target.stat().st_size,
    }  # fmt: skip
    assert done["sessions"] == dry.document["sessions"]
    (session,) = done["sessions"]
    assert (session["session"], session["project"]) == (ONE, "/tmp/project")
    assert [member["role"] for member in session["members"]] == ["session"]


def test_dry_run_is_told(run: Run, home: Path, tmp_path: Path) -> None:
    """For people, too."""
    answer = run("--home", home, "bundle", ONE, "-o", tmp_path / "x.zip", "--dry-run")
    assert "dry run" in answer.err
    assert ONE in answer.out


def test_file_that_exists_stays(run: Run, home: Path, tmp_path: Path) -> None:
    """Unless --force is given."""
    target = tmp_path / "x.zip"
    target.write_bytes(b"mine")
    assert run("--home", home, "bundle", ONE, "-o", target).code == 2
    assert target.read_bytes() == b"mine"
    assert run("--home", home, "bundle", ONE, "-o", target, "--force").code == 0
