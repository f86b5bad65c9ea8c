"""``steno relocate``: a plan first, then the move, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.testing.build import SessionBuilder, make_home
from steno.testing.demo import write_demo
from tests.edit.projects import snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.running import Answer, Run

OLD, NEW = "/home/mira/ebb", "/srv/ebb"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Write a demo of one's own, to be changed."""
    write_demo(tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def steno(run: Run, home: Path, tmp_path: Path) -> Callable[..., Answer]:
    """Run a command on that home."""
    return lambda *arguments: run("--home", home, "--db", tmp_path / "data", *arguments)


def test_dry_run_tells_of_the_sessions_and_names_every_file_in_its_document(
    steno: Callable[..., Answer], home: Path
) -> None:
    """And changes none."""
    before = snapshot(home)
    answer = steno("relocate", OLD, NEW, "--dry-run")
    assert answer.code == 0
    assert snapshot(home) == before
    moved = [name for name in before if name.startswith("projects/-home-mira-ebb/")]
    moved += [name for name in before if name.startswith("file-history/")]
    assert len(answer.lines) < 24
    assert "Thirteen constituents by Friday: 147 lines change" in answer.out
    assert f"There is no folder {NEW} yet" in answer.out
    assert "--json names all" in answer.out
    document = steno("relocate", OLD, NEW, "--dry-run", "--json").document
    assert document["schema"] == "steno.relocate/1"
    assert (document["result"], document["number"]) == (None, None)
    assert document["resume"] == {"before": None, "after": None}
    assert len(document["files"]) == len(moved) + 1
    assert {Path(row["path"]).relative_to(home).as_posix() for row in document["files"]} == {
        *moved, "history.jsonl",
    }  # fmt: skip
    assert snapshot(home) == before


def test_project_moves_and_comes_back(steno: Callable[..., Answer], home: Path) -> None:
    """By an undo, or by a move the other way."""
    before = snapshot(home)
    answer = steno("relocate", OLD, NEW, "--yes")
    assert answer.code == 0
    assert "Take it back: steno --home " in answer.err
    assert answer.err.endswith(" undo 1\n")
    assert "/srv/ebb" in steno("list", "--json").out
    after = snapshot(home)
    assert steno("undo", "--yes").code == 0
    assert snapshot(home) == before
    document = steno("relocate", OLD, NEW, "--json").document
    assert document["result"]["path"].endswith("-srv-ebb")
    assert snapshot(home) == after
    assert steno("relocate", NEW, OLD, "-y").code == 0
    assert snapshot(home) == before


def test_one_session_moves(steno: Callable[..., Answer], home: Path) -> None:
    """A resume of it sends what it sent before."""
    before = steno("messages", "2b622324").document
    document = steno("relocate", "2b622324", "--to", NEW, "--json").document
    assert document["source"]["session"] == document["result"]["session"]
    assert document["resume"]["before"] == document["resume"]["after"]
    assert document["sessions"][0]["new_project"] == NEW
    assert len(list((home / "projects" / "-srv-ebb").glob("*.jsonl"))) == 1
    assert steno("messages", "2b622324").document == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((OLD,), "where to?"),
        ((OLD, NEW, "--to", NEW), "not both"),
        ((OLD, OLD), "already"),
        (("/nowhere", NEW), "belongs to /nowhere"),
        (("nosuch", "--to", NEW), "no session called"),
    ],
)
def test_wrong_use_is_told(
    steno: Callable[..., Answer], home: Path, arguments: tuple[str, ...], said: str
) -> None:
    """With exit code 2, and nothing is changed."""
    before = snapshot(home)
    answer = steno("relocate", *arguments, "--yes")
    assert answer.code == 2
    assert said in answer.err.replace("\n", " ")
    assert snapshot(home) == before


def test_session_in_the_place_of_a_path_is_told(steno: Callable[..., Answer]) -> None:
    """With the command that was meant."""
    answer = steno("relocate", "2b62", "/srv/new place")
    assert answer.code == 2
    assert "relocate 2b62 --to '/srv/new place''?" in answer.err


def test_few_files_are_named(steno: Callable[..., Answer], tmp_path: Path) -> None:
    """And how to go on, once it is done."""
    (tmp_path / "new").mkdir()
    shown = steno("relocate", "bd7bf719", "--to", tmp_path / "new", "--dry-run")
    assert "  move projects/-home-mira-ebb/bd7bf719" in shown.out
    assert "There is no folder" not in shown.out
    done = steno("relocate", "bd7bf719", "--to", tmp_path / "new")
    assert f"cd {tmp_path / 'new'} && CLAUDE_CONFIG_DIR=" in done.err


def test_secret_at_the_edge_of_a_title_is_not_shown_in_part(run: Run, tmp_path: Path) -> None:
    """It is hidden before the title is cut to its width."""
    secret = "ghp_" + "9hT3kQ7mZx2LwR8vBn5YcJ4sD6fGaP1uEoKi"
    session = SessionBuilder("secret")
    session.prompt(f"Please push it for me, and use {secret} for that.")
    session.reply("Done.")
    home = make_home(tmp_path / "home", [session])
    places = ("--home", home, "--db", tmp_path / "data")
    answer = run("relocate", OLD, NEW, "--dry-run", *places)
    assert "Please push it for me" in answer.out
    assert "ghp_9" not in answer.out
