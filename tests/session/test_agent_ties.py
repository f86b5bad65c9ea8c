"""Which call began which sub-agent."""

from __future__ import annotations

from typing import Any

from steno.disk.subagents import SubagentMeta
from steno.session.agent_ties import Candidate, tie_all
from steno.session.launches import Answer, Launch, LaunchBook, Notice, Progress


def book_of(*launches: Launch, **told: Any) -> LaunchBook:
    """Make a book of launches, and of what is told besides."""
    book = LaunchBook()
    book._calls = {launch.call_id: launch for launch in launches}
    for part, entries in told.items():
        getattr(book, part).update(entries)
    return book


def launch(call_id: str, prompt: str | None = None, **own: Any) -> Launch:
    """Make a launch of the main conversation."""
    return Launch(call_id, "Agent", own.pop("row", 0), own.pop("owner", None), 0.0, prompt, **own)


def gave(agent_id: str | None = None, **own: Any) -> Answer:
    """Make what a launch gave back."""
    return Answer(1.0, is_error=False, agent_id=agent_id, **own)


def agent(agent_id: str, prompt: str | None = None, **own: Any) -> Candidate:
    """Make a sub-agent that is to be tied."""
    return Candidate(agent_id, "session", prompt=prompt, **own)


def tied(candidates: list[Candidate], book: LaunchBook) -> list[tuple[str, str] | None]:
    """Give call and means for each candidate."""
    ties = tie_all(candidates, book)
    found = [ties.get(place) for place in range(len(candidates))]
    return [None if tie is None else (tie.launch.call_id, tie.by.value) for tie in found]


def test_a_result_that_names_the_sub_agent_is_surest() -> None:
    """It goes before every other trace; the id in the lines does as well as that of the file."""
    book = book_of(
        launch("t", "Go."), launch("u", "Go."), answers={"u": gave("a1")},
        notices={"a1": Notice(["t"])},
    )  # fmt: skip
    note = SubagentMeta(tool_use_id="t")
    assert tied([agent("a1", "Go.", meta=note)], book) == [("u", "agentId")]
    assert tied([agent("a1-2", told_id="a1")], book) == [("u", "agentId")]


def test_a_call_that_takes_a_sub_agent_up_again_did_not_begin_it() -> None:
    """The first one did; alone it ties nothing."""
    again = launch("u", "Go.", resumes="a1")
    answers = {"t": gave("a1"), "u": gave("a1")}
    assert tied([agent("a1")], book_of(again, launch("t"), answers=answers)) == [("t", "agentId")]
    assert tied([agent("a1", "Go.")], book_of(again, answers=answers)) == [None]


def test_the_note_beside_the_file_names_the_call() -> None:
    """If there is such a call."""
    book = book_of(launch("t"))
    assert tied([agent("a1", meta=SubagentMeta(tool_use_id="t"))], book) == [("t", "toolUseId")]
    assert tied([agent("a1", meta=SubagentMeta(tool_use_id="gone"))], book) == [None]
    assert tied([agent("a1", meta=SubagentMeta())], book) == [None]


def test_notices_name_both() -> None:
    """The first call that began something: a message to a sub-agent began nothing."""
    book = book_of(launch("t"), notices={"a1": Notice(["message", "t"])})
    assert tied([agent("a1")], book) == [("t", "task_id")]


def test_sub_agents_of_a_workflow_share_its_call() -> None:
    """The call tells the run, the folder is named after it."""
    book = book_of(launch("t"), answers={"t": gave(run_id="wf_1")})
    agents = [agent("a1", workflow="wf_1"), agent("a2", workflow="wf_1"), agent("a3")]
    assert tied(agents, book) == [("t", "workflow"), ("t", "workflow"), None]


def test_progress_lines_name_both() -> None:
    """Where nothing else does."""
    book = book_of(launch("t"), progress={"a1": Progress(call_ids=["x", "t"])})
    assert tied([agent("a1")], book) == [("t", "progress")]


def test_a_sub_agent_inside_the_file_may_hang_on_the_line_of_its_call() -> None:
    """Of several calls on that line the one with its prompt."""
    book = book_of(launch("t", "Other.", row=4), launch("u", "Go.", row=4))
    agents = [agent("a1", "Go.", parent_row=4), agent("a2", "Third.", parent_row=4)]
    assert tied(agents, book) == [("u", "parent"), ("t", "parent")]
    assert tied([agent("a1", parent_row=-1)], book_of(launch("t", row=-1))) == [None]


def test_equal_prompts_are_handed_out_in_order_and_once() -> None:
    """The one that began first takes the first call; who finds none is left."""
    book = book_of(launch("t", " Go.\n"), launch("u", "Go."), launch("v", None))
    agents = [agent("a3", "Go.", first=3.0), agent("a1", "Go.", first=1.0),
              agent("a2", "Go.", first=2.0), agent("a4", None)]  # fmt: skip
    assert tied(agents, book) == [None, ("t", "prompt"), ("u", "prompt"), None]


def test_a_call_whose_result_names_another_is_no_match_by_prompt() -> None:
    """Nor is one that takes another up again."""
    book = book_of(
        launch("t", "Go."), launch("u", "Go.", resumes="a9"), answers={"t": gave("other")}
    )
    assert tied([agent("a1", "Go.")], book) == [None]


def test_sub_agents_begin_sub_agents_but_never_in_a_circle() -> None:
    """None began itself, or the one that began it."""
    book = book_of(
        launch("t", "One."), launch("u", "Two.", owner="a1"), launch("v", "One.", owner="a2"),
        answers={"u": gave("a2"), "v": gave("a1"), "t": gave("a1")},
    )  # fmt: skip
    assert tied([agent("a2"), agent("a1")], book) == [("u", "agentId"), ("t", "agentId")]
    own = book_of(launch("t", "One.", owner="a1"))
    assert tied([agent("a1", "One.")], own) == [None]
    mutual = book_of(launch("t", owner="a1"), launch("u", owner="a2"),
                     answers={"t": gave("a2"), "u": gave("a1")})  # fmt: skip
    assert tied([agent("a1"), agent("a2")], mutual) == [("u", "agentId"), None]
