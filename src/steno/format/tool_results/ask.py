"""Results of the tool that asks the user."""

from __future__ import annotations

from typing import Final

from steno.format.shapes import TEXT, MapOf, Shape, ViewOf
from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.view import NAMED, Field, View, flag, integer, text, views


class Option(View):
    """One answer to choose from."""

    label = text("label", since="2.0.37")
    """The answer."""
    description = text("description", since="2.0.37")
    """What it means."""
    preview = text("preview", since=NAMED)
    """What it would look like."""


class Question(View):
    """One question."""

    question = text("question", since="2.0.37")
    """The question."""
    header = text("header", since="2.0.37")
    """Its short title."""
    options = views("options", Option, since="2.0.37")
    """The answers to choose from."""
    multi_select = flag("multiSelect", since="2.0.37")
    """True where several may be chosen."""


class Annotation(View):
    """What the user added to an answer."""

    preview = text("preview", since=NAMED)
    """What the chosen answer would look like."""
    notes = text("notes", since=NAMED)
    """What the user wrote."""
    unanswered = text("unanswered", since=NAMED)
    """How it went unanswered: skipped, replied_in_chat or dismissed."""


ANSWERS: Final[Shape[dict[str, str]]] = MapOf(TEXT)
ANNOTATIONS: Final[Shape[dict[str, Annotation]]] = MapOf(ViewOf(Annotation))


class AskUserQuestionResult(ToolResult):
    """What the user answered."""

    TOOLS = ("AskUserQuestion",)
    MARKERS = keys("questions answers")

    questions = views("questions", Question, since="2.0.37")
    """The questions."""
    answers: Field[dict[str, str]] = Field("answers", ANSWERS, since="2.0.37")
    """The answers by question; several are joined by commas."""
    response = text("response", since=NAMED)
    """What the user wrote instead of choosing."""
    annotations: Field[dict[str, Annotation]] = Field("annotations", ANNOTATIONS, since=SEEN)
    """What the user added, by question."""
    afk_timeout_ms = integer("afkTimeoutMs", since=NAMED)
    """After how long the client gave up waiting for an answer."""
