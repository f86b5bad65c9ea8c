"""What people define under ``.claude``: agents, skills and commands, each with a YAML head."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from steno.disk.peek import read_clipped
from steno.errors import AgentDefinitionError, UnreadableFileError
from steno.format import codec
from steno.format.members import text_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

LONGEST: Final = 256 << 10
"""Bytes of one definition; a longer file is none."""
MOST: Final = 500
"""Definitions of one kind in one folder."""
INHERIT: Final = "inherit"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentDefinition:
    """A kind of sub-agent."""

    name: str
    description: str
    prompt: str
    tools: tuple[str, ...] | None = None
    """The tools that it has; None for all."""
    disallowed: tuple[str, ...] = ()
    model: str | None = None
    """None for that of the conversation that starts it."""
    max_turns: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A skill or a slash command: a text that is put into the conversation when it is asked for."""

    name: str
    description: str
    body: str
    path: Path
    is_skill: bool
    argument_hint: str = ""
    allowed_tools: tuple[str, ...] = ()
    model: str | None = None
    for_model: bool = True
    """Whether the model may ask for it by itself."""
    is_own: bool = False
    """Whether it lies in the user's home, and not in a project or a plugin."""

    @property
    def folder(self) -> Path:
        """Where the files lie that a skill speaks of."""
        return self.path.parent


@dataclass(frozen=True, slots=True)
class Definitions:
    """All that is defined for a session, by name; the nearer place wins."""

    agents: Mapping[str, AgentDefinition] = field(default_factory=dict)
    skills: Mapping[str, Recipe] = field(default_factory=dict)
    commands: Mapping[str, Recipe] = field(default_factory=dict)

    def recipes(self) -> list[Recipe]:
        """Give all skills and commands by name; a command hides a skill of the same name."""
        return [recipe for _, recipe in sorted({**self.skills, **self.commands}.items())]

    def recipe(self, name: str) -> Recipe | None:
        """Find what ``/name`` or the Skill tool stands for."""
        plain = name.removeprefix("/")
        return self.commands.get(plain) or self.skills.get(plain)


BUILT_IN: Final = (
    AgentDefinition(
        name="general-purpose",
        description="Works on a task of several steps by itself: searching, reading, changing.",
        prompt=(
            "You work on one task that another agent gave you, with the tools that you have. "
            "Do what was asked, no more and no less. Your last message is all that the other "
            "agent sees: say what you found or did, with absolute paths where they matter."
        ),
    ),
    AgentDefinition(
        name="Explore",
        description="Finds things in files without changing any: where something is, how it works.",
        prompt=(
            "You look for things in files and change nothing. Search broadly first, then read "
            "what matters. Your last message is all that the other agent sees: give what you "
            "found with absolute paths and line numbers, and say what you did not find."
        ),
        tools=("Read", "Glob", "Grep", "Bash", "WebFetch", "WebSearch"),
    ),
    AgentDefinition(
        name="Plan",
        description="Plans a change step by step, after reading what is there; changes nothing.",
        prompt=(
            "You plan a change and make none. Read what is there, then give a plan in steps: "
            "which files, what in each, in which order, how to check it, and what may go wrong."
        ),
        tools=("Read", "Glob", "Grep", "Bash", "WebFetch", "WebSearch"),
    ),
)


def load_definitions(  # noqa: PLR0913 - each says what else counts
    home: Path,
    cwd: Path,
    given_agents: str | Mapping[str, Any] | None = None,
    *,
    user: bool = True,
    project: bool = True,
    plugins: Iterable[Path] = (),
) -> Definitions:
    """Read what is defined for a folder; ``given_agents`` is what ``--agents`` or the SDK gives."""
    folders = ([home] if user else []) + (list(_project_folders(cwd, home)) if project else [])
    folders += plugins
    agents = {agent.name: agent for agent in BUILT_IN}
    skills: dict[str, Recipe] = {}
    commands: dict[str, Recipe] = {}
    for folder in folders:
        agents |= {agent.name: agent for agent in _agents_in(folder / "agents")}
        is_own = folder == home
        skills |= _by_name(_skills_in(folder / "skills"), is_own=is_own)
        commands |= _by_name(_commands_in(folder / "commands"), is_own=is_own)
    agents |= {agent.name: agent for agent in given(given_agents)}
    return Definitions(agents, skills, commands)


def _by_name(recipes: Iterable[Recipe], *, is_own: bool) -> dict[str, Recipe]:
    return {recipe.name: replace(recipe, is_own=is_own) for recipe in recipes}


def _project_folders(cwd: Path, home: Path) -> Iterator[Path]:
    """Yield the ``.claude`` folders above a folder, the farthest first."""
    for folder in reversed((cwd, *cwd.parents)):
        if (found := folder / ".claude") != home and found.is_dir():
            yield found


