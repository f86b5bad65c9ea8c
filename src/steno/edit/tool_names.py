"""The names of tools that the user gives, as the session spells them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from steno.errors import UsageError
from steno.view.registry import VIEWS
from steno.view.tools.mcp import PREFIX

if TYPE_CHECKING:
    from collections.abc import Collection

    from steno.session.session import Session

MOST_SHOWN: Final = 12
"""Tools that an error names, the most called first."""


def spelled(session: Session, names: Collection[str]) -> frozenset[str]:
    """Give the session's own spelling of tools, which may be named in any case.

    A tool that the session never called is fine if the client has it; UsageError for others, as
    they are misspelt.
    """
    calls = Counter(call.name for call in session.tool_calls)
    known = {name.casefold(): name for name in (*VIEWS, *calls)}
    for name in names:
        if name.casefold() not in known and not name.startswith(PREFIX):
            raise UsageError(f"no tool is called {name!r}; {_called(calls)}.")
    return frozenset(known.get(name.casefold(), name) for name in names)


def uncalled(session: Session, names: Collection[str]) -> tuple[str, ...]:
    """Give the tools of these that the session never called."""
    calls = {call.name for call in session.tool_calls}
    return tuple(sorted(name for name in names if name not in calls))


def _called(calls: Counter[str]) -> str:
    if not calls:
        return "this session calls none"
    told = [f"{name} ({number:,})" for name, number in calls.most_common(MOST_SHOWN)]
    return "this session calls " + ", ".join([*told, *(["…"] if len(calls) > MOST_SHOWN else [])])
