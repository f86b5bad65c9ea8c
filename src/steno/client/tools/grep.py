"""Grep: searches what is in files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import Meta

from steno.client.tool import ToolAnswer
from steno.client.tools import missing
from steno.client.tools.built_in import BuiltIn, RefusedError, Takes, absolute, one_of, shown_path
from steno.client.tools.search_output import hidden_from, visible, visible_lines
from steno.client.tools.search_run import search

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import ToolContext

MOST: Final = 250
"""Lines or files that are given unless told otherwise."""
MOST_COLUMNS: Final = 500

_HISTORIES: Final = (".git", ".svn", ".hg", ".bzr", ".jj", ".sl")
_OPTIONS: Final = {
    "before": "-B",
    "after": "-A",
    "around": "-C",
    "numbers": "-n",
    "ignore_case": "-i",
    "only_matching": "-o",
}


class GrepInput(Takes, rename=_OPTIONS):
    """What Grep takes."""

    pattern: Annotated[str, Meta(description="The regular expression, as ripgrep reads it.")]
    path: Annotated[str | None, Meta(description="The file or folder; the working folder.")] = None
    glob: Annotated[str | None, Meta(description='Files to search, such as "*.{ts,tsx}".')] = None
    output_mode: Annotated[
        Literal["content", "files_with_matches", "count"] | None,
        one_of(
            "What is given: lines, files (unless told otherwise) or numbers.",
            "content",
            "files_with_matches",
            "count",
        ),
    ] = None
    before: Annotated[float | None, Meta(description="Lines before each match.")] = None
    after: Annotated[float | None, Meta(description="Lines after each match.")] = None
    around: Annotated[float | None, Meta(description="Lines before and after.")] = None
    context: Annotated[float | None, Meta(description="The same as -C.")] = None
    numbers: Annotated[bool | None, Meta(description="Numbers of lines; true.")] = None
    ignore_case: Annotated[bool | None, Meta(description="Whether case is no matter.")] = None
    only_matching: Annotated[bool | None, Meta(description="Only what matched of a line.")] = None
    type: Annotated[str | None, Meta(description="A kind of file: py, js, rust, go, ...")] = None
    head_limit: Annotated[
        float | None, Meta(description="So many lines or files at most; 250, and 0 for all.")
    ] = None
    offset: Annotated[float | None, Meta(description="So many are passed over first.")] = None
    multiline: Annotated[bool | None, Meta(description="Whether a match may span lines.")] = None

    @property
    def mode(self) -> str:
        """What is given."""
        return self.output_mode or "files_with_matches"


class Grep(BuiltIn[GrepInput]):
    """The tool."""

    name = "Grep"
    description = (
        "Searches files for a regular expression (the syntax of ripgrep: escape braces that are "
        "meant). What .gitignore names is left out. Gives the names of files, newest first, or "
        "the lines, or how many there are."
    )
    takes = GrepInput
    read_only = True

    async def refuse(self, wanted: GrepInput, context: ToolContext) -> None:
        """Refuse a place that is not there."""
        if wanted.path and not absolute(wanted.path, context).exists():
            raise RefusedError(f"Path does not exist: {wanted.path}. {missing.where(context)}")

    async def act(self, wanted: GrepInput, context: ToolContext) -> ToolAnswer:
        """Search and show."""
        place = absolute(wanted.path, context) if wanted.path else context.cwd
        lines = await search(_arguments(wanted, place), context.cwd, context)
        is_hidden = hidden_from(self.name, context)
        if wanted.mode == "files_with_matches":
            return _files(wanted, visible(lines, is_hidden), context)
        shown = visible_lines(lines, is_hidden, numbered=wanted.numbers is not False)
        return (_count if wanted.mode == "count" else _content)(wanted, shown, context)


def _arguments(wanted: GrepInput, place: Path) -> list[str]:
    arguments = ["--hidden", "--sort", "path", "--max-columns", str(MOST_COLUMNS)]
    arguments += [f"--glob=!{name}" for name in _HISTORIES]
    if wanted.multiline:
        arguments += ["-U", "--multiline-dotall"]
    arguments += ["-i"] if wanted.ignore_case else []
    arguments += _shape(wanted)
    arguments += [f"--glob={glob}" for glob in _globs(wanted.glob)]
    arguments += [f"--type={wanted.type}"] if wanted.type else []
    return [*arguments, f"--regexp={wanted.pattern}", "--", str(place)]


def _shape(wanted: GrepInput) -> list[str]:
    if wanted.mode == "files_with_matches":
        return ["-l"]
    if wanted.mode == "count":
        return ["-c", "-H", "--null"]
    shape = ["-n", "--null"]
    shape += ["-o"] if wanted.only_matching else []
    around = wanted.context if wanted.context is not None else wanted.around
    if around is not None:
        return [*shape, "-C", str(int(around))]
    for option, number in (("-B", wanted.before), ("-A", wanted.after)):
        if number is not None:
            shape += [option, str(int(number))]
    return shape


def _globs(told: str | None) -> list[str]:
    """Take several globs apart; a comma within braces belongs to its glob."""
    found: list[str] = []
    for word in (told or "").split():
        found += [word] if "{" in word else [one for one in word.split(",") if one]
    return found


def _page(wanted: GrepInput, items: list[str]) -> tuple[list[str], dict[str, int], str]:
    """Cut a page out of what was found; with it what the transcript and what the model is told."""
    offset = int(wanted.offset or 0)
    limit = MOST if wanted.head_limit is None else int(wanted.head_limit)
    page = items[offset : offset + limit] if limit > 0 else items[offset:]
    told: dict[str, int] = {}
    if limit > 0 and len(items) - offset > limit:
        told["appliedLimit"] = limit
    if offset:
        told["appliedOffset"] = offset
    words = {"appliedLimit": "limit", "appliedOffset": "offset"}
    return page, told, ", ".join(f"{words[key]}: {number}" for key, number in told.items())


def _relative(line: str, context: ToolContext) -> str:
    return line.removeprefix(f"{context.cwd}/")


def _content(wanted: GrepInput, lines: list[str], context: ToolContext) -> ToolAnswer:
    page, told, words = _page(wanted, [_relative(line, context) for line in lines])
    content = "\n".join(page)
    kept = {
        "mode": "content",
        "numFiles": 0,
        "filenames": [],
        "content": content,
        "numLines": len(page),
        **told,
    }
    shown = content or "No matches found"
    if words:
        shown += f"\n\n[Showing results with pagination = {words}]"
    return ToolAnswer(shown, kept)


def _count(wanted: GrepInput, lines: list[str], context: ToolContext) -> ToolAnswer:
    page, told, words = _page(wanted, [_relative(line, context) for line in lines])
    counts = [int(found[1]) for line in page if (found := re.search(r":(\d+)$", line))]
    content, total = "\n".join(page), sum(counts)
    kept: dict[str, Any] = {
        "mode": "count",
        "numFiles": len(page),
        "filenames": [],
        "content": content,
        "numMatches": total,
        **told,
    }
    summary = (
        f"Found {total} total {_plural(total, 'occurrence')} across {_files_words(len(page))}."
    )
    tail = f" with pagination = {words}" if words else ""
    return ToolAnswer(f"{content or 'No matches found'}\n\n{summary}{tail}", kept)


def _files(wanted: GrepInput, lines: list[str], context: ToolContext) -> ToolAnswer:
    newest = sorted(lines, key=lambda line: (-_modified(line, context), line))
    names = [shown_path(context.cwd / line, context) for line in newest]
    page, told, words = _page(wanted, names)
    kept = {"mode": "files_with_matches", "filenames": page, "numFiles": len(page), **told}
    if not page:
        return ToolAnswer("No files found", kept)
    head = f"Found {_files_words(len(page))}{f' {words}' if words else ''}"
    return ToolAnswer("\n".join([head, *page]), kept)


def _modified(name: str, context: ToolContext) -> int:
    try:
        return (context.cwd / name).stat().st_mtime_ns
    except OSError:
        return 0


def _plural(number: int, word: str) -> str:
    return word if number == 1 else f"{word}s"


def _files_words(number: int) -> str:
    return f"{number} {_plural(number, 'file')}"
