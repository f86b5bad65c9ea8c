"""A terminal that draws: what stays scrolls up, what goes on stands above the input."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import History
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.search import stop_search

from steno.cli.chatting.keys import key_bindings
from steno.cli.chatting.pastes import Pastes
from steno.cli.chatting.screen_layout import STYLE, screen_layout
from steno.cli.chatting.typed import goes_on, without_controls
from steno.cli.rendering.paper import Paper, paper_for_output
from steno.cli.rendering.signs import ASCII, SIGNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.layout import Window

    from steno.cli.chatting.asking import Chosen, Dialogue
    from steno.cli.chatting.face import Behind
    from steno.cli.rendering.signs import Signs

FRAME: Final = 0.12
"""Seconds between two pictures of what is going on."""
TWICE: Final = 2.0
"""Seconds within which a second Ctrl-C leaves."""
ESCAPE: Final = 0.25
"""Seconds after which Esc is a key of its own."""
ONCE_MORE: Final = "Esc once more goes back to an earlier prompt"
RESERVED: Final = 9
"""Rows that are kept for what stands below what is going on."""


class Screen:
    """Shows a conversation, and takes what is typed."""

    def __init__(self, behind: Behind, history: Iterable[str] = ()) -> None:
        """Take the conversation, and what was typed in earlier ones, the oldest first."""
        self.behind = behind
        self.dialogue: Dialogue | None = None
        self.is_typing_ahead = False
        """Whether a question came while words were typed, which are no answer to it."""
        self.notice = ""
        """What is told for a moment, below the input."""
        self._asked: asyncio.Future[Chosen | None] | None = None
        self._paper: Paper | None = None
        self._waiting: list[str] = []
        self._came = asyncio.Event()
        self._drawn = asyncio.Event()
        self._last_break = 0.0
        self._last_escape = 0.0
        self.questions: Window
        self.typing: Window
        self.input = Buffer(
            name="input",
            multiline=True,
            history=_Recalled(history),
            completer=_Suggesting(behind),
            complete_while_typing=True,
        )
        self.input.on_text_changed += self._input_changed
        self.pastes = Pastes()
        self.words = Buffer(name="words", multiline=False)
        self.search = Buffer(name="search", multiline=False)
        self.app: Application[None] = Application(
            layout=screen_layout(self),
            key_bindings=key_bindings(self),
            style=STYLE,
            erase_when_done=True,
            full_screen=False,
            mouse_support=False,
            min_redraw_interval=0.03,
            color_depth=None if _has_colours() else ColorDepth.DEPTH_1_BIT,
        )
        self.app.timeoutlen = ESCAPE
        self.app.ttimeoutlen = 0.05

    @property
    def paper(self) -> Paper:
        """What lines are drawn on; a new one where the terminal became wider or narrower."""
        width = shutil.get_terminal_size().columns
        if self._paper is None or self._paper.room != width:
            self._paper = paper_for_output()
        return self._paper

    @property
    def signs(self) -> Signs:
        """The signs that the terminal can show."""
        return SIGNS if self.paper.has_signs else ASCII

    async def run(self) -> None:
        """Show until somebody leaves."""
        self._write()
        self.app.after_render += lambda _: self._drawn.set()
        tasks = [asyncio.create_task(self._writing()), asyncio.create_task(self._moving())]
        try:
            await self.app.run_async(handle_sigint=False)
        finally:
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError):
                    await task
            self._write()

    def close(self) -> None:
        """End showing."""
        if self.app.is_running:
            self.app.exit()

    def put(self, lines: Iterable[str]) -> None:
        """Show lines that stay."""
        self._waiting.extend(lines)
        self._came.set()

    def changed(self) -> None:
        """Show anew what is going on."""
        if self.app.is_running:
            self.app.invalidate()

    async def choose(self, dialogue: Dialogue) -> Chosen | None:
        """Ask; Esc is no answer."""
        self._asked = asyncio.get_running_loop().create_future()
        self.words.reset()
        self.is_typing_ahead = bool(self.input.text)
        self.show(dialogue)
        try:
            return await self._asked
        finally:
            self._asked = None
            self.show(None)

    def show(self, dialogue: Dialogue | None) -> None:
        """Show a question, another state of it, or none."""
        self.dialogue = dialogue
        takes_words = dialogue is not None and dialogue.option.takes_words
        if dialogue is None:
            self.app.layout.focus("input")
        else:
            self.app.layout.focus("words" if takes_words else self.questions)
        self.changed()

    def pick(self, typed: str) -> None:
        """Choose by a number; where words can be said, a letter begins them."""
        if self.dialogue is None:
            return
        if self.dialogue.takes_typing and typed.isprintable() and not typed.isdecimal():
            words = self.dialogue.moved_to_words()
            if words is not None:
                self.show(words)
                self.words.insert_text(typed)
        elif typed.isprintable() and not typed.isdecimal():
            self.is_typing_ahead = True
            self.changed()
        elif typed.isascii() and typed.isdecimal() and not self.is_typing_ahead:
            there = self.dialogue.moved_to(int(typed) - 1)
            if there is not None:
                self.show(there)
                if not there.option.takes_words and not there.takes_several:
                    self.answer(there.chosen())

    def escape(self) -> None:
        """Do what Esc is for: end a turn; twice without one, go back."""
        now, before = time.monotonic(), self._last_escape
        self._last_escape = 0.0
        if self.behind.interrupt():
            return
        if self.input.text:
            self.notice = "Ctrl-C clears the text"
        elif now - before < TWICE:
            self.behind.go_back()
        else:
            self._last_escape = now
            self.notice = ONCE_MORE
        self.changed()

    def answer(self, chosen: Chosen | None) -> None:
        """Give the answer to the question."""
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(chosen)

    def prefill(self, text: str) -> None:
        """Put words into the input, as if they were typed."""
        self.input.text = text
        self.input.cursor_position = len(text)
        self.changed()

    def give_back(self, text: str) -> None:
        """Put words that were not heard back into the input, before what stands there."""
        self.prefill("\n".join(part for part in (text, self.input.text) if part))

    def take_back(self) -> None:
        """Put what was typed last, and still waits, back into the input."""
        self.prefill(self.behind.take_back())

    def press_enter(self) -> None:
        """Take a suggestion, begin a line behind a backslash, or hand over what was typed."""
        state = self.input.complete_state
        if state is not None and state.current_completion is not None:
            self.input.apply_completion(state.current_completion)
        elif goes_on(self.input.document.text_before_cursor):
            self.input.delete_before_cursor()
            self.new_line()
        else:
            self.enter()

    def paste(self, text: str) -> None:
        """Put something that was pasted into the input: a long one by its name."""
        self.input.insert_text(self.pastes.taken(without_controls(text)))

    def suspend(self) -> None:
        """Let the shell have the terminal, where it can."""
        self.app.suspend_to_background()

    def new_line(self) -> None:
        """Begin a line."""
        self.input.newline(copy_margin=False)

    def complete(self) -> None:
        """Go to the next suggestion, or take the only one."""
        state = self.input.complete_state
        if state is None:
            self.input.start_completion(select_first=False)
        elif len(state.completions) == 1:
            self.input.apply_completion(state.completions[0])
        else:
            self.input.complete_next()

    def next_mode(self) -> None:
        """Go over to the next mode of permissions."""
        self.behind.next_mode()
        self.changed()

    def app_clear(self) -> None:
        """Clear the screen."""
        self.app.renderer.clear()

    def move(self, by: int) -> None:
        """Go to another answer."""
        if self.dialogue is not None:
            self.is_typing_ahead = False
            self.show(self.dialogue.moved(by))

    def mark(self) -> None:
        """Mark an answer, or take the mark back."""
        if self.dialogue is not None:
            self.show(self.dialogue.toggled())

    def answer_here(self) -> None:
        """Give the answer that the person stands on."""
        if self.dialogue is not None and not self.is_typing_ahead:
            self.answer(self.dialogue.chosen(self.words.text.strip()))

    def enter(self) -> None:
        """Hand over what was typed."""
        shown = without_controls(self.input.text)
        text = self.pastes.expanded(shown)
        self.notice = ""
        self.input.append_to_history()
        self.input.reset()
        self.behind.entered(text, shown if shown != text else "")

    def break_off(self) -> None:
        """Do what Ctrl-C is for: end a question, a turn or a text; the second one leaves."""
        if self.app.layout.is_searching:
            stop_search()
            return
        now, before = time.monotonic(), self._last_break
        self._last_break = now
        if now - before < TWICE:
            self.behind.leave()
        elif self.dialogue is not None:
            self.answer(None)
        elif not self.behind.interrupt():
            self.input.reset()
            self.notice = "Ctrl-C once more leaves"
        self.changed()

    def _input_changed(self, _: Buffer) -> None:
        """Forget the first Esc: something else was done since."""
        if self.notice == ONCE_MORE:
            self.notice = ""
        self._last_escape = 0.0

    def room(self) -> int:
        """Say how many rows there are for what is going on."""
        return max(3, shutil.get_terminal_size().lines - RESERVED)

    async def _writing(self) -> None:
        """Write what stays, one piece after the other; what is drawn below gives way."""
        await self._drawn.wait()
        while True:
            await self._came.wait()
            self._came.clear()
            if self.app.is_running:
                await run_in_terminal(self._write)

    def _write(self) -> None:
        lines, self._waiting = self._waiting, []
        if lines:
            sys.stdout.write("\n".join(lines) + "\n")
            sys.stdout.flush()

    async def _moving(self) -> None:
        """Draw anew while something goes on, for time passes."""
        shown_until = 0.0
        while True:
            await asyncio.sleep(FRAME)
            if self.notice and not shown_until:
                shown_until = time.monotonic() + TWICE
            elif self.notice and time.monotonic() > shown_until:
                self.notice, shown_until = "", 0.0
                self.changed()
            if self.behind.busy():
                self.changed()


class _Recalled(History):
    """What was typed before, and now; the file is written by somebody else."""

    def __init__(self, typed: Iterable[str]) -> None:
        super().__init__()
        self._typed = list(typed)

    def load_history_strings(self) -> Iterator[str]:
        """Give what was typed, the newest first."""
        yield from reversed(self._typed)

    def store_string(self, string: str) -> None:
        """Keep nothing."""


class _Suggesting(Completer):
    """Asks the conversation what could be meant."""

    def __init__(self, behind: Behind) -> None:
        self._behind = behind

    def get_completions(self, document: Document, _: CompleteEvent) -> Iterator[Completion]:
        """Give what could be meant."""
        for one in self._behind.suggestions(document.text_before_cursor):
            yield Completion(one.text, -one.replaces, display=one.label, display_meta=one.about)


def _has_colours() -> bool:
    return not os.environ.get("NO_COLOR")
