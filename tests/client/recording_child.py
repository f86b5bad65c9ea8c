"""The process that the crash tests start and kill: it holds a conversation without an end.

It acknowledges what is safe: the id of every line that the recorder has given back.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from steno.client import summing
from steno.client.opening import Place, open_new, open_resumed
from steno.client.tool import ToolAnswer
from tests.client.conversations import answers, asks, call, replies, summed, text

if TYPE_CHECKING:
    from steno.client.lines import Body
    from steno.client.opening import Opened


def tell(*bodies: Body) -> None:
    """Acknowledge lines to the parent, in one write."""
    os.write(1, "".join(f"{body['uuid']}\n" for body in bodies).encode())


def opened(home: Path, session_id: str) -> Opened:
    """Take the session up, or begin it."""
    place = Place(home=home, cwd=home.parent)
    if place.session_path(session_id).exists():
        return open_resumed(place, session_id)
    return open_new(place, session_id)


def main(home: str, session_id: str, seed: str) -> None:
    """Talk until somebody kills us."""
    chance = random.Random(seed)
    recorder = opened(Path(home), session_id).recorder
    while True:
        tell(asks(recorder, "word " * chance.randrange(1, 2000)))
        said = replies(recorder, text("I look."), call("Glob", pattern="a"), call("Glob"))
        tell(*said)
        for line in (said[2], said[1]):
            tell(answers(recorder, line, ToolAnswer("x" * chance.randrange(200_000), {})))
        if chance.random() < 0.1:
            summing.write_compaction(recorder, summed("auto"))
        tell(*replies(recorder, text("Done.")))
        recorder.note_leaf()


if __name__ == "__main__":
    main(*sys.argv[1:])
