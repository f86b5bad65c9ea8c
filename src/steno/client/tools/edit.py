"""Edit: replaces a piece of text in a file, and leaves every other byte of it alone."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta

from steno.client.tool import ToolAnswer
from steno.client.tools import missing, text_files
from steno.client.tools.built_in import BuiltIn, FailedError, RefusedError, Takes, absolute
from steno.client.tools.patch import structured_patch
from steno.client.tools.write import LARGEST_KEPT, updated

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.tool import ToolContext
    from steno.client.tools.text_files import TextFile

LARGEST: Final = 1 << 30
"""A file that is larger is not edited."""

_SINGLE: Final = ("\u2018", "\u2019")
_DOUBLE: Final = ("\u201c", "\u201d")
_QUOTES: Final = {"'": f"['{''.join(_SINGLE)}]", '"': f'["{"".join(_DOUBLE)}]'}
_CURLED: Final = str.maketrans("".join(_SINGLE + _DOUBLE), "''\"\"")


class EditInput(Takes):
    """What Edit takes."""

    file_path: Annotated[str, Meta(description="The absolute path of the file.")]
    old_string: Annotated[str, Meta(description="The text to replace, exactly as it is there.")]
    new_string: Annotated[str, Meta(description="The text to put there; it has to differ.")]
    replace_all: Annotated[
        bool, Meta(description="Whether to replace it everywhere (default: false).")
    ] = False


class Edit(BuiltIn[EditInput]):
    """The tool."""

    name = "Edit"
    description = (
        "Replaces text in a file that was read before. old_string has to be what the file holds, "
        "spaces and all, without the numbers that Read puts before lines, and has to occur once: "
        "give more of what is around it, or set replace_all. An empty old_string makes a new file."
    )
    takes = EditInput

    async def refuse(self, wanted: EditInput, context: ToolContext) -> None:
        """Refuse what cannot be found, or is found too often, or was not read."""
        path = absolute(wanted.file_path, context)
        if wanted.old_string == wanted.new_string:
            raise RefusedError(
                "No changes to make: old_string and new_string are exactly the same."
            )
        if wanted.old_string == "":
            _refuse_to_make(path)
            return
        _refuse_kind(path, context)
        text_files.refuse_unseen(context.seen, path)
        await asyncio.to_thread(_places, wanted, text_files.load(path))

    async def act(self, wanted: EditInput, context: ToolContext) -> ToolAnswer:
        """Keep a copy of what is there and change it."""
        path = absolute(wanted.file_path, context)
        context.backups.before_change(path)
        return await asyncio.to_thread(_edit, wanted, path, context)


def _refuse_to_make(path: Path) -> None:
    if path.exists() and path.stat().st_size:
        raise RefusedError("Cannot create new file - file already exists.")


def _refuse_kind(path: Path, context: ToolContext) -> None:
    if not path.exists():
        raise RefusedError(missing.words(path, context))
    if path.is_dir():
        raise FailedError(f"EISDIR: illegal operation on a directory, read '{path}'")
    if path.suffix == ".ipynb":
        raise RefusedError("File is a Jupyter Notebook. Use the NotebookEdit to edit this file.")
    if path.stat().st_size > LARGEST:
        raise RefusedError("File is too large to edit. Use Bash with a stream editor instead.")


def _edit(wanted: EditInput, path: Path, context: ToolContext) -> ToolAnswer:
    known = text_files.load(path) if path.exists() else text_files.decoded(b"", 0)
    if wanted.old_string:
        text_files.refuse_unseen(context.seen, path)
        places = _places(wanted, known)
        raw = _replaced(wanted, known, places)
        found = text_files.plain(known.raw[places[0][0] : places[0][1]])
    else:
        raw, found = wanted.new_string, ""
    content = known.encoded(raw)
    text_files.store(path, content)
    now = text_files.decoded(content, path.stat().st_mtime_ns)
    text_files.note_written(context.seen, path, now)
    words = updated(wanted.file_path, everywhere=wanted.replace_all)
    return ToolAnswer(words, _kept(wanted, found, known, now))


def _kept(wanted: EditInput, found: str, old: TextFile, new: TextFile) -> dict[str, object]:
    before = old.text
    return {
        "filePath": wanted.file_path,
        "oldString": found,
        "newString": wanted.new_string,
        "originalFile": before if len(before) <= LARGEST_KEPT else None,
        "structuredPatch": structured_patch(before, new.text),
        "userModified": False,
        "replaceAll": wanted.replace_all,
    }


def _places(wanted: EditInput, known: TextFile) -> list[tuple[int, int]]:
    """Find where the old text stands in the file; a line end of the file is a line end."""
    found = _found(_pattern(wanted.old_string), known.raw)
    if not found:
        found = _found(_pattern(wanted.old_string, curled=True), known.raw)
    if not found:
        raise RefusedError(f"String to replace not found in file.\nString: {wanted.old_string}")
    if len(found) > 1 and not wanted.replace_all:
        raise RefusedError(
            f"Found {len(found)} matches of the string to replace, but replace_all is false. "
            "To replace all occurrences, set replace_all to true. To replace only one "
            "occurrence, please provide more context to uniquely identify the instance.\n"
            f"String: {wanted.old_string}"
        )
    return found


def _found(pattern: str, raw: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(pattern, raw)]


def _pattern(old: str, *, curled: bool = False) -> str:
    """Write the old text as a pattern; typographic quotes are found by plain ones, if need be."""
    escaped = "\r?\n".join(re.escape(line) for line in old.replace("\r\n", "\n").split("\n"))
    if not curled:
        return escaped
    straight = escaped.translate(_CURLED)
    return re.sub("['\"]", lambda quote: _QUOTES[quote[0]], straight)


def _replaced(wanted: EditInput, known: TextFile, places: list[tuple[int, int]]) -> str:
    new = wanted.new_string.replace("\r\n", "\n").replace("\n", known.newline)
    parts, at = [], 0
    for start, end in places:
        parts += [known.raw[at:start], _like(known.raw[start:end], new)]
        at = end
    return "".join([*parts, known.raw[at:]])


def _like(found: str, new: str) -> str:
    """Curl the quotes of a new text where the old one had curled ones."""
    for plain, curled in (("'", _SINGLE), ('"', _DOUBLE)):
        if any(quote in found for quote in curled):
            new = _curled(new, plain, *curled)
    return new


def _curled(text: str, plain: str, opening: str, closing: str) -> str:
    opens = re.sub(rf"(^|[\s(\[{{\u2013\u2014]){re.escape(plain)}", rf"\g<1>{opening}", text)
    return opens.replace(plain, closing)
