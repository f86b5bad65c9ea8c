"""Files that were written whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.format.tool_results.files import WriteResult
from steno.view.parts import CodePart, DiffPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts
from steno.view.tools.diff import patch_diff, text_diff
from steno.view.tools.language import language_of
from steno.view.tools.wording import changes, count, joined, short_path

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts

CREATED: Final = "File created"
"""How the model is told that there was no such file before."""


def build(facts: ToolFacts) -> ToolCard:
    """Show a new file as code and a changed one as a diff."""
    result = facts.typed(WriteResult)
    full_path = facts.text("file_path") or result.file_path or ""
    path = short_path(full_path, facts.cwd)
    shown = _shown(facts, result, full_path)
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=path,
        path=path,
        summary=_summary(facts, result, shown) if facts.status == "ok" else "",
        status=facts.status,
        parts=(shown, *failure_parts(facts)),
        figures=_figures(shown) if facts.status == "ok" else (),
    )


def _summary(facts: ToolFacts, result: WriteResult, shown: CodePart | DiffPart) -> str:
    note = "changed by the user" if result.user_modified else ""
    if isinstance(shown, DiffPart):
        return joined(changes(shown.added, shown.removed), note)
    if result.type == "create" or facts.result_text.startswith(CREATED):
        return joined(changes(shown.lines, 0), "new file", note)
    # Without the text before, nobody can say how much of it is new.
    return joined(count(shown.lines, "line"), note)


def _figures(shown: CodePart | DiffPart) -> tuple[Figure, ...]:
    if isinstance(shown, DiffPart):
        return Figure("lines added", shown.added), Figure("lines removed", shown.removed)
    return (Figure("lines", shown.lines),)


def _shown(facts: ToolFacts, result: WriteResult, path: str) -> CodePart | DiffPart:
    content = facts.text("content") or result.content or ""
    if result.structured_patch:
        return patch_diff(path, result.structured_patch)
    if result.original_file is not None:
        return text_diff(path, result.original_file, content)
    return CodePart(content, language_of(path), path, 1)
