"""What a command put out, cut to what can be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client.shell import Shell
from steno.client.tools import command_output

if TYPE_CHECKING:
    from pathlib import Path


def _shell(tmp_path: Path, output: str) -> Shell:
    shell = Shell("b12345678", tmp_path, "x")
    shell.output.write_text(output)
    return shell


def test_blank_lines_at_both_ends_go(tmp_path: Path) -> None:
    """Blank lines before and all that is blank behind are left out, spaces of a line stay."""
    output = command_output.collect(_shell(tmp_path, "\n \n  a\n\n b \n\n"), tmp_path / "s.jsonl")
    assert output.text == "  a\n\n b"
    assert not (tmp_path / "b12345678.output").exists()


def test_the_limit_is_exact(tmp_path: Path) -> None:
    """So many characters are shown, and one more is too many."""
    session = tmp_path / "s.jsonl"
    assert command_output.collect(_shell(tmp_path, "x" * 30_000), session).saved is None
    assert command_output.collect(_shell(tmp_path, "x" * 30_001), session).saved is not None


def test_wide_characters_count_as_one(tmp_path: Path) -> None:
    """Characters are counted, not bytes."""
    output = command_output.collect(_shell(tmp_path, "\u6f6e" * 30_000), tmp_path / "s.jsonl")
    assert output.saved is None
    assert len(output.text) == 30_000


def test_a_preview_ends_with_a_line(tmp_path: Path) -> None:
    """What is shown of a long output is whole lines, where there are any."""
    lines = "".join(f"{n}\n" for n in range(20_000))
    output = command_output.collect(_shell(tmp_path, lines), tmp_path / "s.jsonl")
    assert output.shown.endswith("\n...\n</persisted-output>")
    last = output.shown.removesuffix("\n...\n</persisted-output>").rpartition("\n")[2]
    assert f"\n{last}\n" in lines
