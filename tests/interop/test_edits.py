"""Every edit is proven: the real client resumes the result, and sends what the plan says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.edit.blocks import stored_size
from steno.edit.clone import clone
from steno.edit.compress import Bands, compress
from steno.edit.redact import redact
from steno.edit.trim import Trim, trim
from steno.session.outline import SIDECHAIN
from steno.session.session import load
from tests.edit.edited import in_home, result_of, told
from tests.edit.long_conversations import TOO_MUCH
from tests.edit.test_compress import THREE
from tests.edit.test_forecast import UPSIDE_DOWN, hurt, torn, written
from tests.edit.test_trim_images import everywhere
from tests.interop.agreement import disagreement
from tests.interop.resuming import Attempt, Resumer
from tests.interop.sampling import FULL
from tests.recorded_resumes import SHARED, session_names
from tests.session.transcripts import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from steno.edit.plan import Plan
    from steno.session.session import Session
    from tests.interop.real_client import Client

pytestmark = pytest.mark.interop

SECRET: Final = "gh" + "p_" + "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"
HALF: Final = re.compile(rb'"type":\s*"(?:[a-z_]*tool_use|[a-z_]*tool_result)"')
THOUGHT: Final = re.compile(rb'"type":\s*"(?:redacted_)?thinking"')
"""What a session holds in which there is something to trim, whether or not it is sent."""
LEAST: Final = 60
"""Sessions on which every edit has to be proven."""


TORN: Final = (18, 26, 36)
"""Sessions in which the row that lost its parent is a tool call."""


def _middle(session: Session) -> str:
    """Name the turn in the middle of what is active."""
    active = [turn.number for turn in session.turns if turn.is_active]
    return str(active[len(active) // 2]) if active else "1"


EDITS: Final[dict[str, Callable[[Session], Plan]]] = {
    "clone": clone,
    "fork": lambda session: clone(session, at=_middle(session), keep_uuids=True),
    "trim tools": lambda session: trim(session, Trim(tool_calls=True)),
    "trim thinking": lambda session: trim(session, Trim(thinking=True)),
    "compress": lambda session: compress(session, Bands(keep_last=1)),
    "redact": redact,
}
"""Every edit that is tried on every session."""
if FULL:
    EDITS["trim by age and size"] = lambda session: trim(
        session, Trim(tool_results=True, older_than=timedelta(minutes=2), larger_than=1000)
    )


@dataclass(frozen=True, slots=True)
class Tried:
    """An edit of a session, with what came of it."""

    source: Session
    result: Session
    plan: Plan
    content: bytes

    @property
    def source_bytes(self) -> bytes:
        """The source as it was edited."""
        assert self.source.path is not None
        return self.source.path.read_bytes()


def edited(name: str, edit: str, folder: Path) -> Tried | None:
    """Edit a session of the corpus; None where it has no conversation to edit."""
    source_path = folder / Path(name).name
    folder.mkdir(parents=True)
    original = (SHARED / "corpus" / name).read_bytes()
    if edit == "redact":
        # The words "the" of what was said, some of them, make room for a secret.
        original = original.replace(b" the ", f" {SECRET} ".encode(), 20)
    source_path.write_bytes(original)
    source = load(source_path)
    if not source.turns:
        return None
    plan = EDITS[edit](source)
    own = next(file for file in plan.files if file.path == plan.result_path)
    assert own.content is not None
    content = b"".join(own.content())
    plan.result_path.write_bytes(content)
    assert source_path.read_bytes() == original
    return Tried(source, load(plan.result_path), plan, content)


@pytest.fixture(scope="module", params=list(EDITS))
def tried(
    request: pytest.FixtureRequest,
    client: Client,
    scripts: Path,
    crew: Executor,
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[str, dict[str, Tried], Resumer]:
    """Give one kind of edit on all sessions, with the resumes of the results under way."""
    folder = tmp_path_factory.mktemp("edited")
    resumer = Resumer(client, scripts, folder / "resumed", crew)
    found: dict[str, Tried] = {}
    for number, name in enumerate(session_names()):
        one = edited(name, request.param, folder / str(number))
        if one is not None:
            found[name] = one
            resumer.start(name, Attempt.by_path(one.content, resumer.folder_for(name)))
    return request.param, found, resumer


def test_real_client_sends_what_the_result_says(
    tried: tuple[str, dict[str, Tried], Resumer], report: list[str], tmp_path: Path
) -> None:
    """To the last key, on all sessions."""
    edit, found, resumer = tried
    if not found:
        pytest.skip("needs the corpus in ../shared")
    differing = {
        name: said
        for name in found
        if (said := disagreement(resumer.attempt(name), resumer.resumed(name), tmp_path))
    }
    sent = sum(resumer.resumed(name).request is not None for name in found)
    changed = sum(bool(one.plan.changes) for one in found.values())
    report.append(
        f"{edit}: the client resumed {sent} of {len(found)} results and sent what steno says of "
        f"{len(found) - len(differing)}; {changed} had something to edit"
    )
    assert differing == {}
    assert sent >= LEAST
    assert {name for name in found if resumer.resumed(name).request is None} <= {
        name for name, one in found.items() if one.source.refusal is not None
    }


def test_session_too_long_to_resume_is_resumed_when_compressed(
    client: Client, scripts: Path, crew: Executor, tmp_path: Path
) -> None:
    """The client goes by the usage of the last reply, which moves to a line of its own."""
    usage = {"usage": {"input_tokens": TOO_MUCH, "output_tokens": 1}}
    source = in_home(tmp_path, *THREE[:-1], told("a3", text("Answer three"), message=usage))
    assert source.path is not None
    result = result_of(compress(source, Bands(keep_last=1)))
    assert result.path is not None
    resumer = Resumer(client, scripts, tmp_path / "resumed", crew)
    for name, path in (("source", source.path), ("result", result.path)):
        resumer.start(name, Attempt.by_path(path.read_bytes(), resumer.folder_for(name)))
    assert resumer.resumed("source").request is None
    assert resumer.resumed("result").request is not None
    assert not disagreement(resumer.attempt("result"), resumer.resumed("result"), tmp_path)


@pytest.fixture
def resumer(client: Client, scripts: Path, crew: Executor, tmp_path: Path) -> Resumer:
    """Give one who resumes for a single test."""
    return Resumer(client, scripts, tmp_path / "resumed", crew)


@pytest.mark.parametrize("seed", TORN)
@pytest.mark.parametrize("edit", ["trim tools", "trim thinking", "compress"])
def test_no_prompt_is_lost_where_a_line_was_torn(
    resumer: Resumer, tmp_path: Path, edit: str, seed: int
) -> None:
    """The client guesses what a line hangs on whose parent was torn, and that line may go."""
    source = written(tmp_path, *torn(seed))
    loses_no_prompt(resumer, source, result_of(EDITS[edit](source)), tmp_path)


def test_no_prompt_is_lost_where_lines_stand_the_wrong_way_round(
    resumer: Resumer, tmp_path: Path
) -> None:
    """A compaction comes behind the line that said where the conversation ends."""
    source = written(tmp_path, *hurt(UPSIDE_DOWN))
    loses_no_prompt(resumer, source, result_of(compress(source, Bands(1, 1))), tmp_path)


def loses_no_prompt(resumer: Resumer, source: Session, result: Session, folder: Path) -> None:
    """Check that the client sends every prompt of the result that it sends of the source."""
    for name, session in (("source", source), ("result", result)):
        assert session.path is not None
        attempt = Attempt.by_path(session.path.read_bytes(), resumer.folder_for(name))
        resumer.start(name, attempt)
    now, then = (resumer.resumed(name).request for name in ("source", "result"))
    assert now is not None
    assert then is not None
    prompts = [turn.text.strip() for turn in source.turns if turn.is_human and turn.text]
    sent = [words for words in prompts if words in str(now["messages"])]
    assert sent
    assert [words for words in sent if words not in str(then["messages"])] == []
    assert not disagreement(resumer.attempt("result"), resumer.resumed("result"), folder)


@pytest.mark.parametrize(
    ("what", "number"), [(Trim(shrink_images=100), 6), (Trim(images=True), 0)], ids=str
)
def test_images_made_smaller_or_taken_out_are_sent_so(
    resumer: Resumer, tmp_path: Path, what: Trim, number: int
) -> None:
    """From prompts, results, the queue and files, to the last byte."""
    result = result_of(trim(in_home(tmp_path, *everywhere()), what))
    assert result.path is not None
    attempt = Attempt.by_path(result.path.read_bytes(), resumer.folder_for("images"))
    resumer.start("images", attempt)
    request = resumer.resumed("images").request
    assert request is not None
    assert not disagreement(attempt, resumer.resumed("images"), tmp_path)
    assert str(request["messages"]).count("'type': 'image'") == number


@pytest.mark.parametrize("pixels", [200, 400])
def test_real_images_made_smaller_are_sent_so(
    resumer: Resumer, tmp_path: Path, pixels: int, report: list[str]
) -> None:
    """On the sessions of the corpus that hold any."""
    folder = SHARED / "corpus"
    names = [name for name in session_names() if b'"type":"image"' in (folder / name).read_bytes()]
    if not names:
        pytest.skip("needs the corpus in ../shared")
    for number, name in enumerate(names):
        path = tmp_path / str(number) / Path(name).name
        path.parent.mkdir()
        path.write_bytes((folder / name).read_bytes())
        plan = trim(load(path), Trim(shrink_images=pixels))
        assert plan.saved_tokens > 0
        content = result_of(plan).path
        assert content is not None
        resumer.start(name, Attempt.by_path(content.read_bytes(), resumer.folder_for(name)))
    said = [disagreement(resumer.attempt(n), resumer.resumed(n), tmp_path) for n in names]
    report.append(
        f"images to {pixels} pixels: {said.count(None)} of {len(names)} sent as steno says"
    )
    assert said == [None] * len(names)


def test_edit_did_what_it_says(tried: tuple[str, dict[str, Tried], Resumer]) -> None:
    """Wherever there was something to edit; elsewhere there are no changes."""
    edit, found, _ = tried
    for name, one in found.items():
        CHECKS[edit](one)
        assert one.source.usage == one.result.usage or edit == "fork", name


def _check_clone(one: Tried) -> None:
    assert len(one.plan.changes) == 1
    assert one.source.messages() == one.result.messages()
    old, new = ({uuid for uuid in s.outline.uuids if uuid} for s in (one.source, one.result))
    assert len(old) == len(new)
    assert not old & new


def _check_fork(one: Tried) -> None:
    assert {u for u in one.result.outline.uuids if u} <= set(one.source.outline.uuids)
    if one.source.refusal is None and one.result.refusal is None:
        before, after = _sent(one.source), _sent(one.result)
        assert after
        assert after == before[: len(after)]


def _sent(session: Session) -> list[tuple[str, dict[str, Any]]]:
    """Give what a resume sends block by block: who spoke last in a fork is joined to nobody.

    A text to which another is joined gets a newline at its end.
    """
    found = []
    for message in session.messages():
        content = message["content"]
        for block in [text(content)] if isinstance(content, str) else content:
            words = {"text": block["text"].rstrip("\n")} if "text" in block else {}
            found.append((message["role"], {**block, **words}))
    return found


def _check_tools(one: Tried) -> None:
    before, after = _types(one.source), _types(one.result)
    assert not after & {"tool_use", "tool_result", "server_tool_use"}
    assert bool(one.plan.changes) is bool(HALF.search(one.source_bytes))
    if before & {"tool_use", "tool_result"}:
        assert one.plan.saved_tokens > 0
    assert _prompts(one.source) == _prompts(one.result)


def _check_selected(one: Tried) -> None:
    """Pairs stay, and large results are left in the last two minutes alone."""
    assert _types(one.source) == _types(one.result)
    outline, calls = one.source.outline, one.result.tool_calls
    assert [call.id for call in one.source.tool_calls] == [call.id for call in calls]
    cutoff = max(outline.time(row) or 0 for row in outline.rows_of("user", "assistant")) - 120
    left = [
        call.id
        for call in calls
        if call.ended and call.ended.timestamp() < cutoff and stored_size(call.result) > 1000
        if not one.result.outline.has(call.use_row, SIDECHAIN)
    ]
    assert left == []
    assert _prompts(one.source) == _prompts(one.result)


def _check_thinking(one: Tried) -> None:
    before, after = _types(one.source), _types(one.result)
    assert not after & {"thinking", "redacted_thinking"}
    assert after == before - {"thinking", "redacted_thinking"}
    assert bool(one.plan.changes) is bool(THOUGHT.search(one.source_bytes))
    assert _prompts(one.source) == _prompts(one.result)


def _check_redact(one: Tried) -> None:
    assert SECRET.encode() not in one.content
    assert bool(one.plan.changes) is (SECRET.encode() in one.source_bytes)
    assert len(_prompts(one.source)) == len(_prompts(one.result))


def _check_compress(one: Tried) -> None:
    """Fewer tokens, and every prompt in a summary or where it was; or nothing changes."""
    if not one.plan.changes:
        assert one.source.messages() == one.result.messages()
        return
    chain = one.result.chain
    assert chain is not None
    sent = set(chain.path[chain.start :])
    own = {turn.text for turn in one.result.turns if turn.row in sent}
    words = "\n".join(_texts(one.result))
    assert [prompt for prompt in _prompts(one.source) if prompt not in own | {""}] == [
        prompt for prompt in _prompts(one.source) if prompt not in own and prompt in words
    ]
    assert one.result.refusal is None
    if one.source.refusal is None:
        assert one.plan.saved_tokens > 0


def _texts(session: Session) -> Iterator[str]:
    """Give every text that a resume sends."""
    for message in session.messages():
        content = message["content"]
        blocks = [{"text": content}] if isinstance(content, str) else content
        yield from (block["text"] for block in blocks if "text" in block)


def _types(session: Session) -> set[str]:
    return {
        block["type"]
        for message in session.messages()
        if isinstance(message["content"], list)
        for block in message["content"]
    }


def _prompts(session: Session) -> list[str]:
    """Give what the person sent, of what is active."""
    return [turn.text for turn in session.turns if turn.is_human and turn.is_active]


CHECKS: Final[dict[str, Callable[[Tried], Any]]] = {
    "clone": _check_clone,
    "fork": _check_fork,
    "trim tools": _check_tools,
    "trim by age and size": _check_selected,
    "trim thinking": _check_thinking,
    "compress": _check_compress,
    "redact": _check_redact,
}
