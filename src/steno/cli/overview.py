"""``steno`` without a command: recent sessions, today's usage, what to do next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from steno.analyse.today import messages_since
from steno.analyse.tokens import TokenCount  # noqa: TC001 - schema
from steno.catalog.rows import SessionRow, build_row
from steno.cli.list import table_of
from steno.cli.output import count, print_json, print_table, print_text, size
from steno.cli.selection import all_sessions, live_ids, passed_over, places
from steno.disk.discover import newest_sessions_first
from steno.errors import UnreadableFileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.cli.options import Options
    from steno.disk.discover import SessionFile

RECENT: Final = 8
"""How many sessions are shown."""

_HINTS: Final = (
    "steno show @last      read the newest session",
    "steno list            all sessions, with filters",
    "steno stats           count entries, blocks and tokens",
    "steno validate        find damage, lost links and unknown entries",
    "steno history WORD    find what you typed, and where",
)
_HINTS_WITHOUT_SESSIONS: Final = (
    "steno demo DIR        write a made-up home to try, then: steno --home DIR",
    "steno --home DIR      read the sessions of another folder",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TodayUsage:
    """The tokens of the day so far."""

    date: str
    api_messages: int
    usage: TokenCount


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
    document = OverviewDocument(
        homes=[str(home.path) for home in options.homes],
        sessions=len(sessions),
        bytes=sum(session.size for session in sessions),
        recent=list(_recent(sessions, live_ids(options.homes))),
        today=TodayUsage(
            date=midnight.date().isoformat(), api_messages=len(today), usage=today.total()
        ),
        hints=list(_HINTS if sessions else _HINTS_WITHOUT_SESSIONS),
    )
    if options.json:
        print_json(document)
    else:
        _print(document, places(options.homes))


def _recent(sessions: list[SessionFile], live: frozenset[str]) -> Iterator[SessionRow]:
    for session in sessions[:RECENT]:
        try:
            yield build_row(session, live)
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


def _print(document: OverviewDocument, homes: str) -> None:
    if not document.sessions:
        print_text(f"No sessions in {homes}.\n")
    else:
        print_text(f"{count(document.sessions)} sessions, {size(document.bytes)}, in {homes}\n")
        print_table(table_of(document.recent))
        usage = document.today.usage
        print_text(
            f"\nToday: {count(document.today.api_messages)} API messages, "
            f"{count(usage.output_tokens)} output tokens, {count(usage.input_tokens)} input, "
            f"{count(usage.cache_creation_input_tokens)} written to and "
            f"{count(usage.cache_read_input_tokens)} read from the cache.\n"
        )
    print_text("Next:\n" + "\n".join(f"  {hint}" for hint in document.hints))
