"""Sessions of twenty turns whose ``steno-agent`` is killed over and over, and what is left then."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import steno
from steno.client.opening import Place, open_resumed
from steno.testing.messages_api import MessagesApi
from tests.client.agent_process import MODEL, Ground
from tests.client.forked_agent import Death, live
from tests.client.twenty_turns import TURNS, model, prompt
from tests.interop.oracle_keys import exact_keys

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

HARMLESS: Final = {
    "call-without-result", "torn-line", "bad-line", "no-final-newline", "context-full",
}  # fmt: skip
"""What a kill may leave: a call that never came to its end, a line that is half-written; and one
of the turns fills the context."""
MOST_CALLS: Final = 60_000
"""So many calls of functions is about what two turns take, with the start before them."""
MOST_WRITES: Final = 25


def some_death(chance: random.Random) -> Death:
    """Choose when to die: anywhere, or within a write."""
    if Path("/proc/self/fd").exists() and chance.random() < 0.4:
        return Death(write=chance.randrange(1, MOST_WRITES), share=chance.random())
    return Death(call=chance.randrange(1, MOST_CALLS))


def block_keys(messages: Iterable[Any]) -> set[str]:
    """Give a key of every block of messages, without what a client says by itself."""
    return {key for _, keys in exact_keys(messages) for key in keys}


class Session:
    """One session of twenty turns that is killed over and over."""

    def __init__(self, folder: Path) -> None:
        """Begin it."""
        self.api = MessagesApi(rules=model)
        self.ground = Ground(folder, self.api.environ)
        self.session_id, self.done = str(uuid4()), 0
        self.path = self.ground.transcript(self.session_id)
        self.before = b""
        self.safe: set[str] = set()
        """The lines that were told, and have to be there for good."""

    @property
    def is_over(self) -> bool:
        """Whether all turns are done."""
        return self.done == len(TURNS)

    def live(self, death: Death | None) -> bool:
        """Go on until death, or the last turn; say whether it was death."""
        prompts = [prompt(turn) for turn in TURNS[self.done :]]
        named = "--resume" if self.path.exists() else "--session-id"
        asked = len(self.api.requests)
        life = live(
            self.ground, (named, self.session_id), prompts, None if death is None else death.prepare
        )
        assert life.code in (None, 0), (self.ground.folder / "complaints").read_text("utf-8")
        self.done += life.answered
        spoken = [one for one in life.told if one["type"] in ("user", "assistant")]
        self.safe |= {one["uuid"] for one in spoken if one.get("parent_tool_use_id") is None}
        if self.path.exists():
            self.check(asked)
        return life.code is None

    def check(self, asked: int) -> None:
        """Check that the transcript is sound, and holds all that anybody has seen of it."""
        content = self.path.read_bytes()
        assert content.startswith(self.before)
        self.before = content
        session = steno.load(self.path)
        assert {found.code for found in session.findings} <= HARMLESS
        stored = [uuid for uuid in session.outline.uuids if uuid]
        assert len(stored) == len(set(stored))
        assert self.safe <= set(stored)
        if not self.safe:
            return
        assert session.refusal is None
        assert self.safe <= {session.outline.uuids[row] for row in session.active_rows}
        sent = [one for one in self.api.requests[asked:] if "ERRAND" not in str(one.messages[0])]
        if sent:
            whole = block_keys(session.messages(full_history=True))
            assert block_keys(_without_question(sent[-1].messages)) <= whole
        self.check_ours(session)
        assert self.api.problems == []

    def check_ours(self, session: steno.Session) -> None:
        """Check that we would go on with what a resume sees, and that every call has a result."""
        place = Place(home=self.ground.claude, cwd=self.ground.project)
        opened = open_resumed(place, self.session_id)
        messages = opened.messages_for(MODEL)
        assert exact_keys(messages) == exact_keys(session.messages(MODEL))
        called, answered = (
            _ids(messages, "tool_use", "id"),
            _ids(messages, "tool_result", "tool_use_id"),
        )
        assert called == answered

    def close(self) -> None:
        """Close what it was answered by."""
        self.api.close()


def _without_question(messages: list[Any]) -> list[Any]:
    """Leave out the question for a summary, which is no part of the conversation."""
    return messages[:-1] if "Put it between <summary>" in str(messages[-1]) else messages


def _ids(messages: Iterable[Any], kind: str, key: str) -> list[str]:
    blocks = [
        block
        for message in messages
        if isinstance(message["content"], list)
        for block in message["content"]
    ]
    return sorted(block[key] for block in blocks if block["type"] == kind)


def check_subagents(path: Path) -> None:
    """Check the files of sub-agents: a kill may tear their last line, be it the first as well."""
    for file in path.with_suffix("").glob("subagents/*.jsonl"):
        assert {found.code for found in steno.load(file).findings} <= HARMLESS | {"no-messages"}
