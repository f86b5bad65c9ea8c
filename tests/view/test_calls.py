"""Tool calls with their results, as items."""

from __future__ import annotations

from typing import Any

from steno.testing.build import SessionBuilder
from steno.testing.file_tools import read
from steno.testing.shell_tools import bash, bash_failed
from steno.testing.tool_run import ToolRun, denied, unanswered
from steno.view.document import build_document
from steno.view.items import HiddenItem, NoticeItem, NoticeKind, ParallelGroup, ReplyItem, ToolItem
from tests.held import calls, progress, prompt, result, says
from tests.view.reading import document_of, every, items_in, items_of, one, session_of
from tests.written import user

TWO = [
    prompt("p", None, 0),
    calls("a", "p", 1, of="m"),
    calls("b", "a", 1.5, of="m"),
    result("rb", "b", 4),
    result("ra", "a", 6),
    says("c", "ra", 7),
]


def tools_of(*runs: ToolRun) -> list[ToolItem]:
    """Give the calls of a made-up session, each in a reply of its own."""
    session = SessionBuilder("calls", cwd="/home/mira/ebb")
    session.prompt("go")
    for run in runs:
        session.reply(run)
    session.reply("Done.")
    return every(ToolItem, items_of(build_document(session_of(session))))


def test_a_call_has_its_card_its_lines_and_its_time() -> None:
    """Paths are shown relative to the folder of the line."""
    (item,) = tools_of(read("/home/mira/ebb/a.py", "x = 1\n").after(2))
    assert item.card.title == "Read a.py"
    assert (item.card.status, item.duration_ms, item.is_parallel) == ("ok", 2010, False)
    assert (item.line, item.result_line) == (2, 3)
    assert item.rows == (1, 2)
    assert item.call_id.startswith("toolu_")
    assert item.message.output_tokens > 0


def test_the_card_knows_how_a_call_went() -> None:
    """From the result and the line that it stands on."""
    went = tools_of(
        bash("ls"), bash_failed("make", 2, "no rule"), denied(bash("rm"), "no"),
        unanswered(bash("x")),
    )  # fmt: skip
    assert [item.card.status for item in went] == ["ok", "error", "denied", "interrupted"]
    assert went[3].result_line is None
    assert went[3].duration_ms is None


def test_what_the_result_itself_says_of_its_time_counts() -> None:
    """Rather than the times of the two lines."""
    told = result("r", "a", 9, toolUseResult={"durationMs": 70})
    item = one(ToolItem, items_in(prompt("p", None, 0), calls("a", "p", 1), told))
    assert item.duration_ms == 70


def test_calls_of_one_message_are_a_group() -> None:
    """From the first call to the last result."""
    items = items_in(*TWO)
    group = one(ParallelGroup, items)
    assert [(tool.call_id, tool.is_parallel) for tool in group.members] == [
        ("toolu_a", True), ("toolu_b", True),
    ]  # fmt: skip
    assert [tool.duration_ms for tool in group.members] == [5000, 2500]
    assert group.duration_ms == 5000
    assert group.rows == (1, 4, 2, 3)
    assert every(ToolItem, items) == []


def test_words_between_calls_part_a_group() -> None:
    """They are said between the two."""
    block = {"type": "tool_use", "name": "Bash", "input": {}}
    content = [{**block, "id": "1"}, {"type": "text", "text": "and"}, {**block, "id": "2"}]
    items = items_in(prompt("p", None, 0), says("a", "p", 1, message={"content": content}))
    assert [type(item) for item in items[1:]] == [ToolItem, ReplyItem, ToolItem]


def test_group_without_times_has_no_duration() -> None:
    """Nor have its members."""
    untimed = [{**line, "timestamp": "soon"} for line in TWO]
    group = one(ParallelGroup, items_in(*untimed))
    assert (group.duration_ms, group.time) == (None, None)


def test_a_late_result_is_found_by_the_line_that_it_hangs_on() -> None:
    """Although another message stands between, and progress lines; it is told once."""
    items = items_in(
        prompt("p", None, 0), calls("a", "p", 1), progress("g", "a", 2), says("c", "a", 3),
        result("ra", "g", 4, message={"role": "user", "content": [answer("toolu_a")]}),
    )  # fmt: skip
    item = one(ToolItem, items)
    assert (item.card.status, item.rows) == ("ok", (1, 4))
    assert every(NoticeItem, items) == []


