"""Edits are plain by a list of options, and folders that go along are looked through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.client.permissions.edits import Move, check_move, is_plain_edit, move_of
from steno.client.permissions.shell import parse
from steno.client.permissions.word import DoubtError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("command", "plain"),
    [
        *((one, True) for one in ("cp -r a b", "mv -f a b", "rm -rf a", "mkdir -p a/b", "touch a")),
        *((one, True) for one in ("cp -t b a", "sed -i s/a/b/ f", "rmdir a", "cp --archive a b")),
        *((one, False) for one in ("cp -b a b", "cp -Sx a b", "cp -rL a b", "cp --back a b")),
        *((one, False) for one in ("mv --suffix=x a b", "mv -bT a b", "sed -in p f", "ln a b")),
        *((one, False) for one in ("touch --zz a", "mkdir -Z a", "rm --no-preserve-root /")),
    ],
)
def test_plain_edits_are_known(command: str, plain: bool) -> None:
    """Copies that are kept get names of their own, and links would be followed."""
    assert is_plain_edit(parse(command, "/h").commands[0].words) is plain


@pytest.mark.parametrize(
    ("command", "move"),
    [
        ("cp a b c", Move(("a", "b"), "c")),
        ("mv -t c a", Move(("a",), "c")),
        ("cp --target-directory=c a", Move(("a",), "c")),
        ("cp -b a c", None),
        ("ln -s a c", None),
        ("cp", None),
    ],
)
def test_sources_and_target_are_told_apart(command: str, move: Move | None) -> None:
    """By the last operand, or by the option that names the target."""
    assert move_of(parse(command, "/h").commands[0].words) == move


def test_links_that_may_move_are_seen(tmp_path: Path) -> None:
    """A link, a folder that may have some in it, and what does not exist yet."""
    (tmp_path / "file").write_text("x", "utf-8")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "folder").mkdir()
    for name, links in {"file": False, "link": True, "folder": True, "later": True}.items():
        assert check_move(Move((name,), "new"), tmp_path, tmp_path) is links


def test_protected_files_in_a_folder_are_seen(tmp_path: Path) -> None:
    """They would come to where they count."""
    (tmp_path / "keeps" / "a" / ".claude").mkdir(parents=True)
    with pytest.raises(DoubtError, match="protected"):
        check_move(Move(("keeps/.",), "."), tmp_path, tmp_path)


def test_links_in_the_target_are_seen(tmp_path: Path) -> None:
    """A copy would write to where they lead."""
    (tmp_path / "from").mkdir()
    (tmp_path / "from" / "a").write_text("x", "utf-8")
    (tmp_path / "to").mkdir()
    check_move(Move(("from",), "to"), tmp_path, tmp_path)
    (tmp_path / "to" / "a").symlink_to("/etc/passwd")
    with pytest.raises(DoubtError, match="link"):
        check_move(Move(("from/.",), "to"), tmp_path, tmp_path)


def test_a_path_that_leads_nowhere_is_a_doubt(tmp_path: Path) -> None:
    """Nobody can say what would be copied."""
    with pytest.raises(DoubtError):
        check_move(Move(("a\0",), "b"), tmp_path, tmp_path)


def test_very_large_folders_are_a_doubt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not looked through to the end."""
    monkeypatch.setattr("steno.client.permissions.edits._MOST_FILES", 1)
    for name in "abc":
        (tmp_path / "from" / name).mkdir(parents=True)
    with pytest.raises(DoubtError, match="too many"):
        check_move(Move(("from",), "to"), tmp_path, tmp_path)
