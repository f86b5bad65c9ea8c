"""Tool outputs that were too large for the transcript and lie in files beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.disk import layout, walk
from steno.disk.peek import Clipped, read_clipped

if TYPE_CHECKING:
    from steno.disk.discover import SessionFile

READ_LIMIT: Final = 8 << 20
"""How much of an output is read unless the caller asks for more."""

_POINTERS: Final = (
    re.compile(r"<persisted-output>\s{0,4}+[^\n]{0,200}?saved to: ([^\n]+)"),
    re.compile(r"\AError: result [^\n]{0,200}?Output has been saved to ([^\n]+)\.(?:\n|\Z)"),
)
"""How a tool result points at its output: the client's own tools, and those of MCP servers."""


@dataclass(frozen=True, slots=True)
class ResultFile:
    """One output in a session's ``tool-results`` folder."""

    path: Path
    size: int
    mtime_ns: int

    @property
    def from_mcp(self) -> bool:
        """Whether an MCP tool gave it (``mcp-<server>-<tool>-<time>.txt``)."""
        return self.path.name.startswith(layout.MCP_PREFIX)

    def read(self, limit: int = READ_LIMIT) -> Clipped:
        """Read it up to ``limit`` bytes; links are not followed."""
        return read_clipped(self.path, limit, follow_links=False)


def tool_result_files(
    session: SessionFile, problems: list[walk.Problem] | None = None
) -> tuple[ResultFile, ...]:
    """List all outputs of a session by name; links are passed over."""
    complaints = [] if problems is None else problems
    return tuple(
        ResultFile(Path(entry.path), status.st_size, status.st_mtime_ns)
        for folder in _folders(session)
        for entry in walk.entries(folder, complaints)
        if not entry.is_symlink() and (status := walk.regular_file(entry, complaints))
    )


def mcp_result_files(
    session: SessionFile, problems: list[walk.Problem] | None = None
) -> tuple[ResultFile, ...]:
    """List the outputs that MCP tools gave."""
    return tuple(file for file in tool_result_files(session, problems) if file.from_mcp)


def persisted_path(text: str) -> str | None:
    """Give the path that the text of a tool result points at, if the output lies in a file.

    The text is a ``<persisted-output>``, or what the client says of too long an MCP result.
    """
    matches = (pointer.search(text) for pointer in _POINTERS)
    return next((match[1].strip() for match in matches if match), None)


def find_result(session: SessionFile, pointer: str) -> ResultFile | None:
    """Find the output that a transcript points at, by its file name alone.

    The path itself is never followed: a transcript may come from another machine, or lie.
    ``pointer`` is a path, a file name, or the id of a tool call.
    """
    name = re.split(r"[/\\]", pointer.strip())[-1]
    return next((file for file in tool_result_files(session) if _is_named(file, name)), None)


def _is_named(file: ResultFile, name: str) -> bool:
    return name in (file.path.name, file.path.stem)


def _folders(session: SessionFile) -> tuple[Path, ...]:
    """Give the folders of outputs: that of the file's name, and that of the session's id.

    One that is a link is none: it may lead out of the home.
    """
    stems = dict.fromkeys((session.path.stem, session.id))
    holders = (session.path.parent / stem for stem in stems if layout.is_plain_name(stem))
    folders = (holder / "tool-results" for holder in holders if not holder.is_symlink())
    return tuple(folder for folder in folders if not folder.is_symlink())
