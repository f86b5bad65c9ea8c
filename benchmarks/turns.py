"""A made-up turn of a session: prompt, tool calls with their results, and all that lies around.

Types, sizes and the share of lines beyond ASCII follow what real sessions hold: half of the bytes
are tool results, the median line has one kilobyte, the mean 2.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.testing.build import SessionBuilder, think
from steno.testing.file_tools import edit, grep, image_block, read, write
from steno.testing.shell_tools import bash

if TYPE_CHECKING:
    from random import Random

    from benchmarks.text import Texts
    from steno.testing.build import ToolRun

PROGRESS_VERSION: Final = "2.1.42"
"""A client that wrote progress lines."""
ATTACHMENT_VERSION: Final = "2.1.197"
"""A client that writes attachments."""
VERSIONS: Final = (PROGRESS_VERSION, ATTACHMENT_VERSION)
FULL_CONTEXT: Final = 150_000
"""Tokens of a conversation that is then compacted."""
_FOLDER: Final = "/home/mira/ebb"


class TurnMaker:
    """Adds turns to sessions."""

    def __init__(self, rng: Random, texts: Texts) -> None:
        """Take the source of chance and of texts."""
        self._rng = rng
        self._texts = texts

    def add_turn(self, session: SessionBuilder, *, chinese: bool = False) -> None:
        """Add one turn: the prompt, some replies with tool calls, the last words."""
        prompt = self._words(220, chinese=chinese)
        session.prompt(self._with_picture(prompt) if self._rng.random() < 0.015 else prompt)
        session.snapshot()
        self._attach(session)
        for _ in range(self._rng.randrange(2, 12)):
            self._step(session, chinese=chinese)
        session.reply(self._words(700, chinese=chinese))
        self._close(session, prompt)

    def compact_if_full(self, session: SessionBuilder) -> None:
        """Compact the conversation where the client would."""
        if session.meter.context > FULL_CONTEXT:
            session.compact(self._words(4_000, chinese=False))

    def _words(self, typical: int, *, chinese: bool) -> str:
        if chinese:
            return self._texts.chinese(typical // 2, spread=1.2)
        return self._texts.piece("prose", typical, spread=1.2, signs=0.3)

    def _with_picture(self, prompt: str) -> list[dict[str, Any]]:
        picture = self._rng.randbytes(self._rng.randrange(20_000, 500_000))
        return [{"type": "text", "text": prompt}, image_block(picture)]

    def _step(self, session: SessionBuilder, *, chinese: bool) -> None:
        """Add a reply that calls tools, and their results."""
        rng = self._rng
        calls = [self._call() for _ in range(rng.choice((1, 1, 1, 2)))]
        thought = [think(self._words(260, chinese=chinese))] if rng.random() < 0.35 else []
        words = [self._words(120, chinese=chinese)] if rng.random() < 0.4 else []
        before = len(session.records)
        session.reply(*thought, *words, *calls)
        if session.stamp.version == PROGRESS_VERSION:
            self._report(session, before)

    def _call(self) -> ToolRun:
        rng, texts = self._rng, self._texts
        path = f"{_FOLDER}/src/{texts.word()}/{texts.word()}.py"
        chance = rng.random()
        if chance < 0.45:
            output = texts.piece("log", 700, spread=1.8, signs=0.9)
            return bash(f"pytest -q {path}", output, description=texts.piece("prose", 40))
        if chance < 0.75:
            return read(path, texts.piece("code", 1200, spread=1.4, signs=0.9))
        if chance < 0.85:
            return grep(texts.word(), _FOLDER, *texts.piece("log", 900).split("\n"))
        if chance < 0.95:
            return self._edit(path)
        return write(path, texts.piece("code", 1800, signs=0.3))

    def _edit(self, path: str) -> ToolRun:
        # The patch is found by difflib, which takes its time: the text stays short.
        before = self._texts.piece("code", 1500, spread=0.4, signs=0.2)
        old = before[len(before) // 3 : len(before) // 2] or before
        return edit(path, before, old, self._texts.piece("code", 200, spread=0.5))

    def _report(self, session: SessionBuilder, before: int) -> None:
        """Add progress lines for the call at hand."""
        tool_use_id = _last_call(session, before)
        for second in range(self._rng.choice((0, 1, 1, 2, 4))):
            if self._rng.random() < 0.6:
                output = self._texts.piece("log", 300, spread=1.5, signs=0.5)
                data = {
                    "output": output[-400:],
                    "fullOutput": output,
                    "elapsedTimeSeconds": second + 2,
                    "totalLines": output.count("\n"),
                }
                session.progress("bash_progress", tool_use_id, data)
            else:
                data = {
                    "hookEvent": "PostToolUse",
                    "hookName": "PostToolUse:Bash",
                    "command": "make -s lint",
                }
                session.progress("hook_progress", tool_use_id, data)

    def _attach(self, session: SessionBuilder) -> None:
        if session.stamp.version != ATTACHMENT_VERSION:
            return
        if self._rng.random() < 0.5:
            session.attach("task_reminder", content=[], itemCount=0)
        if self._rng.random() < 0.3:
            content = self._texts.piece("prose", 2500, signs=0.3)
            path = f"{_FOLDER}/{self._texts.word()}/CLAUDE.md"
            memory = {"path": path, "type": "Project", "content": content}
            session.attach("nested_memory", path=path, content=memory, displayPath=path)

    def _close(self, session: SessionBuilder, prompt: str) -> None:
        """Add what a client writes when a turn is over."""
        session.system("turn_duration", durationMs=self._rng.randrange(4000, 90_000), isMeta=False)
        if self._rng.random() < 0.3:
            now = session.clock.now
            session.loose("queue-operation", operation="enqueue", timestamp=now, content=prompt)
            session.loose("queue-operation", operation="dequeue", timestamp=now)
        session.loose("last-prompt", lastPrompt=prompt[:200], leafUuid=session.leaf)


def _last_call(session: SessionBuilder, before: int) -> str:
    """Give the id of the last tool call among the lines from ``before`` on."""
    blocks = (
        record["message"]["content"][0]
        for record in reversed(session.records[before:])
        if isinstance(record, dict) and record["type"] == "assistant"
    )
    return str(next(blocks)["id"])
