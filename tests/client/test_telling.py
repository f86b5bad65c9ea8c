"""What happens in the loop, told as frames."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from steno.client.events import Compacted, Recorded, Retrying, Streamed
from steno.client.telling import Telling
from tests.client.test_frames import LINE, ended

PROMPT = {
    **{key: value for key, value in LINE.items() if key != "toolUseResult"},
    "message": {"role": "user", "content": "hi"},
    "promptSource": "sdk",
}
REPLY = {**LINE, "type": "assistant", "message": {"content": [{"type": "text", "text": "x"}]}}


def telling(**own: Any) -> tuple[Telling, list[Any]]:
    """Give somebody who tells, and what is heard of it."""
    heard: list[Any] = []
    notes = own.setdefault("note", lambda _: None)
    told = Telling(lambda line: heard.append(json.loads(line)), **{**own, "note": notes})
    told.session_id = "s"
    return told, heard


def test_lines_become_frames_in_order() -> None:
    """Answers and results are told; prompts, attachments and loose lines are not."""
    told, heard = telling()
    for line in (PROMPT, REPLY, LINE, {"type": "attachment"}, {"type": "last-prompt"}):
        told.tell(Recorded(line=line))
    assert [frame["type"] for frame in heard] == ["assistant", "user"]


def test_prompts_are_told_again_where_that_is_wanted() -> None:
    """A program learns the ids of its prompts from their replay."""
    told, heard = telling(replays=True)
    told.tell(Recorded(line=PROMPT))
    assert [(frame["uuid"], frame["isReplay"]) for frame in heard] == [("u", True)]


def test_pieces_are_told_only_where_they_are_wanted() -> None:
    """Events of the API pass as they are, but for those that only keep the line open."""
    event, ping = Streamed(event={"type": "message_stop"}), Streamed(event={"type": "ping"})
    told, heard = telling(partial=True)
    told.tell(event)
    told.tell(ping)
    told.tell(Streamed(event={"type": "message_stop"}, parent_call="c"))
    assert [frame["event"] for frame in heard] == [{"type": "message_stop"}]
    told, heard = telling()
    told.tell(event)
    assert heard == []


def test_words_of_agents_are_told_on_request() -> None:
    """Of a sub-agent its calls are told, and its words only to programs that ask for them."""
    told, heard = telling()
    told.tell(Recorded(line=REPLY, parent_call="c"))
    assert heard == []
    told.forwards_text = True
    told.tell(Recorded(line=REPLY, parent_call="c"))
    assert heard[0]["parent_tool_use_id"] == "c"


def test_a_result_has_the_status_of_the_refusal_before_it() -> None:
    """The status belongs to one turn; the next one has none."""
    told, heard = telling()
    told.tell(Recorded(line={**REPLY, "apiErrorStatus": 529}))
    told.tell(ended())
    told.tell(ended(is_error=True))
    results = [frame for frame in heard if frame["type"] == "result"]
    assert [frame["duration_api_ms"] for frame in results] == [3, 6]
    assert [frame["api_error_status"] for frame in results] == [529, None]
    assert told.last is not None
    assert told.last.is_error


def test_attempts_and_compactions_are_told() -> None:
    """A further attempt and the boundary of a compaction are frames; other events are none."""
    told, heard = telling()
    told.tell(Retrying(attempt=1, seconds=1, reason="busy"))
    told.tell(Compacted(trigger="auto", tokens_before=3))
    told.tell(Recorded(line={**LINE, "type": "system", "subtype": "compact_boundary"}))
    assert [frame["subtype"] for frame in heard] == ["api_retry", "compact_boundary"]


def test_lines_are_mirrored_whole_or_not_at_all() -> None:
    """A line too long for a frame is left out, and somebody is told."""
    notes: list[str] = []
    told, heard = telling(note=notes.append)
    told.mirror(Path("/x.jsonl"), [{"n": 1}, {"n": 2, "text": "x" * (2 << 20)}, {"n": 3}])
    assert [frame["entries"] for frame in heard] == [[{"n": 1}], [{"n": 3}]]
    assert "/x.jsonl" in notes[0]


def test_what_is_owed_comes_before_what_happens_next() -> None:
    """The beginning of a turn is told once, when something happens in it."""
    told, heard = telling()
    told.owe(lambda: {"type": "system", "subtype": "init"})
    assert heard == []
    told.tell(Recorded(line=PROMPT))
    told.tell(ended())
    assert [frame["type"] for frame in heard] == ["system", "result"]


def test_commands_are_told_by_what_they_put_out() -> None:
    """Which command was typed is known to whoever typed it."""
    told, heard = telling()
    for text in ("<command-name>/compact", "<local-command-caveat>x", "<local-command-stdout>y"):
        told.tell(Recorded(line={**PROMPT, "message": {"content": text}, "promptSource": "sdk"}))
        line = {key: value for key, value in PROMPT.items() if key != "promptSource"}
        told.tell(Recorded(line={**line, "message": {"content": text}}))
    assert [(frame["message"]["content"], frame["isReplay"]) for frame in heard] == [
        ("<local-command-stdout>y", True)
    ]


def test_a_prompt_that_a_hook_refused_is_told() -> None:
    """What people should know is a frame."""
    told, heard = telling()
    line = {**LINE, "type": "system", "subtype": "informational", "content": "refused"}
    told.tell(Recorded(line={key: one for key, one in line.items() if key != "toolUseResult"}))
    assert [frame["content"] for frame in heard] == ["refused"]
