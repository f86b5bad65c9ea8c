"""What could be meant while something is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.cli.chatting import completing
from steno.cli.chatting.completing import Files, command_suggestions, walk

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

COMMANDS = {"clear": "begin anew", "cost": "what it cost", "docs:clean": "tidy"}


def texts(files: Files, typed: str) -> list[str]:
    """Give what would stand in the place of what was typed."""
    return [one.text for one in files.suggestions(typed)]


def test_commands_by_their_beginning_then_by_what_they_hold() -> None:
    """Those that begin so come first; behind a space there is nothing to complete."""
    assert [one.text for one in command_suggestions("/cl", COMMANDS)] == ["/clear ", "/docs:clean "]
    assert command_suggestions("/clear now", COMMANDS) == []
    assert command_suggestions("say /cl", COMMANDS) == []
    assert len(command_suggestions("/", COMMANDS)) == 3


def test_files_beside_come_before_files_below(tmp_path: Path) -> None:
    """A folder goes on with its slash, a file ends with a space."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "seven.py").touch()
    (tmp_path / "sea.txt").touch()
    (tmp_path / ".secret").touch()
    files = Files(tmp_path)
    assert texts(files, "look at @se") == ["@sea.txt ", "@.secret ", "@src/seven.py "]
    assert texts(files, "@src/") == ["@src/seven.py "]
    assert texts(files, "@sr") == ["@src/", "@src/seven.py "]
    assert texts(files, "mail a@se") == []
    assert texts(files, "@.se") == ["@.secret "]


def test_names_with_spaces_are_quoted(tmp_path: Path) -> None:
    """What stands in the prompt is one mention."""
    (tmp_path / "my notes.md").touch()
    assert texts(Files(tmp_path), "@my") == ['@"my notes.md" ']


def test_looking_for_files_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of tools are left out, and a number bounds the rest."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "a.js").touch()
    for number in range(5):
        (tmp_path / f"{number}.txt").touch()
    assert list(walk(tmp_path)) == [f"{number}.txt" for number in range(5)]
    monkeypatch.setattr(completing, "MOST_FILES", 1)
    assert len(list(walk(tmp_path))) <= 5
    assert list(walk(tmp_path / "gone")) == []
    assert texts(Files(tmp_path / "gone"), "@x") == []
