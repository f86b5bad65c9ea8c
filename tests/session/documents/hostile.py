"""Lines of any shape, with the words of the format in unlikely places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_KEYS = (
    "type", "uuid", "parentUuid", "message", "content", "id", "role", "model", "stop_reason",
    "usage", "output_tokens", "tool_use_id", "name", "input", "text", "thinking", "isMeta",
    "requestId", "summary", "timestamp", "permissionMode", "sessionId", "is_error",
)  # fmt: skip
_WORDS = (
    "user", "assistant", "summary", "progress", "system", "text", "thinking", "tool_use",
    "tool_result", "a", "b", "c", "", "2026-01-03T10:00:00Z", "2026-01-03T10:06:00", "0001-01-01",
    "9999-12-31T23:59:59-23:59", "<ide_selection>", "<ide_opened_file>", "\ud800",
)  # fmt: skip

_scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(_WORDS)


def _composed(children: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.lists(children, max_size=4) | st.dictionaries(st.sampled_from(_KEYS), children)


any_value: SearchStrategy[Any] = st.recursive(_scalars, _composed, max_leaves=5)
"""Any JSON value."""


def _perhaps(*keys: str) -> dict[Any, SearchStrategy[Any]]:
    return dict.fromkeys(keys, any_value)


_likely_block = st.fixed_dictionaries(
    {"type": st.sampled_from(("text", "thinking", "tool_use", "tool_result")) | any_value},
    optional=_perhaps("id", "tool_use_id", "name", "input", "text", "content"),
)
_likely_message = st.fixed_dictionaries(
    {"content": st.lists(_likely_block | any_value, max_size=3) | any_value},
    optional=_perhaps("id", "role", "model", "stop_reason", "usage"),
)

any_body: SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "type": st.sampled_from(("user", "assistant", "summary", "progress")) | any_value,
        "uuid": st.sampled_from(("a", "b", "c", "d")) | any_value,
        "parentUuid": st.sampled_from(("a", "b", "c", "d")) | any_value,
        "message": _likely_message | any_value,
    },
    optional=_perhaps("isMeta", "requestId", "summary", "timestamp", "permissionMode", "content"),
)
"""A line that looks like one of a conversation here and there."""
