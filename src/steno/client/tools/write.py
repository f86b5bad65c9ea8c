"""Write: puts a file in its place, or all of its content anew."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta

from steno.client.tool import ToolAnswer
from steno.client.tools import text_files
from steno.client.tools.built_in import BuiltIn, Takes, absolute
from steno.client.tools.patch import structured_patch

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import ToolContext

LARGEST_KEPT: Final = 10 << 10
"""The transcript keeps the whole original only of files up to this size."""
IN_CONTEXT: Final = "(file state is current in your context — no need to Read it back)"


class WriteInput(Takes):
    """What Write takes."""

    file_path: Annotated[str, Meta(description="The absolute path of the file.")]
    content: Annotated[str, Meta(description="All that is to be in the file.")]


class Write(BuiltIn[WriteInput]):
    """The tool."""

    name = "Write"
    description = (
        "Writes a file, and the folders above it where they are missing. What was in the file "
        "before is replaced, so a file that exists has to be read first. Prefer Edit for a change "
        "within a file, and write no documentation that was not asked for."
    )
    takes = WriteInput

    async def refuse(self, wanted: WriteInput, context: ToolContext) -> None:
        """Refuse to overwrite what the model has not seen."""
        path = absolute(wanted.file_path, context)
        if path.exists():
            text_files.refuse_unseen(context.seen, path)

    async def act(self, wanted: WriteInput, context: ToolContext) -> ToolAnswer:
        """Keep a copy of what is there and write."""
        path = absolute(wanted.file_path, context)
        context.backups.before_change(path)
        return await asyncio.to_thread(_write, wanted, path, context)


def _write(wanted: WriteInput, path: Path, context: ToolContext) -> ToolAnswer:
    old = text_files.load(path).text if path.exists() else None
    content = wanted.content.encode("utf-8", "surrogatepass")
    text_files.store(path, content)
    seen = text_files.decoded(content, path.stat().st_mtime_ns)
    text_files.note_written(context.seen, path, seen)
    kept = {
        "type": "create" if old is None else "update",
        "filePath": wanted.file_path,
        "content": wanted.content,
        "structuredPatch": structured_patch(old, wanted.content) if old is not None else [],
        "originalFile": old if old is None or len(old) <= LARGEST_KEPT else None,
        "userModified": False,
    }
    if old is None:
        return ToolAnswer(f"File created successfully at: {wanted.file_path} {IN_CONTEXT}", kept)
    return ToolAnswer(updated(wanted.file_path), kept)


def updated(path: str, *, everywhere: bool = False) -> str:
    """Say that a file was changed."""
    how = ". All occurrences were successfully replaced." if everywhere else " successfully."
    return f"The file {path} has been updated{how} {IN_CONTEXT}"
