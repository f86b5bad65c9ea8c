"""Whether a shell command may run: each of its commands on its own, and any doubt asks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from steno.client.permissions import paths, reach
from steno.client.permissions.acts import acts, runs_a_text
from steno.client.permissions.context import Decision, PermissionContext
from steno.client.permissions.edits import check_move, is_plain_edit, move_of
from steno.client.permissions.loose import any_matches, commands_in
from steno.client.permissions.read_only import is_read_only
from steno.client.permissions.rule import matches_text
from steno.client.permissions.shell import Script, Simple, parse
from steno.client.permissions.suggestions import for_commands
from steno.client.permissions.touched import ACCEPTED, WRITERS, Touched, may_name, touched_by
from steno.client.permissions.word import DoubtError
from steno.client.permissions.wrappers import EVALUATES, RUNS_OTHERS, SHELLS, unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from steno.client.permissions.rule import Behavior
    from steno.client.permissions.word import Word

_SAFE_SETTINGS: Final = re.compile(
    r"LANG|LC_[A-Z]+|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|COLUMNS|LINES|NODE_ENV|CI"
    r"|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|DEBIAN_FRONTEND"
)
_SAFE_VALUE: Final = re.compile(r"[\w.,:+@-]*")
_OWN_VARIABLE: Final = re.compile(
    r"(?!.*(?:path|proxy|prompt|chars|argv|status|options)$)[a-zA-Z]"
    r"|(?!.*(?:path|proxy|prompt|chars|argv|status|options)$)[a-z][a-z0-9_]+"
)
"""Variables that no shell and no program knows: small letters, or a single one."""
_UNREADABLE: Final = frozenset(
    f"contains {kind}"
    for kind in ("subshell", "function definition", "compound statement", "case statement")
)
"""Doubts that even a rule for exactly this command does not lift."""
_GIT_PARTS: Final = ("HEAD", "objects", "refs")


@dataclass(slots=True)
class _State:
    """What is known while the commands are gone through."""

    context: PermissionContext
    folders: set[Path]
    """Where the shell may be by now."""
    loops: bool = False
    """Whether something may run more than once."""
    moved_links: bool = False
    """Whether links may lie elsewhere than they did when the script was judged."""
    changed_folder: bool = False
    wrote: bool = False
    used_git: bool = False
    asked: list[str] = field(default_factory=list)
    """The commands that no rule allows, as rules would name them."""


def decide_bash(given: Mapping[str, Any], context: PermissionContext) -> Decision:
    """Decide on a shell command."""
    command = given.get("command")
    if not isinstance(command, str) or not command.strip():
        return Decision("ask", "there is no command to be judged")
    home = str(context.home)
    script = parse(command, home)
    return (
        _ruled_out(command, script, context, "deny")
        or _ruled_out(command, script, context, "ask")
        or _by_mode(script, context)
        or _by_whole_rules(command, script, context)
        or _by_parts(script, context)
    )


def _ruled_out(
    command: str, script: Script, context: PermissionContext, behavior: Behavior
) -> Decision | None:
    """Look for a rule that denies or asks, about the command or about a file that it names."""
    whole = context.whole("Bash", behavior)
    if whole is not None:
        return whole.decision()
    rules = list(reach.path_rules(context, "Bash", behavior))
    if rules:
        texts = list(commands_in(command, str(context.home)))
        for listed in rules:
            if any_matches(listed.rule.content or "", texts):
                return listed.decision()
    return _files_ruled_out(script, context, behavior)


def _files_ruled_out(
    script: Script, context: PermissionContext, behavior: Behavior
) -> Decision | None:
    ruled = {tool for tool in ("Read", "Edit") if any(reach.path_rules(context, tool, behavior))}
    for simple in script.commands if ruled else ():
        for tool, text in dict.fromkeys(_files_of(simple)):
            for name in _expanded(text, context):
                place = paths.place_of(name, context.cwd, context.home)
                found = place and reach.rule_about(context, tool, behavior, place)
                if found:
                    return found.decision(name)
    return None


def _files_of(simple: Simple) -> Iterator[tuple[str, str]]:
    words = unwrapped(simple.words)
    for touched in touched_by(simple, words):
        yield ("Edit" if touched.writes else "Read", touched.text)
    for text in may_name(words):
        yield ("Read", text)
        if words[0].text in WRITERS:
            yield ("Edit", text)


def _expanded(text: str, context: PermissionContext) -> list[str]:
    if not paths.has_glob(text):
        return [text]
    wider = re.sub(r"[*?]*\[[^/]*", "*", text)
    return [text, *(paths.glob_matches(wider, context.cwd, context.home) or ())]


def _by_mode(script: Script, context: PermissionContext) -> Decision | None:
    if any(_ends_everything(simple, context) for simple in script.commands):
        return Decision("ask", "it would delete a folder that everything lies in")
    if context.mode == "bypassPermissions":
        return Decision("allow", "nothing is asked for in this mode")
    return None


def _ends_everything(simple: Simple, context: PermissionContext) -> bool:
    words = unwrapped(simple.words)
    if not words or words[0].text not in ("rm", "rmdir"):
        return False
    kept = (context.home.resolve(), context.root.resolve())
    places = (
        paths.place_of(word.text.rstrip("*"), context.cwd, context.home) for word in words[1:]
    )
    return any(
        place is not None and any(one.is_relative_to(place.resolved) for one in kept)
        for word, place in zip(words[1:], places, strict=True)
        if not word.text.startswith("-") and word.text not in ("*", "")
    )


def _by_whole_rules(command: str, script: Script, context: PermissionContext) -> Decision | None:
    """Look for a rule that allows all commands, or exactly this one."""
    every = context.whole("Bash", "allow")
    exact = any(
        matches_text(listed.rule.content or "", command.strip(), prefix=False)
        for listed in reach.path_rules(context, "Bash", "allow")
    )
    if every is None and not exact:
        return None
    if script.background:
        return Decision("ask", "it leaves something running in the background")
    if every is None and script.doubt in _UNREADABLE:
        return Decision("ask", f"the command cannot be judged: {script.doubt}")
    trouble = _file_trouble(script, context, protected_only=every is not None)
    return Decision("ask", trouble) if trouble else Decision("allow", "a rule allows it")


def _file_trouble(
    script: Script, context: PermissionContext, *, protected_only: bool
) -> str | None:
    """Say which file is in the way of a command that is allowed as such."""
    for simple in script.commands:
        for touched in touched_by(simple, unwrapped(simple.words)):
            place = paths.place_of(touched.text, context.cwd, context.home)
            if place is None:
                return f"nobody can say where {touched.text} leads"
            if touched.writes and paths.is_protected(place, context):
                return f"{touched.text} is a protected file"
            if not protected_only and not _may_touch(touched, place, context):
                return f"{touched.text} lies outside of the working folders"
    return None


def _may_touch(touched: Touched, place: paths.Place, context: PermissionContext) -> bool:
    if not touched.writes:
        return reach.may_read(place, context)
    if reach.may_write(place, context):
        return True
    return not touched.redirected and reach.is_reachable(place, context)


def _by_parts(script: Script, context: PermissionContext) -> Decision:
    if script.doubt is not None:
        return Decision("ask", f"the command cannot be judged: {script.doubt}")
    state = _State(context, {context.cwd}, loops=script.loops)
    try:
        _check_assigned(script)
        for simple in script.commands:
            _check(simple, state)
        _check_together(state)
    except DoubtError as doubt:
        return Decision("ask", str(doubt), for_commands(state.asked))
    if state.asked:
        reason = "no rule allows " + ", ".join(state.asked)
        return Decision("ask", reason, for_commands(state.asked))
    return Decision("allow", "it only looks, or rules allow all of it")


def _check_assigned(script: Script) -> None:
    for name, _ in script.assigned:
        if not _OWN_VARIABLE.fullmatch(name):
            raise DoubtError(f"it sets {name}")


def _check_together(state: _State) -> None:
    if state.changed_folder and state.wrote:
        raise DoubtError("it changes the folder and writes")
    if state.changed_folder and state.used_git:
        raise DoubtError("it changes the folder before git, which may run hooks there")
    if state.used_git and any(_is_bare_repository(folder) for folder in state.folders):
        raise DoubtError("the folder itself looks like the inside of a git repository")


def _is_bare_repository(folder: Path) -> bool:
    return all((folder / part).exists() for part in _GIT_PARTS)


def _check(simple: Simple, state: _State) -> None:
    """Go through one command: its files first, then whether it may run at all."""
    words = simple.words
    if words and (words[0].wild or words[0].tilde or not words[0].text):
        raise DoubtError("the name of a program that depends on files")
    if words and words[0].text.startswith("-"):
        raise DoubtError("a command without its beginning")
    inner = unwrapped(words)
    _check_moved(simple, inner, state)
    state.used_git = state.used_git or (bool(inner) and inner[0].text == "git")
    for touched in touched_by(simple, inner):
        _check_touched(touched, simple, state)
    if not words:
        return
    if words[0].text == "cd" and not simple.assignments:
        _check_cd(words, state)
    elif not _may_run(simple, inner, state):
        state.asked.append(_spelled(simple))


def _check_moved(simple: Simple, inner: Sequence[Word], state: _State) -> None:
    """Refuse files behind links that came to where they are with the same script."""
    if state.moved_links and any(touched_by(simple, inner)):
        raise DoubtError("it uses files after links may have been moved")
    if not inner or inner[0].text not in ("cp", "mv", "ln"):
        return
    move = move_of(inner)
    for folder in list(state.folders):
        moved = move is None or check_move(move, folder, state.context.home)
        state.moved_links = state.moved_links or moved
    if state.moved_links and state.loops:
        raise DoubtError("it moves links in a loop")


def _check_touched(touched: Touched, simple: Simple, state: _State) -> None:
    state.wrote = state.wrote or touched.writes
    if touched.wild and touched.writes:
        raise DoubtError("wildcards where it writes")
    for folder in state.folders:
        for name in _names(touched, folder, state.context):
            place = paths.place_of(name, folder, state.context.home)
            if place is None:
                raise DoubtError(f"nobody can say where {name} leads")
            if touched.writes and paths.is_protected(place, state.context):
                raise DoubtError(f"{name} is a protected file")
            if touched.flat and place.resolved.is_dir():
                raise DoubtError(f"{name} is a folder, in which links are followed")
            if not _may_touch(touched, place, state.context):
                state.asked.append(_spelled(simple))
                how = "writes to" if touched.writes else "reads"
                raise DoubtError(f"it {how} {name}, which no rule allows")


def _names(touched: Touched, folder: Path, context: PermissionContext) -> list[str]:
    if not touched.wild:
        return [touched.text]
    found = paths.glob_matches(touched.text, folder, context.home)
    if found is None:
        raise DoubtError("wildcards that lead too far")
    return [re.split(r"[*?\[]", touched.text)[0] or ".", *found]


def _check_cd(words: Sequence[Word], state: _State) -> None:
    """Follow a change of the folder; the shell and the system may differ on where it leads.

    The shell takes ``..`` from the names, also behind a link; programs get the real folder.
    """
    rest = [word for word in words[1:] if word.text != "--"]
    if len(rest) > 1 or any(word.wild or word.text.startswith("-") for word in rest):
        raise DoubtError("a change of the folder that is not understood")
    target = rest[0].text if rest else str(state.context.home)
    for folder in list(state.folders):
        place = paths.place_of(target, folder, state.context.home)
        if place is None or not reach.is_reachable(place, state.context):
            state.asked.append(" ".join(word.raw for word in words))
            raise DoubtError(f"{target} lies outside of the working folders")
        if Path(normpath(folder / target)).resolve() != place.resolved and "~" not in target[:1]:
            raise DoubtError("a change of the folder that leads back over a link")
        state.folders |= {place.given, place.resolved}
    state.changed_folder = True


def _may_run(simple: Simple, inner: Sequence[Word], state: _State) -> bool:
    if not all(_is_safe_setting(*setting) for setting in simple.assignments):
        return False
    alone = _settled(inner if simple.words[0].text == "command" else simple.words, state)
    if is_read_only(alone) and not _any_ruled(alone):
        return True
    accepts = state.context.mode == "acceptEdits" and inner[0].text in ACCEPTED
    if accepts and is_plain_edit(inner):
        return True
    return any(_allows(simple, inner, content) for content in _contents(state.context))


def _settled(words: Sequence[Word], state: _State) -> Sequence[Word]:
    """Spell wildcards so that they become no options, where no file has the name of one."""
    return [word if _may_become_option(word, state) else _as_path(word) for word in words]


def _as_path(word: Word) -> Word:
    starts_wild = word.wild and word.text[0] in "*?["
    return replace(word, text=f"./{word.text}") if starts_wild else word


def _may_become_option(word: Word, state: _State) -> bool:
    if not word.wild or state.wrote:
        return True
    for folder in state.folders:
        found = paths.glob_matches(word.text, folder, state.context.home)
        if found is None or any(name[len(str(folder)) :].startswith("/-") for name in found):
            return True
    return False


def _any_ruled(words: Sequence[Word]) -> bool:
    return words[0].text in EVALUATES


def _is_safe_setting(name: str, value: str) -> bool:
    return bool(_SAFE_SETTINGS.fullmatch(name) and _SAFE_VALUE.fullmatch(value))


def _contents(context: PermissionContext) -> list[str]:
    return [one.rule.content or "" for one in reach.path_rules(context, "Bash", "allow")]


def _allows(simple: Simple, inner: Sequence[Word], content: str) -> bool:
    """Say whether a rule allows one command.

    A rule that names it word for word needs no more; one for its beginning does not allow
    options that run other programs.
    """
    texts = [_named(simple.words, simple.text)]
    if len(inner) != len(simple.words):
        texts.append(" ".join(word.raw for word in inner))
    if any(matches_text(content, text, prefix=False) for text in texts):
        return True
    if inner[0].text in EVALUATES or _goes_beyond(simple.words, content):
        return False
    if _goes_beyond(inner, content):
        return False
    return any(matches_text(content, text) for text in texts)


def _goes_beyond(words: Sequence[Word], content: str) -> bool:
    """Say whether a command does more than the beginning that a rule spells out."""
    spelled = len(re.split(r":?\*", content)[0].split())
    if not spelled and (runs_a_text(words) or words[0].text in RUNS_OTHERS | SHELLS):
        return True
    subcommand = [word for word in words[1:2] if not word.text.startswith("-")]
    return acts((words[0], *subcommand, *words[max(1, spelled) :]))


def _named(words: Sequence[Word], text: str) -> str:
    """Give a command as it is written, but with the plain name of its program."""
    return words[0].text + text[len(words[0].raw) :]


def _spelled(simple: Simple) -> str:
    settings = [f"{name}={value}" for name, value in simple.assignments]
    return " ".join((*settings, simple.text)).strip()
