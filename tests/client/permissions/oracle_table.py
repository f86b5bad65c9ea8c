"""What the real client decided, call by call, and what we decide where we are stricter."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from steno.client.permissions.context import Decision, PermissionContext, listed_rules
from steno.client.permissions.decide import decide

if TYPE_CHECKING:
    from steno.client.permissions.rule import Source
    from tests.client.permissions.places import Places

TABLE: Final = Path(__file__).parents[2] / "data" / "permissions" / "2.1.197.json"
_SOURCES: Final[dict[str, Source]] = {
    "flag": "flag",
    "project": "projectSettings",
    "local": "localSettings",
    "user": "userSettings",
}
_CHANGE_NOTHING: Final = ("Agent", "Skill", "TaskCreate", "TaskList", "TaskUpdate")
"""Tools that say of themselves that they change nothing of the person's."""


@dataclass(frozen=True, slots=True)
class Case:
    """One call."""

    tool: str
    given: dict[str, Any]
    measured: str
    """What the real client decided."""
    ours: str
    """What we decide: the same, or stricter."""
    why: str
    """The reason to be stricter; empty where it is the same."""


@dataclass(frozen=True, slots=True)
class Group:
    """Calls that are decided on under the same mode and rules."""

    name: str
    mode: Any
    source: str
    """Where the rules stand: flag, project, local or user."""
    rules: dict[str, list[str]]
    more_folders: list[str]
    cases: list[Case]

    def decide(self, case: Case, places: Places) -> Decision:
        """Decide on a call ourselves."""
        context = PermissionContext(
            mode=self.mode,
            cwd=places.project,
            root=places.project,
            more_folders=tuple(Path(folder) for folder in places.filled(self.more_folders)),
            rules=listed_rules(places.filled(self.rules), _SOURCES[self.source]),
            is_read_only=case.tool in _CHANGE_NOTHING,
            home=places.home,
        )
        return decide(case.tool, places.filled(case.given), context)


def groups() -> list[Group]:
    """Read the table."""
    return [
        Group(**(entry | {"cases": [_case(*case) for case in entry["cases"]]}))
        for entry in json.loads(TABLE.read_text("utf-8"))
    ]


def _case(
    tool: str, given: dict[str, Any], measured: str, ours: str | None = None, why: str = ""
) -> Case:
    return Case(tool, given, measured, ours or measured, why)
