"""A compaction in lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import steno
from steno.client import summing
from steno.client.opening import Place, open_resumed
from steno.client.tool import ToolAnswer
from tests.client.conversations import MODEL, answers, asks, call, recorded, replies, summed, text
from tests.client.test_recorder import begun

if TYPE_CHECKING:
    from pathlib import Path


def test_manual_compaction_tells_the_command(tmp_path: Path) -> None:
    """Boundary, summary, caveat, command and its output, each hung on the one before."""
    opened = recorded("plain", tmp_path)
    leaf = opened.recorder.leaf
    summing.write_compaction(opened.recorder, summed("manual", instructions="keep times"))
    bodies = [entry.body for entry in steno.read(opened.path)][-6:]
    assert [body["type"] for body in bodies] == ["mode", "system", "user", "user", "user", "user"]
    assert [body["parentUuid"] for body in bodies[2:]] == [body["uuid"] for body in bodies[1:-1]]
    assert (bodies[1]["parentUuid"], bodies[1]["logicalParentUuid"]) == (None, leaf)
    assert bodies[2]["isCompactSummary"] is True
    assert "keep times" in bodies[4]["message"]["content"]
    assert len({body["promptId"] for body in bodies[2:]}) == 1


def test_automatic_compaction_is_part_of_its_turn(tmp_path: Path) -> None:
    """The prompt that there was no room for is kept, and its id goes on."""
    opened = recorded("plain", tmp_path)
    prompt = asks(opened.recorder, "And now?")
    past = summing.write_compaction(opened.recorder, summed("auto"))
    bodies = [entry.body for entry in steno.read(opened.path)][-4:]
    assert [body["type"] for body in bodies] == ["last-prompt", "mode", "system", "user"]
    assert bodies[0]["leafUuid"] == prompt["uuid"]
    assert bodies[-1]["promptId"] == prompt["promptId"]
    metadata = bodies[2]["compactMetadata"]
    assert metadata["preservedMessages"]["uuids"][-1] == prompt["uuid"]
    assert metadata["preservedSegment"]["tailUuid"] == prompt["uuid"]
    assert metadata["preservedMessages"]["anchorUuid"] == bodies[-1]["uuid"]
    assert past.messages_for(MODEL)[-1] == {"role": "user", "content": "And now?"}


def test_messages_after_it_begin_with_the_summary(tmp_path: Path) -> None:
    """Then comes the model's last message, then what followed; nothing older."""
    opened = recorded("plain", tmp_path)
    past = summing.write_compaction(opened.recorder, summed("auto"))
    told = past.messages_for(MODEL)
    assert [message["role"] for message in told] == ["user", "assistant"]
    assert "They spoke of tides." in str(told[0])
    assert str(opened.path) in str(told[0])
    assert "And low water?" in str(told[1])
    assert "for When is" not in str(told)
    assert told == steno.load(opened.path).messages()


def test_calls_keep_their_results(tmp_path: Path) -> None:
    """In the middle of a turn with parallel calls, whose results came the other way round."""
    opened = begun(tmp_path)
    asks(opened.recorder)
    said = replies(opened.recorder, call("Glob", pattern="a"), call("Glob", pattern="b"))
    answers(opened.recorder, said[1], found("b"))
    answers(opened.recorder, said[0], found("a"))
    past = summing.write_compaction(opened.recorder, summed("auto"))
    roles = [message["role"] for message in past.messages_for(MODEL)]
    assert roles == ["user", "assistant", "user"]
    used = [block["id"] for block in past.messages_for(MODEL)[1]["content"]]
    results = past.messages_for(MODEL)[2]["content"]
    assert {block["tool_use_id"] for block in results} == set(used)
    assert {block["content"] for block in results} == {"a", "b"}


def found(words: str) -> ToolAnswer:
    """Give an answer of a tool."""
    return ToolAnswer(words, {})


def test_savings_add_up(tmp_path: Path) -> None:
    """A second compaction counts what the first one saved, also after a resume."""
    opened = recorded("plain", tmp_path)
    past = summing.write_compaction(opened.recorder, summed("auto"))
    assert past.dropped_tokens == 8400
    replies(opened.recorder, text("More."))
    again = open_resumed(Place(home=tmp_path / "home", cwd=tmp_path), opened.session_id)
    assert again.past is not None
    dropped = again.past.dropped_tokens
    past = summing.write_compaction(again.recorder, summed("auto", dropped_before=dropped))
    assert past.dropped_tokens == 16800


def test_session_gets_a_name_with_the_first_and_keeps_it(tmp_path: Path) -> None:
    """Lines before it have none; lines after a resume have the same."""
    opened = recorded("manual_compaction", tmp_path)
    bodies = [entry.body for entry in steno.read(opened.path) if "uuid" in entry.body]
    slugs = [body.get("slug") for body in bodies]
    boundary = [body.get("subtype") for body in bodies].index("compact_boundary")
    assert set(slugs[:boundary]) == {None}
    assert len(set(slugs[boundary:])) == 1
    again = open_resumed(Place(home=tmp_path / "home", cwd=tmp_path), opened.session_id)
    assert again.slug == slugs[-1]


def test_nothing_needs_to_be_kept(tmp_path: Path) -> None:
    """Then a boundary lists nothing."""
    opened = recorded("plain", tmp_path)
    past = summing.write_compaction(opened.recorder, summed("auto", keep=()))
    assert len(past.messages_for(MODEL)) == 1
    assert "preservedMessages" not in summing.metadata(summed("auto"), (), "anchor")


def test_more_may_be_kept(tmp_path: Path) -> None:
    """As the real client does when the API refuses a prompt that is too long."""
    opened = recorded("plain", tmp_path)
    uuids = [body["uuid"] for entry in steno.read(opened.path) if "uuid" in (body := entry.body)]
    past = summing.write_compaction(opened.recorder, summed("auto", keep=uuids[1:]))
    roles = [message["role"] for message in past.messages_for(MODEL)]
    assert roles == ["user", "assistant", "user", "assistant"]


def test_compaction_of_an_empty_conversation_can_be_read(tmp_path: Path) -> None:
    """There is no leaf to write down."""
    opened = begun(tmp_path)
    opened.recorder.begin_turn()
    assert summing.write_compaction(opened.recorder, summed("auto")).lines
    assert steno.load(opened.path).findings == ()
