"""Tool calls summed up by file: how often it was read and changed, and by how many lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.session.tool_calls import ToolCall

READING: Final = frozenset({"Read", "NotebookRead"})
"""The tools that read a file."""
WRITING: Final = frozenset({"Write"})
"""The tools that write a file as a whole."""
CHANGING: Final = frozenset({"Edit", "MultiEdit", "NotebookEdit"}) | WRITING
"""The tools that write or change one."""
_PATHS: Final = ("file_path", "notebook_path")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSum:
    """What tools did to one file."""

    path: str
    """As the calls name it."""
    reads: int
    changes: int
    writes: int
    """Of the changes those that wrote the file as a whole."""
    added: int
    """Lines that the changes put in."""
    removed: int
    """Lines that they took out."""
    errors: int
    """Calls that failed, and so neither read nor changed it."""


class ChangedLines(NamedTuple):
    """How many lines a change put in and took out."""

    added: int
    removed: int


@dataclass(slots=True)
class _File:
    reads: int = 0
    changes: int = 0
    writes: int = 0
    added: int = 0
    removed: int = 0
    errors: int = 0


class FileSums:
    """Sums up calls by file as they come by."""

    def __init__(self) -> None:
        """Begin with none."""
        self._files: dict[str, _File] = {}

    def see(self, call: ToolCall, arguments: Any, structured: Any = None) -> None:
        """Take in a call with its arguments and what the user interface was told of its result."""
        path = file_of(call.name, arguments)
        if path is None or call.result_row is None:
            return
        file = self._files.setdefault(path, _File())
        if call.is_error:
            file.errors += 1
        elif call.name in READING:
            file.reads += 1
        else:
            changed = changed_lines(arguments, structured)
            file.changes += 1
            file.writes += call.name in WRITING
            file.added += changed.added
            file.removed += changed.removed

    def sums(self) -> list[FileSum]:
        """Give the files, those with the most calls first."""
        sums = [
            FileSum(
                path=path, reads=one.reads, changes=one.changes, writes=one.writes,
                added=one.added, removed=one.removed, errors=one.errors,
            )
            for path, one in self._files.items()
        ]  # fmt: skip
        return sorted(sums, key=lambda one: (-(one.reads + one.changes + one.errors), one.path))


def file_of(tool: str, arguments: Any) -> str | None:
    """Name the file that a call reads or changes; None where it does neither."""
    if tool not in READING | CHANGING or not isinstance(arguments, dict):
        return None
    named = (arguments.get(key) for key in _PATHS)
    return next((path for path in named if isinstance(path, str) and path), None)


def changed_lines(arguments: Any, structured: Any) -> ChangedLines:
    """Count the lines that a change put in and took out.

    The result tells it as a patch. Where it does not, as in a new file or in old versions, the
    texts of the arguments do; how often a text was replaced they do not tell: once is counted.
    """
    patch = structured.get("structuredPatch") if isinstance(structured, dict) else None
    lines = list(_patched(patch)) if isinstance(patch, list) else []
    if lines:
        return ChangedLines(
            sum(line.startswith("+") for line in lines),
            sum(line.startswith("-") for line in lines),
        )
    changes = [_replaced(*pair) for pair in _texts(arguments, structured)]
    return ChangedLines(sum(one.added for one in changes), sum(one.removed for one in changes))


def _patched(patch: list[Any]) -> Iterator[str]:
    for hunk in patch:
        lines = hunk.get("lines") if isinstance(hunk, dict) else None
        if isinstance(lines, list):
            yield from (line for line in lines if isinstance(line, str))


def _texts(arguments: Any, structured: Any) -> Iterator[tuple[str, str]]:
    """Yield what was replaced by what."""
    if not isinstance(arguments, dict):
        return
    edits = arguments.get("edits")
    for edit in edits if isinstance(edits, list) else [arguments]:
        if isinstance(edit, dict):
            before, after = edit.get("old_string"), edit.get("new_string")
            if isinstance(before, str) and isinstance(after, str):
                yield before, after
    content = arguments.get("content")
    if isinstance(content, str):
        old = structured.get("originalFile") if isinstance(structured, dict) else None
        yield old if isinstance(old, str) else "", content


def _replaced(before: str, after: str) -> ChangedLines:
    """Count the lines of two texts that are not the same at their beginnings and ends."""
    old, new = _lines(before), _lines(after)
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return ChangedLines(len(new) - start - end, len(old) - start - end)


def _lines(text: str) -> list[str]:
    if not text:
        return []
    return text.removesuffix("\n").split("\n")
