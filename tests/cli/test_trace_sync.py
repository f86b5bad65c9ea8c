"""``steno trace sync``: everything once, whatever happens, and words for what goes wrong."""

from __future__ import annotations

import json
import os
import shutil
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pytest

from steno.disk.discover import Home
from steno.edit.apply import apply
from steno.edit.clone import clone
from steno.edit.trim import Trim, trim
from steno.session.session import load, load_file
from steno.store.database import STATE_NAME, open_state
from steno.testing.build import make_home, make_session
from steno.testing.demo import write_demo
from steno.testing.sink_faults import DIES, DROPS, HALF, slow, status
from steno.testing.sink_faults import partial as rejects
from steno.testing.sink_server import SinkServer
from steno.trace import exporter
from steno.trace.exporter import alone
from tests.trace.sending import conversation, sink_at, small_home, wanted

if TYPE_CHECKING:
    from pathlib import Path

    from steno.testing.sink_faults import Fault
    from tests.cli.running import Run

KEYS = ("pk-lf-0123456789", "sk-lf-9876543210")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with three sessions and a fork: seven turns."""
    return small_home(tmp_path / "home")


@pytest.fixture
def places(tmp_path: Path, home: Path) -> list[object]:
    """Say where everything is."""
    return ["--home", home, "--db", tmp_path / "data"]


def configure(text: str) -> None:
    """Write the configuration of a test."""
    from pathlib import Path as PathOf

    path = PathOf(os.environ["STENO_CONFIG"])
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def figures(document: Any) -> dict[str, int]:
    """Give the sums of a sync that are not zero."""
    names = ("turns", "sent", "unchanged", "failed", "waiting")
    return {name: document[name] for name in names if document[name]}


def test_everything_arrives_and_is_counted(
    run: Run, places: list[object], home: Path, sink: SinkServer
) -> None:
    """With exactly the content of the transcripts; the copies in the fork add nothing."""
    answer = run("trace", "sync", "--otlp", sink.url, "--json", *places)
    assert (answer.code, answer.document["schema"]) == (0, "steno.trace.sync/1")
    assert figures(answer.document) == {"turns": 9, "sent": 7, "unchanged": 2}
    assert sink.spans == wanted(home, sink_at(sink.url))
    assert (sink.problems, sink.orphans()) == ([], [])
    (row,) = answer.document["sinks"]
    assert (row["sink"], row["error"]) == ("otlp", None)
    again = run("trace", "sync", "--otlp", sink.url, *places)
    assert (again.code, again.out) == (
        0,
        "otlp: 7 there already, 2 copies of turns in other sessions.\n",
    )


def test_thrice_and_from_an_empty_state_changes_nothing(
    run: Run, tmp_path: Path, sink: SinkServer
) -> None:
    """The demo with its oddities: no span is sent twice, and with another state none differs."""
    write_demo(tmp_path / "demo")
    common = ["trace", "sync", "--otlp", sink.url, "--home", tmp_path / "demo"]
    for _ in range(3):
        assert run(*common, "--db", tmp_path / "data").code == 0
    assert set(sink.copies.values()) == {1}
    before = dict(sink.spans)
    assert len(before) > 100
    assert run(*common, "--db", tmp_path / "elsewhere").code == 0
    assert (sink.spans, sink.changed, sink.problems) == (before, [], [])


def test_copies_of_the_demo_add_no_trace(run: Run, tmp_path: Path, sink: SinkServer) -> None:
    """Clones, forks and trimmed copies, of all that had sub-agents: not one span more."""
    write_demo(tmp_path / "demo")
    common = ["trace", "sync", "--otlp", sink.url, "--home", tmp_path / "demo"]
    run(*common, "--db", tmp_path / "data")
    before = set(sink.spans)
    paths = sorted((tmp_path / "demo" / "projects").glob("*/*.jsonl"))
    for number, path in enumerate(paths):
        session = load(path)
        is_chosen = session.subagents or number % 4 == 0
        if not session.turns or path.name.startswith("agent-") or not is_chosen:
            continue
        plans = [
            clone(session),
            clone(session, keep_uuids=True),
            trim(session, Trim(thinking=True)),
        ]
        if session.tool_calls:
            # The files of sub-agents are copied, but the calls that began them are gone.
            plans.append(trim(session, Trim(tool_calls=True)))
        for plan in plans:
            apply(plan, tmp_path / "edits")
    for data in ("data", "elsewhere"):
        assert run(*common, "--db", tmp_path / data).code == 0
        assert set(sink.spans) - before == set()
    assert (sink.orphans(), sink.problems) == ([], [])


@pytest.mark.parametrize(
    "fault",
    [
        DROPS, status(429, retry_after=0), status(500), status(503), HALF, DIES, slow(0.05),
        rejects(count=1), status(408), status(502),
    ],
    ids=lambda one: f"{one.kind}-{one.status}",
)  # fmt: skip
def test_fault_of_the_sink_delays_and_loses_nothing(
    run: Run, places: list[object], home: Path, fault: Fault
) -> None:
    """It is tried again within the same run, and all is there."""
    with SinkServer(faults=[None, fault]) as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr("steno.model.attempts.Attempts.pause", lambda *_: 0.0)
        answer = run("trace", "sync", "--otlp", server.url, "--json", *places)
        assert (answer.code, figures(answer.document)["sent"]) == (0, 7)
        assert server.spans == wanted(home, sink_at(server.url))
        assert server.changed == []


def test_sink_that_is_away_gets_it_later(
    run: Run, places: list[object], home: Path, sink: SinkServer
) -> None:
    """Exit code 1 and where it was looked for; the next run sends everything."""
    with sink.down():
        answer = run("trace", "sync", "--otlp", sink.url, *places)
    assert answer.code == 1
    assert "7 not sent" in answer.out
    assert f"{sink.url} takes nothing" in answer.err
    assert "trace status' shows what waits" in answer.err
    assert run("trace", "sync", "--otlp", sink.url, *places).code == 0
    assert sink.spans == wanted(home, sink_at(sink.url))


@pytest.mark.parametrize("path", ["/v1/trace", "/login"])
def test_wrong_address_is_told_and_loses_nothing(
    run: Run, places: list[object], sink: SinkServer, path: str
) -> None:
    """A 404 is not tried again."""
    answer = run("trace", "sync", "--otlp", sink.address + path, *places)
    assert (answer.code, len(sink.problems)) == (1, 1)
    assert "HTTP 404" in answer.err
    assert run("trace", "sync", "--otlp", sink.url, *places).code == 0
    assert len(sink.traces) == 7


def test_wrong_key_is_told_and_never_shown(
    run: Run, places: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A 401 ends it at once; with the right key everything is there, under "Turn N"."""
    with SinkServer(langfuse_keys=KEYS) as server:
        monkeypatch.setenv("LANGFUSE_HOST", server.address)
        monkeypatch.setenv("LANGFUSE_PUBLIC_KEY", KEYS[0])
        monkeypatch.setenv("LANGFUSE_SECRET_KEY", "sk-lf-wrong-key")
        answer = run("trace", "sync", *places)
        assert (answer.code, len(server.problems)) == (1, 1)
        assert "HTTP 401" in answer.err
        monkeypatch.setenv("LANGFUSE_SECRET_KEY", KEYS[1])
        right = run("trace", "sync", "--json", *places)
        assert (right.code, figures(right.document)["sent"]) == (0, 7)
        assert {"Turn 1", "Turn 2", "Turn 3"} <= {span.name for span in server.spans.values()}
        shown = answer.out + answer.err + right.out + right.err
        assert not [key for key in (*KEYS, "sk-lf-wrong-key") if key in shown]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--sink", "nowhere"], "no sink called 'nowhere'"),
        ([], "there is no sink to send traces to"),
        (["--otlp", "ftp://x/"], "its url is no address to send to"),
        (["--otlp", "no address"], "its url is no address to send to"),
        (["--otlp", "http://127.0.0.1:9/", "--profile", "fancy"], "fancy"),
        (["--otlp", "http://127.0.0.1:9/", "--sink", "a"], "--otlp and the name of a sink"),
        (["--profile", "genai"], "belong to --otlp"),
        (["--otlp", "http://127.0.0.1:9/", "--header", "nonsense"], "header"),
        (["--otlp", "http://127.0.0.1:9/", "--session", "nobody"], "nobody"),
        (["--otlp", "http://127.0.0.1:9/", "--since", "whenever"], "whenever"),
        (["--otlp", "http://127.0.0.1:9/", "--take-over", "/no/such/file"], "no/such/file"),
    ],
)
def test_wrong_use_is_refused_with_words(
    run: Run, places: list[object], arguments: list[object], words: str
) -> None:
    """Exit code 2, and nothing is sent."""
    answer = run("trace", "sync", *arguments, *places)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[trace]\nsinks = 3\n", "trace.sinks"),
        ("[trace.sinks]\nmine = 'http://x'\n", "it is no table"),
        ("[trace.sinks.mine]\ntype = 'carrier pigeon'\n", "type"),
        ("[trace.sinks.mine]\nurl = 7\n", "url"),
        ("[trace.sinks.mine]\ntype = 'otlp'\nuri = 'http://127.0.0.1:9/'\n", "'uri'"),
        ("[trace.sinks.mine\n", "config.toml"),
    ],
)
def test_configuration_of_a_wrong_shape_is_refused(
    run: Run, places: list[object], tmp_path: Path, text: str, words: str
) -> None:
    """It is said what is wrong in it, and the file stays as it is."""
    configure(text)
    answer = run("trace", "sync", *places)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert (tmp_path / "own" / "config.toml").read_text() == text


