"""Tokens are counted once per API message, from its best copy."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.scan import CacheCreationScan, MessageScan, ServerToolScan, UsageScan
from steno.session.tokens import (
    PLACEHOLDER_MOST,
    Attempt,
    MessageTable,
    MessageUsage,
    TokenCount,
)

BIGGEST = (1 << 63) - 1
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


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


@pytest.mark.parametrize("name", ["", "msg_steno_0123456789abcdef01234567"])
def test_message_whose_id_a_repair_made_up_is_not_counted(name: str) -> None:
    """It was not before, and no repair changes an account."""
    table = MessageTable()
    table.see(message(name, 5))
    assert len(table) == 0


@pytest.mark.parametrize("outputs", [(1, 5), (5, 1), (5, 5)])
@pytest.mark.parametrize("names", [(None, "claude-x"), ("claude-x", None)])
def test_model_is_that_of_the_copy_that_names_one(
    outputs: tuple[int, int], names: tuple[str | None, str | None]
) -> None:
    """Whichever tells more tokens, and whichever comes first."""
    table = MessageTable()
    for output, model in zip(outputs, names, strict=True):
        table.see(MessageScan(id="m", model=model, usage=UsageScan(output_tokens=output)))
    [usage] = table.usages()
    assert (usage.model, usage.tokens.output_tokens) == ("claude-x", 5)


def test_guessed_model_has_no_price() -> None:
    """What a message cost stays unknown when a repair lets it name a model."""
    table = MessageTable()
    copy = MessageScan(id="m", model="claude-x", usage=UsageScan(output_tokens=5))
    table.see(copy, knows_model=False)
    assert [usage.model for usage in table.usages()] == [None]


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


def one(table: MessageTable) -> MessageUsage:
    """Give the only message of a table."""
    (usage,) = table.usages()
    return usage


def seen(*copies: MessageScan) -> MessageTable:
    """Make a table of copies."""
    table = MessageTable()
    for copy in copies:
        table.see(copy)
    return table


def test_usage_tells_all_that_the_price_depends_on() -> None:
    """Model, time, tokens by kind, searches, speed and place."""
    usage = UsageScan(
        1, 2, 3, 4, CacheCreationScan(5, 6), ServerToolScan(web_search_requests=7), "fast", "us"
    )
    copy = MessageScan(id="m", model="claude-x", stop_reason="end_turn", usage=usage)
    table = MessageTable()
    table.see(copy, NOON)
    assert one(table) == MessageUsage(
        message_id="m",
        model="claude-x",
        time=NOON,
        tokens=TokenCount(1, 2, 3, 4, 6, 5),
        web_searches=7,
        speed="fast",
        geo="us",
    )


def test_message_without_usage_tells_its_model_alone() -> None:
    """Nothing else of it is known, and that is told."""
    table = seen(MessageScan(id="m", model="claude-x", stop_reason="end_turn"))
    assert one(table) == MessageUsage(message_id="m", model="claude-x", final=False)


def test_earliest_time_of_all_copies_counts() -> None:
    """Every part has its own time, and a copy may have none."""
    table = MessageTable()
    for time in (None, NOON, NOON - timedelta(seconds=1), NOON + timedelta(days=1), None):
        table.see(message("m"), time)
    assert one(table).time == NOON - timedelta(seconds=1)


@pytest.mark.parametrize("stamp", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_time_outside_of_utc_is_no_time(stamp: str) -> None:
    """Nothing can be compared with it, and nothing fails for it."""
    table = MessageTable()
    table.see(message("m"), datetime.fromisoformat(stamp))
    assert one(table).time is None


@given(st.datetimes(timezones=st.just(UTC)))
def test_times_are_kept_exactly(time: datetime) -> None:
    """To the microsecond, in any year."""
    table = MessageTable()
    table.see(message("m"), time)
    assert one(table).time == time


def copy_of(output: int, stop_reason: str | None = None) -> MessageScan:
    """Make a copy of one message, finished or not."""
    usage = UsageScan(output_tokens=output)
    return MessageScan(id="m", stop_reason=stop_reason, usage=usage)


@pytest.mark.parametrize(
    ("copies", "final"),
    [
        ([copy_of(2, "tool_use")], True),
        ([copy_of(0, "refusal")], True),
        ([copy_of(2), copy_of(2, "end_turn")], True),
        ([copy_of(2), copy_of(40)], True),
        ([copy_of(40), copy_of(2)], True),
        ([copy_of(PLACEHOLDER_MOST + 1)], True),
        ([copy_of(2)], False),
        ([copy_of(2), copy_of(2), copy_of(2)], False),
        ([copy_of(PLACEHOLDER_MOST)], False),
        ([copy_of(2), MessageScan(id="m", stop_reason="end_turn")], False),
        ([copy_of(0), copy_of(3)], False),
    ],
)
def test_usage_is_final_or_a_placeholder(copies: list[MessageScan], final: bool) -> None:
    """A stop reason beside it, a count that grew or a count too large for a placeholder."""
    table = seen(*copies)
    assert one(table).final == final
    assert table.without_final_usage() == (not final)
    merged = MessageTable()
    for copy in copies:
        merged.merge(seen(copy))
    assert one(merged) == one(table)


def test_best_copy_gives_the_terms_too() -> None:
    """A placeholder may not know yet how fast the reply came."""
    table = seen(message("m", 2), message("m", 90, speed="fast"), message("m", 3))
    assert one(table).speed == "fast"


def test_merged_messages_keep_their_own_terms() -> None:
    """Each table numbers its models in its own order."""
    first = seen(MessageScan(id="a", model="x"), MessageScan(id="b", model="y"))
    second = seen(MessageScan(id="c", model="y"), MessageScan(id="d", model="x"))
    first.merge(second)
    assert {usage.message_id: usage.model for usage in first.usages()} == {
        "a": "x",
        "b": "y",
        "c": "y",
        "d": "x",
    }


def test_improve_betters_known_messages_and_adds_none() -> None:
    """As where a sub-agent's file holds the finished copy of a main session's message."""
    table = seen(message("known", 2))
    table.improve(seen(message("known", 90), message("other", 5)))
    assert (len(table), table.total().output_tokens) == (1, 90)


def test_fullest_account_of_attempts_is_kept() -> None:
    """In whatever order the lines and the files come."""
    attempt = Attempt("claude-y", TokenCount(output_tokens=2))
    table, other = seen(message("m")), seen(message("m"))
    table.note_attempts("m", (attempt,))
    table.note_attempts("m", ())
    assert one(table).attempts == (attempt,)
    other.merge(table)
    assert one(other).attempts == (attempt,)


def test_cache_writes_that_nobody_told_apart_are_billed_for_five_minutes() -> None:
    """Clients before 1.0.98 gave their sum alone."""
    assert TokenCount(cache_creation_input_tokens=900).billed_5m == 900
    told = TokenCount(cache_creation_input_tokens=900, cache_creation_1h=700, cache_creation_5m=200)
    assert told.billed_5m == 200
    partly = TokenCount(cache_creation_input_tokens=900, cache_creation_1h=700)
    assert partly.billed_5m == 200
    assert TokenCount(cache_creation_1h=700, cache_creation_5m=200).billed_5m == 200


def test_prompt_is_all_that_was_sent() -> None:
    """Outside the cache, out of it and into it; never what came back."""
    tokens = TokenCount(1, 1000, 30, 400, 20, 10)
    assert tokens.prompt_tokens == 431
