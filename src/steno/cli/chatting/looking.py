"""What commands show: help, costs, what fills the context, the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from steno.cli.chatting.status import cost_of, mode_words
from steno.cli.output import dollars
from steno.cli.rendering.paper import gutter, line_of_words
from steno.cli.rendering.session_page import tokens
from steno.client.context_usage import context_usage
from steno.client.permissions.rule import parse_rule
from steno.client.permissions.tool_names import name_note
from steno.client.rulebook import Rulebook
from steno.errors import PermissionRuleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rich.text import Text

    from steno.cli.chatting.talk import Talk
    from steno.cli.rendering.paper import Paper
    from steno.client.agent import Agent
    from steno.client.permissions.rule import Behavior

KEYS: Final = {
    "Enter": "send; while the model works it waits in sight: up takes it back, Esc all of it",
    "Alt-Enter, \\ Enter": "a new line",
    "Esc, Ctrl-C": "interrupt; Esc twice goes back, Ctrl-C twice leaves (as /quit and Ctrl-D)",
    "Shift-Tab": "what is asked about: changes, edits not, nothing is changed (plan)",
    "Ctrl-R, up, down": "what was typed earlier in this folder",
    "Ctrl-Z": "let the shell have the terminal; fg comes back",
    "@path": "show the model a file or folder; Tab completes",
    "!command": "run something in the shell; the model sees what comes of it",
    "/x/picture.png": "a whole or quoted path of a picture, or @path, sends it",
}
BAR: Final = 24
BEHAVIORS: Final = ("allow", "ask", "deny")


def told(text: str, style: str = "dim") -> Text:
    """Give words for one line."""
    return line_of_words(text, style)


def pairs(paper: Paper, told_pairs: Iterable[tuple[str, str]], style: str = "cyan") -> list[str]:
    """Draw names, and beside each what it is."""
    listed = list(told_pairs)
    widest = max((len(name) for name, _ in listed), default=0)
    lines: list[str] = []
    for name, about in listed:
        head = gutter(f"  {told(name).plain:<{widest}}  ", " " * (widest + 4), style)
        lines += paper.lines(told(about, ""), head)
    return lines


def help_lines(paper: Paper, names: Mapping[str, str]) -> list[str]:
    """Draw the help."""
    commands = pairs(paper, ((f"/{name}", about) for name, about in names.items()))
    return [
        *paper.lines(told("Commands", "bold")),
        *commands,
        "",
        *paper.lines(told("Keys", "bold")),
        *pairs(paper, KEYS.items()),
    ]


def cost_lines(paper: Paper, agent: Agent) -> list[str]:
    """Draw what was used, by model."""
    spending = agent.shared.spending
    rows = [(model, _used(used)) for model, used in spending.by_model().items()]
    total = ("all", f"{cost_of(agent)}, {spending.api_ms / 1000:.1f} s of waiting for models")
    return pairs(paper, [*rows, total])


def _used(used: Mapping[str, Any]) -> str:
    cost = used["costUSD"]
    price = "price unknown" if cost is None else dollars(str(cost))
    return (
        f"{tokens(used['inputTokens'])} in, {tokens(used['outputTokens'])} out, "
        f"{tokens(used['cacheReadInputTokens'])} from the cache, "
        f"{tokens(used['cacheCreationInputTokens'])} to it: {price}"
    )


async def context_lines(paper: Paper, agent: Agent) -> list[str]:
    """Draw what takes how much of the context."""
    used = await context_usage(agent)
    most, total = used["maxTokens"], used["totalTokens"]
    sign, empty = ("█", "░") if paper.has_signs else ("#", ".")
    full = min(BAR, round(BAR * total / most))
    bar = sign * full + empty * (BAR - full)
    rows = [(one["name"], f"about {tokens(one['tokens'])}") for one in used["categories"]]
    limit = f"at {tokens(used['autoCompactThreshold'])} it is summed up by itself"
    return [
        *paper.lines(told(f"{bar}  {tokens(total)} of {tokens(most)} tokens", "")),
        *pairs(paper, [*rows, ("Limit", limit)]),
    ]


def permission_lines(paper: Paper, agent: Agent) -> list[str]:
    """Draw the mode and the rules."""
    judge = agent.shared.judge
    rows = [("mode", f"{judge.mode}: {mode_words(judge.mode)}"), *_rules(judge)]
    folders = (agent.context.root, *agent.context.more_folders)
    rows += [("folder", str(folder)) for folder in folders]
    return pairs(paper, rows)


def _rules(judge: object) -> Iterator[tuple[str, str]]:
    for listed in judge.context.rules if isinstance(judge, Rulebook) else ():
        yield listed.behavior, f"{listed.rule}  ({listed.source})"


def rule_change(behavior: str, rule: str) -> dict[str, Any]:
    """Give the change of the rules that adds one for this session; half a rule is none."""
    one = parse_rule(rule).named()
    return {"type": "addRules", "rules": [one], "behavior": behavior, "destination": "session"}


def add_rule(talk: Talk, arguments: str) -> str | None:
    """Add a rule for this session, and give it; or say what is wrong with what was typed."""
    behavior, _, rule = arguments.strip().partition(" ")
    if behavior not in BEHAVIORS or not rule.strip():
        talk.notice("write /permissions allow|ask|deny RULE, or /permissions to see the rules")
        return None
    try:
        change = rule_change(behavior, rule.strip())
    except PermissionRuleError as error:
        talk.notice(str(error), "error")
        return None
    talk.agent.shared.judge.apply([change])
    told = f"{behavior} {rule.strip()}, for this session"
    talk.notice(told, "info")
    odd = name_note(parse_rule(rule), cast("Behavior", behavior))
    if odd is not None:
        talk.notice(odd)
    return told
