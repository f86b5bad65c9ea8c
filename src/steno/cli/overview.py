"""``steno`` without a command: recent sessions, today's usage, what to do next."""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from steno.analyse.cost import Prices
from steno.analyse.today import messages_since
from steno.catalog.rows import Closely, SessionRow, build_row, known_cost
from steno.cli.list import masked_row, table_of, without_price
from steno.cli.notes import place_options, screen_width
from steno.cli.output import Table, count, dollars, note, print_json, print_table, print_text, size
from steno.cli.selection import all_sessions, live_ids, passed_over, places
from steno.disk.discover import newest_sessions_first
from steno.errors import UnreadableFileError
from steno.session.tokens import TokenCount  # noqa: TC001 - schema
from steno.view.tools.wording import count as counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from steno.cli.options import Options
    from steno.disk.discover import SessionFile

RECENT: Final = 8
"""How many sessions are shown."""

_MARGIN: Final = "  "
_HINTS: Final = {
    "show @last": "read the newest session",
    "list": "all sessions, with filters",
    "stats": "count entries, blocks and tokens",
    "validate": "find damage, lost links and unknown entries",
    "history WORD": "find what you typed, and where",
}
_HINTS_WITHOUT_SESSIONS: Final = {
    "demo DIR": "write a made-up home to try, then look at it with --home DIR",
    "--home DIR": "read the sessions of another folder",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TodayUsage:
    """The tokens of the day so far."""

    date: str
    api_messages: int
    usage: TokenCount
    cost_usd: str | None
    """A decimal number; None where nothing was used, or a message has no certain price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewDocument:
    """What ``steno --json`` prints."""

    schema: str = "steno.overview/1"
    homes: list[str]
    sessions: int
    bytes: int
    recent: list[SessionRow]
    today: TodayUsage
    hints: list[str]


def show_overview(options: Options) -> None:
    """Show what there is, and what to do with it."""
    sessions = newest_sessions_first(all_sessions(options.homes))
    midnight = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    today = messages_since(_files_since(sessions, midnight), midnight)
    prices = Prices.configured(options.config)
    hints = _hints(options, any_sessions=bool(sessions))
    document = OverviewDocument(
        homes=[str(home.path) for home in options.homes],
        sessions=len(sessions),
        bytes=sum(session.size for session in sessions),
        recent=list(_recent(sessions, live_ids(options.homes), Closely(prices))),
        today=TodayUsage(
            date=midnight.date().isoformat(),
            api_messages=len(today),
            usage=today.total(),
            cost_usd=known_cost(today, prices) if len(today) else None,
        ),
        hints=_hint_lines(hints),
    )
    if options.json:
        print_json(replace(document, recent=list(map(masked_row, document.recent))))
    else:
        modified = {str(session.path): session.modified for session in sessions[:RECENT]}
        _print(document, table_of(document.recent, modified), places(options.homes))
        _print_hints(hints)
        if told := without_price(document.recent, sorted(prices.unknown)):
            note(told)


def _hints(options: Options, *, any_sessions: bool) -> dict[str, str]:
    """Say what to do next, in words that can be typed as they are, and what that does."""
    if any_sessions:
        start, hints = f"{program()} {place_options(options.home, options.db)}", _HINTS
    else:
        start, hints = f"{program()} ", _HINTS_WITHOUT_SESSIONS
    return {f"{start}{command}": what for command, what in hints.items()}


def _hint_lines(hints: Mapping[str, str], width: int | None = None) -> list[str]:
    """Put what commands do beside them, or where the screen is too narrow for that, below."""
    longest = max(map(len, hints))
    lines = [f"{command:<{longest}}  {what}" for command, what in hints.items()]
    if width is None or max(map(len, lines)) <= width:
        return lines
    return [f"{command}\n    {what}" for command, what in hints.items()]


def program() -> str:
    """Say how this program was called, as far as its plain name would not find it."""
    called = sys.argv[0] if sys.argv else ""
    if Path(called).name == "__main__.py":
        return "python -m steno"
    known = Path(called).name == "steno" and shutil.which("steno") is None
    return shlex.quote(called) if known else "steno"


def _recent(
    sessions: list[SessionFile], live: frozenset[str], closely: Closely
) -> Iterator[SessionRow]:
    for session in sessions[:RECENT]:
        try:
            yield build_row(session, live, closely=closely)
        except UnreadableFileError as error:
            passed_over(error)


def _files_since(sessions: list[SessionFile], start: datetime) -> Iterator[Path]:
    """Give the files that were written to since then, sub-agents included."""
    for session in sessions:
        # A sub-agent may write while its session waits, so look a day further back.
        if (start - session.modified).days >= 1:
            return
        yield session.path
        yield from (agent.path for agent in session.subagents)


def _print(document: OverviewDocument, recent: Table, homes: str) -> None:
    if not document.sessions:
        print_text(f"No sessions in {homes}.\n")
    else:
        print_text(f"{counted(document.sessions, 'session')}, {size(document.bytes)}, in {homes}\n")
        print_table(recent)
        print_text(f"\nToday: {_today(document.today)}.\n")


def _print_hints(hints: Mapping[str, str]) -> None:
    width = screen_width() - len(_MARGIN) if sys.stdout.isatty() else None
    lines = "\n".join(_hint_lines(hints, width)).replace("\n", f"\n{_MARGIN}")
    print_text(f"Next:\n{_MARGIN}{lines}")


def _today(today: TodayUsage) -> str:
    if not today.api_messages:
        return "no API messages yet"
    usage = today.usage
    cost = "cost unknown" if today.cost_usd is None else dollars(today.cost_usd)
    return (
        f"{counted(today.api_messages, 'API message')}, {cost}; "
        f"tokens: {count(usage.output_tokens)} out, "
        f"{count(usage.input_tokens)} in, {count(usage.cache_creation_input_tokens)} cache write, "
        f"{count(usage.cache_read_input_tokens)} cache read"
    )
