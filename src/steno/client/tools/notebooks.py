"""Jupyter notebooks: their cells as Read shows them, and where an edit finds one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from steno.client.tools.built_in import FailedError
from steno.format.codec import JsonRefusedError, decode_json, encode_value

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_OUTPUT: Final = 10_000
"""Characters of a cell's output that are shown."""

_IMAGES: Final = ("image/png", "image/jpeg")


def parsed(content: bytes) -> dict[str, Any]:
    """Read a notebook, or say why it is none."""
    try:
        notebook = decode_json(content).value
    except JsonRefusedError as error:
        raise FailedError(
            "Notebook file is not valid JSON (it may be truncated, corrupted, "
            f"or still being written): {error}"
        ) from error
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise FailedError("Notebook file has no cells: it is no notebook of nbformat 4.")
    return notebook


def encoded(notebook: Mapping[str, Any]) -> str:
    """Write a notebook as Jupyter does: one space for each level."""
    return msgspec.json.format(encode_value(notebook), indent=1).decode()


def language_of(notebook: Mapping[str, Any]) -> str:
    """Give the language of a notebook's code."""
    named = (notebook.get("metadata") or {}).get("language_info") or {}
    return str(named.get("name") or "python")


def text_of(value: Any) -> str:
    """Join a text that may be a list of lines."""
    if isinstance(value, list):
        return "".join(str(part) for part in value)
    return value if isinstance(value, str) else ""


def shown_cells(notebook: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Give the cells as the transcript keeps them."""
    language = language_of(notebook)
    return [_cell(cell, at, language) for at, cell in enumerate(notebook["cells"])]


def _cell(cell: Mapping[str, Any], at: int, language: str) -> dict[str, Any]:
    kind = cell.get("cell_type", "code")
    shown: dict[str, Any] = {"cellType": kind, "source": text_of(cell.get("source"))}
    if kind == "code" and cell.get("execution_count"):
        shown["execution_count"] = cell["execution_count"]
    shown["cell_id"] = cell.get("id") or f"cell-{at}"
    if kind == "code":
        shown["language"] = language
    outputs = cell.get("outputs")
    if kind == "code" and outputs:
        shown["outputs"] = [_output(one) for one in outputs if isinstance(one, dict)]
    return shown


def _output(output: Mapping[str, Any]) -> dict[str, Any]:
    kind = output.get("output_type")
    if kind == "stream":
        return {"output_type": kind, "text": _clipped(text_of(output.get("text")))}
    if kind == "error":
        trace = "\n".join(str(line) for line in output.get("traceback") or ())
        told = f"{output.get('ename', '')}: {output.get('evalue', '')}\n{trace}"
        return {"output_type": kind, "text": _clipped(told)}
    found = output.get("data") or {}
    shown = {"output_type": kind, "text": _clipped(text_of(found.get("text/plain")))}
    image = _image(found)
    return {**shown, "image": image} if image else shown


def _image(found: Mapping[str, Any]) -> dict[str, str] | None:
    for kind in _IMAGES:
        if kind in found:
            return {"image_data": "".join(text_of(found[kind]).split()), "media_type": kind}
    return None


def _clipped(text: str) -> str:
    if len(text) <= MOST_OUTPUT:
        return text
    return f"{text[:MOST_OUTPUT]}\n... [{len(text) - MOST_OUTPUT} characters truncated] ..."


def blocks(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give the cells as blocks for the model: text, and the pictures where they came."""
    parts: list[dict[str, Any]] = []
    for cell in cells:
        _add_text(parts, _cell_text(cell), "\n")
        for output in cell.get("outputs", ()):
            if output["text"]:
                _add_text(parts, f"\n{output['text']}", "\n")
            if "image" in output:
                parts.append(_picture(output["image"]))
    return parts


def _add_text(parts: list[dict[str, Any]], text: str, between: str) -> None:
    if parts and parts[-1]["type"] == "text":
        parts[-1]["text"] += between + text
    else:
        parts.append({"text": text, "type": "text"})


def _cell_text(cell: Mapping[str, Any]) -> str:
    kind, language = cell["cellType"], cell.get("language")
    head = f"<cell_type>{kind}</cell_type>" if kind != "code" else ""
    if language not in {None, "python"}:
        head += f"<language>{language}</language>"
    return f'<cell id="{cell["cell_id"]}">{head}{cell["source"]}</cell id="{cell["cell_id"]}">'


def _picture(image: Mapping[str, str]) -> dict[str, Any]:
    source = {"data": image["image_data"], "media_type": image["media_type"], "type": "base64"}
    return {"type": "image", "source": source}


def size_of(cells: list[dict[str, Any]]) -> int:
    """Give how much there is to show, in bytes."""
    return len(encode_value(cells))
