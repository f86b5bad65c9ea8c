"""Pieces of files that were replaced: Edit and MultiEdit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.files import EditResult, MultiEditResult
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts
from steno.view.tools.diff import join_diffs, patch_diff, text_diff
from steno.view.tools.facts import first_text, member
from steno.view.tools.wording import changes, count, joined, short_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from steno.view.parts import DiffPart
    from steno.view.tools.facts import ToolFacts


def build(facts: ToolFacts) -> ToolCard:
    """Show the replacement of one piece as a diff."""
    result = facts.typed(EditResult)
    path = facts.text("file_path") or result.file_path or ""
    if result.structured_patch:
        diff = patch_diff(path, result.structured_patch)
    else:
        step = {
            "old_string": facts.text("old_string") or result.old_string or "",
            "new_string": facts.text("new_string") or result.new_string or "",
            "replace_all": facts.flag("replace_all") or result.replace_all is True,
        }
        diff = _diff_of_steps(path, result.original_file, (step,))
    note = "changed by the user" if result.user_modified else ""
    return _card(facts, path, diff, note)


def build_multi(facts: ToolFacts) -> ToolCard:
    """Show several replacements in one file as one diff."""
    result = facts.typed(MultiEditResult)
    path = facts.text("file_path") or result.file_path or ""
    steps = facts.objects("edits")
    if result.structured_patch:
        diff = patch_diff(path, result.structured_patch)
    else:
        original = result.original_file_contents or result.original_file
        diff = _diff_of_steps(path, original, steps)
    note = "changed by the user" if result.user_modified else ""
    return _card(facts, path, diff, joined(count(len(steps), "edit"), note))


def _card(facts: ToolFacts, full_path: str, diff: DiffPart, note: str) -> ToolCard:
    path = short_path(full_path, facts.cwd)
    done = facts.status == "ok"
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=path,
        path=path,
        summary=joined(changes(diff.added, diff.removed), note) if done else "",
        status=facts.status,
        parts=(diff, *failure_parts(facts)),
        figures=_figures(diff) if done else (),
    )


def _figures(diff: DiffPart) -> tuple[Figure, ...]:
    return Figure("lines added", diff.added), Figure("lines removed", diff.removed)


def _diff_of_steps(path: str, original: str | None, steps: Iterable[Mapping[str, Any]]) -> DiffPart:
    steps = tuple(steps)
    edited = None if original is None else _edited(original, steps)
    if original is not None and edited is not None:
        return text_diff(path, original, edited)
    pieces = (
        text_diff(path, first_text(s, "old_string"), first_text(s, "new_string"), placed=False)
        for s in steps
    )
    return join_diffs(path, pieces)


def _edited(original: str, steps: Iterable[Mapping[str, Any]]) -> str | None:
    # Where a piece is not found, the kept original is not what was edited, and says nothing.
    text = original
    for step in steps:
        old, new = first_text(step, "old_string"), first_text(step, "new_string")
        if not old or old not in text:
            return None
        text = text.replace(old, new, -1 if member(step, "replace_all") is True else 1)
    return text
