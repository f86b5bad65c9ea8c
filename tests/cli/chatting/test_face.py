"""What a conversation is shown on, and what stands behind it."""

from __future__ import annotations

import pytest

from steno.cli.chatting.face import Behind, Face
from steno.cli.chatting.plain import Plain
from steno.cli.chatting.screen import Screen
from steno.cli.chatting.talk import Talk


@pytest.mark.parametrize(
    ("wanted", "made"),
    [(Face, Screen), (Face, Plain), (Behind, Talk)],
    ids=["draws", "plain", "talk"],
)
def test_everything_that_is_wanted_is_there(wanted: type, made: type) -> None:
    """A face has all that a conversation uses, and the other way round."""
    names = {name for name in vars(wanted) if not name.startswith("_")}
    own = set(dir(made)) | {"paper"}
    assert names
    assert names <= own
