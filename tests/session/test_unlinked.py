"""Messages without ids, and messages that the client cannot read, in the order of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.session.line import Line
from steno.session.session import load
from steno.session.unlinked import is_unlinked, rows_in_order, with_message
from tests.held import held, prompt, says
from tests.written import line_of

if TYPE_CHECKING:
    from pathlib import Path

OLD: list[Any] = [
    {"type": "user", "content": "one"},
    {"message": {"id": "m", "role": "assistant", "content": "two"}},
    {"type": "user", "message": {"role": "user", "content": "three"}},
    {"role": "assistant", "content": [{"type": "text", "text": "four"}]},
]


def words(messages: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Give role and text of each message."""
    return [
        (one["role"], content if isinstance(content := one["content"], str) else content[0]["text"])
        for one in messages
    ]


def test_file_without_ids_is_given_in_its_order() -> None:
    """Whether content and role stand on the line or in its message."""
    session = held(*OLD)
    assert session.messages() == []
    assert words(session.messages(full_history=True)) == [
        ("user", "one"), ("assistant", "two"), ("user", "three"), ("assistant", "four"),
    ]  # fmt: skip


def test_one_id_links_a_file() -> None:
    """Then a resume finds a way, and the history goes by it."""
    assert is_unlinked(held(*OLD).outline)
    assert is_unlinked(held().outline)
    assert not is_unlinked(held(*OLD, prompt("a", None, 1)).outline)


def test_sub_agents_are_given_where_there_is_nothing_else() -> None:
    """And repeated lines once."""
    agent = prompt("b", None, 2, isSidechain=True)
    first = prompt("a", None, 1)
    assert rows_in_order(held(first, agent, first).outline) == [2]
    assert rows_in_order(held(agent).outline) == [0]


def test_file_that_the_client_cannot_read_is_given_all_the_same(tmp_path: Path) -> None:
    """In UTF-16 it finds no line; what is there is not lost for a reader."""
    lines = line_of(prompt("a", None, 1)) + line_of(says("b", "a", 2))
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines.decode().encode("utf-16"))
    session = load(path)
    assert session.messages() == []
    assert [role for role, _ in words(session.messages(full_history=True))] == ["user", "assistant"]


def test_lines_with_a_message_stay_as_they_are() -> None:
    """So do those that have nothing to put into one."""
    for body in ({"message": {"content": "x"}, "content": "y"}, {"type": "user"}):
        line = Line("user", "", body)
        assert with_message(line) is line