def given(agents: str | Mapping[str, Any] | None) -> Iterator[AgentDefinition]:
    """Yield the agents that a program defines for this session."""
    if isinstance(agents, str):
        try:
            agents = codec.decode_text(agents).value
        except codec.JsonRefusedError as error:
            raise AgentDefinitionError("it is not JSON") from error
    if agents is None:
        return
    if not isinstance(agents, dict):
        raise AgentDefinitionError("it is no object of agents by name")
    for name, head in agents.items():
        if not isinstance(head, dict) or not text_in(head, "prompt"):
            raise AgentDefinitionError(f"{name!r} has no prompt")
        yield _agent(name, head, str(head["prompt"]))


def _agents_in(folder: Path) -> Iterator[AgentDefinition]:
    for path in _files(folder, "**/*.md"):
        head, body = read_definition(path)
        name = text_in(head, "name") or path.stem
        if body.strip() and text_in(head, "description"):
            yield _agent(name, head, body.strip())


def _agent(name: str, head: Mapping[str, Any], prompt: str) -> AgentDefinition:
    model, turns = text_in(head, "model"), head.get("maxTurns")
    listed = head.get("tools")
    return AgentDefinition(
        name=name,
        description=text_in(head, "description") or "",
        prompt=prompt,
        tools=None if listed in (None, "*", ["*"]) else names_in(listed),
        disallowed=names_in(head.get("disallowedTools")),
        model=None if model in (None, "", INHERIT) else model,
        max_turns=turns if isinstance(turns, int) and turns > 0 else None,
    )


def _skills_in(folder: Path) -> Iterator[Recipe]:
    for path in _files(folder, "*/SKILL.md"):
        head, body = read_definition(path)
        yield _recipe(text_in(head, "name") or path.parent.name, head, body, path, is_skill=True)


def _commands_in(folder: Path) -> Iterator[Recipe]:
    """Yield commands; one in a folder below is named ``folder:name``."""
    for path in _files(folder, "**/*.md"):
        head, body = read_definition(path)
        name = ":".join(path.relative_to(folder).with_suffix("").parts)
        yield _recipe(name, head, body, path, is_skill=False)


def _recipe(name: str, head: Mapping[str, Any], body: str, path: Path, *, is_skill: bool) -> Recipe:
    hidden = head.get("disable-model-invocation") is True
    return Recipe(
        name=name,
        description=text_in(head, "description") or _first_line(body),
        body=body.strip(),
        path=path,
        is_skill=is_skill,
        argument_hint=str(head.get("argument-hint") or ""),
        allowed_tools=names_in(head.get("allowed-tools")),
        model=text_in(head, "model"),
        for_model=not hidden,
    )


def read_definition(path: Path) -> tuple[Mapping[str, Any], str]:
    """Read a file into its head and its body; a head that is no YAML object is an empty one."""
    try:
        raw = read_clipped(path, LONGEST).content
    except UnreadableFileError:
        return {}, ""
    return parted(raw.decode("utf-8", "replace").replace("\r\n", "\n"))


def parted(text: str) -> tuple[Mapping[str, Any], str]:
    """Part the head of a text from its body; without a head it is empty."""
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    if not text.startswith("---\n"):
        return {}, text
    head, separator, body = text[4:].partition("\n---")
    if not separator:
        return {}, text
    return _yaml(head), body.partition("\n")[2]


def _yaml(text: str) -> Mapping[str, Any]:
    import yaml  # noqa: PLC0415 - few sessions have definitions, and it takes a while

    try:
        value = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError):
        return _plain_head(text)
    return value if isinstance(value, dict) else {}


def _plain_head(text: str) -> Mapping[str, Any]:
    """Read ``key: words`` line by line: people write colons into descriptions without quotes."""
    pairs = (line.partition(":") for line in text.split("\n") if not line.startswith((" ", "#")))
    return {key.strip(): words.strip() for key, colon, words in pairs if colon}


def names_in(listed: object) -> tuple[str, ...]:
    """Read names from a list, or from text with commas outside of brackets."""
    if isinstance(listed, list):
        return tuple(str(name).strip() for name in listed if str(name).strip())
    names, depth, current = [], 0, ""
    for sign in listed if isinstance(listed, str) else "":
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth <= 0:
            names.append(current.strip())
            current = ""
        else:
            current += sign
    return tuple(name for name in (*names, current.strip()) if name)


def _first_line(body: str) -> str:
    return next((line.strip("# ").strip() for line in body.split("\n") if line.strip()), "")


def _files(folder: Path, pattern: str) -> Iterable[Path]:
    try:
        found = sorted(folder.glob(pattern))
    except OSError:
        return []
    return [path for path in found[:MOST] if path.is_file() and path.stat().st_size <= LONGEST]
