"""How soon a console client asks its model, and in how much memory: ours beside the real one."""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from benchmarks.table import Row, at_most, megabytes, seconds
from benchmarks.timing import ROOT, ProgramFailedError, Spent, alternate, ratio
from steno.testing.messages_api import MessagesApi

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.ground import Ground
    from benchmarks.timing import Runner

FIRST_LIMIT: Final = 1
MEMORY_LIMIT: Final = 0.5
_ROUNDS: Final = 2
"""Starts are short: so many more rounds than elsewhere."""
_OURS: Final = "steno-agent -p"
_REAL: Final = "the real client -p"
_PROMPT: Final = "When is low water?"


def ask_rows(ground: Ground) -> list[Row]:
    """Measure from the start of a process to its first request that offers tools, and its peak.

    Without the real client, and in a smoke run, ours is measured alone.
    """
    real = None if ground.is_smoke_run else real_client()
    with MessagesApi(rules=lambda _: "At noon.") as api:
        contenders = {_OURS: partial(_asked, ground.runner, api, _command())}
        if real is not None:
            contenders[_REAL] = partial(_asked, ground.runner, api, [str(real)])
        taken = alternate(contenders, _ROUNDS * ground.rounds)
    return [*_first(taken), *_memory(taken)]


def real_client() -> Path | None:
    """Find the real client: the one that is named, or one that ``make interop`` has installed."""
    named = os.environ.get("CLAUDE_BIN")
    if named:
        return Path(named).absolute()
    cache = Path(os.environ.get("STENO_INTEROP_CACHE") or ROOT / "build" / "interop")
    found = sorted(cache.glob("*/node_modules/@anthropic-ai/claude-code-*/claude"))
    return found[0] if found else None


def _asked(runner: Runner, api: MessagesApi, command: list[str]) -> Spent:
    """Let a client answer one prompt; the time is that until it asks."""
    before, began = len(api.requests), time.time()
    spent = runner.program(*command, "-p", _PROMPT, environ=_quiet(api))
    asked = [request.time for request in api.requests[before:] if request.tools]
    if not asked:
        raise ProgramFailedError(command, 0, "it asked nothing")
    return Spent(asked[0] - began, spent.cpu, spent.rss)


def _quiet(api: MessagesApi) -> dict[str, str]:
    """Give the variables by which a client finds the model, and nobody else on the network."""
    silent = ("DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING", "DISABLE_AUTOUPDATER")
    return {
        **dict.fromkeys((*silent, "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"), "1"),
        **api.environ,
    }


def _command() -> list[str]:
    script = Path(sys.executable).with_name("steno-agent")
    if script.exists():
        return [str(script)]
    return [sys.executable, "-c", "from steno.cli.agent import run; run()"]


def _compared(
    what: str, taken: dict[str, list[float]], shown: Callable[[list[float]], str], limit: float
) -> list[Row]:
    """Give a row for each client, ours behind the real one and held against it."""
    rows = [
        Row("ask", f"{name}: {what}", shown(values))
        for name, values in taken.items()
        if name != _OURS
    ]
    name, told = f"{_OURS}: {what}", shown(taken[_OURS])
    if _REAL not in taken:
        return [Row("ask", name, told)]
    against = ratio(taken[_OURS], taken[_REAL], "the real client")
    return [*rows, Row("ask", name, told, (against,), at_most(limit, against))]


def _first(taken: dict[str, list[Spent]]) -> list[Row]:
    walls = {name: [run.wall for run in runs] for name, runs in taken.items()}
    return _compared(
        "first request", walls, lambda wall: f"{seconds(median(wall))} wall", FIRST_LIMIT
    )


def _memory(taken: dict[str, list[Spent]]) -> list[Row]:
    peaks = {name: [float(run.rss) for run in runs] for name, runs in taken.items()}
    return _compared("memory", peaks, lambda peak: f"{megabytes(max(peak))} RSS", MEMORY_LIMIT)
