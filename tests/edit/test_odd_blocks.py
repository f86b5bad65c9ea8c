"""No member of a content block is of a type that an edit stumbles over."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from steno.edit.clone import clone
from steno.edit.compress import Bands, compress
from steno.edit.merge import merge
from steno.edit.redact import redact
from steno.edit.repair import repair
from steno.edit.trim import Trim, trim
from steno.errors import UsageError
from steno.session.session import load
from tests.edit.conversations import SOME, conversation
from tests.edit.edited import in_home, result_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from steno.edit.plan import Plan
    from steno.session.session import Session
    from tests.session.transcripts import Body

ODD: Final[tuple[Any, ...]] = (
    None, 1, -1.5, True, "", "text", [], {}, [None], [[]], {"a": []}, ["tool_use"],
    [{"type": ["image"]}], [{"type": {}, "text": 1}], [{"type": "image", "source": []}],
)  # fmt: skip
EDITS: Final[dict[str, Callable[[Session], Plan]]] = {
    "clone": clone,
    "fork": lambda one: clone(one, at="1", keep_uuids=True),
    "tool calls": lambda one: trim(one, Trim(tool_calls=True)),
    "all parts": lambda one: trim(
        one, Trim(tool_results=True, thinking=True, images=True, progress=True)
    ),
    "turns": lambda one: trim(one, Trim(turns=(1, 1))),
    "compress": lambda one: compress(one, Bands(1, 1)),
    "redact": redact,
    "repair": repair,
    "merge": merge,
}


def blocks_of(body: Body) -> list[Any]:
    """Give the blocks of a line, those inside of results too."""
    message = body.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    return content if isinstance(content, list) else []


def mutate(lines: list[Body], rng: Random) -> None:
    """Give some members of blocks, or blocks as a whole, a value of another type."""
    for _ in range(rng.randint(1, 6)):
        blocks = rng.choice([found for line in lines if (found := blocks_of(line))])
        at = rng.randrange(len(blocks))
        block = blocks[at]
        if isinstance(block, dict) and block and rng.random() < 0.9:
            blocks[at] = {**block, rng.choice(list(block)): rng.choice(ODD)}
        else:
            blocks[at] = rng.choice(ODD)


@example(37)
@SOME
@given(st.integers(0, 10**9))
def test_every_edit_takes_blocks_of_any_shape(seed: int) -> None:
    """Every edit gives a session that loads, and says why where it cannot."""
    lines = conversation(seed)
    mutate(lines, Random(seed))
    with TemporaryDirectory() as folder:
        source = in_home(Path(folder), *lines)
        for edit in EDITS.values():
            try:
                plan = edit(source)
            except UsageError:
                continue
            assert len(result_of(plan).messages()) == plan.after.messages


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("name", EDITS)
def test_block_may_have_any_type(tmp_path: Path, name: str, kind: Any) -> None:
    """Such as a list, which no set can be asked for."""
    lines = conversation(7)
    for line in lines:
        for block in blocks_of(line):
            if block.get("type") != "text":
                block["type"] = kind
    source = in_home(tmp_path, *lines)
    assert source.path is not None
    assert result_of(EDITS[name](load(source.path))).outline.line_count
