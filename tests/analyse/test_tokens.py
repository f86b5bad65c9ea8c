"""Tokens are counted once per API message, from its best copy."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from steno.analyse.tokens import MessageTable, TokenCount
from steno.format.scan import CacheCreationScan, MessageScan, UsageScan

BIGGEST = (1 << 63) - 1


def message(message_id: str | None, output: int | None = 1, **usage: Any) -> MessageScan:
    """Make one line's copy of a message."""
    return MessageScan(id=message_id, usage=UsageScan(output_tokens=output, **usage))


def test_table_begins_with_nothing() -> None:
    """No messages, no tokens."""
    table = MessageTable()
    assert (len(table), table.total()) == (0, TokenCount())


def test_copy_with_the_most_output_wins_in_any_order() -> None:
    """While a reply streams in, early lines carry placeholders."""
    for copies in ((2, 5, 90), (90, 5, 2), (5, 90, 2)):
        table = MessageTable()
        for output in copies:
            table.see(message("m", output, input_tokens=output + 1))
        assert len(table) == 1
        assert table.total() == TokenCount(input_tokens=91, output_tokens=90)


def test_last_of_equal_copies_wins() -> None:
    """All figures come from one copy, never mixed."""
    table = MessageTable()
    table.see(message("m", 5, input_tokens=1, cache_read_input_tokens=7))
    table.see(message("m", 5, input_tokens=2))
    assert table.total() == TokenCount(input_tokens=2, output_tokens=5)


def test_message_without_id_is_not_counted() -> None:
    """Nothing tells whether two of them are the same."""
    table = MessageTable()
    table.see(message(None, 5))
    assert len(table) == 0


def test_message_without_usage_counts_as_a_message() -> None:
    """Its tokens are not known, which adds nothing."""
    table = MessageTable()
    table.see(MessageScan(id="m"))
    assert (len(table), table.total()) == (1, TokenCount())
    assert "m" in table
    assert "n" not in table


def test_every_figure_has_its_column() -> None:
    """Cache writes are also told apart by how long they stay."""
    table = MessageTable()
    tiers = CacheCreationScan(ephemeral_1h_input_tokens=5, ephemeral_5m_input_tokens=6)
    usage = UsageScan(1, 2, 3, 4, tiers)
    table.see(MessageScan(id="m", usage=usage))
    assert table.total() == TokenCount(1, 2, 3, 4, 5, 6)


def test_absurd_figures_do_not_break_the_count() -> None:
    """A negative figure counts as none, one that is too large as the largest."""
    table = MessageTable()
    table.see(message("a", -5))
    table.see(message("b", 10**30))
    table.see(message("c", None))
    assert table.total().output_tokens == BIGGEST


def test_merge_counts_a_message_of_both_once() -> None:
    """As for a session and its fork."""
    one, other = MessageTable(), MessageTable()
    one.see(message("shared", 2))
    one.see(message("own", 10))
    other.see(message("shared", 30))
    one.merge(other)
    assert (len(one), one.total().output_tokens) == (2, 40)


def test_merge_leaves_out_what_another_table_holds() -> None:
    """Sub-agents' messages that the main sessions have already are not counted again."""
    main, agents, apart = MessageTable(), MessageTable(), MessageTable()
    main.see(message("shared", 2))
    agents.see(message("shared", 30))
    agents.see(message("own", 4))
    apart.merge(agents, unless_in=main)
    assert (len(apart), apart.total().output_tokens) == (1, 4)


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 99)), max_size=30), st.data())
def test_merged_parts_equal_the_whole(copies: list[tuple[str, int]], data: st.DataObject) -> None:
    """However the lines are spread over files, the sum is that of the best copies."""
    cut = data.draw(st.integers(0, len(copies)))
    tables = MessageTable(), MessageTable()
    for number, (name, output) in enumerate(copies):
        tables[number >= cut].see(message(name, output))
    tables[0].merge(tables[1])
    best: dict[str, int] = {}
    for name, output in copies:
        best[name] = max(output, best.get(name, 0))
    assert tables[0].total().output_tokens == sum(best.values())
    assert len(tables[0]) == len(best)
