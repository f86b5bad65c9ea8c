"""Single runs of hooks."""

from __future__ import annotations

import asyncio
import tracemalloc
from typing import TYPE_CHECKING, Any

from steno.client.hook_runs import MOST_OUTPUT, Hook, HookRun, run_hook

if TYPE_CHECKING:
    from pathlib import Path


def ran(hook: Hook, folder: Path, told: Any = None) -> HookRun:
    """Run a hook."""
    return asyncio.run(run_hook(hook, told or {}, "call", folder, {"PATH": "/usr/bin:/bin"}))


def test_a_command(tmp_path: Path) -> None:
    """It gets JSON, runs in the folder, and is told apart by its exit code and streams."""
    run = ran(Hook(command="cat; pwd >&2; exit 3"), tmp_path, {"a": "ü"})
    assert (run.exit_code, run.stdout.strip()) == (3, '{"a":"ü"}')
    assert run.stderr.strip() == str(tmp_path)
    assert not run.objects
    assert run.answer == {}


def test_what_it_says_as_json(tmp_path: Path) -> None:
    """An object is an answer; words, lists and broken JSON are none."""
    assert ran(Hook(command="""echo '{"a": 1}'"""), tmp_path).answer == {"a": 1}
    for words in ("hello", "[1]", "{broken"):
        assert ran(Hook(command=f"echo '{words}'"), tmp_path).answer == {}


def test_one_that_hangs(tmp_path: Path) -> None:
    """It is killed after its time, however it ignores signals."""
    run = ran(Hook(command="trap '' TERM INT; sleep 20", timeout=0.2), tmp_path)
    assert run.timed_out
    assert run.duration_ms < 5000


def test_one_that_cannot_be_run(tmp_path: Path) -> None:
    """A folder that is gone, or a command that is none, is a failure and no error of ours."""
    assert ran(Hook(command="true"), tmp_path / "gone").exit_code == 1
    assert ran(Hook(command="no-such-command-here"), tmp_path).exit_code == 127


def test_one_that_does_not_read(tmp_path: Path) -> None:
    """A hook need not read what it is told, however much that is."""
    run = ran(Hook(command="exit 0"), tmp_path, {"a": "x" * 1_000_000})
    assert run.exit_code == 0


def test_a_call(tmp_path: Path) -> None:
    """A function gets what a command gets; its end and its errors are the same to us."""

    async def answers(told: Any, call_id: str | None) -> Any:
        return {"told": told, "call": call_id}

    async def hangs(_: Any, __: str | None) -> Any:
        await asyncio.sleep(20)

    async def throws(_: Any, __: str | None) -> Any:
        raise ValueError("oops")

    assert ran(Hook(call=answers), tmp_path, {"a": 1}).answer == {"told": {"a": 1}, "call": "call"}
    assert ran(Hook(call=hangs, timeout=0.1), tmp_path).timed_out
    failed = ran(Hook(call=throws), tmp_path)
    assert (failed.exit_code, failed.stderr) == (1, "oops")


def test_one_that_puts_out_more_than_anybody_reads(tmp_path: Path) -> None:
    """The beginning is kept; the rest never comes to be in the memory at once."""
    command = "head -c 50000000 /dev/zero | tr '\\0' x; head -c 50000000 /dev/zero >&2; exit 3"
    tracemalloc.start()
    try:
        run = ran(Hook(command=command), tmp_path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (run.exit_code, len(run.stdout), len(run.stderr)) == (3, MOST_OUTPUT, MOST_OUTPUT)
    assert peak < 20 * MOST_OUTPUT
