"""Items drawn."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, get_args

import pytest

from steno.cli.rendering.depth import Depth
from steno.cli.rendering.items import ItemDrawer
from steno.cli.rendering.paper import drawing_paper, plain_paper
from steno.cli.rendering.signs import SIGNS
from steno.session.branches import BranchKind, PointKind
from steno.session.compaction import CompactionKind
from steno.session.input_kind import InputKind
from steno.view.items import (
    Alternative,
    AnyItem,
    BranchItem,
    CompactionItem,
    HiddenItem,
    NoticeItem,
    NoticeKind,
    ParallelGroup,
    PromptItem,
    ReplyItem,
    SubagentItem,
    ThinkingItem,
    ToolItem,
)
from steno.view.message_figures import NO_FIGURES
from steno.view.parts import MediaPart, OutputPart, TextPart
from steno.view.tools.card import ToolCard
from tests.cli.payloads import HARMFUL, PAYLOADS, SEQUENCES, STYLES, marked, marks_in

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACE: dict[str, Any] = {"rows": (1,), "line": 3}


def nested(document: Any, before: Any) -> Iterator[str]:
    """Stand in for the drawing of a sub-agent's conversation."""
    yield f"{before.first.plain}<{document}>"


def drawn(
    *items: Any, depth: Depth = Depth.TOOLS, width: int = 60, plain: bool = False
) -> list[str]:
    """Draw items."""
    paper = plain_paper() if plain else drawing_paper(width)
    return list(ItemDrawer(paper, SIGNS, depth, nested).draw(items))


def prompt(text: str = "go", **own: Any) -> PromptItem:
    """Make a prompt."""
    return PromptItem(**PLACE, **{"input_kind": InputKind.PLAIN, "text": text, **own})


def reply(text: str = "Done.") -> ReplyItem:
    """Make a reply."""
    return ReplyItem(**PLACE, text=text, message=NO_FIGURES)


def tool(name: str = "Bash", **own: Any) -> ToolItem:
    """Make a tool call."""
    return ToolItem(**PLACE, card=ToolCard(name, name), call_id="t", message=NO_FIGURES, **own)


def notice(text: str = "hm", **own: Any) -> NoticeItem:
    """Make a notice."""
    return NoticeItem(**PLACE, **{"notice": NoticeKind.INFO, "text": text, **own})


def test_prompts_stand_behind_a_bar() -> None:
    """With what came with them."""
    image = MediaPart("image/png", "aGk=")
    item = prompt("Mend\nit", context=("a.py is open",), images=(image,))
    assert drawn(item) == [
        "▌ Mend", "▌ it", "▌ (editor) a.py is open", "▌ [image/png · 2 bytes]",
    ]  # fmt: skip


def test_prompts_of_others_say_whose_they_are() -> None:
    """A task, an agent, or the queue."""
    task = prompt("Done", input_kind=InputKind.TASK_NOTIFICATION)
    assert drawn(task) == ["▌ a task reported", "▌ Done"]
    peer = prompt("hi", input_kind=InputKind.AGENT, sender="scout")
    assert drawn(peer)[0] == "▌ from an agent · scout"
    assert drawn(prompt("", input_kind=InputKind.QUEUED)) == ["▌ queued"]


def test_long_prompts_are_folded() -> None:
    """In full they are whole."""
    item = prompt("\n".join(map(str, range(100))))
    assert drawn(item)[-1] == "▌ … 60 more lines, --depth full shows them"
    assert len(drawn(item, depth=Depth.FULL)) == 100


def test_replies_are_drawn_as_markdown() -> None:
    """And given as written where nobody looks."""
    assert drawn(reply("**Hi**\n\nyou")) == ["● Hi", "", "  you"]
    assert drawn(reply("**Hi**\n\nyou"), plain=True) == ["● **Hi**", "", "  you"]


def thought(text: str, **own: Any) -> ThinkingItem:
    """Make a thought."""
    return ThinkingItem(**PLACE, text=text, message=NO_FIGURES, **own)


def test_thoughts_take_a_line_unless_all_is_wanted() -> None:
    """None at all where only words count."""
    assert drawn(thought("one\ntwo")) == ["∴ one"]
    assert drawn(thought("one\ntwo"), depth=Depth.FULL) == ["∴ one", "  two"]
    assert drawn(thought("one"), depth=Depth.TURNS) == []
    assert drawn(thought("")) == []
    assert drawn(thought(""), depth=Depth.FULL) == ["∴ (thinking)"]
    hidden = thought("", is_redacted=True)
    assert drawn(hidden, depth=Depth.FULL) == ["∴ (thinking that the API keeps to itself)"]


def test_there_is_air_between_what_does_not_belong_together() -> None:
    """Tools stand right below one another, and so do notices."""
    items = (prompt(), thought("hm"), tool(), tool(), reply(), reply(), notice(), notice("oh"))
    assert drawn(*items) == [
        "▌ go", "", "∴ hm", "✓ Bash", "✓ Bash", "", "● Done.", "", "● Done.", "", "· hm", "· oh",
    ]  # fmt: skip


