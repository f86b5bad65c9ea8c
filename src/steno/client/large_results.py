"""Results that are too large for a conversation: kept in a file, with the beginning shown."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from steno.client.tools.built_in import size_words
from steno.disk import layout
from steno.disk.writer import replace_file

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import ToolAnswer

MOST_CHARACTERS: Final = 50_000
"""Of a result that the model sees as it is."""
PREVIEW: Final = 2000
_BOUNDED: Final = frozenset({"Read", "Agent", "Task", "Skill"})
"""Tools that keep their answers short by themselves, or have to be seen whole."""
_ALPHABET: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def kept_aside(answer: ToolAnswer, tool: str, session_path: Path) -> ToolAnswer:
    """Give an answer as the model sees it; one that is too large is written to a file first."""
    text = answer.content
    if not isinstance(text, str) or len(text) <= MOST_CHARACTERS or tool in _BOUNDED:
        return answer
    name = "b" + "".join(secrets.choice(_ALPHABET) for _ in range(8))
    path = layout.tool_results_dir(session_path) / f"{name}.txt"
    raw = text.encode("utf-8", "replace")
    replace_file(path, raw, expected_sha256=None)
    shown = (
        f"<persisted-output>\nOutput too large ({size_words(len(raw))}). Full output saved to: "
        f"{path}\n\nPreview (first 2KB):\n{text[:PREVIEW]}\n...\n</persisted-output>"
    )
    return replace(answer, content=shown)
