"""EnterPlanMode and ExitPlanMode: first a plan, then the person's word, then the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from steno.client.tool import ToolAnswer
from steno.client.tools.built_in import BuiltIn, RefusedError, Takes

if TYPE_CHECKING:
    from steno.client.tool import ToolContext
    from steno.client.tools.services import Planning, Services

_ENTERED = (
    "Entered plan mode. You should now focus on exploring the codebase and designing an "
    "implementation approach."
)
_HOW = (
    "Read what is there, weigh the ways to do it, and ask with AskUserQuestion where a choice is "
    "the person's. Write the plan to the plan file; change nothing else. Then call ExitPlanMode."
)
_NOT_PLANNING = (
    "You are not in plan mode. To enter plan mode, call the EnterPlanMode tool first. If your plan "
    "was already approved, continue with implementation."
)


class EnterPlanModeInput(Takes):
    """What EnterPlanMode takes: nothing."""


class EnterPlanMode(BuiltIn[EnterPlanModeInput]):
    """Begins to plan."""

    name = "EnterPlanMode"
    description = (
        "Begins to plan, for work that the person should agree to before it is done. Until the "
        "plan is agreed to, nothing is changed but the plan file."
    )
    takes = EnterPlanModeInput

    def __init__(self, services: Services) -> None:
        """Take what knows the mode."""
        self._planning = services.planning

    async def refuse(self, wanted: EnterPlanModeInput, context: ToolContext) -> None:
        """Refuse where there is no such mode: agents do not plan for others."""
        del wanted
        if self._planning is None or context.agent_id is not None:
            raise RefusedError("EnterPlanMode tool cannot be used in agent contexts")

    async def act(self, wanted: EnterPlanModeInput, context: ToolContext) -> ToolAnswer:
        """Begin."""
        del wanted, context
        if self._planning is not None:
            self._planning.enter()
        return ToolAnswer(f"{_ENTERED}\n\n{_HOW}", {"message": _ENTERED})


class ExitPlanModeInput(Takes, rename={"plan_path": "planFilePath", "prompts": "allowedPrompts"}):
    """What ExitPlanMode takes; whoever agrees may put another plan in."""

    plan: Annotated[str | None, Meta(description="Read from the plan file.")] = None
    plan_path: Annotated[str | None, Meta(description="Filled in.")] = None
    prompts: Annotated[list[Any] | None, Meta(description="Not used here.")] = None


class ExitPlanMode(BuiltIn[ExitPlanModeInput]):
    """Ends the planning, once the person has agreed: the call itself is asked about."""

    name = "ExitPlanMode"
    description = (
        "Shows the plan in the plan file to the person and asks whether to go on with it. Only for "
        "work that changes something; a question is answered without it."
    )
    takes = ExitPlanModeInput

    def __init__(self, services: Services) -> None:
        """Take what knows the mode."""
        self._services = services

    async def refuse(self, wanted: ExitPlanModeInput, context: ToolContext) -> None:
        """Refuse where nothing is planned."""
        del wanted, context
        if self._services.planning is None or not self._services.planning.is_on:
            raise RefusedError(_NOT_PLANNING)

    async def act(self, wanted: ExitPlanModeInput, context: ToolContext) -> ToolAnswer:
        """End it and give the plan that was agreed to."""
        planning = self._services.planning
        if planning is None:
            raise RefusedError(_NOT_PLANNING)
        written = _written(planning)
        plan = wanted.plan if wanted.plan is not None else written
        edited = plan is not None and wanted.plan is not None and plan != written
        if edited and plan is not None:
            planning.path.write_text(plan, "utf-8")
        planning.leave()
        kept = {
            "plan": plan,
            "isAgent": context.agent_id is not None,
            "filePath": str(planning.path),
            **({"planWasEdited": True} if edited else {}),
        }
        return ToolAnswer(_words(plan, planning, edited=edited), kept)


def _written(planning: Planning) -> str | None:
    try:
        return planning.path.read_text("utf-8")
    except OSError:
        return None


def _words(plan: str | None, planning: Planning, *, edited: bool) -> str:
    if not plan:
        return "User has approved exiting plan mode. You can now proceed."
    title = "Approved Plan (edited by user)" if edited else "Approved Plan"
    return (
        "User has approved your plan. You can now start coding. Start with updating your todo "
        f"list if applicable\n\nYour plan has been saved to: {planning.path}\nYou can refer back "
        f"to it if needed during implementation.\n\n## {title}:\n{plan}"
    )
