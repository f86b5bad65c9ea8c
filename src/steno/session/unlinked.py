"""Messages that no resume can find its way through: read in the order of the file.

Older files have no ids (document 002), and of a file in another encoding the client reads no
line at all. Whoever wants to see everything is given it all the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steno.format.compat import content_into_message, type_from_role
from steno.session.outline import MESSAGE_KINDS, SIDECHAIN

if TYPE_CHECKING:
    from steno.session.line import Line
    from steno.session.outline import Outline


def is_unlinked(outline: Outline) -> bool:
    """Say whether no message has an id, so that none can hang on another."""
    return all(outline.uuids[row] is None for row in outline.rows_of(*MESSAGE_KINDS))


def rows_in_order(outline: Outline) -> list[int]:
    """Give the messages in the order of the file; sub-agents only where there is nothing else."""
    rows = [row for row in outline.rows_of(*MESSAGE_KINDS) if outline.is_current(row)]
    return [row for row in rows if not outline.has(row, SIDECHAIN)] or rows


def with_message(line: Line) -> Line:
    """Put the content that stands on a line itself into a message, as newer lines have it."""
    if line.message or "content" not in line.body:
        return line
    body = content_into_message(type_from_role(dict(line.body)))
    return replace(line, body=body)
