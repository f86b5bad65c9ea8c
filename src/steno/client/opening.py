"""Begins a conversation: a new one, or one that goes on, from wherever it was kept."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import steno
from steno.client import lines
from steno.client.git_branch import current_branch
from steno.client.lines import ENTRYPOINT, Envelope
from steno.client.recorder import Recorder
from steno.client.tool import FilesSeen
from steno.disk import layout
from steno.errors import ConfigError, ResumeRefusedError, SessionIdError, UnknownLineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from steno.client.lines import Draft
    from steno.client.past import Past, Words
    from steno.client.recorder import OnLines
    from steno.disk.discover import SessionFile
    from steno.session.session import Session
    from steno.session.tokens import MessageUsage

# What reads sessions is imported where one is taken up: a new one begins without it.

VERSION: Final = f"steno/{steno.__version__}"
"""What our lines say of who wrote them. No reader of today goes by it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a client runs, and who is told of what it writes."""

    home: Path
    """The folder that holds all sessions, such as ``~/.claude``."""
    cwd: Path
    entrypoint: str = ENTRYPOINT
    version: str = VERSION
    on_lines: OnLines | None = None
    on_note: Callable[[str], None] | None = None

    def __post_init__(self) -> None:
        """Refuse a home that cannot be one: nothing could be kept in it."""
        if self.home.exists() and not self.home.is_dir():
            raise ConfigError(
                f"{self.home} is to hold sessions and settings, but it is no folder. Name "
                "another one with --home or CLAUDE_CONFIG_DIR."
            )

    def envelope(self, session_id: str) -> Envelope:
        """Give what the lines of a session repeat."""
        return Envelope(
            session_id=session_id,
            cwd=str(self.cwd),
            version=self.version,
            git_branch=current_branch(self.cwd),
            entrypoint=self.entrypoint,
        )

    def session_path(self, session_id: str) -> Path:
        """Give where a session that begins here is kept."""
        folder = layout.projects_dir(self.home) / layout.project_slug(str(self.cwd))
        return folder / f"{session_id}{layout.TRANSCRIPT_SUFFIX}"

    def recorder(self, path: Path, envelope: Envelope, **start: Any) -> Recorder:
        """Give the recorder of a session."""
        return Recorder(
            path=path, envelope=envelope, on_lines=self.on_lines, on_note=self.on_note, **start
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How a session is to be taken up."""

    at: str | None = None
    """The uuid of the line to go back to."""
    fork: bool = False
    """Whether it goes on in a session of its own."""
    session_id: str | None = None
    """The id of that one."""


AS_IT_IS: Final = Wanted()


@dataclass(slots=True, kw_only=True)
class Opened:
    """A conversation that can go on."""

    recorder: Recorder
    past: Past | None = None
    """What was said; None for a new one."""
    seen: FilesSeen = field(default_factory=FilesSeen)
    """The files that the model may change, for it knows them."""
    notes: tuple[str, ...] = ()
    """What the person should know, in words."""
    permission_mode: str | None = None
    """The last one."""
    title: str | None = None
    """The name that the person gave it."""
    snapshots: Callable[[], Iterable[Mapping[str, Any]]] = tuple
    """Reads the lines that tell of copies of files; none where it goes on in another folder."""
    forked_from: str | None = None
    """The session that it is a fork of."""
    spent: Callable[[], Iterable[MessageUsage]] = tuple
    """Reads what models answered in it so far, sub-agents too, each message once."""

    @property
    def session_id(self) -> str:
        """The session's id."""
        return self.recorder.session_id

    @property
    def path(self) -> Path:
        """The session's file, which may not be there yet."""
        return self.recorder.path

    @property
    def leaf(self) -> str | None:
        """The line that the next one follows."""
        told = None if self.past is None else self.past.last_uuid
        return self.recorder.leaf or told

    @property
    def is_new(self) -> bool:
        """Whether nothing was said yet."""
        return self.past is None

    @property
    def model(self) -> str | None:
        """The model that answered last."""
        return None if self.past is None else self.past.model

    @property
    def slug(self) -> str | None:
        """The session's name of three words."""
        return self.recorder.envelope.slug

    @property
    def last_cwd(self) -> str | None:
        """The working folder of its last line."""
        return None if self.past is None else self.past.last("cwd")

    def messages_for(self, model: str, words: Words | None = None) -> list[dict[str, Any]]:
        """Give what was said, for a model."""
        return [] if self.past is None else self.past.messages_for(model, words)


