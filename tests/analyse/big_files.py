"""Writing transcripts of gigabytes quickly, with ids that never repeat, and measuring readers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import steno
from tests.written import ONE, line_of, reply, user

if TYPE_CHECKING:
    from collections.abc import Iterator

MB: Final = 10**6
LIMIT: Final = 300 * MB
"""What a streaming command may take, however large the file is."""

ROUNDS: Final = 25
LINES_PER_ROUND: Final = 4
OUTPUT: Final = 111
OWN, BEFORE = b"@@@@@@@@", b"########"

MEASURED: Final = """
import json, sys
from pathlib import Path
from steno.cli.main import main

code = main(sys.argv[1:])
status = Path("/proc/self/status")
if status.exists():  # ru_maxrss would count the parent's memory, too
    (peak,) = [line for line in status.read_text().split("\\n") if line.startswith("VmHWM:")]
    peak = int(peak.split()[1]) * 1024
else:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
sys.stderr.write(f"\\n{peak}")
sys.exit(code)
"""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines to be repeated, each time with other ids."""

    template: bytes
    lines: int
    messages: int

    def copies(self, size: int) -> Iterator[bytes]:
        """Yield the block until ``size`` bytes are full; each hangs on the one before."""
        for number in range(self.count(size)):
            own = self.template.replace(OWN, b"%08x" % (number + 1))
            yield own.replace(BEFORE, b"%08x" % number)

    def count(self, size: int) -> int:
        """Say how many copies make ``size`` bytes."""
        return -(-size // len(self.template))


def make_block() -> Block:
    """Make a hundred lines like those of a real session: about 2.7 kB each."""
    own = OWN.decode()
    parent = f"{ROUNDS * LINES_PER_ROUND - 1:04}-{BEFORE.decode()}"
    bodies: list[dict[str, Any]] = []
    for turn in range(ROUNDS):
        for body in _round(f"msg_{turn:04}{own}", f"toolu_{turn:04}{own}"):
            uuid = f"{len(bodies):04}-{own}"
            bodies.append({**body, "uuid": uuid, "parentUuid": parent})
            parent = uuid
    return Block(b"".join(map(line_of, bodies)), len(bodies), ROUNDS)


def _round(message_id: str, tool_use_id: str) -> Iterator[dict[str, Any]]:
    call = {"type": "tool_use", "id": tool_use_id, "name": "Bash", "input": {"command": "ls"}}
    text = {"type": "text", "text": "The table of the tides says 潮汐 at four. " * 20}
    result = {"type": "tool_result", "tool_use_id": tool_use_id, "content": "sandhaven.csv\n" * 500}
    yield user("When is high water in Sandhaven? " * 10)
    for output, block in ((2, text), (OUTPUT, call)):
        usage = {"input_tokens": 4, "output_tokens": output, "cache_read_input_tokens": 1000}
        yield reply(message_id, usage=usage, message={"content": [block]})
    yield user([result], toolUseResult={"stdout": "sandhaven.csv", "stderr": ""})


def short_round(number: int) -> Iterator[dict[str, Any]]:
    """Make four lines, from the one of that number on, each hanging on the one before."""
    call = {"type": "tool_use", "id": f"toolu_{number:024}", "name": "Bash", "input": {}}
    result = {"type": "tool_result", "tool_use_id": call["id"], "content": "sandhaven.csv"}
    text = {"type": "text", "text": "At four."}
    bodies = (
        user("When is high water?"),
        reply(f"msg_{number:024}", message={"content": [call]}),
        user([result]),
        reply(f"msg_{number + 1:024}", message={"content": [text]}),
    )
    for place, body in enumerate(bodies, number):
        parent = f"{place - 1:036}" if place else None
        yield {**body, "uuid": f"{place:036}", "parentUuid": parent}


def require_space(folder: Path, size: int) -> None:
    """Skip where the disk is too small for a file of that size."""
    if shutil.disk_usage(folder).free < size + 500 * MB:
        pytest.skip(f"needs {size // MB + 500} MB of free disk space")


def write_big(path: Path, size: int) -> Block:
    """Write a transcript of at least ``size`` bytes."""
    require_space(path.parent, size)
    block = make_block()
    with path.open("wb", buffering=1 << 20) as file:
        file.writelines(block.copies(size))
    return block


@dataclass(frozen=True, slots=True)
class Reading:
    """What a command answered, and the most memory that it took."""

    code: int
    output: bytes
    peak: int

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.output)


def measure(*arguments: object) -> Reading:
    """Run a command in a process of its own and measure it."""
    environ = {**os.environ, "PYTHONPATH": str(Path(steno.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *map(str, arguments)],
        env=environ,
        capture_output=True,
        check=False,
    )
    peak = done.stderr.rpartition(b"\n")[2]
    assert peak.isdigit(), done.stderr.decode()
    return Reading(done.returncode, done.stdout, int(peak))


def session_in(folder: Path) -> Path:
    """Give the place of a session in a home below ``folder``."""
    path = folder / "projects" / "-tmp-project" / f"{ONE}.jsonl"
    path.parent.mkdir(parents=True)
    return path
