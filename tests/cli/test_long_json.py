"""A JSON document that is printed as it grows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from steno.cli.long_json import print_long_json
from steno.cli.output import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

texts = st.text(st.characters(codec="utf-8"))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def printed(capsys: pytest.CaptureFixture[str], head: Any, rows: Any, tail: Any) -> str:
    """Give what is printed."""
    capsys.readouterr()
    print_long_json(head, "rows", rows, lambda: tail)
    return capsys.readouterr().out


def test_document_looks_as_if_it_was_printed_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is in it."""

    @given(
        st.dictionaries(texts, values, max_size=2),
        st.lists(values, max_size=4),
        st.dictionaries(texts, values, max_size=2),
    )
    def check(head: dict[str, Any], rows: list[Any], tail: dict[str, Any]) -> None:
        keys = {*head, "rows", *tail}
        if len(keys) < len(head) + 1 + len(tail):
            return
        whole = {**head, "rows": rows, **tail}
        text = printed(capsys, head, iter(rows), tail)
        assert text == json_text(whole) + "\n"
        assert json.loads(text) == whole

    check()


def test_what_rows_add_up_to_may_stand_behind_them(capsys: pytest.CaptureFixture[str]) -> None:
    """It is asked for when all of them are out."""
    seen: list[int] = []

    def rows() -> Iterator[int]:
        for number in range(3):
            seen.append(number)
            yield number

    print_long_json({"schema": "x"}, "rows", rows(), lambda: {"sum": sum(seen)})
    assert json.loads(capsys.readouterr().out) == {"schema": "x", "rows": [0, 1, 2], "sum": 3}


def test_control_characters_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    """As in every document."""
    text = printed(capsys, {}, ["\x1b[2J\x9b"], {})
    assert "\x1b" not in text
    assert "\x9b" not in text
    assert json.loads(text) == {"rows": ["\x1b[2J\x9b"]}
