"""The flags that ``steno-agent`` is started with: those that the official SDKs pass, and a few."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final, Literal

from steno.errors import FlagError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Kind = Literal["switch", "text", "maybe", "several", "count", "money"]

OUTPUTS: Final = ("text", "json", "stream-json")
INPUTS: Final = ("text", "stream-json")
MODES: Final = ("acceptEdits", "bypassPermissions", "default", "dontAsk", "plan")
EFFORTS: Final = ("low", "medium", "high", "xhigh", "max")
SOURCES: Final = ("user", "project", "local")


@dataclass(frozen=True, slots=True, kw_only=True)
class StartFlags:
    """What the command line says; nothing said: None, or nothing."""

    prompt: str | None = None
    is_print: bool = False
    output_format: str | None = None
    input_format: str | None = None
    verbose: bool = False
    include_partial_messages: bool = False
    include_hook_events: bool = False
    replay_user_messages: bool = False
    session_mirror: bool = False
    model: str | None = None
    fallback_model: str | None = None
    system_prompt: str | None = None
    system_prompt_file: str | None = None
    append_system_prompt: str | None = None
    append_system_prompt_file: str | None = None
    tools: tuple[str, ...] | None = None
    """None and ``default`` stand for the usual ones, nothing at all for none."""
    allowed_tools: tuple[str, ...] = ()
    disallowed_tools: tuple[str, ...] = ()
    permission_mode: str | None = None
    permission_prompt_tool: str | None = None
    skip_permissions: bool = False
    may_skip_permissions: bool = False
    max_turns: int | None = None
    max_budget: Decimal | None = None
    continues: bool = False
    resume: str | None = None
    """A session; an empty name where the person is to choose one."""
    session_id: str | None = None
    fork_session: bool = False
    resume_at: str | None = None
    settings: str | None = None
    setting_sources: tuple[str, ...] | None = None
    add_dirs: tuple[str, ...] = ()
    mcp_configs: tuple[str, ...] = ()
    strict_mcp_config: bool = False
    agents: str | None = None
    plugin_dirs: tuple[str, ...] = ()
    json_schema: str | None = None
    betas: tuple[str, ...] = ()
    thinking: str | None = None
    thinking_display: str | None = None
    max_thinking_tokens: int | None = None
    effort: str | None = None
    progress_lines: bool = False
    wants_help: bool = False
    wants_version: bool = False

    @property
    def is_streaming(self) -> bool:
        """Whether prompts come as JSON lines on stdin."""
        return self.input_format == "stream-json"


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag: the member that it sets, how its value is read, and what it is for."""

    member: str
    kind: Kind
    about: str
    choices: tuple[str, ...] = ()


