"""What MLflow has stored, by its REST interface."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any, Final

import httpx

from tests.interop.stored import Stored, StoredSpan, StoredTrace
from tests.interop.transcript_recount import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

EXPERIMENT: Final = "0"
_AT_A_TIME: Final = 20
_KINDS: Final = {"CHAT_MODEL": "LLM"}
"""What MLflow calls differently; a chat of the GenAI conventions is a kind of its own there."""


class MLflow:
    """An experiment of a running MLflow."""

    name = "mlflow"

    def __init__(self, url: str) -> None:
        """Take the address."""
        self.url = url
        self._client = httpx.Client(base_url=url, timeout=120, trust_env=False)

    def close(self) -> None:
        """Let the connection go."""
        self._client.close()

    def clear(self) -> None:
        """Remove all traces."""
        asked = {"experiment_id": EXPERIMENT, "max_timestamp_millis": 10**14}
        answer = self._client.post("/api/3.0/mlflow/traces/delete-traces", json=asked)
        answer.raise_for_status()

    def read(self) -> Stored:
        """Read everything."""
        listed = {one["trace_id"]: one for one in self._listed()}
        found = list(self._whole(sorted(listed)))
        spans = [_span(span) for one in found for span in one["spans"]]
        return Stored(
            {span.id: span for span in spans},
            {name.removeprefix("tr-"): _trace(one) for name, one in listed.items()},
            {"traces": listed, "spans": {one["trace_info"]["trace_id"]: one for one in found}},
        )

    def _listed(self) -> Iterator[dict[str, Any]]:
        where = {"type": "MLFLOW_EXPERIMENT", "mlflow_experiment": {"experiment_id": EXPERIMENT}}
        asked: dict[str, Any] = {"locations": [where], "max_results": 100}
        while True:
            answer = self._client.post("/api/3.0/mlflow/traces/search", json=asked)
            told = answer.raise_for_status().json()
            yield from told.get("traces", [])
            asked["page_token"] = told.get("next_page_token")
            if not asked["page_token"]:
                return

    def _whole(self, traces: list[str]) -> Iterator[dict[str, Any]]:
        for at in range(0, len(traces), _AT_A_TIME):
            asked = {"trace_ids": traces[at : at + _AT_A_TIME]}
            answer = self._client.get("/api/3.0/mlflow/traces/batchGet", params=asked)
            yield from answer.raise_for_status().json()["traces"]


def _span(span: dict[str, Any]) -> StoredSpan:
    told: dict[str, Any] = {one["key"]: _value(one["value"]) for one in span["attributes"]}
    metadata: dict[str, Any] = told.get("metadata") or {}
    usage, cost = told.get("mlflow.chat.tokenUsage"), told.get("mlflow.llm.cost")
    return StoredSpan(
        trace=base64.b64decode(span["trace_id"]).hex(),
        id=base64.b64decode(span["span_id"]).hex(),
        parent=base64.b64decode(span.get("parent_span_id") or "").hex() or None,
        kind=_KINDS.get(told["mlflow.spanType"], told["mlflow.spanType"]),
        session=told.get("session.id"),
        message_id=told.get("gen_ai.response.id") or metadata.get("message_id"),
        call_id=told.get("gen_ai.tool.call.id") or told.get("tool.id"),
        model=told.get("mlflow.llm.model"),
        tokens=None if usage is None else _tokens(usage),
        cost=None if cost is None else cost["total_cost"],
        told_cost=told.get("steno.cost_usd"),
        is_error=span["status"].get("code") == "STATUS_CODE_ERROR",
    )


def _value(value: dict[str, Any]) -> Any:
    """Give a value of OTLP in JSON as what it stands for."""
    pair: tuple[str, Any] = next(iter(value.items()), ("string_value", None))
    kind, content = pair
    if kind == "array_value":
        return [_value(one) for one in content.get("values", [])]
    if kind == "kvlist_value":
        return {one["key"]: _value(one.get("value", {})) for one in content.get("values", [])}
    return int(content) if kind == "int_value" else content


def _tokens(usage: dict[str, int]) -> Tokens:
    read, written = usage["cache_read_input_tokens"], usage["cache_creation_input_tokens"]
    assert usage["total_tokens"] == usage["input_tokens"] + usage["output_tokens"]
    return Tokens(usage["input_tokens"] - read - written, read, written, usage["output_tokens"])


def _trace(one: dict[str, Any]) -> StoredTrace:
    known = one["trace_metadata"]
    usage = json.loads(known.get("mlflow.trace.tokenUsage", "{}"))
    return StoredTrace(
        session=known.get("mlflow.trace.session"),
        input=one.get("request_preview", ""),
        output=one.get("response_preview", ""),
        prompt_tokens=usage.get("input_tokens", 0),
        output_tokens=usage.get("output_tokens", 0),
        cost=json.loads(known.get("mlflow.trace.cost", "{}")).get("total_cost"),
    )
