"""steno: read the transcripts of coding agents, every line of them, without losing a byte.

The library in a few lines::

    for entry in steno.read("session.jsonl"):
        ...
    for session in steno.Home("~/.claude").sessions():
        ...
    steno.load("session.jsonl").messages()  # what a resume would send
"""

from __future__ import annotations

# Not imported from typing: that alone would double the start-up of `steno --version`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from steno.disk.discover import Home, SessionFile
    from steno.disk.transcript import read
    from steno.errors import StenoError
    from steno.format.decode import decode
    from steno.format.encode import with_value, without
    from steno.format.entry import BadLine, BlankLine, Entry, GluedLine, UnknownEntry
    from steno.format.finding import Finding
    from steno.session.session import Session, load

__version__ = "0.1.0"

__all__ = [
    "BadLine",
    "BlankLine",
    "Entry",
    "Finding",
    "GluedLine",
    "Home",
    "Session",
    "SessionFile",
    "StenoError",
    "UnknownEntry",
    "decode",
    "load",
    "read",
    "with_value",
    "without",
]

_PLACES = {
    "BadLine": "steno.format.entry",
    "BlankLine": "steno.format.entry",
    "Entry": "steno.format.entry",
    "Finding": "steno.format.finding",
    "GluedLine": "steno.format.entry",
    "Home": "steno.disk.discover",
    "Session": "steno.session.session",
    "SessionFile": "steno.disk.discover",
    "StenoError": "steno.errors",
    "UnknownEntry": "steno.format.entry",
    "decode": "steno.format.decode",
    "load": "steno.session.session",
    "read": "steno.disk.transcript",
    "with_value": "steno.format.encode",
    "without": "steno.format.encode",
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first used, so that importing steno costs nothing."""
    from importlib import import_module

    if name not in _PLACES:
        raise AttributeError(f"module 'steno' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    """List the public names."""
    return [*__all__, "__version__"]
