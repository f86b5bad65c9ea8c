"""Our own configuration: one TOML file of the user's, and where our data lies."""

from __future__ import annotations

import os
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from steno.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

CONFIG_NAME: Final = "config.toml"


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting that the file may hold."""

    kind: type
    meaning: str
    example: str
    least: int | None = None
    """The smallest number that makes sense."""

    def takes(self, value: object) -> bool:
        """Say whether the setting can have that value."""
        if type(value) is not self.kind:
            return False
        return self.least is None or (isinstance(value, int) and value >= self.least)


SETTINGS: Final[dict[str, Setting]] = {
    "homes": Setting(dict, "Homes to read by label, instead of ~/.claude.", 'work = "~/.claude"'),
    "db": Setting(str, "The folder for index and state.", '"~/data/steno"'),
    "list.limit": Setting(int, "How many sessions 'steno list' shows.", "30", least=1),
    "model.name": Setting(str, "The model that writes summaries.", '"claude-sonnet-4-5"'),
    "model.base_url": Setting(str, "Where that model is asked.", '"https://api.anthropic.com"'),
    "model.client": Setting(
        str, "What asks it: httpx, or anthropic (the official client).", '"httpx"'
    ),
    "secrets.allow": Setting(list, "Secrets that are never reported.", '["*EXAMPLE*"]'),
    "secrets.patterns": Setting(
        dict, "More patterns of secrets by name, as RE2 reads them.", 'acme = "acme_[a-z0-9]{32}"'
    ),
    "show.pager": Setting(bool, "Whether 'steno show' uses a pager on a terminal.", "true"),
    "trace.sinks": Setting(
        dict, "Where traces are sent, by name.", 'mine = { type = "langfuse", url = "https://…" }'
    ),
}
"""Every setting by its dotted name. Names outside this table are kept but not used."""


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration as it was read."""

    path: Path
    values: Mapping[str, Any] = field(default_factory=dict)

    def get(self, name: str) -> Any:
        """Give a setting by its dotted name; None where the file does not hold it."""
        value: Any = self.values
        for step in name.split("."):
            if not isinstance(value, dict) or step not in value:
                return None
            value = value[step]
        return value

    def home_options(self) -> tuple[str, ...]:
        """Give the configured homes as values of ``--home``."""
        homes = self.get("homes") or {}
        return tuple(f"{label}={folder}" for label, folder in homes.items())


def config_path(environ: Mapping[str, str] = os.environ) -> Path:
    """Say where the file is: ``$STENO_CONFIG``, or the user's configuration folder."""
    given = environ.get("STENO_CONFIG")
    if given:
        return expanded(given)
    return _user_folder(environ, "XDG_CONFIG_HOME", ".config") / CONFIG_NAME


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Say where index and state lie unless ``--db`` names another folder."""
    return _user_folder(environ, "XDG_DATA_HOME", ".local/share")


def _user_folder(environ: Mapping[str, str], variable: str, below_home: str) -> Path:
    given = environ.get(variable)
    if given and Path(given).is_absolute():
        return Path(given) / "steno"
    if sys.platform == "win32" and environ.get("APPDATA"):
        return Path(environ["APPDATA"]) / "steno"
    return expanded("~") / below_home / "steno"


def expanded(path: str | os.PathLike[str]) -> Path:
    """Put the user's home in the place of ``~``; that of an unknown user stays as it is."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - Path.expanduser throws instead


def absolute(path: str | os.PathLike[str]) -> Path:
    """Give a path that holds in every folder, links left alone."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links


def load_config(path: Path | None = None) -> Config:
    """Read the file; a missing one is an empty one, a broken one is a :class:`ConfigError`."""
    path = path or config_path()
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Config(path)
    except (OSError, UnicodeDecodeError) as error:
        problem = f"cannot read {path}: {error}. Mend or remove it."
        raise ConfigError(problem) from error
    except tomllib.TOMLDecodeError as error:
        problem = f"{path} is no valid TOML: {error}. Mend or remove it."
        raise ConfigError(problem) from error
    _check(values, path)
    return Config(path, values)


def _check(values: Mapping[str, Any], path: Path) -> None:
    config = Config(path, values)
    for name, setting in SETTINGS.items():
        value = config.get(name)
        if value is not None and not setting.takes(value):
            problem = (
                f"{name} in {path} is {value!r}, but it has to be like: {setting.example}. "
                f"Mend it, or run 'steno config unset {name}'."
            )
            raise ConfigError(problem)
    homes = config.get("homes") or {}
    for label, folder in homes.items():
        if not isinstance(folder, str):
            problem = f"homes.{label} in {path} has to be a folder in quotes."
            raise ConfigError(problem)
    for name, pattern in (config.get("secrets.patterns") or {}).items():
        if not isinstance(pattern, str):
            problem = f"secrets.patterns.{name} in {path} has to be a pattern in quotes."
            raise ConfigError(problem)
    if not all(isinstance(each, str) for each in config.get("secrets.allow") or ()):
        problem = f"secrets.allow in {path} has to be a list of texts in quotes."
        raise ConfigError(problem)
