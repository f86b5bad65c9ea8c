"""Rules that people write down for some files only: which they are, and which files are meant."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pathspec import GitIgnoreSpec

MOST: Final = 100
"""Files of one folder, and patterns of one file, that are looked at."""
LONGEST: Final = 500
"""Characters of a pattern; a longer one means nothing."""
_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_COMMA: Final = re.compile(r",(?![^{}]*\})")


def rule_files(folder: Path) -> list[Path]:
    """List the files of a folder of rules: its own first, then those of folders below."""
    try:
        found = [path for path in folder.glob("**/*.md") if path.is_file()]
    except OSError:
        return []
    return sorted(found, key=lambda path: (len(path.parts), path))[:MOST]


def globs_in(listed: object) -> tuple[str, ...]:
    """Read the patterns of a head: a list, or text with commas; none where all files are meant."""
    named = _COMMA.split(listed) if isinstance(listed, str) else listed
    patterns = [str(one).strip() for one in named] if isinstance(named, list) else []
    each = (plain for one in patterns if len(one) <= LONGEST for plain in _without_braces(one))
    globs = tuple(islice((one.removesuffix("/**") for one in each if one), MOST))
    return () if all(one == "**" for one in globs) else globs


def _without_braces(pattern: str) -> Iterator[str]:
    """Write ``*.{a,b}`` out as ``*.a`` and ``*.b``."""
    found = _BRACES.search(pattern)
    if found is None:
        yield pattern
        return
    for one in found[1].split(","):
        yield from _without_braces(pattern[: found.start()] + one + pattern[found.end() :])


def is_meant(path: Path, folder: Path, globs: tuple[str, ...]) -> bool:
    """Say whether the rules of a folder with these patterns are for a file."""
    if not path.is_relative_to(folder):
        return False
    try:
        return _spec(globs).match_file(str(path.relative_to(folder)))
    except ValueError:  # no pattern at all
        return False


@lru_cache(maxsize=256)
def _spec(globs: tuple[str, ...]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - only where there are such rules

    return GitIgnoreSpec.from_lines(globs)