FLAGS: Final[Mapping[str, Flag]] = {
    "print": Flag("is_print", "switch", "answer one prompt, given here or on stdin, and end"),
    "output-format": Flag("output_format", "text", "how answers are put out", OUTPUTS),
    "input-format": Flag("input_format", "text", "how prompts come in", INPUTS),
    "verbose": Flag("verbose", "switch", "taken as the SDKs pass it; stream-json tells all anyway"),
    "include-partial-messages": Flag(
        "include_partial_messages", "switch", "put out pieces of answers as they come"
    ),
    "include-hook-events": Flag(
        "include_hook_events", "switch", "tell when hooks begin, and how they ended"
    ),
    "replay-user-messages": Flag(
        "replay_user_messages", "switch", "put out the prompts again, with the ids of their lines"
    ),
    "session-mirror": Flag(
        "session_mirror", "switch", "put out every line that is written to the transcript"
    ),
    "model": Flag("model", "text", "the model that is asked"),
    "fallback-model": Flag("fallback_model", "text", "asked where the model is not to be had"),
    "system-prompt": Flag("system_prompt", "text", "instead of our own system prompt"),
    "system-prompt-file": Flag("system_prompt_file", "text", "the same, from a file"),
    "append-system-prompt": Flag("append_system_prompt", "text", "added to the system prompt"),
    "append-system-prompt-file": Flag("append_system_prompt_file", "text", "the same, from a file"),
    "tools": Flag("tools", "several", 'the built-in tools; "" for none, default for the usual'),
    "allowedTools": Flag("allowed_tools", "several", "rules of what runs without a question"),
    "disallowedTools": Flag("disallowed_tools", "several", "rules of what never runs"),
    "permission-mode": Flag("permission_mode", "text", "what is asked for", MODES),
    "permission-prompt-tool": Flag(
        "permission_prompt_tool", "text", "who is asked: stdio, or an MCP tool"
    ),
    "dangerously-skip-permissions": Flag(
        "skip_permissions", "switch", "the same as --permission-mode bypassPermissions"
    ),
    "allow-dangerously-skip-permissions": Flag(
        "may_skip_permissions", "switch", "that mode may be chosen while the session runs"
    ),
    "max-turns": Flag("max_turns", "count", "how often the model is asked for one prompt"),
    "max-budget-usd": Flag("max_budget", "money", "what the session may cost"),
    "continue": Flag("continues", "switch", "go on with the last session of this folder"),
    "resume": Flag("resume", "maybe", "go on with a session: its id, title or path"),
    "session-id": Flag("session_id", "text", "the id of the new session, a UUID"),
    "fork-session": Flag("fork_session", "switch", "go on in a session of its own"),
    "resume-session-at": Flag("resume_at", "text", "go back to the line with this uuid first"),
    "settings": Flag("settings", "text", "settings as JSON, or a file of them"),
    "setting-sources": Flag("setting_sources", "several", "whose settings count", SOURCES),
    "add-dir": Flag("add_dirs", "several", "further folders to work in"),
    "mcp-config": Flag("mcp_configs", "several", "MCP servers as JSON, or files of them"),
    "strict-mcp-config": Flag("strict_mcp_config", "switch", "no MCP servers but those"),
    "agents": Flag("agents", "text", "sub-agents as JSON"),
    "plugin-dir": Flag("plugin_dirs", "several", "folders with agents, skills and commands"),
    "json-schema": Flag("json_schema", "text", "the form that the answer has to have"),
    "betas": Flag("betas", "several", "features of the API that are still being tried out"),
    "thinking": Flag(
        "thinking", "text", "whether the model thinks", ("adaptive", "enabled", "disabled")
    ),
    "thinking-display": Flag("thinking_display", "text", "taken as the SDKs pass it"),
    "max-thinking-tokens": Flag("max_thinking_tokens", "count", "how long the model may think"),
    "effort": Flag("effort", "text", "how hard the model tries", EFFORTS),
    "progress-lines": Flag("progress_lines", "switch", "write progress lines, as old clients did"),
    "help": Flag("wants_help", "switch", "say this"),
    "version": Flag("wants_version", "switch", "say the version"),
}
"""What there is, by name."""
OTHER_NAMES: Final = {
    "-p": "print",
    "-c": "continue",
    "-r": "resume",
    "-h": "help",
    "-v": "version",
    "--allowed-tools": "allowedTools",
    "--disallowed-tools": "disallowedTools",
}
_SPLIT: Final = frozenset({"tools", "allowed_tools", "disallowed_tools", "betas"})
"""Members whose values are lists themselves: ``Read,Bash(git log:*)``."""


@dataclass(slots=True)
class _Reading:
    """A command line while it is read."""

    left: list[str]
    found: dict[str, Any] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)

    def read(self) -> None:
        while self.left:
            word = self.left.pop(0)
            if word == "--":
                self.words += self.left
                return
            if not word.startswith("-") or word == "-":
                self.words.append(word)
                continue
            self._flag(word)

    def _flag(self, word: str) -> None:
        name, joined, value = word.partition("=")
        known = OTHER_NAMES.get(name) or name.removeprefix("--")
        flag = FLAGS.get(known)
        if flag is None or (name not in OTHER_NAMES and not name.startswith("--")):
            raise FlagError(f"there is no flag {name}")
        values = [value] if joined else self._values(name, flag)
        if flag.kind == "switch":
            if joined:
                raise FlagError(f"{name} takes no value")
            self.found[flag.member] = True
        elif flag.kind == "several":
            self.found[flag.member] = (*self.found.get(flag.member, ()), *_listed(flag, values))
        else:
            self.found[flag.member] = _READERS[flag.kind](name, values[0] if values else "")
        _check_choice(name, flag, self.found[flag.member])

    def _values(self, name: str, flag: Flag) -> list[str]:
        """Take the values that stand behind a flag."""
        if flag.kind == "switch" or (flag.kind == "maybe" and not self._is_value_next()):
            return []
        if not self.left:
            raise FlagError(f"{name} needs a value")
        values = [self.left.pop(0)]
        while flag.kind == "several" and self._is_value_next():
            values.append(self.left.pop(0))
        return values

    def _is_value_next(self) -> bool:
        return bool(self.left) and not self.left[0].startswith("-")