def test_transcript_that_cannot_be_read_is_passed_over(
    run: Run, places: list[object], home: Path, sink: SinkServer
) -> None:
    """It is named; the others arrive; and it comes when it can be read."""
    path = make_session(home, conversation("locked", 1))
    raw = path.read_bytes()
    path.unlink()
    path.mkdir()
    answer = run("trace", "sync", "--otlp", sink.url, *places)
    assert (len(sink.traces), path.stem in answer.err, answer.code) == (7, True, 1)
    path.rmdir()
    path.write_bytes(raw)
    assert run("trace", "sync", "--otlp", sink.url, *places).code == 0
    assert len(sink.traces) == 8


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_locked_transcript_is_named(
    run: Run, places: list[object], home: Path, sink: SinkServer
) -> None:
    """By its path, with the reason."""
    path = make_session(home, conversation("locked", 1))
    path.chmod(0)
    answer = run("trace", "sync", "--otlp", sink.url, *places)
    assert len(sink.traces) == 7
    assert str(path) in answer.err


def test_broken_lines_are_passed_and_the_turn_is_sent(
    run: Run, tmp_path: Path, sink: SinkServer
) -> None:
    """What stands around them is not lost."""
    path = make_session(tmp_path / "home", conversation("torn", 1))
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0], b"{torn", *lines[1:], b'{"half": ']))
    answer = run(
        "trace", "sync", "--otlp", sink.url, "--home", tmp_path / "home", "--db", tmp_path / "data"
    )
    assert (answer.code, len(sink.traces)) == (0, 1)


