"""How the Messages API says that a request is not of the shape that it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Container, Mapping


class RefusedError(Exception):
    """A request that the real service would refuse."""

    def __init__(self, message: str, status: int = 400) -> None:
        """Take what the service says, and the status."""
        super().__init__(message)
        self.status = status


def refuse(where: str, message: str) -> NoReturn:
    """Refuse what stands there."""
    raise RefusedError(f"{where}: {message}")


def no_others(where: str, body: Mapping[str, Any], known: Container[str]) -> None:
    """Refuse members that are not known."""
    for key in body:
        if key not in known:
            refuse(_below(where, key), "Extra inputs are not permitted")


def needed(where: str, body: Mapping[str, Any], *keys: str) -> None:
    """Refuse what lacks a member."""
    for key in keys:
        if key not in body:
            refuse(_below(where, key), "Field required")


def text(where: str, value: object) -> str:
    """Take a string."""
    if not isinstance(value, str):
        refuse(where, "Input should be a valid string")
    return value


def whole(where: str, value: object, least: int) -> int:
    """Take a whole number."""
    if type(value) is not int:
        refuse(where, "Input should be a valid integer")
    if value < least:
        refuse(where, f"Input should be greater than or equal to {least}")
    return value


def mapping(where: str, value: object) -> dict[str, Any]:
    """Take an object."""
    if not isinstance(value, dict):
        refuse(where, "Input should be a valid dictionary")
    return value


def sequence(where: str, value: object) -> list[Any]:
    """Take a list."""
    if not isinstance(value, list):
        refuse(where, "Input should be a valid list")
    return value


def _below(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
