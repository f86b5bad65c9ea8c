"""Streaming commands take bounded memory: huge files, huge lines, very many files."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from steno.session.check_file import MOST_LINKED
from tests.analyse.big_files import (
    LIMIT,
    MB,
    OUTPUT,
    Block,
    Reading,
    measure,
    require_space,
    session_in,
    short_round,
    write_big,
)
from tests.written import line_of, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="cannot measure a child's memory")


def check_stats(reading: Reading, block: Block, size: int) -> None:
    """Hold the counts against what was written."""
    assert reading.code == 0
    copies = block.count(size)
    (row,) = reading.document["sessions"]
    assert row["bytes"] == copies * len(block.template)
    assert (row["lines"], row["bad_lines"]) == (copies * block.lines, 0)
    assert row["api_messages"] == copies * block.messages
    assert row["usage"]["output_tokens"] == copies * block.messages * OUTPUT
    assert row["tool_uses"] == row["tool_results"] == copies * block.messages


def check_validate(reading: Reading) -> None:
    """One parent is missing, that of the first line; it names a line before the file's begin."""
    assert reading.code == 0
    assert reading.document["totals"] == {"orphan-parent": 1, "not-linked": 1}
    assert reading.document["sessions"][0]["reachable"] is None
    assert reading.document["drift"] == []


def read_everything(folder: Path, size: int) -> None:
    """Write a file of that size, read it with every streaming command, and remove it."""
    path = session_in(folder)
    try:
        block = write_big(path, size)
        stats = measure("stats", "--json", path)
        check_stats(stats, block, size)
        assert stats.peak <= LIMIT
        checked = measure("validate", "--json", path)
        check_validate(checked)
        assert checked.peak <= LIMIT
        listed = measure("list", "--json", "--home", folder)
        assert listed.document["sessions"][0]["api_messages"] == block.count(size) * block.messages
        assert listed.peak <= LIMIT
        shown = measure("show", path, "--raw", "5")
        assert b"When is high water" in shown.output
        assert shown.peak <= LIMIT
    finally:
        path.unlink(missing_ok=True)


def test_gigabyte_is_read_in_bounded_memory(tmp_path: Path) -> None:
    """With as many different ids as a real file of that size would have."""
    read_everything(tmp_path, 1000 * MB)


@pytest.mark.stress
def test_four_gigabytes_are_read_in_bounded_memory(tmp_path: Path) -> None:
    """The largest files that users report."""
    read_everything(tmp_path, 4000 * MB)


def link_everything(folder: Path, lines: int) -> None:
    """Write a file of so many short lines, check how they hold together, and remove it."""
    path = session_in(folder)
    try:
        with path.open("wb", buffering=1 << 20) as file:
            for number in range(0, lines, 4):
                file.writelines(map(line_of, short_round(number)))
        checked = measure("validate", "--json", path)
        (session,) = checked.document["sessions"]
        assert (checked.code, session["findings"], session["reachable"]) == (0, [], 1.0)
        assert checked.peak <= LIMIT
    finally:
        path.unlink(missing_ok=True)


def test_many_lines_are_linked_in_bounded_memory(tmp_path: Path) -> None:
    """More than any session of an ordinary day has."""
    link_everything(tmp_path, 20_000)


@pytest.mark.stress
def test_as_many_lines_as_are_linked_fit_into_the_memory(tmp_path: Path) -> None:
    """Up to the number of lines at which a file is no longer checked as a whole."""
    link_everything(tmp_path, MOST_LINKED)


@pytest.mark.parametrize("where", ["first", "last", "last without newline"])
def test_huge_line_is_counted_in_bounded_memory(tmp_path: Path, where: str) -> None:
    """An image of 200 MB on one line; what stands around it in the line is read."""
    require_space(tmp_path, 200 * MB)
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "@"}}
    text = {"type": "text", "text": "behind"}
    usage = {"output_tokens": 7}
    parents = {"first": (None, "a")}.get(where, ("u", None))
    own = {"message": {"content": [image, text]}, "version": "9.9.9", "parentUuid": parents[0]}
    before, _, behind = line_of(reply("huge", usage=usage, **own)).partition(b"@")
    plain = line_of(user("plain", parentUuid=parents[1]))
    path = session_in(tmp_path)
    try:
        with path.open("wb") as file:
            file.write(b"" if where == "first" else plain)
            file.write(before)
            file.writelines(b"iVBORw0KGgo" * (MB // 10) for _ in range(200 * 10 // 11 + 1))
            file.write(behind if where != "last without newline" else behind.rstrip())
            file.write(plain if where == "first" else b"")
        stats, checked = measure("stats", "--json", path), measure("validate", "--json", path)
        assert path.stat().st_size > 200 * MB
        (row,) = stats.document["sessions"]
        assert (row["lines"], row["bad_lines"]) == (2, 0)
        assert row["types"] == {"assistant": 1, "user": 1}
        assert row["content_blocks"] == {"image": 1, "text": 1}
        assert row["versions"].keys() == {"2.1.197", "9.9.9"}
        assert (row["api_messages"], row["usage"]["output_tokens"]) == (1, 7)
        assert "huge-line" in checked.document["totals"]
        assert (stats.code, checked.code) == (0, 0)
        assert max(stats.peak, checked.peak) <= LIMIT
    finally:
        path.unlink(missing_ok=True)


@pytest.mark.parametrize("length", [15, 17, 63, 127], ids=lambda length: f"{length} MB")
def test_long_line_is_read_in_bounded_memory(tmp_path: Path, length: int) -> None:
    """Whether it is still held or already skimmed, for every kind of reading."""
    require_space(tmp_path, length * MB)
    before, _, behind = line_of(user("@")).partition(b"@")
    path = session_in(tmp_path)
    try:
        with path.open("wb") as file:
            file.write(before)
            file.writelines("潮汐→ab".encode() * (MB // 10) for _ in range(length * 10 // 11))
            file.write(behind)
        for command in ("stats", "validate"):
            reading = measure(command, "--json", path)
            assert reading.code == 0
            assert reading.peak <= LIMIT
    finally:
        path.unlink(missing_ok=True)


def read_many(folder: Path, count: int) -> None:
    """Write so many sessions and read them with every command that goes through a home."""
    for number in range(count):
        session_id = f"{number:08x}-0000-4000-8000-000000000000"
        said = reply(f"m{number}", usage={"output_tokens": 1}, uuid="b", parentUuid="a")
        path = place(folder, session_id, f"-project-{number % 50}")
        write_lines(path, user(f"prompt {number}", uuid="a"), said)
    for command in (["stats"], ["validate"], ["list", "--all"], []):
        reading = measure(*command, "--json", "--home", folder)
        assert reading.code == 0
        assert reading.peak <= LIMIT
        sessions = reading.document["sessions"]
        assert (sessions if isinstance(sessions, int) else len(sessions)) == count
    assert reading.document["recent"]


def test_thousand_files_are_read_in_bounded_memory(tmp_path: Path) -> None:
    """Nothing is kept of a file but its row."""
    read_many(tmp_path, 1000)


@pytest.mark.stress
def test_ten_thousand_files_are_read_in_bounded_memory(tmp_path: Path) -> None:
    """As a home of many years may hold."""
    read_many(tmp_path, 10_000)
