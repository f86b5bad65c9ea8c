"""What a decision rests on, and what it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from steno.client.permissions.rule import Behavior, Rule, Source, names_tool, parse_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Mode = Literal["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to happen with a call."""

    behavior: Behavior
    reason: str
    """Why, for people and for the model."""
    suggestions: tuple[Mapping[str, Any], ...] = ()
    """Changes of the rules that would make the question needless, as the SDKs word them."""
    is_ruled: bool = False
    """Whether somebody wrote a rule that says so."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A rule, what it says, and where it stands."""

    rule: Rule
    behavior: Behavior
    source: Source

    def decision(self, about: str = "") -> Decision:
        """Give what it decides; ``about`` names the part of a call that it is about."""
        told = f"the rule {self.rule} says so"
        return Decision(self.behavior, f"{told}, for {about}" if about else told, is_ruled=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class PermissionContext:
    """The rules, and the folders that they are about."""

    mode: Mode
    cwd: Path
    """The working folder now."""
    root: Path
    """The folder that the client was started in."""
    more_folders: tuple[Path, ...] = ()
    rules: tuple[Listed, ...] = ()
    is_read_only: bool = False
    """Whether the tool says of this call that it changes nothing."""
    home: Path = field(default_factory=Path.home)
    config_home: Path | None = None
    """The client's own folder; None: ``.claude`` in the home."""
    own_files: tuple[Path, ...] = ()
    """Files and folders that the client made for itself: a plan, results kept aside."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that may be worked in."""
        return (self.root, *self.more_folders)

    @property
    def client_home(self) -> Path:
        """The folder with the user's settings."""
        return self.config_home if self.config_home is not None else self.home / ".claude"

    def about(self, tool: str, behavior: Behavior) -> Iterator[Listed]:
        """Yield the rules about a tool that say one thing."""
        for listed in self.rules:
            if listed.behavior != behavior:
                continue
            if names_tool(listed.rule, tool, widely=behavior != "allow"):
                yield listed

    def whole(self, tool: str, behavior: Behavior) -> Listed | None:
        """Give a rule about all of a tool, if there is one."""
        return next((one for one in self.about(tool, behavior) if one.rule.content is None), None)


def listed_rules(texts: Mapping[str, Any], source: Source) -> tuple[Listed, ...]:
    """Read the rules of a settings file's ``permissions``; what is no text is left out."""
    behaviors: tuple[Behavior, ...] = ("deny", "ask", "allow")
    return tuple(
        Listed(parse_rule(text), behavior, source)
        for behavior in behaviors
        for text in _texts(texts.get(behavior))
    )


def _texts(value: Any) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []
