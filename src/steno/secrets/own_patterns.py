"""Patterns of the user's own: run by RE2, whose time grows with the text and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from steno.errors import ConfigError
from steno.secrets.rule import Danger, Hit, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_PATTERNS: Final = 200
LONGEST_PATTERN: Final = 2_000
_NOT_IN_NAMES: Final = re.compile(r"[^a-z0-9]+")
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_MEMORY: Final = 4 << 20
"""Bytes that one compiled pattern may take."""


@dataclass(frozen=True, slots=True)
class OwnPattern:
    """One pattern of the user's, compiled."""

    rule: Rule
    compiled: Any

    def find(self, text: str) -> Iterator[Hit]:
        """Find all stretches; the group ``secret`` or the first group is what counts."""
        group = self._group()
        for found in self.compiled.finditer(_SURROGATES.sub("?", text)):
            start, end = found.span(group)
            if 0 <= start < end:
                yield Hit(self.rule, start, end)

    def _group(self) -> int:
        first = 1 if self.compiled.groups else 0
        return int(self.compiled.groupindex.get("secret", first))


def own_patterns(patterns: Mapping[str, str]) -> tuple[OwnPattern, ...]:
    """Compile the patterns by name; ConfigError where one cannot be used, or RE2 is missing."""
    if not patterns:
        return ()
    if len(patterns) > MOST_PATTERNS:
        raise ConfigError(f"secrets.patterns holds more than {MOST_PATTERNS} patterns; join some.")
    re2 = _re2()
    return tuple(OwnPattern(_rule(name), _compiled(re2, name, text))
                 for name, text in patterns.items())  # fmt: skip


def _re2() -> Any:
    try:
        import re2  # noqa: PLC0415 - an extra, which few need
    except ImportError as error:
        raise ConfigError(
            "secrets.patterns needs google-re2, with which no pattern can take forever. "
            "Install it with: pip install 'steno[patterns]', or remove the patterns."
        ) from error
    return re2


def _rule(name: str) -> Rule:
    slug = _NOT_IN_NAMES.sub("-", name.lower()).strip("-")[:48] or "own"
    return Rule(slug, "own", f"your own pattern {name}", Danger.HIGH, 4)


def _compiled(re2: Any, name: str, text: str) -> Any:
    if len(text) > LONGEST_PATTERN:
        raise ConfigError(f"secrets.patterns.{name} is longer than {LONGEST_PATTERN} characters.")
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    try:
        return re2.compile(text, options=options)
    except (re2.error, UnicodeError) as error:
        told = error.args[0] if error.args else error
        reason = told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)
        raise ConfigError(
            f"secrets.patterns.{name} is no pattern that RE2 takes: {reason}. "
            "It knows neither back references nor look-around; mend or remove it."
        ) from error
