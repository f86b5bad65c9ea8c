"""Names of three words."""

from __future__ import annotations

import re

from steno.client.slug import new_slug


def test_slug_has_three_words() -> None:
    """As the client's have, so that they can name a file."""
    assert re.fullmatch(r"[a-z]+-[a-z]+-[a-z]+", new_slug())


def test_slugs_differ() -> None:
    """Sessions can be told apart by them."""
    assert len({new_slug() for _ in range(50)}) > 40
