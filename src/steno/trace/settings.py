"""The hook in the client's settings: put there, found again, taken out, nothing else touched."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from steno.disk.client_settings import edit_settings, read_settings
from steno.errors import ClientSettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.disk.client_settings import SettingsChange

Json: TypeAlias = dict[str, Any]

EVENTS: Final = ("Stop", "SubagentStop", "SessionEnd")
"""The events at which the hook runs: what there is to send changes at each of them."""
SCRIPT: Final = "steno-hook"
MODULE: Final = "steno_hook"
TIMEOUT: Final = 10
"""Seconds after which the client may end the hook, which needs a few hundredths of one."""

_ASSIGNMENT: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_FOLDERS: Final = re.compile(r"[/\\]")
_SIGNS: Final = frozenset("();<>|&")
_ARROWS: Final = frozenset("<>")
_STARTERS: Final = frozenset(
    {"timeout", "nice", "ionice", "nohup", "setsid", "env", "exec", "command", "time", "stdbuf"}
)
"""Commands that run another one and do nothing else: our hook behind them is ours alone."""


def hook_command(executable: str = sys.executable) -> str:
    """Give the command line of the hook: its name where that leads to our own, else its path."""
    beside = Path(executable).with_name(SCRIPT)
    found = shutil.which(SCRIPT)
    if found and (not beside.exists() or Path(found).resolve() == beside.resolve()):
        return SCRIPT
    if beside.exists():
        return shlex.quote(str(beside))
    return f"{shlex.quote(executable)} -P -m {MODULE}"


def is_ours(hook: object) -> bool:
    """Say whether an entry of the settings runs our hook and nothing else, wherever that lies."""
    commands = _commands(hook)
    return len(commands) == 1 and _runs_ours(commands[0])


def is_shared(hook: object) -> bool:
    """Say whether an entry of the settings runs our hook among other commands."""
    commands = _commands(hook)
    return len(commands) > 1 and any(map(_runs_ours, commands))


def _runs_ours(words: list[str]) -> bool:
    """Say whether a command is our hook, also where another one only starts it, as timeout does."""
    name = _name(words[0])
    if name == SCRIPT or words[-2:] == ["-m", MODULE]:
        return True
    return name in _STARTERS and SCRIPT in map(_name, words[1:])


def _name(word: str) -> str:
    return _FOLDERS.split(word)[-1].removesuffix(".exe")


def _commands(hook: object) -> list[list[str]]:
    """Give the words of each command of an entry, without the variables that are set before it."""
    if not isinstance(hook, dict) or hook.get("type", "command") != "command":
        return []
    told = hook.get("command")
    commands: list[list[str]] = [[]]
    for word in _words(told if isinstance(told, str) else ""):
        if "`" in word or _is_between(word):
            commands.append([word] if "`" in word else [])
        elif commands[-1] or not _ASSIGNMENT.match(word):
            commands[-1].append(word)
    return [words for words in commands if words]


def _is_between(word: str) -> bool:
    """Say whether a word stands between two commands; where output goes to is no command."""
    return _SIGNS.issuperset(word) and ("(" in word or _ARROWS.isdisjoint(word))


def _words(command: str) -> list[str]:
    """Split a command line as a shell does, with its operators as words of their own."""
    lexer = shlex.shlex(command.replace("\n", " ; "), posix=True, punctuation_chars=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    try:
        return list(lexer)
    except ValueError:
        return []


def installed_events(path: Path) -> tuple[str, ...]:
    """Name the events at which the settings run our hook."""
    return tuple(
        event
        for event, entries in _all_entries(path).items()
        if any(is_ours(one) or is_shared(one) for one in entries)
    )


def shared_commands(path: Path) -> tuple[str, ...]:
    """Give the commands that run our hook among others: they are left to whoever wrote them."""
    entries = (one for of_event in _all_entries(path).values() for one in of_event)
    return tuple(dict.fromkeys(one["command"] for one in entries if is_shared(one)))


def _all_entries(path: Path) -> dict[str, list[Json]]:
    hooks = read_settings(path).values.get("hooks")
    told = hooks if isinstance(hooks, dict) else {}
    return {event: list(_entries(groups)) for event, groups in told.items()}


def is_switched_off(path: Path) -> bool:
    """Say whether the settings turn all hooks off."""
    return read_settings(path).values.get("disableAllHooks") is True


def plan_install(path: Path, command: str) -> SettingsChange:
    """Plan to run the hook at each of :data:`EVENTS`; one that is there already is kept."""

    def change(settings: Json) -> Json:
        hooks = _object(path, settings, "hooks")
        for event in EVENTS:
            groups = _array(path, hooks, event)
            if not _renewed(groups, command):
                entry = {"type": "command", "command": command, "timeout": TIMEOUT}
                groups.append({"hooks": [entry]})
        return settings

    return edit_settings(path, change)


def plan_uninstall(path: Path) -> SettingsChange:
    """Plan to take our hook out of every event, and what would be left empty by that.

    A command that runs others, too, stays: see :func:`shared_commands`.
    """

    def change(settings: Json) -> Json:
        if not isinstance(hooks := settings.get("hooks"), dict):
            return settings
        for event, groups in list(hooks.items()):
            if isinstance(groups, list) and any(map(is_ours, _entries(groups))):
                hooks[event] = [left for group in groups if (left := _without_ours(group))]
                _drop_if_empty(hooks, event)
                _drop_if_empty(settings, "hooks")
        return settings

    return edit_settings(path, change)


def _entries(groups: object) -> Iterator[Json]:
    """Yield the entries of an event that have the usual shape; others are none of ours."""
    for group in groups if isinstance(groups, list) else ():
        entries = group.get("hooks") if isinstance(group, dict) else None
        if isinstance(entries, list):
            yield from (one for one in entries if isinstance(one, dict))


def _renewed(groups: list[Any], command: str) -> bool:
    """Let entries of ours run this command, unless the user has dressed them up; True if any."""
    ours = [one for one in _entries(groups) if is_ours(one) or is_shared(one)]
    for entry in ours:
        if _is_plain(entry):
            entry["command"] = command
    return bool(ours)


def _is_plain(entry: Json) -> bool:
    words = shlex.split(entry["command"]) if is_ours(entry) else []
    return _commands(entry) == [words] and (len(words) == 1 or words[-2:] == ["-m", MODULE])


def _without_ours(group: Any) -> Any:
    """Take ours out of a group; None where nothing else was in it."""
    if not isinstance(group, dict) or not isinstance(group.get("hooks"), list):
        return group
    left = [entry for entry in group["hooks"] if not is_ours(entry)]
    if len(left) == len(group["hooks"]):
        return group
    return {**group, "hooks": left} if left else None


def _drop_if_empty(parent: Json, key: str) -> None:
    if not parent[key]:
        del parent[key]


def _object(path: Path, parent: Json, key: str) -> Json:
    """Give a member, made if it is missing; one of another kind is not for us to mend."""
    value = parent.setdefault(key, {})
    if not isinstance(value, dict):
        raise ClientSettingsError(path, f'"{key}" in it is no object')
    return value


def _array(path: Path, parent: Json, key: str) -> list[Any]:
    value = parent.setdefault(key, [])
    if not isinstance(value, list):
        raise ClientSettingsError(path, f'"{key}" in it is no list')
    return value