def _listed(flag: Flag, values: list[str]) -> list[str]:
    if flag.member not in _SPLIT and not flag.choices:
        return values
    return [name for value in values for name in _names(value)]


def _names(text: str) -> list[str]:
    """Read names with commas or spaces between them, but not within brackets."""
    names, depth, current = [], 0, ""
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign in ", " and depth <= 0:
            names.append(current)
            current = ""
        else:
            current += sign
    return [name for name in (*names, current) if name]


def _check_choice(name: str, flag: Flag, value: Any) -> None:
    given = value if isinstance(value, tuple) else (value,)
    wrong = [one for one in given if flag.choices and one not in flag.choices]
    if wrong:
        raise FlagError(f"{name} cannot be {wrong[0]!r}; it is one of {', '.join(flag.choices)}")


def _count(name: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal()):
        raise FlagError(f"{name} has to be a number, not {value!r}")
    return int(value)


def _money(name: str, value: str) -> Decimal:
    try:
        amount = Decimal(value)
    except InvalidOperation:
        raise FlagError(f"{name} has to be an amount, not {value!r}") from None
    if not amount.is_finite() or amount < 0:
        raise FlagError(f"{name} has to be an amount, not {value!r}")
    return amount


def _text(name: str, value: str) -> str:
    del name
    return value


_READERS: Final[Mapping[str, Callable[[str, str], Any]]] = {
    "text": _text,
    "maybe": _text,
    "count": _count,
    "money": _money,
}


def parse_flags(arguments: Sequence[str]) -> StartFlags:
    """Read a command line; FlagError where it makes no sense."""
    reading = _Reading(list(arguments))
    reading.read()
    if len(reading.words) > 1:
        raise FlagError(f"there is one prompt too many: {reading.words[1]!r}")
    found = reading.found
    if "tools" in found and found["tools"] == ("default",):
        found["tools"] = None
    flags = StartFlags(prompt=reading.words[0] if reading.words else None, **found)
    _check(flags)
    return flags


def _check(flags: StartFlags) -> None:
    """Refuse what does not go together."""
    if flags.is_streaming and flags.output_format != "stream-json":
        raise FlagError("--input-format stream-json needs --output-format stream-json")
    if flags.continues and flags.resume is not None:
        raise FlagError("--continue and --resume do not go together")
    is_resumed = flags.continues or flags.resume is not None
    if flags.session_id and is_resumed and not flags.fork_session:
        raise FlagError("--session-id with --continue or --resume needs --fork-session")
    if flags.resume_at and not flags.resume:
        raise FlagError("--resume-session-at needs --resume")
    if flags.fork_session and not is_resumed:
        raise FlagError("--fork-session needs --resume or --continue")


def help_text() -> str:
    """Tell what there is."""
    short = {long: name for name, long in OTHER_NAMES.items() if len(name) == len("-p")}
    rows = [
        (f"{short[name]}, --{name}" if name in short else f"--{name}", flag)
        for name, flag in FLAGS.items()
    ]
    wide = max(len(name) for name, _ in rows) + 2
    told = [f"  {name:<{wide}}{flag.about}{_choices(flag)}" for name, flag in rows]
    head = (
        "steno-agent [FLAGS] [PROMPT]: the console client, as the official SDKs start it. "
        "Without --print and\non a terminal it is the same as 'steno chat'."
    )
    return "\n".join([head, "", *told])


def _choices(flag: Flag) -> str:
    return f": {', '.join(flag.choices)}" if flag.choices else ""
