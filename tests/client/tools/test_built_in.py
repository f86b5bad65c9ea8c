"""What all built-in tools share."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steno.client.tools import ALIASES, builtin_tools, find_tool
from steno.client.tools.built_in import (
    absolute,
    os_words,
    refused,
    shown_path,
    size_words,
    unknown_tool,
)
from steno.client.tools.edit import Edit

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


def test_every_tool_says_what_it_is_for() -> None:
    """Each tool has its name as its key, a description and a schema of an object."""
    for name, tool in builtin_tools().items():
        assert tool.name == name
        assert len(tool.description) > 40
        assert tool.schema["type"] == "object"


def test_old_names_lead_to_the_tools_of_today() -> None:
    """A model that remembers Task, KillShell or BashOutput is understood."""
    tools = builtin_tools()
    for old, new in ALIASES.items():
        assert old not in tools
        assert find_tool(tools, old) is tools[new]
    assert find_tool(tools, "Nope") is None


def test_check_says_what_run_would_refuse(around: Surroundings) -> None:
    """A call can be checked before anybody is asked about it, and nothing is done by that."""
    path = around.file("a.txt", "a")
    given = {"file_path": str(path), "old_string": "a", "new_string": "b"}
    wrong = asyncio.run(Edit().check(given, around.context))
    assert wrong is not None
    assert wrong == asyncio.run(Edit().run(given, around.context))
    around.call("Read", file_path=str(path))
    assert asyncio.run(Edit().check(given, around.context)) is None
    assert path.read_text() == "a"


def test_unknown_tool_is_an_answer() -> None:
    """The answer to an unknown tool is an error that names it."""
    answer = unknown_tool("Nope")
    assert answer.content == "<tool_use_error>Error: No such tool available: Nope</tool_use_error>"
    assert answer.kept == "Error: No such tool available: Nope"
    assert answer.is_error


def test_refusal_is_marked_for_the_model_alone() -> None:
    """The model sees the mark, the transcript keeps the plain words."""
    answer = refused("no")
    assert (answer.content, answer.kept) == ("<tool_use_error>no</tool_use_error>", "Error: no")


@pytest.mark.parametrize(
    ("size", "words"),
    [(12, "12 bytes"), (1024, "1KB"), (40000, "39.1KB"), (262144, "256KB"), (5 << 20, "5MB")],
)
def test_sizes_are_worded_as_the_client_does(size: int, words: str) -> None:
    """Sizes have one digit after the point, unless that is a zero."""
    assert size_words(size) == words


def test_paths_are_made_whole_and_short_again(around: Surroundings) -> None:
    """Relative paths, ``..`` and ``~`` are taken; inside of the folder they are shown short."""
    context = around.context
    assert absolute("a/../b", context) == around.root / "b"
    assert absolute("~/x", context) == Path.home() / "x"
    assert shown_path(around.root / "b", context) == "b"
    assert shown_path(Path("/etc/x"), context) == "/etc/x"


def test_errors_of_the_system_are_named() -> None:
    """An error of the system is told with its name, which models know."""
    problem = OSError(errno.EACCES, "Permission denied", "/x")
    assert os_words(problem) == "EACCES: permission denied, '/x'"
