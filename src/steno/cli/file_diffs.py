"""The change of a whole file as a unified diff, safe to print."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Final

from steno.cli.output import size
from steno.cli.terminal import clean_line

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST: Final = 1 << 20
"""Bytes of a file that is compared line by line: what is longer takes too long."""
NO_FILE: Final = "/dev/null"


def file_diff(path: str, old: bytes | None, new: bytes | None) -> Iterator[str]:
    """Give the change of a file; None stands for no file."""
    yield f"--- {NO_FILE if old is None else clean_line(path)}"
    yield f"+++ {NO_FILE if new is None else clean_line(path)}"
    old, new = old or b"", new or b""
    if b"\0" in old + new or max(len(old), len(new)) > LONGEST:
        what = "binary" if b"\0" in old + new else "too long to compare here"
        yield f"@@ {what}: {size(len(old))} before, {size(len(new))} afterwards @@"
        return
    lines = difflib.unified_diff(_split(old), _split(new), lineterm="")
    for line in list(lines)[2:]:
        yield line[:1] + clean_line(line[1:].expandtabs(4))


def _split(content: bytes) -> list[str]:
    """Part a text at its newlines and nowhere else; a last line without one is marked."""
    lines = content.decode("utf-8", "replace").split("\n")
    if lines[-1]:
        lines[-1] += " (no newline at the end)"
    return lines if lines[-1] else lines[:-1]
