"""Writes a conversation down, line by line, as it happens."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self
from uuid import uuid4

from steno.client.git_branch import current_branch
from steno.client.lines import Draft, Link, complete
from steno.client.loose_lines import last_prompt
from steno.disk import layout
from steno.disk.writer import SessionAppender, replace_file
from steno.errors import FileChangedError
from steno.format.codec import encode_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steno.client.lines import Body, Envelope
    from steno.disk.writer import Appended

    OnLines = Callable[[Path, list[Body]], None]
    """Is told of the lines that were written, and to which file."""

CHAIN: Final = frozenset({"user", "assistant", "system", "attachment"})

_TICK: Final = timedelta(milliseconds=1)

_REPLACED: Final = (
    "another program put other content into {path} while this conversation was open. "
    "What is said from now on is added to it; 'steno validate' tells what became of the rest."
)
_INTERLEAVED: Final = (
    "another program wrote to {path} while this conversation was open: it goes on in two "
    "branches now. A resume takes up the one that was written to last; 'steno tree' shows both."
)
_HEALED: Final = (
    "{path} ended in a torn line. It was left as it is, and what is new begins on a line of its "
    "own; 'steno repair' takes it out."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where a conversation stands."""

    leaf: str | None = None
    """The line that the next one follows."""
    tail: tuple[str, ...] = ()
    """The lines from the model's last message on, or the last prompt's: what a compaction keeps."""
    message_id: str | None = None
    """The model's last message."""
    prompt_id: str | None = None
    """What the lines of a turn have in common."""
    last_prompt: str | None = None
    """What was asked last."""
    messages: int = 0
    """How many lines of the conversation there are, as far as they are sent."""

    def after(self, body: Mapping[str, Any]) -> Position:
        """Give where it stands after a line of the chain."""
        uuid = str(body["uuid"])
        message = body.get("message")
        message_id = message.get("id") if body["type"] == "assistant" and message else None
        is_new = message_id is not None and message_id != self.message_id
        if body.get("subtype") == "compact_boundary":
            return replace(self, leaf=uuid, tail=(), message_id=None, messages=1)
        begins = is_new or (self.message_id is None and "promptSource" in body)
        goes_on = bool(self.tail)
        return replace(
            self,
            leaf=uuid,
            tail=(uuid,) if begins else (*self.tail, uuid) if goes_on else (),
            message_id=message_id if is_new else self.message_id,
            last_prompt=_words(body) or self.last_prompt,
            messages=self.messages + 1,
        )


def _words(body: Mapping[str, Any]) -> str | None:
    """Give what a prompt asks, in words."""
    if "promptSource" not in body:
        return None
    content = body["message"]["content"]
    if isinstance(content, str):
        return content
    texts = [block["text"] for block in content if block.get("type") == "text"]
    return texts[0] if texts else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentMeta:
    """What is kept of a sub-agent beside its lines."""

    agent_type: str
    description: str
    call_id: str
    depth: int = 1

    def body(self) -> Body:
        """Give it as it is stored."""
        return {
            "agentType": self.agent_type,
            "description": self.description,
            "toolUseId": self.call_id,
            "spawnDepth": self.depth,
        }


def new_agent_id() -> str:
    """Make the id of a sub-agent."""
    return f"a{secrets.token_hex(8)}"


