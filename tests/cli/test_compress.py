"""``steno compress``: who writes the summary, what is asked of whom, and what is written."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from steno.cli.compress import WITHOUT_KEY
from steno.config import config_path
from tests.cli.running import run_on_terminal
from tests.edit.edited import in_home, told
from tests.edit.test_compress import THREE
from tests.edit.test_redact import SECRET
from tests.model.fake_service import answer, refusal, serving
from tests.session.transcripts import text, user
from tests.written import ONE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

ROOM = ("--keep-last", "1")


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the keys of whoever runs the tests, and where they lead."""
    for name in [name for name in os.environ if name.startswith("ANTHROPIC_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def places(tmp_path: Path) -> list[object]:
    """Give a home with a session, and a folder for the journal."""
    in_home(tmp_path / "home", *THREE)
    return ["--home", tmp_path / "home", "--db", tmp_path / "data"]


def configure(**model: str) -> None:
    """Write a configuration."""
    path = config_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{key} = {json.dumps(value)}" for key, value in model.items())
    path.write_text("\n".join(["[model]", *lines, ""]))


def sent(run: Run, document: Any, places: list[object]) -> str:
    """Give what a resume of the result sends."""
    return run("messages", document["result"]["path"], *places).out


def test_excerpts_are_the_rule(run: Run, places: list[object], monkeypatch: Any) -> None:
    """Also with a key: nobody is asked who was not named."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    with serving(answer("x")) as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.address)
        answer_ = run("compress", ONE, *ROOM, "--json", *places)
        assert service.got == []
    document = answer_.document
    assert document["saved"]["tokens"] > 0
    assert "summed up by excerpts" in document["notes"][0]
    assert "first\\n  of all" in sent(run, document, places)


@pytest.mark.parametrize("client", ["httpx", "anthropic"])
def test_named_model_writes_the_summary(
    run: Run, places: list[object], monkeypatch: Any, client: str
) -> None:
    """Whichever client asks it; every prompt is there all the same."""
    configure(client=client)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    with serving(answer("The tides are in.")) as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.address)
        answer_ = run("compress", ONE, *ROOM, "--model", "claude-test", "--json", *places)
        (got,) = service.got
    assert got.body["model"] == "claude-test"
    assert "Answer two" in str(got.body["messages"])
    assert "third" not in str(got.body["messages"])
    assert answer_.err == "asking claude-test: request 1 of 1\n"
    document = answer_.document
    assert f"claude-test was asked at {service.address}: 1 request" in str(document["notes"])
    words = sent(run, document, places)
    assert "The tides are in." in words
    assert "first\\n  of all" in words


def test_configured_model_is_asked(run: Run, places: list[object], monkeypatch: Any) -> None:
    """Unless excerpts were wanted; the address may be configured, too."""
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "t")
    with serving(answer("Tides.")) as service:
        configure(name="claude-set", base_url=service.address)
        out = run("compress", ONE, *ROOM, "--yes", *places).out
        assert len(service.got) == 1
        assert run("compress", ONE, *ROOM, "--extractive", "--yes", *places).code == 0
        assert len(service.got) == 1
    assert "summed up by claude-set" in out


def test_configured_model_without_a_key_is_not_missed(run: Run, places: list[object]) -> None:
    """The plan says so; one that was named here is an error."""
    configure(name="claude-set")
    document = run("compress", ONE, *ROOM, "--dry-run", "--json", *places).document
    assert document["notes"][-1] == WITHOUT_KEY
    assert "summed up by excerpts" in document["notes"][0]
    dry = run("compress", ONE, *ROOM, "--model", "x", "--dry-run", *places)
    assert (dry.code, "x would be asked" in dry.out) == (0, True)
    assert "without --dry-run this needs ANTHROPIC_API_KEY" in dry.err
    answer_ = run("compress", ONE, *ROOM, "--model", "x", *places)
    assert (answer_.code, "Set ANTHROPIC_API_KEY" in answer_.err) == (2, True)


def test_dry_run_asks_nobody(run: Run, places: list[object], monkeypatch: Any) -> None:
    """It says what would be sent where, and writes nothing."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    with serving(answer("x")) as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.address)
        out = run("compress", ONE, *ROOM, "--model", "claude-test", "--dry-run", *places).out
        assert service.got == []
    assert f"claude-test would be asked at {service.address}: 1 request, about" in out
    assert "A dry run asks nobody" in out


def test_failure_writes_nothing(run: Run, places: list[object], monkeypatch: Any) -> None:
    """The message says what to do, without the key."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")
    before = list_of(places)
    with serving(refusal(401, "authentication_error", "no sk-secret")) as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.address)
        answer_ = run("compress", ONE, *ROOM, "--model", "m", "--yes", *places)
    assert answer_.code == 2
    assert "did not accept the key" in answer_.err
    assert "sk-secret" not in answer_.err + answer_.out
    assert list_of(places) == before


def list_of(places: list[object]) -> list[Path]:
    """List the files of the home."""
    home: Any = places[1]
    return sorted(home.rglob("*"))


def test_one_way_has_to_be_chosen(run: Run, places: list[object]) -> None:
    """Both at once are wrong use."""
    answer_ = run("compress", ONE, "--model", "m", "--extractive", *places)
    assert (answer_.code, "exclude each other" in answer_.err) == (2, True)


def test_live_session_costs_nothing(run: Run, places: list[object], monkeypatch: Any) -> None:
    """It is refused before the model is asked."""
    home: Any = places[1]
    (home / "sessions").mkdir()
    live = {"pid": os.getpid(), "sessionId": ONE, "startedAt": 0}
    (home / "sessions" / f"{os.getpid()}.json").write_text(json.dumps(live))
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    with serving(answer("x")) as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.address)
        answer_ = run("compress", ONE, *ROOM, "--model", "m", "--yes", *places)
        assert service.got == []
    assert (answer_.code, "running client" in answer_.err) == (2, True)


def test_bands_in_place_and_back(run: Run, places: list[object]) -> None:
    """The session itself changes, and is as it was after an undo."""
    (path,) = [one for one in list_of(places) if one.suffix == ".jsonl"]
    before = path.read_bytes()
    bands = ("--keep-last", "1", "--trim-last", "1", "--in-place", "--yes")
    answer_ = run("compress", ONE, *bands, *places)
    assert "Turn 2 stays without results and thinking." in answer_.out
    assert path.read_bytes() != before
    assert run("undo", *places).code == 0
    assert path.read_bytes() == before


def test_progress_is_shown_on_a_terminal(places: list[object]) -> None:
    """And nothing of it stays but the plan."""
    with serving(answer("Tides", " and more.")) as service:
        environ = {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": service.address}
        asked = ("compress", ONE, *ROOM, "--model", "claude-test", "--yes", *places)
        answer_ = run_on_terminal(*asked, environ=environ)
    assert answer_.code == 0
    assert "asking claude-test" in answer_.out
    assert "summed up by claude-test" in answer_.out


def test_secrets_are_not_sent(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    """Unless that is asked for."""
    lines = (user("s", f"the token is {SECRET}"), told("t", text("word " * 900)), *THREE)
    in_home(tmp_path / "home", *lines)
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    with serving(*[answer("Tides.")] * 2) as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.address)
        asked = ("compress", ONE, *ROOM, "--model", "m", "--yes", *places)
        answer_ = run(*asked)
        assert (answer_.code, "1 secret is not sent" in answer_.out + answer_.err) == (0, True)
        assert SECRET not in repr(service.got)
        assert "REDACTED:github-token:1" in repr(service.got)
        assert run(*asked, "--no-redact").code == 0
        assert SECRET in repr(service.got[1])
