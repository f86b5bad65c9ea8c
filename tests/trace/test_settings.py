"""The hook in the client's settings: put in, kept, renewed and taken out, all else untouched."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.errors import ClientSettingsError
from steno.trace.settings import (
    EVENTS,
    hook_command,
    installed_events,
    is_ours,
    is_switched_off,
    plan_install,
    plan_uninstall,
    shared_commands,
)

if TYPE_CHECKING:
    from pathlib import Path

    from steno.disk.client_settings import SettingsChange

OURS = {"type": "command", "command": "steno-hook", "timeout": 10}
OTHER = {"type": "command", "command": "say 'done'"}
HAND_MADE = b"""{
    "model" : "opus",   "env": {"A": "1"},
    "hooks": {
        "Stop": [ {"hooks": [{"type": "command", "command": "say 'done'"}]} ],
        "PreToolUse": []
    },

    "permissions": {"allow": ["Bash(ls:*)"]}
}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the place of settings that are not there yet."""
    return tmp_path / "settings.json"


def applied(change: SettingsChange) -> Any:
    """Write a change and give what the settings say then."""
    change.apply()
    return json.loads(change.path.read_bytes())


def test_new_settings_hold_the_hook_and_nothing_else(path: Path) -> None:
    """In the shape that the client reads: a group without matcher for each event."""
    assert applied(plan_install(path, "steno-hook")) == {
        "hooks": {event: [{"hooks": [OURS]}] for event in EVENTS}
    }
    assert path.stat().st_mode & 0o777 == 0o600
    assert installed_events(path) == EVENTS


def test_install_adds_to_other_hooks_and_keeps_every_byte(path: Path) -> None:
    """A hand-made file loses nothing: what is new stands between what was there."""
    path.write_bytes(HAND_MADE)
    change = plan_install(path, "steno-hook")
    removed = [line for line in change.diff().split("\n")[2:] if line.startswith("-")]
    assert len(removed) <= 2
    said = applied(change)
    assert said["hooks"]["Stop"] == [{"hooks": [OTHER]}, {"hooks": [OURS]}]
    assert said["hooks"]["PreToolUse"] == []
    after = path.read_bytes()
    for piece in (b'"model" : "opus",   "env": {"A": "1"},', b'\n\n    "permissions": {"allow"'):
        assert piece in after


def test_install_twice_changes_nothing(path: Path) -> None:
    """The second time there is nothing to write."""
    path.write_bytes(HAND_MADE)
    plan_install(path, "steno-hook").apply()
    again = plan_install(path, "steno-hook")
    assert not again.changes_anything
    assert again.diff() == ""


def test_install_renews_the_path_of_a_hook_that_has_moved(path: Path) -> None:
    """An entry that an earlier install wrote runs the program where it is now."""
    plan_install(path, "/old/venv/bin/steno-hook").apply()
    said = applied(plan_install(path, "'/new venv/bin/steno-hook'"))
    entries = [said["hooks"][event][0]["hooks"] for event in EVENTS]
    assert entries == [[{**OURS, "command": "'/new venv/bin/steno-hook'"}]] * 3


def test_install_leaves_a_hook_that_the_user_has_dressed_up(path: Path) -> None:
    """With variables or options of the user's it counts as installed, and stays."""
    own = {"type": "command", "command": "STENO_HOOK=spool steno-hook --x", "timeout": 3}
    path.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [own]}]}}))
    said = applied(plan_install(path, "steno-hook"))
    assert said["hooks"]["Stop"] == [{"hooks": [own]}]
    assert said["hooks"]["SessionEnd"] == [{"hooks": [OURS]}]


def test_uninstall_gives_back_what_was_there(path: Path) -> None:
    """After both the settings say what they said before."""
    path.write_bytes(HAND_MADE)
    plan_install(path, "steno-hook").apply()
    assert applied(plan_uninstall(path)) == json.loads(HAND_MADE)
    assert installed_events(path) == ()


def test_uninstall_takes_exactly_ours(path: Path) -> None:
    """Out of a group with others, of any event; an odd entry beside it stays."""
    settings = {
        "hooks": {
            "Stop": [{"matcher": "", "hooks": [OTHER, OURS]}, "odd", {"hooks": 5}],
            "PreCompact": [{"hooks": [OURS]}],
            "Odd": {"hooks": [OURS]},
        },
    }
    path.write_text(json.dumps(settings))
    assert applied(plan_uninstall(path)) == {
        "hooks": {
            "Stop": [{"matcher": "", "hooks": [OTHER]}, "odd", {"hooks": 5}],
            "Odd": {"hooks": [OURS]},
        },
    }


@pytest.mark.parametrize("said", ["{}", '{"hooks": 5}', '{"hooks": {"Stop": []}}', ""])
def test_uninstall_without_a_hook_changes_nothing(path: Path, said: str) -> None:
    """There is nothing to take out."""
    path.write_text(said)
    assert not plan_uninstall(path).changes_anything


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("{", "it is not JSON"),
        ("// a comment\n{}", "it is not JSON"),
        ("[]", "it is no JSON object"),
        ('{"hooks": []}', '"hooks" in it is no object'),
        ('{"hooks": {"Stop": {}}}', '"Stop" in it is no list'),
        ('{"hooks": {"SessionEnd": "x"}}', '"SessionEnd" in it is no list'),
    ],
)
def test_odd_settings_are_left_alone(path: Path, said: str, reason: str) -> None:
    """With a message that says what is wrong and what to do."""
    path.write_text(said)
    with pytest.raises(ClientSettingsError, match=reason) as refused:
        plan_install(path, "steno-hook")
    assert "Mend the file by hand" in str(refused.value)
    assert path.read_text() == said


