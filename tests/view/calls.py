"""Tool calls for the tests of cards: made-up runs turned into the facts that views take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from steno.testing.session import SessionBuilder
from steno.testing.tool_run import NO_RESULT, Call, ToolRun
from steno.view.registry import build_card
from steno.view.tools.facts import ToolFacts

if TYPE_CHECKING:
    from steno.view.tools.card import ToolCard

P = TypeVar("P")

HERE: Final = "/home/mira/ebb"


def facts_of(run: ToolRun, **more: Any) -> ToolFacts:
    """Give what is known about a made-up run, as a session would record it."""
    session = SessionBuilder("cards", cwd=HERE)
    outcome = run.answer(Call(session, "toolu_1", "00000000-0000-4000-8000-000000000001"))
    known: dict[str, Any] = {"cwd": HERE, "finished": outcome is not None}
    if outcome is not None:
        known |= {
            "result": outcome.content,
            "structured": None if outcome.result is NO_RESULT else outcome.result,
            "is_error": outcome.is_error is True,
            "denial": outcome.own.get("toolDenialKind", ""),
        }
    return ToolFacts(run.name, run.arguments, **{**known, **more})


def card_of(run: ToolRun, **more: Any) -> ToolCard:
    """Build the card of a made-up run, and see to it that its own view did not fail."""
    return sound(build_card(facts_of(run, **more)))


def card(name: str, arguments: Any = None, result: Any = None, **more: Any) -> ToolCard:
    """Build the card of a call, and see to it that its own view did not fail."""
    return sound(build_card(ToolFacts(name, arguments, result, **{"cwd": HERE, **more})))


def sound(built: ToolCard) -> ToolCard:
    """Give the card back where no view failed."""
    assert built.problem == ""
    return built


def only(built: ToolCard, kind: type[P]) -> P:
    """Give the only part of that kind."""
    (part,) = parts(built, kind)
    return part


def parts(built: ToolCard, kind: type[P]) -> list[P]:
    """Give the parts of that kind."""
    return [part for part in built.parts if isinstance(part, kind)]


def figures(built: ToolCard) -> dict[str, float]:
    """Give the figures by their labels."""
    return {figure.label: figure.value for figure in built.figures}
