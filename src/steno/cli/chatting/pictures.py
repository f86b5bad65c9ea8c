"""Pictures in a prompt: whole or quoted paths, as they come when a file is dragged into it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from steno.config import expanded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from steno.client.prompts import Content

_SUFFIX: Final = r"\.(?:png|jpe?g|gif|webp)"
_PATH: Final = re.compile(
    rf"""(?:^|(?<=\s))(?:"([^"\n]+{_SUFFIX})"|'([^'\n]+{_SUFFIX})'|((?:/|~/|file://)(?:[^\s\\]|\\.)*{_SUFFIX}))(?=[\s,.;:!?)]|$)""",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\[Image #(\d{1,6})\]")
MOST: Final = 20
"""Pictures of one prompt."""


def with_pictures(
    text: str, cwd: Path, first: int = 1, hides: Callable[[Path], bool] = lambda _: False
) -> tuple[Content, list[str]]:
    """Put the pictures that a text names into a prompt; say what could not be sent, and why.

    Behind a path comes ``[Image #1]``, counted from ``first``. A bare name within a sentence is
    words, and what is no file that is there stays as it was typed.
    """
    blocks: list[dict[str, Any]] = []
    problems: list[str] = []

    def taken(match: re.Match[str]) -> str:
        path = cwd / _path(match)
        if len(blocks) >= MOST or not _is_file(path):
            return match[0]
        if hides(path):
            problems.append(f"{match[0]} was not sent: a rule denies that it is read")
            return match[0]
        try:
            blocks.append(_block(path))
        except (OSError, ValueError) as error:
            problems.append(f"{match[0]} was not sent: {error}")
            return match[0]
        return f"{match[0]} [Image #{first + len(blocks) - 1}]"

    told = _PATH.sub(taken, text)
    if not blocks:
        return text, problems
    return [{"type": "text", "text": told}, *blocks], problems


def last_number(contents: Iterable[object]) -> int:
    """Give the highest number that a picture has in what was said."""
    found = (number for content in contents for number in _NUMBER.findall(_words(content)))
    return max(map(int, found), default=0)


def _words(content: object) -> str:
    if isinstance(content, list):
        texts = (block.get("text") for block in content if isinstance(block, dict))
        return "\n".join(text for text in texts if isinstance(text, str))
    return content if isinstance(content, str) else ""


def _path(match: re.Match[str]) -> Path:
    quoted = match[1] or match[2]
    named = quoted or re.sub(r"\\(.)", r"\1", match[3])
    if named.startswith("file://"):
        named = unquote(urlsplit(named).path)
    return expanded(named)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _block(path: Path) -> dict[str, Any]:
    from steno.client.tools.built_in import FailedError
    from steno.client.tools.images import picture

    try:
        return picture(path.read_bytes(), str(path)).block()
    except FailedError as error:
        raise ValueError(str(error)) from error
