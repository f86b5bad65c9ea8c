"""Write the generated parts of docs/ from the code, or with --check say which of them are stale."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = ROOT / "docs"
SOURCE: Final = ROOT / "src" / "steno"
CONFLICTS: Final = ROOT / "tools" / "format_conflicts.md"
"""Where the accounts of the format disagree: written by hand, shown behind the fields."""

HELP_WIDTH: Final = 88
"""Columns of the help texts in the docs, whatever the terminal."""

NOTICE: Final = (
    "<!-- Written by tools/gendocs.py from the code: run `make docs`, do not edit. -->\n"
)


def generated() -> dict[Path, str]:
    """Give every wholly generated file with the text that it should hold."""
    return {
        DOCS / "commands.md": commands_page(),
        DOCS / "findings.md": findings_page(),
        DOCS / "format.md": format_page(),
        **schema_files(),
    }


def commands_page() -> str:
    """Lay out the help of every command, as ``--help`` prints it."""
    parts = [NOTICE, "# Commands\n", _COMMANDS_INTRODUCTION]
    for name, text in command_helps().items():
        parts.append(f"## {name}\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


_COMMANDS_INTRODUCTION: Final = """\
What `--help` says, for every command. Exit codes: 0 fine; 1 findings (`validate`, `secrets`) or
nothing found (`list`, `history`; `show`, `tools` and `turns` with a filter) or not resumable
(`messages`); 2 wrong use or an error. With `--json` a command prints one document whose shape is
fixed by a [JSON Schema](schemas/); `messages` always prints the bare array that the API takes.
"""


def command_helps() -> dict[str, str]:
    """Give the help text of the program and of each command, by full name."""
    program = root_command()
    settings = {**program.context_settings, **_WIDTH}
    return dict(_helps(program, click.Context(program, info_name="steno", **settings)))


_WIDTH: Final[dict[str, Any]] = {"terminal_width": HELP_WIDTH, "max_content_width": HELP_WIDTH}


def root_command() -> click.Group:
    """Find the one click group in ``steno.cli.main``."""
    main = importlib.import_module("steno.cli.main")
    groups = {id(v): v for v in vars(main).values() if isinstance(v, click.Group)}
    (group,) = groups.values()
    return group


def _helps(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    yield context.command_path, command.get_help(context).rstrip()
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None and not child.hidden:
                below = click.Context(child, info_name=name, parent=context, **_WIDTH)
                yield from _helps(child, below)


def command_table() -> str:
    """Give the commands with their one-line help as Markdown tables, one for each group."""
    program = root_command()
    context = click.Context(program, info_name="steno")
    groups = importlib.import_module("steno.cli.main").GROUPS
    return "\n\n".join(_group_table(program, context, *group) for group in groups.items())


def _group_table(
    program: click.Group, context: click.Context, title: str, names: Sequence[str]
) -> str:
    rows = [f"**{_cell(title)}**", "", "| command | what it does |", "| --- | --- |"]
    for name in names:
        command = program.get_command(context, name)
        if command is not None and not command.hidden:
            rows.append(f"| `steno {name}` | {_cell(command.get_short_help_str(limit=200))} |")
    return "\n".join(rows)


def findings_page() -> str:
    """Lay out the catalogue of findings."""
    kinds = importlib.import_module("steno.format.finding").KINDS
    rows = [
        f"| `{code}` | {kind.severity.value} | {_cell(kind.meaning)} | {_cell(kind.fix) or '—'} |"
        for code, kind in sorted(kinds.items())
    ]
    head = ["| code | severity | what it means | what you can do |", "| --- | --- | --- | --- |"]
    return "\n".join([NOTICE, "# Findings\n", _FINDINGS_INTRODUCTION, *head, *rows]) + "\n"


_FINDINGS_INTRODUCTION: Final = """\
What steno can say about a transcript. A finding is a value with a code, a severity, a line and a
message; it never stops a reading. `steno validate` shows them.
"""


def format_page() -> str:
    """Lay out every field of every entry type, and where the accounts of the format disagree."""
    conflicts = CONFLICTS.read_text(encoding="utf-8").strip()
    return f"{NOTICE}\n{_schema().field_reference().strip()}\n\n{conflicts}\n"


def schema_files() -> dict[Path, str]:
    """Give one JSON Schema file for each entry type and each document of a command."""
    documents = importlib.import_module("steno.cli.documents").document_schemas()
    files = {f"entry-{name}": schema for name, schema in _schema().entry_schemas().items()}
    files |= {f"command-{name.removeprefix('steno.')}": s for name, s in documents.items()}
    return {
        DOCS / "schemas" / f"{name.replace('/', '-')}.json": _json(schema)
        for name, schema in files.items()
    }


def _schema() -> Any:
    return importlib.import_module("steno.format.schema")


def _json(schema: Mapping[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def module_map() -> str:
    """Give the tree of packages and modules, each with what its docstring says it is for."""
    rows = ["```text"]
    for path in _in_tree_order(SOURCE):
        depth = len(path.relative_to(SOURCE.parent).parts) - 1
        is_package = path.name == "__init__.py"
        name = f"{path.parent.name}/" if is_package else path.stem
        label = "  " * (depth - is_package) + name
        rows.append(f"{label:<28} {_purpose(path)}".rstrip())
    return "\n".join([*rows, "```"])


def _in_tree_order(folder: Path) -> Iterator[Path]:
    """Give a package's own file, then its modules, then its packages."""
    yield folder / "__init__.py"
    yield from sorted(p for p in folder.glob("*.py") if p.name != "__init__.py")
    for below in sorted(p for p in folder.iterdir() if (p / "__init__.py").exists()):
        yield from _in_tree_order(below)