@pytest.mark.parametrize(
    ("hook", "is_it"),
    [
        (OURS, True),
        ({"command": "steno-hook"}, True),
        ({"command": "/venv/bin/steno-hook"}, True),
        ({"command": "'/my venv/bin/steno-hook' --x"}, True),
        ({"command": "A=1 B= steno-hook"}, True),
        ({"command": "'C:\\venv\\Scripts\\steno-hook.exe'"}, True),
        ({"command": "/usr/bin/python3 -P -m steno_hook"}, True),
        ({"command": "timeout 5 /opt/bin/steno-hook"}, True),
        ({"command": "env A=1 steno-hook"}, True),
        ({"command": "steno-hook >/dev/null 2>&1"}, True),
        ({"command": "steno-hook &"}, True),
        ({"command": "steno-hook && notify-send done"}, False),
        ({"command": "steno-hook&&notify-send done"}, False),
        ({"command": "steno-hook | tee /tmp/log"}, False),
        ({"command": "steno-hook; say done"}, False),
        ({"command": "steno-hook\nsay done"}, False),
        ({"command": "steno-hook $(say done)"}, False),
        ({"command": "steno-hook `say done`"}, False),
        ({"command": "timeout 5 say steno-hooked"}, False),
        ({"command": "echo steno-hook"}, False),
        ({"command": "steno-hooks"}, False),
        ({"command": "steno 'hook"}, False),
        ({"command": ""}, False),
        ({"command": ["steno-hook"]}, False),
        ({"type": "prompt", "command": "steno-hook"}, False),
        ({}, False),
        ("steno-hook", False),
    ],
)
def test_ours_is_told_from_others(hook: object, is_it: bool) -> None:
    """By what the command line runs, wherever that lies."""
    assert is_ours(hook) is is_it


def test_command_that_runs_others_too_is_left_and_told(path: Path) -> None:
    """Somebody wrote it by hand: it counts as installed, and nobody takes the rest of it away."""
    shared = {"type": "command", "command": "steno-hook && notify-send done"}
    content = json.dumps({"hooks": {"Stop": [{"hooks": [shared]}]}})
    path.write_text(content)
    assert installed_events(path) == ("Stop",)
    assert shared_commands(path) == ("steno-hook && notify-send done",)
    assert not plan_uninstall(path).changes_anything
    said = applied(plan_install(path, "steno-hook"))
    assert said["hooks"]["Stop"] == [{"hooks": [shared]}]
    assert applied(plan_uninstall(path)) == json.loads(content)
    assert path.read_text() == content


def test_settings_that_switch_all_hooks_off_are_seen(path: Path) -> None:
    """So that a user who installs it can be told."""
    assert not is_switched_off(path)
    path.write_text('{"disableAllHooks": true}')
    assert is_switched_off(path)


def test_odd_hooks_are_none_of_ours(path: Path) -> None:
    """Looking does not stumble over them."""
    path.write_text('{"hooks": [1]}')
    assert installed_events(path) == ()


def test_command_is_the_bare_name_where_that_leads_to_us(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the path of the program beside our Python, else a module of that Python."""
    here, elsewhere = tmp_path / "my venv", tmp_path / "elsewhere"
    for folder in (here, elsewhere):
        folder.mkdir()
        (folder / "steno-hook").touch(0o755)
    python = str(here / "python3")
    monkeypatch.setenv("PATH", str(here))
    assert hook_command(python) == "steno-hook"
    monkeypatch.setenv("PATH", str(elsewhere))
    assert shlex.split(hook_command(python)) == [str(here / "steno-hook")]
    (here / "steno-hook").unlink()
    assert hook_command(python) == "steno-hook"
    (elsewhere / "steno-hook").unlink()
    command = hook_command(python)
    assert shlex.split(command) == [python, "-P", "-m", "steno_hook"]
    assert is_ours({"command": command})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
GROUP = st.fixed_dictionaries(
    {"hooks": st.lists(st.just(OTHER) | JSON, min_size=1, max_size=3)},
    optional={"matcher": st.text(max_size=5)},
)
SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "model": JSON,
        "hooks": st.dictionaries(
            st.sampled_from([*EVENTS, "PreToolUse"]), st.lists(GROUP, min_size=1), min_size=1
        ),
    },
)


@given(SETTINGS, st.sampled_from([None, 1, "\t"]))
def test_install_and_uninstall_give_any_settings_back(
    tmp_path_factory: pytest.TempPathFactory, settings: Any, indent: int | str | None
) -> None:
    """Whatever else they say, and however they are laid out."""
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_text(json.dumps(settings, indent=indent))
    plan_install(path, "steno-hook").apply()
    assert set(EVENTS) <= set(installed_events(path))
    assert applied(plan_uninstall(path)) == settings
