"""What keys do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from prompt_toolkit.filters import Always, Condition, has_completions, has_focus, is_searching
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from prompt_toolkit.filters import Filter
    from prompt_toolkit.key_binding.key_processor import KeyPressEvent

    from steno.cli.chatting.screen import Screen


class Binding(NamedTuple):
    """Keys that do something, in some state."""

    keys: tuple[str, ...]
    act: Callable[[], object]
    when: Filter
    eager: bool = False
    """Whether it is done at once, although the keys could be the beginning of others."""


def key_bindings(screen: Screen) -> KeyBindings:
    """Give the keys of a screen; those for editing a line come with prompt_toolkit."""
    bound = KeyBindings()
    for binding in (*_for_all(screen), *_for_input(screen), *_for_questions(screen)):
        _bind(bound, binding)
    is_choosing = Condition(lambda: screen.dialogue is not None) & ~has_focus("words")
    bound.add("<any>", filter=is_choosing)(lambda event: screen.pick(event.data))
    bound.add(Keys.BracketedPaste, filter=has_focus("input"))(
        lambda event: screen.paste(event.data)
    )
    return bound


def _bind(bound: KeyBindings, binding: Binding) -> None:
    def act(event: KeyPressEvent) -> None:
        del event
        binding.act()

    bound.add(*binding.keys, filter=binding.when, eager=binding.eager)(act)


def _for_all(screen: Screen) -> Iterator[Binding]:
    is_empty = Condition(lambda: not screen.input.text)
    yield Binding(("c-c",), screen.break_off, Always(), eager=True)
    yield Binding(("c-d",), screen.behind.leave, is_empty, eager=True)
    yield Binding(("c-l",), screen.app_clear, Always())
    yield Binding(("c-z",), screen.suspend, Always())


def _for_input(screen: Screen) -> Iterator[Binding]:
    typing = has_focus("input") & ~is_searching
    yield Binding(("enter",), screen.press_enter, typing)
    yield Binding(("escape", "enter"), screen.new_line, typing)
    yield Binding(("c-j",), screen.new_line, typing)
    yield Binding(("tab",), screen.complete, typing)
    yield Binding(("escape",), screen.input.cancel_completion, typing & has_completions)
    yield Binding(("escape",), screen.escape, typing & ~has_completions)
    yield Binding(("s-tab",), screen.next_mode, typing)
    waits = Condition(lambda: not screen.input.text and bool(screen.behind.queued()))
    yield Binding(("up",), screen.take_back, typing & waits)


def _for_questions(screen: Screen) -> Iterator[Binding]:
    asking = Condition(lambda: screen.dialogue is not None)
    several = Condition(lambda: screen.dialogue is not None and screen.dialogue.takes_several)
    for key in ("up", "s-tab"):
        yield Binding((key,), lambda: screen.move(-1), asking, eager=True)
    for key in ("down", "tab"):
        yield Binding((key,), lambda: screen.move(1), asking, eager=True)
    yield Binding(("escape",), lambda: screen.answer(None), asking, eager=True)
    yield Binding(("enter",), screen.answer_here, asking, eager=True)
    yield Binding(("space",), screen.mark, asking & several & ~has_focus("words"), eager=True)
