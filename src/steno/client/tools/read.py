"""Read: shows the model a file: numbered lines, a picture, a notebook, a document."""

from __future__ import annotations

import asyncio
import stat
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta

from steno.client.tool import ToolAnswer
from steno.client.tools import images, missing, notebooks, pdf, text_files
from steno.client.tools.built_in import (
    BuiltIn,
    FailedError,
    RefusedError,
    Takes,
    absolute,
    size_words,
)

if TYPE_CHECKING:
    from os import stat_result
    from pathlib import Path

    from steno.client.tool import ToolContext

LARGEST_WHOLE: Final = 256 << 10
"""A larger file is read in parts."""
MOST_TOKENS: Final = 25_000
CHARACTERS_A_TOKEN: Final = 4
"""What a token is taken for where nobody counts them."""
LARGEST_LINE: Final = 2 << 20
"""A longer line of a large file is cut: a disk image of one line must not fill the memory."""

_BINARY_NAMES: Final = """
7z a aac avi avif bin bmp bz2 class com dat db dbf dll dmg doc docx dylib ear eot exe flac flv
gz heic ico iso jar lib m4a m4v mkv mov mp3 mp4 msi o obj odp ods odt ogg opus otf par pack pdb
pkg pptx ppt psd pyc pyd pyo rar rlib rpm so sqlite sqlite3 swf sys tar tgz tif tiff ttf war
wasm wav webm wma wmv woff woff2 xls xlsx xz z zip zst deb apk node idx
"""
_BINARY: Final = frozenset(_BINARY_NAMES.split())
_ENDLESS: Final = frozenset(
    {"/dev/zero", "/dev/random", "/dev/urandom", "/dev/full", "/dev/stdin", "/dev/tty"}
    | {"/dev/console", "/dev/stdout", "/dev/stderr", "/dev/fd/0", "/dev/fd/1", "/dev/fd/2"}
)


class ReadInput(Takes):
    """What Read takes."""

    file_path: Annotated[str, Meta(description="The absolute path of the file.")]
    offset: Annotated[
        int | None, Meta(description="The first line to read, where the file is long.")
    ] = None
    limit: Annotated[int | None, Meta(description="How many lines to read.")] = None
    pages: Annotated[
        str | None, Meta(description='Pages of a PDF, such as "3" or "1-5"; at most 20.')
    ] = None

    @property
    def start(self) -> int:
        """The number of the first line."""
        return 1 if self.offset is None or self.offset < 0 else self.offset


class Read(BuiltIn[ReadInput]):
    """The tool."""

    name = "Read"
    description = (
        "Reads a file. Lines come with their numbers, each followed by a tab, which are no part of "
        "the file. Of long files read a part by offset and limit. Pictures, PDF files and Jupyter "
        "notebooks can be read, too; folders cannot: list them with Bash."
    )
    takes = ReadInput
    read_only = True

    async def refuse(self, wanted: ReadInput, context: ToolContext) -> None:
        """Refuse what would never end, and what is no text by its name."""
        path = absolute(wanted.file_path, context)
        if str(path) in _ENDLESS:
            raise RefusedError(
                f"Cannot read '{wanted.file_path}': "
                "this device file would block or produce infinite output."
            )
        ending = path.suffix.lower()
        if ending.removeprefix(".") in _BINARY:
            raise RefusedError(
                f"This tool cannot read binary files. The file appears to be a binary {ending} "
                "file. Please use appropriate tools for binary file analysis."
            )

    async def act(self, wanted: ReadInput, context: ToolContext) -> ToolAnswer:
        """Show the file, and remember that the model came to its folder."""
        path = absolute(wanted.file_path, context)
        answer = await self._shown(wanted, path, context)
        context.seen.come_to.append(str(path))
        return answer

    async def _shown(self, wanted: ReadInput, path: Path, context: ToolContext) -> ToolAnswer:
        """Show the file by what its name says that it is."""
        status = _status(path, context)
        ending = path.suffix.lower()
        if ending in images.SUFFIXES:
            return await asyncio.to_thread(_picture, path)
        if ending == ".pdf" and wanted.pages:
            text = await pdf.page_text(path, wanted.pages, context)
            return _answer(wanted, text.split("\n"), 1, len(text.split("\n")))
        if ending == ".pdf":
            return await asyncio.to_thread(pdf.document, path, wanted.file_path)
        span = (wanted.start, wanted.limit or None)
        if _is_known(context, path, status.st_mtime_ns, span):
            return ToolAnswer(
                "Wasted call — file unchanged since your last Read. "
                "Refer to that earlier tool_result instead.",
                {"type": "file_unchanged", "file": {"filePath": wanted.file_path}},
            )
        show = _notebook if ending == ".ipynb" else _text
        answer = await asyncio.to_thread(show, wanted, path, context)
        context.seen.reads[str(path)] = span
        return answer


def _is_known(
    context: ToolContext, path: Path, stamp: int, span: tuple[int | None, int | None]
) -> bool:
    """Say whether the model has had this very part of the file, as it is now."""
    if context.seen.reads.get(str(path), ...) != span:
        return False
    return context.seen.stamps.get(str(path)) == stamp


def _status(path: Path, context: ToolContext) -> stat_result:
    try:
        status = path.stat()
    except FileNotFoundError as error:
        raise FailedError(missing.words(path, context)) from error
    if stat.S_ISDIR(status.st_mode):
        raise FailedError(f"EISDIR: illegal operation on a directory, read '{path}'")
    if stat.S_ISFIFO(status.st_mode) or stat.S_ISSOCK(status.st_mode):
        raise FailedError(f"Cannot read '{path}': it is a pipe or a socket, which has no end.")
    return status


