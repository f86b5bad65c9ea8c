"""Results of the tool that takes up a skill."""

from __future__ import annotations

from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.view import flag, text, texts


class SkillResult(ToolResult):
    """A skill that was taken up; its body follows as a meta line."""

    TOOLS = ("Skill",)
    MARKERS = keys("commandName success")

    success = flag("success", since="2.0.71")
    """True where there is such a skill."""
    command_name = text("commandName", since="2.0.71")
    """The skill."""
    allowed_tools = texts("allowedTools", since=SEEN)
    """The tools that it may use without asking."""
