"""What lies around the sessions of a home: history, settings, tasks, plans and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.command_tags import parse_command_tags
from steno.format.encode import new_line
from steno.testing.demo import cast, moon
from steno.testing.seeded import Clock
from steno.testing.session import SessionBuilder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from steno.testing.home import HomeBuilder
    from steno.testing.lines import Body

SETTINGS: Final = {
    "cleanupPeriodDays": 3650,
    "model": "opus",
    "permissions": {"allow": ["Bash(git status:*)", "Bash(ebb today:*)"], "deny": ["Read(./.env)"]},
    "hooks": {
        "Stop": [{"matcher": "", "hooks": [{"type": "command", "command": cast.HOOK}]}],
    },
    "env": {"EBB_STATION": "SAN"},
    "theme": "dark",
}
SKILL: Final = (
    b"---\nname: tide-check\ndescription: Compare with print\n---\n\nCompare each station.\n"
)
MEMORY: Final = (
    "# Ebb\n\n- Phases are Greenwich phases. Always.\n- 林海 likes thresholds per station.\n"
)


def add_surroundings(home: HomeBuilder, sessions: Iterable[SessionBuilder]) -> None:
    """Add everything that is no session."""
    told = list(sessions)
    rows: dict[str, dict[str, Any]] = {}
    for session in told:
        for uuid, row in _typed(session):
            # A fork repeats its original's lines, but they were typed only once.
            rows.setdefault(uuid, row)
    typed = sorted(rows.values(), key=lambda row: int(row["timestamp"]))
    home.add("history.jsonl", b"".join(new_line(row) for row in typed))
    home.add_document("settings.json", SETTINGS)
    home.add("plans/quiet-humming-curlew.md", moon.PLAN.encode())
    home.add("skills/tide-check/SKILL.md", SKILL)
    home.add("projects/-home-mira-ebb/memory/MEMORY.md", MEMORY.encode())
    _add_lost_agent(home)
    by_seed = {session.seed: session for session in told}
    _add_tasks(home, by_seed["moon"])
    _add_live(home, by_seed["newest"])


def _add_lost_agent(home: HomeBuilder) -> None:
    """Add the file of a sub-agent whose session is gone."""
    child = SessionBuilder(
        "lost",
        start="2025-11-13T08:51:10Z",
        cwd=cast.PROTOTYPE,
        version="2.0.37",
        agent_id="41be4aa9",
        model=cast.HAIKU,
    )
    child.user("Warm up.")
    child.reply("Ready when you are.")
    home.add(f"projects/{child.project}/agent-41be4aa9.jsonl", child.encode(), child.clock.now)


def _typed(session: SessionBuilder) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what somebody typed, by the line's id; scripts and sub-agents leave no history."""
    if session.settings.prompt_source == "sdk":
        return
    for body in session.bodies("user"):
        display = _display(body)
        if display and "timestamp" in body and not body.get("isSidechain"):
            yield (
                str(body["uuid"]),
                {
                    "display": display,
                    "pastedContents": {},
                    "timestamp": Clock(body["timestamp"]).milliseconds,
                    "project": session.stamp.cwd,
                    "sessionId": session.session_id,
                },
            )


def _display(body: Body) -> str:
    """Give what was typed to make this line; nothing where the client made it."""
    content = body.get("message", {}).get("content", "")
    if body.get("isMeta") or body.get("isCompactSummary"):
        return ""
    if body.get("origin", {"kind": "human"}) != {"kind": "human"}:
        return ""
    if isinstance(content, str):
        return content if "origin" in body else _command_or_text(content)
    texts = [block["text"] for block in content if block["type"] == "text"]
    typed = [_command_or_text(text) for text in texts if not text.startswith("[Request")]
    pictures = sum(block["type"] == "image" for block in content)
    return " ".join([*(f"[Image #{number + 1}]" for number in range(pictures)), *typed]).strip()


def _command_or_text(content: str) -> str:
    tags = parse_command_tags(content)
    if tags.name:
        return f"{tags.name} {tags.args}".strip()
    if tags.bash_input:
        return f"!{tags.bash_input}"
    return "" if content.startswith("<") else content


def _add_tasks(home: HomeBuilder, session: SessionBuilder) -> None:
    reminders = [
        body["attachment"]
        for body in session.bodies("attachment")
        if body["attachment"]["type"] == "task_reminder"
    ]
    for task in reminders[-1]["content"]:
        home.add_document(f"tasks/{session.session_id}/{task['id']}.json", task, session.clock.now)
    home.add(f"tasks/{session.session_id}/.lock", b"", session.clock.now)


def _add_live(home: HomeBuilder, session: SessionBuilder) -> None:
    """Add the note of a client that seems to be running still; its process is long gone."""
    note = {
        "pid": 4_190_001,
        "sessionId": session.session_id,
        "cwd": session.stamp.cwd,
        "startedAt": session.began,
        "version": session.stamp.version,
        "peerProtocol": 1,
        "kind": "interactive",
        "entrypoint": "cli",
        "name": "what-is-next",
        "nameSource": "derived",
        "status": "idle",
        "updatedAt": session.clock.milliseconds,
    }
    home.add("sessions/4190001.json", new_line(note).rstrip(b"\n"), session.clock.now)