def _picture(path: Path) -> ToolAnswer:
    if path.stat().st_size > images.LARGEST:
        raise FailedError(f"Image file is too large to read: {path}. Make a smaller copy first.")
    picture = images.picture(path.read_bytes(), str(path))
    return ToolAnswer([picture.block()], {"type": "image", "file": picture.kept()})


def _notebook(wanted: ReadInput, path: Path, context: ToolContext) -> ToolAnswer:
    content = path.read_bytes()
    known = text_files.decoded(content, path.stat().st_mtime_ns)
    cells = notebooks.shown_cells(notebooks.parsed(content))
    if notebooks.size_of(cells) > LARGEST_WHOLE:
        raise FailedError(
            f"Notebook content ({size_words(notebooks.size_of(cells))}) exceeds maximum allowed "
            f"size ({size_words(LARGEST_WHOLE)}). Use Bash with jq to read single cells."
        )
    text_files.note_seen(context.seen, path, known.stamp, known.digest)
    kept = {"type": "notebook", "file": {"filePath": wanted.file_path, "cells": cells}}
    return ToolAnswer(notebooks.blocks(cells) or "(Read completed with no output)", kept)


def _text(wanted: ReadInput, path: Path, context: ToolContext) -> ToolAnswer:
    size = path.stat().st_size
    if not wanted.limit and size > LARGEST_WHOLE:
        raise FailedError(
            f"File content ({size_words(size)}) exceeds maximum allowed size "
            f"({size_words(LARGEST_WHOLE)}). Use offset and limit parameters to read specific "
            "portions of the file, or search for specific content instead of reading the whole "
            "file."
        )
    if size > LARGEST_WHOLE:
        return _part_of_large(wanted, path, context)
    known = text_files.load(path)
    # Only the first mark is one; the client strips no other.
    lines = text_files.without_bom(known.text).split("\n")
    start = wanted.start
    first = max(start - 1, 0)
    chosen = lines[first : first + wanted.limit if wanted.limit else None]
    answer = _answer(wanted, chosen, start, len(lines))
    whole = len(chosen) == len(lines) and answer.kept["file"]["numLines"] == len(lines)
    text_files.note_seen(context.seen, path, known.stamp, known.digest if whole else None)
    return answer


def _part_of_large(wanted: ReadInput, path: Path, context: ToolContext) -> ToolAnswer:
    """Read some lines of a file that is not taken into the memory as a whole."""
    start = wanted.start
    first = max(start - 1, 0)
    with path.open("rb") as file:
        stamp = path.stat().st_mtime_ns
        encoding = text_files.encoding_of(file.read(2))
    with path.open(encoding=encoding, errors="replace", newline="\n") as text:
        passed = sum(1 for _ in islice(text, first))
        chosen = [line[:LARGEST_LINE] for line in islice(text, wanted.limit or 0)]
        ended = chosen[-1].endswith("\n") if chosen else True
        rest = 0
        for line in text:
            rest += 1
            ended = line.endswith("\n")
    total = passed + len(chosen) + rest + (1 if ended else 0)
    clean = [text_files.plain(line.removesuffix("\n").removesuffix("\r")) for line in chosen]
    if ended and rest == 0 and len(clean) < (wanted.limit or 0) and first < total:
        clean.append("")  # what comes after the last line end counts as a line
    if clean and first == 0:
        clean[0] = text_files.without_bom(clean[0])
    text_files.note_seen(context.seen, path, stamp, None)
    return _answer(wanted, clean, start, total)


def _answer(wanted: ReadInput, lines: list[str], start: int, total: int) -> ToolAnswer:
    """Give numbered lines; where there are too many, the first ones and how to go on."""
    shown, note = _within(lines, start, total)
    content = "\n".join(shown)
    kept = {
        "type": "text",
        "file": {
            "filePath": wanted.file_path,
            "content": content,
            "numLines": len(shown),
            "startLine": start,
            "totalLines": total,
        },
    }
    if not content and len(shown) <= 1:
        return ToolAnswer(_nothing(start, total), kept)
    numbered = "\n".join(f"{start + at}\t{line}" for at, line in enumerate(shown))
    return ToolAnswer(note + numbered, kept)


def _nothing(start: int, total: int) -> str:
    return (
        "<system-reminder>Warning: the file exists but is shorter than the provided offset "
        f"({start}). The file has {total} lines.</system-reminder>"
    )


def _within(lines: list[str], start: int, total: int) -> tuple[list[str], str]:
    length = sum(len(line) + len(str(start + at)) + 2 for at, line in enumerate(lines))
    tokens = length // CHARACTERS_A_TOKEN
    if tokens <= MOST_TOKENS:
        return lines, ""
    left = MOST_TOKENS * CHARACTERS_A_TOKEN
    shown: list[str] = []
    for at, line in enumerate(lines):
        left -= len(line) + len(str(start + at)) + 2
        if left < 0:
            break
        shown.append(line)
    if not shown:
        raise FailedError(
            f"Line {start} alone holds about {tokens} tokens, more than the {MOST_TOKENS} that "
            "can be read at once. Use Grep, or cut a piece out of it with Bash."
        )
    last = start + len(shown) - 1
    return shown, (
        f"<system-reminder>[Truncated: PARTIAL view — showing lines {start}-{last} of {total} "
        f"total ({tokens} tokens, cap {MOST_TOKENS}). Call Read with offset={last + 1} "
        f"limit={len(shown)} for the next page, or Grep to find a specific section. Do NOT "
        "answer from this page alone if the answer may be further in the file.]"
        "</system-reminder>\n\n"
    )
