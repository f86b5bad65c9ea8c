"""The tour."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from steno.cli.chatting.asking import Chosen
from steno.cli.chatting.desk import Desk
from steno.cli.chatting.talk import Talk
from steno.cli.chatting.tour import (
    MODEL,
    PROMPTS,
    make_scratch,
    scratch_environ,
    tour_exchange,
)
from steno.client.start_flags import StartFlags
from steno.session.session import load
from tests.cli.chatting.bench import Shown, say

if TYPE_CHECKING:
    from pathlib import Path


def test_the_tour_shows_what_it_promises(tmp_path: Path) -> None:
    """Streaming, an approval, a diff, a sub-agent, a compaction; then it says that it is over."""
    project, home = make_scratch(tmp_path)
    environ = scratch_environ(tmp_path, {"PATH": "/usr/bin:/bin", "ANTHROPIC_API_KEY": "secret"})
    assert "ANTHROPIC_API_KEY" not in environ
    face = Shown([Chosen((0,))] * 3)

    async def go() -> Path:
        desk = Desk(
            home=home,
            cwd=project,
            environ=environ,
            exchange=tour_exchange(project, pace=0.0),
            flags=StartFlags(model=MODEL),
        )
        talk = Talk(desk, desk.open())
        talk.face = face
        working = asyncio.ensure_future(talk.run())
        await say(talk, *PROMPTS, "and now?")
        talk.leave()
        await working
        return talk.agent.recorder.path

    path = asyncio.run(go())
    assert len(face.asked) == 3
    for words in ("exit 1", "5 + ", "1 check passed", "✓ Agent", "summed up", "That was the tour"):
        assert words in face.text, words
    assert "✗ Edit" not in face.text
    assert "name" in (project / "greet.py").read_text()
    assert "naem" not in (project / "greet.py").read_text()
    assert load(path).messages()
    assert path.is_relative_to(home)


def test_the_scratch_folder_is_its_own(tmp_path: Path) -> None:
    """Every place that is written to lies in it."""
    make_scratch(tmp_path)
    environ = scratch_environ(tmp_path, {"PATH": "/bin", "HOME": "/root"})
    for name in ("HOME", "TMPDIR", "CLAUDE_CODE_TMPDIR", "STENO_CONFIG"):
        assert environ[name].startswith(str(tmp_path))
