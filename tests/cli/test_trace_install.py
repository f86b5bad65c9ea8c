"""``steno trace install`` and ``uninstall``: shown first, undoable, and nothing else is lost."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from steno.cli.main import main
from steno.cli.options import Options
from steno.cli.trace_install import install, uninstall
from steno.errors import ClientSettingsError, FileChangedError, UsageError
from steno.trace.settings import EVENTS, installed_events

if TYPE_CHECKING:
    from pathlib import Path

    import click

SETTINGS = '{\n  "model": "opus",\n  "env": {"ANTHROPIC_API_KEY": "sk-ant-api03-KEY"}\n}\n'
KEY = "sk-ant-api03-" + "Ab3" * 31 + "AA"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home of the client, with the data folder and the project beside it."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def run(command: click.Command, *arguments: str) -> str:
    """Run a command that must succeed, and give what it prints."""
    result = CliRunner().invoke(
        command, arguments, obj=Options(), standalone_mode=False, catch_exceptions=False
    )
    if result.exception is not None:
        raise result.exception
    assert result.return_value == 0
    return result.output


def document(command: click.Command, *arguments: str) -> Any:
    """Run a command for a program; what is noted for people stands elsewhere."""
    told = run(command, "--json", *arguments)
    return json.JSONDecoder().raw_decode(told)[0]


def test_install_shows_the_diff_writes_it_and_can_be_undone(home: Path) -> None:
    """An undo gives the old bytes back."""
    settings = home / "settings.json"
    settings.write_text(SETTINGS)
    output = run(install, "--yes")
    assert '+    "Stop": [' in output
    assert "steno undo 1" in output
    assert installed_events(settings) == EVENTS
    assert json.loads(settings.read_text())["model"] == "opus"
    assert main(["undo", "--yes"]) == 0
    assert settings.read_text() == SETTINGS


def test_undo_of_new_settings_removes_them(home: Path) -> None:
    """Where there was no file there is none again."""
    run(install)
    assert installed_events(home / "settings.json") == EVENTS
    assert main(["undo", "--yes"]) == 0
    assert not (home / "settings.json").exists()


def test_dry_run_writes_nothing(home: Path) -> None:
    """It shows what would be."""
    output = run(install, "--dry-run")
    assert "steno-hook" in output or "steno_hook" in output
    assert "dry run" in output
    assert list(home.iterdir()) == []


def test_second_install_says_that_it_is_there(home: Path) -> None:
    """And makes no edit of it."""
    run(install)
    before = (home / "settings.json").read_bytes()
    assert "there already" in run(install)
    told = document(install)
    assert (told["changed"], told["number"], told["diff"]) == (False, None, "")
    assert (home / "settings.json").read_bytes() == before


def test_uninstall_takes_the_hook_out(home: Path) -> None:
    """And says so where there is none."""
    settings = home / "settings.json"
    settings.write_text(SETTINGS)
    run(install)
    assert "The hook is gone" in run(uninstall, "--yes")
    assert json.loads(settings.read_text()) == json.loads(SETTINGS)
    assert "not there" in run(uninstall)
    assert "not there" in run(uninstall, "--local")


def test_documents_tell_what_was_done(home: Path) -> None:
    """Under a schema of their own, with the number for an undo."""
    told = document(install)
    assert told["schema"] == "steno.trace.install/1"
    assert told["path"] == str(home / "settings.json")
    assert (told["changed"], told["number"]) == (True, 1)
    assert told["events"] == list(EVENTS)
    assert told["command"] in told["diff"].replace('\\"', '"')
    told = document(uninstall, "--dry-run")
    assert told["schema"] == "steno.trace.uninstall/1"
    assert (told["changed"], told["number"], told["command"]) == (True, None, None)


@pytest.mark.parametrize(
    ("option", "name"), [("--project", "settings.json"), ("--local", "settings.local.json")]
)
def test_scope_chooses_the_file(home: Path, option: str, name: str) -> None:
    """The user's own settings stay as they are."""
    run(install, option)
    project = home.parent / "project" / ".claude"
    assert [path.name for path in project.iterdir()] == [name]
    assert installed_events(project / name) == EVENTS
    assert list(home.iterdir()) == []


