"""What tests of tools share: surroundings of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.client.surroundings import Surroundings

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    """Give a project with tools in it."""
    return Surroundings(tmp_path)
