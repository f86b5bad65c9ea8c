"""Calls of the tools that read, search and change files."""

from __future__ import annotations

import base64
import difflib
from typing import Any, Final

from steno.testing.tool_run import Outcome, ToolRun

CONTEXT_LINES: Final = 3


def read(path: str, text: str, *, start: int = 1, total: int | None = None) -> ToolRun:
    """Read a text file, or a part of it that begins at line ``start``."""
    lines = text.split("\n")
    shown = "\n".join(f"{number:>6}\t{line}" for number, line in enumerate(lines, start))
    file = {
        "filePath": path,
        "content": text,
        "numLines": len(lines),
        "startLine": start,
        "totalLines": total or len(lines),
    }
    part = {} if total is None else {"offset": start, "limit": len(lines)}
    return ToolRun(
        "Read", {"file_path": path, **part}, Outcome(shown, {"type": "text", "file": file})
    )


def read_image(path: str, image: bytes) -> ToolRun:
    """Read a PNG picture."""
    data = base64.b64encode(image).decode()
    file = {"base64": data, "type": "image/png", "originalSize": len(image)}
    outcome = Outcome([image_block(image)], {"type": "image", "file": file})
    return ToolRun("Read", {"file_path": path}, outcome)


def image_block(image: bytes) -> dict[str, Any]:
    """Give a PNG picture as a content block."""
    data = base64.b64encode(image).decode()
    return {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": data},
    }


def write(path: str, text: str, *, before: str | None = None) -> ToolRun:
    """Write a new file, or replace the whole of an old one."""
    told = f"Created {path}." if before is None else f"Updated {path}."
    result = {
        "type": "create" if before is None else "update",
        "filePath": path,
        "content": text,
        "structuredPatch": [] if before is None else patch(before, text),
        "originalFile": before,
        "userModified": False,
    }
    return ToolRun("Write", {"file_path": path, "content": text}, Outcome(told, result))


def edit(path: str, before: str, old: str, new: str, *, replace_all: bool = False) -> ToolRun:
    """Replace a piece of a file's text."""
    after = before.replace(old, new) if replace_all else before.replace(old, new, 1)
    result = {
        "filePath": path,
        "oldString": old,
        "newString": new,
        "originalFile": before,
        "structuredPatch": patch(before, after),
        "userModified": False,
        "replaceAll": replace_all,
    }
    arguments = {
        "replace_all": replace_all, "file_path": path, "old_string": old, "new_string": new,
    }  # fmt: skip
    return ToolRun("Edit", arguments, Outcome(f"{path} has been updated.", result))


def multi_edit(path: str, before: str, *edits: tuple[str, str]) -> ToolRun:
    """Replace several pieces at once (1.0.x)."""
    after = before
    for old, new in edits:
        after = after.replace(old, new, 1)
    asked = [{"old_string": old, "new_string": new} for old, new in edits]
    result = {
        "filePath": path,
        "edits": [{**one, "replace_all": False} for one in asked],
        "originalFileContents": before,
        "structuredPatch": patch(before, after),
        "userModified": False,
    }
    told = f"Applied {len(edits)} edits to {path}"
    return ToolRun("MultiEdit", {"file_path": path, "edits": asked}, Outcome(told, result))


def list_folder(path: str, *names: str) -> ToolRun:
    """List a folder (the LS tool of 1.0.x)."""
    told = "\n".join([f"- {path}/", *(f"  - {name}" for name in names)])
    return ToolRun("LS", {"path": path}, Outcome(told, told))


def glob(pattern: str, *paths: str) -> ToolRun:
    """Find files by their names."""
    result = {
        "filenames": list(paths), "durationMs": 31, "numFiles": len(paths), "truncated": False,
    }  # fmt: skip
    return ToolRun("Glob", {"pattern": pattern}, Outcome("\n".join(paths) or "No files", result))


def grep(pattern: str, path: str, *lines: str) -> ToolRun:
    """Find lines by a pattern."""
    found = "\n".join(lines)
    result = {
        "mode": "content", "numFiles": 0, "filenames": [], "content": found, "numLines": len(lines),
    }  # fmt: skip
    arguments = {"pattern": pattern, "path": path, "output_mode": "content", "-n": True}
    return ToolRun("Grep", arguments, Outcome(found or "No matches", result))


def grep_files(pattern: str, *paths: str) -> ToolRun:
    """Find the files in which a pattern stands."""
    told = "\n".join([f"Found {len(paths)} files", *paths])
    result = {"mode": "files_with_matches", "filenames": list(paths), "numFiles": len(paths)}
    arguments = {"pattern": pattern, "output_mode": "files_with_matches"}
    return ToolRun("Grep", arguments, Outcome(told, result))


def patch(before: str, after: str) -> list[dict[str, Any]]:
    """Give the hunks between two texts as the client stores them."""
    old, new = before.split("\n"), after.split("\n")
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [
        _hunk(old, new, opcodes) for opcodes in matcher.get_grouped_opcodes(CONTEXT_LINES)
    ]  # fmt: skip


def _hunk(
    old: list[str], new: list[str], opcodes: list[tuple[str, int, int, int, int]]
) -> dict[str, Any]:
    lines: list[str] = []
    for tag, old_start, old_end, new_start, new_end in opcodes:
        if tag == "equal":
            lines += [f" {line}" for line in old[old_start:old_end]]
            continue
        lines += [f"-{line}" for line in old[old_start:old_end]]
        lines += [f"+{line}" for line in new[new_start:new_end]]
    (_, old_first, _, new_first, _), (_, _, old_last, _, new_last) = opcodes[0], opcodes[-1]
    return {
        "oldStart": old_first + 1,
        "oldLines": old_last - old_first,
        "newStart": new_first + 1,
        "newLines": new_last - new_first,
        "lines": lines,
    }