def open_new(place: Place, session_id: str | None = None) -> Opened:
    """Begin a session, under an id of one's own choice or a new one."""
    chosen = _unused(place, session_id)
    return Opened(recorder=place.recorder(place.session_path(chosen), place.envelope(chosen)))


def open_resumed(place: Place, name: str, wanted: Wanted = AS_IT_IS) -> Opened:
    """Take up a session by its id, title or path, wherever it began."""
    return _open(place, find_session(place, name), wanted)


def open_continued(place: Place, wanted: Wanted = AS_IT_IS) -> Opened:
    """Take up the session of this folder that was written to last, or begin one."""
    from steno.disk.discover import newest_sessions_first  # noqa: PLC0415
    from steno.session.session import load_file  # noqa: PLC0415

    for file in newest_sessions_first(_sessions_here(place)):
        session = load_file(file)
        if _has_messages(session):
            return _open(place, file, wanted, session)
    opened = open_new(place, wanted.session_id)
    opened.notes = (f"there is no session of {place.cwd} to continue; this is a new one.",)
    return opened


def _has_messages(session: Session) -> bool:
    """Say whether anybody said anything; a line of the client's alone can be a leaf, too."""
    rows = () if session.chain is None else session.chain.rows
    return any(session.outline.kind(row) in ("user", "assistant") for row in rows)


def find_session(place: Place, name: str) -> SessionFile:
    """Find a session by its id, title or path; one of this folder goes before others."""
    from steno.disk.discover import Home, SessionFile  # noqa: PLC0415

    if layout.is_session_id(name):
        own = [place.session_path(name)]
        others = layout.projects_dir(place.home).glob(f"*/{name}{layout.TRANSCRIPT_SUFFIX}")
        for path in (*own, *sorted(others)):
            if path.is_file():
                return SessionFile.at(path)
    from steno.catalog.resolve import resolve_session  # noqa: PLC0415 - ids need none of it

    return resolve_session(name, [Home(place.home)])


def _sessions_here(place: Place) -> Iterator[SessionFile]:
    from steno.disk.discover import SessionFile  # noqa: PLC0415

    slugs = layout.project_slugs(str(place.cwd))
    for folder in (layout.projects_dir(place.home) / slug for slug in slugs):
        if folder.is_dir():
            for path in sorted(folder.iterdir()):
                if layout.is_session_name(path.name) and path.is_file():
                    yield SessionFile.at(path)


def _open(place: Place, file: SessionFile, wanted: Wanted, loaded: Session | None = None) -> Opened:
    from steno.client.past import past_of  # noqa: PLC0415
    from steno.session.session import load_file  # noqa: PLC0415

    session = load_file(file) if loaded is None else loaded
    notes = [*_refused(file, session), *_cut_off(file, session), *_live(place, session)]
    if wanted.at is not None and wanted.at not in session.outline.by_uuid:
        raise UnknownLineError(file.path, wanted.at)
    past = past_of(session, wanted.at)
    filler = _filler(past)
    recorder = _recorder(place, file, session, past, wanted)
    recorder.owed += filler
    is_here = file.path.parent.name in layout.project_slugs(str(place.cwd))
    if not wanted.fork and not is_here and past.last("cwd") != str(place.cwd):
        notes.append(_elsewhere(place, file, past))
    return Opened(
        recorder=recorder,
        past=past.answered(filler) if filler else past,
        seen=FilesSeen(past.files_seen(), written=past.files_written(), told=past.changes_told()),
        notes=tuple(notes),
        permission_mode=_last_told(session, "permission-mode", "permissionMode")
        or past.last("permissionMode"),
        title=_last_told(session, "custom-title", "customTitle"),
        snapshots=partial(_snapshots, session) if is_here else tuple,
        forked_from=str(session.id) if wanted.fork else None,
        spent=partial(_spent, file.path),
    )


