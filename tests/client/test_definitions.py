"""Agents, skills and commands of people: where they are found, and what their heads say."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from steno.client.definitions import BUILT_IN, load_definitions, names_in, read_definition
from steno.errors import AgentDefinitionError
from tests.client.test_memory import write

if TYPE_CHECKING:
    from pathlib import Path


def test_an_agent_in_a_file(tmp_path: Path) -> None:
    """The head says what it is for and may use, the body is its prompt."""
    head = "name: checker\ndescription: Checks: twice\ntools: Read, Bash(git log:*)\nmodel: haiku"
    write(tmp_path / ".claude" / "agents" / "x.md", f"---\n{head}\n---\n\nYou check.\n")
    agent = load_definitions(tmp_path / "none", tmp_path).agents["checker"]
    assert agent.tools == ("Read", "Bash(git log:*)")
    assert (agent.prompt, agent.model) == ("You check.", "haiku")
    assert agent.description == "Checks: twice"


def test_the_nearer_definition_wins(tmp_path: Path) -> None:
    """The project's agent hides the user's, and a given one hides both."""
    home, project = tmp_path / "home", tmp_path / "project"
    for folder, word in ((home, "user"), (project / ".claude", "project")):
        text = f"---\ndescription: {word}\n---\nbody"
        write(folder / "agents" / "a.md", text)
    assert load_definitions(home, project).agents["a"].description == "project"
    assert load_definitions(home, project, project=False).agents["a"].description == "user"
    given = {"a": {"description": "given", "prompt": "p", "tools": ["Read"]}}
    assert load_definitions(home, project, given).agents["a"].description == "given"


def test_built_in_agents_are_there(tmp_path: Path) -> None:
    """Without any file there are some agents, and no skill."""
    found = load_definitions(tmp_path / "none", tmp_path)
    assert set(found.agents) == {agent.name for agent in BUILT_IN}
    assert found.recipes() == []


@pytest.mark.parametrize("given", ["no json", "[]", '{"a": {}}', '{"a": 3}'])
def test_given_agents_that_are_none(tmp_path: Path, given: str) -> None:
    """What cannot be an agent is an error that says how one looks."""
    with pytest.raises(AgentDefinitionError, match="prompt"):
        load_definitions(tmp_path / "none", tmp_path, given)


def test_skills_and_commands(tmp_path: Path) -> None:
    """A skill is a folder, a command a file; both are found by their names."""
    folder = tmp_path / ".claude"
    write(folder / "skills" / "lab" / "SKILL.md", "---\nname: lab\ndescription: L\n---\nBe brief.")
    write(folder / "commands" / "hello.md", "# Say hello\nto $1")
    write(folder / "commands" / "git" / "log.md", "---\nallowed-tools: Bash(git log:*)\n---\nLog")
    found = load_definitions(tmp_path / "none", tmp_path)
    assert [recipe.name for recipe in found.recipes()] == ["git:log", "hello", "lab"]
    hello, log, lab = (found.recipe(name) for name in ("/hello", "git:log", "lab"))
    assert hello is not None
    assert hello.description == "Say hello"
    assert log is not None
    assert log.allowed_tools == ("Bash(git log:*)",)
    assert lab is not None
    assert (lab.is_skill, lab.folder) == (True, folder / "skills" / "lab")
    assert found.recipe("nothing") is None


@pytest.mark.parametrize(
    ("text", "head", "body"),
    [
        ("plain", {}, "plain"),
        ("---\na: 1\n---\nbody", {"a": 1}, "body"),
        ("---\nnever closed", {}, "---\nnever closed"),
        ("---\na: [\n---\nbody", {"a": "["}, "body"),
        ("---\n- list\n---\nbody", {}, "body"),
        ("---\r\na: 1\r\n---\r\nbody", {"a": 1}, "body"),
    ],
)
def test_heads(tmp_path: Path, text: str, head: object, body: str) -> None:
    """A head that is no YAML object is read line by line, or is none."""
    path = tmp_path / "x.md"
    path.write_bytes(text.encode())
    assert read_definition(path) == (head, body)


def test_names() -> None:
    """Names come as a list, or between commas outside of brackets."""
    assert names_in("Read, Bash(a, b), ") == ("Read", "Bash(a, b)")
    assert names_in(["Read", " "]) == ("Read",)
    assert names_in(None) == ()


def test_pipes_define_nothing(tmp_path: Path) -> None:
    """One that bears the name of a definition must not keep us waiting for ever."""
    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "x.md")
    assert len(load_definitions(tmp_path / "none", tmp_path).agents) == len(BUILT_IN)
    assert read_definition(folder / "x.md") == ({}, "")
