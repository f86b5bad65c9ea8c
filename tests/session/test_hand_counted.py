"""Sessions counted by hand: turns, calls, sub-agents, branches and compactions are right."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import steno
from steno.analyse.inventory import take_inventory
from steno.session.input_kind import InputKind
from steno.session.turns import count_human

if TYPE_CHECKING:
    from steno import Session

DATA: Final = Path(__file__).parents[1] / "data"
COUNTED: Final[list[dict[str, Any]]] = tomllib.loads(
    (DATA / "hand_counted.toml").read_text("utf-8")
)["session"]
FIGURES: Final = {
    "turns": {*InputKind, "human", "active", "interrupted", "further"},
    "calls": {"paired", "unpaired", "errors", "parallel"},
    "agents": {"tied_by", "layouts", "depths", "background"},
    "branches": {
        "root", "lost", "cycle", "sidechain", "rewind", "retry", "fork", "forks", "fan_outs",
    },
}  # fmt: skip
"""What can be said of a session, so that a figure with a slip in its name is no figure lost."""


def name(counted: dict[str, Any]) -> str:
    """Name a session by its version and the end of its path."""
    path = Path(counted.get("sample") or counted["corpus"])
    return f"{counted['versions'][0]}-{path.stem[:30]}"


@pytest.fixture(scope="module", params=COUNTED, ids=name)
def counted(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Give one session after the other, with what was counted in it."""
    found: dict[str, Any] = request.param
    return found


@pytest.fixture(scope="module")
def path(counted: dict[str, Any], request: pytest.FixtureRequest) -> Path:
    """Give the session's file; without the corpus those of the corpus are skipped."""
    if "sample" in counted:
        return DATA / str(counted["sample"])
    corpus: Path = request.getfixturevalue("corpus")
    return corpus / "projects" / str(counted["corpus"])


@pytest.fixture(scope="module")
def session(path: Path) -> Session:
    """Load the session."""
    return steno.load(path)


def figures(**found: Any) -> dict[str, Any]:
    """Leave out what is none, as the hand-written figures do."""
    return {name: figure for name, figure in found.items() if figure}


def test_versions_and_api_messages(counted: dict[str, Any], path: Path) -> None:
    """Every version that wrote to the file is told, and every API message is counted once."""
    inventory = take_inventory(path)
    assert sorted(inventory.versions) == sorted(counted["versions"])
    assert len(inventory.messages) == counted["api_messages"]


def test_turns(counted: dict[str, Any], session: Session) -> None:
    """They begin where they should, of the right kinds, told apart by who sent them."""
    turns = session.turns
    assert [turn.line for turn in turns] == counted["opened"]
    assert counted["turns"] == figures(
        **Counter(turn.input_kind.value for turn in turns),
        human=count_human(turns),
        active=sum(turn.is_active for turn in turns),
        interrupted=sum(turn.interrupted for turn in turns),
        further=sum(len(turn.prompts) for turn in turns),
    )


def test_tool_calls(counted: dict[str, Any], session: Session) -> None:
    """Every use has its result or none, and those of one message are a group."""
    calls = session.tool_calls
    groups = Counter(call.message_id for call in calls)
    assert counted.get("calls", {}) == figures(
        paired=session.pairing.paired,
        unpaired=len(session.pairing.calls_without_result),
        errors=sum(call.is_error for call in calls),
        parallel=sum(size > 1 for size in groups.values()),
    )
    assert session.pairing.results_without_call == session.pairing.repeated_results == ()


def test_subagents(counted: dict[str, Any], session: Session) -> None:
    """All are found, each with its place and what ties it to the call that began it."""
    agents = session.subagents
    assert counted.get("agents", {}) == figures(
        tied_by=Counter("nothing" if each.tied_by is None else each.tied_by for each in agents),
        layouts=Counter(each.layout.value for each in agents),
        depths=Counter(str(each.depth) for each in agents),
        background=sum(each.background for each in agents),
    )


def test_branches(counted: dict[str, Any], session: Session) -> None:
    """A branch begins where the conversation parts, never where tools only fan out."""
    graph = session.graph
    forks = len(graph.forks)
    assert counted["branches"] == figures(
        **Counter(branch.kind.value for branch in graph.branches),
        forks=forks,
        fan_outs=len(graph.branch_points) - forks,
    )


def test_compactions(counted: dict[str, Any], session: Session) -> None:
    """Each is found with what set it off, and with how much it kept and dropped."""
    assert counted.get("compactions", []) == [
        figures(
            kind=each.kind.value,
            trigger=each.trigger,
            preserved=len(each.preserved_rows),
            dropped=each.dropped_messages,
            cleared=len(each.cleared_calls),
        )
        for each in session.compactions
    ]


def test_sessions_are_many_and_of_many_versions() -> None:
    """The count is worth something: a dozen sessions and more, from the first client on."""
    versions = {version for counted in COUNTED for version in counted["versions"]}
    assert len(COUNTED) >= 16
    assert {version[:3] for version in versions} == {"1.0", "2.0", "2.1"}
    assert len(versions) >= 16


def test_figures_are_spelt_as_they_are_read() -> None:
    """A name that no test looks at would be a figure that nobody checks."""
    for counted in COUNTED:
        assert "shows" in counted or "sample" in counted
        for group, names in FIGURES.items():
            assert counted.get(group, {}).keys() <= names
