"""What the docs show of the program is what it prints."""

from __future__ import annotations

import sys

import pytest

from tools.demo_output import COLUMNS, demo_output

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")


def test_output_is_that_of_a_terminal_without_its_colours() -> None:
    """Drawn, within the width of the docs, and the same each time."""
    shown = demo_output("list", "-n", "3")
    assert shown.startswith("```console\n$ steno --home demo-home list -n 3\n")
    assert "─" in shown
    assert "\x1b" not in shown
    assert max(map(len, shown.split("\n"))) <= COLUMNS
    assert demo_output("list", "-n", "3") == shown


def test_a_command_that_fails_is_an_error() -> None:
    """No page shows a failure by mistake."""
    with pytest.raises(RuntimeError, match="failed"):
        demo_output("no-such-command")
