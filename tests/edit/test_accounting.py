"""Tokens and cost of a home are the same before and after any edits."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from steno.analyse.cost import Prices, cost_of
from steno.disk.discover import Home
from steno.edit.apply import apply
from steno.edit.clone import clone
from steno.edit.compress import Bands, compress
from steno.edit.redact import redact
from steno.edit.trim import Trim, trim
from steno.edit.undo import undo
from steno.session.api_messages import read_messages
from steno.session.session import load_file
from steno.session.tokens import MessageTable
from steno.store.database import open_state
from tests.edit.conversations import conversation
from tests.edit.edited import in_home

if TYPE_CHECKING:
    from decimal import Decimal
    from pathlib import Path

    from steno.edit.plan import Plan
    from steno.session.session import Session

EDITS = 100


def account(home: Path) -> tuple[Any, Decimal | None, int]:
    """Count all API messages of a home once: their tokens, their cost, their number."""
    table = MessageTable()
    for file in Home(home).sessions():
        table.merge(read_messages(file.path))
        for agent in file.subagents:
            table.merge(read_messages(agent.path))
    # What an edit of a full context leaves beside a reply counts nothing.
    billed = [usage for usage in table.usages() if usage.tokens.output_tokens]
    return table.total(), cost_of(billed, Prices()).cost_usd, len(billed)


def some_edit(session: Session, rng: Random) -> Plan:
    """Plan an edit by chance."""
    in_place = rng.random() < 0.5
    kind = rng.randrange(5)
    if kind == 0:
        at = str(rng.randrange(1, len(session.turns) + 1)) if rng.random() < 0.5 else None
        return clone(session, at=at, keep_uuids=rng.random() < 0.5)
    if kind == 1:
        return compress(session, Bands(rng.randrange(3), rng.randrange(2)), in_place=in_place)
    if kind == 2:
        return redact(session, in_place=in_place)
    names = ("tool_calls", "tool_results", "thinking", "images", "progress")
    chosen: dict[str, Any] = {name: rng.random() < 0.4 for name in names}
    if not chosen["images"] and rng.random() < 0.3:
        chosen["shrink_images"] = 64
    if any(chosen.values()) and rng.random() < 0.3:
        chosen["older_than"] = timedelta(seconds=rng.randrange(30))
    if set(chosen) & {"shrink_images"} or any(chosen[name] for name in names[:2]):
        chosen["larger_than"] = rng.choice((None, 20, 500))
    turns = (1, rng.randrange(1, 4)) if rng.random() < 0.3 or not any(chosen.values()) else None
    return trim(session, Trim(**chosen, turns=turns), in_place=in_place)


@pytest.mark.parametrize("seed", range(2))
def test_random_edits_change_no_account(tmp_path: Path, seed: int) -> None:
    """In place and not, one on the result of another, some of them undone."""
    rng = Random(seed)
    home = tmp_path / "home"
    for number in range(3):
        name = f"{number:08}-0000-4000-8000-000000000000"
        lines = conversation(seed * 10 + number)
        for line in lines:
            if line["type"] == "assistant":
                line["message"]["id"] += f"-{number}"
        in_home(home, *lines, session_id=name)
    before = account(home)
    assert before[2] > 5
    for _ in range(EDITS // 2):
        files = list(Home(home).sessions())
        session = load_file(files[rng.randrange(len(files))])
        if not session.turns:
            continue
        done = apply(some_edit(session, rng), tmp_path / "data")
        if rng.random() < 0.2:
            with open_state(tmp_path / "data", create=True) as state:
                undo(state, done.edit)
        assert account(home) == before
