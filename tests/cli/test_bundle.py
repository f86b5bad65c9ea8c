"""``steno bundle``: what goes into the file, and what stays at home."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.edit.test_bundle_parts import SECRET
from tests.written import ONE, TWO, place, user, write_lines

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
    assert "1 secret gives way to placeholders in it (aws-access-key 1)" in answer.err
    found = run("--home", home, "--json", "bundle", ONE, "-o", tmp_path / "x.zip", "--dry-run")
    assert found.document["secrets"] == {"aws-access-key": 1}
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


@pytest.mark.parametrize("way", [(), ("--json",)], ids=["table", "document"])
def test_title_is_masked_before_it_is_cut(
    run: Run, home: Path, tmp_path: Path, way: tuple[str, ...]
) -> None:
    """No part of a secret is shown; --reveal shows it, also on the way in."""
    path = place(home, TWO)
    write_lines(path, user(f"{'x' * 30} {SECRET}", cwd="/tmp/project"))
    for command in (("bundle", TWO), ("import", tmp_path / "a.zip", "--dry-run")):
        more = (
            ("-o", tmp_path / "a.zip", "--no-redact", "--force") if command[0] == "bundle" else ()
        )
        asked = ("--home", home, "--db", tmp_path / "data", *way, *command, *more)
        hidden, shown = run(*asked), run(*asked, "--reveal")
        assert (hidden.code, shown.code) == (0, 0)
        assert SECRET[:9] not in hidden.out + hidden.err
        assert SECRET[:9] in shown.out


def test_target_that_cannot_be_is_told(run: Run, home: Path, tmp_path: Path) -> None:
    """A folder, or a file in a folder that is not there; nothing is said of full disks."""
    for target, told in ((tmp_path, "is a folder"), (tmp_path / "no" / "x.zip", "no folder")):
        answer = run("--home", home, "bundle", ONE, "-o", target)
        assert (answer.code, told in answer.err) == (2, True)
        assert "space" not in answer.err


def test_bundle_without_secrets_says_so(run: Run, tmp_path: Path) -> None:
    """As far as the rules know."""
    write_lines(place(tmp_path / "home", ONE), user("a"))
    answer = run("--home", tmp_path / "home", "bundle", ONE, "-o", tmp_path / "x.zip")
    assert "No secret was found in it" in answer.err
