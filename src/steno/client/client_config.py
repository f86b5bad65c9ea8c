"""The settings that the client goes by: of the user, the project, this folder and the command line.

A repository's own settings may run commands and allow tools, so that they count only after its
folder is trusted; what they forbid counts before that, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from steno.client.permissions.rule import parse_rule
from steno.client.permissions.tool_names import name_note
from steno.config import absolute, config_path
from steno.disk import layout
from steno.disk.client_settings import edit_settings, read_settings
from steno.errors import ClientSettingsError, FlagError, PermissionRuleError, UsageError
from steno.format import codec
from steno.format.members import object_in, text_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from steno.client.permissions.rule import Behavior
    from steno.errors import StenoError

    Settings = dict[str, Any]

SOURCES: Final = ("user", "project", "local")
"""Where settings come from, weakest first; those of the command line are stronger than all."""
OWN: Final = frozenset({"user", "flag"})
"""Sources that are the user's own words."""
TRUST_NAME: Final = "trusted.json"
_RESTRAINTS: Final[tuple[Behavior, ...]] = ("deny", "ask")


@dataclass(frozen=True, slots=True)
class Source:
    """One place with settings."""

    name: str
    path: Path | None
    """None for what was given on the command line."""
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ClientConfig:
    """All settings together."""

    values: Mapping[str, Any]
    sources: tuple[Source, ...]
    """As they were read, weakest first; those that do not count yet are not among them."""
    untrusted: tuple[Path, ...] = ()
    """Files that say something, but belong to a folder that is not trusted."""
    is_trusted: bool = False
    """Whether the folder is."""
    notes: tuple[str, ...] = ()
    """What the person should know of the rules: those left out, those about no tool."""

    @property
    def env(self) -> dict[str, str]:
        """What is set for tools and hooks."""
        given = object_in(self.values, "env") or {}
        return {key: value for key, value in given.items() if isinstance(value, str)}

    @property
    def model(self) -> str | None:
        """The model that is asked where the command line names none."""
        return text_in(self.values, "model")

    def permissions(self, kind: str) -> list[tuple[str, str]]:
        """Give the rules of a kind (``allow``, ``ask``, ``deny``), each with its source."""
        rules: list[tuple[str, str]] = []
        for source in self.sources:
            listed = (object_in(source.values, "permissions") or {}).get(kind)
            texts = listed if isinstance(listed, list) else []
            rules += [(rule, source.name) for rule in texts if isinstance(rule, str)]
        return rules


def load_client_config(
    home: Path,
    project: Path,
    *,
    sources: Iterable[str] = SOURCES,
    flag: str | None = None,
    trusted: bool,
) -> ClientConfig:
    """Read the settings; ``flag`` is a file or an object, as ``--settings`` takes it."""
    wanted = frozenset(sources)
    found = [
        Source(name, path, read_settings(path).values)
        for name, path in places(home, project)
        if name in wanted
    ]
    if flag is not None:
        found.append(_given(flag, project))
    counted = [source if trusted or source.name in OWN else _restraint(source) for source in found]
    held_back = () if trusted else tuple(_held_back(found))
    notes: list[str] = []
    checked = tuple(with_rules(source, notes) for source in counted)
    merged: Settings = {}
    for source in checked:
        merged = merge_settings(merged, source.values)
    return ClientConfig(merged, checked, held_back, trusted, tuple(notes))


def places(home: Path, project: Path) -> tuple[tuple[str, Path], ...]:
    """Say where the settings of each source are."""
    folder = project / ".claude"
    return (
        ("user", layout.settings_path(home)),
        ("project", folder / "settings.json"),
        ("local", folder / "settings.local.json"),
    )


def _given(flag: str, project: Path) -> Source:
    """Read what the command line gives: JSON, or the name of a file."""
    if not flag.strip().startswith("{"):
        path = absolute(project / flag)
        if not path.is_file():
            raise UsageError(f"there is no file {path}, which --settings names.")
        return Source("flag", path, read_settings(path).values)
    try:
        value = codec.decode_text(flag).value
    except codec.JsonRefusedError as error:
        raise UsageError("what is given as --settings is no JSON object, and no file.") from error
    return Source("flag", None, value)


