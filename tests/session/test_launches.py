"""What lines tell of the sub-agents that were begun in them."""

from __future__ import annotations

from typing import Any

import pytest

from steno.session.launches import ELSEWHERE, LaunchBook
from steno.testing.agent_tools import task_notification
from tests.held import attachment, held, place, progress
from tests.written import reply, user


def launch(call_id: str = "t", tool: str = "Agent", **arguments: Any) -> dict[str, Any]:
    """Make a reply that calls a tool."""
    block = {"type": "tool_use", "id": call_id, "name": tool, "input": arguments}
    return reply(f"m_{call_id}", message={"content": [block]}, **place(f"u_{call_id}", None, 1))


def answer(call_id: str, structured: Any = None, content: Any = "ok", **own: Any) -> dict[str, Any]:
    """Make the result of a call."""
    block = {"type": "tool_result", "tool_use_id": call_id, "content": content, **own}
    return user([block], toolUseResult=structured, **place(f"r_{call_id}", None, 2))


def book_of(*lines: dict[str, Any], owner: str | None = None) -> LaunchBook:
    """Let a book see some lines."""
    book = LaunchBook()
    for row, record in held(*lines).rows_and_records():
        book.see(row, record, owner)
    return book


def test_arguments_of_a_launch_are_kept() -> None:
    """What was asked, of whom, under which name."""
    book = book_of(
        launch(prompt="Go.", description="d", subagent_type="Explore", name="bob",
               run_in_background=True, resume="a0"),
        owner="a9",
    )  # fmt: skip
    found = book.launches["t"]
    assert (found.prompt, found.description, found.agent_type) == ("Go.", "d", "Explore")
    assert (found.name, found.resumes, found.in_background) == ("bob", "a0", True)
    assert (found.tool, found.row, found.owner) == ("Agent", 0, "a9")
    assert found.moment is not None


def test_odd_arguments_are_no_trouble() -> None:
    """Any value may have any shape."""
    book = book_of(launch("a", prompt=5, name=""), launch("b", "Workflow"))
    assert (book.launches["a"].prompt, book.launches["a"].name) == (None, None)
    assert book.launches["b"].in_background
    line = launch("c")
    line["message"]["content"][0]["input"] = "odd"
    assert book_of(line).launches["c"].prompt is None
    line["message"]["content"] += [{"type": "tool_use", "name": "Agent"}, {"type": "text"}]
    assert list(book_of(line).launches) == ["c"]


def test_results_tell_the_sub_agent() -> None:
    """In the structured result, or in the text for the model."""
    structured = {"agentId": "a1", "status": "async_launched", "isAsync": True, "agentType": "x"}
    told = book_of(launch(), answer("t", structured)).answers["t"]
    assert (told.agent_id, told.status, told.agent_type) == ("a1", "async_launched", "x")
    assert told.in_background
    assert not told.is_error
    texts = [{"type": "text", "text": "I ran\nagentId: not_it"}, {"type": "image"},
             {"type": "text", "text": "agentId: a2 (use SendMessage)\nmore"}]  # fmt: skip
    assert book_of(launch(), answer("t", content=texts)).answers["t"].agent_id == "a2"
    plain = book_of(launch(), answer("t", content="agentId: a3")).answers["t"]
    assert plain.agent_id == "a3"
    failed = book_of(launch(), answer("t", "Error", is_error=True, content=[])).answers["t"]
    assert (failed.agent_id, failed.is_error) == (None, True)
    assert book_of(launch(), answer("t", {"runId": "wf_1"})).answers["t"].run_id == "wf_1"


def test_the_first_result_of_a_call_counts() -> None:
    """As everywhere."""
    lines = [launch(), answer("t", {"agentId": "a1"}), answer("t", {"agentId": "a2"})]
    lines[2]["uuid"] = "again"
    assert book_of(*lines).answers["t"].agent_id == "a1"


