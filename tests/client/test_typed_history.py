"""What was typed, for the next time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client.typed_history import Typed, recall, remember
from steno.disk.history import read_history
from steno.format.codec import decode_json

if TYPE_CHECKING:
    from pathlib import Path


def typed(display: str, project: str = "/sea") -> Typed:
    """Give something that was typed."""
    return Typed(display=display, project=project, session_id="s")


def test_line_has_the_keys_of_the_real_client(tmp_path: Path) -> None:
    """In its order, with the time in milliseconds, private."""
    remember(tmp_path / "home", typed("hello"), moment=1794756126.554)
    path = tmp_path / "home" / "history.jsonl"
    body = decode_json(path.read_bytes()).value
    assert list(body) == ["display", "pastedContents", "timestamp", "project", "sessionId"]
    assert body["timestamp"] == 1794756126554
    assert path.stat().st_mode & 0o777 == 0o600


def test_reader_gives_back_what_was_remembered(tmp_path: Path) -> None:
    """With what was pasted."""
    pasted = {"1": {"id": 1, "type": "text", "content": "long"}}
    given = Typed(display="see [Pasted text #1]", project="/sea", session_id="s", pasted=pasted)
    remember(tmp_path, given)
    (found,) = read_history(tmp_path / "history.jsonl")
    assert (found.display, found.pasted, found.project) == (given.display, pasted, "/sea")
    assert found.timestamp is not None


def test_recall_gives_each_once_and_only_of_the_project(tmp_path: Path) -> None:
    """The last time that it was typed counts."""
    for words in ("a", "b", "a"):
        remember(tmp_path, typed(words))
    remember(tmp_path, typed("elsewhere", "/land"))
    assert recall(tmp_path, "/sea") == ["b", "a"]
    assert recall(tmp_path, "/sea", most=1) == ["a"]
    assert recall(tmp_path, "/sea", most=0) == []
    assert recall(tmp_path / "none", "/sea") == []