def _purpose(path: Path) -> str:
    """Give the first sentence of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return _plain(" ".join(docstring.partition("\n\n")[0].split()))


def _plain(text: str) -> str:
    """Take the marks of reStructuredText out of a sentence."""
    return re.sub(r":\w+:`~?([^`]+)`|``([^`]+)``", r"\1\2", text)


def library_reference() -> str:
    """Give every public name of the library with its signature and its docstring."""
    steno = importlib.import_module("steno")
    return "\n".join(
        _library_entry(name, getattr(steno, name)) for name in sorted(steno.__all__)
    ).rstrip()


def _library_entry(name: str, thing: object) -> str:
    lines = [f"### `steno.{name}`", ""]
    if callable(thing):
        lines += ["```python", f"{name}{_signature(thing)}", "```", ""]
        lines += [_marked(inspect.getdoc(thing) or ""), ""]
    if inspect.isclass(thing):
        lines += [*_members(thing), ""]
    return "\n".join(lines)


def _marked(text: str) -> str:
    """Turn the marks of reStructuredText into those of Markdown."""
    return re.sub(r":\w+:`~?([^`]+)`|``([^`]+)``", r"`\1\2`", text)


def _signature(thing: Any) -> str:
    if inspect.isclass(thing) and issubclass(thing, BaseException):
        return ""
    # Annotations are strings here, and are shown without quotes; defaults keep theirs.
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(thing)))


def _members(cls: type) -> Iterator[str]:
    """Give one list item for each public method or property that the class itself defines."""
    for name, member in vars(cls).items():
        if name.startswith("_") or not (inspect.isfunction(member) or isinstance(member, property)):
            continue
        first = _marked((inspect.getdoc(member) or "").partition("\n\n")[0])
        call = f"{name}()" if inspect.isfunction(member) else name
        yield f"- `.{call}`: {' '.join(first.split())}"


def _cell(text: str) -> str:
    """Fit a text into one cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def stale(files: Mapping[Path, str]) -> list[Path]:
    """List the files that differ from what they should hold, and schemas that should not be."""
    changed = [path for path, text in files.items() if _text(path) != text]
    return sorted([*changed, *_leftovers(files)])


def _leftovers(files: Mapping[Path, str]) -> list[Path]:
    return [path for path in (DOCS / "schemas").glob("*.json") if path not in files]


def _text(path: Path) -> str | None:
    return path.read_text("utf-8") if path.exists() else None


def write(files: Mapping[Path, str]) -> None:
    """Bring the files on disk in line."""
    for path in _leftovers(files):
        path.unlink()
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


def main(arguments: list[str]) -> int:
    """Write the generated files, or only compare them with ``--check``."""
    files = generated()
    differing = stale(files)
    if arguments == ["--check"]:
        for path in differing:
            print(f"stale: {path.relative_to(ROOT)} (run make docs)")
        return 1 if differing else 0
    write(files)
    for path in differing:
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
