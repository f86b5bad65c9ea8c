"""Schemas and the reference: all that is declared, with its meaning and its versions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from steno.format.codec import encode_value
from steno.format.decode import decode
from steno.format.entries.system import SYSTEM_KINDS
from steno.format.registry import ENTRY_KINDS
from steno.format.schema import (
    DIALECT,
    entry_schemas,
    field_notes,
    field_reference,
    view_classes,
)
from steno.format.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCHEMAS = entry_schemas()
REFERENCE = field_reference()

SINCE = re.compile(r"\d+\.\d+\.\d+|named only|spec 00[0-4]|version not counted")


@pytest.mark.parametrize("name", sorted(view_classes()))
def test_every_field_says_what_it_means_and_since_when(name: str) -> None:
    """Beneath each field of each class stands its meaning, and its first version is given."""
    kind = view_classes()[name]
    notes = field_notes(kind)
    for field in kind.fields.values():
        assert notes.get(field.name, "").endswith((".", "..."))
        assert SINCE.fullmatch(field.since)
        assert field.until == "" or re.fullmatch(r"\d+\.\d+\.\d+", field.until)


def test_names_of_classes_are_unique() -> None:
    """A reference in a schema can mean one class only."""
    found: list[type[View]] = []
    pending: list[type[View]] = [View]
    while pending:
        kinds = [
            kind
            for kind in pending.pop().__subclasses__()
            if kind.__module__.startswith("steno.format.")
        ]
        found += kinds
        pending += kinds
    assert len({kind.__name__ for kind in found}) == len(set(found))
    assert len(found) > 200


def test_every_entry_type_has_a_schema() -> None:
    """One schema for each tag, in the current dialect."""
    assert list(SCHEMAS) == list(ENTRY_KINDS)
    for tag, schema in SCHEMAS.items():
        assert schema["$schema"] == DIALECT
        assert (schema["title"], schema["type"]) == (tag, "object")
        assert schema["properties"]["type"]["const"] == tag
        assert schema["description"]
        assert schema["x-since"]
        assert "additionalProperties" not in schema
        assert "required" not in schema


def parts(schema: object) -> Iterator[dict[str, Any]]:
    """Give every object inside a schema."""
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from parts(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from parts(value)


@pytest.mark.parametrize("tag", SCHEMAS)
def test_references_lead_somewhere_and_definitions_are_used(tag: str) -> None:
    """Each schema stands on its own, without a loose end."""
    schema = SCHEMAS[tag]
    definitions = schema.get("$defs", {})
    used = {part["$ref"].removeprefix("#/$defs/") for part in parts(schema) if "$ref" in part}
    assert used == definitions.keys()


def test_schemas_are_plain_json() -> None:
    """They can be written down as they are."""
    for schema in SCHEMAS.values():
        assert encode_value(schema).startswith(b'{"$schema"')


def test_properties_tell_meaning_versions_and_null() -> None:
    """A property carries its docstring, its versions, and may be null."""
    properties = SCHEMAS["user"]["properties"]
    assert properties["promptId"] == {
        "type": ["string", "null"],
        "description": field_notes(ENTRY_KINDS["user"])["prompt_id"],
        "x-since": "2.1.77",
    }
    assert properties["planContent"]["x-until"] == "2.1.63"
    assert {"type": "null"} in properties["message"]["anyOf"]
    assert properties["toolUseResult"].keys() == {"description", "x-since"}
    assert properties["todos"]["anyOf"][0] == {
        "type": "array",
        "items": {"$ref": "#/$defs/Todo"},
    }


def test_inherited_field_is_no_older_than_its_type() -> None:
    """A session id is as old as the format, but not in a type that came later."""
    assert SCHEMAS["user"]["properties"]["sessionId"]["x-since"] == "1.0.24"
    assert SCHEMAS["pr-link"]["properties"]["sessionId"]["x-since"] == "2.1.29"
    assert SCHEMAS["tag"]["properties"]["sessionId"]["x-since"] == "1.0.24"


def test_system_schema_branches_on_the_subtype() -> None:
    """Each subtype leads to its own definition."""
    branches = {
        branch["if"]["properties"]["subtype"]["const"]: branch["then"]["$ref"]
        for branch in SCHEMAS["system"]["allOf"]
    }
    assert branches == {name: f"#/$defs/{kind.__name__}" for name, kind in SYSTEM_KINDS.items()}


def test_tagged_objects_name_their_tags() -> None:
    """A block, an attachment and a progress class say which types they stand for."""
    blocks = SCHEMAS["user"]["$defs"]
    assert blocks["TextBlock"]["properties"]["type"]["enum"] == ["text"]
    assert "mcp_tool_result" in blocks["ServerToolResultBlock"]["properties"]["type"]["enum"]
    kinds = SCHEMAS["attachment"]["$defs"]
    assert kinds["HookSuccess"]["properties"]["type"]["enum"] == ["hook_success"]
    assert "enum" not in kinds["UnknownAttachment"]["properties"]["type"]


def accepts(schema: dict[str, Any], value: object, root: dict[str, Any]) -> bool:
    """Judge a value by the few keywords that our schemas use."""
    if "$ref" in schema:
        return accepts(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, root)
    checks = (
        "const" not in schema or schema["const"] == value,
        "enum" not in schema or value in schema["enum"],
        "anyOf" not in schema or any(accepts(choice, value, root) for choice in schema["anyOf"]),
        "type" not in schema or is_of_type(schema["type"], value),
        all(accepts_branch(branch, value, root) for branch in schema.get("allOf", ())),
    )
    return all(checks) and accepts_inside(schema, value, root)


def accepts_branch(branch: dict[str, Any], value: object, root: dict[str, Any]) -> bool:
    """Judge by an if and its then."""
    condition = branch["if"]
    applies = isinstance(value, dict) and all(key in value for key in condition["required"])
    if not applies or not accepts(condition, value, root):
        return True
    return accepts(branch["then"], value, root)


def accepts_inside(schema: dict[str, Any], value: object, root: dict[str, Any]) -> bool:
    """Judge what stands inside an object or an array."""
    if isinstance(value, dict):
        known = schema.get("properties", {})
        other = schema.get("additionalProperties", {})
        return all(accepts(known.get(key, other), item, root) for key, item in value.items())
    if isinstance(value, list):
        return all(accepts(schema.get("items", {}), item, root) for item in value)
    return True


def is_of_type(types: str | list[str], value: object) -> bool:
    """Judge a value's JSON type; a whole number is also a number."""
    names = [types] if isinstance(types, str) else types
    python: dict[str, type | tuple[type, ...]] = {
        "string": str, "boolean": bool, "integer": int, "number": (int, float), "array": list,
        "object": dict, "null": type(None),
    }  # fmt: skip
    is_flag = isinstance(value, bool)
    return any(
        isinstance(value, python[name]) and (not is_flag or name == "boolean") for name in names
    )