def test_trace_that_is_refused_does_not_block_the_others(
    run: Run, places: list[object], home: Path, sink: SinkServer
) -> None:
    """It is given up until it changes, or until --retry."""
    bad = min(trace for trace, _ in wanted(home, sink_at(sink.url)))
    sink.rejected_traces = {bad}
    answer = run("trace", "sync", "--otlp", sink.url, "--json", *places)
    assert (answer.code, figures(answer.document)["failed"]) == (1, 1)
    assert (len(sink.traces), bad in sink.traces) == (6, False)
    asked = len(sink.requests)
    assert run("trace", "sync", "--otlp", sink.url, *places).code == 1
    assert len(sink.requests) == asked
    sink.rejected_traces = set()
    assert run("trace", "sync", "--otlp", sink.url, "--retry", *places).code == 0
    assert sink.spans == wanted(home, sink_at(sink.url))


def test_only_what_is_asked_for(
    run: Run, places: list[object], home: Path, sink: SinkServer
) -> None:
    """By session and by day; the rest comes when it is asked for."""
    one = conversation("talk-1").session_id
    run("trace", "sync", "--otlp", sink.url, "--session", one, *places)
    assert {span.attributes["session.id"] for span in sink.spans.values()} == {one}
    late = run("trace", "sync", "--otlp", sink.url, "--since", "yesterday", "--json", *places)
    assert (late.code, figures(late.document)) == (0, {})
    run("trace", "sync", "--otlp", sink.url, "--since", "2026-01-01", *places)
    assert sink.spans == wanted(home, sink_at(sink.url))


