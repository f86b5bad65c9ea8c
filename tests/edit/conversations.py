"""Made-up conversations of every shape, for the properties of edits."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from hypothesis import settings
from hypothesis import strategies as st

from tests.edit.pictures import base64_of, png
from tests.session.transcripts import (
    attachment,
    boundary,
    call,
    image,
    progress,
    reply,
    result,
    text,
    thinking,
    user,
)

if TYPE_CHECKING:
    from tests.session.transcripts import Body

TOOLS: Final = ("Bash", "Read", "Edit")


class _Maker:
    """Makes the lines of one conversation."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.lines: list[Body] = []
        self.leaf: str | None = None
        self.tips: list[str | None] = [None]
        self.messages = 0
        self.calls = 0

    def name(self) -> str:
        return str(UUID(int=self.rng.getrandbits(128), version=4))

    def put(self, body: Body, parent: str | None) -> str:
        """Add a line behind another."""
        body = {"parentUuid": parent, **body, "steno:placed": True}
        self.lines.append(body)
        self.leaf = body["uuid"]
        return str(body["uuid"])

    def turn(self, number: int) -> None:
        if self.rng.random() < 0.15 and len(self.tips) > 1:
            self.leaf = self.rng.choice(self.tips)
        words: Any = f"prompt {number} {self.rng.random():.6f}"
        if self.rng.random() < 0.15:
            words = [text(words), image(self.picture())]
        self.tips.append(self.put(user(self.name(), words), self.leaf))
        if self.rng.random() < 0.2:
            self.put(attachment(self.name(), "hook_success", hookEvent="Stop"), self.leaf)
        for _ in range(self.rng.randrange(4)):
            self.round()
        self.reply([text(f"answer {number} {self.rng.random():.6f}")])

    def round(self) -> None:
        """Add a reply that calls tools, with the results."""
        blocks: list[Body] = []
        if self.rng.random() < 0.5:
            blocks.append(thinking(f"thought {self.rng.random():.6f}"))
        if self.rng.random() < 0.4:
            blocks.append(text(f"words {self.rng.random():.6f}"))
        uses = []
        for _ in range(self.rng.randrange(1, 4)):
            self.calls += 1
            uses.append(call(f"toolu_{self.calls}", self.rng.choice(TOOLS), input={"n": 1}))
        rows = self.reply([*blocks, *uses])[len(blocks) :]
        for use, row in zip(uses, rows, strict=True):
            if self.rng.random() < 0.1:
                continue
            parent = row
            if self.rng.random() < 0.2:
                told = progress(self.name(), parentToolUseID=use["id"], toolUseID=use["id"])
                parent = self.put(told, parent)
            self.put(user(self.name(), **self.answer(use["id"])), parent)

    def answer(self, call: str) -> Body:
        """Make a result of any size, some with an image, and its mirror."""
        if self.rng.random() < 0.15:
            data = self.picture()
            mirror: Body = {"type": "image", "file": {"base64": data, "type": "image/png"}}
            return {"content": [result(call, [image(data)])], "toolUseResult": mirror}
        words = "x" * self.rng.choice((1, 30, 900))
        return {"content": [result(call, words)], "toolUseResult": {"stdout": words}}

    def picture(self) -> str:
        """Make an image of some size, or what is none."""
        width = self.rng.choice((0, 40, 90))
        return base64_of(png(width, 30, self.rng.random())) if width else "pixels"

    def reply(self, blocks: list[Body]) -> list[str]:
        """Add a reply with one line for each block."""
        self.messages += 1
        final = self.rng.randrange(1, 500)
        grows = self.rng.random() < 0.3
        rows = []
        for number, block in enumerate(blocks):
            output = final if not grows or number == len(blocks) - 1 else 1
            usage = {"input_tokens": self.messages, "output_tokens": output}
            own = {"usage": usage, "stop_reason": "end_turn"}
            of = f"msg_{self.messages}"
            rows.append(self.put(reply(self.name(), block, of=of, message=own), self.leaf))
        return rows

    def compaction(self) -> None:
        before = self.leaf
        self.put(boundary(self.name(), logicalParentUuid=before), None)
        self.put(user(self.name(), "the summary so far", isCompactSummary=True), self.leaf)


def conversation(seed: int) -> list[Body]:
    """Make a conversation of a few turns: calls, rewinds, compactions, images, progress."""
    maker = _Maker(Random(seed))
    for number in range(1, maker.rng.randrange(2, 7)):
        maker.turn(number)
        if maker.rng.random() < 0.1:
            maker.compaction()
        if maker.rng.random() < 0.15:
            leaf = {"type": "last-prompt", "leafUuid": maker.leaf}
            maker.lines.append({**leaf, "steno:placed": True})
    return maker.lines


conversations: Final = st.integers(0, 10**9).map(conversation)
"""Conversations, each as its lines."""
SOME: Final = settings(max_examples=25)
"""Each example is a session that is planned, written and loaded again."""
