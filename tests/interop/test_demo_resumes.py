"""The real client takes what our builders write: the demo's healthy sessions resume in it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, Final

import pytest

from steno.testing.demo import damaged, demo_sessions, early, headless, write_demo
from tests.interop.reading import drift_of, odd_lines
from tests.interop.recount import CONVERSATION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.testing.session import SessionBuilder
    from tests.interop.lab import Lab, Scenario

pytestmark = pytest.mark.interop

PROMPT: Final = "Where were we?"
ANSWER: Final = "At the tides."

UNFIT: Final = {
    session.session_id: session
    for session in (*damaged.sessions(), early.warm_up(), headless.plain())
}
"""Sessions that the client cannot take up, and is not meant to: damaged, guessed, or no talk."""
HEALTHY: Final = {
    session.session_id: session for session in demo_sessions() if session.session_id not in UNFIT
}


@pytest.fixture(scope="session")
def resumed(lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> Lab:
    """Give the lab with a resume of each session of the demo under way."""
    home = tmp_path_factory.mktemp("demo") / "home"
    write_demo(home)
    for path in sorted(home.glob("projects/*/*.jsonl")):
        if path.stem in HEALTHY or path.stem in UNFIT:
            lab.start(path.stem, resume(path))
    return lab


def resume(path: Path) -> Scenario:
    """Give a scenario that resumes a copy of a file, and keeps what has become of it."""
    here = f"$CWD/{path.name}"
    return {
        "git": False,
        "env": {"DISABLE_AUTO_COMPACT": "1"},
        "rules": [
            {
                "match": {},
                "replies": [{"content": [{"type": "text", "text": ANSWER}]}],
                "repeat": True,
            }
        ],
        "steps": [
            {"shell": f"cp {shlex.quote(str(path))} {here}"},
            {"args": ["-p", PROMPT, "--resume", here, "--output-format", "json"]},
            {"shell": f"cp {here} $OUT/"},
        ],
    }


def said(session: SessionBuilder) -> list[str]:
    """Give what was said on the branch that the session ended on, from its last root on."""
    lines = [body for body in session.bodies() if not body.get("isSidechain")]
    by_uuid = {body["uuid"]: body for body in lines if "uuid" in body}
    branch = []
    uuid = _leaf(lines)
    while uuid is not None:
        branch.append(by_uuid[uuid])
        uuid = branch[-1].get("parentUuid")
    return [text for line in reversed(branch) for text in _texts(line)]


def _leaf(lines: list[dict[str, Any]]) -> str | None:
    noted = [line["leafUuid"] for line in lines if line["type"] == "last-prompt"]
    spoken = [line["uuid"] for line in lines if line["type"] in CONVERSATION]
    leaf: str = noted[-1] if noted else spoken[-1]
    return leaf


def _texts(line: dict[str, Any]) -> list[str]:
    """Give the texts of a line of the conversation; what the client made up itself is none."""
    if line["type"] not in CONVERSATION or line["message"].get("model") == "<synthetic>":
        return []
    content = line["message"]["content"]
    texts = [content] if isinstance(content, str) else [block.get("text") for block in content]
    return [text.strip() for text in texts if text and text.strip()]


def strings_in(value: Any) -> Iterator[str]:
    """Yield every string in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings_in(inner)


@pytest.mark.parametrize("session_id", HEALTHY)
def test_request_holds_what_was_said(resumed: Lab, session_id: str) -> None:
    """The client sends the texts of both sides on the active branch, in their order."""
    capture = resumed.capture(session_id)
    assert capture.trouble == []
    (request,) = capture.requests
    sent = "\0".join(strings_in(request["messages"]))
    place = 0
    for text in [*said(HEALTHY[session_id]), PROMPT]:
        assert text in sent[place:]
        place = sent.index(text, place) + len(text)


@pytest.mark.parametrize("session_id", HEALTHY)
def test_client_goes_on_in_the_same_file(resumed: Lab, session_id: str) -> None:
    """The client appends a turn that we know whole, and changes nothing of what we wrote."""
    grown = resumed.capture(session_id).folder / f"{session_id}.jsonl"
    before = HEALTHY[session_id].encode()
    content = grown.read_bytes()
    assert content.startswith(before)
    added = grown.with_suffix(".added")
    added.write_bytes(content[len(before) :])
    assert PROMPT.encode() in added.read_bytes()
    assert ANSWER.encode() in added.read_bytes()
    assert odd_lines(grown) == []
    assert drift_of([added]).rows() == ()


@pytest.mark.parametrize("session_id", UNFIT)
def test_unfit_sessions_are_refused(resumed: Lab, session_id: str) -> None:
    """The client sends nothing of a session that is damaged, guessed in part, or no talk."""
    capture = resumed.capture(session_id)
    assert capture.trouble == []
    assert capture.requests == []
