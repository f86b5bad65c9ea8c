"""What an MCP server answers, as the model sees it and as the transcript keeps it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from steno.client.tool import ToolAnswer
from steno.format import codec
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    Block = dict[str, Any]

IMAGES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""Kinds of images that models look at."""
_KEPT_APART: Final = ("_meta", "structuredContent")
_NO_NAME: Final = re.compile("[^A-Za-z0-9_-]")


def tool_name(server: str, tool: str) -> str:
    """Give the name by which the model calls a tool of a server."""
    return f"mcp__{_NO_NAME.sub('_', server)}__{_NO_NAME.sub('_', tool)}"


def answer_of(result: Mapping[str, Any], server: str) -> ToolAnswer:
    """Turn the result of ``tools/call`` into an answer."""
    listed = result.get("content")
    blocks = [
        block_of(one, server)
        for one in (listed if isinstance(listed, list) else ())
        if isinstance(one, dict)
    ]
    if result.get("isError") is True:
        told = "\n".join(block["text"] for block in blocks if block["type"] == "text")
        message = told or "The server reported an error without words"
        return ToolAnswer(message, f"Error: {message}", is_error=True)
    meta = {key: result[key] for key in _KEPT_APART if result.get(key) is not None}
    content: str | list[Block] = blocks
    if "structuredContent" in meta:
        content = codec.encode_value(meta["structuredContent"]).decode("utf-8", "replace")
    return ToolAnswer(content, content, meta={"mcpMeta": meta} if meta else {})


def block_of(given: Mapping[str, Any], server: str) -> Block:
    """Turn one part of a result into a block that the API takes."""
    match given.get("type"):
        case "text":
            return _text(text_in(given, "text") or "")
        case "image" if given.get("mimeType") in IMAGES:
            return _image(str(given["mimeType"]), str(given.get("data")))
        case "resource_link":
            about = text_in(given, "description")
            link = f"[Resource link: {given.get('name')}] {given.get('uri')}"
            return _text(f"{link} ({about})" if about else link)
        case "resource":
            return _resource(object_in(given, "resource") or {}, server)
    return _text(f"[{given.get('type')} of type {given.get('mimeType')} is not shown]")


def _resource(resource: Mapping[str, Any], server: str) -> Block:
    text, kind = text_in(resource, "text"), text_in(resource, "mimeType")
    if text is not None:
        return _text(f"[Resource from {server} at {resource.get('uri')}] {text}")
    blob = text_in(resource, "blob")
    if blob is not None and kind in IMAGES:
        return _image(str(kind), blob)
    told = f"[Resource from {server} at {resource.get('uri')}, of type {kind}, is not shown]"
    return _text(told)


def _text(text: str) -> Block:
    return {"type": "text", "text": text}


def _image(kind: str, data: str) -> Block:
    return {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}}
