"""The registry: every tool gets a card, whatever it was called with and whatever came of it."""

from __future__ import annotations

from collections import Counter
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.disk.transcript import read
from steno.format.content import ToolResultBlock, ToolUseBlock
from steno.format.entries.user import UserEntry
from steno.format.message import MessageEntry
from steno.format.tool_results import ARRAY_TOOLS, TEXT_TOOLS, TOOL_RESULTS
from steno.view import registry
from steno.view.parts import JsonPart, TextPart
from steno.view.registry import VIEWS, build_card
from steno.view.tools import raw
from steno.view.tools.card import ToolCard
from steno.view.tools.facts import ToolFacts
from steno.view.tools.wording import LONGEST_LINE
from tests.view.calls import card
from tests.view.shapes import INPUTS, TOLD, structured

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES: Final = sorted({*VIEWS, "mcp__tides__lookup", "Unheard", 'Task" >\n<parameter name="x'})


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25)
@given(data=st.data())
def test_every_tool_has_a_card_whatever_its_json(name: str, data: st.DataObject) -> None:
    """No shape of arguments and results makes a view fail, and titles are single lines."""
    facts = ToolFacts(
        name,
        data.draw(INPUTS),
        data.draw(TOLD),
        data.draw(structured(name)),
        is_error=data.draw(st.booleans()),
        finished=data.draw(st.booleans()),
        cwd=data.draw(st.sampled_from(["", "/home/mira/ebb"])),
    )
    built = build_card(facts)
    assert built.problem == ""
    check_line(built)


def check_line(built: ToolCard) -> None:
    """See to it that everything in the title line is one line of bounded length."""
    for text in (built.label, built.argument, built.summary, built.path):
        assert text == " ".join(text.split())
        assert len(text) <= LONGEST_LINE


def test_every_known_tool_has_a_view() -> None:
    """A tool whose result has a class of its own has a card of its own, too."""
    known = {*TOOL_RESULTS, *TEXT_TOOLS, *ARRAY_TOOLS}
    assert known - VIEWS.keys() == set()


def test_unknown_tool_is_shown_raw() -> None:
    """A tool from the future shows its arguments and its result as they are."""
    built = card("Teleport", {"to": "Sandhaven"}, "done", structured={"arrived": True})
    assert built.title == "Teleport Sandhaven"
    assert [part.value for part in built.parts if isinstance(part, JsonPart)] == [{"arrived": True}]


def test_malformed_tool_name_is_one_line() -> None:
    """A name that a model got wrong is kept, in one line."""
    assert card('Task" >\n<parameter name="description').label == (
        'Task" > <parameter name="description'
    )


def test_failing_view_falls_back_to_raw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a view fails, the call is shown raw, and the card says why."""

    def broken(facts: ToolFacts) -> ToolCard:
        raise KeyError(facts.name)

    monkeypatch.setitem(VIEWS, "Bash", broken)
    built = build_card(ToolFacts("Bash", {"command": "ls"}, "a.py", {"stdout": "a.py"}))
    assert built.problem == "the view of Bash failed: KeyError: 'Bash'"
    assert built.title == "Bash ls"
    assert [part.kind for part in built.parts] == ["facts", "output", "json"]


def test_view_that_gives_no_card_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is no card is never handed to a surface."""
    monkeypatch.setitem(VIEWS, "Bash", lambda _facts: "a text")
    assert "it gave str" in build_card(ToolFacts("Bash")).problem


def test_there_is_a_card_even_where_raw_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last resort is the tool's name, how it went, and what failed."""

    def broken(facts: ToolFacts) -> ToolCard:
        raise RecursionError(facts.name)

    monkeypatch.setattr(raw, "build", broken)
    monkeypatch.setitem(VIEWS, "Bash", broken)
    built = build_card(ToolFacts("Bash", is_error=True))
    assert (built.title, built.status, built.parts) == ("Bash", "error", ())
    assert "RecursionError" in built.problem


def test_failed_call_says_why_in_its_line() -> None:
    """The first line of the error stands in the summary where the view has nothing better."""
    built = card("Read", {"file_path": "x"}, "No such file.\nReally.", is_error=True)
    assert built.summary == "No such file."


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Put entry points in the place of the installed ones."""
    points: list[EntryPoint] = []
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group else [])
    registry._plugins.cache_clear()
    yield points
    registry._plugins.cache_clear()


def plugin_view(facts: ToolFacts) -> ToolCard:
    """Stand for a view that somebody else wrote."""
    return ToolCard(facts.name, "theirs", parts=(TextPart("from a plug-in"),))


def test_plugin_comes_before_our_own_view(plugins: list[EntryPoint]) -> None:
    """An entry point with the tool's name builds its card."""
    plugins.append(EntryPoint("Bash", f"{__name__}:plugin_view", registry.PLUGIN_GROUP))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(EntryPoint, "load", lambda _self: plugin_view)
        assert card("Bash").label == "theirs"
        assert card("Read").label == "Read"


def test_longest_beginning_of_a_name_wins(plugins: list[EntryPoint]) -> None:
    """A plug-in for one server's tools leaves those of other servers alone."""
    plugins.append(EntryPoint("mcp__tides__*", "x:y", registry.PLUGIN_GROUP))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(EntryPoint, "load", lambda _self: plugin_view)
        assert card("mcp__tides__lookup").label == "theirs"
        assert card("mcp__maps__lookup").label == "mcp"


def test_plugin_that_cannot_be_loaded_is_told_of(plugins: list[EntryPoint]) -> None:
    """A broken plug-in never stops a session from being shown."""
    plugins.append(EntryPoint("Bash", "no_such_module:view", registry.PLUGIN_GROUP))
    built = build_card(ToolFacts("Bash", {"command": "ls"}))
    assert "ModuleNotFoundError" in built.problem
    assert built.title == "Bash ls"


def test_every_call_of_the_corpus_has_a_sound_card(corpus: Path) -> None:
    """Real calls of many versions are shown by the views made for them."""
    shown: Counter[str] = Counter()
    for path in sorted(corpus.rglob("*.jsonl")):
        for facts in calls_of(path):
            built = build_card(facts)
            assert built.problem == ""
            check_line(built)
            shown[built.status] += 1
    assert shown.total() > 1500
    assert min(shown[status] for status in ("ok", "error", "denied", "interrupted")) > 0


def calls_of(path: Path) -> Iterator[ToolFacts]:
    """Pair the calls of one file with their results, in the simplest way."""
    uses: dict[str | None, ToolUseBlock] = {}
    for entry in read(path):
        if not isinstance(entry, MessageEntry):
            continue
        for block in entry.blocks:
            if isinstance(block, ToolUseBlock):
                uses[block.id] = block
            elif isinstance(block, ToolResultBlock) and block.tool_use_id in uses:
                use = uses[block.tool_use_id]
                structured = entry.tool_use_result if isinstance(entry, UserEntry) else None
                yield ToolFacts(
                    use.name or "",
                    use.input,
                    block.body.get("content"),
                    structured,
                    is_error=block.is_error is True,
                    cwd=entry.cwd or "",
                )


def test_a_call_that_a_rule_denied_is_not_allowed() -> None:
    """It did not fail: it never ran, and the rule is named beside it."""
    told = "Permission to use Bash has been denied: the rule Bash(ls:*) says so."
    built = card("Bash", {"command": "ls"}, told, structured=f"Error: {told}", is_error=True)
    assert built.status == "denied"
    assert built.summary == "not allowed: the rule Bash(ls:*) says so"
    assert card("Bash", {"command": "ls"}, "Permission to use Bash has been denied.").status == "ok"
