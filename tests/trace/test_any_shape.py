"""Lines of any shape: whatever a transcript holds, its traces are made, cut and packed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.analyse.cost import Prices
from steno.format.codec import encode_value
from steno.format.decode import decode
from steno.secrets.scan import Scanner
from steno.session.session import from_entries
from steno.trace.content import LEVELS, Content
from steno.trace.otlp import pack
from steno.trace.profiles import PROFILES
from steno.trace.spans import session_traces
from tests.session.documents.hostile import any_value
from tests.session.transcripts import call, reply, result, text, user
from tests.trace.traced import assert_whole, traces

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Body = dict[str, Any]

PRICES = Prices()
SCANNER = Scanner()


def likely(*words: str) -> SearchStrategy[Any]:
    """Draw one of these words, or anything at all."""
    return st.sampled_from(words) | any_value


def perhaps(*keys: str) -> dict[Any, SearchStrategy[Any]]:
    """Draw any value for some keys."""
    return dict.fromkeys(keys, any_value)


BLOCKS = st.fixed_dictionaries(
    {"type": likely("text", "thinking", "tool_use", "tool_result", "image", "server_tool_use")},
    optional={
        "id": likely("t1", "t2"),
        "tool_use_id": likely("t1", "t2"),
        **perhaps("name", "input", "text", "thinking", "content", "is_error", "source"),
    },
)
USAGES = st.dictionaries(
    st.sampled_from(
        ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation",
         "cache_creation_input_tokens", "server_tool_use", "iterations", "speed"),
    ),
    st.integers(-2, 1 << 70) | any_value,
)  # fmt: skip
MESSAGES = st.fixed_dictionaries(
    {
        "role": likely("assistant", "user"),
        "content": st.lists(BLOCKS | any_value, max_size=3) | any_value,
    },
    optional={
        "id": likely("m1", "m2"),
        "model": likely("claude-sonnet-4-5-20250929", "<synthetic>"),
        "usage": USAGES | any_value,
        **perhaps("stop_reason", "timestamp"),
    },
)
LINES = st.fixed_dictionaries(
    {"type": likely("user", "assistant", "system", "attachment"), "message": MESSAGES | any_value},
    optional={
        "uuid": likely("a", "b", "c"),
        "parentUuid": likely("a", "b", "c"),
        "subtype": likely("compact_boundary", "api_error"),
        "isMeta": st.booleans() | any_value,
        "isSidechain": st.booleans() | any_value,
        "isApiErrorMessage": st.booleans() | any_value,
        **perhaps(
            "timestamp", "sessionId", "promptId", "content", "compactMetadata", "error",
            "attachment", "toolUseResult", "agentId", "isCompactSummary", "retryInMs", "cwd",
            "gitBranch", "version", "logicalParentUuid", "retryAttempt",
        ),
    },
)  # fmt: skip
"""Lines that look like those of a conversation here and there."""


@given(st.lists(LINES, max_size=6), st.integers(1, 9))
def test_lines_of_any_shape_are_traced_and_packed(lines: list[Body], limit: int) -> None:
    """At every level of content, with every profile; each trace and span has its own id."""
    raw = [encode_value(line) + b"\n" for line in (user("first"), *lines, reply("last"))]
    # A moment beyond the year 9999 is no matter of traces: a session itself cannot say it.
    raw = [line.replace(b"-23:59", b"Z") for line in raw]
    session = from_entries([decode(line, line=number) for number, line in enumerate(raw, 1)])
    found = list(session_traces(session, prices=PRICES))
    assert len({trace.id for trace in found}) == len(found)
    for trace in found:
        assert_whole(trace)
        for level in LEVELS:
            cut = Content(level, limit, SCANNER).apply(trace)
            assert all(pack(say(cut)) for say in PROFILES.values())


@pytest.mark.parametrize("odd", [["text"], {"a": 1}, 5, None, True])
def test_block_whose_type_is_no_text_is_kept_as_it_is(odd: Any) -> None:
    """It is neither a call nor a result, and no reason to leave out the others."""
    block = {"type": odd, "text": "x"}
    found = traces(
        user("a", [block, text("hi")]),
        reply("b", block, call("1")),
        user("c", [result("1"), block]),
        reply("d"),
    )
    (trace,) = found
    assert [span.kind.value for span in trace.spans] == ["agent", "chat", "tool", "chat"]
    assert all(pack(say(trace)) for say in PROFILES.values())
