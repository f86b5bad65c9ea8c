"""Lines that match, and the program around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client.tools.searching.__main__ import run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def _found(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    run(list(arguments))
    return capfd.readouterr().out


def test_lines_around_a_match_are_marked(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A match has a colon, lines around it a dash, gaps two dashes."""
    path = tmp_path / "a"
    path.write_text("1\nx\n3\n4\n5\n6\nx\n")
    told = _found(capfd, "-n", "-A", "1", "--regexp=x", "--", str(path))
    assert told == "2:x\n3-3\n--\n7:x\n"


def test_matches_over_lines_are_counted(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """With -U a match may span lines: all of them are shown, and it counts once."""
    path = tmp_path / "a"
    path.write_text("a\nb\nc\na\nb\n")
    assert _found(capfd, "-U", "-n", r"--regexp=a\nb", str(path)) == "1:a\n2:b\n4:a\n5:b\n"
    assert _found(capfd, "-U", "-c", r"--regexp=a\nb", str(path)) == "2\n"


def test_without_u_no_match_spans_lines(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    r"""``\s`` does not reach over a line's end."""
    (tmp_path / "a").write_text("a\nb\n")
    assert _found(capfd, "-l", r"--regexp=a\sb", str(tmp_path)) == ""


def test_long_lines_and_binary_files_are_left_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A long line is told, not shown; files with NULs are passed over; UTF-16 is read."""
    (tmp_path / "long").write_text("x" * 600)
    (tmp_path / "bin").write_bytes(b"x\0x")
    (tmp_path / "wide").write_bytes("x\n".encode("utf-16"))
    told = _found(capfd, "-n", "--max-columns", "500", "--regexp=x", str(tmp_path))
    assert told == f"{tmp_path}/long:1:[Omitted long matching line]\n{tmp_path}/wide:1:x\n"


def test_wrong_patterns_exit_with_two(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A pattern that is none is told on stderr; nothing found is 1."""
    assert run(["--regexp=(", str(tmp_path)]) == 2
    assert "regex parse error" in capfd.readouterr().err
    assert run(["--regexp=x", str(tmp_path)]) == 1


def test_a_nul_may_stand_behind_names(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """With --null a name ends at a NUL, in front of lines and of counts."""
    path = tmp_path / "a"
    path.write_text("1\nx\n")
    told = _found(capfd, "-n", "--null", "-B", "1", "--regexp=x", str(tmp_path))
    assert told == f"{path}\x001-1\n{path}\x002:x\n"
    assert _found(capfd, "-c", "--null", "--regexp=x", str(tmp_path)) == f"{path}\x001\n"
    assert _found(capfd, "-c", "--null", "--regexp=x", str(path)) == "1\n"
