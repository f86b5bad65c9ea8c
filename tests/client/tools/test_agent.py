"""Agent: hands a task on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def test_the_task_is_handed_on(around: Surroundings) -> None:
    """What was given reaches whoever runs sub-agents, under the id of the call; Task is Agent."""
    answer = around.call("Task", description="look", prompt="find it", run_in_background=True)
    assert answer.content == "done"
    given = {"description": "look", "prompt": "find it", "run_in_background": True}
    assert around.spawned == [{"call": "toolu_1", **given}]


def test_a_task_without_a_prompt_is_refused(around: Surroundings) -> None:
    """Nothing is started without a prompt."""
    assert "`prompt` is missing" in str(around.call("Agent", description="look").content)
    assert around.spawned == []