def test_schema_refuses_what_has_another_shape() -> None:
    """The judge above can say no."""
    schema = SCHEMAS["system"]
    assert accepts(schema, {"type": "system", "subtype": "turn_duration", "durationMs": 5}, schema)
    assert not accepts(
        schema, {"type": "system", "subtype": "turn_duration", "durationMs": "5"}, schema
    )
    assert not accepts(schema, {"type": "user"}, schema)
    assert not accepts(schema, {"type": "system", "isMeta": 1}, schema)


def test_corpus_lines_are_valid(corpus: Path) -> None:
    """Every real line fits the schema of its type."""
    count = 0
    for path in sorted(corpus.rglob("*.jsonl")):
        for raw in path.read_bytes().split(b"\n"):
            for entry in decode(raw).parts:
                schema = SCHEMAS.get(entry.type or "")
                if schema is not None:
                    assert accepts(schema, entry.body, schema), f"{path.name}: {entry.type}"
                    count += 1
    assert count > 5000


def test_reference_names_every_field_of_every_class() -> None:
    """Each key stands in the section of the class that declares it."""
    sections = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", REFERENCE, re.MULTILINE | re.DOTALL))
    for name, kind in view_classes().items():
        own = [field for field in kind.fields.values() if field.name in vars(kind)]
        for field in own:
            assert f"| `{field.key}` | " in sections[name]
    assert not any("Unknown" in name for name in sections)


def test_reference_tells_types_tags_and_versions() -> None:
    """A section says what the class stands for, since when, and of what kind its keys are."""
    assert "type `pr-link`, since 2.1.29\n" in REFERENCE
    assert "subtype `compact_boundary`, since 2.0.76\n" in REFERENCE
    assert "type `summary`, since 1.0.24, until 2.1.22\n" in REFERENCE
    assert "tool `Agent`, `Task`\n" in REFERENCE
    assert "type `tag`, named only\n" in REFERENCE
    assert "| `prNumber` | integer | 2.1.29 | The number of the pull request. |" in REFERENCE
    assert "| `content` | string or array of [Block](#block) | 1.0.24 |" in REFERENCE
    assert "| `attachment` | [Attachment](#attachment) | 2.1.92 |" in REFERENCE
    assert "object of [FileBackup](#filebackup) or string" in REFERENCE
    assert "| `planContent` | string | 2.1.29 to 2.1.63 |" in REFERENCE


def test_links_of_the_reference_lead_to_sections() -> None:
    """No link is dead."""
    headings = {heading.lower() for heading in re.findall(r"^### (\w+)$", REFERENCE, re.MULTILINE)}
    links = set(re.findall(r"\]\(#(\w+)\)", REFERENCE))
    assert links <= headings
    assert len(links) > 50


def test_chapters_come_in_order() -> None:
    """Each family has its chapter."""
    assert re.findall(r"^## (.+)$", REFERENCE, re.MULTILINE) == [
        "What lines have in common",
        "Entry types",
        "Subtypes of system lines",
        "Messages and usage",
        "Content blocks",
        "Attachments",
        "Progress",
        "Tool results",
    ]


def test_table_rows_have_four_cells() -> None:
    """No meaning breaks its row."""
    rows = [line for line in REFERENCE.split("\n") if line.startswith("| `")]
    assert len(rows) > 600
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}
