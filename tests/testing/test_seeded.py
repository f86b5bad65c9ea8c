"""Ids and clocks: real shapes, and the same every time."""

from __future__ import annotations

import re

import pytest

from steno.disk.layout import is_session_id
from steno.testing.seeded import START, Clock, Ids

SHAPES = {
    "message": r"msg_01[0-9A-Za-z]{22}",
    "request": r"req_011C[0-9A-Za-z]{20}",
    "tool_use": r"toolu_01[0-9A-Za-z]{22}",
    "server_tool_use": r"srvtoolu_01[0-9A-Za-z]{22}",
    "agent": r"a[0-9a-f]{16}",
    "task": r"b[0-9a-z]{8}",
    "signature": r"[A-Za-z0-9+/]+=*",
}


@pytest.mark.parametrize(("kind", "shape"), SHAPES.items())
def test_ids_have_the_clients_shapes(kind: str, shape: str) -> None:
    """Each kind of id looks as the client or the API writes it."""
    assert re.fullmatch(shape, getattr(Ids("x"), kind)())


def test_uuid_is_one_of_version_4() -> None:
    """A made-up uuid passes for a real one."""
    uuid = Ids("x").uuid()
    assert is_session_id(uuid)
    assert uuid[14] == "4"
    assert uuid[19] in "89ab"


def test_ids_of_a_seed_are_fixed() -> None:
    """The ids of a seed never change: files made from them stay the same."""
    assert Ids("tides").uuid() == "c1e31db2-865c-438c-93da-08b46921bf17"


def test_kinds_do_not_disturb_one_another() -> None:
    """Asking for more of one kind changes no id of another."""
    few, many = Ids("x"), Ids("x")
    for _ in range(9):
        many.message()
    assert few.uuid() == many.uuid()


def test_seeds_differ() -> None:
    """Two seeds share no id, and one seed repeats none."""
    drawn = [ids.uuid() for ids in (Ids("a"), Ids("b")) for _ in range(50)]
    assert len(set(drawn)) == 100


def test_hexadecimal_gives_as_many_digits_as_asked() -> None:
    """Odd lengths, too."""
    assert [len(Ids("x").hexadecimal(digits)) for digits in (7, 40)] == [7, 40]


def test_number_stays_below_its_bound() -> None:
    """A drawn number is never the bound itself."""
    ids = Ids("x")
    assert {ids.number("die", 6) for _ in range(200)} == set(range(6))


def test_clock_moves_only_when_told() -> None:
    """Reading a clock does not move it; ticking and waiting do."""
    clock = Clock()
    assert clock.now == clock.now == START
    assert clock.tick(1.5) == "2026-03-02T09:00:01.500Z"
    assert clock.wait(days=1, hours=2, minutes=3) == "2026-03-03T11:03:01.500Z"
    assert clock.go("2025-01-01T01:00:00+01:00") == "2025-01-01T00:00:00.000Z"


def test_milliseconds_count_from_1970() -> None:
    """history.jsonl has its times in that form."""
    assert Clock("1970-01-02T00:00:00.250Z").milliseconds == 86_400_250
