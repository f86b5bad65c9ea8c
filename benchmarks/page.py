"""The page of the docs that keeps the last table, with the machine that it was measured on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from benchmarks import machine
from benchmarks.table import as_markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.ground import Ground
    from benchmarks.table import Row

_PAGE: Final = """\
# Benchmarks

What `make bench ARGS=--write` measured last: a made-up tree of {megabytes:g} MB (`BENCH_MB`),
{rounds} rounds. The machine: {machine}.

Ours and each peer run in turn. A ratio is the median over the rounds, and in brackets that of the
fastest runs; goals are judged by the median. Ratios carry over to other machines, times do not.

{table}

{notes}
"""

NOTES: Final = """\
- **read**: processor time of the reading alone, without start-up. `cat` writes to `/dev/null`, so
  it only copies each byte once out of the kernel; `cat | wc -c` hands each byte on as well, with
  the time of both programs. The peers read a file whole and decode line by line.
- **count**: the whole program, on the clock.
- **open**: processor time of the first screen, which is the last 50 entries with a line of text
  each; their numbers need every newline of the file to be counted. The full parse keeps all it
  reads, with the garbage collector off, which is kind to it. Memory is that of whole processes.
  `show --tail` draws the last turns, which need the whole session to be loaded and looked through.
- **load**: processor time without start-up, beside the same full parse. The session was compacted
  whenever its context was full, so `messages()` sends what follows the last compaction;
  `full_history` sends everything. What a loaded session holds per line is counted by tracemalloc.
- **start**: whole processes, on the clock. `list` reads the sessions themselves until there is an
  index; its goal counts from then on.
- **hook**: whole processes, on the clock, with a spool line written and an exporter started apart
  from it; what that one then does is not the client's time.
- **ask**: whole processes that answer one prompt of a model on this machine, in turn with the real
  client where that is installed (`make interop`, or `$CLAUDE_BIN`). The time is that from the start
  to the first request that offers tools, on the clock; memory is the peak of the process.
- **append**: lines of 2.5 kB on the disk that holds temporary files. Ours lock the file, look
  whether its last line is whole, and write in one go; plain `write` does nothing of that."""


def page(rows: Sequence[Row], ground: Ground) -> str:
    """Give the page."""
    return _PAGE.format(
        megabytes=ground.megabytes,
        rounds=ground.rounds,
        machine=machine.describe(),
        table=as_markdown(rows),
        notes=NOTES,
    )
