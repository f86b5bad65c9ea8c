"""Compactions as spans."""

from __future__ import annotations

from steno.analyse.cost import Prices
from steno.trace.compactions import compact_span
from steno.trace.talk import Source
from tests.session.transcripts import boundary, reply, session, user


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
