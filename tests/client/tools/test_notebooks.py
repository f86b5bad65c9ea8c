"""Notebooks as they are shown."""

from __future__ import annotations

import json

import pytest

from steno.client.tools import notebooks
from steno.client.tools.built_in import FailedError


def _cell(**more: object) -> dict[str, object]:
    return {"cell_type": "code", "id": "c1", "source": ["a\n", "b"], **more}


def test_cells_and_outputs_become_blocks() -> None:
    """Text is joined, pictures stand where they came, other languages are named."""
    outputs = [
        {"output_type": "stream", "text": ["1\n"]},
        {"output_type": "display_data", "data": {"image/png": "AA\nAA", "text/plain": "fig"}},
    ]
    notebook = {"cells": [_cell(outputs=outputs)], "metadata": {"language_info": {"name": "R"}}}
    first, picture = notebooks.blocks(notebooks.shown_cells(notebook))
    assert first["text"] == '<cell id="c1"><language>R</language>a\nb</cell id="c1">\n\n1\n\n\nfig'
    assert picture["source"]["data"] == "AAAA"


def test_long_outputs_are_cut() -> None:
    """An output that is too long is cut and says so."""
    outputs = [{"output_type": "stream", "text": "x" * 20_000}]
    (cell,) = notebooks.shown_cells({"cells": [_cell(outputs=outputs)]})
    assert "[10000 characters truncated]" in cell["outputs"][0]["text"]


@pytest.mark.parametrize("content", [b"{nope", b"[]", b'{"cells": 3}', b""])
def test_what_is_no_notebook_is_told(content: bytes) -> None:
    """Anything else than an object with cells is an error."""
    with pytest.raises(FailedError, match="Notebook file"):
        notebooks.parsed(content)


def test_notebooks_are_written_as_jupyter_does() -> None:
    """One space for each level, characters as they are."""
    assert notebooks.encoded({"a": ["\u00e9"]}) == json.dumps(
        {"a": ["\u00e9"]}, indent=1, ensure_ascii=False
    )
