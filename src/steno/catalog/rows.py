"""Sessions as rows of a list: what each is about, when, where, and how large."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from steno.analyse.cost import cost_of, decimal_string
from steno.analyse.inventory import take_inventory
from steno.catalog.headline import Headline, read_headline
from steno.catalog.kinship import Kinship
from steno.catalog.lineage import copied_from
from steno.disk.transcript import scan
from steno.session.api_messages import SIDE_BLOCKS, read_messages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from steno.analyse.cost import Prices
    from steno.catalog.lineage import Origin
    from steno.disk.discover import SessionFile
    from steno.format.scan import LineScan
    from steno.session.tokens import MessageTable


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
    turns: int
    """The turns that a person opened."""
    tool_calls: int
    api_messages: int
    output_tokens: int
    cost_usd: str | None
    """A decimal number; None where a message has no certain price."""
    bytes: int
    subagents: int
    forked_from: str | None
    continues: str | None
    live: bool
    gone: bool
    edited_from: str | None = None
    """The session that an edit of ours made it of."""
    edited_by: str | None = None
    """That edit: clone, trim, ..."""


@dataclass(slots=True)
class Titles:
    """The names that a session was given, the newest of each kind."""

    custom: str | None = None
    made_by_model: str | None = None
    summary: str | None = None

    def see(self, row: LineScan) -> None:
        """Take in a record."""
        self.custom = row.custom_title or self.custom
        self.made_by_model = row.ai_title or self.made_by_model
        if row.type == "summary":
            self.summary = row.summary or self.summary

    def best(self, headline: Headline) -> str | None:
        """Choose: the person's own title, the model's, the first prompt, a summary, the slug.

        Old files begin with summaries of other sessions, so the prompt is the surer title.
        """
        candidates = (
            self.custom, self.made_by_model, headline.prompt, self.summary, headline.slug,
        )  # fmt: skip
        return next((title for title in candidates if title), None)


@dataclass(frozen=True, slots=True)
class Glance:
    """What one reading of a session's file tells: its row, and what its cost is made of."""

    row: SessionRow
    messages: MessageTable | None = None
    """The API messages with all that their price depends on; None to have them read."""


class Closely:
    """What a closer look at sessions needs: prices, and who comes from whom."""

    def __init__(self, prices: Prices, origins: Mapping[str, Origin] | None = None) -> None:
        """Take the prices, and what edits have made of what."""
        self._prices = prices
        self._origins = origins or {}
        self._kinship = Kinship()

    def look(self, file: SessionFile, seen: Glance) -> SessionRow:
        """Fill in what a session cost, and where it comes from."""
        messages = read_messages(file.path) if seen.messages is None else seen.messages
        kin = self._kinship.of(file)
        origin = self._origins.get(seen.row.id)
        return replace(
            seen.row,
            cost_usd=known_cost(messages, self._prices),
            forked_from=kin.forked_from or copied_from(origin),
            continues=kin.continues,
            edited_from=None if origin is None else origin.session,
            edited_by=None if origin is None else origin.edit,
        )


def known_cost(messages: MessageTable, prices: Prices) -> str | None:
    """Give what messages cost, exactly; None where one of them has no certain price."""
    report = cost_of(messages.usages(), prices)
    if report.cost_usd is None or report.unpriced_models:
        return None
    return decimal_string(report.cost_usd)


def build_row(
    session: SessionFile,
    live: frozenset[str] = frozenset(),
    progress: Callable[[int], object] | None = None,
    closely: Closely | None = None,
) -> SessionRow:
    """Read a session and give its row; ``closely`` also fills in its cost and where it is from."""
    seen = glance(session, live, progress)
    return seen.row if closely is None else closely.look(session, seen)


def glance(
    session: SessionFile,
    live: frozenset[str] = frozenset(),
    progress: Callable[[int], object] | None = None,
) -> Glance:
    """Read a session's file once, in bounded memory, and give its row without cost and links."""
    headline, titles = read_headline(session.path), Titles()
    inventory = take_inventory(session.path, progress, titles.see)
    row = SessionRow(
        id=session.id,
        path=str(session.path),
        home=None if session.home is None else session.home.name,
        title=titles.best(headline),
        project=headline.cwd,
        branch=headline.branch,
        started=inventory.first_timestamp,
        ended=inventory.last_timestamp,
        turns=inventory.human_turns,
        tool_calls=inventory.tool_calls,
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
    # Some replies tell of further runs of a model, which only a reading of their own finds.
    is_told = SIDE_BLOCKS.isdisjoint(inventory.content_blocks)
    return Glance(row, inventory.messages if is_told else None)


def read_titles(path: Path) -> tuple[str, ...]:
    """Give every name a session answers to: its titles, what a list shows, and its slug."""
    titles = Titles()
    for block in scan(path):
        for row in block.rows:
            titles.see(row)
    headline = read_headline(path)
    names = (titles.custom, titles.made_by_model, titles.best(headline), headline.slug)
    return tuple(dict.fromkeys(name for name in names if name))
