"""Pictures in a prompt: paths that were typed, pasted or dragged into it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from steno.config import expanded

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steno.client.prompts import Content

_SUFFIX: Final = r"\.(?:png|jpe?g|gif|webp)"
_PATH: Final = re.compile(
    rf"""(?:^|(?<=\s))(?:"([^"\n]+{_SUFFIX})"|'([^'\n]+{_SUFFIX})'|((?:[^\s\\"'@]|\\.)(?:[^\s\\]|\\.)*{_SUFFIX}))(?=[\s,.;:!?)]|$)""",
    re.IGNORECASE,
)
MOST: Final = 20
"""Pictures of one prompt."""


def with_pictures(
    text: str, cwd: Path, hides: Callable[[Path], bool] = lambda _: False
) -> tuple[Content, list[str]]:
    """Put the pictures that a text names into a prompt; say what could not be sent, and why.

    A name becomes ``[Image #1]``. What is no file that is there stays as it was typed.
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
        return f"[Image #{len(blocks)}]"

    told = _PATH.sub(taken, text)
    if not blocks:
        return text, problems
    return [{"type": "text", "text": told}, *blocks], problems


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
