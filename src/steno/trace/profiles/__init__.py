"""Profiles: the conventions in whose words traces are sent, by name."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Final

from steno.errors import UnknownProfileError
from steno.trace.profiles import genai, langfuse, openinference

if TYPE_CHECKING:
    from steno.trace.wire import Profile

GROUP: Final = "steno.tracers"
"""The entry points by which other packages add profiles."""
PROFILES: Final[dict[str, Profile]] = {
    "genai": genai.wire,
    "openinference": openinference.wire,
    "langfuse": langfuse.wire,
}


def profile(name: str) -> Profile:
    """Give a profile by its name, our own first, or raise :class:`UnknownProfileError`."""
    if name in PROFILES:
        return PROFILES[name]
    for point in entry_points(group=GROUP, name=name):
        added: Profile = point.load()
        return added
    raise UnknownProfileError(name, profile_names())


def profile_names() -> tuple[str, ...]:
    """List the names of all profiles."""
    added = (point.name for point in entry_points(group=GROUP))
    return tuple(dict.fromkeys([*PROFILES, *added]))
