"""The signs and styles of a drawn session, and what stands for them where there is only ASCII."""

from __future__ import annotations

import codecs
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from steno.view.items import Level
    from steno.view.tools.outcome import Status


@dataclass(frozen=True, slots=True)
class Signs:
    """One sign for everything that is marked by one."""

    prompt: str = "▌ "
    reply: str = "● "
    thinking: str = "∴ "
    info: str = "· "
    warning: str = "! "
    error: str = "✗ "
    ok: str = "✓ "
    denied: str = "⊘ "
    interrupted: str = "■ "
    running: str = "… "
    first: str = "┌ "
    between: str = "│ "
    last: str = "└ "
    agent: str = "↳ "
    branch: str = "┬ "
    active: str = "● "
    other: str = "○ "
    done: str = "☑ "
    doing: str = "◐ "
    open: str = "☐ "
    more: str = "…"
    arrow: str = "→"
    skipped: str = "⋮"
    unfold: str = ", --depth full shows them"
    """What is said behind what is folded away: how to see it."""


SIGNS: Final = Signs()
ASCII: Final = Signs(
    prompt="> ", reply="* ", thinking="~ ", info="- ", error="x ", ok="v ", denied="/ ",
    interrupted="# ", running=". ", first="/ ", between="| ", last="\\ ", agent="@ ", branch="Y ",
    active="* ", other="o ", done="[x] ", doing="[-] ", open="[ ] ", more="...", arrow="->",
    skipped=":",
)  # fmt: skip

STATUS_STYLES: Final[dict[Status, str]] = {
    "ok": "green",
    "error": "red",
    "denied": "yellow",
    "interrupted": "yellow",
    "running": "cyan",
}
LEVEL_STYLES: Final[dict[Level, str]] = {"info": "dim", "warning": "yellow", "error": "red"}


def status_sign(signs: Signs, status: Status) -> str:
    """Give the sign of how a call went."""
    return str(getattr(signs, status))


def level_sign(signs: Signs, level: Level) -> str:
    """Give the sign of how bad a notice is."""
    return str(getattr(signs, level))


def takes_signs() -> bool:
    """Say whether standard output can hold more than ASCII."""
    try:
        return codecs.lookup(sys.stdout.encoding or "").name.startswith("utf")
    except LookupError:
        return False