def time_text(moment: datetime) -> str:
    """Give a time as lines have it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True, kw_only=True)
class Recorder:
    """Appends the lines of one file, and knows where the conversation stands.

    The file is made with the first line. Lines are written in groups, each whole or not at all;
    where a write is refused, nothing has happened yet, and the same lines may be given again.
    """

    path: Path
    envelope: Envelope
    position: Position = field(default_factory=Position)
    known_end: int | None = None
    """How far the file had been read; None where it is new."""
    is_branch: bool = False
    """Whether the next line hangs on an older one than the file ends with."""
    on_lines: OnLines | None = None
    on_note: Callable[[str], None] | None = None
    """Is told, in words for people, of what else befell the file."""
    clock: Callable[[], datetime] = _now
    owed: list[Draft | Body] = field(default_factory=list)
    """Lines that go before the next one, and that the conversation in memory has already."""
    held: list[Draft | Body] = field(default_factory=list)
    """Lines that go before the next one: they are not worth a file of their own."""
    _appender: SessionAppender = field(init=False, repr=False)
    _time: datetime | None = field(init=False, repr=False, default=None)
    _told: set[str] = field(init=False, repr=False, default_factory=set)
    _is_noted: bool = field(init=False, repr=False, default=True)
    """Whether the file says where a resume goes on, as far as we wrote in it."""

    def __post_init__(self) -> None:
        """Take the file, without opening it."""
        self._appender = SessionAppender(self.path, known_end=self.known_end)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def session_id(self) -> str:
        """The session that is recorded."""
        return self.envelope.session_id

    @property
    def leaf(self) -> str | None:
        """The line that the next one follows."""
        return self.position.leaf

    def now(self) -> str:
        """Give the time for a line; each is later than the one before, whatever the clock does.

        Readers put the results of parallel calls in the order of their times.
        """
        moment = self.clock()
        if self._time is not None:
            moment = max(moment, self._time + _TICK)
        self._time = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
        return time_text(self._time)

    def begin_turn(self, prompt_id: str | None = None) -> str:
        """Give the lines that follow an id in common, which is that of their prompt."""
        chosen = prompt_id or str(uuid4())
        self.position = replace(self.position, prompt_id=chosen)
        return chosen

    def take_up(self, position: Position) -> None:
        """Go on from where a reader of the file says that it stands, within the same turn."""
        own = self.position
        self.position = replace(
            position,
            prompt_id=own.prompt_id,
            last_prompt=own.last_prompt or position.last_prompt,
        )

    def move_to(self, cwd: Path) -> None:
        """Note that the working folder is another now."""
        self.envelope = replace(self.envelope, cwd=str(cwd))

    def call_it(self, slug: str) -> None:
        """Give the session a name of its own, which lines have from now on."""
        self.envelope = replace(self.envelope, slug=slug)

    def hold(self, *lines: Draft | Body) -> None:
        """Keep lines until there is one that is worth writing."""
        self.held.extend(lines)

    def append(self, *lines: Draft | Body, sync: bool = False) -> list[Body]:
        """Write lines in one piece, those that were held before them; give what was written.

        A draft is completed and hung on the last line. Other lines are written as they are.
        What was owed, and what the file needs besides, is written too, but not given.
        """
        waiting = [*self.owed, *self.held, *lines]
        if not waiting:
            return []
        branch = current_branch(Path(self.envelope.cwd))
        self.envelope = replace(self.envelope, git_branch=branch)
        position, bodies = self._completed(waiting)
        written = [*bodies, *self._new_leaf(position)]
        done = self._appender.append([encode_value(body) for body in written], sync=sync)
        new = bodies[len(self.owed) :]
        self.position, self.owed, self.held, self.is_branch = position, [], [], False
        self._is_noted = False
        self._tell(done)
        if self.on_lines is not None:
            self.on_lines(self.path, written)
        return new

    def _completed(self, waiting: list[Draft | Body]) -> tuple[Position, list[Body]]:
        position, bodies = self.position, []
        for line in waiting:
            body = self._body(line, position)
            bodies.append(body)
            is_aside = isinstance(line, Draft) and line.is_aside
            if body.get("type") in CHAIN and body.get("uuid") and not is_aside:
                position = position.after(body)
        return position, bodies

    def _new_leaf(self, position: Position) -> list[Body]:
        """Name the leaf of a branch: an older line may still name the end of the one it left."""
        if not self.is_branch or position.leaf is None or position.leaf == self.leaf:
            return []
        return [last_prompt(self.session_id, position.leaf, position.last_prompt)]

    def _body(self, line: Draft | Body, position: Position) -> Body:
        if not isinstance(line, Draft):
            return line
        link = Link(
            uuid=line.uuid or str(uuid4()),
            parent=None if line.is_root else line.hangs_on or position.leaf,
            timestamp=self.now(),
            prompt_id=position.prompt_id,
        )
        return complete(line, self.envelope, link)

    def _tell(self, done: Appended) -> None:
        """Tell what else befell the file, each of it once."""
        met = {_REPLACED} if done.replaced else {_INTERLEAVED} if done.interleaved else set()
        if done.healed:
            met.add(_HEALED)
        for note in sorted(met - self._told):
            if self.on_note is not None:
                self.on_note(note.format(path=self.path))
        self._told |= met

    def sync(self) -> None:
        """Bring all that was written to the disk; once per turn is enough."""
        self._appender.sync()

    def note_leaf(self) -> list[Body]:
        """Write down where a resume goes on, and bring all to the disk; nothing to an empty file.

        Nothing, either, where we wrote nothing since. Sub-agents are not resumed in that way, so
        that nothing is written for them.
        """
        leaf = self.position.leaf
        is_needless = self._is_noted and not self.is_branch
        is_early = self.held or self.owed
        if leaf is None or is_early or is_needless or self.envelope.agent_id is not None:
            self.sync()
            return []
        line = last_prompt(self.session_id, leaf, self.position.last_prompt)
        written = self.append(line, sync=True)
        self._is_noted = True
        return written

    def close(self) -> None:
        """Let go of the file; a later line opens it again."""
        self._appender.close()

    def subagent(self, agent_id: str, meta: AgentMeta, *, cwd: Path | None = None) -> Recorder:
        """Give the recorder of a sub-agent, whose lines go into a file of their own."""
        name = f"{layout.AGENT_PREFIX}{agent_id}{layout.TRANSCRIPT_SUFFIX}"
        path = layout.subagents_dir(self.session_path) / name
        try:
            content = encode_value(meta.body())
            replace_file(layout.meta_path(path), content, expected_sha256=None)
        except FileChangedError:
            pass  # it was written when the agent was started, and it goes on now
        envelope = replace(self.envelope, agent_id=agent_id, slug=None)
        if cwd is not None:
            envelope = replace(envelope, cwd=str(cwd))
        return Recorder(
            path=path,
            envelope=envelope,
            position=Position(prompt_id=self.position.prompt_id),
            on_lines=self.on_lines,
            on_note=self.on_note,
            clock=self.clock,
        )

    @property
    def session_path(self) -> Path:
        """The main file of the session, also for a sub-agent."""
        if self.envelope.agent_id is None:
            return self.path
        return self.path.parent.parent.with_suffix(layout.TRANSCRIPT_SUFFIX)
