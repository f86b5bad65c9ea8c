"""The person at the terminal, as the loop knows them: says what may run, and answers questions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from steno.cli.chatting.approval import (
    PLAN,
    answer_lines,
    approval_dialogue,
    request_lines,
    word_of,
)
from steno.cli.chatting.offers import EDITS
from steno.cli.chatting.questions import answer_of, question_dialogue
from steno.client.person import Word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from steno.cli.chatting.face import Face
    from steno.client.person import Wish


class Room(Protocol):
    """Where something can be shown and asked."""

    face: Face

    def show(self, lines: Iterable[str]) -> None:
        """Show a drawing that stays."""
        ...

    def offered(self, wish: Wish) -> Sequence[Mapping[str, Any]]:
        """Give the changes of the rules that would make a question needless."""
        ...


class PersonAtTerminal:
    """Asks by a face."""

    def __init__(
        self,
        room: Room,
        cwd: Callable[[], Path],
        plan: Callable[[], str],
        shown: set[str],
    ) -> None:
        """Take where to ask, the working folder, the plan, and who notes what was shown."""
        self._room, self._cwd, self._plan, self._shown = room, cwd, plan, shown

    async def may_use(self, wish: Wish) -> Word:
        """Show what would run, and ask."""
        if wish.tool == "AskUserQuestion":
            return Word(behavior="allow")  # it is a question itself
        face = self._room.face
        seen = wish
        if wish.tool == PLAN and not wish.given.get("plan"):
            seen = replace(wish, given={**wish.given, "plan": self._plan()})
        self._room.show(request_lines(seen, face.paper, self._cwd()))
        self._shown.add(wish.call_id)
        changes = (EDITS,) if wish.tool == PLAN else self._room.offered(wish)
        dialogue = approval_dialogue(wish, changes)
        chosen = await face.choose(dialogue)
        face.put(answer_lines(dialogue, chosen, face.paper))
        return word_of(dialogue, chosen, changes)

    async def answer(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, str] | None:
        """Ask one question after the other; None as soon as one is not answered."""
        answers: dict[str, str] = {}
        for question in questions:
            dialogue = question_dialogue(question)
            chosen = await self._room.face.choose(dialogue)
            if chosen is None:
                return None
            answers[str(question.get("question"))] = answer_of(dialogue, chosen)
        return answers
