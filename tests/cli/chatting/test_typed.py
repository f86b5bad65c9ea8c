"""What was typed, taken apart."""

from __future__ import annotations

import pytest

from steno.cli.chatting.typed import Entered, goes_on, read_entered


@pytest.mark.parametrize(
    ("text", "entered"),
    [
        ("  \n ", Entered("nothing", "")),
        (" mend it \n", Entered("prompt", "mend it")),
        ("/compact keep names", Entered("command", "/compact keep names", "compact", "keep names")),
        ("/docs:build\n a b", Entered("command", "/docs:build\n a b", "docs:build", "a b")),
        ("! ls -l", Entered("shell", "ls -l")),
        ("!", Entered("prompt", "!")),
        ("/quit", Entered("goodbye", "/quit")),
        ("exit", Entered("goodbye", "exit")),
        ("/etc/passwd is a file", Entered("prompt", "/etc/passwd is a file")),
    ],
)
def test_what_was_typed_is_told_apart(text: str, entered: Entered) -> None:
    """Prompts, commands, shell commands and goodbyes are known by how they begin."""
    assert read_entered(text) == entered


@pytest.mark.parametrize(
    ("text", "expected"), [("one\\", True), ("one\\\\", False), ("one", False), ("", False)]
)
def test_a_backslash_at_the_end_goes_on(text: str, expected: bool) -> None:
    """One backslash begins a new line, two are a backslash."""
    assert goes_on(text) is expected
