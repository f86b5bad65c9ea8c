"""Files found by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.format.tool_results.search import GlobResult
from steno.view.parts import ListPart
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts
from steno.view.tools.wording import count, short_path

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts

NOTHING: Final = ("No files", "No matches")
"""How the model is told that nothing was found."""


def build(facts: ToolFacts) -> ToolCard:
    """Show the pattern, where it was looked for, and the files."""
    result = facts.typed(GlobResult)
    path = short_path(facts.text("path"), facts.cwd)
    found = result.filenames if result.filenames is not None else listed(facts)
    number = result.num_files if result.num_files is not None else len(found)
    ok = facts.status == "ok"
    took = result.duration_ms
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=f"{facts.text('pattern')} in {path}" if path else facts.text("pattern"),
        path=path,
        summary=_summary(result, number) if ok else "",
        status=facts.status,
        parts=(*((ListPart(found, are_paths=True),) if found else ()), *failure_parts(facts)),
        figures=(
            *((Figure("files", number),) if ok else ()),
            *(() if took is None else (Figure("duration", took, "ms"),)),
        ),
    )


def _summary(result: GlobResult, number: int) -> str:
    if not number:
        return "no files"
    total = result.total_matches
    if total is not None and total > number:
        more = "" if result.count_is_complete else "at least "
        return f"{number:,} of {more}{count(total, 'file')}"
    cut = result.truncated or result.timed_out
    return f"{count(number, 'file')}, there are more" if cut else count(number, "file")


def listed(facts: ToolFacts) -> tuple[str, ...]:
    """Give the files that the model was told of, one on each line."""
    told = facts.result_text.strip("\n")
    if facts.status != "ok" or not told or told.startswith(NOTHING):
        return ()
    lines = told.split("\n")
    # Grep counts the files first; both end with a note where there are more.
    named = lines[1:] if lines[0].startswith("Found ") else lines
    return tuple(line for line in named if line and not line.startswith("(Results"))
