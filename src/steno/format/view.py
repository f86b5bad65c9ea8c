"""A typed view of a JSON object: declared fields over the decoded body, nothing copied.

A class declares its fields once, and from that declaration come typed access, the schema,
the field reference in the docs, and the list of keys and shapes that this release does not
know::

    class PrLinkEntry(LooseEntry):
        pr_number = integer("prNumber", since="2.1.29")
        \"\"\"The number of the pull request.\"\"\"

Reading a field never fails: a value that is missing, null or of another shape reads as None,
and :meth:`View.misshapen` names it. The body keeps everything, known or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
V = TypeVar("V", bound="View")

NAMED: Final = "named only"
"""``since`` of a field or type that is known by name alone: no real line showed it."""


class Shape(Generic[T_co]):
    """What kind of value a field holds: how to read it, describe it and look inside it."""

    def __init__(self, name: str) -> None:
        """Take the word that messages and docs use for this shape."""
        self.name = name

    def fits(self, value: object) -> bool:
        """Say whether the value has this shape; null always does."""
        raise NotImplementedError

    def read(self, value: Any) -> T_co:
        """Turn a fitting value into what the field gives."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """Describe the shape as JSON Schema."""
        raise NotImplementedError

    def views(self, value: object) -> Iterator[View]:
        """Give the views that stand inside a fitting value."""
        del value
        yield from ()


class Scalar(Shape[T]):
    """A string, number or boolean."""

    def __init__(self, name: str, types: tuple[type, ...], schema_type: str) -> None:
        """Take the Python types that fit and JSON Schema's word for them."""
        super().__init__(name)
        self._types = types
        self._schema_type = schema_type

    def fits(self, value: object) -> bool:
        """Compare types exactly: True is no number."""
        return type(value) in self._types

    def read(self, value: Any) -> T:
        """Give the value itself."""
        return value  # type: ignore[no-any-return]

    def schema(self) -> dict[str, Any]:
        """Give the plain type."""
        return {"type": self._schema_type}


class Free(Shape[Any]):
    """Any value at all; what is inside is not ours to know."""

    def __init__(self) -> None:
        """Name the shape."""
        super().__init__("any value")

    def fits(self, value: object) -> bool:
        """Everything fits."""
        del value
        return True

    def read(self, value: Any) -> Any:
        """Give the value itself."""
        return value

    def schema(self) -> dict[str, Any]:
        """Allow everything."""
        return {}


class FreeObject(Free):
    """An object whose keys are free."""

    def __init__(self) -> None:
        """Name the shape."""
        super().__init__()
        self.name = "object"

    def fits(self, value: object) -> bool:
        """Take every object."""
        return isinstance(value, dict)

    def schema(self) -> dict[str, Any]:
        """Allow every object."""
        return {"type": "object"}


class ListOf(Shape[tuple[T, ...]]):
    """An array of one shape; items of another shape are left out when read, never from the body."""

    def __init__(self, item: Shape[T]) -> None:
        """Take the shape of the items."""
        super().__init__(f"array of {item.name}")
        self._item = item

    def fits(self, value: object) -> bool:
        """Look at every item."""
        return isinstance(value, list) and all(
            item is None or self._item.fits(item) for item in value
        )

    def read(self, value: Any) -> tuple[T, ...]:
        """Read the items that fit."""
        return tuple(self._item.read(item) for item in value if self._item.fits(item))

    def schema(self) -> dict[str, Any]:
        """Describe the items."""
        return {"type": "array", "items": self._item.schema()}

    def views(self, value: object) -> Iterator[View]:
        """Look into every item."""
        if isinstance(value, list):
            for item in value:
                yield from self._item.views(item)


