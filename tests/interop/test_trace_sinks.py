"""Real sinks hold what was sent: every span in its place, every token, and all of it once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.analyse.cost import Prices, price_message
from steno.disk.discover import Home
from steno.session.gone import gone_sessions
from steno.session.session import load_file
from steno.store.outbox import Rank
from steno.testing.demo import write_demo
from steno.trace.collect import first_moment
from steno.trace.otlp import pack
from steno.trace.profiles import profile
from steno.trace.span import SpanKind
from steno.trace.spans import session_traces
from tests.interop.mlflow_api import MLflow
from tests.interop.phoenix_api import Phoenix
from tests.interop.real_client import UnavailableError
from tests.interop.sinks import MLFLOW, PHOENIX, running
from tests.interop.transcript_recount import recount

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.trace.span import Span, Trace
    from tests.interop.sinks import Program
    from tests.interop.stored import Stored, StoredSpan
    from tests.interop.transcript_recount import Recount, Tokens

pytestmark = pytest.mark.interop

SESSIONS: Final = 22
PROJECTS: Final = (
    "-Users-alex-workspace-cli",  # copies of turns, a compaction, agents told of by progress
    "-Users-dain-workspace-JSSoundRecorder",  # agents without a call
    "-experiments-ideas",
    "-experiments-worktrees",  # six agents in files of their own
    "-src-experiments-claude_p",
    "-synthetic-async_agents",
    "-synthetic-nested_agents",
    "-synthetic-teammates",
    "-synthetic-workflow_basic",  # one session id in two files, agents of a workflow
    "D--oh-my-posh--claude-worktrees-heuristic-robinson-e44709",
)
"""Folders of the corpus that hold as many sessions, with all that belongs to them."""
WAYS: Final = (
    ("phoenix", "openinference"),
    ("phoenix", "genai"),
    ("mlflow", "genai"),
    ("mlflow", "openinference"),
)
KINDS: Final = {
    SpanKind.AGENT: "AGENT",
    SpanKind.CHAT: "LLM",
    SpanKind.TOOL: "TOOL",
    SpanKind.COMPACT: "CHAIN",
}
REASONS: Final = {
    "mlflow": {"as ours", "none", "theirs alone"},
    "phoenix": {
        "as ours",
        "none",
        "theirs alone",
        "ours alone",
        "writes for an hour",
        "searches, and models that refused",
    },
}
"""How the price of a message in a sink may stand to ours; all but the first two are listed."""
SMALL: Final = 1e-9
"""Less than any price of a token: sums of floating point numbers are not exact to the last bit."""
PREVIEW: Final = 900
"""How much of a text MLflow shows in a list, or a little less."""
PATIENCE: Final = 900
"""Seconds for one command: a busy machine is no failure."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """What was sent to a sink in the words of a profile, and what it holds then."""

    sink: Phoenix | MLflow
    profile: str
    homes: list[Path]
    folder: Path
    told: dict[str, Any]
    """What ``steno trace sync --json`` said."""
    stored: Stored

    def sync(self, state: str) -> dict[str, Any]:
        """Send once more, with what a folder of that name knows."""
        return sync(self.sink, self.homes, self.folder, state)


def steno(folder: Path, *arguments: str) -> dict[str, Any]:
    """Run steno as its users do, with the configuration in a folder."""
    ran = subprocess.run(
        [sys.executable, "-m", "steno", "trace", *arguments, "--json"],
        env={**os.environ, "STENO_CONFIG": str(folder / "config.toml")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


def sync(sink: Phoenix | MLflow, homes: list[Path], folder: Path, state: str) -> dict[str, Any]:
    """Send all sessions, and wait until the sink has stored them."""
    where = [argument for home in homes for argument in ("--home", str(home))]
    told = steno(folder, "sync", "--sink", "real", "--db", str(folder / state), *where)
    if isinstance(sink, Phoenix):
        last = steno(folder, "test", "--otlp", sink.url)
        sink.wait_for(last["trace"])
    return told


@pytest.fixture(scope="module")
def homes(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Give the home of the demo, and one with sessions of the corpus."""
    folder = tmp_path_factory.mktemp("homes")
    demo, real = folder / "demo", folder / "real"
    write_demo(demo)
    for name in PROJECTS:
        shutil.copytree(corpus / "projects" / name, real / "projects" / name)
    assert len(list(Home(real).sessions())) == SESSIONS
    return [demo, real]


@pytest.fixture(scope="module")
def counted(homes: list[Path]) -> Recount:
    """Give what is in the transcripts, counted without steno."""
    return recount(homes)


