"""Skill: its text follows as a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client.tools.services import Services
from tests.client.surroundings import Surroundings

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import ToolContext


async def _body(name: str, arguments: str, context: ToolContext) -> str | None:
    del context
    return f"{name} for {arguments}"


def test_the_body_follows_the_result(tmp_path: Path) -> None:
    """The result is short; the text is a line behind it, tied to the call."""
    services = Services(skill_body=_body, skill_names=lambda: ["tide"])
    answer = Surroundings(tmp_path, services).call("Skill", skill="/tide", args="noon")
    assert answer.content == "Launching skill: tide"
    assert answer.kept == {"success": True, "commandName": "tide"}
    (line,) = answer.new_lines
    assert line["sourceToolUseID"] == "toolu_1"
    assert line["message"]["content"] == [{"type": "text", "text": "tide for noon"}]


def test_a_near_name_is_offered(tmp_path: Path) -> None:
    """A skill that is not there is refused, with one that may have been meant."""
    services = Services(skill_body=_body, skill_names=lambda: ["tides"])
    answer = Surroundings(tmp_path, services).call("Skill", skill="tide")
    assert "Unknown skill: tide. Did you mean tides?" in str(answer.content)
