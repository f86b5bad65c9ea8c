"""Edits that are killed at any point: the original or the complete result, never half."""

from __future__ import annotations

import os
import random
import signal
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.edit.apply import apply
from steno.edit.clone import clone
from steno.edit.compress import Bands, compress
from steno.edit.redact import redact
from steno.edit.trim import Trim, trim
from steno.edit.undo import undo
from steno.secrets.scan import Scanner
from steno.session.session import load
from steno.store.database import open_state
from steno.store.lineage import Edits
from tests.edit.conversations import conversation
from tests.edit.edited import in_home
from tests.edit.test_apply import snapshot
from tests.written import write_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.edit.plan import Plan
    from steno.session.session import Session

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes as POSIX does")

KILLS: Final = [pytest.param(20, id="20"), pytest.param(1000, id="1000", marks=pytest.mark.stress)]
EVENTS: Final = ("open", "os.", "sqlite3.", "shutil.", "fcntl.")
"""What a process does to files, as the interpreter tells it to a hook."""

SCANNER: Final = Scanner(patterns={"word": "answer"})
EDITS: Final[dict[str, Callable[[Session], Plan]]] = {
    "clone": clone,
    "fork": lambda session: clone(session, at="1", keep_uuids=True),
    "trim": lambda session: trim(session, Trim(tool_calls=True)),
    "trim in place": lambda session: trim(session, Trim(tool_calls=True), in_place=True),
    "redact in place": lambda session: redact(session, SCANNER, in_place=True),
    "compress": lambda session: compress(session, Bands(1)),
    "compress in place": lambda session: compress(session, Bands(1), in_place=True),
}


def kill_at(number: int) -> None:
    """Have this process killed when it does its n-th thing to a file."""
    left = number

    def hook(event: str, _: Any) -> None:
        nonlocal left
        if event.startswith(EVENTS) and event != "os.kill":
            left -= 1
            if left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


def in_a_child(number: int, work: Callable[[], object]) -> bool:
    """Do something in a child that is killed on the way; say whether it came to its end."""
    child = os.fork()
    if child == 0:
        try:
            kill_at(number)
            work()
            os._exit(0)
        except BaseException:  # noqa: BLE001 - nothing of the tests may go on in the child
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), status
    return status == 0


def made(folder: Path, seed: int) -> Session:
    """Write a session with a tool result beside it."""
    source = in_home(folder / "home", *conversation(seed))
    assert source.path is not None
    write_lines(source.path.with_suffix("") / "tool-results" / "big.txt", b"big")
    return load(source.path)


@pytest.mark.parametrize("kills", KILLS)
@pytest.mark.parametrize("edit", EDITS)
def test_killed_edit_leaves_the_original_or_the_result(edit: str, kills: int) -> None:
    """Whenever it is killed; and what it left can be cleaned up to the last byte."""
    chance, ended = random.Random(edit), 0
    for number in range(kills):
        with TemporaryDirectory() as name:
            folder = Path(name)
            source = made(folder, 7)
            before = snapshot(folder / "home")
            plan = EDITS[edit](source)
            expected = {
                str(file.path.relative_to(folder / "home")): b"".join(file.content())
                for file in plan.files
                if file.content is not None
            }
            point = number + 1 if kills > 100 else chance.randrange(1, 120)
            ended += in_a_child(point, partial(apply, plan, folder / "data"))
            assert_whole(folder, before, expected, plan)
            clean_up(folder)
            assert snapshot(folder / "home") in (before, {**before, **expected})
    assert ended < kills


def assert_whole(
    folder: Path, before: dict[str, bytes], expected: dict[str, bytes], plan: Plan
) -> None:
    """Check that every file is as it was or as it should be, and a session complete."""
    after = {
        name: content
        for name, content in snapshot(folder / "home").items()
        if ".steno-" not in name
    }
    for name, content in after.items():
        assert content in (before.get(name), expected.get(name)), name
    own = str(plan.result_path.relative_to(folder / "home"))
    if after.get(own) == expected[own]:
        assert after == {**before, **expected}
    else:
        assert {name: after[name] for name in before} == before


def clean_up(folder: Path) -> None:
    """Undo the edits that were cut off, as a user would; temporary files are swept by the next."""
    with open_state(folder / "data", create=True) as state:
        for edit in Edits(state).pending():
            undo(state, edit.id)
    for path in (folder / "home").rglob(".steno-*"):
        path.unlink()


@pytest.mark.parametrize("kills", KILLS)
def test_killed_undo_leaves_either(kills: int) -> None:
    """The result or the original; and another undo finishes it."""
    chance = random.Random(1)
    for number in range(kills):
        with TemporaryDirectory() as name:
            folder = Path(name)
            source = made(folder, 7)
            before = snapshot(folder / "home")
            done = apply(trim(source, Trim(tool_calls=True), in_place=True), folder / "data")
            after = snapshot(folder / "home")

            def work(data: Path = folder / "data", edit: int = done.edit) -> None:
                with open_state(data, create=True) as state:
                    undo(state, edit)

            in_a_child(number + 1 if kills > 100 else chance.randrange(1, 60), work)
            found = {k: v for k, v in snapshot(folder / "home").items() if ".steno-" not in k}
            assert found in (before, after)
