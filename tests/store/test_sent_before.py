"""What other programs sent before us."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.store.database import open_state
from steno.store.sent_before import Progress, SentElsewhere

if TYPE_CHECKING:
    from pathlib import Path


def test_progress_is_kept_by_sink_and_never_goes_back(tmp_path: Path) -> None:
    """Whatever the session is called."""
    with open_state(tmp_path, create=True) as state:
        known = SentElsewhere(state)
        assert known.take_over("a", [Progress("s", 9, 2), Progress("odd\udcff", 1, 1)]) == 2
        assert known.take_over("a", [Progress("s", 4, 3)]) == 1
        assert known.of_sink("a") == {
            "s": Progress("s", 9, 3), "odd\udcff": Progress("odd\udcff", 1, 1),
        }  # fmt: skip
        assert known.of_sink("b") == {}
