"""Write: new files, new content, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def test_a_file_and_its_folders_are_made(around: Surroundings) -> None:
    """Missing folders are made on the way."""
    answer = around.call("Write", file_path="a/b/c.txt", content="hi\n")
    assert (around.root / "a/b/c.txt").read_text() == "hi\n"
    assert answer.kept["type"] == "create"
    assert answer.kept["originalFile"] is None


def test_an_unread_file_is_not_overwritten(around: Surroundings) -> None:
    """What the model has not seen stays."""
    path = around.file("a.txt", "precious")
    answer = around.call("Write", file_path=str(path), content="x")
    assert "has not been read yet" in str(answer.content)
    assert path.read_text() == "precious"


def test_a_file_that_changed_is_not_overwritten(around: Surroundings) -> None:
    """Somebody else's change is not lost."""
    path = around.known("a.txt", "a")
    path.write_text("somebody else's")
    answer = around.call("Write", file_path=str(path), content="x")
    assert "modified since read" in str(answer.content)
    assert path.read_text() == "somebody else's"


def test_a_written_file_can_be_written_again(around: Surroundings) -> None:
    """What the model wrote, it knows."""
    around.call("Write", file_path="a.txt", content="a\n")
    answer = around.call("Write", file_path="a.txt", content="b\n")
    assert answer.kept["type"] == "update"
    assert answer.kept["structuredPatch"][0]["lines"] == ["-a", "+b"]


def test_the_old_content_is_kept(around: Surroundings) -> None:
    """Before a file is changed a copy is made for the way back."""
    path = around.known("a.txt", "old")
    around.context.backups.begin("prompt-1")
    around.call("Write", file_path=str(path), content="new")
    around.context.backups.rewind("prompt-1")
    assert path.read_text() == "old"


def test_lone_surrogates_do_not_stop_it(around: Surroundings) -> None:
    """A model may send half of a character; it is written as well as can be."""
    assert not around.call("Write", file_path="a.txt", content="\ud800").is_error
