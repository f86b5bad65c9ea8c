"""What the tests of troubles share: two ways to ask, a model, and what is left in the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import steno
from steno.model.script import call, say
from tests.client.agent_process import STREAMING, Ground, said
from tests.client.forked_agent import live

if TYPE_CHECKING:
    from steno.model.script import Reply, Request

HELLO: Final = json.dumps(said("hello")).encode() + b"\n"
WAYS: Final = {"print": ("-p", "hello"), "streaming": STREAMING}
"""The two ways to ask; the second one takes its prompt from stdin."""


def reply(request: Request) -> Reply:
    """Say something, and on demand use a tool before."""
    if "use a tool" in request.last_text and "Bash" in request.tools:
        return [say("I do."), call("Bash", command="echo used")]
    return "Done."


def only_transcript(ground: Ground) -> Path:
    """Give the one session that was written, which has to be sound."""
    (path,) = ground.transcripts()
    assert steno.load(path).findings == ()
    return path


def goes_on(ground: Ground, path: Path) -> str:
    """Go on with a session where all is well again; give all that the model then sees."""
    life = live(ground, ("--resume", path.stem), ["and on"])
    assert life.code == 0, (ground.folder / "complaints").read_text("utf-8")
    (result,) = (frame for frame in life.told if frame["type"] == "result")
    assert result["result"] == "Done."
    return str(steno.load(path).messages())


def is_plain(words: str) -> bool:
    """Say whether somebody who is no programmer can read an error."""
    return "Traceback" not in words and "Exception" not in words


def is_alive(pid: int) -> bool:
    """Say whether a process runs; where there is no /proc it is taken to be gone."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text("utf-8")
    except OSError:
        return False
    return ") Z " not in status
