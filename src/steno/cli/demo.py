"""``steno demo``: write a small, rich, made-up home to try everything on."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json, print_text, size

if TYPE_CHECKING:
    from steno.testing.demo import DemoReport


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoDocument:
    """What ``steno demo --json`` prints."""

    schema: str = "steno.demo/1"
    path: str
    projects: int
    sessions: int
    subagents: int
    files: int
    bytes: int


@click.command("demo", short_help="Write a made-up home to try everything on.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--yes", is_flag=True, help="Write an earlier demo anew without asking.")
@with_options
def command(options: Options, folder: Path, *, dry_run: bool, yes: bool) -> int:
    """Write a made-up home to DIR: every kind of entry, sub-agents, forks, damage.

    DIR has to be new, empty, or an earlier demo, which is written anew. Nothing else is
    touched.
    """
    from steno.testing.demo import MARKER, write_demo

    if dry_run:
        return _print_plan(options, folder)
    if (folder / MARKER).exists() and not yes and sys.stdin.isatty():
        click.confirm(f"{folder} holds an earlier demo; write it anew?", abort=True)
    report = write_demo(folder)
    if options.json:
        print_json(_document(report))
        return 0
    print_text(
        f"{report.sessions} sessions in {report.files} files ({size(report.bytes)}) "
        f"are in {report.home}."
    )
    note(f"Try: steno --home {shlex.quote(str(report.home))}")
    return 0


def _print_plan(options: Options, folder: Path) -> int:
    """Write the demo to a folder that goes away, and say what it would be."""
    from steno.testing.demo import write_demo

    with TemporaryDirectory() as scratch:
        report = write_demo(Path(scratch) / "home")
    document = _document(replace(report, home=folder))
    if options.json:
        print_json(document)
    else:
        print_text(f"{document.sessions} sessions in {document.files} files would be in {folder}.")
    return 0


def _document(report: DemoReport) -> DemoDocument:
    return DemoDocument(
        path=str(report.home),
        projects=report.projects,
        sessions=report.sessions,
        subagents=report.subagents,
        files=report.files,
        bytes=report.bytes,
    )
