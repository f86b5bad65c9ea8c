"""Where everything stands on the screen, and in which colours."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from prompt_toolkit.filters import Condition, is_searching
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Dimension,
    FormattedTextControl,
    HSplit,
    Layout,
    SearchBufferControl,
    Window,
)
from prompt_toolkit.layout.processors import AfterInput, ConditionalProcessor
from prompt_toolkit.search import SearchDirection, SearchState
from prompt_toolkit.styles import Style

from steno.cli.terminal import cells, clean_line, shorten
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.layout.containers import Container

    from steno.cli.chatting.asking import Dialogue
    from steno.cli.chatting.screen import Screen

STYLE: Final = Style.from_dict(
    {
        "rule": "ansibrightblack",
        "status": "ansibrightblack",
        "notice": "ansiyellow",
        "busy": "ansicyan",
        "queued": "ansibrightblack italic",
        "question": "bold ansiyellow",
        "here": "bold ansicyan",
        "hint": "ansibrightblack",
        "sign": "bold ansicyan",
        "shell": "bold ansimagenta",
        "found": "reverse",
        "about": "ansibrightblack",
        "placeholder": "ansibrightblack",
    }
)
MOST_OPTIONS: Final = 10
MOST_SUGGESTIONS: Final = 6
INPUT_ROWS: Final = 10
LONGEST_HINT: Final = 300
"""Columns of what is said beside an answer."""
SPINNER: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
PLAIN_SPINNER: Final = "|/-\\"
PLACEHOLDER: Final = "Ask for something, or type /help"


def screen_layout(screen: Screen) -> Layout:
    """Put the parts of a screen below one another."""
    is_idle = Condition(lambda: not screen.input.text and not screen.behind.busy()) & ~is_searching
    nothing_found = AfterInput("  nothing found", style="class:hint")
    without_hit = ConditionalProcessor(nothing_found, Condition(lambda: is_without_hit(screen)))
    searching = SearchBufferControl(buffer=screen.search, input_processors=[without_hit])
    typing = BufferControl(
        buffer=screen.input,
        search_buffer_control=searching,
        preview_search=True,
        input_processors=[ConditionalProcessor(_placeholder(), is_idle)],
    )
    input_window = Window(
        typing,
        wrap_lines=True,
        dont_extend_height=True,
        height=Dimension(min=1, max=INPUT_ROWS),
        get_line_prefix=lambda line, wrapped: _sign(screen, line + wrapped),
    )
    screen.typing = input_window
    asking = Condition(lambda: screen.dialogue is not None)
    parts: list[Container] = [
        Window(height=1),
        _shown(lambda: _live(screen)),
        _shown(lambda: _busy(screen)),
        _shown(lambda: _queued(screen)),
        ConditionalContainer(_dialogue(screen), asking),
        ConditionalContainer(
            HSplit(
                [
                    _rule(screen),
                    input_window,
                    _shown(lambda: _suggested(screen)),
                    ConditionalContainer(_search(searching), is_searching),
                    Window(FormattedTextControl(lambda: _status(screen)), height=1),
                ]
            ),
            ~asking,
        ),
    ]
    return Layout(HSplit(parts), focused_element=input_window)


def _placeholder() -> AfterInput:
    return AfterInput(PLACEHOLDER, style="class:placeholder")


def _rule(screen: Screen) -> Window:
    """Draw a rule above the input; it says what of a long input is not seen."""
    sign = "─" if screen.signs.reply != "* " else "-"
    told = FormattedTextControl(lambda: _above(screen))
    return Window(told, char=sign, height=1, style="class:rule")


def _above(screen: Screen) -> str:
    info = screen.typing.render_info
    above = 0 if info is None else info.vertical_scroll
    return f"  {count(above, 'line')} above " if above else ""


def is_without_hit(screen: Screen) -> bool:
    """Say whether something is looked for among earlier prompts that none of them has."""
    text = screen.search.text
    if not text:
        return False
    state = SearchState(text, direction=SearchDirection.BACKWARD)
    return text not in screen.input.document_for_search(state).text


def _shown(text: Callable[[], ANSI | StyleAndTextTuples]) -> ConditionalContainer:
    """Show a text while there is one."""
    window = Window(FormattedTextControl(text), dont_extend_height=True, wrap_lines=False)
    return ConditionalContainer(window, Condition(lambda: bool(_value(text()))))


def _value(text: ANSI | StyleAndTextTuples) -> str:
    return text.value if isinstance(text, ANSI) else "".join(part[1] for part in text)


def _live(screen: Screen) -> ANSI:
    lines = screen.behind.live(screen.paper)
    return ANSI("\n".join(lines[-screen.room() :]))


def _busy(screen: Screen) -> StyleAndTextTuples:
    told = screen.behind.busy()
    if not told or screen.dialogue is not None:
        return []
    frames = SPINNER if screen.paper.has_signs else PLAIN_SPINNER
    frame = frames[int(time.monotonic() * 8) % len(frames)]
    return [("class:busy", f"{frame} {told}"), ("class:hint", "  Esc interrupts")]


def _queued(screen: Screen) -> StyleAndTextTuples:
    room = screen.paper.width - 12
    lines = [f"  queued: {shorten(clean_line(text), room)}" for text in screen.behind.queued()]
    return [("class:queued", "\n".join(lines))] if lines else []


def _sign(screen: Screen, place: int) -> StyleAndTextTuples:
    is_shell = screen.input.text.startswith("!")
    style = "class:shell" if is_shell else "class:sign"
    sign = ("! " if is_shell else "> ") if place == 0 else "  "
    return [(style, sign)]


def _suggested(screen: Screen) -> StyleAndTextTuples:
    state = screen.input.complete_state
    if state is None or not state.completions:
        return []
    at = state.complete_index or 0
    first = max(0, min(at - MOST_SUGGESTIONS + 1, len(state.completions) - MOST_SUGGESTIONS))
    shown: StyleAndTextTuples = []
    near = list(enumerate(state.completions))[first : first + MOST_SUGGESTIONS]
    widest = max(len(one.display_text) for _, one in near)
    for place, one in near:
        style = "class:here" if place == state.complete_index else ""
        about = shorten(clean_line(one.display_meta_text), max(8, screen.paper.width - widest - 8))
        shown.append((style, f"  {one.display_text:<{widest}}"))
        shown.append(("class:about", f"  {about}\n" if place != near[-1][0] else f"  {about}"))
    left = len(state.completions) - len(near)
    if left:
        shown.append(("class:about", f"\n  … {left} more"))
    return shown


def _search(control: SearchBufferControl) -> Window:
    """Show what is looked for among earlier prompts."""
    return Window(
        control,
        height=1,
        get_line_prefix=lambda _line, _wrapped: [("class:notice", "search: ")],
    )


def _status(screen: Screen) -> StyleAndTextTuples:
    if screen.notice:
        return [("class:notice", f"  {screen.notice}")]
    room = max(8, screen.paper.room - 3)
    told = shorten(clean_line(screen.behind.status(room)), room)
    return [(screen.behind.mode_style() or "class:status", f"  {told}")]


def _dialogue(screen: Screen) -> HSplit:
    takes_words = Condition(
        lambda: screen.dialogue is not None and screen.dialogue.option.takes_words
    )
    control = FormattedTextControl(lambda: _options(screen), focusable=True, show_cursor=False)
    screen.questions = Window(control, dont_extend_height=True, wrap_lines=True)
    words = Window(
        BufferControl(buffer=screen.words),
        height=Dimension(min=1, max=4),
        wrap_lines=True,
        dont_extend_height=True,
        get_line_prefix=lambda _, wrapped: [("class:sign", "      " if wrapped else "    > ")],
    )
    hints = Window(FormattedTextControl(lambda: _hints(screen)), height=1)
    return HSplit([screen.questions, ConditionalContainer(words, takes_words), hints])


def _options(screen: Screen) -> StyleAndTextTuples:
    dialogue = screen.dialogue
    if dialogue is None:
        return []
    shown: StyleAndTextTuples = []
    if dialogue.question:
        shown.append(("class:question", f"{clean_line(dialogue.question)}\n"))
    for place in visible(dialogue):
        shown += _option(dialogue, place, screen)
    shown[-1] = ("", "")
    return shown


def _hints(screen: Screen) -> StyleAndTextTuples:
    dialogue = screen.dialogue
    if dialogue is None:
        return []
    if screen.is_typing_ahead:
        told = "what you typed is no answer: ↑ ↓ choose first, Esc cancels"
        return [("class:hint", f"  {told}")]
    hidden = len(dialogue.options) - len(visible(dialogue))
    more = f"{hidden} more · " if hidden else ""
    marks = "Space marks, " if dialogue.takes_several else ""
    return [("class:hint", f"  {more}↑ ↓ choose, {marks}Enter answers, Esc cancels")]


def visible(dialogue: Dialogue) -> range:
    """Say which answers are shown: those around the one that the person stands on."""
    last = max(0, len(dialogue.options) - MOST_OPTIONS)
    first = max(0, min(dialogue.at - MOST_OPTIONS // 2, last))
    return range(first, min(first + MOST_OPTIONS, len(dialogue.options)))


def _option(dialogue: Dialogue, place: int, screen: Screen) -> StyleAndTextTuples:
    option, is_here = dialogue.options[place], place == dialogue.at
    mark = ""
    if dialogue.takes_several:
        signs = screen.signs
        mark = signs.done if place in dialogue.marked else signs.open
    pointer = ("▸" if screen.paper.has_signs else ">") if is_here else " "
    style = "class:here" if is_here else ""
    room = max(16, screen.paper.room - 8)
    label = shorten(clean_line(option.label), room)
    return [
        (style, f"{pointer} {place + 1}. {mark}{label}"),
        ("class:hint", _hint(option.hint, room - cells(label))),
        ("", "\n"),
    ]


def _hint(hint: str, room: int) -> str:
    """Put a hint beside an answer, or below it where it does not fit: what is allowed is shown."""
    told = shorten(clean_line(hint), LONGEST_HINT)
    if not told:
        return ""
    return f"  {told}" if cells(told) + 2 <= room else f"\n     {told}"
