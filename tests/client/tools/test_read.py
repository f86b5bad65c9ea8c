"""Read: text of all kinds, parts of it, and what cannot be read."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest

from steno.client.tools import read

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings

_UNCHANGED = "Wasted call"


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        (b"one\ntwo\n", "1\tone\n2\ttwo\n3\t"),
        (b"one\ntwo", "1\tone\n2\ttwo"),
        (b"one\r\ntwo\r\n", "1\tone\n2\ttwo\n3\t"),
        (b"a\rb", "1\ta\rb"),
        (b"\xef\xbb\xbfabc\n", "1\tabc\n2\t"),
        ("h\u00e9\nw\u00f6\n".encode("utf-16"), "1\th\u00e9\n2\tw\u00f6\n3\t"),
        (b"caf\xe9\n", "1\tcaf\ufffd\n2\t"),
        ("a\x0cb\u2028c\x85d\n".encode(), "1\ta\x0cb\u2028c\x85d\n2\t"),
        ("\U0001f30a\n".encode(), "1\t\U0001f30a\n2\t"),
    ],
)
def test_lines_are_numbered(around: Surroundings, content: bytes, shown: str) -> None:
    """Lines come with numbers and a tab, whatever ends them and however they are encoded."""
    path = around.file("a.txt", content)
    assert around.call("Read", file_path=str(path)).content == shown


def test_a_part_is_read_by_offset_and_limit(around: Surroundings) -> None:
    """Some lines of a file, with how many there are in all."""
    path = around.file("a.txt", "".join(f"l{n}\n" for n in range(1, 101)))
    answer = around.call("Read", file_path=str(path), offset=10, limit=2)
    assert answer.content == "10\tl10\n11\tl11"
    assert answer.kept["file"]["totalLines"] == 101


def test_an_offset_behind_the_end_is_told(around: Surroundings) -> None:
    """Nothing to show is said, with the number of lines."""
    path = around.file("a.txt", "a\nb\n")
    answer = around.call("Read", file_path=str(path), offset=9)
    assert "shorter than the provided offset (9). The file has 3 lines" in str(answer.content)


def test_a_large_file_is_read_in_parts(around: Surroundings) -> None:
    """A file that is too large is refused as a whole, and read in parts, its end too."""
    path = around.file("big.txt", "".join(f"row {n}\n" for n in range(1, 60001)))
    whole = around.call("Read", file_path=str(path))
    assert whole.is_error
    assert "exceeds maximum allowed size (256KB)" in str(whole.content)
    part = around.call("Read", file_path=str(path), offset=60000, limit=9)
    assert part.content == "60000\trow 60000\n60001\t"
    assert part.kept["file"]["totalLines"] == 60001


def test_too_many_tokens_are_cut_and_told(around: Surroundings) -> None:
    """A file of too many tokens gives its first lines and says how to go on."""
    path = around.file("a.txt", "".join(f"{'word ' * 30}\n" for _ in range(1500)))
    answer = around.call("Read", file_path=str(path))
    shown = answer.kept["file"]["numLines"]
    assert f"showing lines 1-{shown} of 1501" in str(answer.content)
    assert len(answer.content) < read.MOST_TOKENS * read.CHARACTERS_A_TOKEN + 1000


def test_one_line_of_too_many_tokens_is_an_error(around: Surroundings) -> None:
    """A line that alone is too long cannot be shown in part: the error says what else to do."""
    path = around.file("a.txt", "x" * 200_000)
    answer = around.call("Read", file_path=str(path))
    assert answer.is_error
    assert "Grep" in str(answer.content)


def test_the_same_part_is_not_given_twice(around: Surroundings) -> None:
    """A second look at an unchanged file is told, not shown; a changed one is shown."""
    path = around.known("a.txt", "a\n")
    assert _UNCHANGED in str(around.call("Read", file_path=str(path)).content)
    assert around.call("Read", file_path=str(path), limit=1).content == "1\ta"
    path.write_text("b\n")
    os.utime(path, ns=(1, 1))
    assert around.call("Read", file_path=str(path)).content == "1\tb\n2\t"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none.txt", "File does not exist. Note: your current working directory is"),
        ("README.txt", "Did you mean README.md?"),
        ("src", "EISDIR: illegal operation on a directory"),
        ("x.zip", "cannot read binary files. The file appears to be a binary .zip file"),
        ("/dev/zero", "would block or produce infinite output"),
        ("README.md/x", "ENOTDIR"),
    ],
)
def test_what_cannot_be_read_is_told(around: Surroundings, name: str, words: str) -> None:
    """Each kind of thing that is no readable file has its own words."""
    around.file("README.md", "r")
    around.file("x.zip", b"PK")
    around.file("src/a.py", "a")
    answer = around.call("Read", file_path=name)
    assert answer.is_error
    assert words in str(answer.content)


def test_a_pipe_does_not_hold_us_up(around: Surroundings) -> None:
    """A named pipe that nobody writes to is refused at once."""
    os.mkfifo(around.root / "pipe")
    assert "pipe or a socket" in str(around.call("Read", file_path="pipe").content)


@pytest.mark.skipif(sys.platform == "win32" or os.getuid() == 0, reason="root may read anything")
def test_a_forbidden_file_is_told(around: Surroundings) -> None:
    """A file that may not be read is an error with its name."""
    path = around.file("a.txt", "a")
    path.chmod(0)
    assert "EACCES" in str(around.call("Read", file_path=str(path)).content)


def test_links_are_followed(around: Surroundings) -> None:
    """A link shows what it leads to."""
    around.file("a.txt", "a")
    (around.root / "b.txt").symlink_to("a.txt")
    assert around.call("Read", file_path="b.txt").content == "1\ta"


def test_a_notebook_is_shown_by_cells(around: Surroundings) -> None:
    """Cells come with their ids, outputs behind them; a notebook without cells has no output."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": ["# t"]}
    path = around.file("n.ipynb", json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4}))
    answer = around.call("Read", file_path=str(path))
    text = '<cell id="cell-0"><cell_type>markdown</cell_type># t</cell id="cell-0">'
    assert answer.content == [{"text": text, "type": "text"}]
    empty = around.file("e.ipynb", json.dumps({"cells": []}))
    assert around.call("Read", file_path=str(empty)).content == "(Read completed with no output)"
    bad = around.file("bad.ipynb", "{nope")
    assert "not valid JSON" in str(around.call("Read", file_path=str(bad)).content)


def test_a_document_follows_as_a_line_of_its_own(around: Surroundings) -> None:
    """A PDF is told in the result and sent in a message behind it."""
    path = around.file("a.pdf", b"%PDF-1.4 nope")
    answer = around.call("Read", file_path=str(path))
    assert answer.content == f"PDF file read: {path} (13 bytes)"
    (line,) = answer.new_lines
    assert line["isMeta"] is True
    assert line["message"]["content"][0]["type"] == "document"
