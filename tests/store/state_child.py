"""The processes that the crash and race tests start and kill: each works on one state.db."""

from __future__ import annotations

import itertools
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from steno.store import migrations
from steno.store.database import open_state
from steno.store.lineage import Edits
from tests.store.made_state import SLOW, change, facts

if TYPE_CHECKING:
    from collections.abc import Callable


def tell(text: object) -> None:
    """Acknowledge something to the parent, in one write."""
    os.write(1, f"{text}\n".encode())


def one_edit(journal: Edits, writer: str, number: int) -> int:
    """Begin an edit with its file in one step, and finish it in another."""
    with journal.state.writing():
        edit = journal.begin_edit(facts(writer, f"{writer}-{number}"))
        journal.record_file(edit, change())
    journal.finish_edit(edit)
    return edit


def write_many(folder: Path, writer: str, count: int, ready: Any) -> None:
    """Open at the same moment as others and write so many edits."""
    ready.wait()
    with open_state(folder, create=True) as state:
        for number in range(count):
            one_edit(Edits(state), writer, number)


def upgrade_at_once(folder: Path, ready: Any) -> None:
    """Open an older file at the same moment as others, and write an edit to the newest shape."""
    ready.wait()
    with open_state(folder, create=True) as state:
        one_edit(Edits(state), str(os.getpid()), 1)


def write_for_ever(folder: Path) -> None:
    """Write edits and acknowledge each, until somebody kills us."""
    with open_state(folder, create=True) as state:
        for number in itertools.count():
            tell(one_edit(Edits(state), "killed", number))


def create_again_and_again(folder: Path) -> None:
    """Make one new file after the other, until somebody kills us."""
    for number in itertools.count():
        tell(number)
        with open_state(folder / str(number), create=True) as state:
            one_edit(Edits(state), "new", number)


def upgrade_once(folder: Path) -> None:
    """Upgrade an older file, which takes a while, and wait for the end."""
    migrations.MIGRATIONS = (*migrations.MIGRATIONS, SLOW)  # type: ignore[misc]
    tell(0)
    open_state(folder, create=True).close()
    tell(1)
    sys.stdin.read()


JOBS: Final[dict[str, Callable[[Path], None]]] = {
    job.__name__: job for job in (write_for_ever, create_again_and_again, upgrade_once)
}

if __name__ == "__main__":
    JOBS[sys.argv[1]](Path(sys.argv[2]))
