"""Every edit is proven: the real client resumes the result, and sends what the plan says."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.edit.clone import clone
from steno.edit.trim import Trim, trim
from steno.session.session import load
from tests.interop.agreement import disagreement
from tests.interop.resuming import Attempt, Resumer
from tests.recorded_resumes import SHARED, session_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from steno.edit.plan import Plan
    from steno.session.session import Session
    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop

FULL: Final = bool(os.environ.get("FULL"))
_AT_A_TIME: Final = 3
LEAST: Final = 60
"""Sessions on which every edit has to be proven."""


def _middle(session: Session) -> str:
    """Name the turn in the middle of what is active."""
    active = [turn.number for turn in session.turns if turn.is_active]
    return str(active[len(active) // 2]) if active else "1"


EDITS: Final[dict[str, Callable[[Session], Plan]]] = {
    "clone": clone,
    "fork": lambda session: clone(session, at=_middle(session), keep_uuids=True),
    "trim tools": lambda session: trim(session, Trim(tool_calls=True)),
    "trim thinking": lambda session: trim(session, Trim(thinking=True)),
}
"""Every edit that is tried on every session."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An edit of a session, with what came of it."""

    source: Session
    result: Session
    plan: Plan
    content: bytes


def edited(name: str, edit: str, folder: Path) -> Tried | None:
    """Edit a session of the corpus; None where it has no conversation to edit."""
    source_path = folder / Path(name).name
    folder.mkdir(parents=True)
    shutil.copyfile(SHARED / "corpus" / name, source_path)
    source = load(source_path)
    if not source.turns:
        return None
    plan = EDITS[edit](source)
    own = next(file for file in plan.files if file.path == plan.result_path)
    assert own.content is not None
    content = b"".join(own.content())
    plan.result_path.write_bytes(content)
    assert source_path.read_bytes() == (SHARED / "corpus" / name).read_bytes()
    return Tried(source, load(plan.result_path), plan, content)


@pytest.fixture(scope="module")
def crew() -> Iterator[Executor]:
    """Give those who resume."""
    with ThreadPoolExecutor(_AT_A_TIME) as crew:
        yield crew
        crew.shutdown(wait=False, cancel_futures=True)


@pytest.fixture(scope="module", params=list(EDITS))
def tried(
    request: pytest.FixtureRequest,
    client: Client,
    scripts: Path,
    crew: Executor,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[str, dict[str, Tried], Resumer]:
    """Give one kind of edit on all sessions, with the resumes of the results under way."""
    folder = tmp_path_factory.mktemp("edited")
    resumer = Resumer(client, scripts, folder / "resumed", crew)
    found: dict[str, Tried] = {}
    for number, name in enumerate(session_names()):
        one = edited(name, request.param, folder / str(number))
        if one is not None:
            found[name] = one
            resumer.start(name, Attempt.by_path(one.content, resumer.folder_for(name)))
    return request.param, found, resumer


def test_real_client_sends_what_the_result_says(
    tried: tuple[str, dict[str, Tried], Resumer], report: list[str], tmp_path: Path
) -> None:
    """To the last key, on all sessions."""
    edit, found, resumer = tried
    if not found:
        pytest.skip("needs the corpus in ../shared")
    differing = {
        name: said
        for name in found
        if (said := disagreement(resumer.attempt(name), resumer.resumed(name), tmp_path))
    }
    sent = sum(resumer.resumed(name).request is not None for name in found)
    changed = sum(bool(one.plan.changes) for one in found.values())
    report.append(
        f"{edit}: the client resumed {sent} of {len(found)} results and sent what steno says of "
        f"{len(found) - len(differing)}; {changed} had something to edit"
    )
    assert differing == {}
    assert sent >= LEAST
    assert {name for name in found if resumer.resumed(name).request is None} <= {
        name for name, one in found.items() if one.source.refusal is not None
    }


def test_edit_did_what_it_says(tried: tuple[str, dict[str, Tried], Resumer]) -> None:
    """Wherever there was something to edit; elsewhere there are no changes."""
    edit, found, _ = tried
    for name, one in found.items():
        CHECKS[edit](one)
        assert one.source.usage == one.result.usage or edit == "fork", name


def _check_clone(one: Tried) -> None:
    assert one.plan.changes == ()
    assert one.source.messages() == one.result.messages()
    old, new = ({uuid for uuid in s.outline.uuids if uuid} for s in (one.source, one.result))
    assert len(old) == len(new)
    assert not old & new


def _check_fork(one: Tried) -> None:
    assert {u for u in one.result.outline.uuids if u} <= set(one.source.outline.uuids)
    if one.source.refusal is None and one.result.refusal is None:
        assert len(one.result.messages()) <= len(one.source.messages())


def _check_tools(one: Tried) -> None:
    before, after = _types(one.source), _types(one.result)
    assert not after & {"tool_use", "tool_result", "server_tool_use"}
    if before & {"tool_use", "tool_result"}:
        assert one.plan.changes
        assert one.plan.saved_tokens > 0
    assert _prompts(one.source) == _prompts(one.result)


def _check_thinking(one: Tried) -> None:
    before, after = _types(one.source), _types(one.result)
    assert not after & {"thinking", "redacted_thinking"}
    assert after == before - {"thinking", "redacted_thinking"}
    assert _prompts(one.source) == _prompts(one.result)


def _types(session: Session) -> set[str]:
    return {
        block["type"]
        for message in session.messages()
        if isinstance(message["content"], list)
        for block in message["content"]
    }


def _prompts(session: Session) -> list[str]:
    """Give what the person sent, of what is active."""
    return [turn.text for turn in session.turns if turn.is_human and turn.is_active]


CHECKS: Final[dict[str, Callable[[Tried], Any]]] = {
    "clone": _check_clone,
    "fork": _check_fork,
    "trim tools": _check_tools,
    "trim thinking": _check_thinking,
}
