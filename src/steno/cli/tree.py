"""``steno tree``: how the lines of a session hang together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from steno.catalog.headline import read_headline
from steno.catalog.lineage import made_of, origins_in
from steno.catalog.resolve import resolve_session
from steno.cli.masking import reveal_option, shield, shielded
from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json
from steno.cli.paging import print_paged
from steno.cli.selection import lineage_unknown
from steno.cli.tree_document import build_document
from steno.session.continuation import LinkKind
from steno.session.session import load_file
from steno.session.turns import count_human
from steno.view.tools.wording import count, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.catalog.lineage import Offspring, Origin
    from steno.session.continuation import Link
    from steno.session.session import Session

MOST_LINKS: Final = 5
"""Other sessions of one kind that are named above a tree."""
_LINKS: Final = {
    LinkKind.CONTINUES: "continues",
    LinkKind.FORKED: "is a fork of",
    LinkKind.CLEARED: "was begun by clearing",
    LinkKind.PLAN_EXIT: "carries out the plan of",
}


@dataclass(frozen=True, slots=True)
class Request:
    """How much of the tree is shown."""

    turns: bool
    all_: bool
    pager: bool | None


@click.command("tree", short_help="Draw the branches, compactions and sub-agents.")
@click.argument("session")
@click.option("--turns", is_flag=True, help="Name each turn below its stretch.")
@click.option(
    "--all", "all_", is_flag=True,
    help="Show every line with its uuid, also loose ones, and where parallel tools fan out.",
)  # fmt: skip
@click.option("--pager/--no-pager", default=None, help="Use a pager on a terminal.")
@reveal_option
@with_options
def command(options: Options, session: str, **asked: Any) -> int:
    """Draw the message graph of a session: branches, compactions, sub-agents.

    One line stands for a stretch: all lines of a branch up to the next place where the
    conversation parts or is compacted. A branch that was left is dimmed and stands, indented,
    below the line that it hangs on; what a resume goes by is not indented. Sub-agents stand
    below the stretch in which they were begun. What parallel tools and notices leave beside
    one another is no branch; --all shows it.

    Sub-agents are all that the session tells of, also those that have no file of their own.

    'steno show SESSION --branch N' reads a branch, 'steno show SESSION --agent ID' a sub-agent.
    """
    request = Request(**asked)
    loaded = shielded(load_file(resolve_session(session, options.homes)))
    origins = origins_in(options.data, lineage_unknown)
    origin, made = origins.get(loaded.id or ""), made_of(loaded.id, origins)
    if options.json:
        print_json(build_document(loaded, origin, made))
    else:
        print_paged(_draw(loaded, request, origin, made), options, pager=request.pager)
    if not loaded.graph.branches:
        note("steno: no line of this session has an id, so nothing hangs together.")
    return 0


def _draw(
    session: Session, request: Request, origin: Origin | None, made: Sequence[Offspring]
) -> Iterator[str]:
    from rich.text import Text

    from steno.cli.rendering.paper import line_of_words, paper_for_output
    from steno.cli.rendering.tree_page import TreePage
    from steno.view.session_tree import SessionTree

    paper = paper_for_output()
    style = "bold"
    for line in _headline(session, origin, made):
        yield from paper.spread(Text.assemble(line_of_words(line, style)), Text())
        style = "dim"
    yield ""
    page = TreePage(SessionTree(session), paper, turns=request.turns, every_line=request.all_)
    yield from page.draw()


def _headline(session: Session, origin: Origin | None, made: Sequence[Offspring]) -> Iterator[str]:
    """Tell of which session the tree is, what it has to do with others, and what is in it."""
    assert session.path is not None  # noqa: S101 - it was loaded from a file
    headline = read_headline(session.path)
    yield shield(headline.title or "(no prompt)")
    yield joined(session.id or "", headline.cwd or "", headline.branch or "")
    if origin is not None:
        yield f"made of {origin.session} by steno {origin.edit}"
    for one in made[:MOST_LINKS]:
        yield f"steno {one.edit} made {one.session} of it"
    if len(made) > MOST_LINKS:
        yield f"edits made {count(len(made) - MOST_LINKS, 'other session')} of it as well"
    yield from _links(session.continuation.previous)
    yield _counts(session)


def _links(links: Sequence[Link]) -> Iterator[str]:
    for kind, words in _LINKS.items():
        known = [link for link in links if link.kind is kind]
        for link in known[:MOST_LINKS]:
            other = link.session_id or f"another session, by line {link.uuid}"
            if link.session_id is None and link.uuid is None:
                other = "another session"
            yield f"{words} {other} (line {link.line}: {link.sign.value.replace('_', ' ')})"
        if len(known) > MOST_LINKS:
            yield f"{words} {count(len(known) - MOST_LINKS, 'other session')} as well"


def _counts(session: Session) -> str:
    graph = session.graph
    compactions = sum(one.kind == "full" for one in session.compactions)
    others = sum(not branch.is_active for branch in graph.branches)
    return joined(
        _number(session.outline.line_count, "line"),
        _turns(session),
        _number(others if session.chain is not None else 0, "other branch", "other branches"),
        _number(compactions, "compaction"),
        _subagents(session),
        _number(len(graph.gaps), "line without its parent", "lines without their parents"),
        _number(len(graph.cycles), "circle"),
    )


def _number(number: int, one: str, many: str = "") -> str:
    return count(number, one, many) if number else ""


def _turns(session: Session) -> str:
    people = count_human(session.turns)
    told = _number(len(session.turns), "turn")
    return told if people == len(session.turns) else f"{told}, {people:,} of them by you"


def _subagents(session: Session) -> str:
    missing = sum(agent.path is None for agent in session.subagents)
    told = _number(len(session.subagents), "sub-agent")
    return f"{told}, {missing:,} without a file" if missing else told
