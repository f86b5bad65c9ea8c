"""``steno turns``: what was asked in a session, and what each time came of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import click

from steno.catalog.resolve import resolve_session
from steno.cli.clock import iso
from steno.cli.durations import milliseconds, took
from steno.cli.masking import reveal_option, shielded
from steno.cli.options import Options, with_options
from steno.cli.output import (
    PLAIN_TABLES,
    Cell,
    Table,
    figure,
    moment,
    note,
    print_json,
    print_table,
)
from steno.session.input_kind import InputKind
from steno.session.session import load_file
from steno.view.tools.wording import count, joined, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.session.graph import Graph
    from steno.session.session import Session
    from steno.session.turns import FurtherPrompt, Turn

LONGEST_WORDS: Final = 200
"""Characters of a prompt that a table shows, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRow:
    """What was queued while a turn ran, and reached the model inside it."""

    line: int
    input_kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLine:
    """One turn."""

    number: int
    uuid: str | None
    prompt_id: str | None
    input_kind: str
    round_kind: str
    text: str
    started: str | None
    ended: str | None
    api_messages: int
    tool_calls: int
    complete: bool
    line: int
    """The line that opened it."""
    lines: int
    """How many lines of the conversation it has."""
    duration_ms: int | None
    is_human: bool
    """Whether a person sent what opened it."""
    is_active: bool
    """Whether it is on the chain that a resume goes by; a sub-agent's file has none."""
    active: bool
    """The same, by the name that ``steno show`` gives it."""
    branch: int | None
    """The branch that it is on, by the number that ``steno tree`` tells."""
    interrupted: bool
    error: bool
    images: int
    context: list[str]
    """What the editor put into the prompt."""
    prompts: list[PromptRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsDocument:
    """What ``steno turns --json`` prints."""

    schema: str = "steno.turns/1"
    session: str
    path: str
    total: int
    """How many turns there are, shown or not."""
    human_turns: int
    """How many of them a person opened."""
    turns: list[TurnLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Request:
    """Which turns are wanted."""

    kinds: tuple[str, ...]
    human: bool
    active: bool
    open_: bool

    @property
    def filtered(self) -> bool:
        """Say whether any turn could be left out."""
        return bool(self.kinds) or self.human or self.active or self.open_

    def wants(self, turn: Turn) -> bool:
        """Say whether a turn passes all filters."""
        return (
            (not self.kinds or turn.input_kind in self.kinds)
            and (turn.is_human or not self.human)
            and (turn.is_active or not self.active)
            and not (self.open_ and turn.complete)
        )


@click.command(
    "turns", short_help="List the turns of a session: what was asked, and when.",
    epilog=PLAIN_TABLES,
)  # fmt: skip
@click.argument("session")
@click.option("--human", is_flag=True, help="Only turns that a person opened.")
@click.option("--active", is_flag=True, help="Only turns that a resume goes by: no dead branches.")
@click.option("--open", "open_", is_flag=True, help="Only turns that did not come to their end.")
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice([kind.value for kind in InputKind]),
    help="Only turns that were opened so; may be repeated.",
)  # fmt: skip
@reveal_option
@with_options
def command(options: Options, session: str, **asked: Any) -> int:
    """List the turns of a session: what was sent, when, and what it led to.

    A turn begins with what a person, a queue, a background task or another agent sent, and
    lasts up to the next. 'steno show SESSION --turns 3..7' shows what happened in turns.

    The state says what did not go well: 'error' (the API failed), 'interrupted', 'open' (no
    reply ended it). Turns that a resume would not go by are listed too, dimmed, with the branch
    that they are on ('steno tree' draws those); 'aside' is a command beside the conversation.

    Exit code 1 if there are filters and no turn fits.
    """
    request = Request(**asked)
    loaded = shielded(load_file(resolve_session(session, options.homes)))
    turns = [turn for turn in loaded.turns if request.wants(turn)]
    if options.json:
        print_json(
            TurnsDocument(
                session=loaded.id or "",
                path=str(loaded.path),
                total=len(loaded.turns),
                human_turns=sum(turn.is_human for turn in loaded.turns),
                turns=[turn_line(turn, loaded.graph) for turn in turns],
            )
        )
    elif turns:
        print_table(_table(turns, loaded))
    if told := _footnote(request, turns, loaded.turns):
        note(told)
    return 1 if request.filtered and not turns else 0


def _footnote(request: Request, turns: Sequence[Turn], everything: Sequence[Turn]) -> str:
    """Say what is not shown, or else how many turns are a person's, if not all are."""
    if turns:
        if len(turns) < len(everything):
            return f"{len(turns):,} of {count(len(everything), 'turn')}."
        people = sum(turn.is_human for turn in turns)
        whole = count(len(turns), "turn")
        return f"{whole}, {people:,} of them by you." if people < len(turns) else ""
    if request.filtered and everything:
        return f"steno: none of the {count(len(everything), 'turn')} fits; loosen the filters."
    return "steno: this session has no turns: nobody sent anything, and nothing was answered."


def turn_line(turn: Turn, graph: Graph) -> TurnLine:
    """Give a turn as a row of the document."""
    return TurnLine(
        number=turn.number,
        uuid=turn.uuid,
        prompt_id=turn.prompt_id,
        input_kind=turn.input_kind.value,
        round_kind=turn.round_kind,
        text=turn.text,
        started=iso(turn.started),
        ended=iso(turn.ended),
        api_messages=turn.api_messages,
        tool_calls=turn.tool_calls,
        complete=turn.complete,
        line=turn.line,
        lines=len(turn.rows),
        duration_ms=milliseconds(turn.started, turn.ended),
        is_human=turn.is_human,
        is_active=turn.is_active,
        active=turn.is_active,
        branch=graph.branch_of(turn.row),
        interrupted=turn.interrupted,
        error=turn.error,
        images=turn.images,
        context=list(turn.context),
        prompts=[_prompt_row(prompt) for prompt in turn.prompts],
    )


def _prompt_row(prompt: FurtherPrompt) -> PromptRow:
    return PromptRow(line=prompt.line, input_kind=prompt.input_kind.value, text=prompt.text)


def _table(turns: Sequence[Turn], session: Session) -> Table:
    # No resume goes by a sub-agent's file, so nothing in it lies beside the way.
    graph = None if session.chain is None else session.graph
    rows = [_cells(turn, graph) for turn in turns]
    return Table(
        "",
        [*rows[0]],
        [list(row.values()) for row in rows],
        right=frozenset({"turn", "took", "replies", "tools"}),
        wide={"text": 24, "state": 11, "kind": 7},
        most={"text": LONGEST_WORDS},
        drop=("replies", "took", "tools", "kind"),
    )


def _cells(turn: Turn, graph: Graph | None) -> dict[str, Cell]:
    words, aside = _words(turn), _aside(turn, graph)
    cells = {
        "turn": figure(turn.number),
        "started": moment(iso(turn.started)),
        "kind": Cell(turn.input_kind.value, turn.input_kind.value),
        "took": took(milliseconds(turn.started, turn.ended)),
        "replies": figure(turn.api_messages, blank=True),
        "tools": figure(turn.tool_calls, blank=True),
        "state": _state(turn, aside),
        "text": Cell(words, words),
    }
    return {name: replace(cell, style="dim") for name, cell in cells.items()} if aside else cells


def _aside(turn: Turn, graph: Graph | None) -> str:
    """Say where a turn is that a resume does not go by; nothing for the others."""
    if graph is None or turn.is_active:
        return ""
    number = graph.branch_of(turn.row)
    return f"branch {number}" if number else "aside"


def _state(turn: Turn, aside: str) -> Cell:
    """Say what is to be known of a turn before one trusts it; nothing where all went well."""
    is_open = not (turn.complete or turn.error or turn.interrupted)
    troubles = {"error": turn.error, "interrupted": turn.interrupted, "open": is_open, aside: True}
    state = ", ".join(word for word, is_so in troubles.items() if word and is_so)
    return Cell(state, state, "red" if turn.error else "yellow")


def _words(turn: Turn) -> str:
    further = len(turn.prompts)
    return joined(
        one_line(turn.text, LONGEST_WORDS) or ("(goes on)" if turn.input_kind == "start" else ""),
        count(turn.images, "image") if turn.images else "",
        f"{further} more queued" if further else "",
    )
