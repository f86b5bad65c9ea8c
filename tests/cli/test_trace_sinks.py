"""Which sinks a command of tracing means, and what it says of one that takes nothing."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest

from steno.cli.options import Options
from steno.cli.trace_sinks import chosen_sinks, collect_file, make_exporter, problem_words
from steno.disk.discover import Home
from steno.errors import NoSinkError, UnknownSinkError, UsageError
from steno.store.database import open_state
from steno.trace.closing import Closing
from steno.trace.sender import Refused
from tests.trace.sending import sink_at, small_home

NOTHING: dict[str, Any] = {"otlp": None, "headers": (), "profile": None, "sinks": ()}
TWO = """
[trace.sinks.near]
url = "http://127.0.0.1:9/v1/traces"
profile = "openinference"
[trace.sinks.far]
url = "http://127.0.0.1:10/v1/traces"
"""


def configure(text: str) -> None:
    """Write the configuration of a test."""
    path = Path(os.environ["STENO_CONFIG"])
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def test_all_that_are_set_up() -> None:
    """Without a wish every sink that is set up is meant; where none is, an error says so."""
    with pytest.raises(NoSinkError):
        chosen_sinks(Options(), NOTHING)
    configure(TWO)
    assert [sink.name for sink in chosen_sinks(Options(), NOTHING).sinks] == ["near", "far"]


def test_named_once() -> None:
    """A sink that is named twice is sent to once, in the order of the names."""
    configure(TWO)
    chosen = chosen_sinks(Options(), NOTHING | {"sinks": ("far", "near", "far")})
    assert [sink.name for sink in chosen.sinks] == ["far", "near"]
    with pytest.raises(UnknownSinkError):
        chosen_sinks(Options(), NOTHING | {"sinks": ("nobody",)})


def test_address_instead_of_a_name() -> None:
    """An address with its headers and profile is the only sink, whatever is set up."""
    configure(TWO)
    asked = {"otlp": "http://127.0.0.1:11/v1/traces", "headers": ("x-key=a=b",)}
    (sink,) = chosen_sinks(Options(), NOTHING | asked).sinks
    assert (sink.url, sink.profile) == (asked["otlp"], "genai")
    assert sink.headers["x-key"] == "a=b"
    for wrong in ({"sinks": ("near",)} | asked, {"headers": ("a=b",)}, {"profile": "genai"}):
        with pytest.raises(UsageError):
            chosen_sinks(Options(), NOTHING | wrong)


def test_session_that_cannot_be_read_is_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that is gone by now is told and answered with False; the next is collected."""
    files = list(Home(small_home(tmp_path / "home")).sessions())
    files[0].path.unlink()
    with open_state(tmp_path / "data", create=True) as state:
        exporter = make_exporter(Options(), state, sink_at("http://127.0.0.1:9/v1/traces"))
        collected = [
            collect_file(file, [exporter], Closing(time.time_ns(), idle_seconds=0))
            for file in files
        ]
    assert collected == [False, True, True, True]
    assert files[0].id in capsys.readouterr().err


def test_words_for_a_refusal() -> None:
    """The status is told where there is one, and always which sink it was and where."""
    sink = sink_at("http://127.0.0.1:9/v1/traces")
    told = problem_words(sink, Refused(final=True, status=401, message="no key"))
    assert told == f"{sink.name}: {sink.url} takes nothing (HTTP 401: no key)"
    assert "HTTP" not in problem_words(
        sink, Refused(final=False, status=None, message="nobody listens")
    )
