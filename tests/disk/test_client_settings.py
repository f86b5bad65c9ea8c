"""The client's settings, read and edited with care."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from steno.disk import peek
from steno.disk.client_settings import (
    SettingsChange,
    cleanup_period_days,
    edit_settings,
    read_settings,
)
from steno.disk.discover import Home
from steno.errors import ClientSettingsError, FileChangedError, WriteFailedError

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX modes and links")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the place of a settings file that does not exist yet."""
    return tmp_path / "settings.json"


def keep_longer(values: dict[str, Any]) -> dict[str, Any]:
    """Ask for a retention of 90 days."""
    return {**values, "cleanupPeriodDays": 90}


def test_missing_and_empty_settings_have_defaults(path: Path, tmp_path: Path) -> None:
    """The client's own default is thirty days."""
    assert read_settings(path).raw is None
    assert cleanup_period_days(Home(tmp_path)) == 30
    path.write_text(" \n")
    assert read_settings(path).values == {}
    assert cleanup_period_days(Home(tmp_path)) == 30


@pytest.mark.parametrize(
    ("value", "days"),
    [
        ("7", 7),
        ("0", 0),
        ("99999", 99999),
        ("1e300", 10**6),
        ("7.9", 7),
        ("-1", 30),
        ("true", 30),
        ('"7"', 30),
        ("null", 30),
    ],
)
def test_retention_is_read_with_care(path: Path, tmp_path: Path, value: str, days: int) -> None:
    """A value that is no number of days counts as none."""
    path.write_text(f'\ufeff{{"cleanupPeriodDays": {value}}}', encoding="utf-8")
    assert cleanup_period_days(Home(tmp_path)) == days


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('{"a": 1,}', "not JSON"),
        ('// comment\n{"a": 1}', "not JSON"),
        ("[1]", "no JSON object"),
        ('{"a": NaN}', "NaN"),
    ],
)
def test_damaged_settings_are_left_alone(path: Path, content: str, reason: str) -> None:
    """Neither read as something else nor edited; the message names the file."""
    path.write_text(content)
    with pytest.raises(ClientSettingsError, match=reason):
        read_settings(path)
    with pytest.raises(ClientSettingsError, match=reason):
        edit_settings(path, keep_longer)
    assert path.read_text() == content


def test_settings_that_cannot_be_read_are_told(path: Path) -> None:
    """A folder in their place stops us."""
    path.mkdir()
    with pytest.raises(ClientSettingsError):
        read_settings(path)


def test_a_file_where_their_folder_should_be_is_no_trouble(tmp_path: Path) -> None:
    """There are no settings then, as where the folder is missing."""
    (tmp_path / ".claude").write_text("")
    assert read_settings(tmp_path / ".claude" / "settings.json").values == {}


def test_settings_beyond_all_measure_are_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has settings of megabytes."""
    monkeypatch.setattr(peek, "OBJECT_LIMIT", 3)
    path.write_text('{"a": 1}')
    with pytest.raises(ClientSettingsError, match="larger than"):
        read_settings(path)


def test_edit_changes_one_value_and_no_other_byte(path: Path) -> None:
    """The plan shows the bytes before and after; nothing is written until it is applied."""
    raw = '{\n  "x" : [1,2],\n  "cleanupPeriodDays":7,\n  "y": "\\u00e9"\n}\n'
    path.write_text(raw)
    change = edit_settings(path, keep_longer)
    assert path.read_text() == raw
    assert change.before == raw.encode()
    assert change.after == raw.replace("7", "90").encode()
    change.apply()
    assert path.read_text() == raw.replace("7", "90")


def test_diff_shows_the_edit(path: Path) -> None:
    """As a unified diff with the file's name."""
    path.write_text('{\n  "a": 1,\n  "b": 2\n}')
    change = edit_settings(path, lambda values: {**values, "b": 3})
    assert change.diff() == (
        f'--- {path}\n+++ {path}\n@@ -1,4 +1,4 @@\n {{\n   "a": 1,\n-  "b": 2\n+  "b": 3\n }}\n'
    )


def test_diff_of_a_new_file_shows_all_of_it(path: Path) -> None:
    """There was nothing before."""
    change = edit_settings(path, keep_longer)
    added = [line for line in change.diff().split("\n") if line.startswith("+")][1:]
    assert added == ["+{", '+  "cleanupPeriodDays": 90', "+}"]


