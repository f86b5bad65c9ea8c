"""Round trips: ``steno-agent`` begins, the real client goes on, we go on, it goes on again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

import steno
from tests.interop.oracle_keys import exact_keys
from tests.interop.round_trips import KINDS, Trip, middle, predicted
from tests.interop.sampling import sample

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor
    from pathlib import Path

    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop

WAYS: Final = ("--resume", "--continue", "--fork-session", "--resume-session-at")
TURNS: Final = [
    *(("theirs", "--resume"), ("ours", "--continue"), ("theirs", "--continue")),
    *(("ours", "--fork-session"), ("theirs", "--fork-session")),
    *(("ours", "--resume-session-at"), ("theirs", "--resume-session-at")),
    *(("ours", "--resume"), ("theirs", "--resume")),
]
"""Who goes on, and how: each client in each way, always with what the other has just said."""
AT_ONCE: Final = sample([(kind, way) for kind in KINDS for way in WAYS[1:]], 4)
"""What the real client goes on with as we left it; the first way is how the turns above begin."""


def made(kind: str, folder: Path, client: Client) -> Trip:
    """Make a session of a kind with our client; it holds what it told, and told it so."""
    trip = Trip(folder=folder, binary=client.binary)
    KINDS[kind](trip)
    assert trip.differing == []
    assert trip.checked
    return trip


def go_on(trip: Trip, who: str, way: str, prompt: str) -> list[str]:
    """Go on with a session, and give what was wrong with the requests that were made."""
    line = middle(trip.session()) if way == "--resume-session-at" else None
    before, since = predicted(trip.session(), line), len(trip.api.requests)
    old, content = trip.path, trip.path.read_bytes()
    client = trip.ours if who == "ours" else trip.theirs
    client(prompt, *trip.arguments(way, line))
    sent = trip.requests(since)
    wrong = [] if sent else ["nothing was asked"]
    if sent and exact_keys(sent[0].messages, prompt) != before:
        wrong.append(f"{exact_keys(sent[0].messages, prompt)}\nwas sent for {before}")
    if not all(prompt in str(request.messages) for request in sent):
        wrong.append("the prompt is not asked")
    if not old.read_bytes().startswith(content) or (old == trip.path) is (way == "--fork-session"):
        wrong.append("the old file did not stay as it was")
    return [f"{who} {way}: {one}" for one in [*wrong, *unlike_the_file(trip, sent), *pairs(trip)]]


def unlike_the_file(trip: Trip, sent: list[Any]) -> list[str]:
    """Say which requests of a turn are no beginning of what the file holds after it."""
    after = exact_keys(trip.session().messages())
    wrong = []
    for request in sent:
        own = exact_keys(request.messages)
        if own != after[: len(own)]:
            wrong.append(f"{own}\nis not how the file begins: {after}")
    return wrong


def pairs(trip: Trip) -> list[str]:
    """Say which calls of a session have no result, or more than one."""
    messages = trip.session().messages()
    blocks = [
        block
        for message in messages
        if isinstance(message["content"], list)
        for block in message["content"]
    ]
    calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
    results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
    return [] if sorted(calls) == sorted(results) else [f"{calls} are answered by {results}"]


def taken_in_turns(kind: str, folder: Path, client: Client) -> tuple[Trip, list[str]]:
    """Make a session and let both clients go on with it; give it and what went wrong."""
    trip = made(kind, folder, client)
    try:
        wrong = pairs(trip)
        for number, (who, way) in enumerate(TURNS):
            # Every other turn uses a tool.
            tag = "NEXT-1" if number % 2 else "WORD-1"
            wrong += go_on(trip, who, way, f"{tag}: turn {number} of {who}.")
            if wrong:
                break
    finally:
        trip.close()
    return trip, wrong


@pytest.fixture(scope="module")
def trips(
    client: Client, crew: ThreadPoolExecutor, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Future[tuple[Trip, list[str]]]]:
    """Give the sessions of all kinds, under way."""
    folder = tmp_path_factory.mktemp("trips")
    return {
        kind: crew.submit(taken_in_turns, kind, folder / str(number), client)
        for number, kind in enumerate(KINDS)
    }


@pytest.mark.parametrize("kind", KINDS)
def test_clients_take_turns(kind: str, trips: dict[str, Future[tuple[Trip, list[str]]]]) -> None:
    """Each sends exactly what the file predicts and the new prompt, and nobody finds fault."""
    trip, wrong = trips[kind].result()
    assert wrong == []
    assert trip.differing == []
    assert trip.api.problems == []
    assert {found.code for found in trip.session().findings} <= {"dead-branch"}


@pytest.fixture(scope="module")
def direct(
    client: Client, crew: ThreadPoolExecutor, tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[str, str], Future[list[str]]]:
    """Give the same sessions, each gone on with at once by the real client, under way."""
    folder = tmp_path_factory.mktemp("direct")

    def once(kind: str, way: str, place: Path) -> list[str]:
        trip = made(kind, place, client)
        try:
            return go_on(trip, "theirs", way, "WORD-1: and now?") + trip.api.problems
        finally:
            trip.close()

    return {
        (kind, way): crew.submit(once, kind, way, folder / str(number))
        for number, (kind, way) in enumerate(AT_ONCE)
    }


@pytest.mark.parametrize(("kind", "way"), AT_ONCE)
def test_real_client_goes_on_at_once(
    kind: str, way: str, direct: dict[tuple[str, str], Future[list[str]]]
) -> None:
    """What we began goes on in the real client, in every way, with the whole history."""
    assert direct[kind, way].result() == []


def test_kinds_hold_what_they_are_named_for(
    trips: dict[str, Future[tuple[Trip, list[str]]]],
) -> None:
    """Thoughts, pictures, summaries and the like are in the sessions that were gone on with."""
    signs = {
        "thinking": "redacted_thinking", "parallel tools": "Three at once.",
        "errors": "this is refused", "sub-agent": "Errand one is done.",
        "manual compaction": '"trigger":"manual"', "automatic compaction": '"trigger":"auto"',
        "images": "image/png", "interrupt": "[Request interrupted by user for tool use]",
    }  # fmt: skip
    for kind, sign in signs.items():
        content = trips[kind].result()[0].path.read_text("utf-8")
        assert sign in content, kind
    assert steno.load(trips["plain"].result()[0].path).refusal is None
