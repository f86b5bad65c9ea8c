"""The two halves of tool calls, collected from one file."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.decode import decode
from steno.session.call_halves import (
    CallHalves,
    News,
    hooked_call,
    structured_result,
    told_duration,
)
from tests.held import attachment, calls, held, place, progress, prompt, result, system
from tests.written import line_of, reply, user


def halves_of(*lines: Any, **own: Any) -> CallHalves:
    """Collect the halves of some lines."""
    session = held(*lines)
    return CallHalves(session.outline, **own).see_all(session.rows_and_records())


def test_uses_results_and_news_are_collected() -> None:
    """Each with its row."""
    halves = halves_of(
        calls("c", None, 0),
        progress("g", "c", 1) | {"toolUseID": "bash-1", "parentToolUseID": "toolu_c"},
        attachment("h", "c", 2, type="hook_success", toolUseID="toolu_c"),
        system("s", "c", 3, "", toolUseID="toolu_c"),
        result("r", "c", 4),
        {"type": "mode", "toolUseID": "toolu_c"},
    )
    assert [(use.id, use.name, use.row) for use in halves.uses.values()] == [("toolu_c", "Bash", 0)]
    assert halves.results["toolu_c"].row == 4
    assert halves.progress == [News(1, "toolu_c", "bash-1")]
    assert halves.hooks == [News(2, "toolu_c", None), News(3, "toolu_c", None)]


def test_the_last_copy_of_a_use_and_the_first_result_count() -> None:
    """As they do for the client."""
    halves = halves_of(
        calls("c", None, 0),
        result("r1", "c", 1),
        result("r2", "c", 2),
        reply("m", message={"content": [{"type": "tool_use", "id": "toolu_c", "name": "Read"}]}),
    )
    assert halves.uses["toolu_c"].name == "Read"
    assert halves.results["toolu_c"].row == 1
    assert [result.row for result in halves.repeated] == [2]


def test_a_repeated_line_is_one_line() -> None:
    """Its copies are no second result."""
    halves = halves_of(calls("c", None, 0), result("r", "c", 1), result("r", "c", 1))
    assert halves.results["toolu_c"].row == 2
    assert halves.repeated == []


def test_halves_without_an_id_are_kept_apart() -> None:
    """They can belong to nothing."""
    halves = halves_of(
        reply("m", message={"content": [{"type": "tool_use", "name": "Bash"}]}),
        user([{"type": "tool_result"}], uuid="r"),
    )
    assert (halves.uses, halves.results) == ({}, {})
    assert [use.name for use in halves.unnamed_uses] == ["Bash"]
    assert [result.row for result in halves.unnamed_results] == [1]


def test_calls_know_their_sub_agent() -> None:
    """That of the file, or the one inside the session's file."""
    lines = [prompt("p", None, 0), calls("c", "x", 0, isSidechain=True)]
    assert halves_of(*lines).uses["toolu_c"].agent_id == "c"
    assert halves_of(*lines[1:], agent_id="a1").uses["toolu_c"].agent_id == "a1"
    assert halves_of(calls("c", None, 0)).uses["toolu_c"].agent_id is None


@pytest.mark.parametrize(
    ("structured", "told"),
    [
        ({"durationMs": 12}, 12),
        ({"totalDurationMs": 8.6}, 9),
        ({"durationSeconds": 1.5}, 1500),
        ({"durationMs": "12", "totalDurationMs": 3}, 3),
        ({"durationMs": True}, None),
        ({"durationMs": -1}, None),
        ({"durationMs": 1e300}, None),
        ({}, None),
        ("Error: no", None),
        (None, None),
    ],
)
def test_results_tell_how_long_their_tool_took(structured: Any, told: int | None) -> None:
    """Under several keys; what cannot be true is left out."""
    assert told_duration(structured) == told


def test_a_line_of_several_results_says_what_it_means() -> None:
    """One value for one result, a list for as many."""
    one = {"type": "tool_result", "tool_use_id": "a"}
    two = {"type": "tool_result", "tool_use_id": "b"}

    def told(content: list[Any], value: Any, call_id: str) -> Any:
        line = line_of(user(content, toolUseResult=value))
        return structured_result(decode(line), call_id)

    assert told([one], {"x": 1}, "a") == {"x": 1}
    assert told([one, two], {"x": 1}, "a") is None
    assert told([one, two], [{"x": 1}, {"x": 2}], "b") == {"x": 2}
    assert told([one, two], [{"x": 1}, {"x": 2}], "c") is None
    assert told([one, two], [{"x": 1}], "a") is None
    assert structured_result(decode(line_of(reply("m", toolUseResult=1))), "a") is None


@pytest.mark.parametrize(
    "body",
    [
        {"type": "attachment", "attachment": "odd"},
        {"type": "attachment", "attachment": {"type": "hook_success", "toolUseID": 5}},
        {"type": "system", "subtype": "x"},
        {"type": "comet", "toolUseID": "t"},
        {"type": 5, "toolUseID": "t"},
    ],
)
def test_other_lines_name_no_call(body: dict[str, Any]) -> None:
    """Whatever they hold."""
    assert hooked_call(decode(line_of({**body, **place("u", None, 0)}))) is None