class MapOf(Shape["dict[str, T]"]):
    """An object whose keys are free (paths, ids) and whose values have one shape."""

    def __init__(self, item: Shape[T]) -> None:
        """Take the shape of the values."""
        super().__init__(f"object of {item.name}")
        self._item = item

    def fits(self, value: object) -> bool:
        """Look at every value."""
        return isinstance(value, dict) and all(
            item is None or self._item.fits(item) for item in value.values()
        )

    def read(self, value: Any) -> dict[str, T]:
        """Read the values that fit."""
        return {key: self._item.read(item) for key, item in value.items() if self._item.fits(item)}

    def schema(self) -> dict[str, Any]:
        """Describe the values."""
        return {"type": "object", "additionalProperties": self._item.schema()}

    def views(self, value: object) -> Iterator[View]:
        """Look into every value."""
        if isinstance(value, dict):
            for item in value.values():
                yield from self._item.views(item)


class ViewOf(Shape[V]):
    """An object with a view class of its own."""

    def __init__(self, kind: type[V]) -> None:
        """Take the class."""
        super().__init__("object")
        self.kind = kind

    def fits(self, value: object) -> bool:
        """Take every object; its own fields are its own matter."""
        return isinstance(value, dict)

    def read(self, value: Any) -> V:
        """Wrap the object."""
        return self.kind(value)

    def schema(self) -> dict[str, Any]:
        """Refer to the class's own schema."""
        return {"$ref": f"#/$defs/{self.kind.__name__}"}

    def views(self, value: object) -> Iterator[View]:
        """Give the view itself."""
        if isinstance(value, dict):
            yield self.read(value)


class Tagged(ViewOf[V]):
    """An object whose class is chosen by one of its keys, from a table that stays open."""

    def __init__(self, unknown: type[V], tag: str, kinds: Mapping[str, type[V]]) -> None:
        """Take the class for unknown tags, the key that holds the tag, and the table."""
        super().__init__(unknown)
        self.tag = tag
        self.kinds = kinds

    def read(self, value: Any) -> V:
        """Wrap the object in the class of its tag."""
        tag = value.get(self.tag)
        kind = self.kinds.get(tag, self.kind) if isinstance(tag, str) else self.kind
        return kind(value)

    def schema(self) -> dict[str, Any]:
        """Allow each class of the table, and what is unknown."""
        kinds = dict.fromkeys([*self.kinds.values(), self.kind])
        return {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]}


class AnyOf(Shape[Any]):
    """One of several shapes; the first that fits counts."""

    def __init__(self, *shapes: Shape[Any]) -> None:
        """Take the shapes in order of preference."""
        super().__init__(" or ".join(shape.name for shape in shapes))
        self._shapes = shapes

    def _match(self, value: object) -> Shape[Any] | None:
        return next((shape for shape in self._shapes if shape.fits(value)), None)

    def fits(self, value: object) -> bool:
        """One has to fit."""
        return self._match(value) is not None

    def read(self, value: Any) -> Any:
        """Read by the first that fits."""
        shape = self._match(value)
        return None if shape is None else shape.read(value)

    def schema(self) -> dict[str, Any]:
        """Allow each."""
        return {"anyOf": [shape.schema() for shape in self._shapes]}

    def views(self, value: object) -> Iterator[View]:
        """Look inside by the first that fits."""
        shape = self._match(value)
        if shape is not None:
            yield from shape.views(value)


TEXT: Final[Shape[str]] = Scalar("string", (str,), "string")
FLAG: Final[Shape[bool]] = Scalar("boolean", (bool,), "boolean")
INTEGER: Final[Shape[int]] = Scalar("integer", (int,), "integer")
NUMBER: Final[Shape[float]] = Scalar("number", (int, float), "number")
FREE: Final = Free()
OBJECT: Final = FreeObject()


class Field(Generic[T]):
    """One declared field: its JSON key, its shape, and the versions that wrote it."""

    def __init__(self, key: str, shape: Shape[T], *, since: str, until: str = "") -> None:
        """Take the key, the shape, and the first (and last) client version seen with it."""
        self.key = key
        self.shape = shape
        self.since = since
        self.until = until
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        """Learn the attribute's name."""
        del owner
        self.name = name

    @overload
    def __get__(self, view: None, owner: type) -> Self: ...
    @overload
    def __get__(self, view: View, owner: type) -> T | None: ...
    def __get__(self, view: View | None, owner: type) -> Self | T | None:
        """Read the field of a view; None where it is missing or of another shape."""
        if view is None:
            return self
        value = view.body.get(self.key)
        if value is None or not self.shape.fits(value):
            return None
        return self.shape.read(value)


