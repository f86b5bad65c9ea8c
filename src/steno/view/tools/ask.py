"""Questions to the user, and what they answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.format.tool_results.ask import Annotation, AskUserQuestionResult, Question
from steno.view.parts import Choice, Part, QuestionPart, TextPart
from steno.view.tools.card import ToolCard
from steno.view.tools.contents import failure_parts, result_parts
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.view.tools.facts import ToolFacts


def build(facts: ToolFacts) -> ToolCard:
    """Show each question with its choices and the answer."""
    result = facts.typed(AskUserQuestionResult)
    asked = tuple(Question(body) for body in facts.objects("questions")) or result.questions or ()
    answers, notes = result.answers or {}, result.annotations or {}
    questions = tuple(_part(question, answers, notes) for question in asked)
    response = (TextPart(result.response, heading="Instead"),) if result.response else ()
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=_argument(facts, asked),
        joint=": ",
        summary=_summary(questions, result),
        status=facts.status,
        parts=(*questions, *response, *_rest(facts, result)),
    )


def _argument(facts: ToolFacts, asked: tuple[Question, ...]) -> str:
    if not asked:
        return facts.text("question")
    first = asked[0].question or asked[0].header or ""
    return first if len(asked) == 1 else f"{count(len(asked), 'question')}, {first}"


def _summary(questions: tuple[QuestionPart, ...], result: AskUserQuestionResult) -> str:
    given = [question.answer for question in questions if question.answer]
    if not given:
        return result.response or ""
    if len(questions) == 1:
        return given[0]
    return f"{len(given)} of {len(questions)} answered"


def _part(
    question: Question, answers: Mapping[str, str], notes: Mapping[str, Annotation]
) -> QuestionPart:
    text = question.question or ""
    answer, note = answers.get(text, ""), notes.get(text)
    several = question.multi_select is True
    choices = tuple(
        Choice(label, option.description or "", _chosen(label, answer, several=several))
        for option in question.options or ()
        if (label := option.label or "")
    )
    said = (note.notes or note.unanswered or "") if note is not None else ""
    return QuestionPart(text, choices, answer, said, question.header or "")


def _chosen(label: str, answer: str, *, several: bool) -> bool:
    return label == answer or (several and _fenced(label) in _fenced(answer))


def _fenced(text: str) -> str:
    # Several answers are joined by commas, and an answer may hold commas itself.
    return f",{text.replace(', ', ',')},"


def _rest(facts: ToolFacts, result: AskUserQuestionResult) -> tuple[Part, ...]:
    # Without the structured result the answers stand only in what the model was told.
    if facts.status == "ok" and result.answers is None:
        return result_parts(facts)
    return failure_parts(facts)
