"""Transcripts without what differs from run to run: ids, times, places, and who was faster."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from steno.disk.layout import project_slug

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_IDS: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|\b(?:toolu|msg|req)_[0-9A-Za-z]{20,}|\ba[0-9a-f]{16}\b|\bb[0-9a-z]{8}\.txt"
)
_TIME: Final = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z|(?<=duration_ms: )\d+|(?<=agent_tokens: )\d+"
)
_PASSING: Final = frozenset(
    {
        *("durationMs", "totalDurationMs", "duration_ms", "durationSeconds", "timestamp", "slug"),
        *("input_tokens", "totalTokens", "preTokens", "postTokens", "cumulativeDroppedTokens"),
    }
)
"""Members that tell of time, of chance, or of lengths, which depend on how long times are."""


def plain_lines(path: Path, folder: Path) -> list[str]:
    """Give the lines of a file that has to be all JSON, fit to be compared with another run's."""
    bodies = [json.loads(line) for line in path.read_text("utf-8").split("\n")[:-1]]
    named: dict[str, str] = {}
    places = (str(folder), project_slug(str(folder)))
    return [_named(_placeless(text, places), named) for text in _texts(_ordered(bodies))]


def _placeless(text: str, places: tuple[str, ...]) -> str:
    for place in places:
        text = text.replace(place, "FOLDER")
    return text


def _ordered(bodies: list[Any]) -> list[Any]:
    """Put the results of calls that ran side by side in the order of the calls."""
    calls = [block["id"] for body in bodies for block in _blocks(body) if "input" in block]
    ordered: list[Any] = []
    for body in bodies:
        ordered.append(body)
        place = len(ordered) - 1
        while place and _call(body) and _call(ordered[place - 1]):
            if calls.index(_call(body)) > calls.index(_call(ordered[place - 1])):
                break
            ordered[place - 1 : place + 1] = ordered[place], ordered[place - 1]
            place -= 1
    return _hung_on_the_last(ordered)


def _hung_on_the_last(bodies: list[Any]) -> list[Any]:
    """Let what follows results hang on the last of them, whichever was written last."""
    last: dict[str, str] = {}
    run: list[str] = []
    for body in bodies:
        if _call(body):
            run.append(body["uuid"])
            last |= dict.fromkeys(run, run[-1])
        elif body.get("type") in ("user", "assistant"):
            run = []
    return [
        {**body, "parentUuid": last.get(body["parentUuid"], body["parentUuid"])}
        if body.get("parentUuid")
        else body
        for body in bodies
    ]


def _blocks(body: Any) -> list[Any]:
    content = (body.get("message") or {}).get("content")
    return content if isinstance(content, list) else []


def _call(body: Any) -> str:
    """Give the call whose result a line holds."""
    found = [one["tool_use_id"] for one in _blocks(body) if one["type"] == "tool_result"]
    return str(found[0]) if found else ""


def _texts(bodies: list[Any]) -> Iterator[str]:
    for body in bodies:
        yield _TIME.sub("TIME", json.dumps(_lasting(body)))


def _lasting(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lasting(held) for key, held in value.items() if key not in _PASSING}
    return [_lasting(held) for held in value] if isinstance(value, list) else value


def _named(text: str, named: dict[str, str]) -> str:
    """Give ids numbers in the order in which they appear."""
    return _IDS.sub(lambda found: named.setdefault(found[0], f"ID-{len(named)}"), text)
