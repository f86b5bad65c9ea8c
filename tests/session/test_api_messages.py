"""The API messages of a file, with what is billed beside them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from steno.errors import UnreadableFileError
from steno.format.usage import Usage
from steno.session.api_messages import attempts_of, read_messages
from steno.session.tokens import Attempt, MessageUsage, TokenCount
from steno.testing.build import SessionBuilder
from tests.written import reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

FABLE = {
    "type": "message",
    "model": "claude-fable-5",
    "input_tokens": 2,
    "output_tokens": 3,
    "cache_read_input_tokens": 4,
    "cache_creation_input_tokens": 11,
    "cache_creation": {"ephemeral_5m_input_tokens": 5, "ephemeral_1h_input_tokens": 6},
}
FABLE_TOKENS = TokenCount(2, 3, 11, 4, 6, 5)
OPUS = {"type": "fallback_message", "model": "claude-opus-4-8", "output_tokens": 90}


def attempts(*rounds: Any) -> tuple[Attempt, ...]:
    """Read what is billed apart from these rounds."""
    return attempts_of(Usage({"output_tokens": 90, "iterations": list(rounds)}))


def test_messages_of_a_file_are_collected_with_their_times(tmp_path: Path) -> None:
    """One per id, from replies alone; what the client made up is no message."""
    session = SessionBuilder("tides", start="2026-03-01T12:00:00.000Z")
    session.prompt("When is high water?")
    session.reply("Let me see.", "At four.", tokens={"output": 100})
    session.synthetic("No response requested.")
    path = tmp_path / "session.jsonl"
    path.write_bytes(session.encode())
    (usage,) = read_messages(path).usages()
    assert (usage.model, usage.tokens.output_tokens, usage.final) == (session.model, 100, True)
    assert usage.time is not None
    assert usage.time > datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """Its cost is not known, which must not pass for nothing."""
    with pytest.raises(UnreadableFileError):
        read_messages(tmp_path / "missing.jsonl")


@pytest.mark.parametrize(
    ("mark", "model"),
    [(True, None), (False, "claude-opus-4-8"), ("yes", "claude-opus-4-8")],
)
def test_model_that_a_repair_guessed_is_none(
    tmp_path: Path, mark: object, model: str | None
) -> None:
    """However the line is read: quickly, or closely for what is odd about it."""
    line = reply(usage={"output_tokens": 5}, stenoGuessedModel=mark)
    path = write_lines(tmp_path / "session.jsonl", line)
    assert [usage.model for usage in read_messages(path).usages()] == [model]


def test_model_that_broke_off_is_billed_beside_its_follower(tmp_path: Path) -> None:
    """The usage counts the tokens of the model that took over."""
    usage = {"output_tokens": 90, "iterations": [FABLE, OPUS]}
    switch = {"content": [{"type": "fallback"}]}
    path = write_lines(
        tmp_path / "session.jsonl",
        user(),
        reply("m", usage=usage, message=switch),
        reply("m", usage=usage),
        reply("n", usage={"output_tokens": 5}),
    )
    switched, plain = read_messages(path).usages()
    assert switched == MessageUsage(
        message_id="m",
        model="claude-opus-4-8",
        time=datetime(2026, 1, 3, 15, 44, 58, 325_000, tzinfo=UTC),
        tokens=TokenCount(output_tokens=90),
        attempts=(Attempt("claude-fable-5", FABLE_TOKENS),),
    )
    assert plain.attempts == ()


def test_broken_lines_beside_a_switch_do_no_harm(tmp_path: Path) -> None:
    """A reply without an id or a usage has nothing to note."""
    switch = {"content": [{"type": "fallback"}]}
    path = write_lines(
        tmp_path / "session.jsonl",
        b"{broken\n",
        reply("m", message=switch),
        reply(None, usage={"iterations": [FABLE, OPUS]}),
        reply("n", usage={"iterations": "many"}),
    )
    assert [usage.attempts for usage in read_messages(path).usages()] == [(), ()]


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        ([], ()),
        ([{**FABLE, "model": None}], ()),
        ([FABLE], ()),
        ([FABLE, FABLE], ()),
        ([{**FABLE, "model": None}, OPUS], ()),
        ([FABLE, OPUS], (Attempt("claude-fable-5", FABLE_TOKENS),)),
        ([{**FABLE, "output_tokens": 0}, OPUS], ()),
        (
            [{"type": "compaction", "output_tokens": 7}, {"type": "message"}],
            (Attempt(None, TokenCount(output_tokens=7)),),
        ),
        (
            [{"type": "message"}, {**FABLE, "type": "advisor_message"}, {"type": "message"}],
            (Attempt("claude-fable-5", FABLE_TOKENS),),
        ),
        ([{**FABLE, "type": "something new"}, OPUS], ()),
    ],
)
def test_billed_apart_is_what_another_run_wrote(
    rounds: list[dict[str, Any]], expected: tuple[Attempt, ...]
) -> None:
    """Advice, a compaction, a reply that another model had to finish; never a plain refusal."""
    assert attempts(*rounds) == expected


@pytest.mark.parametrize(
    "iterations", [None, 5, "many", [None], [[]], [{"output_tokens": "x"}], [{"type": 3}]]
)
def test_any_shape_of_rounds_is_taken(iterations: Any) -> None:
    """Nothing is billed apart where nothing can be read."""
    assert attempts_of(Usage({"iterations": iterations})) == ()
