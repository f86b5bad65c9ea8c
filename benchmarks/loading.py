"""Loading a session of many lines, and the messages that a resume would send."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from benchmarks.table import Goal, Row, cpu_and_memory, megabytes
from benchmarks.timing import alternate, ratio

if TYPE_CHECKING:
    from benchmarks.ground import Ground
    from benchmarks.timing import Spent

BYTES_A_LINE: Final = 300
"""Goal of a loaded session: what it may hold per line, bodies not counted."""
_JSON: Final = "json, whole file"
_LOAD: Final = "steno.load"
_PARTS: Final = {
    _JSON: "open_json",
    _LOAD: "load_outline",
    "steno.load, and messages()": "load_messages",
    "steno.load, and messages(full_history=True)": "load_history",
}


def load_rows(ground: Ground) -> list[Row]:
    """Measure loading and context beside a plain read of the same file."""
    session = ground.many_lines
    path = str(session.files[0])
    contenders = {name: partial(ground.runner.part, part, path) for name, part in _PARTS.items()}
    taken = alternate(contenders, ground.rounds)
    job = f"load {session.lines:,} lines, {megabytes(session.bytes)}"
    rows = [_row(job, name, taken) for name in taken]
    held = ground.runner.part("load_bytes", path).count
    return [*rows, _held_row(job, held / session.lines)]


def _row(job: str, name: str, taken: dict[str, list[Spent]]) -> Row:
    if name == _JSON:
        return Row(job, name, cpu_and_memory(taken[name]))
    own, plain = ([run.cpu for run in taken[each]] for each in (name, _JSON))
    return Row(job, name, cpu_and_memory(taken[name]), (ratio(own, plain, "json"),))


def _held_row(job: str, held: float) -> Row:
    goal = Goal(f"<= {BYTES_A_LINE} bytes a line", held <= BYTES_A_LINE)
    return Row(job, f"{_LOAD}: held", f"{held:,.0f} bytes a line", goal=goal)
