"""What goes into a row comes out of it again, whatever it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from steno.store.edit_rows import (
    CHANGE,
    EDIT,
    FACTS,
    EditFacts,
    FileChange,
    change_from,
    change_row,
    edit_from,
    facts_row,
    stored,
)
from steno.store.process import Process

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=8,
)


def through_sqlite(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Give values as SQLite gives them back."""
    with closing(sqlite3.connect(":memory:")) as connection:
        row = connection.execute(f"SELECT {', '.join('?' * len(values))}", values).fetchone()
        assert isinstance(row, tuple)
        return row


@given(text=ANY_TEXT, options=st.dictionaries(ANY_TEXT, JSON, max_size=4), in_place=st.booleans())
def test_edit_comes_back_as_it_was(text: str, options: dict[str, Any], in_place: bool) -> None:
    """With paths that are no Unicode, NULs, and any options."""
    facts = EditFacts(
        kind="trim",
        source_session=text,
        source_path=f"/{text}",
        in_place=in_place,
        home=text,
        options=options,
        note=text,
    )
    row = (*through_sqlite(facts_row(facts)), 7, "done", "2026", None, None, None, 5, "9", "b")
    edit = edit_from(row)
    for name in EditFacts.__dataclass_fields__:
        assert getattr(edit, name) == getattr(facts, name)
    assert (edit.id, edit.state, edit.made_at, edit.undone_at) == (7, "done", "2026", None)
    assert edit.process == Process(5, "9", "b")


@given(path=ANY_TEXT, moved_to=ANY_TEXT | st.none())
def test_change_comes_back_as_it_was(path: str, moved_to: str | None) -> None:
    """The undo journal has to name files exactly."""
    change = FileChange(number=2, role="other", path=path, action="move", moved_to=moved_to)
    assert change_from(through_sqlite(change_row(change))) == change


def test_columns_are_the_fields() -> None:
    """Each list of columns has as many values as its row."""
    change = FileChange(number=1, role="session", path="/a", action="create")
    assert len(change_row(change)) == CHANGE.count(",") + 1
    assert len(facts_row(EditFacts(kind="clone"))) == FACTS.count(",") + 1
    assert EDIT.startswith(FACTS)


def test_plain_text_is_stored_as_text() -> None:
    """So that the file can be looked at with other programs."""
    assert [stored("/tmp/日本"), stored(None)] == ["/tmp/日本", None]
    assert isinstance(stored("/tmp/\udcff"), bytes)
