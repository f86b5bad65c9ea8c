"""Cells of notebooks, changed or read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.format.tool_results.files import NotebookEditResult
from steno.view.parts import CodePart, DiffPart, JsonPart, Part, TextPart
from steno.view.tools.card import ToolCard
from steno.view.tools.contents import failure_parts, output_part, result_parts
from steno.view.tools.diff import text_diff
from steno.view.tools.facts import first_text, member, objects_in
from steno.view.tools.wording import changes, count, short_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from steno.view.tools.facts import ToolFacts


def build_edit(facts: ToolFacts) -> ToolCard:
    """Show how a cell was changed, put in or taken out."""
    result = facts.typed(NotebookEditResult)
    full_path = facts.text("notebook_path", "file_path") or result.notebook_path or ""
    path = short_path(full_path, facts.cwd)
    mode = facts.text("edit_mode") or result.edit_mode or "replace"
    change = _change(facts, result, full_path, mode)
    wrong = (TextPart(result.error, "error"),) if result.error else ()
    diff = change if isinstance(change, DiffPart) else None
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=f"{path} ({mode}{_cell_name(facts, result)})",
        path=path,
        summary=changes(diff.added, diff.removed) if diff else "",
        status="error" if result.error else facts.status,
        parts=(*((change,) if change else ()), *wrong, *failure_parts(facts)),
    )


def _cell_name(facts: ToolFacts, result: NotebookEditResult) -> str:
    name = facts.text("cell_id") or result.cell_id or ""
    number = facts.integer("cell_number")
    if not name and number is not None:
        name = str(number)
    return f" cell {name}" if name else " cell"


def _change(
    facts: ToolFacts, result: NotebookEditResult, path: str, mode: str
) -> CodePart | DiffPart | TextPart | None:
    new, old = facts.text("new_source") or result.new_source or "", result.old_source
    if old is not None:
        return text_diff(path, old, "" if mode == "delete" else new)
    if mode == "delete" or not new:
        return None
    return _source(new, facts.text("cell_type") or result.cell_type or "", result.language or "")


def _source(text: str, cell_type: str, language: str) -> CodePart | TextPart:
    if cell_type in ("markdown", "raw"):
        return TextPart(text, "markdown" if cell_type == "markdown" else "plain")
    return CodePart(text, language or "python")


def build_read(facts: ToolFacts) -> ToolCard:
    """Show the cells of a notebook."""
    full_path = facts.text("notebook_path", "file_path")
    path = short_path(full_path, facts.cwd)
    cells = objects_in(facts.structured)
    ok = facts.status == "ok"
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=path,
        path=path,
        summary=count(len(cells), "cell") if cells and ok else "",
        status=facts.status,
        parts=cell_parts(cells, full_path) if cells and ok else result_parts(facts),
    )


def cell_parts(cells: Iterable[Mapping[str, Any]], path: str) -> tuple[Part, ...]:
    """Show cells one below the other, each with what it printed."""
    return tuple(part for cell in cells for part in _cell(cell, path))


def _cell(cell: Mapping[str, Any], path: str) -> tuple[Part, ...]:
    source = _text(member(cell, "source"))
    kind = first_text(cell, "cellType", "cell_type")
    outputs = tuple(part for output in _outputs(cell) for part in _printed(output))
    if not source and not outputs:
        return (JsonPart(cell),)
    shown = _source(source, kind, first_text(cell, "language"))
    if isinstance(shown, CodePart):
        shown = CodePart(shown.text, shown.language, path)
    return (shown, *outputs)


def _outputs(cell: Mapping[str, Any]) -> tuple[Any, ...]:
    outputs = member(cell, "outputs")
    return tuple(outputs) if isinstance(outputs, list) else ()


def _printed(output: Any) -> tuple[Part, ...]:
    text = _text(output if isinstance(output, str) else member(output, "text"))
    is_error = first_text(output, "output_type") == "error"
    if text:
        return (output_part(text, is_error=is_error),)
    return (JsonPart(output),)


def _text(value: Any) -> str:
    # Notebooks keep a text as one string or as a list of lines.
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""
