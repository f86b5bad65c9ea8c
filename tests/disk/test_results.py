"""Outputs that lie beside the transcript."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from steno.disk.discover import SessionFile
from steno.disk.results import (
    find_result,
    mcp_result_files,
    persisted_path,
    tool_result_files,
)
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from pathlib import Path

    from steno.disk.walk import Problem

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs fifos and symbolic links")

ONE = "11111111-0000-4000-8000-000000000001"


@pytest.fixture
def session(tmp_path: Path) -> SessionFile:
    """Make a session with two outputs."""
    (tmp_path / f"{ONE}.jsonl").write_text("{}\n")
    folder = tmp_path / ONE / "tool-results"
    folder.mkdir(parents=True)
    (folder / "toolu_1.txt").write_text("long output")
    (folder / "mcp-browser-open-1.txt").write_text("page")
    return SessionFile.at(tmp_path / f"{ONE}.jsonl")


def test_outputs_are_listed_by_name(session: SessionFile) -> None:
    """Those of MCP tools too, which can be listed alone."""
    files = tool_result_files(session)
    assert [(file.path.name, file.size, file.from_mcp) for file in files] == [
        ("mcp-browser-open-1.txt", 4, True),
        ("toolu_1.txt", 11, False),
    ]
    assert mcp_result_files(session) == files[:1]


def test_output_is_read_up_to_a_limit(session: SessionFile) -> None:
    """A huge output does not fill the memory."""
    (file,) = (file for file in tool_result_files(session) if not file.from_mcp)
    assert file.read().content == b"long output"
    clipped = file.read(4)
    assert (clipped.content, clipped.truncated) == (b"long", True)


@pytest.mark.parametrize(
    "pointer",
    [
        "toolu_1.txt",
        "toolu_1",
        "/home/somebody/.claude/projects/-p/x/tool-results/toolu_1.txt",
        "C:\\Users\\somebody\\tool-results\\toolu_1.txt",
        "../../../etc/toolu_1.txt\n",
    ],
)
def test_output_is_found_by_name_whatever_the_path_says(session: SessionFile, pointer: str) -> None:
    """The transcript may come from another machine; only the name counts."""
    found = find_result(session, pointer)
    assert found is not None
    assert found.read().content == b"long output"


@pytest.mark.parametrize("pointer", ["/etc/passwd", "..", "", "/", "other.txt", "toolu_1.txt/"])
def test_nothing_outside_the_sessions_folder_is_found(session: SessionFile, pointer: str) -> None:
    """A path that lies leads nowhere."""
    assert find_result(session, pointer) is None


@posix
def test_links_are_not_followed(session: SessionFile, tmp_path: Path) -> None:
    """A link in the folder, made by whoever, does not lead out of it."""
    (tmp_path / "secret").write_text("secret")
    link = tmp_path / ONE / "tool-results" / "toolu_2.txt"
    link.symlink_to(tmp_path / "secret")
    assert find_result(session, "toolu_2.txt") is None
    (file, *_) = tool_result_files(session)
    file.path.unlink()
    file.path.symlink_to(tmp_path / "secret")
    with pytest.raises(UnreadableFileError):
        file.read()


@posix
@pytest.mark.parametrize("linked", [ONE, f"{ONE}/tool-results"])
def test_linked_folders_are_not_followed(tmp_path: Path, linked: str) -> None:
    """Neither the folder of outputs nor the session's folder may be a link."""
    (tmp_path / f"{ONE}.jsonl").write_text("{}\n")
    outside = tmp_path / "outside"
    (outside / "tool-results").mkdir(parents=True)
    (outside / "toolu_1.txt").write_text("x")
    (outside / "tool-results" / "toolu_1.txt").write_text("x")
    (tmp_path / linked).parent.mkdir(exist_ok=True)
    (tmp_path / linked).symlink_to(outside)
    assert tool_result_files(SessionFile.at(tmp_path / f"{ONE}.jsonl")) == ()


def test_copy_of_a_session_finds_the_outputs_of_its_original(
    session: SessionFile, tmp_path: Path
) -> None:
    """The folder is named by the id, the copy is not."""
    copy = tmp_path / f"{ONE}-2.jsonl"
    copy.write_text(f'{{"sessionId":"{ONE}"}}\n')
    assert tool_result_files(SessionFile.at(copy)) == tool_result_files(session)


def test_id_that_would_leave_the_folder_is_ignored(tmp_path: Path) -> None:
    """An id inside a file is anybody's text."""
    (tmp_path / "project").mkdir()
    path = tmp_path / "project" / "odd.jsonl"
    path.write_text('{"sessionId":"../outside"}\n')
    (tmp_path / "outside" / "tool-results").mkdir(parents=True)
    (tmp_path / "outside" / "tool-results" / "a.txt").write_text("x")
    assert tool_result_files(SessionFile.at(path)) == ()


@posix
def test_what_is_no_file_is_told(session: SessionFile, tmp_path: Path) -> None:
    """A fifo among the outputs is a problem, not an output."""
    os.mkfifo(tmp_path / ONE / "tool-results" / "pipe.txt")
    problems: list[Problem] = []
    assert len(tool_result_files(session, problems)) == 2
    assert [problem.path.name for problem in problems] == ["pipe.txt"]


def test_pointer_in_a_tool_result_is_found() -> None:
    """The text that stands in the place of the output names the file."""
    text = (
        "<persisted-output>\nOutput too large (25.4KB). Full output saved to: "
        "/home/ann/x y/toolu_1.txt\n\nPreview (first 2KB):\nsaved to: /else\n</persisted-output>"
    )
    assert persisted_path(text) == "/home/ann/x y/toolu_1.txt"


@pytest.mark.parametrize("rest", ["", "\nFormat: Plain text\nRead the file at /else.\n"])
def test_pointer_in_an_mcp_result_is_found(rest: str) -> None:
    """Too long a result of an MCP tool names its file in a sentence; its full stop is no part."""
    text = (
        "Error: result (260,000 characters across 1 line) exceeds maximum allowed tokens. "
        f"Output has been saved to /home/ann/x. y/mcp-lab-novel-1.txt.{rest}"
    )
    assert persisted_path(text) == "/home/ann/x. y/mcp-lab-novel-1.txt"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Full output saved to: /x",
        "<persisted-output>\nnothing\n",
        "Output has been saved to /x.",
        "They say: Error: result (9) is long. Output has been saved to /x.",
        "Error: result (9) is long.\nOutput has been saved to /x.",
        "Error: result (9) is long. Output has been saved to /x",
    ],
)
def test_other_texts_have_no_pointer(text: str) -> None:
    """Only the marked text counts."""
    assert persisted_path(text) is None