def test_any_tool_may_turn_out_to_have_begun_one() -> None:
    """By the shape of what it gave back; other results are of no interest."""
    result = {"agentId": "a1", "status": "completed"}
    book = book_of(launch("t", "Delegate"), answer("t", result), launch("u", "Bash"), answer("u"))
    assert list(book.launches) == list(book.answers) == ["t"]
    early = book_of(answer("t", result), launch("t", "Delegate"))
    assert early.launches["t"].row == 1
    talk = {"success": True, "message": "m", "pin": {}, "agentId": "a1"}
    assert book_of(launch("s", "SendMessage"), answer("s", talk)).answers == {}
    assert book_of(launch("b", "Bash"), answer("b", content="agentId: a9")).launches == {}


@pytest.mark.parametrize("how", ["user", "attachment", "queue", "blocks"])
def test_notices_name_the_task_and_its_call(how: str) -> None:
    """However they came; the last status counts, and each call is kept once."""
    first = task_notification("t", "a1", "/tmp/x", "running", "It runs")
    last = task_notification("s", "a1", "/tmp/x", "completed", "It ended")
    lines = {
        "user": [user(text, uuid=text) for text in (first, first, last)],
        "attachment": [
            attachment(text, None, 1, type="queued_command", prompt=text)
            for text in (first, first, last)
        ],
        "queue": [{"type": "queue-operation", "content": text} for text in (first, first, last)],
        "blocks": [
            {"type": "queue-operation", "content": [{"type": "text", "text": text}]}
            for text in (first, first, last)
        ],
    }[how]
    notice = book_of(*lines).notices["a1"]
    assert (notice.call_ids, notice.status) == (["t", "s"], "completed")
    assert (notice.moment is None) == (how in ("queue", "blocks"))


def test_queued_tasks_name_their_call() -> None:
    """As clients about 2.1.45 wrote them: an object in a string."""
    task = '{"task_id":"a1","tool_use_id":"t","task_type":"local_agent"}'
    book = book_of(
        {"type": "queue-operation", "content": task},
        {"type": "queue-operation", "content": '{"task_id":"a2"}'},
        {"type": "queue-operation", "operation": "dequeue"},
        user("<task-notification><status>x</status></task-notification>"),
        user("<task-notification><task-id>a3</task-id></task-notification>", uuid="n"),
        attachment("q", None, 1, type="queued_command", prompt="go on"),
        attachment("s", None, 1),
    )
    assert book.notices.keys() == {"a1", "a3"}
    assert (book.notices["a1"].call_ids, book.notices["a1"].status) == (["t"], None)
    assert book.notices["a3"].call_ids == []


def carried(uuid: str, second: float, *, agent: Any = "a1", **own: Any) -> dict[str, Any]:
    """Make a progress line that carries a line of a sub-agent."""
    line = progress(uuid, None, second, type="agent_progress", agentId=agent, **own)
    return line | {"toolUseID": f"agent_msg_{uuid}", "parentToolUseID": "t"}


def test_progress_lines_tell_of_a_sub_agent() -> None:
    """Whose it is, what it was asked, when it worked, and what it began itself."""
    nested = {"type": "tool_use", "id": "n", "name": "Task", "input": {"prompt": "Deeper."}}
    line = {"type": "assistant", "message": {"content": [nested]}}
    book = book_of(
        carried("g1", 1, prompt="Go."),
        carried("g2", 2, message=line),
        {**carried("g3", 3), "timestamp": "soon", "parentToolUseID": None},
        carried("g4", 4, agent=5),
        progress("g5", None, 5),
    )
    (found,) = book.progress.values()
    assert (list(found.rows), found.prompt) == ([0, 1, 2], "Go.")
    assert found.call_ids == ["t", "agent_msg_g3"]
    assert found.first is not None
    assert found.last == found.first + 1
    assert book.launches["n"].owner == "a1"


def test_progress_in_another_file_has_no_rows() -> None:
    """Its rows would be those of the session's own file."""
    book = LaunchBook()
    for _, record in held(carried("g1", 1)).rows_and_records():
        book.see(ELSEWHERE, record, "a9")
    assert list(book.progress["a1"].rows) == []
