"""Load a session's outline: one small row per line, in one pass over the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.disk.reader import UTF8, Block, read_windows
from steno.disk.transcript import decode_block
from steno.format.envelope_scan import scan_envelopes
from steno.format.scan import decode_plain_lines
from steno.session.outline import Outline

if TYPE_CHECKING:
    from pathlib import Path

    from steno.disk.reader import Window


def load_outline(path: Path) -> Outline:
    """Read a file's outline, block by block; UnreadableFileError if it cannot be read."""
    outline = Outline()
    line = 1
    for window in read_windows(path):
        if not isinstance(window, Block) and _add_plain(outline, window, line):
            line = outline.line_count + 1
            continue
        block = window if isinstance(window, Block) else window.block()
        for number, entry in enumerate(decode_block(block, line), line):
            outline.add_entry(entry, number)
        line = outline.line_count + 1
    return outline.finish()


def _add_plain(outline: Outline, window: Window, line: int) -> bool:
    """Add lines of which every one is a plain record; False where one is not."""
    if window.encoding != UTF8:
        return False
    rows = decode_plain_lines(window.held, scan_envelopes, window.end)
    if rows is None:
        return False
    start = 0
    for number, scan in enumerate(rows, line):
        end = window.held.find(b"\n", start, window.end) + 1
        outline.add_line(scan, number, window.offset + start, end - start)
        start = end
    return True
