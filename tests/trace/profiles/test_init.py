"""Profiles by name, and what holds for all of them."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from steno.errors import UnknownProfileError
from steno.trace import profiles
from steno.trace.content import Content
from steno.trace.otlp import pack
from steno.trace.profiles import PROFILES, profile, profile_names
from tests.trace.made import demo_traces, random_traces, whole_trace

if TYPE_CHECKING:
    from steno.trace.span import Trace
    from steno.trace.wire import Profile, WireTrace

ALL = pytest.mark.parametrize("name", PROFILES)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> list[Trace]:
    """Give the traces of the demo."""
    return demo_traces(tmp_path_factory.mktemp("demo"))


def assert_kept(trace: Trace, wired: WireTrace) -> None:
    """Check that ids and times are those of the trace, and that every parent exists."""
    assert wired.id == trace.id
    assert wired.session_id == trace.session_id
    assert [(s.id, s.start, s.end) for s in wired.spans] == [
        (s.id, s.start, s.end) for s in trace.spans
    ]
    seen: set[str | None] = {None}
    for span in wired.spans:
        assert span.parent in seen
        assert span.attributes["session.id"] == trace.session_id
        assert span.attributes["gen_ai.conversation.id"] == trace.session_id
        assert None not in span.attributes.values()
        seen.add(span.id)


@ALL
def test_demo_is_whole(name: str, demo: list[Trace]) -> None:
    """In every convention all spans of the demo keep ids and times, and have their parents."""
    say = profile(name)
    assert len(demo) > 50
    for trace in demo:
        assert_kept(trace, say(trace))


@ALL
def test_demo_says_the_same_again(name: str, demo: list[Trace]) -> None:
    """What is sent is a function of the trace: the same bytes each time."""
    say = profile(name)
    assert [pack(say(trace)) for trace in demo] == [pack(say(trace)) for trace in demo]


@ALL
def test_metadata_of_the_demo_has_no_words(name: str, demo: list[Trace]) -> None:
    """Neither prompts nor replies nor results are in what is sent at that level."""
    say, content = profile(name), Content("metadata")
    for trace in demo:
        sent = pack(say(content.apply(trace)))
        for span in trace.spans:
            for words in (span.input, span.output, span.error_text):
                if isinstance(words, str) and len(words) > 30:
                    assert words.encode() not in sent


@given(random_traces())
def test_anything_can_be_said(trace: Trace) -> None:
    """Content of any shape passes through every profile, and what comes out can be packed."""
    for say in PROFILES.values():
        wired = say(trace)
        assert_kept(trace, wired)
        assert pack(wired) == pack(say(trace))


@ALL
def test_errors_are_marked(name: str) -> None:
    """With what was said of them."""
    (tool,) = [span for span in profile(name)(whole_trace()).spans if span.is_error]
    assert tool.message == "no such thing"
    assert tool.attributes["error.type"] == "tool_error"


@ALL
def test_events_and_facts_are_told(name: str) -> None:
    """Retries and interrupts stay events, what else is known stays an attribute."""
    root = profile(name)(whole_trace()).spans[0]
    assert [event.name for event in root.events] == ["retry"]
    assert root.attributes["turn_number"] == 3
    assert root.attributes["steno.cwd"] == "/home/mira/ebb"


def test_unknown_profile_names_those_that_there_are() -> None:
    """A typing error is answered with the choice."""
    with pytest.raises(UnknownProfileError, match="genai, openinference, langfuse"):
        profile("genia")


def test_other_packages_add_profiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """By an entry point of the group."""
    point = EntryPoint("mine", "steno.trace.profiles.genai:wire", profiles.GROUP)

    def found(*, group: str, name: str | None = None) -> list[EntryPoint]:
        assert group == profiles.GROUP
        return [point] if name in (None, "mine") else []

    monkeypatch.setattr(profiles, "entry_points", found)
    added: Profile = profile("mine")
    assert added is PROFILES["genai"]
    assert profile_names() == ("genai", "openinference", "langfuse", "mine")
