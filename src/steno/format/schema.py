"""The declared fields as JSON Schemas and as a reference to read; used when the docs are built."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final

from steno.format.attachments import ATTACHMENT_KINDS, Attachment
from steno.format.content import BLOCK_KINDS, Block
from steno.format.entries.progress import PROGRESS_KINDS, ProgressData
from steno.format.entries.system import SYSTEM_KINDS, SystemEntry
from steno.format.entry import Entry
from steno.format.registry import ENTRY_KINDS
from steno.format.tool_results import RESULT_KINDS, ToolResult
from steno.format.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from steno.format.view import Field

    Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def entry_schemas() -> dict[str, Schema]:
    """Give the JSON Schema of every entry type, by its tag; unknown keys stay allowed."""
    return {tag: _entry_schema(tag, kind) for tag, kind in ENTRY_KINDS.items()}


def _entry_schema(tag: str, kind: type[Entry]) -> Schema:
    schema: Schema = {"$schema": DIALECT, "title": tag, **_object(kind)}
    schema["properties"]["type"] = {**schema["properties"]["type"], "const": tag}
    if kind is SystemEntry:
        schema["allOf"] = [_when_subtype(name, sub) for name, sub in SYSTEM_KINDS.items()]
    definitions = dict(_definitions(schema))
    return {**schema, "$defs": definitions} if definitions else schema


def _when_subtype(subtype: str, kind: type[SystemEntry]) -> Schema:
    condition = {"properties": {"subtype": {"const": subtype}}, "required": ["subtype"]}
    return {"if": condition, "then": {"$ref": f"#/$defs/{kind.__name__}"}}


def _definitions(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """Give the schema of every class that a schema refers to, and of those they refer to."""
    classes = view_classes()
    pending, known = list(_references(schema)), set[str]()
    while pending:
        name = pending.pop(0)
        if name not in known:
            known.add(name)
            definition = _object(classes[name])
            yield name, definition
            pending += _references(definition)


def _references(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.rpartition("/")[2]
            else:
                yield from _references(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _references(item)


def _object(kind: type[View]) -> Schema:
    """Describe one class: its docstring, its versions and its fields."""
    notes = field_notes(kind)
    properties = {
        key: {**_nullable(field.shape.schema()), "description": notes[field.name]}
        | _versions(_later(field.since, _since(kind)), field.until)
        for key, field in kind.fields.items()
    }
    if len(tags := _tags(kind)) and "type" in properties:
        properties["type"]["enum"] = tags
    return {
        "type": "object",
        "description": inspect.getdoc(kind) or "",
        **_versions(_since(kind), getattr(kind, "UNTIL", "")),
        "properties": properties,
    }


def _nullable(schema: Schema) -> Schema:
    """Allow null as well: a field may always be null."""
    if isinstance(schema.get("type"), str) and len(schema) == 1:
        return {"type": [schema["type"], "null"]}
    if not schema:
        return {}
    choices = schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]
    return {"anyOf": [*choices, {"type": "null"}]}


def _versions(since: str, until: str) -> Schema:
    return {key: value for key, value in (("x-since", since), ("x-until", until)) if value}


def _since(kind: type[View]) -> str:
    return str(getattr(kind, "SINCE", ""))


def _later(since: str, floor: str) -> str:
    """Give the later of two versions: a field of a base cannot be older than the type itself."""
    if not (_is_version(since) and _is_version(floor)):
        return since
    return max(since, floor, key=lambda version: [int(part) for part in version.split(".")])


def _is_version(since: str) -> bool:
    return since.replace(".", "").isdigit()


def _tags(kind: type[View]) -> list[str]:
    """List the values of ``type`` that a block, attachment or progress class stands for."""
    tables: tuple[Mapping[str, type[View]], ...] = (BLOCK_KINDS, ATTACHMENT_KINDS, PROGRESS_KINDS)
    return [tag for table in tables for tag, known in table.items() if known is kind]


def view_classes() -> dict[str, type[View]]:
    """Give every view class of the format by its name, the names of one module in its order."""
    found: dict[str, type[View]] = {}
    pending: list[type[View]] = [View]
    while pending:
        for kind in pending.pop().__subclasses__():
            if kind.__module__.startswith("steno.format."):
                found[kind.__name__] = kind
                pending.append(kind)
    return dict(sorted(found.items(), key=lambda item: _place(item[1])))


def _place(kind: type[View]) -> tuple[str, int]:
    names = list(_class_notes(kind.__module__))
    return kind.__module__, names.index(kind.__name__)


def field_notes(kind: type[View]) -> dict[str, str]:
    """Give what stands beneath each field of a class, those of its bases included."""
    notes: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if issubclass(base, View):
            notes |= _class_notes(base.__module__).get(base.__name__, {})
    return notes


@cache
def _class_notes(module: str) -> dict[str, dict[str, str]]:
    """Read the strings beneath the assignments of every class of a module, in its order."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    return {node.name: dict(_notes(node.body)) for node in classes}


