"""What a command put out: whole, cut and saved where it is long, or a picture."""

from __future__ import annotations

import base64
import os
import re
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.client.tools import images
from steno.client.tools.built_in import FailedError, size_words
from steno.disk.layout import tool_results_dir
from steno.disk.private_files import make_private_folder

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.shell import Shell

MOST_SHOWN: Final = 30_000
"""Characters of an output that the model is given whole."""
PREVIEW: Final = 2000
MOST_OF_ERROR: Final = 10_000

_LONGEST_CHARACTER: Final = 4
_BLANK_LINES: Final = re.compile(r"^(?:[ \t]*\n)+")
_PICTURE: Final = re.compile(
    r"data:(image/[a-z0-9.+_-]+);base64,([A-Za-z0-9+/=\s]+)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Output:
    """An output as it is kept and shown."""

    text: str
    """What the transcript keeps: the beginning, where it is long."""
    shown: str
    """What the model is given."""
    size: int
    saved: Path | None = None
    """Where all of it is, if that is not what is shown."""


def collect(shell: Shell, session_path: Path) -> Output:
    """Give what a command has put out; what is too long is saved beside the session."""
    size = shell.size()
    head = shell.piece(0, (MOST_SHOWN + 1) * _LONGEST_CHARACTER).decode("utf-8", "replace")
    whole = size <= (MOST_SHOWN + 1) * _LONGEST_CHARACTER
    text = trimmed(head) if whole else _BLANK_LINES.sub("", head)
    if whole and len(text) <= MOST_SHOWN:
        shell.output.unlink(missing_ok=True)
        return Output(text, text, size)
    saved = _save(shell, session_path)
    return Output(text[:MOST_SHOWN], _preview(text, size, saved), size, saved)


def trimmed(text: str) -> str:
    """Take blank lines away from the beginning, and all that is blank from the end."""
    return _BLANK_LINES.sub("", text).rstrip()


def _save(shell: Shell, session_path: Path) -> Path:
    folder = tool_results_dir(session_path)
    make_private_folder(folder)
    place = folder / f"{shell.id}.txt"
    try:
        os.link(shell.output, place)
    except OSError:  # another file system
        shutil.copyfile(shell.output, place)
        place.chmod(0o600)
    shell.output.unlink(missing_ok=True)
    return place


def _preview(text: str, size: int, saved: Path) -> str:
    beginning = text[:PREVIEW]
    cut = beginning.rfind("\n")
    shown = beginning[:cut] if cut > PREVIEW // 2 else beginning
    return (
        f"<persisted-output>\nOutput too large ({size_words(size)}). Full output saved to: "
        f"{saved}\n\nPreview (first 2KB):\n{shown}\n...\n</persisted-output>"
    )


def error_text(told: list[str], shell: Shell) -> str:
    """Give what a failed command put out, after what is told of it; the middle may be left out."""
    size, span = shell.size(), MOST_OF_ERROR * _LONGEST_CHARACTER
    head = _BLANK_LINES.sub("", shell.piece(0, span).decode("utf-8", "replace"))
    text = "\n".join([*told, *([head.rstrip()] if head.strip() else [])])
    if size > span:
        half = MOST_OF_ERROR // 2
        tail = shell.piece(size - span, span).decode("utf-8", "replace").rstrip()
        left_out = size + len("\n".join(told)) - MOST_OF_ERROR
        text = _joined(text[:half], left_out, tail[-half:])
    else:
        text = shortened(text)
    shell.output.unlink(missing_ok=True)
    return text


def shortened(text: str) -> str:
    """Leave out the middle of a text that is too long for an error."""
    if len(text) <= MOST_OF_ERROR:
        return text
    half = MOST_OF_ERROR // 2
    return _joined(text[:half], len(text) - MOST_OF_ERROR, text[-half:])


def _joined(head: str, left_out: int, tail: str) -> str:
    return f"{head}\n\n... [{left_out} characters truncated] ...\n\n{tail}"


def as_picture(text: str) -> dict[str, Any] | None:
    """Give an output that is a picture as one: some programs print their plots that way."""
    match = _PICTURE.fullmatch(text.strip())
    if match is None:
        return None
    try:
        content = base64.b64decode("".join(match[2].split()), validate=True)
        picture = images.picture(content, "the output")
    except (ValueError, FailedError):
        return None  # what only looks like one would make the API refuse the whole conversation
    source = picture.block()["source"]
    ordered = {key: source[key] for key in ("type", "media_type", "data")}
    return {"type": "image", "source": ordered}