def test_undo_puts_the_old_bytes_back(path: Path) -> None:
    """Byte for byte, a BOM too."""
    raw = b'\xef\xbb\xbf{ "a":1 }'
    path.write_bytes(raw)
    change = edit_settings(path, keep_longer)
    change.apply()
    assert path.read_bytes() == b'\xef\xbb\xbf{ "a":1, "cleanupPeriodDays":90 }'
    change.undo()
    assert path.read_bytes() == raw


def test_undo_of_a_new_file_removes_it(path: Path) -> None:
    """It was not there before."""
    change = edit_settings(path, keep_longer)
    change.apply()
    assert path.read_text() == '{\n  "cleanupPeriodDays": 90\n}\n'
    change.undo()
    assert not path.exists()


def test_edit_without_effect_writes_nothing(path: Path) -> None:
    """Neither a new file nor a touched one."""
    change = edit_settings(path, lambda values: values)
    assert not change.changes_anything
    change.apply()
    change.undo()
    assert not path.exists()
    assert change.diff() == ""
    path.write_text(' {"a" : 1}')
    assert not edit_settings(path, dict).changes_anything


def test_change_works_on_a_copy(path: Path) -> None:
    """A function that changes its argument in place is taken at its word."""
    path.write_text('{"a": {"b": 1}}')

    def change(values: dict[str, Any]) -> dict[str, Any]:
        values["a"]["b"] = 2
        return values

    assert edit_settings(path, change).after == b'{"a": {"b": 2}}'


@pytest.mark.parametrize("before", [None, '{"a": 1}'])
def test_file_that_changed_meanwhile_is_not_overwritten(path: Path, before: str | None) -> None:
    """Somebody else's edit wins, on the way there and on the way back."""
    if before is not None:
        path.write_text(before)
    change = edit_settings(path, keep_longer)
    path.write_text('{"mine": true}')
    with pytest.raises(FileChangedError):
        change.apply()
    with pytest.raises(FileChangedError):
        change.undo()
    assert path.read_text() == '{"mine": true}'


def test_file_that_went_meanwhile_is_not_made_again(path: Path) -> None:
    """The plan was made for a file that was there."""
    path.write_text('{"a": 1}')
    change = edit_settings(path, keep_longer)
    path.unlink()
    with pytest.raises(FileChangedError):
        change.apply()
    assert not path.exists()


@posix
def test_modes_and_links_are_kept(path: Path, tmp_path: Path) -> None:
    """A new file is private; one that is there keeps its mode, and a link stays a link."""
    change = edit_settings(path, keep_longer)
    change.apply()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    real = tmp_path / "dotfiles.json"
    path.rename(real)
    real.chmod(0o644)
    path.symlink_to(real)
    edit_settings(path, lambda values: {**values, "a": 1}).apply()
    assert path.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o644
    assert read_settings(real).values == {"cleanupPeriodDays": 90, "a": 1}


def test_removal_that_the_system_refuses_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Undo of a new file can fail like any write."""
    change = edit_settings(path, keep_longer)
    change.apply()

    def forbid(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", forbid)
    with pytest.raises(WriteFailedError, match="permission"):
        change.undo()


@pytest.mark.parametrize("depth", [600, 3_000])
def test_settings_nested_too_deeply_are_left_alone(path: Path, depth: int) -> None:
    """Nobody has such settings; a crash would be no answer."""
    path.write_text(f'{{"a": {"[" * depth}{"]" * depth}}}')
    with pytest.raises(ClientSettingsError, match="too deeply"):
        edit_settings(path, keep_longer)


def test_result_that_says_something_else_is_never_planned(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan is read back before anybody sees it."""
    path.write_text('{"a": 1}')
    monkeypatch.setattr("steno.disk.client_settings.edited", lambda *_: b'{"a": 2}')
    with pytest.raises(ClientSettingsError, match="cannot be written"):
        edit_settings(path, keep_longer)


def test_plan_can_be_made_by_hand(path: Path) -> None:
    """It is a plain value: path, bytes before, bytes after."""
    SettingsChange(path, None, b"{}").apply()
    assert path.read_bytes() == b"{}"
    assert list(path.parent.iterdir()) == [path]
