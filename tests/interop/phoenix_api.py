"""What Phoenix has stored, by its REST and GraphQL interfaces."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import httpx

from tests.interop.stored import Stored, StoredSpan, StoredTrace
from tests.interop.transcript_recount import Tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE: Final = 300
_FIGURES: Final = """
query ($project: String!, $after: String) {
  getProjectByName(name: $project) {
    spans(first: 500, after: $after) {
      edges { node {
        spanId tokenCountPrompt tokenCountCompletion
        tokenPromptDetails { cacheRead cacheWrite }
        cumulativeTokenCountPrompt cumulativeTokenCountCompletion
        costSummary { total { cost } }
        input { value } output { value }
        trace { traceId session { sessionId } costSummary { total { cost } } }
      } }
      pageInfo { hasNextPage endCursor }
    }
  }
}
"""
_SESSIONS: Final = """
query ($project: String!, $after: String) {
  getProjectByName(name: $project) {
    sessions(first: 100, after: $after) {
      edges { node {
        sessionId numTraces startTime endTime tokenUsage { prompt completion }
        firstInput { value } lastOutput { value } costSummary { total { cost tokens } }
      } }
      pageInfo { hasNextPage endCursor }
    }
  }
}
"""


class Phoenix:
    """A project of a running Phoenix."""

    name = "phoenix"

    def __init__(self, url: str, project: str) -> None:
        """Take the address and the name of the project."""
        self.url = url
        self.project = project
        self._client = httpx.Client(base_url=url, timeout=120, trust_env=False)

    def wait_for(self, trace: str) -> None:
        """Wait until a trace is there: Phoenix stores in order, some time after its answer."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            # A trace that names no project is in this one.
            answer = self._client.get("/v1/projects/default/spans", params={"trace_id": trace})
            if answer.status_code == httpx.codes.OK and answer.json()["data"]:
                return
            time.sleep(0.5)
        raise AssertionError("Phoenix does not store what it took")

    def close(self) -> None:
        """Let the connection go."""
        self._client.close()

    def clear(self) -> None:
        """Remove the project with all that is in it."""
        self._client.delete(f"/v1/projects/{self.project}").raise_for_status()

    def read(self) -> Stored:
        """Read everything."""
        spans = sorted(self._spans(), key=lambda span: str(span["context"]["span_id"]))
        figures = {node["spanId"]: node for node in self._nodes(_FIGURES, "spans")}
        sessions = {node["sessionId"]: node for node in self._nodes(_SESSIONS, "sessions")}
        stored = [_span(span, figures[span["context"]["span_id"]]) for span in spans]
        roots = {one.trace: figures[one.id] for one in stored if one.parent is None}
        return Stored(
            {one.id: one for one in stored},
            {trace: _trace(node) for trace, node in roots.items()},
            {"spans": spans, "figures": figures, "sessions": sessions},
        )

    def _spans(self) -> Iterator[dict[str, Any]]:
        cursor = None
        while True:
            page = {"limit": 500} if cursor is None else {"limit": 500, "cursor": cursor}
            answer = self._client.get(f"/v1/projects/{self.project}/spans", params=page)
            told = answer.raise_for_status().json()
            yield from told["data"]
            cursor = told["next_cursor"]
            if cursor is None:
                return

    def _nodes(self, query: str, name: str) -> Iterator[dict[str, Any]]:
        after = None
        while True:
            asked = {"query": query, "variables": {"project": self.project, "after": after}}
            told = self._client.post("/graphql", json=asked).raise_for_status().json()
            assert not told.get("errors"), told["errors"]
            found = told["data"]["getProjectByName"][name]
            yield from (edge["node"] for edge in found["edges"])
            if not found["pageInfo"]["hasNextPage"]:
                return
            after = found["pageInfo"]["endCursor"]


def _span(span: dict[str, Any], node: dict[str, Any]) -> StoredSpan:
    told = span["attributes"]
    return StoredSpan(
        trace=span["context"]["trace_id"],
        id=span["context"]["span_id"],
        parent=span["parent_id"],
        kind=span["span_kind"],
        session=told.get("session.id"),
        message_id=told.get("metadata.message_id") or told.get("gen_ai.response.id"),
        call_id=told.get("tool.id"),
        model=told.get("llm.model_name"),
        tokens=_tokens(node) if "llm.token_count.prompt" in told else None,
        cost=node["costSummary"]["total"]["cost"] if node["costSummary"] else None,
        told_cost=told.get("steno.cost_usd"),
        is_error=span["status_code"] == "ERROR",
    )


def _tokens(node: dict[str, Any]) -> Tokens:
    cache = node["tokenPromptDetails"]
    read, written = int(cache["cacheRead"] or 0), int(cache["cacheWrite"] or 0)
    prompt, output = int(node["tokenCountPrompt"]), int(node["tokenCountCompletion"])
    return Tokens(prompt - read - written, read, written, output)


def _trace(node: dict[str, Any]) -> StoredTrace:
    session = node["trace"]["session"]
    return StoredTrace(
        session=session and session["sessionId"],
        input=node["input"]["value"] if node["input"] else "",
        output=node["output"]["value"] if node["output"] else "",
        prompt_tokens=int(node["cumulativeTokenCountPrompt"] or 0),
        output_tokens=int(node["cumulativeTokenCountCompletion"] or 0),
        cost=node["trace"]["costSummary"]["total"]["cost"],
    )
