"""The shapes of turns in the JSON document."""

from __future__ import annotations

import subprocess
import sys

from steno.cli.turn_document import ItemRow, TurnRow
from steno.format.codec import document_schema


def test_shapes_have_a_schema() -> None:
    """An item may hold items."""
    schema = document_schema(TurnRow)
    item = schema["$defs"]["ItemRow"]
    assert item["properties"]["items"]["items"] == {"$ref": "#/$defs/ItemRow"}
    assert set(item["required"]) == {"kind", "line"}


def test_an_item_needs_no_more_than_its_kind_and_place() -> None:
    """Everything else depends on the kind."""
    row = ItemRow(kind="prompt", line=1)
    assert (row.text, row.items, row.message) == ("", [], None)


def test_shapes_load_nothing_that_is_slow() -> None:
    """Help and completion need them."""
    code = (
        "import sys, steno.cli.turn_document; "
        "sys.exit(any(name in sys.modules for name in ('rich', 'steno.view.items', 'msgspec')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