def merge_settings(weak: Mapping[str, Any], strong: Mapping[str, Any]) -> Settings:
    """Put settings over others: objects are merged, lists joined, anything else replaced."""
    merged = dict(weak)
    for key, value in strong.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict):
            merged[key] = merge_settings(old, value)
        elif isinstance(old, list) and isinstance(value, list):
            merged[key] = old + [item for item in value if item not in old]
        else:
            merged[key] = value
    return merged


def _restraint(source: Source) -> Source:
    """Leave of settings only what they forbid."""
    given = source.values.get("permissions", {})
    if not isinstance(given, dict):
        return Source(source.name, source.path, {"permissions": given})
    kept = {kind: given[kind] for kind in _RESTRAINTS if kind in given}
    return Source(source.name, source.path, {"permissions": kept} if kept else {})


def with_rules(source: Source, notes: list[str]) -> Source:
    """Give settings with rules that can be gone by.

    What is wrong with a rule that forbids or asks is an error: nothing runs by rules that nobody
    knows. What is wrong with one that allows is told, and it is left out.
    """
    if "permissions" not in source.values:
        return source
    given = source.values["permissions"]
    if not isinstance(given, dict):
        raise _broken(source, "permissions is no object")
    for kind in _RESTRAINTS:
        for problem in _read_rules(given, kind, [], notes):
            raise _broken(source, problem)
    allowed: list[str] = []
    problems = list(_read_rules(given, "allow", allowed, notes))
    notes += [f"{_where(source)}: {problem}; it is left out" for problem in problems]
    kept = {**given, "allow": allowed} if "allow" in given else given
    return Source(source.name, source.path, {**source.values, "permissions": kept})


def _read_rules(
    given: Mapping[str, Any], kind: Behavior, rules: list[str], notes: list[str]
) -> Iterator[str]:
    """Add the rules of a kind, and what is odd about them; yield what is wrong with others."""
    listed = given.get(kind, [])
    if not isinstance(listed, list):
        yield f"permissions.{kind} is no list of rules"
        return
    for text in listed:
        try:
            note = name_note(parse_rule(text if isinstance(text, str) else ""), kind)
        except PermissionRuleError as error:
            yield f"in permissions.{kind} {text!r} is no rule ({error.reason})"
            continue
        rules.append(text)
        notes += [note] if note is not None else []


def _broken(source: Source, problem: str) -> StenoError:
    if source.path is None:
        return FlagError(f"what is given as --settings cannot be gone by: {problem}")
    return ClientSettingsError(source.path, problem)


def _where(source: Source) -> str:
    return "--settings" if source.path is None else str(source.path)


def _held_back(found: Iterable[Source]) -> Iterable[Path]:
    for source in found:
        if source.name not in OWN and source.path is not None and source.values:
            yield source.path


def trust_path(environ: Mapping[str, str]) -> Path:
    """Say where we keep which folders are trusted: beside our own configuration."""
    return config_path(environ).with_name(TRUST_NAME)


def is_trusted(folder: Path, environ: Mapping[str, str]) -> bool:
    """Say whether a folder, or one that it lies in, was trusted."""
    trusted = object_in(read_settings(trust_path(environ)).values, "folders") or {}
    real = folder.resolve()
    return any(str(each) in trusted for each in (real, *real.parents))


def trust(folder: Path, environ: Mapping[str, str]) -> None:
    """Trust a folder from now on."""
    path, now = trust_path(environ), datetime.now(UTC).isoformat(timespec="seconds")

    def trusting(values: Settings) -> Settings:
        folders = object_in(values, "folders") or {}
        return {**values, "folders": {**folders, str(folder.resolve()): now}}

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    edit_settings(path, trusting).apply()
