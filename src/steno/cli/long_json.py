"""One JSON document that is printed as it grows, so that it never is in memory as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from steno.cli.output import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


def print_long_json(
    head: Mapping[str, object],
    key: str,
    rows: Iterable[object],
    tail: Callable[[], Mapping[str, object]],
) -> None:
    """Print an object: the keys of ``head``, a long array, and the keys of ``tail``.

    ``tail`` is asked for when all rows are out, so it may tell what they add up to.
    """
    for piece in _pieces(head, key, rows, tail):
        click.echo(piece, nl=False)


def _pieces(
    head: Mapping[str, object],
    key: str,
    rows: Iterable[object],
    tail: Callable[[], Mapping[str, object]],
) -> Iterator[str]:
    yield "{"
    joint = "\n"
    for name, value in head.items():
        yield f"{joint}  {json_text(name)}: {_indented(value, 2)}"
        joint = ",\n"
    yield f"{joint}  {json_text(key)}: ["
    joint = "\n"
    for row in rows:
        yield f"{joint}    {_indented(row, 4)}"
        joint = ",\n"
    yield "]" if joint == "\n" else "\n  ]"
    for name, value in tail().items():
        yield f",\n  {json_text(name)}: {_indented(value, 2)}"
    yield "\n}\n"


def _indented(value: object, spaces: int) -> str:
    # In a string of a document a newline is always an escape.
    return json_text(value).replace("\n", "\n" + " " * spaces)
