"""The parts of cards drawn."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from steno.cli.rendering.depth import FOLDED, UNFOLDED
from steno.cli.rendering.paper import drawing_paper, gutter, plain_paper
from steno.cli.rendering.parts import PartDrawer, media_line
from steno.cli.rendering.signs import SIGNS
from steno.format.deep import TooDeep
from steno.view import parts
from steno.view.parts import (
    ChecklistPart,
    Choice,
    CodePart,
    FactsPart,
    JsonPart,
    Link,
    LinksPart,
    ListPart,
    MediaPart,
    OutputPart,
    QuestionPart,
    Step,
    TablePart,
    TextPart,
)
from steno.view.tools.diff import text_diff
from tests.cli.payloads import HARMFUL, PAYLOADS, STYLES, marked, marks_in

LONG = "\n".join(f"line {number}" for number in range(100))


def drawn(part: Any, *, full: bool = False, plain: bool = False, width: int = 60) -> list[str]:
    """Draw a part."""
    paper = plain_paper() if plain else drawing_paper(width)
    drawer = PartDrawer(paper, SIGNS, UNFOLDED if full else FOLDED)
    return list(drawer.draw(part, gutter("")))


def test_words_are_drawn_in_their_style() -> None:
    """Markdown only for a person."""
    text = TextPart("**bold**", "markdown", "Answer")
    assert drawn(text) == ["Answer", "bold"]
    assert drawn(text, plain=True) == ["Answer", "**bold**"]
    assert drawn(TextPart("why\nnot", "error")) == ["why", "not"]
    assert drawn(TextPart("aside", "dim")) == ["aside"]


@pytest.mark.parametrize(
    "part",
    [TextPart(LONG), TextPart(LONG, "error"), OutputPart(LONG), OutputPart(LONG, is_error=True),
     CodePart(LONG, "python"), ListPart(tuple(LONG.split("\n"))), JsonPart(LONG.split("\n"))],
)  # fmt: skip
def test_long_parts_are_folded(part: Any) -> None:
    """With how many lines there are more; in full they are whole."""
    folded = drawn(part)
    assert len(folded) < 20
    assert "more lines, --depth full" in folded[-1]
    assert len(drawn(part, full=True)) >= 100
    assert "line 99" in "\n".join(drawn(part, full=True, plain=True))


def test_commands_have_a_prompt_and_code_its_numbers() -> None:
    """As they stood in the terminal and in the file."""
    assert drawn(CodePart("ls\npwd", "bash")) == ["$ ls", "  pwd"]
    assert drawn(CodePart("x\ny", "python", "a.py", 9)) == ["   9 x", "  10 y"]
    assert drawn(CodePart("x\ny", "python", "a.py", 9), plain=True) == ["x", "y"]


def test_output_stands_behind_a_bar() -> None:
    """With where the rest of it is."""
    part = OutputPart("a\nb", kept_in="/x/y.txt", kept_bytes=1200)
    assert drawn(part) == ["│ a", "│ b", "all of it is in /x/y.txt · 1.2 kB"]
    assert drawn(OutputPart("a", kept_in="/x"))[1] == "all of it is in /x"


def test_colours_of_a_program_are_left_out() -> None:
    """Other control characters become visible; what was written over a line stands below it."""
    part = OutputPart("\x1b[1;32mok\x1b[0m\x1b[2J\x1b]0;me\x07\x07\r\n10 %\r20 %")
    assert drawn(part) == ["│ ok\\x07", "│ 10 %", "│ 20 %"]
    assert drawn(TextPart("\x1b[31mno\x1b[0m", "error")) == ["no"]


def test_diffs_are_drawn() -> None:
    """Line by line."""
    assert drawn(text_diff("a", "x", "y")) == ["1 - x", "1 + y"]


def test_steps_show_how_they_stand() -> None:
    """Folded, only those that changed."""
    steps = (
        Step("old", "completed"), Step("done", "completed", changed=True),
        Step("now", "in_progress", "me", changed=True), Step("odd", "stuck", changed=True),
    )  # fmt: skip
    assert drawn(ChecklistPart(steps)) == ["☑ done", "◐ now  me", "☐ odd  stuck"]
    assert len(drawn(ChecklistPart(steps), full=True)) == 4
    assert drawn(ChecklistPart(steps[:1])) == ["☑ old"]


def test_questions_show_their_answer() -> None:
    """The one that was chosen, or the words that were typed."""
    choices = (Choice("Yes", "of course", chosen=True), Choice("No"))
    assert drawn(QuestionPart("Go?", choices, "Yes", "soon", heading="Start")) == [
        "Start", "Go?", "● Yes  of course", "○ No", "soon",
    ]  # fmt: skip
    assert drawn(QuestionPart("Go?", (Choice("Yes"),), "Maybe")) == ["Go?", "○ Yes", "→ Maybe"]


def test_links_lists_facts_and_tables_are_drawn() -> None:
    """Each in its own way."""
    links = LinksPart((Link("https://x.example", "X", "new"), Link("https://y.example")))
    assert drawn(links) == ["· X · new https://x.example", "· https://y.example"]
    assert drawn(ListPart(("a", "b\nc"))) == ["│ a", "│ b c"]
    assert drawn(FactsPart((("name", "boat"), ("sail", "red")))) == ["name  boat", "sail  red"]
    table = drawn(TablePart(("a", "b"), (("1", "2"),)))
    assert [line.split() for line in table][::2] == [["a", "b"], ["1", "2"]]


def test_media_are_named() -> None:
    """With their size and where they come from."""
    part = MediaPart("image/png", "aGk=", "a.png", 3, 4)
    assert media_line(part) == "[image/png · 3 x 4 · 2 bytes · a.png]"
    assert drawn(MediaPart("")) == ["[media]"]


def test_json_is_laid_out() -> None:
    """However deep it is."""
    assert drawn(JsonPart({"a": [1]}, "Data"))[0] == "Data"
    assert '"a": [' in "\n".join(drawn(JsonPart({"a": [1]}), plain=True))
    assert "nested too deeply" in "\n".join(drawn(JsonPart({"a": TooDeep(b"[[]]")}), plain=True))


def test_parts_of_others_are_shown_by_their_name() -> None:
    """A plug-in may bring one."""

    class Hologram:
        heading = ""

    assert drawn(Hologram()) == ["Hologram"]


HOSTILE: dict[str, Any] = {
    "text": lambda evil: TextPart(evil, heading=evil),
    "markdown": lambda evil: TextPart(evil, "markdown"),
    "error": lambda evil: TextPart(evil, "error"),
    "code": lambda evil: CodePart(evil, "python", evil, 1),
    "command": lambda evil: CodePart(evil, "bash"),
    "output": lambda evil: OutputPart(evil, kept_in=evil),
    "diff": lambda evil: text_diff(evil, "", evil),
    "steps": lambda evil: ChecklistPart((Step(evil, evil, evil),)),
    "question": lambda evil: QuestionPart(evil, (Choice(evil, evil),), evil, evil),
    "links": lambda evil: LinksPart((Link(evil, evil, evil),)),
    "list": lambda evil: ListPart((evil,)),
    "facts": lambda evil: FactsPart(((evil, evil),)),
    "table": lambda evil: TablePart((evil,), ((evil,),)),
    "media": lambda evil: MediaPart(evil, "", evil),
    "json": lambda evil: JsonPart({evil: [evil]}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_part_lets_a_payload_through(name: str) -> None:
    """Each turns up as visible text."""
    for full in (True, False):
        shown = ""
        for number, payload in enumerate(PAYLOADS):
            part = HOSTILE[name](marked(number, payload))
            paper = drawing_paper(2000, colours=True)
            drawer = PartDrawer(paper, SIGNS, UNFOLDED if full else FOLDED)
            shown += "\n".join(drawer.draw(part, gutter("")))
        assert HARMFUL.findall(STYLES.sub("", shown)) == []
        assert marks_in(STYLES.sub("", shown)) == set(range(len(PAYLOADS)))


def test_every_kind_of_part_is_tried() -> None:
    """So the test above is about all of them."""
    tried = {type(make("x")) for make in HOSTILE.values()}
    assert tried == set(get_args(parts.Part))