@pytest.fixture(scope="module")
def traces(homes: list[Path]) -> dict[str, Trace]:
    """Give the traces of all sessions by their ids; of several copies the one that counts."""
    found: dict[str, tuple[Rank, Trace]] = {}
    sessions = [load_file(file) for home in homes for file in Home(home).sessions()]
    sessions += [one for home in homes for one in gone_sessions(Home(home).lost_subagents())]
    for session in sessions:
        for trace in session_traces(session):
            size = len(pack(profile("genai")(trace)))
            rank = Rank(trace.api_messages, first_moment(session), trace.session_id, size)
            if trace.id not in found or rank.beats(found[trace.id][0]):
                found[trace.id] = rank, trace
    return {name: trace for name, (_, trace) in found.items()}


@pytest.fixture(scope="module")
def spans(traces: dict[str, Trace]) -> dict[str, Span]:
    """Give the spans of those traces by their ids, which are all different."""
    found = {span.id: span for trace in traces.values() for span in trace.spans}
    assert len(found) == sum(len(trace.spans) for trace in traces.values())
    return found


def started(program: Program, factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a sink, or skip."""
    try:
        with running(program, factory.mktemp(program.name)) as url:
            yield url
    except UnavailableError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def phoenix(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a running Phoenix."""
    del corpus  # without it there is no need for a sink
    yield from started(PHOENIX, tmp_path_factory)


@pytest.fixture(scope="module")
def mlflow(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a running MLflow."""
    del corpus
    yield from started(MLFLOW, tmp_path_factory)


@pytest.fixture(scope="module", params=WAYS, ids="-".join)
def delivered(
    request: pytest.FixtureRequest, homes: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Delivered]:
    """Send everything to a sink, and give what it holds; afterwards it holds nothing."""
    name, profile = request.param
    url = request.getfixturevalue(name)
    sink = Phoenix(url, "claude-code") if name == "phoenix" else MLflow(url)
    folder = tmp_path_factory.mktemp(f"{name}-{profile}")
    settings = f'type = "{name}"\nurl = "{url}"\nprofile = "{profile}"'
    # Both know nothing of secrets; what was sent is compared with what stands in the files.
    (folder / "config.toml").write_text(
        f"[trace.sinks.real]\n{settings}\nredact = false\ntimeout = 120\n"
    )
    with closing(sink):
        told = sync(sink, homes, folder, "state")
        yield Delivered(sink, profile, homes, folder, told, sink.read())
        sink.clear()


def test_every_span_arrives_with_its_type(
    delivered: Delivered, traces: dict[str, Trace], spans: dict[str, Span]
) -> None:
    """Not one more and not one less, each in its trace, as an agent, a model, a tool or a step."""
    assert delivered.told["failed"] == delivered.told["waiting"] == 0
    assert delivered.told["sent"] == len(traces)
    stored = delivered.stored
    assert set(stored.traces) ^ set(traces) == set()
    kinds = {id_: one.kind for id_, one in stored.spans.items()}
    assert not apart(kinds, {id_: KINDS[span.kind] for id_, span in spans.items()})
    assert {one.kind for one in stored.spans.values()} == set(KINDS.values())
    for trace in traces.values():
        assert {stored.spans[span.id].trace for span in trace.spans} == {trace.id}
    failed = {span.id for span in spans.values() if span.error is not None}
    assert {one.id for one in stored.spans.values() if one.is_error} == failed


def apart(found: dict[str, Any], wanted: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Give what two tables tell differently: a failure then shows that alone."""
    keys = sorted({*found, *wanted})
    pairs = {key: (found.get(key), wanted.get(key)) for key in keys}
    return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}


def test_every_parent_exists(delivered: Delivered, traces: dict[str, Trace]) -> None:
    """In the same trace, with one root; an agent is below the call of the tool that began it."""
    stored, nested, deepest = delivered.stored.spans, 0, 0
    for trace in traces.values():
        own = {span.id: stored[span.id] for span in trace.spans}
        assert [one.id for one in own.values() if one.parent is None] == [trace.root.id]
        for one in own.values():
            if one.parent is not None and one.kind == "AGENT":
                assert own[one.parent].kind == "TOOL"
                nested += 1
            elif one.parent is not None:
                assert own[one.parent].kind == "AGENT"
            deepest = max(deepest, depth(one, own))
    assert nested > 20
    assert deepest > 5


def depth(span: StoredSpan, spans: dict[str, StoredSpan]) -> int:
    """Count the spans above one."""
    return 0 if span.parent is None else 1 + depth(spans[span.parent], spans)


def test_sessions_are_told(delivered: Delivered, traces: dict[str, Trace]) -> None:
    """Of every trace by the sink's own list, and on every span."""
    listed = delivered.stored.traces
    sessions = {id_: trace.session_id for id_, trace in traces.items()}
    assert not apart({id_: one.session for id_, one in listed.items()}, sessions)
    for span in delivered.stored.spans.values():
        assert span.session == traces[span.trace].session_id


def test_lists_show_prompt_and_reply(delivered: Delivered, traces: dict[str, Trace]) -> None:
    """What was asked and answered, or its beginning."""
    for id_, trace in traces.items():
        listed = delivered.stored.traces[id_]
        for shown, said in ((listed.input, trace.root.input), (listed.output, trace.root.output)):
            assert begins_alike(shown, said or "")


def begins_alike(shown: str, said: str) -> bool:
    """Compare a text in a list, which may be in quotes and cut, with the whole."""
    if shown == said:
        return True
    quoted = json.dumps(said, ensure_ascii=False)
    return shown == quoted or (len(said) >= PREVIEW and quoted.startswith(shown[:PREVIEW]))


def test_tokens_are_those_of_the_transcript(delivered: Delivered, counted: Recount) -> None:
    """Each message once, with its cache split; and the sink adds them up by trace."""
    found: dict[str, Tokens] = {}
    sums: dict[str, list[Tokens]] = defaultdict(list)
    for span in delivered.stored.spans.values():
        if span.tokens is None:
            continue
        assert span.message_id is not None
        assert span.message_id not in found
        found[span.message_id] = span.tokens
        sums[span.trace].append(span.tokens)
    assert not apart(found, counted.tokens)
    for id_, trace in delivered.stored.traces.items():
        prompt = sum(sum(tokens[:3]) for tokens in sums[id_])
        output = sum(tokens.output for tokens in sums[id_])
        assert (trace.prompt_tokens, trace.output_tokens) == (prompt, output)


def test_tool_calls_are_those_of_the_transcript(delivered: Delivered, counted: Recount) -> None:
    """Each of them once."""
    calls = Counter(span.call_id for span in delivered.stored.spans.values() if span.kind == "TOOL")
    assert set(calls.values()) == {1}
    assert set(calls) ^ counted.calls == set()


def test_cost_is_ours_or_the_difference_is_listed(
    delivered: Delivered, spans: dict[str, Span], sink_report: list[str]
) -> None:
    """MLflow takes our price where we have one; Phoenix reckons by a table of its own."""
    chats = [one for one in delivered.stored.spans.values() if one.kind == "LLM"]
    reasons: dict[str, list[StoredSpan]] = defaultdict(list)
    for one in chats:
        ours = spans[one.id].cost_usd
        assert one.told_cost == (None if ours is None else float(ours))
        reasons[reason(one, spans[one.id])].append(one)
    sink_report += described(delivered, reasons)
    assert reasons["as ours"]
    assert set(reasons) <= REASONS[delivered.sink.name]


def reason(stored: StoredSpan, span: Span) -> str:
    """Say why a sink's price differs from ours, if it does."""
    ours, theirs = stored.told_cost, stored.cost
    if ours is None:
        return "none" if not theirs else "theirs alone"
    if theirs is None:
        return "ours alone" if ours else "as ours"
    if abs(theirs - ours) < SMALL:
        return "as ours"
    if abs(theirs - plainly_priced(span)) >= SMALL:
        return "another price"
    assert span.usage is not None
    is_plain = not (span.usage.web_searches or span.usage.attempts)
    return "writes for an hour" if is_plain else "searches, and models that refused"


def plainly_priced(span: Span) -> float:
    """Price the tokens of a message alone, as if what is in the cache stayed for five minutes."""
    assert span.usage is not None
    tokens = replace(span.usage.tokens, cache_creation_1h=0, cache_creation_5m=0)
    usage = replace(span.usage, tokens=tokens, web_searches=0, attempts=())
    return float(price_message(usage, Prices()) or 0)


def described(delivered: Delivered, reasons: dict[str, list[StoredSpan]]) -> list[str]:
    """Put into words what a sink holds and how its cost differs."""
    stored = delivered.stored
    kinds = Counter(one.kind for one in stored.spans.values())
    words = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    title = f"{delivered.sink.name}, {delivered.profile}"
    lines = [f"{title}: {len(stored.traces)} traces, {len(stored.spans)} spans ({words})"]
    for why, some in sorted(reasons.items()):
        ours = sum(one.told_cost or 0 for one in some)
        theirs = sum(one.cost or 0 for one in some)
        models = ", ".join(sorted({one.model or "?" for one in some}))
        lines.append(
            f"  cost {why}: {len(some)} messages, ours ${ours:.4f}, theirs ${theirs:.4f}"
            + ("" if why == "as ours" else f" ({models})")
        )
    return lines


def test_sending_again_changes_nothing(delivered: Delivered) -> None:
    """Not what the sink was told of already, twice more, nor everything from an empty state."""
    all_of_it = delivered.told["turns"]
    for state, sent in (("state", 0), ("state", 0), ("empty", delivered.told["sent"])):
        told = delivered.sync(state)
        assert (told["sent"], told["sent"] + told["unchanged"]) == (sent, all_of_it)
    assert delivered.sink.read().answers == delivered.stored.answers
