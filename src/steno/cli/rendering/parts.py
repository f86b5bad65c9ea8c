"""The parts of cards and notices, each drawn in its own way."""

from __future__ import annotations

import re
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Final

from rich.text import Text

from steno.cli.rendering.depth import FOLDED
from steno.cli.rendering.diffs import draw_diff
from steno.cli.rendering.folding import Folded, fold, remark
from steno.cli.rendering.markdown import code, draw_markdown
from steno.cli.rendering.paper import gutter, inside, line_of_words, plain_lines, words
from steno.cli.terminal import clean
from steno.format.codec import encode_document
from steno.view import parts
from steno.view.sequences import without_sequences
from steno.view.tools.wording import joined, size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.cli.rendering.depth import Limits
    from steno.cli.rendering.paper import Gutter, Paper
    from steno.cli.rendering.signs import Signs

_BLANK_EDGES: Final = re.compile(r"\A(?:[ \t]*\n)+|(?:\n[ \t]*)+\Z")
_STEP_STYLES: Final = {"completed": "dim", "in_progress": "bold"}


class PartDrawer:
    """Draws parts, folded to some limits."""

    def __init__(self, paper: Paper, signs: Signs, limits: Limits = FOLDED) -> None:
        """Take the paper and how much of each part is shown."""
        self._paper = paper
        self._signs = signs
        self._limits = limits

    def draw(self, part: parts.Part, before: Gutter) -> Iterator[str]:
        """Draw a part below its heading."""
        if part.heading:
            yield from self._paper.lines(line_of_words(part.heading, "bold dim"), before)
        yield from self._body(part, before)

    @singledispatchmethod
    def _body(self, part: parts.Part, before: Gutter) -> Iterator[str]:
        # Every kind of part has its own; one that a plug-in made up is shown by its name.
        yield from self._paper.printed(type(part).__name__, "dim", before)

    def _remark(self, folded: Folded, before: Gutter) -> Iterator[str]:
        text = remark(folded, self._signs)
        if text:
            yield from self._paper.printed(text, "dim", before)

    @_body.register(parts.TextPart)
    def _text(self, part: parts.TextPart, before: Gutter) -> Iterator[str]:
        most = self._limits.error if part.style == "error" else self._limits.text
        folded = fold(part.text, most)
        if part.style == "markdown" and self._paper.draws:
            yield from self._paper.lines(draw_markdown(folded.text), before)
        elif part.style == "error":
            text = without_sequences(folded.text)
            yield from self._paper.printed(text, "red", before)
        else:
            style = "dim" if part.style == "dim" else ""
            yield from self._paper.lines(words(folded.text, style), before)
        yield from self._remark(folded, before)

    @_body.register(parts.CodePart)
    def _code(self, part: parts.CodePart, before: Gutter) -> Iterator[str]:
        folded = fold(part.text, self._limits.output, self._limits.line)
        if part.language == "bash" and part.first_line is None:
            prompt = gutter("$ ", "  ", "dim")
            yield from self._paper.printed(folded.text, "cyan", inside(before, prompt))
        elif self._paper.draws:
            drawn = code(clean(folded.text), part.language, part.first_line)
            yield from self._paper.lines(drawn, before)
        else:
            yield from self._paper.printed(folded.text, "", before)
        yield from self._remark(folded, before)

    @_body.register(parts.OutputPart)
    def _output(self, part: parts.OutputPart, before: Gutter) -> Iterator[str]:
        most = self._limits.error if part.is_error else self._limits.output
        # Where only sequences stood, nothing is left.
        text = _BLANK_EDGES.sub("", plain_lines(without_sequences(part.text)))
        folded = fold(text, most, self._limits.line)
        margin = gutter(self._signs.between, self._signs.between, "dim")
        style = "red" if part.is_error else ""
        yield from self._paper.printed(folded.text, style, inside(before, margin))
        yield from self._remark(folded, before)
        if part.kept_in:
            held = "" if part.kept_bytes is None else size(part.kept_bytes)
            text = f"all of it is in {joined(part.kept_in, held)}"
            yield from self._paper.printed(text, "dim", before)

    @_body.register(parts.DiffPart)
    def _diff(self, part: parts.DiffPart, before: Gutter) -> Iterator[str]:
        yield from draw_diff(self._paper, self._signs, part, before, self._limits.diff)

    @_body.register(parts.ChecklistPart)
    def _checklist(self, part: parts.ChecklistPart, before: Gutter) -> Iterator[str]:
        signs = {"completed": self._signs.done, "in_progress": self._signs.doing}
        changed = [step for step in part.steps if step.changed]
        is_folded = self._limits.text is not None
        for step in changed if is_folded and changed else part.steps:
            style = _STEP_STYLES.get(step.status, "")
            margin = inside(before, gutter(signs.get(step.status, self._signs.open), style=style))
            told = signs.keys() | {"pending", ""}
            notes = (step.note, "" if step.status in told else step.status)
            drawn = Text.assemble(words(step.text, style), line_of_words(_aside(*notes), "dim"))
            yield from self._paper.lines(drawn, margin)

    @_body.register(parts.QuestionPart)
    def _question(self, part: parts.QuestionPart, before: Gutter) -> Iterator[str]:
        yield from self._paper.lines(words(part.question, "bold"), before)
        for choice in part.choices:
            sign = self._signs.active if choice.chosen else self._signs.other
            style = "green" if choice.chosen else ""
            drawn = Text.assemble(
                words(choice.label, style), line_of_words(_aside(choice.description), "dim")
            )
            yield from self._paper.lines(drawn, inside(before, gutter(sign, style=style)))
        if part.answer and not any(choice.chosen for choice in part.choices):
            margin = inside(before, gutter(f"{self._signs.arrow} ", style="green"))
            yield from self._paper.lines(words(part.answer, "green"), margin)
        if part.note:
            yield from self._paper.lines(words(part.note, "dim"), before)

    @_body.register(parts.LinksPart)
    def _links(self, part: parts.LinksPart, before: Gutter) -> Iterator[str]:
        for link in part.links:
            drawn = words(joined(link.title, link.note))
            drawn.append_text(words(f" {link.url}" if drawn else link.url, "dim"))
            yield from self._paper.lines(drawn, inside(before, gutter(self._signs.info)))

    @_body.register(parts.ListPart)
    def _list(self, part: parts.ListPart, before: Gutter) -> Iterator[str]:
        folded = fold("\n".join(map(_one_line, part.entries)), self._limits.output)
        margin = inside(before, gutter(self._signs.between, self._signs.between, "dim"))
        yield from self._paper.printed(folded.text, "", margin)
        yield from self._remark(folded, before)

    @_body.register(parts.FactsPart)
    def _facts(self, part: parts.FactsPart, before: Gutter) -> Iterator[str]:
        widest = max((len(_one_line(name)) for name, _ in part.pairs), default=0)
        for name, value in part.pairs:
            margin = gutter(f"{_one_line(name):<{min(widest, 20)}}  ", style="dim")
            yield from self._paper.lines(words(value), inside(before, margin))

    @_body.register(parts.TablePart)
    def _table(self, part: parts.TablePart, before: Gutter) -> Iterator[str]:
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for name in part.columns:
            table.add_column(words(name, "bold"), overflow="fold")
        for row in part.rows:
            table.add_row(*map(words, row))
        yield from self._paper.lines(table, before)

    @_body.register(parts.MediaPart)
    def _media(self, part: parts.MediaPart, before: Gutter) -> Iterator[str]:
        yield from self._paper.lines(line_of_words(media_line(part), "dim"), before)

    @_body.register(parts.JsonPart)
    def _json(self, part: parts.JsonPart, before: Gutter) -> Iterator[str]:
        text = encode_document(part.value).decode("utf-8", "replace")
        folded = fold(text, self._limits.output, self._limits.line)
        if self._paper.draws:
            yield from self._paper.lines(code(clean(folded.text), "json"), before)
        else:
            yield from self._paper.printed(folded.text, "", before)
        yield from self._remark(folded, before)


def media_line(part: parts.MediaPart) -> str:
    """Say in one line what a picture or document is."""
    pixels = "" if part.width is None else f"{part.width} x {part.height}"
    held = size(part.size) if part.data else ""
    return f"[{joined(part.media_type or 'media', pixels, held, part.source)}]"


def _aside(*notes: str) -> str:
    told = joined(*notes)
    return f"  {told}" if told else ""


def _one_line(text: str) -> str:
    return " ".join(clean(text).split())
