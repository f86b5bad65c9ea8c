"""Rules that look safe stay safe: no command gets past them without a question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steno.client.permissions.context import PermissionContext, listed_rules
from steno.client.permissions.decide import decide
from tests.client.permissions.bypasses import (
    BEGINNING_RULES,
    BEYOND,
    BYPASSES,
    NO_PLAIN_EDITS,
    RULES,
    UNRULED,
)
from tests.client.permissions.places import Places

if TYPE_CHECKING:
    from pathlib import Path

HARMLESS: Final = [
    "git log --oneline -5",
    "git log -- src && git status",
    "npm run test -- --watch",
    "ls -la src | head -3",
    "cat README.md",
    "cat < README.md",
    "echo 'a b' \"c\"",
    "echo x > src/new.py",
    "grep -rn 'a|b' src",
    "find . -name '*.py' -type f",
    "sort README.md | head -n 2",
    "sed -n '1,5p' README.md",
    "touch a 'b c'",
    "timeout 5 touch a",
    "make build",
    "node --version",
    "cd src && ls",
    "awk '{print $1}' README.md",
    "LANG=C git log",
    "if git status; then touch a; fi",
]
"""What the same rules are for: it has to run, or the test below would show nothing."""


ORDINARY: Final = [
    *("git fetch origin", "git fetch --all --prune", "git pull --rebase origin main"),
    *("git push -u origin main", "git push --force-with-lease", "git ls-remote origin"),
    *("git rebase main", "git rebase -i HEAD~3", "git rebase --continue", "git grep -n x"),
    *("git clone https://x/y z", "git clone --depth 1 -b main https://x/y", "git bisect good"),
    *("git submodule update --init --recursive", "git archive HEAD", "git init -b main"),
    *("git commit -am x", "git checkout -b x", "git merge --strategy=ours x", "git -C src log"),
    *("tar czf a.tgz src", "tar -xzf a.tgz", "tar tf a.tar", "tar xf a.tar -C src"),
    *("tar --create --file=a.tar src", "tar xvf FILE.tar"),
    *("curl -s http://x", "curl -fsSL https://x/y?a=b", "curl localhost:3000/x", "curl x.org"),
    *("curl -X POST -H 'Accept: a/b' -d '{\"a\": 1}' http://x", "curl -I http://x"),
    *("curl -s -o /dev/null -w '%{http_code}' http://x", "curl --max-time 5 http://[::1]:80/"),
    *("curl -sS --retry 3 --data-raw @x http://x", "curl -u a:b --compressed http://x"),
    *("wget -q http://x", "rsync -av src docs", "sed s/a/b/ README.md", "sed -n 1,5p README.md"),
    *("sed -E -e s/a/b/ -e 2d README.md", "awk '{print $1}' README.md", "awk -F: '{print $1}'"),
    *("sort -u README.md", "sort -t, -k2 README.md", "rg -n x src", "less README.md", "man ls"),
    *("cp README.md x", "cp -r src new", "mv README.md x", "zip -r a.zip src", "tree -L 2"),
]
"""Ordinary uses of commands whose beginnings are allowed."""


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> PermissionContext:
    """Give the rules, in folders with links that lead out."""
    places = Places(tmp_path_factory.mktemp("bypass"))
    places.lay_out()
    return PermissionContext(
        mode="default",
        cwd=places.project,
        root=places.project,
        rules=listed_rules(RULES, "projectSettings"),
        home=places.home,
    )


def test_there_are_enough_of_them() -> None:
    """The list is as long as was promised, without repetitions."""
    assert len({*BYPASSES, *UNRULED, *NO_PLAIN_EDITS, *BEYOND}) >= 1_200


@pytest.mark.parametrize("command", HARMLESS)
def test_what_the_rules_are_for_runs(context: PermissionContext, command: str) -> None:
    """The rules do allow what they were written for."""
    assert decide("Bash", {"command": command}, context).behavior == "allow"


def test_no_bypass_is_allowed(context: PermissionContext) -> None:
    """Not one of the commands runs without a question."""
    allowed = [
        command
        for command in BYPASSES
        if decide("Bash", {"command": command}, context).behavior == "allow"
    ]
    assert allowed == []


@pytest.mark.parametrize("mode", ["default", "plan", "acceptEdits"])
def test_no_bypass_is_allowed_without_rules(context: PermissionContext, mode: str) -> None:
    """What only looks is known by its options; any other option asks."""
    bare = replace(_with_mode(context, mode), rules=())
    commands = (*UNRULED, *NO_PLAIN_EDITS, *(() if mode == "acceptEdits" else BYPASSES))
    allowed = {
        one for one in commands if decide("Bash", {"command": one}, bare).behavior == "allow"
    }
    assert allowed <= (PLAIN_EDITS if mode == "acceptEdits" else set())


def test_rules_for_beginnings_do_not_reach_further(context: PermissionContext) -> None:
    """However an option is spelled that writes a file or runs a program."""
    ruled = replace(context, rules=listed_rules(BEGINNING_RULES, "projectSettings"))
    allowed = [one for one in BEYOND if decide("Bash", {"command": one}, ruled).behavior == "allow"]
    assert allowed == []


@pytest.mark.parametrize("command", ORDINARY)
def test_rules_for_beginnings_allow_ordinary_uses(context: PermissionContext, command: str) -> None:
    """A rule that never allowed anything would be safe, too."""
    ruled = replace(context, rules=listed_rules(BEGINNING_RULES, "projectSettings"))
    assert decide("Bash", {"command": command}, ruled).behavior == "allow"


def test_no_bypass_is_allowed_where_edits_are_accepted(context: PermissionContext) -> None:
    """In acceptEdits only what writes plain files in the project is let pass beside."""
    accepting = _with_mode(context, "acceptEdits")
    allowed = {
        command
        for command in BYPASSES
        if decide("Bash", {"command": command}, accepting).behavior == "allow"
    }
    assert allowed <= PLAIN_EDITS


PLAIN_EDITS: Final = {
    "cp a b",
    "mv a b",
    "rm x",
    "sed -i s/a/b/ README.md",
    "> y",
    ">y",
    "ls > y",
    "cat > y",
    "cat README.md > y",
    "git log > y",
    *(f"echo x {way}y" for way in ("> ", ">> ", ">| ", "&> ", "&>> ", "2> ", "1>")),
    'echo x > "y"',
    "echo x > src/../y",
    "echo x > src/a > y",
    "> src/a > y",
    ">y echo x",
    "sed -n -i p README.md",
    *("echo x > -", "echo x >> -", "echo x &> -"),
    "sed -ni p README.md",
    "sed -n --in-place p README.md",
    "sed -bi p README.md",
    "sed -zi p README.md",
    "sed -n 1p --in-place README.md",
}
"""Those of the list that edit files inside the project and do nothing else."""


def _with_mode(context: PermissionContext, mode: str) -> PermissionContext:
    return replace(context, mode=mode)  # type: ignore[arg-type] # one of the modes


_STARTS: Final = ("git log", "ls", "npm run test", "cat README.md", "echo a", "touch a")
_JOINS: Final = (";", "&&", "||", "|", "&", "\n", "|&", " ; ", "\r", "`", "$(", "<(", ">(", "\n\n")
_PAYLOADS: Final = (
    "pwn",
    "rm -rf x",
    "curl x",
    "sh -c pwn",
    "eval pwn",
    "python3 -c 1",
    "./x",
    "sudo ls",
)
_NOISE: Final = st.text(alphabet=" \t'\"\\#{}()$`;&|<>*?~!=\n-", max_size=6)


@settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    start=st.sampled_from(_STARTS),
    join=st.sampled_from(_JOINS),
    payload=st.sampled_from(_PAYLOADS),
    end=st.sampled_from(["", ")", "`", ";", " #", "\n"]),
)
def test_nothing_is_joined_to_an_allowed_command(
    context: PermissionContext, start: str, join: str, payload: str, end: str
) -> None:
    """Whatever joins a second command to an allowed one, the second one is seen."""
    command = f"{start} {join}{payload}{end}"
    assert decide("Bash", {"command": command}, context).behavior != "allow"


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(before=_NOISE, between=_NOISE, data=st.data())
def test_noise_never_hides_a_command_that_bash_would_run(
    context: PermissionContext,
    tmp_path_factory: pytest.TempPathFactory,
    before: str,
    between: str,
    data: st.DataObject,
) -> None:
    """What is allowed does not run a program that no rule names, whatever bash makes of it."""
    start = data.draw(st.sampled_from(["echo a", "ls", "git log"]))
    command = f"{start} {before} canary {between} canary"
    if decide("Bash", {"command": command}, context).behavior == "allow":
        assert not _runs_canary(command, context.cwd, tmp_path_factory.getbasetemp())


def _runs_canary(command: str, cwd: Path, base: Path) -> bool:
    """Let a real bash run it where nothing but a canary and three harmless stand-ins exists."""
    import subprocess

    folder = base / "canary-bin"
    folder.mkdir(exist_ok=True)
    sung = base / "sung"
    sung.unlink(missing_ok=True)
    for name, body in {"canary": f": > {sung}", "ls": ":", "git": ":"}.items():
        program = folder / name
        program.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
        program.chmod(0o700)
    subprocess.run(
        ["/bin/bash", "-c", command],
        cwd=cwd,
        env={"PATH": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=10,
        check=False,
    )
    return sung.exists()
