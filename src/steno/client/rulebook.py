"""The rules of a session as they are now: of settings, of the command line, and what was added."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from steno.client.permissions import files
from steno.client.permissions.context import Listed, PermissionContext
from steno.client.permissions.decide import decide
from steno.client.permissions.rule import names_tool, parse_rule
from steno.client.permissions.tool_names import name_note
from steno.client.permissions.updates import apply_update
from steno.errors import PermissionRuleError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from steno.client.client_config import ClientConfig
    from steno.client.permissions.context import Decision, Mode
    from steno.client.permissions.rule import Behavior, Source
    from steno.client.tool import Input, Tool, ToolContext

_SOURCES: Final[dict[str, Source]] = {
    "user": "userSettings",
    "project": "projectSettings",
    "local": "localSettings",
    "flag": "flag",
}
_BEHAVIORS: Final[tuple[Behavior, ...]] = ("deny", "ask", "allow")


class Rulebook:
    """Decides on calls, and takes changes of the rules."""

    def __init__(self, context: PermissionContext) -> None:
        """Take the rules to begin with."""
        self.context = context
        self._granted: tuple[Listed, ...] = ()

    @property
    def mode(self) -> str:
        """The mode of permissions now."""
        return self.context.mode

    def set_mode(self, mode: str) -> None:
        """Go over to another mode."""
        self.apply([{"type": "setMode", "mode": mode, "destination": "session"}])

    def decide(self, tool: Tool, given: Input, context: ToolContext) -> Decision:
        """Decide on a call where it would run."""
        about = replace(
            self.context,
            cwd=context.cwd,
            root=context.root,
            more_folders=tuple(dict.fromkeys((*context.more_folders, *self.context.more_folders))),
            is_read_only=_is_read_only(tool, given),
            rules=(*self.context.rules, *self._granted),
        )
        return decide(tool.name, given, about)

    def hides(self, tool: str, path: Path) -> bool:
        """Say whether a rule keeps a file from what a tool finds."""
        return files.is_hidden(tool, path, self.context)

    def apply(self, updates: Iterable[Mapping[str, Any]]) -> None:
        """Change the rules, and the settings where the change is meant for them."""
        for update in updates:
            self.context = apply_update(self.context, update)

    def with_changes(self, updates: Iterable[Mapping[str, Any]]) -> Rulebook:
        """Give what the rules would be with changes that are for the session."""
        changed = Rulebook(self.context)
        changed._granted = self._granted
        changed.apply(updates)
        return changed

    def grant(self, rules: Iterable[str]) -> None:
        """Allow what a command needs until its turn is over; nothing takes it all back."""
        self._granted = tuple(_granted(rules))


def _granted(rules: Iterable[str]) -> Iterator[Listed]:
    """Read what a command needs; half a rule allows nothing."""
    for rule in rules:
        with suppress(PermissionRuleError):
            yield Listed(parse_rule(rule), "allow", "session")


def _is_read_only(tool: Tool, given: Input) -> bool:
    try:
        return tool.is_read_only(given)
    except Exception:  # noqa: BLE001 - an input that was not checked may be anything
        return False


def rules_of(
    config: ClientConfig, *, allowed: Iterable[str] = (), disallowed: Iterable[str] = ()
) -> tuple[Listed, ...]:
    """Give the rules of settings and of the command line."""
    listed = [
        Listed(parse_rule(text), behavior, _SOURCES.get(source, "flag"))
        for behavior in _BEHAVIORS
        for text, source in config.permissions(behavior)
    ]
    listed += [Listed(parse_rule(text), "allow", "flag") for text in allowed]
    listed += [Listed(parse_rule(text), "deny", "flag") for text in disallowed]
    return tuple(listed)


def flag_notes(allowed: Iterable[str], disallowed: Iterable[str]) -> list[str]:
    """Say what is odd about the tools that the command line names."""
    told = [name_note(parse_rule(rule), "allow") for rule in allowed]
    told += [name_note(parse_rule(rule), "deny") for rule in disallowed]
    return [note for note in told if note is not None]


def is_hidden(tool: str, disallowed: Iterable[str]) -> bool:
    """Say whether all of a tool is disallowed, so that models are not offered it."""
    rules = (parse_rule(rule) for rule in disallowed)
    return any(rule.content is None and names_tool(rule, tool) for rule in rules)


def open_rulebook(
    mode: str, rules: tuple[Listed, ...], cwd: Path, *, home: Path, more: tuple[Path, ...] = ()
) -> Rulebook:
    """Begin with rules in a folder; ``home`` is the client's own."""
    return Rulebook(
        PermissionContext(
            mode=cast("Mode", mode),
            cwd=cwd,
            root=cwd,
            more_folders=more,
            rules=rules,
            config_home=home,
        )
    )
