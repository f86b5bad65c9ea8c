"""``steno config``: showing and setting our own configuration."""

from __future__ import annotations

import os
import stat
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from steno.config import SETTINGS, config_path

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")


def write(text: str) -> Path:
    """Write our configuration, byte for byte."""
    path = config_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def values() -> dict[str, Any]:
    """Read our configuration back."""
    return tomllib.loads(config_path().read_text())


def test_every_setting_is_shown_with_its_value(run: Run) -> None:
    """And with its meaning; an unset one is empty."""
    write('[list]\nlimit = 5\n[show]\npager = false\n[homes]\na = "/a"\nb = "/b"\n')
    rows = {row["setting"]: row["value"] for row in run("config").rows}
    assert rows.keys() == SETTINGS.keys()
    set_ = {name: value for name, value in rows.items() if value}
    assert set_ == {"homes": "a = /a, b = /b", "list.limit": "5", "show.pager": "False"}


def test_document_has_values_and_where_things_are(run: Run, tmp_path: Path) -> None:
    """Unknown settings included: they are kept."""
    write('[new]\nx = 1\ny = 2026-01-02\n[homes]\na = "/a"\n')
    document = run("config", "--json", "--db", tmp_path).document
    assert document == {
        "schema": "steno.config/1",
        "path": str(config_path()),
        "values": {"new": {"x": 1, "y": "2026-01-02"}, "homes": {"a": "/a"}},
        "data": str(tmp_path),
        "homes": [os.path.normpath("/a")],
    }


def test_path_is_printed_even_for_a_broken_file(run: Run) -> None:
    """So that it can be mended."""
    write("broken")
    answer = run("config", "path")
    assert (answer.code, answer.out) == (0, f"{config_path()}\n")


def test_setting_is_set_got_and_unset(run: Run) -> None:
    """Getting or unsetting what is not set exits with 1."""
    assert run("config", "get", "list.limit").code == 1
    answer = run("config", "set", "list.limit", 7)
    assert (answer.code, answer.err) == (0, f"wrote {config_path()}\n")
    answer = run("config", "get", "list.limit")
    assert (answer.code, answer.out) == (0, "7\n")
    assert run("config", "unset", "list.limit").code == 0
    answer = run("config", "unset", "list.limit")
    assert answer.code == 1
    assert "was not set" in answer.err


@pytest.mark.parametrize(
    ("name", "value", "stored"),
    [
        ("list.limit", "12", {"list": {"limit": 12}}),
        ("show.pager", "False", {"show": {"pager": False}}),
        ("show.pager", "true", {"show": {"pager": True}}),
        ("db", "~/data dir", {"db": "~/data dir"}),
        ("homes.work", "/work/潮", {"homes": {"work": "/work/潮"}}),
        ("homes.my work_2", "/x", {"homes": {"my work_2": "/x"}}),
    ],
)
def test_value_is_stored_as_what_it_is(
    run: Run, name: str, value: str, stored: dict[str, Any]
) -> None:
    """A number as a number, a switch as a switch."""
    assert run("config", "set", name, value).code == 0
    assert values() == stored


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("list.limit", "many", "steno config set list.limit 30"),
        ("list.limit", "0", "steno config set list.limit 30"),
        ("list.limit", "9" * 99, "list.limit"),
        ("show.pager", "maybe", "steno config set show.pager true"),
        ("homes", "/x", "steno config set homes.LABEL /x"),
        ("homes.a.b", "/x", "there is no setting 'homes.a.b'"),
        ("homes.ü", "/x", "label"),
        ("homes.a", "", "names no folder"),
        ("colour", "red", "known are homes, db,"),
    ],
)
def test_wrong_value_is_refused_with_an_example(run: Run, name: str, value: str, told: str) -> None:
    """And nothing is written."""
    answer = run("config", "set", name, value)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert not config_path().exists()


def test_unknown_name_cannot_be_got(run: Run) -> None:
    """A typing error is no unset setting."""
    assert run("config", "get", "list.limits").code == 2


def test_everything_else_in_the_file_stays(run: Run) -> None:
    """Comments, order, spacing, line ends."""
    text = '# mine\r\ndb = "x"   # why\r\n\r\n[new]\r\nkey = [1,\r\n  2] # odd\r\n'
    path = write(text)
    assert run("config", "set", "db", "y").code == 0
    assert path.read_bytes() == text.replace('"x"', '"y"').encode()
    run("config", "set", "list.limit", 3)
    assert path.read_bytes().startswith(text.replace('"x"', '"y"').encode())
    assert values() == {"db": "y", "new": {"key": [1, 2]}, "list": {"limit": 3}}
    run("config", "unset", "list.limit")
    run("config", "unset", "db")
    assert "# mine" in path.read_text()
    assert values()["new"] == {"key": [1, 2]}


