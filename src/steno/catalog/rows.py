"""Sessions as rows of a list: what each is about, when, where, and how large."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from steno.analyse.cost import cost_of, decimal_string
from steno.analyse.inventory import Inventory
from steno.catalog.headline import Headline, read_headline
from steno.catalog.kinship import Kinship
from steno.disk.transcript import scan
from steno.session.api_messages import read_messages
from steno.session.session import load_file
from steno.session.turns import count_human

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from steno.analyse.cost import Prices
    from steno.disk.discover import SessionFile


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One session in a list. Figures are those of its own file; sub-agents are counted apart."""

    id: str
    path: str
    home: str | None
    title: str | None
    project: str | None
    branch: str | None
    started: str | None
    ended: str | None
    turns: int | None
    """The turns of the person; None where only a glance was taken."""
    tool_calls: int
    api_messages: int
    output_tokens: int
    cost_usd: str | None
    """A decimal number; None where no price is known, or none was asked for."""
    bytes: int
    subagents: int
    forked_from: str | None
    continues: str | None
    live: bool
    gone: bool


@dataclass(slots=True)
class Titles:
    """The names that a session was given, the newest of each kind."""

    custom: str | None = None
    made_by_model: str | None = None
    summary: str | None = None

    def best(self, headline: Headline) -> str | None:
        """Choose: the person's own title, the model's, the first prompt, a summary, the slug.

        Old files begin with summaries of other sessions, so the prompt is the surer title.
        """
        candidates = (
            self.custom, self.made_by_model, headline.prompt, self.summary, headline.slug,
        )  # fmt: skip
        return next((title for title in candidates if title), None)


class Closely:
    """What a closer look at sessions needs: prices, and who comes from whom."""

    def __init__(self, prices: Prices) -> None:
        """Take the prices."""
        self._prices = prices
        self._kinship = Kinship()

    def look(self, file: SessionFile, row: SessionRow) -> SessionRow:
        """Fill in what takes reading a session as a whole: its turns, its cost, its kin."""
        session = load_file(file)
        kin = self._kinship.of(file, session)
        cost = cost_of(read_messages(file.path).usages(), self._prices).cost_usd
        return replace(
            row,
            turns=count_human(session.turns),
            tool_calls=len(session.tool_calls),
            cost_usd=None if cost is None else decimal_string(cost),
            forked_from=kin.forked_from,
            continues=kin.continues,
        )


def build_row(
    session: SessionFile,
    live: frozenset[str] = frozenset(),
    progress: Callable[[int], object] | None = None,
    closely: Closely | None = None,
) -> SessionRow:
    """Read a session and give its row; ``closely`` also fills in what takes a closer look."""
    row = _glance(session, live, progress)
    return row if closely is None else closely.look(session, row)


def _glance(
    session: SessionFile, live: frozenset[str], progress: Callable[[int], object] | None
) -> SessionRow:
    headline = read_headline(session.path)
    inventory, titles = _count(session.path, progress)
    return SessionRow(
        id=session.id,
        path=str(session.path),
        home=None if session.home is None else session.home.name,
        title=titles.best(headline),
        project=headline.cwd,
        branch=headline.branch,
        started=inventory.first_timestamp,
        ended=inventory.last_timestamp,
        turns=None,
        tool_calls=inventory.content_blocks["tool_use"],
        api_messages=len(inventory.messages),
        output_tokens=inventory.messages.total().output_tokens,
        cost_usd=None,
        bytes=session.size,
        subagents=len(session.subagents),
        forked_from=None,
        continues=None,
        live=session.id in live,
        gone=False,
    )


def _count(path: Path, progress: Callable[[int], object] | None) -> tuple[Inventory, Titles]:
    inventory, titles = Inventory(), Titles()
    for block in scan(path):
        for row in block.rows:
            inventory.see(row)
            titles.custom = row.custom_title or titles.custom
            titles.made_by_model = row.ai_title or titles.made_by_model
            if row.type == "summary":
                titles.summary = row.summary or titles.summary
        if progress is not None:
            progress(block.bytes)
    return inventory, titles


def read_titles(path: Path) -> tuple[str, ...]:
    """Give every name a session answers to: its titles, what a list shows, and its slug."""
    _, titles = _count(path, None)
    headline = read_headline(path)
    names = (titles.custom, titles.made_by_model, titles.best(headline), headline.slug)
    return tuple(dict.fromkeys(name for name in names if name))
