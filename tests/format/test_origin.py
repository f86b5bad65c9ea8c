"""Who sent a prompt."""

from __future__ import annotations

from steno.format.origin import Origin


def test_human_prompt_names_its_kind_alone() -> None:
    """What a person typed has a kind and nothing more."""
    origin = Origin({"kind": "human"})
    assert (origin.kind, origin.sender, origin.message) == ("human", None, None)
    assert origin.unknown_keys == ()


def test_message_of_an_agent_names_its_sender() -> None:
    """What another agent sent says from whom and from which task it came."""
    origin = Origin(
        {"kind": "peer", "from": "a1", "name": "ada", "senderTaskId": "t1", "body": "done"}
    )
    assert (origin.sender, origin.name, origin.sender_task_id) == ("a1", "ada", "t1")
    assert origin.message == "done"
