"""Sets of names are taken from texts."""

from __future__ import annotations

from steno.client.permissions.names import names


def test_names_are_parted_by_blanks() -> None:
    """All texts together make one set."""
    assert names("a b", "c") == {"a", "b", "c"}
