"""Inputs of tools: Structs, the JSON schema that the model sees, and what is said of a wrong one.

What is wrong is told in the words and in the shape that the real client uses, since models know
them: a plain sentence for each missing, unknown or wrongly typed parameter, JSON for the rest.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from steno.format.codec import JsonRefusedError, decode_text, encode_document

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Schema = Mapping[str, Any]
    Path = Sequence[str | int]

TakesT = TypeVar("TakesT", bound=msgspec.Struct)

_DROPPED: Final = frozenset({"title", "$ref"})
_JSON_TYPES: Final = {str: "string", bool: "boolean", int: "number", float: "number"}
_PLAIN_CODES: Final = frozenset({"invalid_type", "unrecognized_keys"})


class WrongInputError(ValueError):
    """An input that a tool cannot take."""

    def __init__(self, shown: str, kept: str) -> None:
        """Take what the model is told, and what the transcript keeps: every issue, as JSON."""
        super().__init__(shown)
        self.shown = shown
        self.kept = kept


@lru_cache(maxsize=128)
def schema_of(takes: type[msgspec.Struct]) -> dict[str, Any]:
    """Give the JSON schema of an input, without references."""
    (schema,), parts = msgspec.json.schema_components([takes], ref_template="{name}")
    inlined = _inlined(schema, parts)
    assert isinstance(inlined, dict)  # noqa: S101 - a Struct has an object for a schema
    return inlined


def _inlined(schema: Any, parts: Mapping[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_inlined(one, parts) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {**_inlined(parts[schema["$ref"]], parts), **_without(schema)}
    return _tidied({key: _inlined(value, parts) for key, value in schema.items() if key != "title"})


def _without(schema: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key not in _DROPPED}


def _tidied(schema: dict[str, Any]) -> dict[str, Any]:
    """Say of an optional member what it is when it is there: none is ever sent as null."""
    choices = [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]
    if len(choices) == 1 and len(schema["anyOf"]) > 1:
        rest = {key: value for key, value in schema.items() if key not in {"anyOf", "default"}}
        return {**choices[0], **rest}
    if schema.get("default", ...) is None:
        del schema["default"]
    return schema


def read_input(tool: str, takes: type[TakesT], given: Mapping[str, Any]) -> TakesT:
    """Give the input of a call as its Struct, or raise :class:`WrongInputError`."""
    schema = schema_of(takes)
    meant = _meant(given, schema)
    issues = _issues(meant, schema, [])
    if not issues:
        try:
            return msgspec.convert(meant, takes)
        except msgspec.ValidationError as error:  # what no rule of ours foresaw
            issues = [{"code": "custom", "path": [], "message": str(error)}]
    raise _wrong(tool, issues)


def refuse_input(tool: str, path: Path, message: str, **own: Any) -> WrongInputError:
    """Give the error for an input that its schema allows and its tool does not."""
    issue = {**({"code": "custom"} if "code" not in own else {}), **own}
    return _wrong(tool, [{**issue, "path": list(path), "message": message}])


def _wrong(tool: str, issues: list[dict[str, Any]]) -> WrongInputError:
    listed = f"InputValidationError: {encode_document(issues).decode()}"
    plain = [sentence for issue in issues for sentence in _sentences(issue)]
    if not plain:
        return WrongInputError(listed, listed)
    word = "issue" if len(plain) == 1 else "issues"
    told = "\n".join(plain)
    return WrongInputError(
        f"InputValidationError: {tool} failed due to the following {word}:\n{told}", listed
    )


def _sentences(issue: Mapping[str, Any]) -> list[str]:
    if issue["code"] not in _PLAIN_CODES:
        return []
    if issue["code"] == "unrecognized_keys":
        return [f"An unexpected parameter `{key}` was provided" for key in issue["keys"]]
    received = issue["message"].rpartition("received ")[2]
    if received == "undefined":
        return [f"The required parameter `{_spelled(issue['path'])}` is missing"]
    types = f"type is expected as `{issue['expected']}` but provided as `{received}`"
    return [f"The parameter `{_spelled(issue['path'])}` {types}"]


def _spelled(path: Path) -> str:
    spelled = ""
    for step in path:
        spelled += f"[{step}]" if isinstance(step, int) else f".{step}" if spelled else step
    return spelled


def _meant(value: Any, schema: Schema) -> Any:
    """Take what a model wrote as text for what it stands for: ``"3"``, ``"true"``, ``"[...]"``."""
    kind = schema.get("type")
    if isinstance(value, dict):
        named = schema.get("properties")
        if named is None:
            return value
        kept = {key: member for key, member in value.items() if member is not None}
        return {key: _meant(member, named.get(key, {})) for key, member in kept.items()}
    if isinstance(value, list):
        return [_meant(one, schema.get("items", {})) for one in value]
    if isinstance(value, str) and kind in {"number", "integer", "boolean", "array", "object"}:
        return _read_from(value, str(kind), schema)
    return int(value) if _is_whole(value) and kind in {"integer", "number"} else value


def _is_whole(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value) and value.is_integer()


def _read_from(text: str, kind: str, schema: Schema) -> Any:
    try:
        value = decode_text(text).value
    except JsonRefusedError:
        return text
    return _meant(value, schema) if _type_of(value) == _broad(kind) else text


def _broad(kind: str) -> str:
    return "number" if kind == "integer" else kind


def _type_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "object"
    return "array" if isinstance(value, list) else _JSON_TYPES[type(value)]


def _issues(value: Any, schema: Schema, path: list[str | int]) -> list[dict[str, Any]]:
    """List what is wrong with a value, the way the real client puts it."""
    if "anyOf" in schema:
        each = [_issues(value, choice, path) for choice in schema["anyOf"]]
        return [] if any(not one for one in each) else each[0]
    if "enum" in schema:
        return _choice_issues(value, schema["enum"], path)
    kind = schema.get("type")
    if kind is None:
        return []
    if _type_of(value) != _broad(kind):
        return [_type_issue(kind, _type_of(value), path)]
    if kind == "integer" and isinstance(value, float):
        return [_type_issue("int", "number", path)]
    return [*_size_issues(value, schema, path), *_inside(value, schema, path)]


def _type_issue(expected: str, received: str, path: list[str | int]) -> dict[str, Any]:
    wanted = "number" if expected == "integer" else expected
    exact = {"format": "safeint"} if expected == "int" else {}
    message = f"Invalid input: expected {wanted}, received {received}"
    return {
        "expected": wanted,
        **exact,
        "code": "invalid_type",
        "path": list(path),
        "message": message,
    }


def _choice_issues(value: Any, values: list[str], path: list[str | int]) -> list[dict[str, Any]]:
    if value in values:
        return []
    listed = "|".join(f'"{one}"' for one in values)
    message = f"Invalid option: expected one of {listed}"
    return [{"code": "invalid_value", "values": values, "path": list(path), "message": message}]


def _size_issues(value: Any, schema: Schema, path: list[str | int]) -> list[dict[str, Any]]:
    measures = (
        ("minLength", "string", "characters"),
        ("minItems", "array", "items"),
        ("minimum", "number", ""),
    )
    for key, origin, unit in measures:
        least = schema.get(key)
        size = value if key == "minimum" else len(value) if hasattr(value, "__len__") else None
        if least is not None and size is not None and size < least:
            return [_small_issue(least, origin, unit, path)]
    most = schema.get("maxItems")
    if most is not None and len(value) > most:
        return [_large_issue(most, path)]
    return []


def _small_issue(least: int, origin: str, unit: str, path: list[str | int]) -> dict[str, Any]:
    to_be = f"to have >={least} {unit}" if unit else f"to be >={least}"
    return {
        "origin": origin,
        "code": "too_small",
        "minimum": least,
        "inclusive": True,
        "path": list(path),
        "message": f"Too small: expected {origin} {to_be}",
    }


def _large_issue(most: int, path: list[str | int]) -> dict[str, Any]:
    return {
        "origin": "array",
        "code": "too_big",
        "maximum": most,
        "inclusive": True,
        "path": list(path),
        "message": f"Too big: expected array to have <={most} items",
    }


def _inside(value: Any, schema: Schema, path: list[str | int]) -> list[dict[str, Any]]:
    if isinstance(value, list):
        items = schema.get("items", {})
        return [issue for at, one in enumerate(value) for issue in _issues(one, items, [*path, at])]
    if isinstance(value, dict) and "properties" in schema:
        return _member_issues(value, schema, path)
    return []


def _member_issues(
    value: Mapping[str, Any], schema: Schema, path: list[str | int]
) -> list[dict[str, Any]]:
    named = schema["properties"]
    required = schema.get("required", ())
    issues = []
    for key, inner in named.items():
        if key in value:
            issues += _issues(value[key], inner, [*path, key])
        elif key in required:
            issues += _missing(inner, [*path, key])
    return issues + _unknown(value, schema, path)


def _missing(schema: Schema, path: list[str | int]) -> list[dict[str, Any]]:
    if "enum" in schema:
        return _choice_issues(None, schema["enum"], path)
    return [_type_issue(schema.get("type", "string"), "undefined", path)]


def _unknown(
    value: Mapping[str, Any], schema: Schema, path: list[str | int]
) -> list[dict[str, Any]]:
    strange = [key for key in value if key not in schema["properties"]]
    if not strange or schema.get("additionalProperties") is not False:
        return []
    keys = ", ".join(f'"{key}"' for key in strange)
    message = f"Unrecognized key{'s' if len(strange) > 1 else ''}: {keys}"
    return [{"code": "unrecognized_keys", "keys": strange, "path": list(path), "message": message}]