def test_quiet_notices_are_for_who_wants_everything() -> None:
    """They part no tools from one another either."""
    quiet = notice("a hook went well", is_quiet=True)
    assert drawn(tool(), quiet, tool()) == ["✓ Bash", "✓ Bash"]
    assert "· a hook went well" in drawn(tool(), quiet, tool(), depth=Depth.FULL)


def test_notices_that_repeat_one_another_are_told_once() -> None:
    """With how often; who wants everything sees each of them."""
    again = [notice("no display", level="warning")] * 3
    assert drawn(*again, notice("hm"), reply()) == [
        "! no display · 3 times", "· hm", "", "● Done.",
    ]  # fmt: skip
    assert drawn(reply(), *again)[-1] == "! no display · 3 times"
    assert drawn(*again, depth=Depth.FULL) == ["! no display"] * 3


def test_a_hook_that_said_much_says_it_below_its_line() -> None:
    """And not twice."""
    said = "busy " * 30
    item = notice(said, notice=NoticeKind.HOOK, parts=(OutputPart(said.strip()),))
    first, *below = drawn(item, depth=Depth.FULL)
    assert first.endswith("…")
    assert all(line.startswith("  │ busy") for line in below)


def test_bookkeeping_says_what_it_holds() -> None:
    """In a few words, behind its line."""
    item = HiddenItem(**PLACE, what="mode", about="normal")
    assert drawn(item, depth=Depth.FULL) == ["· mode · line 3: normal"]


def test_tools_are_counted_where_only_words_are_wanted() -> None:
    """Once for each stretch between the words."""
    group = ParallelGroup(**PLACE, members=(tool("Read"), tool("Read")))
    items = [tool(), group, thought("hm"), notice(), reply(), tool("Edit")]
    assert drawn(*items, depth=Depth.TURNS) == [
        "· 3 tools: Read x2, Bash", "", "● Done.", "", "· 1 tool: Edit",
    ]  # fmt: skip


def test_groups_are_tied_together() -> None:
    """The last member closes the bracket."""
    group = ParallelGroup(**PLACE, members=(tool("A"), tool("B")))
    assert drawn(group) == ["┌ 2 tools at once", "│ ✓ A", "└ ✓ B"]


def agent(**own: Any) -> SubagentItem:
    """Make a sub-agent with a conversation."""
    return SubagentItem(rows=(), line=0, agent_id="a1b2c3d4", **own)


def test_subagents_are_opened_in_full() -> None:
    """Otherwise there is a line that says how."""
    known = agent(opener=lambda: "talk")
    assert drawn(tool(subagents=(known,))) == [
        "✓ Bash", "  ↳ --agent a1b2c3d4 shows what it did",
    ]  # fmt: skip
    assert drawn(tool(subagents=(known,)), depth=Depth.FULL) == [
        "✓ Bash", "  ↳ sub-agent", "  │ <talk>",
    ]  # fmt: skip
    assert drawn(agent(description="lost"))[0].startswith("↳ lost  --agent")
    assert drawn(agent(), depth=Depth.TURNS) == []


def test_compactions_say_what_was_dropped_and_kept() -> None:
    """With the beginning of what stands in its place."""
    item = CompactionItem(
        **PLACE, compaction=CompactionKind.FULL, trigger="auto", tokens_before=167000,
        tokens_after=3000, dropped_messages=231, kept_messages=1, duration_ms=38000,
        summary="\n".join(map(str, range(50))),
    )  # fmt: skip
    lines = drawn(item, width=110)
    told = (
        "compacted (auto) · 167,000 → 3,000 tokens · 231 messages dropped · 1 message kept · 38 s"
    )
    assert told in lines[0]
    assert lines[-1] == "  … 42 more lines, --depth full shows them"
    assert len(drawn(item, depth=Depth.TURNS)) == 1
    small = CompactionItem(**PLACE, compaction=CompactionKind.MICRO, cleared_results=2)
    assert "old results were cut · 2 results" in drawn(small)[0]


def test_branch_points_list_the_ways_on() -> None:
    """And how to see those that are not shown."""
    when = datetime(2026, 1, 3, 12, tzinfo=UTC)
    ways = (
        Alternative(3, BranchKind.REWIND, False, False, 12, 1, "Make it blue", when),
        Alternative(0, None, True, True, 4, 1, ""),
    )
    lines = drawn(BranchItem(**PLACE, point=PointKind.REWIND, alternatives=ways), width=90)
    assert lines[0] == "┬ the conversation was taken back to here"
    assert lines[1].startswith("  ○ Make it blue")
    assert lines[1].endswith("01-03 12:00 · 12 lines · --branch 3 shows it")
    assert lines[2].startswith("  ● (no words)")
    assert lines[2].endswith("4 lines · shown here")
    odd = BranchItem(**PLACE, point=PointKind.ASIDE, alternatives=())
    assert drawn(odd) == ["┬ several ways go on from here"]


