"""The line below the input: model, mode of permissions, how full the context is, what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.cli.output import UNKNOWN, dollars
from steno.cli.terminal import cells
from steno.client.compaction import tokens_now, window
from steno.view.tools.wording import joined

if TYPE_CHECKING:
    from steno.client.agent import Agent

MODES: Final = ("default", "acceptEdits", "plan")
"""What Shift-Tab goes through; the mode that asks for nothing only where it was asked for."""
FREE: Final = "bypassPermissions"
_TOLD: Final = {
    "default": "asks before changes",
    "acceptEdits": "edits without asking",
    "plan": "plans, changes nothing",
    "dontAsk": "never asks, denies",
    FREE: "asks for NOTHING",
}
_STYLES: Final = {"acceptEdits": "ansimagenta", "plan": "ansicyan", FREE: "bold ansired"}


def status_line(agent: Agent, branch: str = "", room: int = 200) -> str:
    """Put how a conversation stands into one line; what says least gives way first."""
    mode = mode_words(agent.shared.judge.mode)
    pieces = {
        "model": agent.model,
        "mode": f"{mode} (Shift-Tab)",
        "context": f"context {context_share(agent):.0%}",
        "cost": cost_of(agent),
        "branch": "" if branch == "HEAD" else branch,
    }
    for name, shorter in (("branch", ""), ("mode", mode), ("model", "")):
        if cells(joined(*pieces.values())) > room:
            pieces[name] = shorter
    return joined(*pieces.values())


def context_share(agent: Agent) -> float:
    """Say how full the window is, from 0 to 1."""
    most = window(agent.model, agent.shared.options.context_window)
    return min(1.0, tokens_now(agent) / most)


def cost_of(agent: Agent) -> str:
    """Say what the conversation cost so far; a question mark where a price is not known."""
    cost = agent.shared.spending.cost
    if cost is None:
        return f"cost {UNKNOWN}"
    return dollars(str(cost)) if cost else "$0.00"


def mode_style(mode: str) -> str:
    """Give the colour of a mode; none for the usual one."""
    return _STYLES.get(mode, "")


def mode_words(mode: str) -> str:
    """Say what a mode means."""
    return _TOLD.get(mode, mode)


def next_mode(mode: str, *, is_free: bool) -> str:
    """Give the mode that follows another one."""
    modes = (*MODES, FREE) if is_free else MODES
    return modes[(modes.index(mode) + 1) % len(modes)] if mode in modes else modes[0]
