"""Whether a tool may read or write the file that it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.client.permissions import paths, reach
from steno.client.permissions.context import Decision, PermissionContext
from steno.client.permissions.suggestions import for_reading, for_writing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from steno.client.permissions.paths import Place
    from steno.client.permissions.rule import Behavior

READERS: Final = {
    "Read": "file_path",
    "Glob": "path",
    "Grep": "path",
    "NotebookRead": "notebook_path",
}
WRITERS: Final = {
    "Edit": "file_path",
    "Write": "file_path",
    "MultiEdit": "file_path",
    "NotebookEdit": "notebook_path",
}
"""By tool, the member of its input that names the file or folder."""


def decide_file(tool: str, given: Mapping[str, Any], context: PermissionContext) -> Decision:
    """Decide on a call of a tool that reads or writes a file."""
    place = _place(tool, given, context)
    writes = tool in WRITERS
    return (
        _ruled_out(tool, place, context, "deny")
        or _ruled_out(tool, place, context, "ask")
        or (Decision("allow", "nothing is asked for in this mode") if _bypasses(context) else None)
        or (_write(tool, place, context) if writes else _read(tool, place, context))
    )


def is_hidden(tool: str, path: Path, context: PermissionContext) -> bool:
    """Say whether a rule denies that a file is read, so that no search may show it."""
    names = dict.fromkeys(("Read", tool))
    rules = [rule for name in names for rule in reach.path_rules(context, name, "deny")]
    if not rules:
        return False
    place = paths.place_of(str(path), context.cwd, context.home)
    return place is None or any(paths.matches(rule, place, context) for rule in rules)


def _bypasses(context: PermissionContext) -> bool:
    return context.mode == "bypassPermissions"


def _place(tool: str, given: Mapping[str, Any], context: PermissionContext) -> Place | None:
    member = WRITERS.get(tool) or READERS[tool]
    text = given.get(member)
    if text is None and tool in ("Glob", "Grep"):
        text = str(context.cwd)
    if not isinstance(text, str) or not text:
        return None
    pattern = given.get("pattern") if tool == "Glob" else None
    if isinstance(pattern, str) and (pattern.startswith(("/", "~")) or ".." in pattern.split("/")):
        return paths.place_of(pattern.split("*")[0], context.cwd, context.home)
    return paths.place_of(text, context.cwd, context.home)


def _ruled_out(
    tool: str, place: Place | None, context: PermissionContext, behavior: Behavior
) -> Decision | None:
    whole = context.whole(tool, behavior)
    if whole is not None:
        return whole.decision()
    if place is None:
        return None
    kind = "Edit" if tool in WRITERS else "Read"
    for name in dict.fromkeys((kind, tool)):
        found = reach.rule_about(context, name, behavior, place)
        if found is not None:
            return found.decision()
    return None


def _read(tool: str, place: Place | None, context: PermissionContext) -> Decision:
    if context.whole(tool, "allow") or (tool != "Read" and context.whole("Read", "allow")):
        return Decision("allow", "a rule allows it")
    if place is None:
        return Decision("ask", "nobody can say where the path leads")
    if reach.is_reachable(place, context):
        return Decision("allow", "it lies in a working folder")
    for name in dict.fromkeys(("Read", tool, "Edit")):
        if reach.rule_about(context, name, "allow", place):
            return Decision("allow", "a rule allows it")
    folder = place.given if tool in ("Glob", "Grep") else place.given.parent
    return Decision("ask", "it lies outside of the working folders", for_reading(folder))


def _write(tool: str, place: Place | None, context: PermissionContext) -> Decision:
    if place is None:
        return Decision("ask", "nobody can say where the path leads")
    if paths.is_inside(place, context.own_files):
        return Decision("allow", "it is a file of the client's own")
    outside = None if reach.is_reachable(place, context) else place.given.parent
    if paths.is_protected(place, context):
        return Decision("ask", f"{place.given} is a protected file", for_writing(outside))
    if context.mode == "plan":
        return Decision("ask", "nothing is written while a plan is made", for_writing(outside))
    if context.whole(tool, "allow"):
        return Decision("allow", "a rule allows it")
    if reach.may_write(place, context):
        return Decision("allow", "a rule or the mode allows it")
    reason = (
        "it would write a file" if outside is None else "it lies outside of the working folders"
    )
    return Decision("ask", reason, for_writing(outside))
