"""Sessions without a terminal: scripts that ask one thing, and the plain lines of other tools."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from steno.testing.demo import cast, sources
from steno.testing.file_tools import read
from steno.testing.session import SessionBuilder
from steno.testing.shell_tools import bash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.testing.lines import Body


def sessions() -> Iterator[SessionBuilder]:
    """Yield the sessions that nobody watched."""
    for number, station in enumerate(("SAN", "GRP", "KEL")):
        yield nightly(station, f"2026-08-{12 + number}T03:00:00Z")
    yield out_of_turns()
    yield plain()


def nightly(station: str, start: str) -> SessionBuilder:
    """Check one station from a script, every night another."""
    s = _script(f"nightly-{station}", start, cast.HAIKU)
    _ask(s, f"Check {station} for tomorrow. Answer as JSON.")
    s.reply(bash(f"ebb tomorrow {station} --json", '{"ok":true,"worst_minutes":3}'))
    (line, *_) = s.reply('{"station":"%s","ok":true}' % station)  # noqa: UP031 - braces are the text
    s.attach("structured_output", data={"station": station, "ok": True}, toolUseID=line)
    s.loose("last-prompt", lastPrompt=f"Check {station} for tomorrow.", leafUuid=s.leaf)
    return s


def out_of_turns() -> SessionBuilder:
    """Stop a script that was allowed two turns."""
    s = _script("out-of-turns", "2026-08-13T03:10:00Z", cast.SONNET)
    _ask(s, "Read every file and summarise it.")
    s.reply(read(f"{cast.EBB}/README.md", sources.README))
    s.reply(read(f"{cast.EBB}/src/ebb/moon.py", sources.MOON))
    s.attach("max_turns_reached", maxTurns=2, turnCount=3)
    return s


def plain() -> SessionBuilder:
    """Keep lines as spec 002 has them: content on the line, no type on the model's side."""
    s = SessionBuilder("plain", start="2026-03-09T10:00:00Z", cwd="/home/mira/hooks", version="0")
    call = {"type": "tool_use", "id": "t1", "name": "Read", "input": {"path": "/tides.txt"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "HW 04:12"}
    usage = {"input_tokens": 100, "output_tokens": 50, "cache_read_input_tokens": 20}
    lines: list[Body] = [
        {
            "sessionId": s.session_id,
            "type": "user",
            "timestamp": s.clock.now,
            "content": "read the tides",
        },
        {
            "timestamp": s.clock.tick(5),
            "message": {
                "id": "m1",
                "role": "assistant",
                "model": "claude-sonnet-4-5-20250929",
                "content": [{"type": "text", "text": "Reading."}],
                "usage": usage,
            },
        },
        {
            "timestamp": s.clock.now,
            "message": {
                "id": "m1",
                "role": "assistant",
                "model": "claude-sonnet-4-5-20250929",
                "content": [call],
                "usage": usage,
            },
        },
        {"type": "user", "timestamp": s.clock.tick(), "content": [result]},
        {
            "message": {
                "id": "m2",
                "role": "assistant",
                "timestamp": s.clock.tick(),
                "content": [{"type": "text", "text": "High water at 04:12."}],
            }
        },
        {"type": "user", "content": "scaffolding of a command", "isMeta": True},
        {"message": {"id": "m3", "role": "assistant", "content": "meta answer"}, "isMeta": True},
        {"type": "user", "timestamp": 1773050520, "content": "second question"},
    ]
    s.records += lines
    return s


def _script(seed: str, start: str, model: str) -> SessionBuilder:
    s = SessionBuilder(seed, start=start, cwd=cast.EBB, entrypoint="sdk-cli", model=model)
    s.settings = replace(s.settings, prompt_source="sdk", permission_mode="dontAsk")
    return s


def _ask(s: SessionBuilder, text: str) -> None:
    """Ask as ``-p`` does: through the queue, at the head of the file."""
    for operation in ("enqueue", "dequeue"):
        own = {"content": text} if operation == "enqueue" else {}
        s.loose(
            "queue-operation",
            operation=operation,
            timestamp=s.clock.now,
            sessionId=s.session_id,
            **own,
        )
    s.prompt(text)
