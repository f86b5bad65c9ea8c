"""Glob: finds files by their names."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta

from steno.client.tool import ToolAnswer
from steno.client.tools import missing
from steno.client.tools.built_in import BuiltIn, RefusedError, Takes, absolute, shown_path
from steno.client.tools.search_output import hidden_from, visible
from steno.client.tools.search_run import search

if TYPE_CHECKING:
    from steno.client.tool import ToolContext

MOST: Final = 100
_SPECIAL: Final = re.compile(r"[*?\[{]")


class GlobInput(Takes):
    """What Glob takes."""

    pattern: Annotated[str, Meta(description='The names to look for, such as "src/**/*.py".')]
    path: Annotated[
        str | None, Meta(description="The folder to look in; left out: the working folder.")
    ] = None


class Glob(BuiltIn[GlobInput]):
    """The tool."""

    name = "Glob"
    description = (
        "Finds files by a pattern of their names, those changed longest ago first. A pattern "
        "without a slash is looked for in all folders below."
    )
    takes = GlobInput
    read_only = True

    async def refuse(self, wanted: GlobInput, context: ToolContext) -> None:
        """Refuse a folder that is none."""
        if not wanted.path:
            return
        folder = absolute(wanted.path, context)
        if not folder.exists():
            raise RefusedError(f"Directory does not exist: {wanted.path}. {missing.where(context)}")
        if not folder.is_dir():
            raise RefusedError(f"Path is not a directory: {wanted.path}")

    async def act(self, wanted: GlobInput, context: ToolContext) -> ToolAnswer:
        """Look for them."""
        began = time.monotonic()
        folder, pattern = _split(wanted, context)
        globs = [f"--glob={pattern}"] if pattern else []
        options = ["--files", "--hidden", "--no-ignore", "--sort", "modified"]
        lines = await search([*options, *globs, "--", str(folder)], folder, context)
        found = visible(lines, hidden_from(self.name, context))
        names = [shown_path(Path(line), context) for line in found]
        page = names[:MOST]
        kept = {
            "filenames": page,
            "durationMs": round((time.monotonic() - began) * 1000),
            "numFiles": len(page),
            "truncated": len(names) > MOST,
            "totalMatches": len(names),
            "countIsComplete": True,
        }
        return ToolAnswer(_words(page, len(names)), kept)


def _words(page: list[str], total: int) -> str:
    if not page:
        return "No files found"
    told = "\n".join(page)
    if total == len(page):
        return told
    return (
        f"{told}\n(Showing {len(page)} of {total} matching files; {total - len(page)} more are "
        "not listed. Narrow the pattern or path to see the rest.)"
    )


def _split(wanted: GlobInput, context: ToolContext) -> tuple[Path, str]:
    """Give where to look and for what: an absolute pattern says both."""
    folder = absolute(wanted.path, context) if wanted.path else context.cwd
    if not wanted.pattern.startswith("/"):
        return folder, wanted.pattern
    special = _SPECIAL.search(wanted.pattern)
    plain = wanted.pattern[: special.start()] if special else wanted.pattern
    base = plain.rpartition("/")[0] or "/"
    return Path(base), wanted.pattern[len(base.rstrip("/")) :]
