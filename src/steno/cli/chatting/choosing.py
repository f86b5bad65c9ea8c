"""What can be gone back to: sessions of the folder, prompts of the conversation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from steno.catalog.headline import read_headline
from steno.cli.chatting.asking import Option
from steno.cli.chatting.drawing import shown_prompt
from steno.cli.clock import shown
from steno.cli.masking import shield, shield_value
from steno.client.prompts import NOTIFICATION
from steno.disk import layout
from steno.format.members import object_in
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from steno.client.agent import Agent
    from steno.client.past import Past

MOST_SESSIONS: Final = 30
LAST_TURNS: Final = 2
LONGEST: Final = 120


@dataclass(frozen=True, slots=True)
class SessionHere:
    """A session to go on with."""

    path: str
    title: str
    changed: float


@dataclass(frozen=True, slots=True)
class Prompted:
    """A prompt to go back to."""

    uuid: str
    parent: str | None
    text: str


def sessions_here(home: Path, cwd: Path, *, without: str = "") -> list[SessionHere]:
    """Give the sessions of a folder, the newest first."""
    slugs = layout.project_slugs(str(cwd))
    folders = (layout.projects_dir(home) / slug for slug in slugs)
    found = (path for folder in folders if folder.is_dir() for path in folder.iterdir())
    sessions = (
        (path.stat().st_mtime, path)
        for path in found
        if layout.is_session_name(path.name) and path.is_file() and path.stem != without
    )
    newest = sorted(sessions, reverse=True)[:MOST_SESSIONS]
    return [
        SessionHere(str(path), shield(read_headline(path).title or "(no prompt)"), changed)
        for changed, path in newest
    ]


def session_options(rows: Sequence[SessionHere]) -> tuple[Option, ...]:
    """Give sessions as answers to choose from."""
    return tuple(
        Option(one_line(row.title, LONGEST), shown(datetime.fromtimestamp(row.changed, UTC)))
        for row in rows
    )


def earlier_prompts(agent: Agent) -> list[Prompted]:
    """Give the prompts of a conversation that the person typed, the oldest first."""
    found = []
    for line in agent.conversation.lines:
        body = line.body
        is_typed = line.kind == "user" and not body.get("isMeta") and not line.holds("tool_result")
        is_news = (object_in(body, "origin") or {}).get("kind") == NOTIFICATION
        if (
            not is_typed
            or is_news
            or body.get("isCompactSummary")
            or not isinstance(body.get("uuid"), str)
        ):
            continue
        text = shown_prompt(_text(line.message.get("content")))
        if text and "[Request interrupted" not in text:
            parent = body.get("parentUuid")
            uuid = str(body["uuid"])
            found.append(Prompted(uuid, parent if isinstance(parent, str) else None, text))
    return found


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = (block.get("text") for block in blocks if isinstance(block, dict))
    return "\n".join(text for text in texts if isinstance(text, str))


def last_turns(past: Past) -> list[dict[str, Any]]:
    """Give the lines of the last turns of a session, its secrets masked."""
    lines = [{"type": line.kind, **line.body} for line in past.lines]
    begins = [place for place, line in enumerate(lines) if "promptSource" in line]
    first = begins[-LAST_TURNS] if len(begins) >= LAST_TURNS else 0
    return [dict(shield_value(line)) for line in lines[first:]]
