"""Findings of one file: a list that stays bounded however broken the file is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from steno.format.finding import KINDS, Finding, finding

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_FINDINGS: Final = 10_000
"""How many findings of a file are listed one by one."""


class FindingList:
    """Collects findings; past :data:`MOST_FINDINGS` it only counts them by code."""

    def __init__(self) -> None:
        """Begin with none."""
        self._listed: list[Finding] = []
        self._counted: Counter[str] = Counter()

    def add(self, found: Iterable[Finding]) -> None:
        """Take more findings."""
        for one in found:
            if len(self._listed) < MOST_FINDINGS:
                self._listed.append(one)
            else:
                self._counted[one.code] += 1

    def all(self) -> tuple[Finding, ...]:
        """Give the findings by line, and one for each code of which more were counted."""
        more = [
            replace(finding(code, None), message=f"{count:,} more: {KINDS[code].meaning}")
            for code, count in self._counted.items()
        ]
        return (*sorted(self._listed, key=lambda one: one.line or 0), *more)
