"""Skills and slash commands."""

from __future__ import annotations

from steno.testing.planning_tools import skill
from steno.testing.tool_run import failed
from steno.view.parts import ListPart, TextPart
from tests.view.calls import card, card_of, only


def test_skill_is_titled_by_its_name_and_words() -> None:
    """What was taken up, and with which words."""
    assert card_of(skill("review", "the quay")).title == "Skill review the quay"
    assert card("SlashCommand", {"command": "/review quay"}).title == "SlashCommand /review quay"


def test_allowed_tools_and_long_words_are_shown() -> None:
    """Words of several lines do not fit the title."""
    record = {"success": True, "commandName": "review", "allowedTools": ["Read"]}
    built = card("Skill", {"args": "a\nb"}, structured={**record})
    assert only(built, TextPart).text == "a\nb"
    assert only(built, ListPart).entries == ("Read",)


def test_unknown_skill_failed() -> None:
    """The record says so; so does an error."""
    assert card("Skill", {"skill": "x"}, structured={"success": False}).status == "error"
    assert card_of(failed(skill("x"), "Unknown skill.")).summary == "Unknown skill."
