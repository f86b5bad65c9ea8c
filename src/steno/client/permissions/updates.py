"""Changes of permissions while the client runs, as the SDKs word them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from steno.client.permissions.context import Listed, Mode, PermissionContext
from steno.client.permissions.rule import Rule, Source, parse_rule, rule_of
from steno.disk.client_settings import edit_settings
from steno.errors import PermissionRuleError, PermissionUpdateError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from steno.client.permissions.rule import Behavior

    Change = Callable[[PermissionContext, Mapping[str, Any], Source], PermissionContext]
    Settings = dict[str, Any]

_BEHAVIORS: Final = ("allow", "deny", "ask")
_DESTINATIONS: Final = ("session", "localSettings", "projectSettings", "userSettings")
_MODES: Final = get_args(Mode)


def apply_update(context: PermissionContext, update: Mapping[str, Any]) -> PermissionContext:
    """Apply a change, and write it to the settings file that it is meant for."""
    kind = update.get("type")
    destination = update.get("destination", "session")
    if kind not in _KINDS or destination not in _DESTINATIONS:
        raise PermissionUpdateError(f"{kind!r} for {destination!r}")
    changed = _KINDS[kind](context, update, cast("Source", destination))
    if destination != "session":
        path = settings_file(context, cast("Source", destination))
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        edit_settings(path, lambda settings: _written(settings, update)).apply()
    return changed


def settings_file(context: PermissionContext, destination: Source) -> Path:
    """Give the settings file of a destination."""
    if destination == "userSettings":
        return context.client_home / "settings.json"
    name = "settings.local.json" if destination == "localSettings" else "settings.json"
    return context.root / ".claude" / name


def _add_rules(
    context: PermissionContext, update: Mapping[str, Any], source: Source
) -> PermissionContext:
    new = [Listed(rule, _behavior(update), source) for rule in _rules(update)]
    kept = [one for one in context.rules if one not in new]
    return replace(context, rules=(*kept, *new))


def _replace_rules(
    context: PermissionContext, update: Mapping[str, Any], source: Source
) -> PermissionContext:
    behavior = _behavior(update)
    kept = [one for one in context.rules if (one.behavior, one.source) != (behavior, source)]
    new = [Listed(rule, behavior, source) for rule in _rules(update)]
    return replace(context, rules=(*kept, *new))


def _remove_rules(
    context: PermissionContext, update: Mapping[str, Any], source: Source
) -> PermissionContext:
    gone = [Listed(rule, _behavior(update), source) for rule in _rules(update)]
    return replace(context, rules=tuple(one for one in context.rules if one not in gone))


def _set_mode(
    context: PermissionContext, update: Mapping[str, Any], source: Source
) -> PermissionContext:
    del source
    mode = update.get("mode")
    if mode not in _MODES:
        raise PermissionUpdateError(f"the mode {mode!r}")
    return replace(context, mode=cast("Mode", mode))


def _add_folders(
    context: PermissionContext, update: Mapping[str, Any], source: Source
) -> PermissionContext:
    del source
    new = [folder for folder in _folders(update, context) if folder not in context.more_folders]
    return replace(context, more_folders=(*context.more_folders, *new))


def _remove_folders(
    context: PermissionContext, update: Mapping[str, Any], source: Source
) -> PermissionContext:
    del source
    gone = _folders(update, context)
    kept = tuple(folder for folder in context.more_folders if folder not in gone)
    return replace(context, more_folders=kept)


_KINDS: Final[dict[Any, Change]] = {
    "addRules": _add_rules,
    "replaceRules": _replace_rules,
    "removeRules": _remove_rules,
    "setMode": _set_mode,
    "addDirectories": _add_folders,
    "removeDirectories": _remove_folders,
}


def _behavior(update: Mapping[str, Any]) -> Behavior:
    behavior = update.get("behavior")
    if behavior not in _BEHAVIORS:
        raise PermissionUpdateError(f"the behavior {behavior!r}")
    return cast("Behavior", behavior)


def _rules(update: Mapping[str, Any]) -> list[Rule]:
    rules = update.get("rules")
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        raise PermissionUpdateError("its rules are no list of objects")
    found = [rule_of(rule) for rule in rules]
    for rule in found:
        if not rule.tool.strip() or set("()") & set(rule.tool):
            raise PermissionUpdateError(f"a rule is about the tool {rule.tool!r}")
    return found


def _directories(update: Mapping[str, Any]) -> list[str]:
    folders = update.get("directories")
    if not isinstance(folders, list) or not all(isinstance(name, str) for name in folders):
        raise PermissionUpdateError("its directories are no list of texts")
    return folders


def _folders(update: Mapping[str, Any], context: PermissionContext) -> list[Path]:
    return [context.cwd / name for name in _directories(update)]


def _written(settings: Settings, update: Mapping[str, Any]) -> Settings:
    """Give the values of a settings file with a change in them."""
    permissions = settings.setdefault("permissions", {})
    if not isinstance(permissions, dict):
        raise PermissionUpdateError("the settings file has permissions that are no object")
    kind = update["type"]
    if kind == "setMode":
        permissions["defaultMode"] = update["mode"]
    elif kind.endswith("Rules"):
        key = _behavior(update)
        permissions[key] = _texts(permissions.get(key), [str(r) for r in _rules(update)], kind)
    else:
        folders = permissions.get("additionalDirectories")
        permissions["additionalDirectories"] = _texts(folders, _directories(update), kind)
    return settings


def _texts(old: Any, named: list[str], kind: str) -> list[Any]:
    known = list(old) if isinstance(old, list) else []
    if kind.startswith("replace"):
        return named
    same = _canonical(named)
    kept = [
        text for text in known if _canonical([text]) != [] and _canonical([text])[0] not in same
    ]
    return kept if kind.startswith("remove") else [*known, *(t for t in named if t not in known)]


def _canonical(texts: list[Any]) -> list[str]:
    return [_plain(text) if isinstance(text, str) else repr(text) for text in texts]


def _plain(text: str) -> str:
    try:
        return str(parse_rule(text))
    except PermissionRuleError:
        return text
