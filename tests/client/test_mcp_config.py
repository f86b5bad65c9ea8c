"""Which MCP servers there are."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from steno.client.mcp_config import Places, filled, server_of, servers_in
from steno.errors import McpConfigError

if TYPE_CHECKING:
    from pathlib import Path


def table(*names: str, **entry: Any) -> str:
    """Describe servers as a file does."""
    return json.dumps({"mcpServers": {name: entry or {"command": name} for name in names}})


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """Give a project and a home with servers everywhere."""
    cwd, home = tmp_path / "project", tmp_path / ".claude"
    cwd.mkdir()
    home.mkdir()
    (cwd / ".mcp.json").write_text(table("shared", "both"), "utf-8")
    own = json.loads(table("mine", "both"))
    own["projects"] = {str(cwd): json.loads(table("local", command="l"))}
    (tmp_path / ".claude.json").write_text(json.dumps(own), "utf-8")
    return Places(cwd=cwd, home=home, trusted=True)


def changed(places: Places, **own: Any) -> Places:
    """Give the same places, but for something."""
    told = {name: getattr(places, name) for name in Places.__slots__}
    return Places(**(told | own))


def test_servers_of_all_places_count(places: Places) -> None:
    """Nearer places win; each server knows where it is described."""
    found = servers_in(places, {})
    assert {name: one.scope for name, one in found.items()} == {
        "mine": "user", "both": "project", "shared": "project", "local": "local",
    }  # fmt: skip


def test_a_project_has_to_be_trusted(places: Places) -> None:
    """What a repository wants to have started is not started before that."""
    found = servers_in(changed(places, trusted=False), {})
    assert "shared" not in found
    assert found["both"].scope == "user"


def test_only_named_sources_count(places: Places) -> None:
    """Programs may leave out the user's, the project's or the local servers."""
    assert set(servers_in(changed(places, sources=()), {})) == set()
    assert set(servers_in(changed(places, sources=("local",)), {})) == {"local"}


def test_the_command_line_wins_and_may_be_all(places: Places, tmp_path: Path) -> None:
    """JSON and files are taken; with --strict-mcp-config there is nothing else."""
    path = tmp_path / "more.json"
    path.write_text(table("filed"), "utf-8")
    given = changed(places, given=(table("both", url="https://x"), str(path)))
    found = servers_in(given, {})
    assert (found["both"].kind, found["both"].scope) == ("http", "dynamic")
    assert "shared" in found
    assert set(servers_in(changed(given, is_strict=True), {})) == {"both", "filed"}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("{", "it is not JSON"),
        ("{}", "it has no object mcpServers"),
        ('{"mcpServers": 3}', "it has no object mcpServers"),
        ("nowhere.json", "it cannot be read"),
        ('{"mcpServers": {"a": 3}}', "'a' is no object"),
        ('{"mcpServers": {"a": {}}}', "'a' has no url"),
        ('{"mcpServers": {"a": {"type": "stdio"}}}', "'a' has no command"),
        ('{"mcpServers": {"a": {"type": "pigeon"}}}', "'a' is of type 'pigeon'"),
    ],
)
def test_what_the_command_line_says_has_to_make_sense(
    places: Places, given: str, words: str
) -> None:
    """A mistake there is told, with an example."""
    with pytest.raises(McpConfigError, match="mcpServers") as caught:
        servers_in(changed(places, given=(given,)), {})
    assert words in str(caught.value)


def test_broken_files_of_others_count_for_nothing(places: Places) -> None:
    """A project's broken file, or one broken server in it, keeps nobody from working."""
    path = places.cwd / ".mcp.json"
    path.write_text('{"mcpServers": {"bad": 3, "good": {"command": "g"}}}', "utf-8")
    assert {"bad", "good"} & set(servers_in(places, {})) == {"good"}
    path.write_text("{", "utf-8")
    assert "mine" in servers_in(places, {})


def test_variables_are_filled_in() -> None:
    """In commands, arguments, addresses and headers; what is not set stays, or falls back."""
    environ = {"A": "1"}
    assert filled("${A} ${B} ${B:-2} $A", environ) == "1 ${B} 2 $A"
    entry = {"command": "${A}", "args": ["${A}"], "env": {"X": "${A}"}}
    server = server_of("s", entry, "user", environ)
    assert (server.command, server.arguments, server.variables) == ("1", ("1",), {"X": "1"})
    remote = server_of(
        "s", {"type": "sse", "url": "u/${A}", "headers": {"H": "${A}"}}, "x", environ
    )
    assert (remote.url, remote.headers) == ("u/1", {"H": "1"})


def test_secrets_are_not_shown() -> None:
    """What is told of a server has neither its variables nor its headers."""
    entry = {"command": "c", "env": {"KEY": "secret"}}
    assert "secret" not in str(server_of("s", entry, "user", {}).shown())
    remote = {"type": "http", "url": "u", "headers": {"H": "secret"}}
    assert server_of("s", remote, "user", {}).shown() == {"type": "http", "url": "u"}


def test_a_pipe_in_the_place_of_a_file_counts_for_nothing(places: Places) -> None:
    """It must not keep us waiting for ever."""
    (places.cwd / ".mcp.json").unlink()
    os.mkfifo(places.cwd / ".mcp.json")
    assert set(servers_in(places, {})) == {"mine", "both", "local"}
