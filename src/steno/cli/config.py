"""``steno config``: show and set our own configuration."""

from __future__ import annotations

import os
import re
from collections.abc import MutableMapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import click

from steno.cli.options import Options, with_options
from steno.cli.output import Table, note, print_json, print_table, print_text
from steno.cli.sink_config import is_sink_setting, sink_value, without_keys
from steno.config import SETTINGS, Config, config_path, expanded
from steno.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_PATTERNS: Final = "secrets.patterns."
_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigDocument:
    """What ``steno config --json`` prints."""

    schema: str = "steno.config/1"
    path: str
    values: dict[str, Any]
    data: str
    homes: list[str]


@click.group("config", invoke_without_command=True)
@with_options
def command(options: Options) -> None:
    """Show and set steno's own configuration.

    Without a command: every setting with its value. Names are dotted, such as list.limit
    or homes.work.
    """
    if click.get_current_context().invoked_subcommand is None:
        _show(options)


def _show(options: Options) -> None:
    config = options.config
    if options.json:
        print_json(
            ConfigDocument(
                path=str(config.path),
                values=without_keys(dict(config.values)),
                data=str(options.data),
                homes=[str(home.path) for home in options.homes],
            )
        )
        return
    shown = Config(config.path, without_keys(dict(config.values)))
    rows = [[name, _shown(shown.get(name)), setting.meaning] for name, setting in SETTINGS.items()]
    print_table(Table(str(config.path), ["setting", "value", "meaning"], rows))


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} = {inner}" for key, inner in value.items())
    if isinstance(value, list):
        return ",".join(map(str, value))
    return "" if value is None else str(value)


@command.command("get")
@click.argument("name")
@with_options
def get(options: Options, name: str) -> int:
    """Print one setting; exit code 1 if it is not set."""
    config = options.config
    value = Config(config.path, without_keys(dict(config.values))).get(_known(name))
    if options.json:
        _show(options)
    elif value is not None:
        print_text(_shown(value))
    return 0 if value is not None else 1


@command.command("set")
@click.argument("name")
@click.argument("value")
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@with_options
def set_(options: Options, name: str, value: str, *, dry_run: bool) -> int:
    """Set one setting; everything else in the file stays as it is."""
    wanted = _converted(_known(name), value)
    is_home, first_home = name.startswith("homes."), False

    def change(document: MutableMapping[str, Any]) -> None:
        nonlocal first_home
        first_home = is_home and not document.get("homes")
        *tables, key = name.split(".")
        for table in tables:
            document = _table(document.setdefault(table, {}), table)
        document[key] = wanted

    _edit(change, options, dry_run=dry_run)
    if is_home and not expanded(value).is_dir():
        note(f"steno: {value} is not there yet.")
    if first_home:
        note("From now on only configured homes are read; keep the usual one with:")
        note("  steno config set homes.main ~/.claude")
    return 0


@command.command("unset")
@click.argument("name")
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@with_options
def unset(options: Options, name: str, *, dry_run: bool) -> int:
    """Remove one setting; exit code 1 if it was not set."""
    missing = False

    def change(document: MutableMapping[str, Any]) -> None:
        nonlocal missing
        *tables, key = name.split(".")
        for table in tables:
            document = _table(document.get(table, {}), table)
        missing = document.pop(key, None) is None

    _edit(change, options, dry_run=dry_run)
    if missing:
        note(f"steno: {name} was not set.")
    return 1 if missing else 0


@command.command("path")
@with_options
def path(options: Options) -> int:
    """Print where the file is."""
    if options.json:
        _show(options)
    else:
        print_text(str(config_path()))
    return 0


def _known(name: str) -> str:
    """Give a name back if it is a setting, or a label below ``homes``."""
    if name in SETTINGS or (name.startswith("homes.") and name.count(".") == 1):
        return name
    if name.startswith(_PATTERNS) and name.count(".") == _PATTERNS.count("."):
        return name
    if is_sink_setting(name):
        return name
    problem = (
        f"there is no setting {name!r}; known are {', '.join(SETTINGS)}, homes.LABEL, "
        "secrets.patterns.NAME and trace.sinks.NAME.url (type, headers.KEY …)."
    )
    raise ConfigError(problem)


def _converted(name: str, value: str) -> Any:
    if name.startswith("homes."):
        return _checked_home(name.removeprefix("homes."), value)
    if name.startswith(_PATTERNS):
        return _checked_pattern(name.removeprefix(_PATTERNS), value)
    if is_sink_setting(name):
        return sink_value(name, value)
    setting = SETTINGS[name]
    wanted: Any = value
    if setting.kind is bool:
        wanted = {"true": True, "false": False}.get(value.lower())
    elif setting.kind is int and _NUMBER.fullmatch(value):
        wanted = int(value)
    elif setting.kind is list:
        wanted = [word for word in value.split(",") if word]
    if setting.takes(wanted):
        return wanted
    label = {
        "homes": "homes.LABEL",
        "secrets.patterns": "secrets.patterns.NAME",
        "trace.sinks": "trace.sinks.NAME.url",
    }.get(name)
    example = f"{label} {value}" if label else f"{name} {setting.example}"
    problem = f"{name} cannot be {value!r}; write it like: steno config set {example}"
    raise ConfigError(problem)


def _checked_pattern(name: str, pattern: str) -> str:
    """Give a pattern back if secrets can be looked for with it."""
    from steno.secrets.own_patterns import own_patterns

    own_patterns({name: pattern})
    return pattern


def _checked_home(label: str, folder: str) -> str:
    """Give the folder back if it can be a home of that label."""
    from steno.disk.discover import homes_from

    (home,) = homes_from([f"{label}={folder}"], os.environ)
    if home.label != label:
        problem = f"{label!r} cannot be a label; use letters, digits, _, - and spaces."
        raise ConfigError(problem)
    return folder


def _table(value: Any, name: str) -> MutableMapping[str, Any]:
    if isinstance(value, MutableMapping):
        return value
    problem = f"{name} in {config_path()} is {value!r}, but it has to be a table. Mend it by hand."
    raise ConfigError(problem)


def _edit(
    change: Callable[[MutableMapping[str, Any]], None], options: Options, *, dry_run: bool
) -> None:
    """Change the file in place: comments, order and all other settings are kept."""
    import tomlkit

    from steno.disk.writer import replace_file

    path = config_path()
    before = _bytes_of(path)
    try:
        document = tomlkit.parse((before or b"").decode())
    except ValueError as error:
        problem = f"{path} is no valid TOML: {error}. Mend or remove it."
        raise ConfigError(problem) from error
    change(document)
    try:
        after = tomlkit.dumps(document).encode()
    except UnicodeEncodeError as error:
        problem = "the value is no text that a TOML file can hold; give another."
        raise ConfigError(problem) from error
    if dry_run:
        _print_difference(before or b"", after, path)
    elif after != (before or b""):
        expected = None if before is None else sha256(before).hexdigest()
        replace_file(path, after, expected_sha256=expected)
        note(f"wrote {path}")
    if options.json:
        _show(options)


def _print_difference(before: bytes, after: bytes, path: Path) -> None:
    from difflib import unified_diff

    old, new = (text.decode("utf-8", "replace").split("\n") for text in (before, after))
    for line in unified_diff(old, new, str(path), str(path), lineterm=""):
        note(line)


def _bytes_of(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        problem = f"cannot read {path}: {error}. Mend or remove it."
        raise ConfigError(problem) from error
