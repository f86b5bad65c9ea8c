"""Compactions as spans."""

from __future__ import annotations

from steno.analyse.cost import Prices
from steno.trace.compactions import compact_span
from steno.trace.span import SpanKind
from steno.trace.talk import TIME_ESTIMATED, Source
from tests.session.transcripts import boundary, reply, session, user
from tests.trace.traced import of_kind, only


def test_clone_of_a_boundary_has_its_id() -> None:
    """Its time and what set it off name it; it began when the client says so."""
    metadata = {"trigger": "auto", "preTokens": 9, "durationMs": 1500}
    spans = []
    for name in ("one", "two"):
        opened = session(user("a"), reply("b"), boundary(name, metadata=metadata, at=5))
        source = Source(opened, "main", set(), Prices())
        (compaction,) = opened.compactions
        spans.append(compact_span(source, compaction, "00" * 8))
    one, two = spans
    assert one == two
    assert (one.end - one.start, one.output, one.name) == (1_500_000_000, None, "auto")
    assert dict(one.facts) == {
        "steno.compaction.trigger": "auto",
        "steno.compaction.kind": "full",
        "steno.compaction.tokens_before": 9,
    }


def test_compactions_of_one_moment_are_told_apart() -> None:
    """By their order; the first has the id that it has alone. Where no time is told they say so."""
    lines = user("a"), reply("b", at=1)
    twins = only(*lines, boundary("x", at=5), boundary("y", at=5), reply("c", at=6))
    alone = only(*lines, boundary("x", at=5), reply("c", at=6))
    one, two = of_kind(twins, SpanKind.COMPACT)
    assert one.id == of_kind(alone, SpanKind.COMPACT)[0].id != two.id
    assert TIME_ESTIMATED not in one.facts
    untimed = only(*lines, boundary("x", timestamp=None), reply("c", at=6))
    (compact,) = of_kind(untimed, SpanKind.COMPACT)
    assert compact.facts[TIME_ESTIMATED] is True
