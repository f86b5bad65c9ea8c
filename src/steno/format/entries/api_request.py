"""``api-request``: what was asked of the API, by reference to what was asked before."""

from __future__ import annotations

from typing import Final

from steno.format.envelope import LooseEntry
from steno.format.shapes import INTEGER, TEXT, AnyOf, ListOf, Shape
from steno.format.view import Field, View, integer, mapping, text, texts, views

PATH: Final[Shape[tuple[str | int, ...]]] = ListOf(AnyOf(TEXT, INTEGER))
"""A place in a request: keys and numbers, from the outside in."""


class CacheMark(View):
    """A place in the request up to which the API is asked to keep a cache."""

    path: Field[tuple[str | int, ...]] = Field("path", PATH, since="2.1.325")
    """The place, such as ``system``, 0."""
    value = mapping("value", since="2.1.325")
    """How long it is kept, as the API takes it."""


class ApiRequestEntry(LooseEntry):
    """One request; its messages are the first ``keep`` of ``base`` and those of ``tail``.

    In every request seen that sum was the number of messages that were really sent.
    """

    TAG = "api-request"
    SINCE = "2.1.325"

    id = text("id", since="2.1.325")
    """The request's own id; ``requestRef`` of the lines that answer it."""
    version = text("version", since="2.1.325")
    """The client's version."""
    agent_id = text("agentId", since="2.1.325")
    """The sub-agent that asked."""
    query_source = text("querySource", since="2.1.325")
    """Who asked: ``sdk``, ``repl_main_thread``, ``agent:custom:<name>`` and others."""
    shape_hash = text("shapeHash", since="2.1.325")
    """The ``api-request-shape`` line that holds the system prompt and the tools."""
    params = mapping("params", since="2.1.325")
    """The other parameters as the API takes them: model, betas, max_tokens, thinking and more."""
    base = text("base", since="2.1.325")
    """The earlier request whose messages this one begins with; missing where there is none."""
    keep = integer("keep", since="2.1.325")
    """How many of that request's messages it begins with."""
    tail = texts("tail", since="2.1.325")
    """The hashes of the messages behind them; some are those of an ``api-request-blob``."""
    cache_control = views("cacheControl", CacheMark, since="2.1.325")
    """Where the API is asked to keep a cache."""
    request_digest = text("requestDigest", since="2.1.325")
    """A hash of the request; how it is made is not known."""
