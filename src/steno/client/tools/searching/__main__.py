"""The program: takes the options of ripgrep that Grep and Glob use, and prints what it prints.

It is a process of its own, so that a pattern that takes forever can be ended from outside.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING

from steno.client.tools.searching.matching import Search
from steno.client.tools.searching.patterns import compiled
from steno.client.tools.searching.walk import Walk, choice

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

_NOTHING, _WRONG = 1, 2


def _options() -> ArgumentParser:
    options = ArgumentParser(prog="rg", add_help=False, allow_abbrev=False)
    for name in ("--hidden", "--files", "--no-ignore", "-l", "-c", "-i", "-n", "-o", "-U", "-H"):
        options.add_argument(name, action="store_true")
    for name in ("--multiline-dotall", "--null"):
        options.add_argument(name, action="store_true")
    options.add_argument("--glob", action="append", default=[])
    for name in ("--sort", "--type"):
        options.add_argument(name)
    for name in ("-A", "-B", "-C"):
        options.add_argument(name, type=int)
    options.add_argument("--max-columns", type=int, default=0)
    options.add_argument("--regexp", dest="pattern")
    options.add_argument("place", type=Path)
    return options


def run(arguments: list[str]) -> int:
    """Search as the arguments say; the exit codes are ripgrep's."""
    told = _options().parse_args(arguments)
    try:
        found = list(_listed(told)) if told.files else list(_matching(told))
    except ValueError as error:
        sys.stderr.write(f"rg: {error}\n")
        return _WRONG
    out = "".join(f"{line}\n" for line in found)
    sys.stdout.buffer.write(out.encode("utf-8", "surrogateescape"))
    return 0 if found else _NOTHING


def _files(told: Namespace) -> Iterator[Path]:
    if told.place.is_file():
        yield told.place
        return
    wanted = choice(told.glob, told.type, uses_ignore_files=not told.no_ignore)
    yield from Walk(told.place, wanted, Path.cwd()).files()


def _listed(told: Namespace) -> Iterator[str]:
    files = list(_files(told))
    if told.sort == "modified":
        files.sort(key=_modified)
    return map(str, files)


def _modified(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _matching(told: Namespace) -> Iterator[str]:
    around = told.C or 0
    search = Search(
        compiled(told.pattern, ignore_case=told.i, multiline=told.U),
        before=around if told.B is None else told.B,
        after=around if told.A is None else told.A,
        multiline=told.U,
        numbered=told.n,
        only_matching=told.o,
        most_columns=told.max_columns,
        has_nulls=told.null,
    )
    is_named = told.place.is_file()
    is_first = True
    for path in _files(told):
        text = search.text_of(path, is_named=is_named)
        lines = search.matches(text) if text is not None else []
        if text is None or not lines:
            continue
        if told.l:
            yield str(path)
        elif told.c:
            name = str(path) if told.H or not is_named else ""
            yield f"{search.named(name, ':')}{search.count(text, lines)}"
        else:
            if search.has_context and not is_first:
                yield "--"
            yield from search.shown(text, lines, "" if is_named and not told.H else str(path))
        is_first = False


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