def test_two_scopes_at_once_are_refused(home: Path) -> None:
    """Which of the two is not for us to guess."""
    with pytest.raises(UsageError, match="give one of them"):
        run(install, "--project", "--local")
    assert list(home.iterdir()) == []


def test_settings_behind_a_link_are_changed_where_they_lie(home: Path) -> None:
    """The link stays a link, after an undo too, and where it led to nothing."""
    target, link = home.parent / "dotfiles.json", home / "settings.json"
    link.symlink_to(target)
    run(install)
    assert link.is_symlink()
    assert installed_events(target) == EVENTS
    assert main(["undo", "--yes"]) == 0
    assert link.is_symlink()
    assert not target.exists()


@pytest.mark.parametrize("said", ["{", "[]", '{"hooks": 1}'])
def test_odd_settings_are_not_overwritten(home: Path, said: str) -> None:
    """The message says what to do, and no byte changes."""
    (home / "settings.json").write_text(said)
    with pytest.raises(ClientSettingsError, match="Mend the file by hand"):
        run(install)
    assert (home / "settings.json").read_text() == said


def test_settings_that_change_meanwhile_are_not_overwritten(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the client wrote between the plan and the answer stays."""
    settings = home / "settings.json"
    settings.write_text(SETTINGS)
    monkeypatch.setattr(
        "steno.cli.trace_install.ask", lambda *_, **__: settings.write_text('{"model": "new"}')
    )
    with pytest.raises(FileChangedError):
        run(install)
    assert settings.read_text() == '{"model": "new"}'


def test_key_in_the_settings_is_masked(home: Path) -> None:
    """A diff shows what stands around the change: never a secret."""
    (home / "settings.json").write_text(f'{{\n  "env": {{"KEY": "{KEY}"}}\n}}\n')
    assert KEY not in run(install, "--dry-run")
    assert KEY not in run(install, "--json", "--dry-run")


def test_settings_that_switch_hooks_off_are_told_of(home: Path) -> None:
    """Else the user would wait in vain."""
    (home / "settings.json").write_text('{"disableAllHooks": true}')
    assert "disableAllHooks" in run(install)


def test_other_readers_of_the_settings_stay_readers(home: Path) -> None:
    """The settings are nothing about a session: their permissions stay."""
    settings = home / "settings.json"
    settings.write_text(SETTINGS)
    settings.chmod(0o644)
    run(install, "--yes")
    assert stat.S_IMODE(settings.stat().st_mode) == 0o644
    run(uninstall, "--yes")
    assert stat.S_IMODE(settings.stat().st_mode) == 0o644


@pytest.mark.usefixtures("home")
def test_what_keeps_the_hook_from_working_is_told(tmp_path: Path) -> None:
    """No sink, a data folder that it does not know, a path in a file for others, a typo."""
    assert "No sink is set up yet" in run(install, "--dry-run")
    assert "knows nothing of --db" in run(install, "--dry-run", "--db", str(tmp_path / "x"))
    assert "path of this machine" in run(install, "--dry-run", "--project")
    assert "there already, in" in (run(install, "--yes"), run(install, "--yes"))[1]
    with pytest.raises(UsageError, match="there is no folder"):
        run(install, "--home", str(tmp_path / "misspelt"))
    assert not (tmp_path / "misspelt").exists()


def test_command_that_runs_other_things_is_left_and_told(home: Path) -> None:
    """Whoever wrote it has to decide what becomes of the rest."""
    entry = {"type": "command", "command": "steno-hook && notify-send done"}
    settings = home / "settings.json"
    settings.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [entry]}]}}))
    assert "Left alone, as it runs other things, too: steno-hook && notify" in run(uninstall)
    assert "notify-send" in settings.read_text()
