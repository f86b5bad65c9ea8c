"""The options that every command takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.cli.options import Options
from steno.config import config_path, data_folder
from tests.written import ONE, TWO, place, user, write_lines

if TYPE_CHECKING:
    from tests.cli.running import Run


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    """Give two homes with one session each."""
    for name, session_id in (("a", ONE), ("b", TWO)):
        write_lines(place(tmp_path / name, session_id), user(f"prompt of {name}"))
    return tmp_path / "a", tmp_path / "b"


def configure(text: str) -> None:
    """Write our configuration."""
    config_path().parent.mkdir(parents=True, exist_ok=True)
    config_path().write_text(text)


def ids(run: Run, *arguments: object) -> dict[str, str]:
    """List sessions: the home of each."""
    return {row["id"]: row["home"] for row in run("--json", *arguments).document["sessions"]}


def test_homes_before_and_behind_the_command_add_up(run: Run, two: tuple[Path, Path]) -> None:
    """Labelled or not."""
    a, b = two
    assert ids(run, "--home", a, "list", "--home", f"work={b}") == {ONE: str(a), TWO: "work"}
    assert ids(run, "list", "--home", f"x={a}", "--home", f"y={b}") == {ONE: "x", TWO: "y"}
    assert ids(run, "--home", a, "list") == ids(run, "list", "--home", a) == {ONE: str(a)}


def test_several_homes_have_a_column(run: Run, two: tuple[Path, Path]) -> None:
    """One home needs none."""
    rows = run("list", "--home", f"x={two[0]}", "--home", f"y={two[1]}").rows
    assert sorted(row["home"] for row in rows) == ["x", "y"]
    assert "home" not in run("list", "--home", two[0]).rows[0]


def test_home_comes_from_the_environment(
    run: Run, two: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless the command line names one; the configuration comes after it."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(two[0]))
    assert set(ids(run, "list")) == {ONE}
    assert set(ids(run, "list", "--home", two[1])) == {TWO}
    configure(f"[homes]\nwork = {json.dumps(str(two[1]))}\n")
    assert set(ids(run, "list")) == {ONE}
    monkeypatch.delenv("CLAUDE_CONFIG_DIR")
    assert ids(run, "list") == {TWO: "work"}
    assert set(ids(run, "list", "--home", two[0])) == {ONE}


def test_a_configured_label_stands_for_its_folder(run: Run, two: tuple[Path, Path]) -> None:
    """On the command line, too."""
    configure(f"[homes]\nwork = {json.dumps(str(two[1]))}\nplay = {json.dumps(str(two[0]))}\n")
    assert ids(run, "list", "--home", "work") == {TWO: "work"}
    assert ids(run, "list") == {TWO: "work", ONE: "play"}


@pytest.mark.parametrize("option", ["work=", "", "==x"])
def test_home_that_names_no_folder_is_an_error(run: Run, option: str) -> None:
    """With the form that is wanted."""
    answer = run("list", "--home", option)
    assert answer.code == 2
    assert "--home" in answer.err


def test_label_of_two_homes_is_an_error(run: Run, two: tuple[Path, Path]) -> None:
    """Rows could not be told apart."""
    answer = run("list", "--home", f"x={two[0]}", "--home", f"x={two[1]}")
    assert (answer.code, answer.out) == (2, "")
    assert "label" in answer.err


def test_data_folder_is_asked_for_configured_or_the_users(tmp_path: Path) -> None:
    """In this order."""
    assert Options().data == data_folder()
    configure('db = "~/elsewhere"\n')
    assert Options().data == Path("~/elsewhere").expanduser()
    assert Options(db=tmp_path).data == tmp_path


def test_db_is_accepted_before_and_behind(run: Run, tmp_path: Path) -> None:
    """The one nearer to the command wins."""
    answer = run("--db", "/far", "--json", "config", "--db", tmp_path)
    assert answer.document["data"] == str(tmp_path)
    assert run("--db", tmp_path, "--json", "config").document["data"] == str(tmp_path)


def test_json_is_accepted_before_and_behind(run: Run, two: tuple[Path, Path]) -> None:
    """And twice."""
    for arguments in (["--json", "list"], ["list", "--json"], ["--json", "list", "--json"]):
        answer = run("--home", two[0], *arguments)
        assert answer.document["schema"] == "steno.list/1"
