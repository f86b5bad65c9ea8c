"""``steno demo``: write a small, rich, made-up home to try everything on."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

import click

from steno.cli.options import Options, with_options
from steno.cli.output import note, print_json, print_text, size


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


@click.command("demo")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@with_options
def command(options: Options, folder: Path) -> int:
    """Write a made-up home to DIR: every kind of entry, sub-agents, forks, damage.

    DIR has to be new, empty, or an earlier demo. Nothing else is touched.
    """
    from steno.testing.demo import write_demo

    report = write_demo(folder)
    if options.json:
        print_json(
            DemoDocument(
                path=str(report.home),
                projects=report.projects,
                sessions=report.sessions,
                subagents=report.subagents,
                files=report.files,
                bytes=report.bytes,
            )
        )
        return 0
    print_text(
        f"{report.sessions} sessions in {report.files} files ({size(report.bytes)}) "
        f"are in {report.home}."
    )
    note(f"Try: steno --home {shlex.quote(str(report.home))}")
    return 0
