"""``steno trace test``: one small trace, and what came back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.cli.trace_test import made_trace
from steno.testing.sink_faults import HALF, partial, status
from steno.testing.sink_server import SinkServer
from steno.trace.profiles import PROFILES
from tests.cli.test_trace_sync import KEYS, configure
from tests.trace.traced import assert_whole

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run


@pytest.mark.parametrize("profile", sorted(PROFILES))
def test_sink_that_works(run: Run, sink: SinkServer, tmp_path: Path, profile: str) -> None:
    """One trace of three spans arrives, and nothing is recorded."""
    places = ["--otlp", sink.url, "--profile", profile, "--db", tmp_path / "data"]
    answer = run("trace", "test", *places, "--json")
    document = answer.document
    assert (answer.code, document["accepted"], document["status"]) == (0, True, None)
    assert (document["url"], document["profile"]) == (sink.url, profile)
    assert list(sink.traces) == [document["trace"]]
    assert (len(sink.spans), sink.problems, sink.orphans()) == (3, [], [])
    assert f"{sink.url} took the trace" in run("trace", "test", *places).out
    assert len(sink.traces) == 2
    assert not (tmp_path / "data").exists()


def test_wrong_key(run: Run) -> None:
    """Exit code 1, what the sink said, and no key."""
    with SinkServer(langfuse_keys=KEYS) as server:
        configure(
            f'[trace.sinks.fuse]\ntype = "langfuse"\nurl = "{server.address}"\n'
            f'public_key = "{KEYS[0]}"\nsecret_key = "sk-lf-wrong"\n'
        )
        answer = run("trace", "test", "fuse")
        assert answer.code == 1
        assert "HTTP 401" in answer.out
        assert "authorization is missing or wrong" in answer.out
        assert run("trace", "test", "--json").document["status"] == 401
        assert "sk-lf-wrong" not in answer.out + answer.err


@pytest.mark.parametrize("fault", [status(503), HALF, partial(count=1)], ids=lambda one: one.kind)
def test_sink_that_does_not_take_it(run: Run, fault: object) -> None:
    """It is tried once, and told."""
    with SinkServer(faults=[fault]) as server:  # type: ignore[list-item]
        answer = run("trace", "test", "--otlp", server.url)
        assert (answer.code, "did not take the trace" in answer.out) == (1, True)


def test_sink_that_is_not_there(run: Run, sink: SinkServer) -> None:
    """Whoever refuses the connection is named."""
    with sink.down():
        answer = run("trace", "test", "--otlp", sink.url)
    assert answer.code == 1
    assert sink.url in answer.out
    assert "Check the address" in answer.out


def test_unknown_sink_is_wrong_use(run: Run) -> None:
    """And so is none at all."""
    assert run("trace", "test", "nowhere").code == 2
    assert run("trace", "test").code == 2


def test_made_up_trace_is_whole() -> None:
    """As every trace has to be."""
    assert_whole(made_trace(10**18, "seed"))
