"""A conversation in plain lines: on a terminal that cannot draw, or where there is none."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TextIO

from steno.cli.chatting.typed import goes_on
from steno.cli.rendering.paper import plain_paper
from steno.cli.terminal import clean, clean_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from steno.cli.chatting.asking import Chosen, Dialogue
    from steno.cli.chatting.talk import Talk

NOBODY: Final = "nobody can be asked here, so the answer is no"
SIGN: Final = "> "


class Plain:
    """Writes lines, and reads lines."""

    def __init__(
        self, talk: Talk, source: TextIO, *, asks: bool, played: Sequence[str] | None = None
    ) -> None:
        """Take what is talked with, where lines come from, and whether somebody answers.

        ``played`` is a tour: its prompts are taken one after the other, and all is allowed.
        """
        self._talk = talk
        self._asks = asks
        self._played = None if played is None else list(played)
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._source = source
        self._is_warned = False
        """Whether Ctrl-C was pressed, and nothing typed since."""
        self.paper = plain_paper()

    async def run(self) -> None:
        """Take lines until there are no more, or somebody leaves."""
        if self._played is None:
            Thread(target=self._read_all, args=(asyncio.get_running_loop(),), daemon=True).start()
        leaving = asyncio.ensure_future(self._talk.is_leaving.wait())
        try:
            await self._talk.settled()
            # The event itself is asked: who waits for it hears of it a moment later, and what is
            # entered behind it would never be answered.
            while not self._talk.is_leaving.is_set():
                text = await self._next(leaving)
                if text is None or self._talk.is_leaving.is_set():
                    break
                self._is_warned = False
                self._talk.entered(text)
                await self._talk.settled()
        finally:
            leaving.cancel()
            self._talk.leave()

    def put(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def prefill(self, text: str) -> None:
        """Say what could be typed."""
        if self._asks:
            self.put([f"(you could type: {clean_line(text)})"])

    def give_back(self, text: str) -> None:
        """Say what was not heard."""
        self.put([f"(not sent: {clean_line(text)})"])

    def changed(self) -> None:
        """Do nothing: only what stays is written."""

    async def choose(self, dialogue: Dialogue) -> Chosen | None:
        """Write a question and its answers, and read one."""
        self.put([clean(dialogue.question), *_listed(dialogue)])
        if self._played is not None:
            return dialogue.chosen()
        if not self._asks:
            self.put([f"  {NOBODY}"])
            return None
        while True:
            self._show("answer: ")
            typed = await self._typed.get()
            if typed is None or not typed.strip():
                return None
            chosen = dialogue.read(typed)
            if chosen is not None:
                return await self._with_words(dialogue, chosen)
            self.put(["  That is none of the answers; a number chooses one, Enter alone cancels."])

    async def _with_words(self, dialogue: Dialogue, chosen: Chosen) -> Chosen:
        """Ask for the words that go with an answer, where none came with it."""
        if chosen.words or not dialogue.options[chosen.place].takes_words:
            return chosen
        self._show("your words: ")
        return replace(chosen, words=(await self._typed.get() or "").strip())

    def break_off(self) -> None:
        """Do what Ctrl-C is for: end what goes on, or leave where nothing does; the second one."""
        if self._talk.interrupt():
            return
        if self._is_warned:
            self._talk.leave()
            return
        self._is_warned = True
        self.put(["", "(Ctrl-C once more leaves)"])
        self._show(SIGN)

    async def _next(self, leaving: asyncio.Future[Any]) -> str | None:
        """Give the next prompt; a line that ends with a backslash goes on in the next one."""
        if self._played is not None:
            return self._played.pop(0) if self._played else None
        text = ""
        while True:
            self._show(SIGN if not text else "  ")
            line = await self._line(leaving)
            if line is None:
                return text or None
            text += line
            if not goes_on(text):
                return text
            text = f"{text[:-1]}\n"

    async def _line(self, leaving: asyncio.Future[Any]) -> str | None:
        typed = asyncio.ensure_future(self._typed.get())
        waits: set[asyncio.Future[Any]] = {typed, leaving}
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        if typed.done():
            return typed.result()
        typed.cancel()
        return None

    def _show(self, sign: str) -> None:
        if self._asks:
            sys.stdout.write(sign)
            sys.stdout.flush()

    def _read_all(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read lines in a thread of its own: waiting for one must not stop the rest."""
        with suppress(RuntimeError):  # the loop may be closed before the last line comes
            for line in self._source:
                loop.call_soon_threadsafe(self._typed.put_nowait, line.removesuffix("\n"))
            loop.call_soon_threadsafe(self._typed.put_nowait, None)


def _listed(dialogue: Dialogue) -> list[str]:
    lines = []
    for place, option in enumerate(dialogue.options, 1):
        word = f" [{option.word}]" if option.word else ""
        hint = f"  {clean_line(option.hint)}" if option.hint else ""
        lines.append(f"  {place}.{word} {clean_line(option.label)}{hint}")
    return lines
