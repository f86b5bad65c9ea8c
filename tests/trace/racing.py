"""A client whose last lines come after its hook ran, against whoever reads the spool."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import steno_hook
from steno.testing.session import SessionBuilder, think
from steno.trace.spool import Spool, drain
from tests.hooked import told

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path

    from steno.trace.spool import SpoolLine

    Receive = Callable[[tuple[SpoolLine, ...]], object]
    """What the exporter does with lines of the spool: after it they are forgotten."""


@dataclass(slots=True)
class LateClient:
    """Writes sessions turn by turn; of each turn the hook runs before the last lines are there."""

    folder: Path
    """Where the transcripts go, as a project folder of a home."""
    spool: Path
    rng: random.Random
    longest_delay: float = 0.02
    replies: dict[str, str] = field(default_factory=dict)
    """The last words of every turn by its prompt id: what has to arrive in the end."""

    def play(self, name: str, turns: int) -> None:
        """Write a session of so many turns."""
        session = SessionBuilder(seed=name)
        for number in range(turns):
            session.prompt(f"Ask {name} {number}.")
            session.reply(think("Let me see."), f"Answer {name} {number}.")
        lines = session.encode().split(b"\n")[:-1]
        bodies = [json.loads(line) for line in lines]
        starts = [at for at, body in enumerate(bodies) if _is_prompt(body)]
        path = self.folder / f"{session.session_id}.jsonl"
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            self._turn(path, lines[start:end], bodies[start:end])

    def _turn(self, path: Path, lines: list[bytes], bodies: list[Any]) -> None:
        early = self.rng.randrange(1, len(lines) + 1)
        prompt_id, said = bodies[0]["promptId"], bodies[-1]["message"]["content"][-1]["text"]
        self.replies[prompt_id] = said
        _append(path, lines[:early])
        stop = told(
            session_id=path.stem,
            transcript_path=str(path),
            prompt_id=prompt_id,
            last_assistant_message=said,
        )
        steno_hook._spool(str(self.spool), json.dumps(stop).encode())
        time.sleep(self.rng.random() * self.longest_delay)
        _append(path, lines[early:])


def _is_prompt(body: Any) -> bool:
    return body["type"] == "user" and isinstance(body["message"]["content"], str)


def _append(path: Path, lines: list[bytes]) -> None:
    with path.open("ab") as file:
        file.write(b"".join(line + b"\n" for line in lines))


def race(client: LateClient, receive: Receive, *, sessions: int, turns: int) -> None:
    """Let the client write while the spool is read, and read it to the end afterwards."""

    def play() -> None:
        for number in range(sessions):
            client.play(f"race-{number}", turns)

    writer = threading.Thread(target=play)
    writer.start()
    while writer.is_alive():
        drain(Spool(client.spool), receive)
        time.sleep(0.001)
    writer.join()
    drain(Spool(client.spool), receive)
