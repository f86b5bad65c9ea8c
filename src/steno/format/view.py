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

from steno.format.shapes import FLAG, FREE, INTEGER, NUMBER, OBJECT, TEXT, AnyOf, ListOf, ViewOf

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.format.shapes import Shape

T = TypeVar("T")
V = TypeVar("V", bound="View")

NAMED: Final = "named only"
"""``since`` of a field or type that is known by name alone: no real line showed it."""


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
