"""Mutations: each does its kind of damage, and no reader may fall over it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.format.decode import decode
from steno.format.encode import new_line
from steno.format.entry import BadLine, BlankLine, Entry, GluedLine, UnknownEntry
from steno.format.validate import check
from steno.testing.lines import make_assistant, make_loose, make_user
from steno.testing.mutate import DEEPEST, MUTATIONS, mutations

if TYPE_CHECKING:
    from collections.abc import Iterator

LINES = (
    new_line(make_user("How high is the water?")),
    new_line(make_assistant([{"type": "text", "text": "3.9 m"}])[0]),
    new_line(make_loose("mode", mode="normal")),
    b"{}\n",
    b"no JSON\n",
    b"\n",
    b"",
)
USER, ASSISTANT = LINES[0], LINES[1]


def _some(name: str, line: bytes = ASSISTANT, count: int = 40) -> Iterator[bytes]:
    rng = random.Random(name)
    for _ in range(count):
        yield MUTATIONS[name](line, rng)


def _entries(name: str, line: bytes = ASSISTANT) -> list[Entry]:
    return [decode(damaged) for damaged in _some(name, line)]


@pytest.mark.parametrize("name", MUTATIONS)
def test_mutation_is_the_same_for_the_same_chance(name: str) -> None:
    """A seed names a mutation's result for good."""
    for line in LINES:
        assert list(_some(name, line, 5)) == list(_some(name, line, 5))


@pytest.mark.parametrize("name", MUTATIONS)
def test_mutation_takes_any_bytes_and_changes_a_real_line(name: str) -> None:
    """No input stops a mutation, and none leaves a real line always as it was."""
    for line in LINES:
        assert all(isinstance(damaged, bytes) for damaged in _some(name, line, 5))
    assert any(damaged != USER for damaged in _some(name, USER))


@pytest.mark.parametrize("name", MUTATIONS)
def test_decode_survives_the_mutation(name: str) -> None:
    """Every damaged line gives an entry with the same bytes, and findings can be told."""
    for line in LINES:
        for damaged in _some(name, line, 12):
            entry = decode(damaged)
            assert entry.encode() == damaged
            assert isinstance(check(entry), tuple)


@given(st.binary(max_size=200), st.integers())
def test_any_line_can_be_mutated(line: bytes, seed: int) -> None:
    """mutations() takes any bytes and any seed, and repeats itself."""
    assert mutations(line, random.Random(seed)) == mutations(line, random.Random(seed))


def test_mutations_come_in_all_kinds() -> None:
    """Many draws show every kind of entry that damage can lead to."""
    rng = random.Random(7)
    kinds = {type(decode(mutations(LINES[n % 3], rng))) for n in range(1500)}
    assert {BadLine, BlankLine, GluedLine, UnknownEntry} < kinds


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("begin_with_bom", "bom"),
        ("insert_nan", "loose-json"),
        ("insert_gbk", "not-utf8"),
        ("insert_bad_utf8", "not-utf8"),
        ("end_in_crlf", "crlf"),
    ],
)
def test_mutation_leaves_its_mark(name: str, mark: str) -> None:
    """What was done to the bytes is told by the entry."""
    assert any(mark in entry.marks for entry in _entries(name))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("cut_tail", "torn-line"),
        ("become_nul", "nul-bytes"),
        ("become_other_json", "bad-line"),
        ("change_kind", "wrong-shape"),
        ("insert_huge_number", "wrong-shape"),
        ("rename_type", "no-type"),
        ("glue_whole", "glued-line"),
        ("glue_fragment", "glued-line"),
    ],
)
def test_mutation_is_found(name: str, code: str) -> None:
    """What was done to the record is a finding."""
    codes = {finding.code for entry in _entries(name) for finding in check(entry)}
    assert code in codes


def test_nesting_goes_to_its_depth_and_not_beyond() -> None:
    """The deepest line is as deep as promised, most are far shallower."""

    class Highest(random.Random):
        """Chance that always gives its highest number."""

        def random(self) -> float:
            return 1 - 2**-53

    deepest = MUTATIONS["nest_deeply"](b"{}\n", Highest())
    assert max(deepest.count(b"["), deepest.count(b"{") - 1) == DEEPEST
    assert sorted(map(len, _some("nest_deeply")))[20] < 5000


def test_duplicate_key_appears_twice() -> None:
    """The same key stands twice in one object."""
    assert any(damaged.count(b'"type":') > USER.count(b'"type":')
               for damaged in _some("duplicate_key", USER))  # fmt: skip


def test_surrogates_and_separators_go_into_texts() -> None:
    """These leave a line that reads as one record."""
    for name in ("insert_separator", "insert_raw_surrogate", "insert_escaped_surrogate"):
        readable = [entry for entry in _entries(name, USER) if not isinstance(entry, BadLine)]
        assert len(readable) > 10