def test_notices_show_as_much_as_they_are_worth() -> None:
    """Details of bad news and of printed output; the rest in full."""
    parts = (TextPart("detail"),)
    assert drawn(notice(parts=parts)) == ["· hm"]
    assert drawn(notice(parts=parts, level="warning")) == ["! hm", "  detail"]
    assert drawn(notice(parts=parts), depth=Depth.FULL) == ["· hm", "  detail"]
    output = notice("", notice=NoticeKind.OUTPUT, parts=(OutputPart("out"),))
    assert drawn(output) == ["  │ out"]
    assert len(drawn(notice("word " * 40))) == 1
    assert len(drawn(notice("word " * 40, level="error"))) > 1


def test_only_loud_notices_are_shown_among_words() -> None:
    """What broke the work off."""
    loud = [
        notice(level="error"), notice(level="warning", notice=NoticeKind.INTERRUPT),
        notice(level="warning", notice=NoticeKind.LIMIT),
    ]  # fmt: skip
    quiet = [notice(), notice(level="warning"), notice(notice=NoticeKind.LIMIT)]
    assert len(drawn(*loud, *quiet, depth=Depth.TURNS)) == 3


def test_bookkeeping_is_shown_in_full() -> None:
    """With its lines, and with what was sent to the model."""
    one = HiddenItem(**PLACE, what="mode")
    many = HiddenItem(rows=(1, 2), line=3, what="progress")
    body = HiddenItem(**PLACE, what="user/meta", text="skill body\n")
    assert drawn(one, many, body) == []
    assert drawn(one, many, body, depth=Depth.FULL) == [
        "· mode · line 3", "· progress · 2 lines", "· user/meta · line 3", "  skill body",
    ]  # fmt: skip


def test_items_of_others_are_shown_by_their_kind() -> None:
    """A newer view may bring one."""

    class Hologram:
        kind = "hologram"

    assert drawn(Hologram()) == ["hologram"]


HOSTILE: dict[type, Any] = {
    PromptItem: lambda evil: prompt(evil, sender=evil, context=(evil,)),
    ReplyItem: reply,
    ThinkingItem: thought,
    ToolItem: lambda evil: ToolItem(
        **PLACE, card=ToolCard(evil, evil, evil, evil), call_id=evil, message=NO_FIGURES
    ),
    ParallelGroup: lambda evil: ParallelGroup(**PLACE, members=(tool(evil), tool(evil))),
    SubagentItem: lambda evil: agent(description=evil, agent_type=evil, status=evil, name=evil),
    CompactionItem: lambda evil: CompactionItem(
        **PLACE, compaction=CompactionKind.FULL, trigger=evil, summary=evil
    ),
    BranchItem: lambda evil: BranchItem(
        **PLACE,
        point=PointKind.REWIND,
        alternatives=(Alternative(1, BranchKind.REWIND, False, False, 1, 1, evil),),
    ),
    NoticeItem: lambda evil: notice(evil, level="error", parts=(TextPart(evil),)),
    HiddenItem: lambda evil: HiddenItem(**PLACE, what=evil, text=evil),
}


def test_every_kind_of_item_is_tried() -> None:
    """So the test below is about all of them."""
    assert set(HOSTILE) == set(get_args(AnyItem))


@pytest.mark.parametrize("kind", HOSTILE, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("depth", list(Depth))
def test_no_item_lets_a_payload_through(kind: type, depth: Depth) -> None:
    """Each turns up as visible text where the item is shown."""
    items = [HOSTILE[kind](marked(number, payload)) for number, payload in enumerate(PAYLOADS)]
    paper = drawing_paper(2000, colours=True)
    shown = STYLES.sub("", "\n".join(ItemDrawer(paper, SIGNS, depth, nested).draw(items)))
    assert HARMFUL.findall(shown) == []
    if depth is Depth.FULL:
        assert marks_in(shown) == set(range(len(PAYLOADS)))


def test_no_pair_of_payloads_reaches_the_terminal() -> None:
    """Five hundred and more: taking one out must not make another of what stood around it."""
    pairs = [f"a{first}{second}b" for first in SEQUENCES for second in PAYLOADS][::7]
    torn = [f"{first[:1]}{second}{first[1:]}" for first in SEQUENCES for second in SEQUENCES][::5]
    assert len(pairs) + len(torn) > 500
    for evil in (*pairs, *torn):
        output = notice(evil, parts=(OutputPart(evil), TextPart(evil, "error")))
        loud = notice(evil, notice=NoticeKind.HOOK, level="warning", parts=(OutputPart(evil),))
        hidden = HiddenItem(**PLACE, what=evil, about=evil)
        for depth in (Depth.TOOLS, Depth.FULL):
            text = "\n".join(drawn(prompt(evil), output, loud, hidden, depth=depth))
            assert HARMFUL.findall(text) == []
