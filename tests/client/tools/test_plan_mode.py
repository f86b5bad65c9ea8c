"""EnterPlanMode and ExitPlanMode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from steno.client.tools.services import Services
from tests.client.surroundings import Surroundings

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class _Mode:
    path: Path
    is_on: bool = False

    def enter(self) -> None:
        self.is_on = True

    def leave(self) -> None:
        self.is_on = False


def _planning(tmp_path: Path) -> tuple[Surroundings, _Mode]:
    mode = _Mode(tmp_path / "plan.md")
    return Surroundings(tmp_path, Services(planning=mode)), mode


def test_a_plan_is_agreed_to(tmp_path: Path) -> None:
    """The plan that was written is given back with the person's word, and the mode ends."""
    around, mode = _planning(tmp_path)
    around.call("EnterPlanMode")
    assert mode.is_on
    mode.path.write_text("# Plan\n")
    answer = around.call("ExitPlanMode")
    assert str(answer.content).startswith("User has approved your plan.")
    assert str(answer.content).endswith("## Approved Plan:\n# Plan\n")
    assert answer.kept == {"plan": "# Plan\n", "isAgent": False, "filePath": str(mode.path)}
    assert not mode.is_on


def test_a_changed_plan_is_told_and_written(tmp_path: Path) -> None:
    """A plan that the person put in is the one that counts."""
    around, mode = _planning(tmp_path)
    mode.enter()
    answer = around.call("ExitPlanMode", plan="mine", planFilePath=str(mode.path))
    assert answer.kept["planWasEdited"] is True
    assert mode.path.read_text() == "mine"


def test_without_a_plan_the_mode_ends_as_well(tmp_path: Path) -> None:
    """No plan file, no plan; outside of the mode the call is refused."""
    around, mode = _planning(tmp_path)
    mode.enter()
    assert "approved exiting plan mode" in str(around.call("ExitPlanMode").content)
    assert "You are not in plan mode" in str(around.call("ExitPlanMode").content)


def test_agents_do_not_enter_it(tmp_path: Path) -> None:
    """A sub-agent cannot change the mode of the person's conversation."""
    around, mode = _planning(tmp_path)
    around.context.agent_id = "a1"
    assert around.call("EnterPlanMode").is_error
    assert not mode.is_on
