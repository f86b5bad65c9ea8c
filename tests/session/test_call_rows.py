"""Calls and results by row, and which of them fit nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from steno.session.call_rows import CallRows
from steno.session.session import load
from tests.held import held, place
from tests.written import reply, user

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.call_rows import LooseHalf, Unpaired
    from steno.session.session import Session
    from steno.session.tool_calls import Pairing

Body = dict[str, Any]


def unpaired(session: Session) -> Unpaired:
    """Read a session through rows alone."""
    rows = CallRows()
    for row, record in session.rows_and_records():
        if session.outline.kind(row) in ("user", "assistant"):
            rows.see(row, session.outline.kind(row), record.body)
    return rows.unpaired(session.outline)


def asks(uuid: str, *ids: Any, kind: str = "tool_use") -> Body:
    """Make a reply that calls a tool under each of these ids."""
    blocks = [{"type": kind, "id": name, "name": "Bash", "input": {}} for name in ids]
    return reply(f"m{uuid}", message={"content": blocks}, **place(uuid, None, 1))


def answers(uuid: str, *ids: Any) -> Body:
    """Make a line with a result for each of these ids."""
    blocks = [{"type": "tool_result", "tool_use_id": name, "content": "x"} for name in ids]
    return user(blocks, **place(uuid, None, 2))


def halves(found: tuple[LooseHalf, ...]) -> list[tuple[int, str]]:
    """Give rows and ids."""
    return [(one.row, one.id) for one in found]


def agree(found: Unpaired, pairing: Pairing) -> bool:
    """Say whether the full pairing of tool calls came to the same."""
    calls = sorted((call.use_row, call.id, call.name) for call in pairing.calls_without_result)
    return (
        [tuple(one) for one in found.calls] == calls
        and halves(found.results) == sorted((r.row, r.id) for r in pairing.results_without_call)
        and halves(found.repeated) == [(one.row, one.id) for one in pairing.repeated_results]
    )


def test_what_fits_nothing_is_told_by_row() -> None:
    """A call without a result, a result without a call, a second result."""
    found = unpaired(held(asks("a", "1", "2"), answers("b", "1", "9"), answers("c", "1")))
    assert halves(found.calls) == [(0, "2")]
    assert found.calls[0].tool == "Bash"
    assert halves(found.results) == [(1, "9")]
    assert halves(found.repeated) == [(2, "1")]


def test_order_of_the_halves_does_not_matter() -> None:
    """A result may stand before its call."""
    assert unpaired(held(answers("a", "1"), asks("b", "1"))) == ((), (), ())


def test_halves_without_an_id_fit_nothing() -> None:
    """Nor does an id that is no text."""
    found = unpaired(held(asks("a", None, 7), answers("b", None, "")))
    assert halves(found.calls) == [(0, ""), (0, "")]
    assert halves(found.results) == [(1, ""), (1, "")]


def test_last_copy_of_a_call_counts() -> None:
    """It was written twice, and never answered."""
    assert halves(unpaired(held(asks("a", "1"), asks("b", "1"))).calls) == [(1, "1")]


def test_lines_that_were_replaced_do_not_count() -> None:
    """A later line of the same uuid takes their place."""
    assert unpaired(held(asks("a", "1"), asks("a", "2"), answers("b", "2"))) == ((), (), ())
    found = unpaired(held(asks("a", "1"), answers("b", "1"), answers("b", "2")))
    assert (halves(found.calls), halves(found.results)) == ([(0, "1")], [(2, "2")])


def test_only_replies_call_and_the_api_calls_too() -> None:
    """A prompt that holds a call is none; tools of the API answer in the same message."""
    call = {"type": "tool_use", "id": "1", "name": "Bash", "input": {}}
    assert unpaired(held(user([call], **place("a", None, 1)))) == ((), (), ())
    found = unpaired(held(asks("a", "s", kind="server_tool_use")))
    assert halves(found.calls) == [(0, "s")]
    answer = {"type": "web_search_tool_result", "tool_use_id": "s", "content": []}
    answered = reply("mb", message={"content": [answer]}, **place("b", "a", 2))
    assert unpaired(held(asks("a", "s", kind="server_tool_use"), answered)) == ((), (), ())


_ids = st.sampled_from(["1", "2", "3", "", None, 4])
_lines = st.builds(
    lambda make, uuid, ids: make(uuid, *ids),
    st.sampled_from([asks, answers]),
    st.sampled_from("abcdef"),
    st.lists(_ids, max_size=3),
)


@given(st.lists(_lines, max_size=12))
def test_rows_agree_with_the_pairing_of_tool_calls(lines: list[Body]) -> None:
    """Whatever is repeated, replaced or without an id."""
    session = held(*lines)
    assert agree(unpaired(session), session.pairing)


def test_rows_agree_on_every_file_of_the_corpus(corpus: Path) -> None:
    """Sessions and sub-agents."""
    for path in sorted(corpus.rglob("*.jsonl")):
        session = load(path)
        assert agree(unpaired(session), session.pairing), path
