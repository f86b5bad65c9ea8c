"""PDF files for the model: the whole document, or the text of some of its pages."""

from __future__ import annotations

import asyncio
import base64
import re
import shutil
from typing import TYPE_CHECKING, Any, Final

from steno.client.programs import signal_group, start
from steno.client.tool import ToolAnswer
from steno.client.tools.built_in import FailedError, size_words

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import ToolContext

LARGEST: Final = 20 << 20
"""A larger document would not fit into a request."""
MOST_PAGES: Final = 20
_PAGES: Final = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")
_PATIENCE: Final = 60


def document(path: Path, shown: str) -> ToolAnswer:
    """Give a whole document: the model reads it from a block of its own, after the result."""
    size = path.stat().st_size
    if size == 0:
        raise FailedError(f"PDF file is empty: {shown}")
    if size > LARGEST:
        raise FailedError(
            f"PDF file exceeds maximum allowed size of {size_words(LARGEST)}: {shown} "
            f"({size_words(size)}). Use the pages parameter to read some of it."
        )
    content = path.read_bytes()
    if not content.startswith(b"%PDF-"):
        raise FailedError(f"File is not a valid PDF (missing %PDF- header): {shown}")
    encoded = base64.b64encode(content).decode()
    kept = {"type": "pdf", "file": {"filePath": shown, "base64": encoded, "originalSize": size}}
    words = f"PDF file read: {shown} ({size_words(size)})"
    return ToolAnswer(words, kept, new_lines=(_line(encoded),))


def _line(encoded: str) -> dict[str, Any]:
    source = {"type": "base64", "media_type": "application/pdf", "data": encoded}
    message = {"role": "user", "content": [{"type": "document", "source": source}]}
    return {"message": message, "isMeta": True}


def page_range(pages: str) -> tuple[int, int]:
    """Read ``3`` or ``1-5``."""
    match = _PAGES.fullmatch(pages.strip())
    first = int(match[1]) if match else 0
    last = int(match[2] or match[1]) if match else 0
    if not 1 <= first <= last:
        raise FailedError(
            f'Invalid pages parameter: "{pages}". Use "3" or "1-5"; pages count from 1.'
        )
    if last - first >= MOST_PAGES:
        raise FailedError(
            f'Page range "{pages}" exceeds maximum of {MOST_PAGES} pages per request.'
        )
    return first, last


async def page_text(path: Path, pages: str, context: ToolContext) -> str:
    """Give the text of some pages, by the program of poppler."""
    first, last = page_range(pages)
    program = shutil.which("pdftotext", path=context.environ.get("PATH"))
    if program is None:
        raise FailedError(
            "Single pages of a PDF are read by pdftotext, which is not installed (it comes with "
            "poppler-utils). Without the pages parameter the whole document is read."
        )
    asked = [program, "-layout", "-f", str(first), "-l", str(last), str(path), "-"]
    process = await start(*asked)
    try:
        out, err = await asyncio.wait_for(process.communicate(), _PATIENCE)
    except BaseException:
        signal_group(process.pid)
        await process.wait()
        raise
    if process.returncode:
        raise FailedError(f"pdftotext failed: {err.decode('utf-8', 'replace').strip()}")
    return out.decode("utf-8", "replace")