def _recorder(
    place: Place, file: SessionFile, session: Session, past: Past, wanted: Wanted
) -> Recorder:
    if wanted.fork:
        from steno.client.forking import forked_lines  # noqa: PLC0415

        new = _unused(place, wanted.session_id)
        envelope = place.envelope(new)
        owed: list[Any] = list(forked_lines(session, envelope, wanted.at))
        # The copied lines lead to where it stands, and are written with the first new one.
        return place.recorder(place.session_path(new), envelope, owed=owed)
    envelope = replace(place.envelope(str(session.id)), slug=past.last("slug"))
    return place.recorder(
        file.path,
        envelope,
        position=past.position,
        known_end=None if session.stamp is None else session.stamp.size,
        is_branch=wanted.at is not None,
    )


def _unused(place: Place, session_id: str | None) -> str:
    if session_id is None:
        return str(uuid4())
    if not layout.is_session_id(session_id):
        raise SessionIdError(session_id)
    pattern = f"*/{session_id}{layout.TRANSCRIPT_SUFFIX}"
    for path in layout.projects_dir(place.home).glob(pattern):
        raise SessionIdError(session_id, path)
    return session_id


def _filler(past: Past) -> list[Draft]:
    """Give the lines that stand for an answer that never came (rule 31 of docs/resume.md)."""
    if not past.is_unanswered:
        return []
    if past.is_broken_off:
        return [lines.go_on(), lines.no_response(message_id=str(uuid4()))]
    asked = past.lines[past.leaf or 0].body.get("uuid")
    return [lines.no_response(message_id=str(uuid4()), hangs_on=asked)]


def _refused(file: SessionFile, session: Session) -> Iterator[str]:
    """Refuse what is too damaged; what is only too long can be summed up."""
    from steno.session.refusal import Reason  # noqa: PLC0415

    refusal = session.refusal
    if refusal is None:
        return
    if refusal.code is not Reason.TOO_LONG:
        raise ResumeRefusedError(file.path, refusal.message)
    yield "the conversation is nearly too long for the model; it may have to be summed up first."


def _cut_off(file: SessionFile, session: Session) -> Iterator[str]:
    """Tell of a beginning that a lost line keeps from the model; the real client says nothing."""
    from steno.session.outline import LOST  # noqa: PLC0415

    chain = session.chain
    if chain is not None and session.links.parent(chain.path[0]) == LOST:
        line = session.outline.line(chain.path[0])
        yield (
            f"what was said before line {line} is out of reach, for the line before it is lost; "
            f"'steno repair {file.path}' makes a copy in which it is not."
        )


def _live(place: Place, session: Session) -> Iterator[str]:
    from steno.disk.discover import Home  # noqa: PLC0415
    from steno.disk.live import live_sessions  # noqa: PLC0415

    for other in live_sessions(Home(place.home)):
        if other.session_id == session.id and other.alive is not False:
            yield (
                f"session {session.id} is open in another client, too (process {other.pid}): "
                "what both of you say goes into two branches of it."
            )


def _elsewhere(place: Place, file: SessionFile, past: Past) -> str:
    began = past.last("cwd") or file.path.parent
    return (
        f"the session was in {began} so far, and goes on from {place.cwd}; it stays in {file.path}."
    )


def _snapshots(session: Session) -> list[Mapping[str, Any]]:
    rows = session.outline.rows_of("file-history-snapshot")
    return [entry.body for entry in session.records(rows)]


def _spent(path: Path) -> Iterable[MessageUsage]:
    from steno.session.api_messages import read_messages  # noqa: PLC0415

    messages = read_messages(path)
    agents = f"{layout.AGENT_PREFIX}*{layout.TRANSCRIPT_SUFFIX}"
    for agent in sorted(layout.subagents_dir(path).glob(agents)):
        messages.merge(read_messages(agent))
    return messages.usages()


def _last_told(session: Session, kind: str, key: str) -> str | None:
    """Give what the last loose line of a kind says."""
    for entry in session.records(list(session.outline.rows_of(kind))[-1:]):
        value = entry.body.get(key)
        return value if isinstance(value, str) else None
    return None
