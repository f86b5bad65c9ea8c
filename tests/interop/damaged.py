"""The transcripts with one defect each that the lab writes, laid out as it lays them out."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tests.interop.resuming import Attempt, import_script
from tests.recorded_resumes import SHARED

if TYPE_CHECKING:
    from pathlib import Path

_SCRIPTS: Final = SHARED / "interop"
_BYTE_ORDER_MARK: Final = "\ufeff"


@cache
def damaged_names() -> tuple[str, ...]:
    """Name the defects; none where the lab is missing."""
    return tuple(_lab().CASES) if (_SCRIPTS / "reverse_test.py").exists() else ()


def _lab() -> Any:
    return import_script(_SCRIPTS, "reverse_test")


def damaged(name: str, folder: Path) -> Attempt:
    """Write the transcript with this defect, and say how the lab has it resumed."""
    lab = _lab()
    # What the lab writes holds the paths at which it works: here, a folder for each defect.
    lab.BASE, lab.HOME, lab.CWD = folder, folder / "home", folder / "project"
    session_id = lab.U(f"session-{name}")
    transcript = lab.base(session_id)
    lab.CASES[name](transcript)
    own = vars(transcript)
    projects = lab.HOME / ".claude" / "projects"
    path = own.get("dir", projects / lab.slug(lab.CWD)) / f"{own.get('stem', session_id)}.jsonl"
    target = str(path) if own.get("by_path") else path.stem
    resume = ("--continue",) if own.get("cont") else ("--resume", target)
    arguments = (*resume, *own.get("extra", ()))
    return Attempt(_content(own), path, lab.HOME, lab.CWD, arguments, compacts=True)


def _content(own: dict[str, Any]) -> bytes:
    """Put the lines together: the ends of lines and of the file are where some defects are."""
    line_end = own.get("eol", "\n")
    lines = [line if isinstance(line, str) else _encoded(line) for line in own["lines"]]
    text: str = line_end.join(lines)
    if lines and not own.get("nofinal"):
        text += line_end
    text += own.get("raw_tail", "")
    text = text[: len(text) - own.get("cut", 0)]
    return ((_BYTE_ORDER_MARK if own.get("bom") else "") + text).encode()


def _encoded(line: dict[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
