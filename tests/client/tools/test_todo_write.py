"""TodoWrite: the old list."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def test_the_list_is_replaced_and_put_away_when_done(around: Surroundings) -> None:
    """Each call tells what was there before; a list that is done is empty afterwards."""
    todo = {"content": "ebb", "status": "pending", "activeForm": "Ebbing"}
    done = {**todo, "status": "completed"}
    assert around.call("TodoWrite", todos=[todo]).kept == {"oldTodos": [], "newTodos": [todo]}
    assert around.call("TodoWrite", todos=[done]).kept == {"oldTodos": [todo], "newTodos": [done]}
    assert around.call("TodoWrite", todos=[]).kept == {"oldTodos": [], "newTodos": []}


def test_each_agent_has_a_list_of_its_own(around: Surroundings) -> None:
    """A sub-agent does not see the list of the conversation."""
    todo = {"content": "ebb", "status": "pending", "activeForm": "Ebbing"}
    around.call("TodoWrite", todos=[todo])
    around.context.agent_id = "a1"
    assert around.call("TodoWrite", todos=[]).kept["oldTodos"] == []
