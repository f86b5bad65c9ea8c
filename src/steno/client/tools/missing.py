"""What is said of a file that is not there: where we are, and what may have been meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import ToolContext


def words(path: Path, context: ToolContext) -> str:
    """Say that there is no such file, and name one that has the same name but for its ending."""
    said = f"File does not exist. {where(context)}"
    similar = _similar(path)
    return f"{said} Did you mean {similar}?" if similar else said


def where(context: ToolContext) -> str:
    """Say where we are, for a model that may have lost its way."""
    return f"Note: your current working directory is {context.cwd}."


def _similar(path: Path) -> str | None:
    try:
        names = sorted(one.name for one in path.parent.iterdir() if one.stem == path.stem)
    except OSError:
        return None
    return names[0] if names else None
