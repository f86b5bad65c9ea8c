"""Long pastes: the input names them, and what is sent has all of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

MOST_LINES: Final = 10
"""Lines of a paste that the input shows."""
_NAME: Final = re.compile(r"\[Pasted text #\d+ \+\d+ lines\]")


@dataclass(slots=True)
class Pastes:
    """What was pasted, by the name that stands for it."""

    _texts: dict[str, str] = field(default_factory=dict)

    def taken(self, text: str) -> str:
        """Give what the input shows of a paste: all of it, or a name for it."""
        lines = text.count("\n") + 1
        if lines <= MOST_LINES:
            return text
        name = f"[Pasted text #{len(self._texts) + 1} +{lines} lines]"
        self._texts[name] = text
        return name

    def expanded(self, shown: str) -> str:
        """Put the pastes in for their names."""
        return _NAME.sub(lambda match: self._texts.get(match[0], match[0]), shown)
