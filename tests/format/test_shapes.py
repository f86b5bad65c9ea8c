"""Shapes: what each takes, how it reads it, and what it says of itself."""

from __future__ import annotations

from typing import Any

import pytest

from steno.format.shapes import FREE, OBJECT, TEXT, AnyOf, ListOf, MapOf, Shape, Tagged, ViewOf
from steno.format.view import View, flag, text


class Leaf(View):
    """A view inside another."""

    name = text("name", since="1.0")
    """A name."""


class Fruit(Leaf):
    """A leaf of a kind of its own."""

    sweet = flag("sweet", since="1.0")
    """Whether it is sweet."""


def test_tagged_chooses_the_class_by_its_key() -> None:
    """A known tag gives its class; an unknown, missing or odd one the class for the unknown."""
    shape: Tagged[Leaf] = Tagged(Leaf, "kind", {"fruit": Fruit})
    assert isinstance(shape.read({"kind": "fruit"}), Fruit)
    for tag in ("stone", None, 3, ["fruit"]):
        assert type(shape.read({"kind": tag})) is Leaf
    assert shape.schema() == {"anyOf": [{"$ref": "#/$defs/Fruit"}, {"$ref": "#/$defs/Leaf"}]}


def test_list_leaves_out_what_does_not_fit() -> None:
    """A stray item is left out of what is read, but the list as a whole does not fit."""
    shape = ListOf(TEXT)
    assert shape.read(["a", 1, None, "b"]) == ("a", "b")
    assert shape.fits(["a", None])
    assert not shape.fits(["a", 1])
    assert not shape.fits("ab")
    assert list(ListOf(ViewOf(Leaf)).views("no list")) == []
    assert list(ListOf(ViewOf(Leaf)).views(["no object"])) == []


def test_map_reads_free_keys() -> None:
    """The keys are free, the values have one shape."""
    shape = MapOf(ViewOf(Leaf))
    assert shape.fits({"a": {}, "b": None})
    assert not shape.fits({"a": 1})
    assert not shape.fits([])
    assert shape.read({"a": {"name": "x"}, "b": 1}) == {"a": Leaf({"name": "x"})}
    assert list(shape.views({"a": {"name": "x"}})) == [Leaf({"name": "x"})]
    assert list(shape.views([])) == []
    assert shape.schema() == {
        "type": "object",
        "additionalProperties": {"$ref": "#/$defs/Leaf"},
    }


def test_first_shape_that_fits_counts() -> None:
    """One of several shapes reads by the first that fits, and gives none where none does."""
    shape = AnyOf(TEXT, ViewOf(Leaf))
    assert shape.name == "string or object"
    assert shape.read("a") == "a"
    assert shape.read(3) is None
    assert list(shape.views({"name": "x"})) == [Leaf({"name": "x"})]
    assert list(shape.views(3)) == []
    assert shape.schema() == {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Leaf"}]}


def test_free_shapes_take_what_they_promise() -> None:
    """Anything goes for the one, any object for the other."""
    assert FREE.fits(object())
    assert FREE.read(3) == 3
    assert FREE.schema() == {}
    assert list(FREE.views({})) == []
    assert OBJECT.fits({})
    assert not OBJECT.fits([])
    assert OBJECT.schema() == {"type": "object"}
    assert ListOf(OBJECT).schema() == {"type": "array", "items": {"type": "object"}}


def test_bare_shape_leaves_its_meaning_to_subclasses() -> None:
    """A shape that says nothing about itself cannot be used by mistake."""
    bare: Shape[Any] = Shape("bare")
    for use in (lambda: bare.fits(1), lambda: bare.read(1), bare.schema):
        with pytest.raises(NotImplementedError):
            use()