class Misshapen(NamedTuple):
    """A known field with a value of an unknown shape."""

    key: str
    expected: str
    found: str


class ViewType(type):
    """Makes every view class slotted and collects its fields."""

    fields: dict[str, Field[Any]]

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> ViewType:
        """Create the class with ``fields`` by JSON key, those of its bases included."""
        namespace.setdefault("__slots__", ())
        cls = super().__new__(mcs, name, bases, namespace)
        inherited = {k: f for base in reversed(cls.__mro__) for k, f in vars(base).items()}
        cls.fields = {f.key: f for f in inherited.values() if isinstance(f, Field)}
        return cls


class View(metaclass=ViewType):
    """A JSON object with declared fields; ``body`` is the decoded object itself."""

    __slots__ = ("body",)

    fields: ClassVar[dict[str, Field[Any]]]
    """The declared fields by JSON key."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        """Wrap a decoded object; it is not copied."""
        self.body = body

    def __eq__(self, other: object) -> bool:
        """Equal class, equal body."""
        return type(self) is type(other) and self.body == getattr(other, "body", None)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Show the class and the keys, never the content."""
        return f"<{type(self).__name__} {', '.join(self.body)}>"

    @property
    def unknown_keys(self) -> tuple[str, ...]:
        """The keys that this release does not know."""
        return tuple(key for key in self.body if key not in self.fields)

    def misshapen(self) -> Iterator[Misshapen]:
        """Name the known fields that hold another shape than they should."""
        for key, value in self.body.items():
            field = self.fields.get(key)
            if field is not None and value is not None and not field.shape.fits(value):
                yield Misshapen(key, field.shape.name, kind_of(value))

    def inner_views(self) -> Iterator[View]:
        """Give the views inside this one, one level down."""
        for key, value in self.body.items():
            field = self.fields.get(key)
            if field is not None and value is not None and field.shape.fits(value):
                yield from field.shape.views(value)


def kind_of(value: object) -> str:
    """Name the JSON kind of a value."""
    kinds = {
        type(None): "null", bool: "boolean", int: "integer", float: "number", str: "string",
        list: "array", dict: "object",
    }  # fmt: skip
    return kinds.get(type(value), "value")


def text(key: str, *, since: str, until: str = "") -> Field[str]:
    """Declare a string."""
    return Field(key, TEXT, since=since, until=until)


def flag(key: str, *, since: str, until: str = "") -> Field[bool]:
    """Declare a boolean."""
    return Field(key, FLAG, since=since, until=until)


def integer(key: str, *, since: str, until: str = "") -> Field[int]:
    """Declare an integer."""
    return Field(key, INTEGER, since=since, until=until)


def number(key: str, *, since: str, until: str = "") -> Field[float]:
    """Declare a number, whole or not."""
    return Field(key, NUMBER, since=since, until=until)


def texts(key: str, *, since: str, until: str = "") -> Field[tuple[str, ...]]:
    """Declare an array of strings."""
    return Field(key, ListOf(TEXT), since=since, until=until)


def anything(key: str, *, since: str, until: str = "") -> Field[Any]:
    """Declare a value of any shape."""
    return Field(key, FREE, since=since, until=until)


def mapping(key: str, *, since: str, until: str = "") -> Field[Any]:
    """Declare an object with free keys."""
    return Field(key, OBJECT, since=since, until=until)


def view(key: str, kind: type[V], *, since: str, until: str = "") -> Field[V]:
    """Declare an object with a view class of its own."""
    return Field(key, ViewOf(kind), since=since, until=until)


def views(key: str, kind: type[V], *, since: str, until: str = "") -> Field[tuple[V, ...]]:
    """Declare an array of such objects."""
    return Field(key, ListOf(ViewOf(kind)), since=since, until=until)


def one_of(key: str, *shapes: Shape[Any], since: str, until: str = "") -> Field[Any]:
    """Declare a value of one of several shapes."""
    return Field(key, AnyOf(*shapes), since=since, until=until)
