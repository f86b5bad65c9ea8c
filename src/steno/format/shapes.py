"""What kinds of value a field can hold: how to read, describe and look inside each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.format.view import View

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
V = TypeVar("V", bound="View")


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
