"""Services: all of them may be missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("WebSearch", {"query": "tides"}),
        ("Skill", {"skill": "tide"}),
        ("EnterPlanMode", {}),
        ("ExitPlanMode", {}),
    ],
)
def test_a_missing_service_is_an_answer(
    around: Surroundings, tool: str, given: dict[str, str]
) -> None:
    """A tool that lacks what it needs says so, and nothing breaks."""
    answer = around.call(tool, **given)
    assert answer.is_error
    assert answer.content