def syncing(folder: Path, sink: SinkServer) -> list[object]:
    """Give the words of a sync of a home below a folder to a sink."""
    places = ["--home", folder / "home", "--db", folder / "d"]
    return ["trace", "sync", "--otlp", sink.url, *places]


def test_open_turn_waits_for_its_end(run: Run, tmp_path: Path, sink: SinkServer) -> None:
    """It is counted, is no failure, and comes when it was quiet for long enough."""
    make_session(tmp_path / "home", conversation("open", 2))
    common = syncing(tmp_path, sink)
    waiting = run(*common, "--idle", 10**10, "--json")
    assert (waiting.code, figures(waiting.document)) == (0, {"turns": 2, "sent": 1, "waiting": 1})
    assert run(*common, "--idle", 10**10).out == "otlp: 1 there already, 1 not over yet.\n"
    assert figures(run(*common, "--json").document) == {"turns": 2, "sent": 1, "unchanged": 1}


def test_turn_that_grew_is_sent_again(run: Run, tmp_path: Path, sink: SinkServer) -> None:
    """With the same ids: what was there is replaced, and nothing doubled."""
    whole = conversation("grown", 1).encode()
    path = make_session(tmp_path / "home", conversation("grown", 1))
    path.write_bytes(whole[: whole[:-1].rfind(b"\n") + 1])
    common = syncing(tmp_path, sink)
    run(*common)
    path.write_bytes(whole)
    assert figures(run(*common, "--json").document) == {"turns": 1, "sent": 1}
    assert (len(sink.traces), sink.spans) == (1, wanted(tmp_path / "home", sink_at(sink.url)))


def test_two_sinks_are_apart(run: Run, places: list[object], sink: SinkServer) -> None:
    """What one has taken the other still gets, each in its own words."""
    with SinkServer(langfuse_keys=KEYS) as other:
        configure(
            f'[trace.sinks.plain]\nurl = "{sink.address}"\n[trace.sinks.fuse]\ntype = "langfuse"\n'
            f'url = "{other.address}"\npublic_key = "{KEYS[0]}"\nsecret_key = "{KEYS[1]}"\n'
        )
        run("trace", "sync", "--sink", "plain", "--sink", "plain", *places)
        answer = run("trace", "sync", "--json", *places)
        rows = {row["sink"]: (row["sent"], row["unchanged"]) for row in answer.document["sinks"]}
        assert rows == {"plain": (0, 9), "fuse": (7, 2)}
        assert sink.traces.keys() == other.traces.keys()
        assert not [key for key in KEYS if key in answer.out + answer.err]


def test_what_another_program_sent_is_taken_over(
    run: Run, tmp_path: Path, sink: SinkServer
) -> None:
    """Nothing is sent twice, numbers go on, and forks of it send only what is new."""
    session = conversation("old", 4)
    fork = session.fork("fork")
    fork.prompt("Ask on.")
    fork.reply("Answer on.")
    make_home(tmp_path / "home", [fork, session])
    path = next((tmp_path / "home").rglob(f"{session.session_id}.jsonl"))
    # The fork was written to before: it is looked at first.
    os.utime(path, (2_000_000_000, 2_000_000_000))
    loaded = load(path)
    last = loaded.outline.line(max(loaded.turns[2].rows))
    state = tmp_path / "cc-langfuse_state.json"
    told = {"last_line": last, "turn_count": 3, "updated": "2026-03-01T00:00:00Z"}
    state.write_text(json.dumps({session.session_id: told}))
    common = ["trace", "sync", "--otlp", sink.url, "--profile", "langfuse",
              "--home", tmp_path / "home", "--db", tmp_path / "data"]  # fmt: skip
    answer = run(*common, "--take-over", state)
    assert (answer.code, "1 session" in answer.err) == (0, True)
    roots = [span.name for span in sink.spans.values() if span.parent is None]
    assert sorted(roots) == ["Turn 4", "Turn 5"]
    assert figures(run(*common, "--json").document) == {"turns": 9, "unchanged": 9}
    assert len(sink.traces) == 2


@pytest.mark.parametrize(
    "text", ["", "[]", '{"a": 3}', '{"a": {"last_line": -1, "turn_count": 0}}']
)
def test_state_that_is_none_is_not_taken_over(
    run: Run, places: list[object], tmp_path: Path, sink: SinkServer, text: str
) -> None:
    """It is refused before anything is sent."""
    (tmp_path / "state.json").write_text(text)
    answer = run(
        "trace", "sync", "--otlp", sink.url, "--take-over", tmp_path / "state.json", *places
    )
    assert (answer.code, "cannot be taken over" in answer.err, sink.requests) == (2, True, [])


