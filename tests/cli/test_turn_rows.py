"""Turns and items as rows of the JSON document."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from steno.catalog.resolve import resolve_session
from steno.cli.rendering.depth import Depth
from steno.cli.turn_rows import TurnRows
from steno.disk.discover import Home
from steno.format.codec import encode_document
from steno.format.deep import TooDeep
from steno.format.entries.assistant import AssistantEntry
from steno.format.entry import Place
from steno.session.session import from_entries, load_file
from steno.view.document import build_document
from tests.cli.rendering.test_items import HOSTILE
from tests.held import attachment, calls, held, prompt, result, says
from tests.written import user

if TYPE_CHECKING:
    from pathlib import Path

    from steno.view.document import Document

LINES = [
    prompt("a", None, 0),
    calls("b", "a", 1, of="m"),
    calls("c", "b", 1, of="m"),
    result("rb", "b", 2),
    result("rc", "c", 3),
    says("d", "rc", 4),
    prompt("e", "d", 5),
    says("f", "e", 6),
    attachment("t", "f", 6.5),
    prompt("g", "d", 10),
    says("h", "g", 11, usage={"input_tokens": 7, "output_tokens": 5}),
]


def rows_of(document: Document, depth: Depth = Depth.TOOLS) -> list[Any]:
    """Give the turns as a program reads them."""
    rows: list[Any] = json.loads(encode_document(TurnRows(depth).turns(document)))
    return rows


def kinds(turn: Any) -> list[str]:
    """Name the items of a turn."""
    return [item["kind"] for item in turn["items"]]


def test_turns_hold_their_items() -> None:
    """In order."""
    first, second = rows_of(build_document(held(*LINES)))
    assert (first["number"], first["line"], first["input_kind"], first["active"]) == (
        1, 1, "plain", True,
    )  # fmt: skip
    assert first["started"] == "2026-01-03T10:00:00.000Z"
    assert kinds(first) == ["prompt", "parallel", "reply", "branch"]
    assert (second["number"], kinds(second)) == (3, ["prompt", "reply"])
    _, group, _, branch = first["items"]
    assert [(tool["tool"], tool["status"], tool["call"]) for tool in group["items"]] == [
        ("Bash", "ok", "toolu_b"), ("Bash", "ok", "toolu_c"),
    ]  # fmt: skip
    assert group["duration_ms"] == 2000
    assert [way["text"] for way in branch["alternatives"]] == ["prompt e", "prompt g"]
    message = second["items"][1]["message"]
    assert (message["context_tokens"], message["output_tokens"]) == (7, 5)
    assert message["context_window"] == 200_000


def test_depth_says_how_much_there_is() -> None:
    """From prompts alone to everything."""
    document = build_document(held(*LINES))
    assert [kinds(turn) for turn in rows_of(document, Depth.PROMPTS)] == [["prompt"], ["prompt"]]
    assert kinds(rows_of(document, Depth.TURNS)[0]) == ["prompt", "reply", "branch"]
    tool = rows_of(document)[0]["items"][1]["items"][0]
    assert tool["parts"] == []
    tool = rows_of(document, Depth.FULL)[0]["items"][1]["items"][0]
    assert [part["kind"] for part in tool["parts"]] == ["code", "output"]
    assert tool["parts"][1]["text"] == "done"


def test_what_stands_before_the_first_turn_counts_only_with_items() -> None:
    """It has the number nought."""
    assert len(rows_of(build_document(held({"type": "mode"}, *LINES)))) == 2
    title = {"type": "custom-title", "customTitle": "Tides"}
    before, *_ = rows_of(build_document(held(title, *LINES)))
    assert (before["number"], before["input_kind"], kinds(before)) == (0, None, ["notice"])
    notice = before["items"][0]
    assert (notice["detail"], notice["level"], notice["text"]) == ("title", "info", "title: Tides")


def test_bookkeeping_is_there_in_full() -> None:
    """With what was sent to the model."""
    meta = user("skill body", uuid="m", parentUuid="h", isMeta=True)
    turns = rows_of(build_document(held(*LINES, meta)), Depth.FULL)
    assert turns[-1]["items"][-1]["text"] == "skill body"
    assert turns[-1]["items"][-1]["detail"] == "user/meta"


def test_subagents_are_opened_in_full(demo: Path) -> None:
    """Inside of the call that began them."""
    found = resolve_session("16b08926", (Home(demo),))
    document = build_document(load_file(found))
    for depth, opened in ((Depth.TOOLS, False), (Depth.FULL, True)):
        items = [item for turn in rows_of(document, depth) for item in turn["items"]]
        group = next(item for item in items if item["kind"] == "parallel")
        agents = [agent for tool in group["items"] for agent in tool["items"]]
        assert [agent["kind"] for agent in agents] == ["subagent", "subagent"]
        assert all(bool(agent["items"]) is opened for agent in agents)
        assert all(agent["agent"] for agent in agents)


def test_what_is_nested_too_deeply_is_named() -> None:
    """Nobody can read it anyway."""
    block = {"type": "tool_use", "id": "t", "name": "Odd", "input": {"x": TooDeep(b"[[]]")}}
    use = {"type": "assistant", "message": {"id": "m", "content": [block]}, "uuid": "b"}
    entry = AssistantEntry(use, Place(b"{}"))
    document = build_document(from_entries([entry]))
    assert b"nested too deeply" in encode_document(TurnRows(Depth.FULL).turns(document))


def test_items_of_others_have_a_row() -> None:
    """A newer view may bring one."""

    class Hologram:
        kind, line, time = "hologram", 3, None

    assert TurnRows(Depth.FULL).item(Hologram()).kind == "hologram"  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", HOSTILE, ids=lambda kind: kind.__name__)
def test_every_kind_of_item_has_a_row(kind: type) -> None:
    """With its words, harmless or not: the printing takes care of that."""
    row = TurnRows(Depth.FULL).item(HOSTILE[kind]("\x1b[2J words"))
    assert row.kind == kind.kind  # type: ignore[attr-defined]
    assert "\\u001b[2J words" in encode_document(row).decode()


def test_compactions_tell_their_figures(demo: Path) -> None:
    """What was dropped and kept."""
    document = build_document(load_file(resolve_session("2b622324", (Home(demo),))))
    items = [item for turn in rows_of(document) for item in turn["items"]]
    item = next(item for item in items if item["kind"] == "compaction")
    assert item["tokens_before"] > item["tokens_after"]
    assert item["dropped_messages"] == 52
    assert item["text"].startswith("Goal")


@pytest.mark.parametrize("depth", list(Depth))
def test_every_session_of_the_demo_can_be_written(demo: Path, depth: Depth) -> None:
    """Damaged ones too."""
    for file in Home(demo).sessions():
        assert isinstance(rows_of(build_document(load_file(file)), depth), list)
