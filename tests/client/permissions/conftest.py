"""Folders and a context that the tests of permissions share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.client.permissions.context import PermissionContext
from tests.client.permissions.places import Places

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """Give folders with files and links in them."""
    made = Places(tmp_path)
    made.lay_out()
    return made


@pytest.fixture
def context(places: Places) -> PermissionContext:
    """Give a context without rules."""
    return PermissionContext(
        mode="default", cwd=places.project, root=places.project, home=places.home
    )
