"""Skill: puts the text of a skill or a slash command into the conversation."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from steno.client.tool import ToolAnswer
from steno.client.tools.built_in import BuiltIn, RefusedError, Takes

if TYPE_CHECKING:
    from steno.client.tool import ToolContext
    from steno.client.tools.services import Services


class SkillInput(Takes):
    """What Skill takes."""

    skill: Annotated[str, Meta(description="The name of the skill, without a slash.")]
    args: Annotated[str | None, Meta(description="What follows its name.")] = None


class Skill(BuiltIn[SkillInput]):
    """The tool."""

    name = "Skill"
    description = (
        "Loads a skill: instructions for a kind of work, which then follow as a message. Call it "
        "before anything else where one of the skills that you were told of fits."
    )
    takes = SkillInput

    def __init__(self, services: Services) -> None:
        """Take what knows the skills."""
        self._services = services

    async def refuse(self, wanted: SkillInput, context: ToolContext) -> None:
        """Refuse a skill that there is not."""
        del context
        name, known = _name(wanted), list(self._services.skill_names())
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise RefusedError(
                f"Unknown skill: {name}.{hint}" if hint else f"Unknown skill: {name}"
            )

    async def act(self, wanted: SkillInput, context: ToolContext) -> ToolAnswer:
        """Let its text follow."""
        name, find = _name(wanted), self._services.skill_body
        body = await find(name, wanted.args or "", context) if find else None
        if body is None:
            raise RefusedError(f"Unknown skill: {name}")
        message = {"role": "user", "content": [{"type": "text", "text": body}]}
        line = {"message": message, "isMeta": True, "sourceToolUseID": context.call_id}
        kept = {"success": True, "commandName": name}
        return ToolAnswer(f"Launching skill: {name}", kept, new_lines=(line,))


def _name(wanted: SkillInput) -> str:
    return wanted.skill.strip().removeprefix("/")
