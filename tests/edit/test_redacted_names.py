"""A file that was renamed is found by what speaks of it."""

from __future__ import annotations

from typing import Any

import pytest

from steno.edit.redacted_names import NewNames

NAME = "out-[REDACTED:github-token:1].txt"
NEW = "out-REDACTED-github-token-1.txt"
ALONE = "[REDACTED:github-token:1]"


def test_file_gets_a_name_that_every_system_takes() -> None:
    """Without brackets and colons."""
    assert NewNames().add(NAME) == NEW


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (f"saved to /x/tool-results/{NAME}.", f"saved to /x/tool-results/{NEW}."),
        ([{"path": NAME, NAME: 1}, None], [{"path": NEW, NEW: 1}, None]),
        (f"about-{NAME}", f"about-{NAME}"),
        (f"{NAME}-old", f"{NAME}-old"),
        (f"my token is {ALONE}", f"my token is {ALONE}"),
    ],
)
def test_what_names_the_file_follows(value: Any, expected: Any) -> None:
    """In texts, members and keys; a longer name is another file's."""
    names = NewNames()
    names.add(NAME)
    assert names.apply(value) == expected


def test_placeholder_alone_is_a_name_only_in_a_path() -> None:
    """Elsewhere it stands for the secret."""
    names = NewNames()
    new = names.add(ALONE)
    assert names.apply(f"/x/{ALONE} holds {ALONE}") == f"/x/{new} holds {ALONE}"


def test_without_new_names_everything_stays() -> None:
    """Not even a copy is made."""
    value = {"a": [NAME]}
    assert NewNames().apply(value) is value
