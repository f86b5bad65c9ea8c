"""The documents' schemas are what the commands print."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest

from steno.cli.documents import DOCUMENTS, EDITS, document_schemas
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

COMMANDS = {
    "steno.overview/1": [],
    "steno.list/1": ["list"],
    "steno.stats/1": ["stats"],
    "steno.validate/1": ["validate"],
    "steno.show/1": ["show", "@last"],
    "steno.turns/1": ["turns", "@last"],
    "steno.tools/1": ["tools"],
    "steno.tree/1": ["tree", "@last"],
    "steno.history/1": ["history"],
    "steno.config/1": ["config"],
}

JSON_TYPES: dict[str, Any] = {
    "string": str, "integer": int, "boolean": bool, "null": type(None), "array": list,
    "object": dict, "number": (int, float),
}  # fmt: skip


def misfits(value: Any, schema: dict[str, Any], defs: dict[str, Any], path: str) -> list[str]:
    """Name the places where a value is not what its schema says."""
    if "$ref" in schema:
        return misfits(value, defs[schema["$ref"].rsplit("/", 1)[1]], defs, path)
    if "anyOf" in schema:
        tries = [misfits(value, one, defs, path) for one in schema["anyOf"]]
        return min(tries, key=len)
    kind = schema.get("type")
    if kind is not None and not isinstance(value, JSON_TYPES[kind]):
        return [f"{path} is no {kind}"]
    found: list[str] = []
    for key in schema.get("required", []):
        found += [f"{path}.{key} is missing"] * (key not in value)
    for key, inner in schema.get("properties", {}).items():
        if key in value:
            found += misfits(value[key], inner, defs, f"{path}.{key}")
    if "items" in schema:
        for number, item in enumerate(value):
            found += misfits(item, schema["items"], defs, f"{path}[{number}]")
    return found


def test_every_document_has_a_schema_under_its_own_name() -> None:
    """Which is the value of its key ``schema``."""
    schemas = document_schemas()
    # All edits print one document, each under the name of its command.
    assert len(schemas) == len(DOCUMENTS) - 1 + len(EDITS)
    assert {f"steno.{edit}/1" for edit in EDITS} <= schemas.keys()
    assert all(name.startswith("steno.") and name.endswith("/1") for name in schemas)


@pytest.mark.parametrize("name", COMMANDS)
def test_command_prints_what_its_schema_says(run: Run, demo: Path, name: str) -> None:
    """Every key of every row."""
    document = run("--home", demo, "--json", *COMMANDS[name]).document
    assert document["schema"] == name
    schema = document_schemas()[name]
    assert misfits(document, schema, schema.get("$defs", {}), name) == []


def test_demo_prints_what_its_schema_says(run: Run, tmp_path: Path) -> None:
    """It is the one command that writes a home."""
    document = run("demo", tmp_path / "new", "--json").document
    schema = document_schemas()["steno.demo/1"]
    assert misfits(document, schema, schema.get("$defs", {}), "demo") == []


def test_check_of_schemas_finds_misfits() -> None:
    """Otherwise the tests above would say nothing."""
    schema = document_schemas()["steno.stats/1"]
    broken = {"schema": 1, "sessions": [{"id": ONE}]}
    found = misfits(broken, schema, schema["$defs"], "x")
    assert "x.totals is missing" in found
    assert "x.schema is no string" in found
    assert any(one.startswith("x.sessions[0].") for one in found)


def test_schema_comes_first_in_a_document() -> None:
    """A person who looks at the output sees at once what it is."""
    assert {fields(kind)[0].name for kind in DOCUMENTS} == {"schema"}