def answer(call_id: str, text: str = "done") -> dict[str, Any]:
    """Make a result block."""
    return {"type": "tool_result", "tool_use_id": call_id, "content": text}


def test_the_first_of_two_results_counts() -> None:
    """The second is bookkeeping, in the same round and in a later one."""
    lines = [prompt("p", None, 0), calls("a", "p", 1), result("r1", "a", 2)]
    again = user([answer("toolu_a", "again")], uuid="r2", parentUuid="a")
    for more in ([again], [says("c", "r1", 3), again]):
        items = items_in(*lines, *more, hidden=True)
        assert one(ToolItem, items).rows == (1, 2)
        assert [item.what for item in every(HiddenItem, items)] == ["user/tool_result"]


def test_a_result_without_a_call_is_a_notice() -> None:
    """With what it says, as text or as blocks."""
    stray = user([answer("nobody", "lost words")], uuid="r")
    blocks = user([{**answer("x"), "content": [{"type": "text", "text": "more"}]}], uuid="s")
    first, second = every(NoticeItem, items_in(prompt("p", None, 0), stray, blocks))
    assert (first.notice, first.level) == (NoticeKind.RESULT, "warning")
    assert [part.kind for part in (*first.parts, *second.parts)] == ["output", "output"]


def test_a_call_that_was_written_twice_is_told_once() -> None:
    """The second line is bookkeeping."""
    again = {**calls("a", "p", 2, of="m"), "uuid": "a2", "parentUuid": "a"}
    items = items_in(prompt("p", None, 0), calls("a", "p", 1, of="m"), again, hidden=True)
    assert one(ToolItem, items).rows == (1,)
    assert [item.rows for item in every(HiddenItem, items)] == [(2,)]


def test_a_call_may_still_run() -> None:
    """At the end of a session that a client is working on, and nowhere else."""
    lines = [prompt("p", None, 0), calls("a", "p", 1)]
    running = one(ToolItem, items_of(document_of(*lines, is_live=True)))
    assert running.card.status == "running"
    assert one(ToolItem, items_in(*lines)).card.status == "interrupted"
    more = [*lines, prompt("q", "a", 2), says("b", "q", 3)]
    assert one(ToolItem, items_of(document_of(*more, is_live=True))).card.status == "interrupted"


def test_calls_without_an_id_have_no_result() -> None:
    """Each is told."""
    block = {"type": "tool_use", "name": "Bash", "input": {"command": "ls"}}
    lines = says("a", "p", 1, message={"content": [block, block]})
    group = one(ParallelGroup, items_in(prompt("p", None, 0), lines))
    assert [tool.card.status for tool in group.members] == ["interrupted", "interrupted"]


def test_tools_of_the_api_have_their_result_in_the_same_message() -> None:
    """On another line of it."""
    use = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "tides"}}
    found = {"type": "web_search_tool_result", "tool_use_id": "s", "content": []}
    items = items_in(
        prompt("p", None, 0),
        says("a", "p", 1, of="m", message={"content": [use]}),
        says("b", "a", 2, of="m", message={"content": [found]}),
        hidden=True,
    )
    item = one(ToolItem, items)
    assert (item.card.status, item.rows) == ("ok", (1, 2))


def test_a_result_on_the_line_of_its_call_says_nothing_of_time() -> None:
    """Both were written at once."""
    use = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    found = {"type": "web_search_tool_result", "tool_use_id": "s", "content": []}
    item = one(
        ToolItem,
        items_in(prompt("p", None, 0), says("a", "p", 1, message={"content": [use, found]})),
    )
    assert (item.rows, item.duration_ms) == ((1,), None)
    assert item.card.title == "web_search"


def test_a_line_that_repeats_several_results_is_spared_once() -> None:
    """It is one line."""
    lines = [prompt("p", None, 0), calls("a", "p", 1, "m"), calls("b", "a", 1, "m")]
    both = [answer("toolu_a", "x"), answer("toolu_b", "x")]
    first, again = (user(both, uuid=name, parentUuid="b") for name in ("r1", "r2"))
    items = items_in(*lines, first, again, hidden=True)
    assert [item.rows for item in every(HiddenItem, items)] == [(4,)]
