"""A made-up home of any size, the same for the same seed; run as a process of its own.

``python -m benchmarks.tree FOLDER MEGABYTES SEED``: a home of many sessions, some with
sub-agents. ``--one`` makes it one long session, ``--lines N`` one of so many lines that was
compacted whenever its context was full. What was written is printed as JSON.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from benchmarks.text import Texts
from benchmarks.turns import VERSIONS, TurnMaker
from steno.testing.build import SessionBuilder

if TYPE_CHECKING:
    from typing import BinaryIO

MEGABYTE: Final = 1_000_000
_TYPICAL_FILE: Final = 100_000
_SMALLEST_FILE: Final = 4_000
_LARGEST_FILE: Final = 8_000_000
_FILE_SPREAD: Final = 1.25
_PROJECTS: Final = ("ebb", "ebb-web", "moon", "harbour", "ledger")
_CHINESE_SHARE: Final = 0.05
_SUBAGENT_SHARE: Final = 0.25


@dataclass(slots=True)
class Written:
    """What lies in a made-up home."""

    files: list[str] = field(default_factory=list)
    """Paths of all transcripts below the home, in order."""
    bytes: int = 0
    lines: int = 0
    types: dict[str, int] = field(default_factory=dict)
    """Lines by type."""


class TreeMaker:
    """Writes made-up sessions into a home."""

    def __init__(self, home: Path, seed: int) -> None:
        """Take the home's folder, which need not exist, and the seed."""
        self.written = Written()
        self.home = home
        self._seed = seed
        self._rng = Random(seed)
        self._turns = TurnMaker(self._rng, Texts(self._rng))

    def fill(self, size: int) -> None:
        """Write sessions and sub-agents until the home holds about ``size`` bytes."""
        while (left := size - self.written.bytes) > 0:
            session = self._session()
            path = f"projects/{session.project}/{session.session_id}.jsonl"
            self.add_file(session, path, min(self._file_size(), left))
            if self._rng.random() < _SUBAGENT_SHARE:
                self._add_subagent(session, size - self.written.bytes)

    def fill_one(self, size: int) -> None:
        """Write one session of about ``size`` bytes."""
        session = self._session()
        self.add_file(session, f"projects/{session.project}/{session.session_id}.jsonl", size)

    def fill_lines(self, size: int, lines: int) -> None:
        """Write one session of so many bytes and lines at least, as long ones are: compacted."""
        session = self._session()
        path = f"projects/{session.project}/{session.session_id}.jsonl"
        self.add_file(session, path, size, lines=lines, compacted=True)

    def add_file(
        self,
        session: SessionBuilder,
        path: str,
        size: int,
        *,
        lines: int = 0,
        compacted: bool = False,
    ) -> None:
        """Write turns of a session to a file until it has about ``size`` bytes, and the lines."""
        place = self.home / path
        place.parent.mkdir(parents=True, exist_ok=True)
        chinese = self._rng.random() < _CHINESE_SHARE
        bytes_before, lines_before = self.written.bytes, self.written.lines
        with place.open("wb") as file:
            while (
                self.written.bytes - bytes_before < size
                or self.written.lines - lines_before < lines
            ):
                if compacted:
                    self._turns.compact_if_full(session)
                self._turns.add_turn(session, chinese=chinese)
                self._drain(session, file)
        self.written.files.append(path)

    def _drain(self, session: SessionBuilder, file: BinaryIO) -> None:
        """Write the lines so far and forget them, so that no session is ever held whole."""
        self.written.lines += len(session.records)
        for kind, count in Counter(str(body["type"]) for body in session.bodies()).items():
            self.written.types[kind] = self.written.types.get(kind, 0) + count
        self.written.bytes += file.write(session.encode())
        session.records.clear()

    def _session(self) -> SessionBuilder:
        number = len(self.written.files)
        return SessionBuilder(
            f"bench/{self._seed}/{number}",
            start=f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}T09:00:00.000Z",
            cwd=f"/home/mira/{self._rng.choice(_PROJECTS)}",
            version=self._rng.choice(VERSIONS),
        )

    def _add_subagent(self, session: SessionBuilder, left: int) -> None:
        child = session.spawn()
        folder = f"projects/{session.project}/{session.session_id}/subagents"
        size = max(_SMALLEST_FILE, min(self._file_size() // 3, left))
        self.add_file(child, f"{folder}/agent-{child.stamp.agent_id}.jsonl", size)

    def _file_size(self) -> int:
        size = int(_TYPICAL_FILE * self._rng.lognormvariate(0, _FILE_SPREAD))
        return max(_SMALLEST_FILE, min(size, _LARGEST_FILE))


def main(arguments: list[str] | None = None) -> None:
    """Write a home and print what it holds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tree")
    parser.add_argument("folder", type=Path)
    parser.add_argument("megabytes", type=float)
    parser.add_argument("seed", type=int)
    parser.add_argument("--one", action="store_true", help="one long session")
    parser.add_argument("--lines", type=int, default=0, help="one session of so many lines")
    asked = parser.parse_args(arguments)
    maker = TreeMaker(asked.folder, asked.seed)
    size = int(asked.megabytes * MEGABYTE)
    if asked.lines:
        maker.fill_lines(size, asked.lines)
    elif asked.one:
        maker.fill_one(size)
    else:
        maker.fill(size)
    print(json.dumps(asdict(maker.written)))


if __name__ == "__main__":
    main()
