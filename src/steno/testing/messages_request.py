"""Which requests the Messages API takes: headers, members, tools, thinking, cache marks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.model.script_events import estimated
from steno.testing.messages_history import Memory, check_history
from steno.testing.messages_marks import check_marks
from steno.testing.messages_shape import (
    RefusedError,
    mapping,
    needed,
    no_others,
    refuse,
    sequence,
    text,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from steno.model.script import Request

KEY: Final = "sk-ant-api03-made-up-and-of-use-on-this-machine-only"
MOST_BYTES: Final = 32 << 20
MOST_OUTPUT: Final = 128_000
LEAST_BUDGET: Final = 1024
_VERSION: Final = re.compile(r"20\d\d-\d\d-\d\d")
"""The official client asks for a later one by each of its great releases."""
_MODEL: Final = re.compile(r"claude-[a-z0-9-]*\d[a-z0-9-]*")
_TOOL_NAME: Final = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_COUNTED: Final = frozenset(
    {
        "cache_control", "context_management", "mcp_servers", "messages", "model",
        "output_config", "speed", "system", "thinking", "tool_choice", "tools",
    }
)  # fmt: skip
_KNOWN: Final = _COUNTED | {
    "container", "inference_geo", "max_tokens", "metadata", "service_tier", "stop_sequences",
    "stream", "temperature", "top_k", "top_p",
}  # fmt: skip
_BETA_OF: Final = {
    "context_management": "context-management-",
    "mcp_servers": "mcp-client-",
    "speed": "fast-mode-",
}
"""What is taken only from those who ask for it in a header."""
_TOOL_KEYS: Final = frozenset(
    {
        "allowed_callers", "cache_control", "defer_loading", "description", "eager_input_streaming",
        "input_examples", "input_schema", "name", "strict", "type",
    }
)  # fmt: skip


@dataclass(slots=True)
class Judge:
    """Refuses what the real service refuses, in its words as far as they are known."""

    key: str = KEY
    models: frozenset[str] | None = None
    """The models that there are; None: whatever is called as a model of Claude may be."""
    context_tokens: int = 1_000_000
    """The most that a request may hold."""
    memory: Memory = field(default_factory=Memory)

    def check_headers(self, headers: Mapping[str, str]) -> None:
        """Refuse a request for its headers."""
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        if "x-api-key" not in headers and not bearer:
            raise RefusedError("x-api-key header is required", 401)
        if self.key not in (headers.get("x-api-key"), bearer):
            raise RefusedError("invalid x-api-key", 401)
        if "anthropic-version" not in headers:
            raise RefusedError("anthropic-version: header is required")
        if not _VERSION.fullmatch(headers["anthropic-version"]):
            told = f'"{headers["anthropic-version"]}" is not a valid version'
            raise RefusedError(f"anthropic-version: {told}")
        if headers.get("content-type", "").partition(";")[0] != "application/json":
            raise RefusedError("content-type: it has to be application/json")

    def check_body(self, request: Request, *, counts: bool = False) -> list[str]:
        """Refuse a request for what it asks; give what is odd in it."""
        body, betas = request.body, betas_of(request)
        needed("", body, "model", "messages", *(() if counts else ("max_tokens",)))
        no_others("", body, _COUNTED if counts else _KNOWN)
        for name, beta in _BETA_OF.items():
            if name in body and not any(given.startswith(beta) for given in betas):
                refuse(name, "Extra inputs are not permitted")
        self._check_model(text("model", body["model"]))
        _check_sampling(body)
        _check_system(body.get("system", ""))
        _check_tools(sequence("tools", body.get("tools", [])))
        check_marks(body)
        messages = sequence("messages", body["messages"])
        odd = check_history(messages, betas, self.memory, thinks=thinks(body))
        self._check_length(body)
        return odd

    def _check_model(self, model: str) -> None:
        known = _MODEL.fullmatch(model) if self.models is None else model in self.models
        if not known:
            raise RefusedError(f"model: {model}", 404)

    def _check_length(self, body: Mapping[str, Any]) -> None:
        tokens = estimated(body)
        if tokens > self.context_tokens:
            told = f"prompt is too long: {tokens} tokens > {self.context_tokens} maximum"
            raise RefusedError(told)


def betas_of(request: Request) -> list[str]:
    """Give what a request asks for in the header that is for it."""
    return [beta.strip() for beta in request.headers.get("anthropic-beta", "").split(",")]


def thinks(body: Mapping[str, Any]) -> bool:
    """Say whether the model is to think."""
    thinking = body.get("thinking")
    return isinstance(thinking, dict) and thinking.get("type") in ("enabled", "adaptive")


def _check_sampling(body: Mapping[str, Any]) -> None:
    most = whole("max_tokens", body.get("max_tokens", 1), 1)
    if most > MOST_OUTPUT:
        told = "which is the maximum allowed number of output tokens"
        refuse("max_tokens", f"{most} > {MOST_OUTPUT}, {told} for {body['model']}")
    if not isinstance(body.get("stream", False), bool):
        refuse("stream", "Input should be a valid boolean")
    if "thinking" in body:
        _check_thinking(mapping("thinking", body["thinking"]), body)


def _check_thinking(thinking: Mapping[str, Any], body: Mapping[str, Any]) -> None:
    kind = thinking.get("type")
    if kind not in ("enabled", "adaptive", "disabled"):
        refuse("thinking.type", "Input should be 'enabled', 'adaptive' or 'disabled'")
    own = {"enabled": ("budget_tokens", "display"), "adaptive": ("display",)}.get(kind, ())
    no_others(f"thinking.{kind}", thinking, ("type", *own))
    if kind == "enabled":
        needed("thinking.enabled", thinking, "budget_tokens")
        least = LEAST_BUDGET
        budget = whole("thinking.enabled.budget_tokens", thinking["budget_tokens"], least)
        if "max_tokens" in body and body["max_tokens"] <= budget:
            raise RefusedError("`max_tokens` must be greater than `thinking.budget_tokens`.")
    if kind == "disabled":
        return
    if body.get("temperature", 1) != 1:
        raise RefusedError("`temperature` may only be set to 1 when thinking is enabled.")
    choice = body.get("tool_choice")
    if isinstance(choice, dict) and choice.get("type") in ("any", "tool"):
        raise RefusedError("Thinking may not be enabled when tool_choice forces tool use.")


def _check_system(system: object) -> None:
    if isinstance(system, str):
        return
    for number, block in enumerate(sequence("system", system)):
        where = f"system.{number}"
        body = mapping(where, block)
        no_others(where, body, ("type", "text", "cache_control", "citations"))
        needed(where, body, "type", "text")
        if not text(f"{where}.text", body["text"]):
            refuse("system", "text content blocks must be non-empty")


def _check_tools(tools: Sequence[object]) -> None:
    names: set[str] = set()
    for number, tool in enumerate(tools):
        name = _checked_tool(f"tools.{number}", mapping(f"tools.{number}", tool))
        if name in names:
            refuse("tools", "Tool names must be unique.")
        names.add(name)


def _checked_tool(where: str, tool: Mapping[str, Any]) -> str:
    name = text(f"{where}.name", tool.get("name"))
    # A tool of the service's own has a type with a date, and members of its own.
    if tool.get("type", "custom") != "custom":
        return name
    inner = f"{where}.custom"
    needed(inner, tool, "name", "input_schema")
    no_others(inner, tool, _TOOL_KEYS)
    if not _TOOL_NAME.fullmatch(name):
        refuse(f"{inner}.name", f"String should match pattern '^{_TOOL_NAME.pattern}$'")
    if mapping(f"{inner}.input_schema", tool["input_schema"]).get("type") != "object":
        refuse(f"{inner}.input_schema.type", "Input should be 'object'")
    return name
