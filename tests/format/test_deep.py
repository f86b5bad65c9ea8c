"""Documents nested beyond what a recursive decoder takes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.deep import Builder, TooDeep, read_deep

DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=20,
)


@given(DOCUMENTS, st.integers(0, 6))
def test_what_is_shallow_is_read_and_what_is_deep_is_kept(document: Any, levels: int) -> None:
    """Opened or kept as bytes, the document is the same."""
    raw = json.dumps(document).encode()

    def opened(value: Any) -> Any:
        if isinstance(value, TooDeep):
            return json.loads(value.raw)
        if isinstance(value, dict):
            return {key: opened(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [opened(inner) for inner in value]
        return value

    assert opened(read_deep(raw, levels, json.loads)) == document


@pytest.mark.parametrize("raw", [b"", b"[", b"[1 2]", b"[] []", b'{"a"}', b"nope"])
def test_what_is_no_document_is_refused(raw: bytes) -> None:
    """The grammar is checked on the way."""
    with pytest.raises(ValueError, match="malformed"):
        read_deep(raw, 3, json.loads)


def test_a_container_can_be_left_out() -> None:
    """Its place stays empty."""
    builder = Builder()
    builder.open(ord("["))
    builder.open(ord("{"), keep=False)
    builder.close()
    builder.put(1)
    builder.close()
    assert builder.value == [1]
