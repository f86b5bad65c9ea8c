"""``steno trace forget``: what waits for a sink goes, and what it has only where that is asked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.trace.sending import small_home

if TYPE_CHECKING:
    from steno.testing.sink_server import SinkServer
    from tests.cli.running import Run


@pytest.fixture
def places(tmp_path: Path) -> list[object]:
    """Give a home with seven turns, and a data folder."""
    return ["--home", small_home(tmp_path / "home"), "--db", tmp_path / "data"]


def test_address_that_was_wrong_is_forgotten(
    run: Run, places: list[object], sink: SinkServer
) -> None:
    """What waited for it is gone, and the status is clean again."""
    wrong = "http://127.0.0.1:9/v1/traces"
    assert run("trace", "sync", "--otlp", wrong, *places).code == 1
    assert run("trace", "sync", "--otlp", sink.url, *places).code == 0
    assert run("trace", "status", *places).code == 1
    document = run("trace", "forget", "otlp", "--yes", "--json", *places).document
    assert (document["sink"], document["dropped"]) == ("otlp", 7)
    assert run("trace", "status", *places).code == 0
    again = run("trace", "sync", "--otlp", sink.url, "--json", *places).document
    assert (again["sent"], again["unchanged"]) == (0, 9)


def test_everything_is_sent_anew_where_that_is_wanted(
    run: Run, places: list[object], sink: SinkServer
) -> None:
    """Such as after the traces were removed from the sink."""
    path = Path(os.environ["STENO_CONFIG"])
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'[trace.sinks.mine]\nurl = "{sink.address}"\n')
    run("trace", "sync", *places)
    assert "Forgot 7 turns of mine" in run("trace", "forget", "mine", "--sent", *places).out
    assert run("trace", "sync", "--json", *places).document["sent"] == 7


def test_unknown_sink_is_told(run: Run, places: list[object], sink: SinkServer) -> None:
    """With the names that there are."""
    assert run("trace", "forget", "mine", *places).code == 2
    run("trace", "sync", "--otlp", sink.url, *places)
    answer = run("trace", "forget", "mine", *places)
    assert (answer.code, "otlp" in answer.err) == (2, True)
