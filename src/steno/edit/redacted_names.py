"""Names of files that held a secret: the same new one for the file and in what leads to it."""

from __future__ import annotations

import re
from typing import Any, Final

_FOR_NAMES: Final = str.maketrans({"[": "", "]": "", ":": "-"})
"""What of a placeholder cannot stand in the name of a file everywhere."""
_PLACEHOLDER: Final = re.compile(r"\[[^\[\]]*\]")


class NewNames:
    """What files are called from now on."""

    def __init__(self) -> None:
        """Begin with none."""
        self._names: list[tuple[re.Pattern[str], str]] = []

    def add(self, redacted: str) -> str:
        """Take a name as a text gives it, with placeholders; give the one that a file can have."""
        new = redacted.translate(_FOR_NAMES)
        # A placeholder alone may be anything; behind a slash it is a file.
        before = r"(?<=[/\\])" if _PLACEHOLDER.fullmatch(redacted) else r"(?<![\w.-])"
        self._names.append((re.compile(rf"{before}{re.escape(redacted)}(?![\w-])"), new))
        return new

    def apply(self, value: Any) -> Any:
        """Give a redacted value in which every path leads to the file under its new name."""
        if not self._names:
            return value
        if isinstance(value, str):
            for form, new in self._names:
                value = form.sub(new, value)
            return value
        if isinstance(value, list):
            return [self.apply(item) for item in value]
        if isinstance(value, dict):
            return {self.apply(key): self.apply(item) for key, item in value.items()}
        return value
