"""Lines that hang on one another in a circle: the oldest gets back what it hung on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.edit.draft import set_parent
from steno.edit.repairs.hanging import line_above
from steno.session.forest import Forest

if TYPE_CHECKING:
    from steno.edit.repairs.workpiece import Workpiece


def mend_cycles(work: Workpiece) -> None:
    """Cut every circle above its oldest line."""
    for cycle in Forest(work.outline).cycles:
        row = cycle[0]
        target = line_above(work, row, cycle)
        above = None if target is None else work.outline.uuids[target]
        where = (
            "begins the conversation" if target is None else f"hangs on line {work.line(target)}"
        )
        work.change(row, set_parent(above), f"it hung on what hangs on it; it {where} now")
