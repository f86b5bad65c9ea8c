"""What tools need of others and may not get: a model to ask, skills, the mode of planning."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import ToolContext

AskSmallModel = Callable[[str], Awaitable[str]]
"""Asks a small model one thing, without tools, and gives what it says."""

SearchWeb = Callable[[str, Sequence[str], Sequence[str]], Awaitable[Sequence[Mapping[str, Any]]]]
"""Searches by the API's own tool: a query, domains to keep to, domains to leave out.

Gives the blocks of the answer: ``text``, ``server_tool_use``, ``web_search_tool_result``.
"""

SkillBody = Callable[[str, str, "ToolContext"], Awaitable[str | None]]
"""Gives the text of a skill or command, filled with its arguments; None where there is none."""


class Planning(Protocol):
    """The mode in which nothing is changed until the person has agreed to a plan."""

    @property
    def is_on(self) -> bool:
        """Whether it is."""
        ...

    @property
    def path(self) -> Path:
        """Where the plan is written."""
        ...

    def enter(self) -> None:
        """Begin to plan."""
        ...

    def leave(self) -> None:
        """Go back to the mode from before."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """All of them; None stands for what there is not."""

    ask_small_model: AskSmallModel | None = None
    search_web: SearchWeb | None = None
    skill_body: SkillBody | None = None
    skill_names: Callable[[], Sequence[str]] = tuple
    planning: Planning | None = None
    private_addresses: bool = False
    """Whether pages of this machine and of the network around it may be fetched."""
