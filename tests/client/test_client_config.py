"""Settings: how they are merged, and what counts before a folder is trusted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.client.client_config import is_trusted, load_client_config, merge_settings, trust
from steno.errors import ClientSettingsError, FlagError, UsageError
from steno.format import codec
from tests.client.test_memory import write

if TYPE_CHECKING:
    from pathlib import Path


def settings(folder: Path, **values: Any) -> None:
    """Write a settings file."""
    write(folder, codec.encode_value(values).decode())


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """Give a home and a project that both say something."""
    home, project = tmp_path / "home", tmp_path / "project"
    settings(home / "settings.json", model="user", env={"A": "user", "U": "1"})
    settings(
        project / ".claude" / "settings.json",
        model="project",
        env={"A": "project"},
        hooks={"Stop": [{"hooks": [{"type": "command", "command": "evil"}]}]},
        permissions={"allow": ["Bash"], "deny": ["Read(secret)"]},
    )
    settings(project / ".claude" / "settings.local.json", env={"A": "local"})
    return home, project


def test_the_nearer_place_is_stronger(places: tuple[Path, Path]) -> None:
    """Local settings are stronger than the project's, those stronger than the user's."""
    config = load_client_config(*places, trusted=True)
    assert config.env == {"A": "local", "U": "1"}
    assert config.model == "project"
    flagged = load_client_config(*places, trusted=True, flag='{"model": "flag"}')
    assert flagged.model == "flag"
    assert config.permissions("allow") == [("Bash", "project")]


def test_a_folder_that_is_not_trusted_may_only_forbid(places: tuple[Path, Path]) -> None:
    """No hook, variable, model or permission of a repository counts before it is trusted."""
    config = load_client_config(*places, trusted=False)
    assert config.model == "user"
    assert config.env == {"A": "user", "U": "1"}
    assert "hooks" not in config.values
    assert config.permissions("allow") == []
    assert config.permissions("deny") == [("Read(secret)", "project")]
    assert len(config.untrusted) == 2


@pytest.mark.parametrize("kind", ["deny", "ask"])
@pytest.mark.parametrize("broken", ["Bash", ["Bash("], [""], [1], None, {"Bash": True}])
def test_a_broken_no_is_refused(tmp_path: Path, kind: str, broken: Any) -> None:
    """Nothing runs by rules that nobody knows: the file is named, and what is wrong in it."""
    path = tmp_path / "project" / ".claude" / "settings.json"
    settings(path, permissions={kind: broken})
    with pytest.raises(ClientSettingsError, match=f"permissions.{kind}") as caught:
        load_client_config(tmp_path / "home", tmp_path / "project", trusted=False)
    assert caught.value.path == path


@pytest.mark.parametrize("flag", ['{"permissions": {"deny": ["Bash("]}}', '{"permissions": []}'])
def test_a_broken_no_of_the_command_line_is_refused(tmp_path: Path, flag: str) -> None:
    """It says that --settings is meant."""
    with pytest.raises(FlagError, match="--settings"):
        load_client_config(tmp_path, tmp_path / "project", trusted=True, flag=flag)


@pytest.mark.parametrize("broken", [["Bash(", "Read"], ["Read", 1], ["", "Read"]])
def test_a_broken_yes_is_named_and_left_out(tmp_path: Path, broken: Any) -> None:
    """What else is allowed stays allowed."""
    settings(tmp_path / "settings.json", permissions={"allow": broken})
    config = load_client_config(tmp_path, tmp_path / "project", trusted=True)
    assert config.permissions("allow") == [("Read", "user")]
    assert len(config.notes) == 1
    assert "settings.json" in config.notes[0]
    assert "left out" in config.notes[0]


def test_a_yes_that_is_no_list_allows_nothing(tmp_path: Path) -> None:
    """It is named, too."""
    settings(tmp_path / "settings.json", permissions={"allow": "Bash"})
    config = load_client_config(tmp_path, tmp_path / "project", trusted=True)
    assert config.permissions("allow") == []
    assert "no list" in config.notes[0]


def test_tools_that_there_are_not_are_named(tmp_path: Path) -> None:
    """A slip in a name is told with the tool that may be meant."""
    permissions = {"allow": ["bash", "mcp__lab"], "deny": ["Nonsense"]}
    settings(tmp_path / "settings.json", permissions=permissions)
    told = " ".join(load_client_config(tmp_path, tmp_path / "project", trusted=True).notes)
    assert "did you mean Bash?" in told
    assert "no tool Nonsense" in told
    assert "mcp__lab" not in told


def test_sources_can_be_chosen(places: tuple[Path, Path]) -> None:
    """``--setting-sources`` leaves others out."""
    config = load_client_config(*places, sources=["user"], trusted=True)
    assert config.model == "user"
    assert load_client_config(*places, sources=[], trusted=True).values == {}


def test_a_file_on_the_command_line(places: tuple[Path, Path], tmp_path: Path) -> None:
    """``--settings`` takes a file, too; a missing one or one that is no JSON is an error."""
    settings(tmp_path / "more.json", model="file")
    config = load_client_config(*places, trusted=False, flag=str(tmp_path / "more.json"))
    assert config.model == "file"
    with pytest.raises(UsageError, match="there is no file"):
        load_client_config(*places, trusted=False, flag="nothing.json")
    with pytest.raises(UsageError, match="--settings is no JSON"):
        load_client_config(*places, trusted=False, flag="{broken")


def test_trust_is_remembered_for_what_lies_inside(tmp_path: Path) -> None:
    """A trusted folder covers the folders within it, and no other."""
    environ = {"STENO_CONFIG": str(tmp_path / "config" / "config.toml")}
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert not is_trusted(inner, environ)
    trust(tmp_path / "a", environ)
    assert is_trusted(inner, environ)
    assert not is_trusted(tmp_path, environ)
    assert (tmp_path / "config" / "trusted.json").stat().st_mode & 0o777 == 0o600


def test_merging() -> None:
    """Objects are merged, lists joined without repeating, other values replaced."""
    weak = {"a": {"x": 1, "y": [1]}, "b": 1, "c": [1]}
    strong = {"a": {"y": [1, 2]}, "b": 2, "c": "text"}
    assert merge_settings(weak, strong) == {"a": {"x": 1, "y": [1, 2]}, "b": 2, "c": "text"}