def test_top_level_setting_stands_before_the_tables(run: Run) -> None:
    """Behind a table it would belong to it."""
    write("[list]\nlimit = 3\n")
    run("config", "set", "db", "/d")
    assert values() == {"db": "/d", "list": {"limit": 3}}


def test_nothing_is_written_where_nothing_changes(run: Run) -> None:
    """Not even an empty file."""
    run("config", "unset", "db")
    assert not config_path().parent.exists()
    path = write('db = "x"\n')
    before = path.stat()
    answer = run("config", "set", "db", "x")
    assert (answer.code, answer.err) == (0, "")
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_broken_setting_can_be_unset(run: Run) -> None:
    """As the message of every other command advises."""
    write('db = "d"\n[show]\npager = 7\n')
    answer = run("list")
    assert answer.code == 2
    assert "steno config unset show.pager" in answer.err
    assert run("config", "unset", "show.pager").code == 0
    assert values()["db"] == "d"
    assert "show.pager" not in run("list").err


@pytest.mark.parametrize(
    "arguments", [["list"], [], ["config"], ["config", "set", "db", "x"], ["config", "unset", "db"]]
)
def test_broken_file_is_told_and_left_alone(run: Run, arguments: list[str]) -> None:
    """With the place of the error."""
    for text in ("a = \n", '"\ud83d'):
        content = text.encode("utf-8", "surrogatepass")
        path = write("")
        path.write_bytes(content)
        answer = run(*arguments)
        assert (answer.code, answer.out) == (2, "")
        assert str(path) in answer.err
        assert "Mend or remove it" in answer.err
        assert path.read_bytes() == content


def test_name_that_should_be_a_table_is_told(run: Run) -> None:
    """It is mended by hand, since nobody knows what it was for."""
    path = write("list = 3\n")
    for arguments in (["set", "list.limit", "3"], ["unset", "list.limit"]):
        answer = run("config", *arguments)
        assert answer.code == 2
        assert "has to be a table" in answer.err
    assert path.read_text() == "list = 3\n"


def test_file_that_cannot_be_read_is_told(run: Run) -> None:
    """A folder in its place, for instance."""
    config_path().mkdir(parents=True)
    for arguments in (["set", "db", "x"], ["unset", "db"], ["get", "db"]):
        answer = run("config", *arguments)
        assert answer.code == 2
        assert "cannot read" in answer.err


@posix
def test_file_is_private(run: Run) -> None:
    """Under any umask, the folder too."""
    mask = os.umask(0)
    try:
        run("config", "set", "db", "x")
    finally:
        os.umask(mask)
    path = config_path()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_value_that_is_no_text_is_refused(run: Run) -> None:
    """A file name may hold any bytes, which Python hands on as halves of characters."""
    answer = run("config", "set", "db", os.fsdecode(b"/\xff") if os.name == "posix" else "\udcff")
    assert (answer.code, answer.out) == (2, "")
    assert "no text that a TOML file can hold" in answer.err
    assert not config_path().exists()


def test_dry_run_shows_the_difference_and_writes_nothing(run: Run) -> None:
    """For setting and for unsetting."""
    answer = run("config", "set", "list.limit", "7", "--dry-run")
    assert "+limit = 7" in answer.err
    assert run("config", "get", "list.limit").code == 1
    run("config", "set", "list.limit", "7")
    assert "-limit = 7" in run("config", "unset", "list.limit", "--dry-run").err
    assert run("config", "get", "list.limit").out == "7\n"


def test_every_config_command_prints_the_document(run: Run) -> None:
    """With ``--json``, whatever else it does."""
    for command in (["set", "list.limit", "7"], ["get", "list.limit"], ["path"], []):
        document = run("config", *command, "--json").document
        assert document["schema"] == "steno.config/1"
        assert document["values"] == {"list": {"limit": 7}}


def test_the_first_configured_home_is_explained(run: Run, tmp_path: Path) -> None:
    """It takes the place of the usual one, and may not be there yet."""
    answer = run("config", "set", "homes.work", tmp_path / "nowhere")
    assert "homes.main" in answer.err
    assert "is not there yet" in answer.err
    assert "homes.main" not in run("config", "set", "homes.play", tmp_path).err
