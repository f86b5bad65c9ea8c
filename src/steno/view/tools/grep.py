"""Lines and files found by a pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.search import GrepResult
from steno.view.parts import ListPart, OutputPart, Part, line_count
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, output_part
from steno.view.tools.glob import NOTHING, listed
from steno.view.tools.wording import count, short_path

if TYPE_CHECKING:
    from steno.view.tools.facts import ToolFacts

FILES_MODE = "files_with_matches"


def build(facts: ToolFacts) -> ToolCard:
    """Show the pattern, where it was looked for, and what was found."""
    result = facts.typed(GrepResult)
    path = short_path(facts.text("path"), facts.cwd)
    ok = facts.status == "ok"
    mode = result.mode or facts.text("output_mode") or FILES_MODE
    found = _found(facts, result, mode) if ok else ()
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=_argument(facts, path),
        path=path,
        summary=_summary(result, found) if ok else "",
        status=facts.status,
        parts=(*found, *failure_parts(facts)),
        figures=_figures(found),
    )


def _argument(facts: ToolFacts, path: str) -> str:
    where = f" in {path}" if path else ""
    among = facts.text("glob") or facts.text("type")
    return f'"{facts.text("pattern")}"{where}{f" ({among})" if among else ""}'


def _found(facts: ToolFacts, result: GrepResult, mode: str) -> tuple[Part, ...]:
    if mode == FILES_MODE:
        files = result.filenames if result.filenames is not None else listed(facts)
        return (ListPart(files, are_paths=True),) if files else ()
    if result.content is not None:
        kept = output_part(facts.result_text).kept_in
        return (OutputPart(result.content.strip("\n"), kept_in=kept),) if result.content else ()
    told = facts.result_text
    return () if not told or told.startswith(NOTHING) else (output_part(told),)


def _summary(result: GrepResult, found: tuple[Part, ...]) -> str:
    if not found:
        return "no matches"
    if result.num_matches is not None:
        return f"{count(result.num_matches, 'match', 'matches')} in {_files(result)}"
    shown = found[0]
    if isinstance(shown, ListPart):
        return _of_total(len(shown.entries), result.total_files, "file")
    number = result.num_lines if result.num_lines is not None else _lines(shown)
    return _of_total(number, result.total_lines, "line")


def _files(result: GrepResult) -> str:
    return count(result.num_files or 0, "file")


def _lines(part: Part) -> int:
    return line_count(part.text) if isinstance(part, OutputPart) else 0


def _of_total(number: int, total: int | None, thing: str) -> str:
    if total is None or total <= number:
        return count(number, thing)
    return f"{number:,} of {count(total, thing)}"


def _figures(found: tuple[Part, ...]) -> tuple[Figure, ...]:
    lists = [part for part in found if isinstance(part, ListPart)]
    if lists:
        return (Figure("files", len(lists[0].entries)),)
    return tuple(Figure("lines", _lines(part)) for part in found)
