"""NotebookEdit: replaces, inserts and deletes cells of a Jupyter notebook."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import Meta

from steno.client.tool import ToolAnswer
from steno.client.tools import missing, notebooks, text_files
from steno.client.tools.built_in import BuiltIn, RefusedError, Takes, absolute, one_of

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import ToolContext

_NUMBERED: Final = re.compile(r"cell-(\d{1,9})")
_IDS_SINCE: Final = (4, 5)


class NotebookEditInput(Takes):
    """What NotebookEdit takes."""

    notebook_path: Annotated[str, Meta(description="The absolute path of the .ipynb file.")]
    new_source: Annotated[str, Meta(description="What is to be in the cell.")]
    cell_id: Annotated[
        str | None,
        Meta(description="The cell; a new one comes after it, or first where none is named."),
    ] = None
    cell_type: Annotated[
        Literal["code", "markdown"] | None, one_of("Needed for a new cell.", "code", "markdown")
    ] = None
    edit_mode: Annotated[
        Literal["replace", "insert", "delete"] | None,
        one_of("What to do; replace unless told otherwise.", "replace", "insert", "delete"),
    ] = None

    @property
    def mode(self) -> str:
        """What to do."""
        return self.edit_mode or "replace"


class NotebookEdit(BuiltIn[NotebookEditInput]):
    """The tool."""

    name = "NotebookEdit"
    description = (
        "Changes one cell of a Jupyter notebook that was read before: replaces its source, puts a "
        "new cell after it, or deletes it. Cells without an id are called cell-0, cell-1, ..."
    )
    takes = NotebookEditInput

    async def refuse(self, wanted: NotebookEditInput, context: ToolContext) -> None:
        """Refuse what is no notebook, was not read, or has no such cell."""
        path = absolute(wanted.notebook_path, context)
        if path.suffix != ".ipynb":
            raise RefusedError(
                "File must be a Jupyter notebook (.ipynb file). "
                "For editing other file types, use the FileEdit tool."
            )
        if wanted.mode == "insert" and wanted.cell_type is None:
            raise RefusedError("Cell type is required when using edit_mode=insert.")
        if str(path) in context.seen.stamps and not path.exists():
            raise RefusedError(missing.words(path, context))
        text_files.refuse_unseen(context.seen, path)
        _place(notebooks.parsed(path.read_bytes()), wanted)

    async def act(self, wanted: NotebookEditInput, context: ToolContext) -> ToolAnswer:
        """Keep a copy of what is there and change it."""
        path = absolute(wanted.notebook_path, context)
        context.backups.before_change(path)
        return await asyncio.to_thread(_edit, wanted, path, context)


def _edit(wanted: NotebookEditInput, path: Path, context: ToolContext) -> ToolAnswer:
    old = text_files.load(path)
    notebook = notebooks.parsed(path.read_bytes())
    at = _place(notebook, wanted)
    change = {"replace": _replace, "insert": _insert, "delete": _delete}[wanted.mode]
    told = change(notebook, at, wanted)
    new = notebooks.encoded(notebook)
    text_files.store(path, new.encode("utf-8", "surrogatepass"))
    now = text_files.load(path)
    text_files.note_seen(context.seen, path, now.stamp, now.digest)
    kept = {
        "new_source": wanted.new_source,
        **({"old_source": told["old"]} if "old" in told else {}),
        "cell_type": told["type"],
        "language": notebooks.language_of(notebook),
        "edit_mode": wanted.mode,
        "cell_id": told["id"],
        "error": "",
        "notebook_path": wanted.notebook_path,
        "original_file": old.text,
        "updated_file": new,
    }
    return ToolAnswer(_words(wanted, told["id"]), kept)


def _words(wanted: NotebookEditInput, cell_id: str | None) -> str:
    if wanted.mode == "delete":
        return f"Deleted cell {cell_id}"
    verb = "Inserted" if wanted.mode == "insert" else "Updated"
    return f"{verb} cell {cell_id} with {wanted.new_source}"


def _place(notebook: dict[str, Any], wanted: NotebookEditInput) -> int:
    """Find the cell, or where a new one comes."""
    cells = notebook["cells"]
    if wanted.cell_id is None:
        if wanted.mode != "insert":
            raise RefusedError("Cell ID must be specified when not inserting a new cell.")
        return 0
    at = next((at for at, cell in enumerate(cells) if cell.get("id") == wanted.cell_id), None)
    if at is None:
        at = _numbered(wanted.cell_id, len(cells))
    return at + 1 if wanted.mode == "insert" else at


def _numbered(cell_id: str, count: int) -> int:
    number = _NUMBERED.fullmatch(cell_id)
    if number is None:
        raise RefusedError(f'Cell with ID "{cell_id}" not found in notebook.')
    if int(number[1]) >= count:
        raise RefusedError(f"Cell with index {int(number[1])} does not exist in notebook.")
    return int(number[1])


def _replace(notebook: dict[str, Any], at: int, wanted: NotebookEditInput) -> dict[str, Any]:
    cell = notebook["cells"][at]
    old = notebooks.text_of(cell.get("source"))
    cell["source"] = wanted.new_source
    if wanted.cell_type is not None:
        cell["cell_type"] = wanted.cell_type
    if cell.get("cell_type") == "code":
        # What the old source put out is no longer true; a code cell has to have both members.
        cell |= {"outputs": [], "execution_count": None}
    else:
        cell.pop("outputs", None)
        cell.pop("execution_count", None)
    return {"old": old, "type": cell.get("cell_type"), "id": wanted.cell_id}


def _insert(notebook: dict[str, Any], at: int, wanted: NotebookEditInput) -> dict[str, Any]:
    version = (notebook.get("nbformat", 4), notebook.get("nbformat_minor", 0))
    named = {"id": secrets.token_hex(4)} if version >= _IDS_SINCE else {}
    cell: dict[str, Any] = {
        "cell_type": wanted.cell_type,
        **named,
        "source": wanted.new_source,
        "metadata": {},
    }
    if wanted.cell_type == "code":
        cell |= {"execution_count": None, "outputs": []}
    notebook["cells"].insert(at, cell)
    return {"type": wanted.cell_type, "id": named.get("id")}


def _delete(notebook: dict[str, Any], at: int, wanted: NotebookEditInput) -> dict[str, Any]:
    cell = notebook["cells"].pop(at)
    old = notebooks.text_of(cell.get("source"))
    return {"old": old, "type": cell.get("cell_type"), "id": wanted.cell_id}
