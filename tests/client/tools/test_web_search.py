"""WebSearch: texts and links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.client.tools.services import Services
from tests.client.surroundings import Surroundings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_HIT = {"type": "web_search_result", "title": "T", "url": "https://t.example/"}
_BLOCKS: list[dict[str, Any]] = [
    {"type": "text", "text": "I search."},
    {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "tides"}},
    {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [_HIT]},
    {"type": "text", "text": "Found it."},
    {"type": "web_search_tool_result", "tool_use_id": "s2", "content": {"error_code": "too_many"}},
]


async def _search(
    query: str, allowed: Sequence[str], blocked: Sequence[str]
) -> Sequence[Mapping[str, Any]]:
    assert (query, list(allowed), list(blocked)) == ("tides", ["a.example"], [])
    return _BLOCKS


def test_texts_and_links_come_in_their_order(tmp_path: Path) -> None:
    """What the search gave is told as it came, errors too."""
    around = Surroundings(tmp_path, Services(search_web=_search))
    answer = around.call("WebSearch", query="tides", allowed_domains=["a.example"])
    assert str(answer.content).startswith(
        'Web search results for query: "tides"\n\nI search.\n\n'
        'Links: [{"title":"T","url":"https://t.example/"}]\n\nFound it.\n\n'
    )
    assert "too_many" in str(answer.content)
    assert answer.kept["searchCount"] == 1


def test_contradicting_domains_are_refused(tmp_path: Path) -> None:
    """Domains to keep to and domains to leave out do not go together."""
    around = Surroundings(tmp_path, Services(search_web=_search))
    given = {"allowed_domains": ["a"], "blocked_domains": ["b"]}
    assert "Cannot specify both" in str(around.call("WebSearch", query="tides", **given).content)
