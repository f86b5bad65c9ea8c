"""Our own configuration: where it lies and what may be in it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from steno.config import SETTINGS, Config, config_path, data_folder, expanded, load_config
from steno.errors import ConfigError

posix = pytest.mark.skipif(sys.platform == "win32", reason="paths and permissions of POSIX")


def write(tmp_path: Path, text: str) -> Path:
    """Write a configuration."""
    path = tmp_path / "config.toml"
    path.write_text(text, "utf-8")
    return path


def test_missing_file_is_an_empty_configuration(tmp_path: Path) -> None:
    """Every setting is unset."""
    config = load_config(tmp_path / "config.toml")
    assert all(config.get(name) is None for name in SETTINGS)
    assert config.home_options() == ()


def test_settings_are_read_by_their_dotted_names(tmp_path: Path) -> None:
    """Names that we do not know are kept."""
    text = 'db = "~/d"\n[list]\nlimit = 5\n[show]\npager = false\n[homes]\nw = "/w"\n[new]\nx = 1\n'
    config = load_config(write(tmp_path, text))
    assert (config.get("db"), config.get("list.limit"), config.get("show.pager")) == (
        "~/d", 5, False,
    )  # fmt: skip
    assert config.get("new.x") == 1
    assert config.get("new.x.y") is None
    assert config.get("list.other") is None
    assert config.home_options() == ("w=/w",)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = ", "no valid TOML"),
        ("[list]\nlimit = '5'", "list.limit"),
        ("[list]\nlimit = true", "list.limit"),
        ("[list]\nlimit = 0", "list.limit"),
        ("[show]\npager = 1", "config unset show.pager"),
        ("db = 3", "db"),
        ("homes = 'x'", "homes"),
        ("[homes]\nwork = 3", "homes.work"),
    ],
)
def test_broken_configuration_is_an_error_that_names_the_place(
    tmp_path: Path, text: str, told: str
) -> None:
    """With the file, so that it can be mended."""
    path = write(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert told in str(caught.value)
    assert str(path) in str(caught.value)


def test_configuration_that_is_no_text_or_no_file_is_an_error(tmp_path: Path) -> None:
    """Each in its own words."""
    path = write(tmp_path, "")
    path.write_bytes(b"\xff\xfe")
    for broken in (path, tmp_path):
        with pytest.raises(ConfigError, match="cannot read"):
            load_config(broken)


def test_path_comes_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``STENO_CONFIG`` first, then the folder that the desktop standard names."""
    absolute = str(tmp_path / "xdg")
    assert config_path({"STENO_CONFIG": str(tmp_path / "c.toml")}) == tmp_path / "c.toml"
    assert config_path({"XDG_CONFIG_HOME": absolute}) == Path(absolute) / "steno" / "config.toml"
    assert data_folder({"XDG_DATA_HOME": absolute}) == Path(absolute) / "steno"
    monkeypatch.setenv("STENO_CONFIG", str(write(tmp_path, "[list]\nlimit = 7\n")))
    assert load_config().get("list.limit") == 7


@posix
def test_path_is_below_the_users_home_otherwise() -> None:
    """A relative folder in the variable is ignored, as the standard wants it."""
    home = Path(os.environ["HOME"])
    for environ in ({}, {"XDG_CONFIG_HOME": "relative", "XDG_DATA_HOME": "relative"}):
        assert config_path(environ) == home / ".config" / "steno" / "config.toml"
        assert data_folder(environ) == home / ".local" / "share" / "steno"


def test_path_on_windows_is_in_appdata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its programs keep such things."""
    monkeypatch.setattr(sys, "platform", "win32")
    environ = {"APPDATA": str(tmp_path)}
    assert config_path(environ) == tmp_path / "steno" / "config.toml"
    assert data_folder({}).parts[-3:] == (".local", "share", "steno")


@posix
def test_home_of_an_unknown_user_stays_as_it_is() -> None:
    """A path that leads nowhere is told when it is used."""
    assert expanded("~no-such-user-here/x") == Path("~no-such-user-here/x")
    assert expanded("~/x") == Path(os.environ["HOME"]) / "x"


def test_every_setting_explains_itself() -> None:
    """With an example that it would take."""
    for name, setting in SETTINGS.items():
        assert setting.meaning.endswith("."), name
        assert setting.example, name
        assert not setting.takes(None)
    assert Config(Path("x")).values == {}
