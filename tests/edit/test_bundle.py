"""Bundle: the same sessions always give the same bytes, and import gives the same sessions."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from steno import __version__
from steno.disk.discover import Home, SessionFile
from steno.edit import bundle_names
from steno.edit.apply import perform
from steno.edit.bundle import measure, plan_bundle, write_bundle
from steno.edit.bundle_reader import opened_bundle
from steno.edit.import_bundle import Wish, plan_import
from steno.errors import UsageError, WriteFailedError
from steno.secrets.scan import Scanner
from steno.session.session import load
from tests.edit.projects import paths, seeds, snapshot, write_home
from tests.edit.test_bundle_parts import SECRET
from tests.written import ONE, TWO, place, user, write_lines


def bundled(home: Home, path: Path, *ids: str) -> bytes:
    """Bundle sessions of a home; give the bytes of the bundle."""
    files = [file for file in home.sessions() if file.id in ids]
    write_bundle(plan_bundle(files), path)
    return path.read_bytes()


def imported(bundle: Path, home: Home, wish: Wish) -> list[str]:
    """Import a bundle; give the ids of its sessions."""
    with opened_bundle(bundle) as opened, TemporaryDirectory() as scratch:
        opened.verify()
        plan = plan_import(opened, home, wish, Path(scratch))
        perform(plan.batch, bundle.parent / "data")
        return [session.id for session in plan.sessions]


@given(project=paths, seed=seeds)
@settings(max_examples=15, deadline=None)
def test_export_import_export_gives_equal_hashes(project: str, seed: int) -> None:
    """The whole file is the same, to the last byte."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        home, other = Home(folder / "home"), Home(folder / "other")
        ids = [path.stem for path in write_home(home.path, project, seed)]
        first = bundled(home, folder / "1.zip", *ids)
        assert imported(folder / "1.zip", other, Wish(keep_ids=True)) == sorted(ids)
        assert bundled(other, folder / "2.zip", *ids) == first


@given(project=paths, target=paths, seed=seeds)
@settings(max_examples=15, deadline=None)
def test_import_under_new_ids_says_the_same(project: str, target: str, seed: int) -> None:
    """Up to ids and paths: renamed back, the files are the same."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        home, other = Home(folder / "home"), Home(folder / "other")
        path = write_home(home.path, project, seed, count=1)[0]
        bundled(home, folder / "1.zip", path.stem)
        (new,) = imported(folder / "1.zip", other, Wish(to=target))
        assert new != path.stem
        found = next(file.path for file in other.sessions())
        assert load(found).messages() == load(path).messages()
        bundled(other, folder / "2.zip", new)
        back = Home(folder / "back")
        imported(folder / "2.zip", back, Wish(to=project))
        again = next(back.sessions()).id
        for inside, content in snapshot(back.path).items():
            old = home.path / inside.replace(again, path.stem)
            if old.exists():
                assert content.replace(again.encode(), path.stem.encode()) == old.read_bytes()
            else:
                # A sub-agent that lay beside the session lies in its folder now.
                assert old.name.startswith("agent-flat")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Write a home with two sessions, one with a secret for a title."""
    write_lines(place(tmp_path / "home", TWO), user(f"use {SECRET}", cwd="/tmp/project"))
    write_lines(place(tmp_path / "home", ONE), user("hello", cwd="/tmp/project"))
    return Home(tmp_path / "home")