def _notes(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for statement, below in pairwise(body):
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            for name in _targets(statement):
                yield name, inspect.cleandoc(str(below.value.value))


def _targets(statement: ast.stmt) -> Iterator[str]:
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    yield from (target.id for target in targets if isinstance(target, ast.Name))


def field_reference() -> str:
    """Write down every type, block, attachment, progress and tool result as Markdown."""
    parts = ["# The format, field by field\n", _INTRODUCTION]
    shown = (kind for kind in view_classes().values() if _is_shown(kind))
    chapters = sorted(((_chapter(kind), kind) for kind in shown), key=lambda pair: pair[0])
    for chapter, pairs in groupby(chapters, key=lambda pair: pair[0]):
        parts.append(f"## {_CHAPTERS[chapter]}\n")
        parts += [_section(kind) for _, kind in pairs]
    return "\n".join(parts)


_INTRODUCTION: Final = """\
Every key may be missing or null. *Since* is the first client version that real lines show it in;
`named only` means that nothing but its name is known from lists and reports, `spec 002` that only
that document shows it, `version not counted` that real lines have it but nobody noted since when.
Keys that are not listed are kept as they are; `steno validate` names them as drift.
"""

_CHAPTERS: Final = (
    "What lines have in common",
    "Entry types",
    "Subtypes of system lines",
    "Messages and usage",
    "Content blocks",
    "Attachments",
    "Progress",
    "Tool results",
)


def _chapter(kind: type[View]) -> int:
    """Choose the chapter of a class by the module that it stands in."""
    module = kind.__module__.removeprefix("steno.format.")
    if module.startswith("entries."):
        is_subtype = module.startswith("entries.system.") and kind is not SystemEntry
        return 2 if is_subtype else 6 if _is_progress_part(kind, module) else 1
    packages = {"attachments": 5, "tool_results": 7}
    return packages.get(module.partition(".")[0], _CHAPTER_OF_MODULE.get(module, 3))


_CHAPTER_OF_MODULE: Final = {"entry": 0, "envelope": 0, "content": 4}


def _is_progress_part(kind: type[View], module: str) -> bool:
    return module == "entries.progress" and not issubclass(kind, Entry)


def _is_shown(kind: type[View]) -> bool:
    """Leave out the classes of what is unknown, or no record, and bases without fields."""
    own = any(True for _ in _own_fields(kind))
    is_kind = kind in _LISTED or bool(_tags(kind))
    return own or is_kind


_LISTED: Final = frozenset[type[View]](
    [*ENTRY_KINDS.values(), *SYSTEM_KINDS.values(), *RESULT_KINDS]
)


def _own_fields(kind: type[View]) -> Iterator[Field[Any]]:
    return (field for field in kind.fields.values() if field.name in vars(kind))


def _section(kind: type[View]) -> str:
    lines = [f"### {kind.__name__}\n", *_heading(kind)]
    bases = [base for base in kind.__bases__ if issubclass(base, View) and base.fields]
    if bases:
        lines.append(f"With the fields of {_list(_link(base) for base in bases)}.\n")
    fields = list(_own_fields(kind))
    if fields:
        notes = field_notes(kind)
        lines += ["| key | type | since | meaning |", "| --- | --- | --- | --- |"]
        lines += [_row(field, notes[field.name]) for field in fields]
        lines.append("")
    return "\n".join(lines)


def _heading(kind: type[View]) -> Iterator[str]:
    versions = [
        f"since {since}" if _is_version(since) else since for since in [_since(kind)] if since
    ]
    versions += [f"until {until}" for until in [getattr(kind, "UNTIL", "")] if until]
    known_as = [*_names(kind), *versions]
    if known_as:
        yield f"{', '.join(known_as)}\n"
    yield f"{inspect.getdoc(kind)}\n"


def _names(kind: type[View]) -> Iterator[str]:
    if issubclass(kind, SystemEntry) and kind.SUBTYPE:
        yield f"subtype `{kind.SUBTYPE}`"
    elif issubclass(kind, Entry) and kind.TAG:
        yield f"type `{kind.TAG}`"
    elif issubclass(kind, ToolResult) and kind.TOOLS:
        yield f"tool {_list(f'`{tool}`' for tool in kind.TOOLS)}"
    elif tags := _tags(kind):
        yield f"type {_list(f'`{tag}`' for tag in tags)}"


def _row(field: Field[Any], note: str) -> str:
    since = f"{field.since} to {field.until}" if field.until else field.since
    cells = (f"`{field.key}`", _in_words(field.shape.schema()), since, note)
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(content: str) -> str:
    return " ".join(content.split()).replace("|", "\\|")


def _in_words(schema: Schema) -> str:
    """Say what a schema allows."""
    if "$ref" in schema:
        return _link(view_classes()[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        return _choice(schema["anyOf"])
    if schema.get("type") == "array":
        return f"array of {_in_words(schema['items'])}"
    if "additionalProperties" in schema:
        return f"object of {_in_words(schema['additionalProperties'])}"
    return str(schema.get("type", "any value"))


def _choice(choices: list[Schema]) -> str:
    """Name a family by its base rather than all of its classes."""
    classes = view_classes()
    kinds = [classes[choice["$ref"].rpartition("/")[2]] for choice in choices if "$ref" in choice]
    for base in (Block, Attachment, ProgressData):
        if kinds and len(kinds) == len(choices) and all(issubclass(k, base) for k in kinds):
            return _link(base)
    return " or ".join(_in_words(choice) for choice in choices)


def _link(kind: type[View]) -> str:
    return f"[{kind.__name__}](#{kind.__name__.lower()})"


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
