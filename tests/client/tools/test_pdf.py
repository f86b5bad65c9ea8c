"""PDF files: the whole document, and single pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.client.tools import pdf
from steno.client.tools.built_in import FailedError

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings


@pytest.mark.parametrize(("content", "words"), [(b"", "is empty"), (b"<html>", "not a valid PDF")])
def test_what_is_no_document_is_told(around: Surroundings, content: bytes, words: str) -> None:
    """The API would refuse the conversation: a file that is no PDF is an error."""
    path = around.file("a.pdf", content)
    assert words in str(around.call("Read", file_path=str(path)).content)


def test_pages_are_read_by_pdftotext(around: Surroundings) -> None:
    """The program that is on the PATH gives the text of the pages."""
    path = around.file("a.pdf", b"%PDF-1.4")
    around.context.environ = {"PATH": str(around.folder / "bin")}
    missing = around.call("Read", file_path=str(path), pages="1-2")
    assert "pdftotext, which is not installed" in str(missing.content)
    program = around.folder / "bin" / "pdftotext"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "pages $3 to $5"\n')
    program.chmod(0o755)
    assert around.call("Read", file_path=str(path), pages="1-2").content == "1\tpages 1 to 2\n2\t"


@pytest.mark.parametrize("pages", ["0", "5-2", "x", "1-99", ""])
def test_wrong_pages_are_told(pages: str) -> None:
    """What is no range of pages, or too many, is an error."""
    with pytest.raises(FailedError, match=r"[Pp]age"):
        pdf.page_range(pages)