def test_bundle_tells_what_it_holds(home: Home, tmp_path: Path) -> None:
    """Sessions by id, members by name, without times, for its owner alone."""
    path = tmp_path / "x.zip"
    done = write_bundle(plan_bundle(list(home.sessions())), path)
    with zipfile.ZipFile(path) as file:
        names = file.namelist()
        assert names == sorted(names)
        assert names == ["sessions/1/session.jsonl", "sessions/2/session.jsonl", names[-1]]
        assert {info.date_time for info in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        told = json.loads(file.read("steno-bundle.json"))
    assert [session["id"] for session in told["sessions"]] == [ONE, TWO]
    assert told["sessions"][0]["title"] == "hello"
    assert told["sessions"][0]["project"] == "/tmp/project"
    assert (told["steno"], told["version"], told["redacted"]) == (__version__, 1, False)
    assert done.size == path.stat().st_size
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600


def test_secrets_stay_at_home(home: Home, tmp_path: Path) -> None:
    """Also those in a title."""
    path = tmp_path / "x.zip"
    done = write_bundle(plan_bundle(list(home.sessions()), Scanner()), path)
    assert done.manifest.redacted
    with zipfile.ZipFile(path) as file:
        assert all(SECRET.encode() not in file.read(name) for name in file.namelist())
        assert b"REDACTED" in file.read("sessions/2/session.jsonl")


def test_measuring_tells_the_same_without_writing(home: Home, tmp_path: Path) -> None:
    """To the last hash; and progress is told by bytes."""
    plan = plan_bundle(list(home.sessions()))
    done: list[int] = []
    told = measure(plan, done.append)
    assert sum(done) == plan.bytes
    assert told.manifest == write_bundle(plan, tmp_path / "x.zip").manifest
    assert told.size == 0


def test_file_that_exists_is_left_alone_unless_told(home: Home, tmp_path: Path) -> None:
    """And a folder that does not exist is an error."""
    plan, path = plan_bundle(list(home.sessions())), tmp_path / "x.zip"
    path.write_bytes(b"mine")
    with pytest.raises(UsageError, match="--force"):
        write_bundle(plan, path)
    assert path.read_bytes() == b"mine"
    write_bundle(plan, path, replace=True)
    assert zipfile.is_zipfile(path)
    with pytest.raises(UsageError, match="there is no folder"):
        write_bundle(plan, tmp_path / "none" / "x.zip")
    with pytest.raises(UsageError, match="is a folder"):
        write_bundle(plan, tmp_path, replace=True)


def test_system_that_refuses_is_told(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the file, and that nothing was lost."""

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("steno.edit.bundle._write", full)
    with pytest.raises(WriteFailedError, match="No space left"):
        write_bundle(plan_bundle(list(home.sessions())), tmp_path / "x.zip")


def test_two_files_of_one_session_do_not_go_together(home: Home) -> None:
    """Nobody could tell them apart afterwards; the same one twice is no matter."""
    twin = write_lines(place(home.path, f"{ONE}-2"), user("hello", sessionId=ONE))
    files = [SessionFile.at(place(home.path, ONE)), SessionFile.at(twin)]
    with pytest.raises(UsageError, match="same session id"):
        plan_bundle(files)
    assert len(plan_bundle([files[0], files[0]]).sessions) == 1


def test_what_packs_too_well_is_stored_as_it_is(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lest whoever reads it takes it for a bomb."""
    monkeypatch.setattr(bundle_names, "LOOSE", 1 << 10)
    path = place(home.path, ONE)
    for number in range(3):
        name = path.with_suffix("") / "tool-results" / f"{number}.txt"
        write_lines(name, b"\0" * (1 << 20))
    write_bundle(plan_bundle([SessionFile.at(path)]), tmp_path / "x.zip")
    with opened_bundle(tmp_path / "x.zip") as bundle:
        bundle.verify()
    with zipfile.ZipFile(tmp_path / "x.zip") as file:
        assert file.getinfo("sessions/1/tool-results/0.txt").compress_type == zipfile.ZIP_STORED


def test_what_no_reader_would_take_is_never_written(tmp_path: Path) -> None:
    """An odd path is left out, so that it has to be told on import; an odd id is an error."""
    path = write_lines(place(tmp_path / "home", ONE), user("hello", cwd="relative"))
    assert plan_bundle([SessionFile.at(path)]).sessions[0].project is None
    odd = write_lines(place(tmp_path / "home", "odd"), user("hello", sessionId="\x1b[2J"))
    with pytest.raises(UsageError, match="no id"):
        plan_bundle([SessionFile.at(odd)])
