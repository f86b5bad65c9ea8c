"""Views: typed reading of a decoded object that never fails and never hides anything."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.schema import view_classes
from steno.format.shapes import (
    FLAG,
    INTEGER,
    NUMBER,
    TEXT,
    ViewOf,
)
from steno.format.view import (
    Field,
    Misshapen,
    View,
    anything,
    flag,
    integer,
    kind_of,
    mapping,
    number,
    one_of,
    text,
    texts,
    view,
    views,
)


class Leaf(View):
    """A view inside another."""

    name = text("name", since="1.0")
    """A name."""


class Fruit(Leaf):
    """A leaf of a kind of its own."""

    sweet = flag("sweet", since="1.0")
    """Whether it is sweet."""


class Tree(View):
    """A view with a field of every kind."""

    title = text("title", since="1.0")
    """A string."""
    is_old = flag("isOld", since="1.1", until="1.2")
    """A boolean."""
    rings = integer("rings", since="1.0")
    """An integer."""
    height = number("height", since="1.0")
    """A number."""
    words = texts("words", since="1.0")
    """Strings."""
    soil = anything("soil", since="1.0")
    """Anything."""
    place = mapping("place", since="1.0")
    """An object."""
    leaf = view("leaf", Leaf, since="1.0")
    """A view."""
    leaves = views("leaves", Leaf, since="1.0")
    """Views."""
    either = one_of("either", TEXT, ViewOf(Leaf), since="1.0")
    """One of two."""


WHOLE: dict[str, Any] = {
    "title": "oak",
    "isOld": True,
    "rings": 3,
    "height": 2.5,
    "words": ["a", "b"],
    "soil": [1, None],
    "place": {"x": 1},
    "leaf": {"name": "l"},
    "leaves": [{"name": "m"}, {"name": "n"}],
    "either": {"name": "o"},
}


def test_fields_read_what_the_body_holds() -> None:
    """Each kind of field gives its value in its own type."""
    tree = Tree(WHOLE)
    assert (tree.title, tree.is_old, tree.rings, tree.height) == ("oak", True, 3, 2.5)
    assert tree.words == ("a", "b")
    assert (tree.soil, tree.place) == ([1, None], {"x": 1})
    assert tree.leaf == Leaf({"name": "l"})
    assert [leaf.name for leaf in tree.leaves or ()] == ["m", "n"]
    assert tree.either == Leaf({"name": "o"})


@pytest.mark.parametrize("key", sorted(WHOLE.keys() - {"soil"}))
def test_wrong_shape_reads_as_none_and_is_named(key: str) -> None:
    """A value of another shape is no exception: the field is None and ``misshapen`` tells why."""
    tree = Tree({key: 1j})
    assert getattr(tree, Tree.fields[key].name) is None
    assert [(odd.key, odd.found) for odd in tree.misshapen()] == [(key, "value")]


def test_misshapen_names_what_was_expected() -> None:
    """The report says which kind stands where which other one should."""
    tree = Tree({"title": 3, "words": ["a", 4], "leaves": {}})
    assert list(tree.misshapen()) == [
        Misshapen("title", "string", "integer"),
        Misshapen("words", "array of string", "array"),
        Misshapen("leaves", "array of object", "object"),
    ]


def test_missing_and_null_are_none_and_not_misshapen() -> None:
    """Every field may be missing or null."""
    assert Tree({}).title is None
    tree = Tree(dict.fromkeys(WHOLE))
    assert all(getattr(tree, field.name) is None for field in Tree.fields.values())
    assert list(tree.misshapen()) == []


def test_true_is_no_number_and_one_is_no_flag() -> None:
    """JSON tells booleans from numbers, although Python does not."""
    assert not INTEGER.fits(value=True)
    assert not NUMBER.fits(value=False)
    assert not FLAG.fits(1)
    assert NUMBER.fits(1)
    assert NUMBER.fits(1.5)
    assert not INTEGER.fits(1.0)


def test_unknown_keys_are_named_in_order() -> None:
    """What is not declared is kept in the body and named."""
    assert Tree({"z": 1, "title": "t", "a": 2}).unknown_keys == ("z", "a")


def test_inner_views_come_one_level_down() -> None:
    """Views are found wherever a field can hold them, and nowhere where it does not fit."""
    assert list(Tree(WHOLE).inner_views()) == [
        Leaf({"name": name}) for name in ("l", "m", "n", "o")
    ]
    assert list(Tree({"leaf": "no", "leaves": None, "other": {}}).inner_views()) == []


def test_fields_are_collected_by_key_over_all_bases() -> None:
    """A class knows the fields of its bases, and its own go before them."""

    class Renamed(Fruit):
        name = integer("name", since="2.0")  # type: ignore[assignment]
        """Another shape for the same key."""

    assert list(Fruit.fields) == ["name", "sweet"]
    assert Renamed.fields["name"].shape is INTEGER
    assert Fruit.name is Leaf.fields["name"]


def test_views_compare_by_class_and_body() -> None:
    """Two views of equal bodies are equal only in the same class, and none can be a key."""
    assert Leaf({"name": "a"}) == Leaf({"name": "a"})
    assert Leaf({"name": "a"}) != Fruit({"name": "a"})
    assert Leaf({"name": "a"}) != {"name": "a"}
    with pytest.raises(TypeError):
        hash(Leaf({}))


def test_repr_shows_keys_and_no_content() -> None:
    """What is printed by accident gives nothing away."""
    assert repr(Leaf({"name": "secret"})) == "<Leaf name>"


def test_views_have_no_dict_of_their_own() -> None:
    """A view is as small as its two slots."""
    assert not hasattr(View({}), "__dict__")


def test_field_of_a_class_is_the_declaration() -> None:
    """Asked on the class, a field tells its key and its versions."""
    assert isinstance(Tree.is_old, Field)
    assert (Tree.is_old.key, Tree.is_old.since, Tree.is_old.until) == ("isOld", "1.1", "1.2")


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "null"), (True, "boolean"), (1, "integer"), (1.5, "number"), ("", "string"),
        ([], "array"), ({}, "object"), (b"", "value"),
    ],
)  # fmt: skip
def test_kind_of_speaks_the_language_of_json(value: object, kind: str) -> None:
    """Messages name values by their JSON kind."""
    assert kind_of(value) == kind


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(view_classes())), st.data())
def test_no_body_makes_reading_fail(name: str, data: st.DataObject) -> None:
    """Whatever stands under the known keys of any view, every field can be read."""
    kind = view_classes()[name]
    body = data.draw(st.dictionaries(st.sampled_from(sorted(kind.fields) or ["x"]), JSON))
    instance = View.__new__(kind)
    instance.body = body
    for field in kind.fields.values():
        value = body.get(field.key)
        read = getattr(instance, field.name)
        assert (read is None) == (value is None or not field.shape.fits(value))
    assert {odd.key for odd in instance.misshapen()} <= body.keys()
    assert all(isinstance(inner, View) for inner in instance.inner_views())
