"""What the tests of views share: a made-up home."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.testing.demo import write_demo

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the demo once; it is only read."""
    home = tmp_path_factory.mktemp("demo") / "home"
    write_demo(home)
    return home
