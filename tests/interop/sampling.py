"""Long series against other programs: a fixed part of each by default, all of them with FULL=1."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")
FULL: Final = bool(os.environ.get("FULL"))
"""Whether everything is tried, and not just a fixed sample of it."""


def sample(series: Sequence[T], every: int) -> list[T]:
    """Give a fixed part of a series, or all of it."""
    return list(series) if FULL else list(series)[::every]
