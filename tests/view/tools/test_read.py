"""Files that were read: text with its numbers, pictures, notebooks, PDFs."""

from __future__ import annotations

from typing import Any

import pytest

from steno.testing.demo.pictures import tide_curve
from steno.testing.file_tools import read, read_image
from steno.testing.tool_run import failed, unanswered
from steno.view.parts import CodePart, FactsPart, MediaPart, OutputPart, TextPart
from steno.view.tools.read import without_numbers
from tests.view.calls import HERE, card, card_of, figures, only

PATH = f"{HERE}/src/app.py"


def test_whole_file_is_code_with_numbers() -> None:
    """The path is shown within the project, the code from its first line."""
    built = card_of(read(PATH, "import tide\n\nrun()"))
    assert (built.title, built.path, built.summary) == ("Read src/app.py", "src/app.py", "3 lines")
    assert built.parts == (CodePart("import tide\n\nrun()", "python", PATH, 1),)


@pytest.mark.parametrize("recorded", [2, 3])
def test_a_last_newline_begins_no_line(recorded: int) -> None:
    """Clients count the nothing behind it; people do not."""
    file = {"filePath": PATH, "content": "a\nb\n", "numLines": recorded, "startLine": 1}
    result = {"type": "text", "file": {**file, "totalLines": recorded}}
    built = card("Read", {"file_path": PATH}, structured=result)
    assert (built.summary, figures(built)) == ("2 lines", {"lines": 2, "lines in all": 2})


def test_part_of_a_file_names_its_lines() -> None:
    """The title says which lines, the summary out of how many."""
    text = "\n".join(str(number) for number in range(51))
    built = card_of(read(PATH, text, start=10, total=188))
    assert (built.title, built.summary) == ("Read src/app.py (lines 10-60)", "51 of 188 lines")
    assert only(built, CodePart).first_line == 10
    assert figures(built) == {"lines": 51, "lines in all": 188}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"offset": 10, "limit": 5}, " (lines 10-14)"), ({"limit": 5}, " (lines 1-5)"),
        ({"offset": 10}, " (from line 10)"), ({"pages": "1-3"}, " (pages 1-3)"), ({}, ""),
    ],
)  # fmt: skip
def test_unanswered_read_names_what_was_asked_for(asked: dict[str, Any], said: str) -> None:
    """While nothing came back, the arguments say which part."""
    run = unanswered(read(PATH, ""))
    built = card("Read", {**run.arguments, **asked}, finished=False)
    assert (built.title, built.parts) == (f"Read src/app.py{said}", ())


def test_numbers_are_taken_off_what_the_model_saw() -> None:
    """Without a record, the text that the model saw is turned back into the file's."""
    told = "    7→import tide\n    8→\n    9→run()\n\n<system-reminder>\nBe kind.\n"
    built = card("Read", {"file_path": PATH}, told)
    assert built.parts == (CodePart("import tide\n\nrun()", "python", PATH, 7),)


def test_text_without_numbers_is_left_alone() -> None:
    """One line without a number is enough: then it is no listing."""
    assert without_numbers("1\ta\nno number") is None
    assert without_numbers("") is None
    assert only(card("Read", {"file_path": PATH}, "just words"), OutputPart).text == "just words"


def test_older_record_holds_the_text_itself() -> None:
    """In an older shape the file is just its content, without a first line."""
    built = card("Read", {"file_path": PATH}, structured={"type": "file", "file": "a\nb"})
    assert built.parts == (CodePart("a\nb", "python", PATH),)
    assert (built.summary, figures(built)) == ("2 lines", {"lines": 2})


def test_picture_is_a_picture() -> None:
    """Its bytes, its kind and its size are there."""
    picture = tide_curve()
    built = card_of(read_image(f"{HERE}/tide.png", picture))
    media = only(built, MediaPart)
    assert (media.media_type, media.size) == ("image/png", len(picture))


def test_picture_knows_its_pixels_and_pdf_its_kind() -> None:
    """Width and height are those on disk."""
    pixels = {"originalWidth": 640, "originalHeight": 480, "displayWidth": 64}
    file = {"base64": "AAAA", "type": "image/png", "originalSize": 2048, "dimensions": pixels}
    built = card("Read", {"file_path": "t.png"}, structured={"type": "image", "file": file})
    assert built.summary == "2.0 kB"
    assert only(built, MediaPart) == MediaPart("image/png", "AAAA", "t.png", 640, 480)
    built = card("Read", {"file_path": "t.pdf"}, structured={"type": "pdf", "file": {"base64": ""}})
    assert only(built, MediaPart).media_type == "application/pdf"


def test_notebook_is_shown_cell_by_cell() -> None:
    """Code, words and output of a notebook each have their part."""
    cells = [
        {"cellType": "markdown", "source": "# Tides"},
        {"cellType": "code", "source": "1 + 1", "language": "python", "outputs": [{"text": "2"}]},
    ]
    record = {"type": "notebook", "file": {"filePath": "t.ipynb", "cells": cells}}
    built = card("Read", {"file_path": "t.ipynb"}, structured=record)
    assert built.summary == "2 cells"
    assert built.parts == (
        TextPart("# Tides", "markdown"),
        CodePart("1 + 1", "python", "t.ipynb"),
        OutputPart("2"),
    )


def test_pages_of_a_pdf_say_where_they_lie() -> None:
    """A PDF in parts names the folder of its pages."""
    record = {"type": "parts", "file": {"filePath": "t.pdf", "count": 12, "outputDir": "/tmp/p"}}
    built = card("Read", {"file_path": "t.pdf"}, structured=record)
    assert built.summary == "12 pages"
    assert only(built, FactsPart).pairs == (("pages", "12"), ("kept in", "/tmp/p"))


def test_unchanged_file_is_not_shown_again() -> None:
    """The client says so, and so does the card."""
    record = {"type": "file_unchanged", "file": {"filePath": PATH}}
    assert card("Read", {"file_path": PATH}, structured=record).summary == "unchanged"


@pytest.mark.parametrize("record", [{"type": "hologram"}, {"file": {"filePath": PATH}}])
def test_unknown_kind_of_file_shows_what_the_model_saw(record: dict[str, Any]) -> None:
    """A kind of file from the future is not hidden."""
    built = card("Read", {"file_path": PATH}, "something", structured=record)
    assert only(built, OutputPart).text == "something"


def test_missing_file_is_an_error() -> None:
    """The error is told in the line and below it."""
    run = failed(
        read(PATH, ""), "No such file.", told="<tool_use_error>No such file.</tool_use_error>"
    )
    built = card_of(run)
    assert (built.status, built.summary) == ("error", "No such file.")
    assert built.parts == (TextPart("No such file.", "error"),)
