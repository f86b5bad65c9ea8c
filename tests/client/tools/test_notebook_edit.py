"""NotebookEdit: replace, insert, delete, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.client.surroundings import Surroundings

_CELLS = [
    {
        "cell_type": "code",
        "id": "c1",
        "metadata": {},
        "source": "a",
        "outputs": [1],
        "execution_count": 3,
    },
    {"cell_type": "markdown", "metadata": {}, "source": ["b"]},
]


def _notebook(around: Surroundings, minor: int = 5) -> str:
    book = {"cells": _CELLS, "metadata": {}, "nbformat": 4, "nbformat_minor": minor}
    return str(around.known("n.ipynb", json.dumps(book)))


def _cells(around: Surroundings) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads((around.root / "n.ipynb").read_text())["cells"]
    return cells


def test_a_cell_is_replaced_and_its_output_goes(around: Surroundings) -> None:
    """What the old source put out is no longer true."""
    path = _notebook(around)
    answer = around.call("NotebookEdit", notebook_path=path, new_source="x", cell_id="c1")
    assert answer.content == "Updated cell c1 with x"
    assert answer.kept["old_source"] == "a"
    assert (_cells(around)[0]["outputs"], _cells(around)[0]["execution_count"]) == ([], None)


def test_cells_are_inserted_and_deleted(around: Surroundings) -> None:
    """A new cell comes after the named one, or first; cells without an id have numbers."""
    given = {"notebook_path": _notebook(around), "edit_mode": "insert", "cell_type": "code"}
    around.call("NotebookEdit", **given, new_source="new", cell_id="c1")
    around.call("NotebookEdit", **given, new_source="first")
    assert [cell["source"] for cell in _cells(around)] == ["first", "a", "new", ["b"]]
    assert len(_cells(around)[0]["id"]) == 8
    given |= {"edit_mode": "delete", "cell_id": "cell-3", "new_source": ""}
    around.call("NotebookEdit", **given)
    assert len(_cells(around)) == 3


def test_old_notebooks_get_no_ids(around: Surroundings) -> None:
    """Before nbformat 4.5 cells have no ids."""
    given = {"notebook_path": _notebook(around, 4), "edit_mode": "insert", "cell_type": "markdown"}
    around.call("NotebookEdit", **given, new_source="new")
    assert "id" not in _cells(around)[0]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"cell_id": "nope"}, 'Cell with ID "nope" not found'),
        ({"cell_id": "cell-9"}, "Cell with index 9 does not exist"),
        ({}, "Cell ID must be specified"),
        ({"cell_id": "c1", "edit_mode": "insert"}, "Cell type is required"),
        ({"notebook_path": "a.py", "cell_id": "c1"}, "must be a Jupyter notebook"),
    ],
)
def test_what_is_unclear_is_refused(
    around: Surroundings, given: dict[str, Any], words: str
) -> None:
    """Nothing is changed where the call does not fit the notebook."""
    path = _notebook(around)
    before = (around.root / "n.ipynb").read_bytes()
    answer = around.call("NotebookEdit", **{"notebook_path": path, "new_source": "x", **given})
    assert words in str(answer.content)
    assert (around.root / "n.ipynb").read_bytes() == before


def test_an_unread_notebook_stays(around: Surroundings) -> None:
    """A notebook has to be read first."""
    path = around.file("n.ipynb", "{}")
    answer = around.call("NotebookEdit", notebook_path=str(path), new_source="x", cell_id="c")
    assert "has not been read yet" in str(answer.content)
