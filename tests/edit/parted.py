"""Made-up sessions that two writers went on with: forks in one file, and two copies."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from tests.edit.edited import in_home
from tests.session.transcripts import (
    Body,
    attachment,
    boundary,
    call,
    command,
    progress,
    reply,
    result,
    session,
    system,
    text,
    thinking,
    user,
)
from tests.written import ONE, TWO

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from steno.session.session import Session

PAIRS: Final = 200
"""How many are tried."""


class Writer:
    """One client that writes on."""

    def __init__(self, rng: Random, clock: float = 0.0) -> None:
        """Take what decides, and the time."""
        self.rng = rng
        self.clock = clock
        self.leaf: str | None = None
        self.lines: list[Body] = []

    def parted(self, clock: float) -> Writer:
        """Give another client that goes on from here at some time."""
        writer = Writer(self.rng, clock)
        writer.leaf = self.leaf
        return writer

    def name(self) -> str:
        """Make up an id."""
        return str(UUID(int=self.rng.getrandbits(128), version=4))

    def put(self, body: Body, parent: str | None = None) -> str:
        """Write a line behind another, or behind the last."""
        self.clock += self.rng.choice((1, 3, 9))
        placed = {"parentUuid": parent or self.leaf, "timestamp": _moment(self.clock), **body}
        self.lines.append({**placed, "steno:placed": True})
        self.leaf = placed["uuid"]
        return str(self.leaf)

    def loose(self, kind: str, **own: Any) -> None:
        """Write a line that is no part of the conversation."""
        self.clock += 1
        stamp = {"timestamp": _moment(self.clock)}
        self.lines.append({"type": kind, **stamp, **own, "steno:placed": True})

    def turns(self, count: int) -> None:
        """Write some turns, with all that a client leaves around them."""
        for _ in range(count):
            self.turn()
        if self.rng.random() < 0.5:
            self.loose("last-prompt", leafUuid=self.leaf, lastPrompt="the last one")

    def turn(self) -> None:
        """Write a prompt and what came of it."""
        prompt = self.put(user(self.name(), f"prompt {self.rng.random()}"))
        if self.rng.random() < 0.4:
            snapshot = {"messageId": prompt, "trackedFileBackups": {}, "timestamp": _moment(0)}
            own = {"messageId": prompt, "snapshot": snapshot, "isSnapshotUpdate": False}
            self.loose("file-history-snapshot", **own)
        if self.rng.random() < 0.3:
            self.put(attachment(self.name(), "hook_success", hookEvent="Stop"))
        for _ in range(self.rng.randrange(3)):
            self.round()
        if self.rng.random() < 0.9:
            self.reply(text(f"answer {self.rng.random()}"))
            self.trail()

    def trail(self) -> None:
        """Write what hangs behind a reply, in a row or side by side."""
        reply_ = self.leaf
        for _ in range(self.rng.randrange(3)):
            spread = self.rng.random() < 0.3
            line = self.rng.choice(
                (
                    system(self.name(), "turn_duration", durationMs=1),
                    command(self.name(), f"said {self.rng.random()}"),
                )
            )
            self.put(line, reply_ if spread else None)

    def round(self) -> None:
        """Write calls in parallel: each result hangs on its own call."""
        uses = [call(f"toolu_{self.name()}") for _ in range(self.rng.randrange(1, 4))]
        before = [thinking(f"thought {self.rng.random()}")] if self.rng.random() < 0.5 else []
        rows = self.reply(*before, *uses)[len(before) :]
        for use, row in self.rng.sample(list(zip(uses, rows, strict=True)), len(uses)):
            parent = row
            if self.rng.random() < 0.2:
                told = progress(self.name(), parentToolUseID=use["id"], toolUseID=use["id"])
                parent = self.put(told, row)
            self.put(user(self.name(), [result(use["id"], f"out {self.rng.random()}")]), parent)

    def reply(self, *blocks: Body) -> list[str]:
        """Write a reply with one line for each block."""
        usage = {"input_tokens": 5, "output_tokens": self.rng.randrange(1, 500)}
        own = {"usage": usage, "stop_reason": "end_turn"}
        of = f"msg_{self.name()}"
        return [self.put(reply(self.name(), block, of=of, message=own)) for block in blocks]

    def sidechain(self) -> None:
        """Write the lines of a sub-agent into the same file, as old clients did."""
        leaf = self.leaf
        asked = user(self.name(), "look into it", isSidechain=True)
        self.lines.append({**asked, "parentUuid": None, "timestamp": _moment(self.clock)})
        self.lines[-1]["steno:placed"] = True
        self.put(reply(self.name(), text("looked"), isSidechain=True), asked["uuid"])
        self.leaf = leaf

    def compact(self) -> None:
        """Write a compaction that keeps the last line, or nothing, and go on."""
        before, mark, summary = self.leaf, self.name(), self.name()
        metadata: Body = {"trigger": "manual"}
        if self.rng.random() < 0.5:
            metadata["preservedMessages"] = {"anchorUuid": summary, "uuids": [before]}
        body = boundary(mark, logicalParentUuid=before, metadata=metadata)
        self.put({**body, "parentUuid": None})
        self.put(user(summary, f"summary {self.rng.random()}", isCompactSummary=True))
        self.turn()
        # A client that ends says where it stands; else an older word of it would count.
        self.loose("last-prompt", leafUuid=self.leaf, lastPrompt="the last one")


def _moment(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"2026-03-02T{9 + minutes // 60:02}:{minutes % 60:02}:{rest:02}.000Z"


@dataclass(frozen=True, slots=True)
class Pair:
    """What two or three writers made of one session."""

    is_fork: bool
    """Whether all of it is in one file."""
    head: list[Body]
    tails: list[list[Body]]

    @property
    def fork(self) -> list[Body]:
        """All lines as clients write them that run at the same time."""
        rest = [line for tail in self.tails for line in tail]
        return [*self.head, *sorted(rest, key=lambda line: line["timestamp"])]


def pair(seed: int) -> Pair:
    """Make a pair; the same for the same seed, one kind or the other by turns."""
    rng = Random(seed)
    first = Writer(rng)
    first.turns(rng.randrange(1, 4))
    if rng.random() < 0.2:
        first.compact()
    if rng.random() < 0.2:
        first.sidechain()
    head = [*first.lines]
    is_fork = seed % 2 == 0
    count = rng.randrange(2, 4) if is_fork else 2
    later = 0 if is_fork else rng.choice((0, 600))
    writers = [first.parted(first.clock + 1 + place * (1 + later)) for place in range(count)]
    compacted = rng.randrange(count) if rng.random() < 0.2 else None
    for place, writer in enumerate(writers):
        writer.turns(rng.randrange(1, 4))
        if place == compacted:
            writer.compact()
    if rng.random() < 0.5:
        writers.reverse()
    return Pair(is_fork, head, [writer.lines for writer in writers])


def laid_out(made: Pair, folder: Path) -> tuple[Session, Session | None]:
    """Write a pair as one file with forks, or as two copies, some with an id of their own."""
    if made.is_fork:
        return in_home(folder / "one", *made.fork), None
    first = in_home(folder / "one", *made.head, *made.tails[0])
    other = ONE if len(made.head) % 2 else TWO
    return first, in_home(folder / "two", *made.head, *made.tails[1], session_id=other)


def words_of(messages: Iterable[Body]) -> list[str]:
    """Give all that is said in messages, in order."""
    found: list[str] = []
    for message in messages:
        blocks = message["content"]
        for block in [text(blocks)] if isinstance(blocks, str) else blocks:
            said = block.get("text") or block.get("thinking") or block.get("content")
            found += [said.strip()] if isinstance(said, str) else []
    return found


def said_by_each(made: Pair) -> list[list[str]]:
    """Give what a resume sends of each part beyond what they share, the first part first."""
    shared = repr(made.head)
    order = sorted(made.tails, key=lambda tail: (not _is_compacted(tail), tail[0]["timestamp"]))
    each = [words_of(session(*made.head, *tail).messages()) for tail in order]
    return [[word for word in words if word not in shared] for words in each]


def _is_compacted(tail: list[Body]) -> bool:
    return any(line.get("subtype") == "compact_boundary" for line in tail)
