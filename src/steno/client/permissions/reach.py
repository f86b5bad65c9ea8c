"""Whether a place may be read or written: by the folders, the mode and the rules for paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.client.permissions import paths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.client.permissions.context import Listed, PermissionContext
    from steno.client.permissions.paths import Place
    from steno.client.permissions.rule import Behavior


def path_rules(context: PermissionContext, tool: str, behavior: Behavior) -> Iterator[Listed]:
    """Yield the rules of a tool that name paths."""
    for listed in context.about(tool, behavior):
        if listed.rule.content is not None:
            yield listed


def rule_about(
    context: PermissionContext, tool: str, behavior: Behavior, place: Place
) -> Listed | None:
    """Give a rule of a tool that is about a place."""
    rules = path_rules(context, tool, behavior)
    return next((one for one in rules if paths.matches(one, place, context)), None)


def is_reachable(place: Place, context: PermissionContext) -> bool:
    """Say whether a place lies where the client may work."""
    return paths.is_inside(place, (*context.folders, *context.own_files))


def may_read(place: Place, context: PermissionContext) -> bool:
    """Say whether a shell command may read a place without a question."""
    return is_reachable(place, context) or rule_about(context, "Read", "allow", place) is not None


def may_write(place: Place, context: PermissionContext) -> bool:
    """Say whether a place may be written without a question."""
    if context.mode == "plan" or paths.is_protected(place, context):
        return False
    if rule_about(context, "Edit", "allow", place) is not None:
        return True
    return context.mode == "acceptEdits" and is_reachable(place, context)
