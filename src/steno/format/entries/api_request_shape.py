"""``api-request-shape``: the system prompt and the tools that several requests share."""

from __future__ import annotations

from steno.format.content import BLOCKS, Block
from steno.format.envelope import LooseEntry
from steno.format.view import Field, View, flag, mapping, text, view, views


class OfferedTool(View):
    """A tool as it was offered to the model."""

    name = text("name", since="2.1.325")
    """The tool."""
    description = text("description", since="2.1.325")
    """What the model was told of it."""
    input_schema = mapping("input_schema", since="2.1.325")
    """The JSON Schema of its arguments."""
    defer_loading = flag("defer_loading", since="2.1.325")
    """True where the model has to search for it first."""


class RequestShape(View):
    """What stays the same from one request to the next."""

    system: Field[tuple[Block, ...]] = Field("system", BLOCKS, since="2.1.325")
    """The system prompt."""
    tools = views("tools", OfferedTool, since="2.1.325")
    """The tools."""


class ApiRequestShapeEntry(LooseEntry):
    """A shape, kept once however many requests have it."""

    TAG = "api-request-shape"
    SINCE = "2.1.325"

    version = text("version", since="2.1.325")
    """The client's version."""
    agent_id = text("agentId", since="2.1.325")
    """The sub-agent that sent it."""
    shape_hash = text("shapeHash", since="2.1.325")
    """What ``shapeHash`` of an ``api-request`` calls it by; how it is made is not known."""
    shape = view("shape", RequestShape, since="2.1.325")
    """The shape."""