def test_second_exporter_says_so_or_waits(
    run: Run,
    places: list[object],
    tmp_path: Path,
    sink: SinkServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As long as the first one takes; nothing is sent meanwhile."""
    open_state(tmp_path / "data", create=True).close()
    with alone(tmp_path / "data"):
        monkeypatch.setattr(exporter, "alone", partial(alone, patience=0.05))
        answer = run("trace", "sync", "--otlp", sink.url, *places)
        assert (answer.code, "another exporter" in answer.err, sink.requests) == (2, True, [])
    monkeypatch.setattr(exporter, "alone", alone)
    held, done = Event(), Event()

    def hold() -> None:
        with alone(tmp_path / "data"):
            held.set()
            done.wait(0.3)

    thread = Thread(target=hold)
    thread.start()
    held.wait()
    assert run("trace", "sync", "--otlp", sink.url, *places).code == 0
    thread.join()
    assert len(sink.traces) == 7


def test_secrets_stay_here(run: Run, tmp_path: Path, sink: SinkServer) -> None:
    """Unless the sink is told to get them."""
    secret = "sk-ant-api03-" + "Ab3" * 31 + "AA"
    session = conversation("secret", 1)
    session.prompt(f"My key is {secret}.")
    session.reply(f"I see {secret}.")
    make_session(tmp_path / "home", session)
    common = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    run("trace", "sync", "--otlp", sink.url, *common)
    assert secret not in str(sink.spans)
    assert secret.encode() not in (tmp_path / "data" / STATE_NAME).read_bytes()
    configure(f'[trace.sinks.mine]\nurl = "{sink.address}"\nredact = false\n')
    run("trace", "sync", "--sink", "mine", *common)
    assert secret in str(sink.spans)


def test_state_that_is_lost_doubles_nothing(
    run: Run, places: list[object], tmp_path: Path, home: Path, sink: SinkServer
) -> None:
    """Ids depend on the transcripts alone."""
    run("trace", "sync", "--otlp", sink.url, *places)
    shutil.rmtree(tmp_path / "data")
    assert run("trace", "sync", "--otlp", sink.url, *places).code == 0
    assert (sink.spans, sink.changed) == (wanted(home, sink_at(sink.url)), [])


def test_agents_of_a_session_that_is_gone_are_traces_of_their_own(
    run: Run, tmp_path: Path, sink: SinkServer
) -> None:
    """Under the session that they name, once, and none of them takes the place of a whole turn."""
    home = tmp_path / "demo"
    write_demo(home)
    places = ["--home", home, "--db", tmp_path / "data"]
    gone = next(file for file in Home(home).sessions() if file.subagents)
    files = {one.path for one in load_file(gone).subagents if one.path is not None}
    kept = gone.path.read_bytes()
    gone.path.unlink()
    first = run("trace", "sync", "--otlp", sink.url, "--json", *places).document
    roots = [span for span in sink.spans.values() if span.parent is None]
    lone = [span for span in roots if span.attributes.get("steno.orphan")]
    gone_before = {one.session_id for one in Home(home).lost_subagents()} - {gone.id}
    assert {span.attributes["session.id"] for span in lone} == {gone.id, *gone_before}
    assert len(lone) <= len(files) + 1
    again = run("trace", "sync", "--otlp", sink.url, "--json", *places).document
    assert (again["sent"], again["turns"]) == (0, first["turns"])
    gone.path.write_bytes(kept)
    with SinkServer() as other:
        run("trace", "sync", "--otlp", other.url, *places)
        lone = [one for one in other.spans.values() if one.attributes.get("steno.orphan")]
        assert {one.attributes["session.id"] for one in lone} == gone_before
    assert sink.orphans() == []


def test_only_what_was_asked_for_is_sent(
    run: Run, places: list[object], home: Path, sink: SinkServer
) -> None:
    """What waits from before is left alone, and nothing is counted twice."""
    with sink.down():
        run("trace", "sync", "--otlp", sink.url, *places)
    one = next(iter(Home(home).sessions()))
    turns = len(load_file(one).turns)
    asked = run("trace", "sync", "--otlp", sink.url, "--session", one.id, "--json", *places)
    assert (asked.document["turns"], len(sink.traces)) == (turns, asked.document["sent"])
    assert 0 < len(sink.traces) < 7
    rest = run("trace", "sync", "--otlp", sink.url, "--json", *places).document
    assert (rest["turns"], rest["sent"]) == (9, 7 - asked.document["sent"])


def test_one_wrong_sink_keeps_nothing_from_the_others(
    run: Run, places: list[object], sink: SinkServer
) -> None:
    """It is told, and the exit code says that something is left to do."""
    configure(
        f'[trace.sinks.good]\nurl = "{sink.address}"\n'
        '[trace.sinks.bad]\nurl = "https://a"\nheaders = { k = "$NOT_SET_ANYWHERE" }\n'
    )
    answer = run("trace", "sync", *places)
    assert (answer.code, len(sink.traces)) == (1, 7)
    assert "NOT_SET_ANYWHERE is not set" in answer.err
    assert run("trace", "sync", "--sink", "good", *places).code == 0


def test_take_over_is_for_langfuse_alone(run: Run, tmp_path: Path, sink: SinkServer) -> None:
    """The other program never sent anywhere else."""
    session = conversation("old", 2)
    make_home(tmp_path / "home", [session])
    state = tmp_path / "state.json"
    told = {"last_line": 99, "turn_count": 2, "updated": "2026-03-01T00:00:00Z"}
    state.write_text(json.dumps({session.session_id: told}))
    places = ["--home", tmp_path / "home", "--db", tmp_path / "data"]
    with SinkServer(langfuse_keys=KEYS) as other:
        configure(
            f'[trace.sinks.plain]\nurl = "{sink.address}"\n[trace.sinks.fuse]\ntype = "langfuse"\n'
            f'url = "{other.address}"\npublic_key = "{KEYS[0]}"\nsecret_key = "{KEYS[1]}"\n'
        )
        assert run("trace", "sync", "--take-over", state, *places).code == 0
        assert (len(sink.traces), len(other.traces)) == (2, 0)
    refused = run("trace", "sync", "--otlp", sink.url, "--take-over", state, *places)
    assert (refused.code, "profile langfuse" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--otlp", ""], "url has to be a text"),
        (["--otlp", "http://127.0.0.1:99999"], "port from 1 to 65535"),
        (["--otlp", "http://127.0.0.1:9", "--idle", "nan"], "no number of seconds"),
        (["--otlp", "http://127.0.0.1:9", "--header", "content-length=5"], "decided by"),
    ],
)
def test_odd_values_are_told(
    run: Run, places: list[object], arguments: list[object], words: str
) -> None:
    """None of them means something else in silence."""
    answer = run("trace", "sync", *arguments, *places)
    assert (answer.code, words in answer.err) == (2, True)


def test_very_old_days_mean_everything(run: Run, places: list[object], sink: SinkServer) -> None:
    """Also those for which no clock has a number."""
    answer = run("trace", "sync", "--otlp", sink.url, "--since", "0001-01-01", *places)
    assert (answer.code, len(sink.traces)) == (0, 7)


def test_address_for_grpc_is_told(
    run: Run, places: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is set, so that nobody is told to set it."""
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4317")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
    answer = run("trace", "sync", *places)
    assert (answer.code, "gRPC" in answer.err) == (2, True)


def test_keys_that_a_sink_repeats_are_hidden(
    run: Run, places: list[object], sink: SinkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in the messages, not in the status, not in the data folder."""
    monkeypatch.setattr(
        "steno.testing.sink_server.SinkServer.complaint", lambda *_: (401, f"no such {KEYS}")
    )
    configure(
        f'[trace.sinks.fuse]\ntype = "langfuse"\nurl = "{sink.address}"\n'
        f'public_key = "{KEYS[0]}"\nsecret_key = "{KEYS[1]}"\n'
    )
    answers = [run("trace", *one, *places) for one in (["sync"], ["status", "--json"], ["test"])]
    assert all("no such" in one.out + one.err for one in answers)
    assert not [one for one in answers if any(key in one.out + one.err for key in KEYS)]
    data = places[3]
    stored = b"".join(path.read_bytes() for path in data.rglob("*") if path.is_file())  # type: ignore[attr-defined]
    assert not [key for key in KEYS if key.encode() in stored]
