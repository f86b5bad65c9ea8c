"""AskUserQuestion: lets the person choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, to_builtins

from steno.client.tool import ToolAnswer
from steno.client.tools.built_in import BuiltIn, FailedError, Takes
from steno.client.tools.inputs import refuse_input

if TYPE_CHECKING:
    from steno.client.tool import ToolContext


class Option(Takes, omit_defaults=True):
    """One answer to choose."""

    label: Annotated[str, Meta(description="The answer in one to five words.")]
    description: Annotated[str, Meta(description="What it would mean.")]
    preview: Annotated[str | None, Meta(description="Something to look at, if it helps.")] = None


class Question(Takes, rename={"multi_select": "multiSelect"}):
    """One question."""

    question: Annotated[str, Meta(description="The question.")]
    header: Annotated[str, Meta(description="One word or two for it.")]
    options: Annotated[
        list[Option],
        Meta(min_length=2, max_length=4, description="Answers; others are always possible."),
    ]
    multi_select: Annotated[bool, Meta(description="Whether several may be chosen.")] = False


class AskUserQuestionInput(Takes, omit_defaults=True):
    """What AskUserQuestion takes."""

    questions: Annotated[
        list[Question], Meta(min_length=1, max_length=4, description="One to four questions.")
    ]
    answers: Annotated[dict[str, str] | None, Meta(description="Filled in by whoever answers.")] = (
        None
    )
    annotations: Annotated[dict[str, Any] | None, Meta(description="The same.")] = None
    metadata: Annotated[dict[str, Any] | None, Meta(description="Not for people.")] = None


class AskUserQuestion(BuiltIn[AskUserQuestionInput]):
    """The tool."""

    name = "AskUserQuestion"
    description = (
        "Asks the person one to four questions with answers to choose from. Use it where a choice "
        "is theirs to make and you cannot know it; put the answer that you would choose first."
    )
    takes = AskUserQuestionInput

    async def refuse(self, wanted: AskUserQuestionInput, context: ToolContext) -> None:
        """Refuse questions that could not be told apart."""
        del context
        texts = [question.question for question in wanted.questions]
        labels = [[option.label for option in one.options] for one in wanted.questions]
        if any(len(set(one)) < len(one) for one in (texts, *labels)):
            raise refuse_input(
                self.name,
                [],
                "Question texts must be unique, option labels must be unique within each question",
            )

    async def act(self, wanted: AskUserQuestionInput, context: ToolContext) -> ToolAnswer:
        """Ask, unless the answers came with the permission."""
        questions = [to_builtins(question) for question in wanted.questions]
        answers = wanted.answers
        if answers is None:
            given = await context.person.answer(questions)
            answers = None if given is None else dict(given)
        if answers is None:
            raise FailedError("The user did not answer the questions.")
        told = ", ".join(f'"{question}"="{answer}"' for question, answer in answers.items())
        words = f"Your questions have been answered: {told}."
        kept = {"questions": questions, "answers": answers}
        return ToolAnswer(f"{words} You can now continue with these answers in mind.", kept)
