"""Everything that can stop steno, each error with a message that says what to do next.

The tree::

    StenoError
    ├── UsageError                 the request itself is wrong
    │   ├── FlagError              a command line of steno-agent makes no sense
    │   ├── McpConfigError         MCP servers are not described as they have to be
    │   ├── SessionNotFoundError   no session answers to that name
    │   ├── AmbiguousSessionError  several do
    │   ├── DemoTargetError        the folder for the demo is in use
    │   ├── BundleError            a bundle is damaged, or no bundle at all
    │   ├── TakenOverStateError    the state of another exporter cannot be taken over
    │   ├── EditStateError         that edit is not at the point where this can be done
    │   ├── LaterEditError         another edit would have to be taken back first
    │   ├── ForgottenEditError     its old bytes were removed for good
    │   ├── RunningEditError       it is still under way
    │   ├── BusyEditsError         another edit is, for too long
    │   ├── UnresumableResultError an edit would make a session that cannot be resumed
    │   ├── LiveSessionError       a client has the session open that was to be edited
    │   ├── SessionIdError         no session can begin under that id
    │   ├── ResumeRefusedError     a session is too damaged to go on
    │   ├── UnknownLineError       a session has no line of that id to go back to
    │   ├── UnknownProfileError    no convention of that name to send traces by
    │   ├── UnknownSinkError       no place of that name to send traces to
    │   └── ConfigError            config.toml (or an option) cannot be used
    │       ├── ModelAddressError  a model is not to be asked at that address
    │       ├── ModelHeadersError  ANTHROPIC_CUSTOM_HEADERS holds what is no header
    │       └── SinkSettingError   what is said of a sink cannot be used
    ├── UnreadableFileError        a file is missing, forbidden, or no regular file
    ├── FileChangedError           somebody wrote to the file since it was read
    │   ├── ResultChangedError     or since an edit, which cannot be undone for that
    │   └── OvertakenEditError     or while an edit was under way, so that it stays as it is
    ├── WriteFailedError           the system refused a write; nothing was lost
    ├── SystemRefusedError         the system refused something else, such as the output
    │   └── UnheardAnswerError     or an answer of a model, which is kept in the session
    ├── ClientSettingsError        settings.json cannot be read or edited safely
    ├── PermissionUpdateError      a change of permissions cannot be made as it was asked for
    ├── AgentDefinitionError       what was given as definitions of agents is none
    ├── StateError                 state.db cannot be used, and was left as it is
    │   ├── NewerStateError        a newer release has written it
    │   ├── ForeignStateError      it is a file of another program
    │   ├── DamagedStateError      it is damaged
    │   └── BusyStateError         another process keeps it locked
    ├── ModelError                 a model could not be asked, or did not answer
    │   ├── ModelPackageError      what talks to it is not installed
    │   ├── NoKeyError             no key is set
    │   ├── NoRegionError          nothing says where a cloud is to be asked
    │   ├── RefusedKeyError        the key is not accepted
    │   ├── UnknownModelError      there is no such model at that address
    │   ├── BusyModelError         it is overloaded, or too much was asked of it
    │   ├── UnreachableModelError  the network does not lead there
    │   ├── BrokenAnswerError      its answer broke off
    │   └── ModelAnswerError       it refused this request, or its answer is of no use
    ├── McpPackageError            what talks to MCP servers is not installed
    ├── SinkPackageError           what sends traces is not installed
    ├── ExporterBusyError          another exporter is at work
    ├── NoSinkError                there is nowhere to send traces to
    └── KeptBytesError             bytes that were kept for an undo are gone or changed

What is wrong *inside* a transcript is never an exception: it is a
:class:`steno.format.finding.Finding`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MOST_CANDIDATES_SHOWN: Final = 12
"""How many names an :class:`AmbiguousSessionError` lists before it says "and N more"."""


class StenoError(Exception):
    """Base of all errors that a surface shows to the user; ``exit_code`` is the process's."""

    exit_code = 2


class UsageError(StenoError):
    """The request cannot be carried out as it was put."""


class FlagError(UsageError):
    """A command line of ``steno-agent`` that makes no sense."""

    def __init__(self, problem: str) -> None:
        """Take what is wrong, in words."""
        super().__init__(f"{problem}. Run 'steno-agent --help' for what there is.")


class SessionNotFoundError(UsageError):
    """No session answers to the name that was given."""

    def __init__(self, name: str, homes: Sequence[Path]) -> None:
        """Take the name asked for and the homes that were searched."""
        where = ", ".join(str(home) for home in homes) or "no home at all"
        advice = (
            "There is none at all; 'steno demo DIR' writes a made-up home to try."
            if name == "@last"
            else "Try 'steno list' for the ids, a path to a .jsonl file, or @last."
        )
        super().__init__(f"no session called {name!r} in {where}. {advice}")
        self.name = name


class AmbiguousSessionError(UsageError):
    """Several sessions answer to the name that was given."""

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        """Take the name asked for and one line for each session that it could mean."""
        shown = list(candidates[:MOST_CANDIDATES_SHOWN])
        rest = len(candidates) - len(shown)
        if rest:
            shown.append(f"... and {rest} more")
        listing = "\n".join(f"  {line}" for line in shown)
        super().__init__(
            f"{name!r} could be any of {len(candidates)} sessions; "
            f"give a longer id or the path:\n{listing}"
        )
        self.name = name
        self.candidates = tuple(candidates)


class DemoTargetError(UsageError):
    """The folder for the demo is in use for something else."""

    def __init__(self, target: Path) -> None:
        """Take the folder."""
        super().__init__(
            f"{target} is not empty and no earlier demo; nothing was written. "
            "Name a folder that does not exist yet, such as ./demo-home."
        )
        self.target = target


class EditStateError(UsageError):
    """An edit is not at the point where it can be finished, undone or given up."""

    def __init__(self, edit: int, state: str | None, wanted: str) -> None:
        """Take the edit's number, its state (None: there is no such edit) and what was wanted."""
        how = {
            "failed": "did not succeed, and nothing of it is left",
            "undone": "was undone already",
            "done": "is done already",
        }
        told = f"edit {edit} {how.get(state or '', f'is {state}')}"
        found = told if state else f"there is no edit {edit}"
        super().__init__(
            f"{found}, so it cannot be {wanted}. 'steno undo --list' shows the other edits."
        )
        self.edit = edit
        self.state = state


class LaterEditError(UsageError):
    """An edit cannot be taken back before another one that came later."""

    def __init__(self, edit: int, later: int) -> None:
        """Take the edit's number and that of the later one."""
        super().__init__(
            f"edit {later} came after edit {edit} and changed the same file; nothing was changed. "
            f"First take that back: 'steno undo {later}'."
        )
        self.edit = edit
        self.later = later


class ForgottenEditError(UsageError):
    """An edit cannot be taken back: the old bytes were removed, as somebody asked."""

    def __init__(self, edit: int, when: str) -> None:
        """Take the edit's number and when its bytes were removed."""
        super().__init__(
            f"the old bytes of edit {edit} were removed for good on {when} ('steno undo "
            "--forget'), so it cannot be taken back. 'steno undo --list' shows the other edits."
        )
        self.edit = edit


class RunningEditError(UsageError):
    """An edit cannot be taken back: it is still under way."""

    def __init__(self, edit: int, pid: int) -> None:
        """Take the edit's number and its process."""
        super().__init__(
            f"edit {edit} is still under way (process {pid}); nothing was changed. "
            "Wait for it to end, or end it, then retry."
        )
        self.edit = edit
        self.pid = pid


class BusyEditsError(UsageError):
    """Another edit is under way, for longer than anybody wants to wait."""

    def __init__(self, path: Path) -> None:
        """Take the file or folder that is locked for it."""
        super().__init__(
            f"another edit is under way ({path} is locked); nothing was changed. "
            "Wait for it to end, then retry."
        )
        self.path = path


class UnresumableResultError(UsageError):
    """An edit would make a session that the client cannot resume out of one that it can."""

    def __init__(self, session_id: str, refusal: str) -> None:
        """Take the session, and what the client would do."""
        super().__init__(
            f"the result could not be resumed ({refusal}), though {session_id} can: the edit would "
            "bring lines into the conversation that are damaged. Nothing was changed; run "
            f"'steno repair {session_id}' first, then retry."
        )
        self.session_id = session_id


class LiveSessionError(UsageError):
    """A client has the session open that was to be edited."""

    def __init__(self, session: str, pid: int, advice: str = "") -> None:
        """Take the session's id, the client's process, and what can be done meanwhile."""
        super().__init__(
            f"session {session} is open in a running client (process {pid}), which may write to "
            f"it at any moment; nothing was changed. End that client, then retry. {advice}".rstrip()
        )
        self.session = session
        self.pid = pid


class SessionIdError(UsageError):
    """No session can begin under the id that was asked for."""

    def __init__(self, session: str, taken: Path | None = None) -> None:
        """Take the id, and the file of the session that has it already."""
        if taken is None:
            told = f"{session!r} is no session id; give a UUID, as 'uuidgen' makes one."
        else:
            told = (
                f"there is a session {session} already, in {taken}; nothing was written. "
                f"Go on with it by --resume {session}, or give another id."
            )
        super().__init__(told)
        self.session = session


class ResumeRefusedError(UsageError):
    """A session is too damaged to go on with."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the session's file and what is wrong with it."""
        super().__init__(
            f"{path} cannot be gone on with as it is. {reason} Nothing was written; "
            f"'steno repair {path}' makes a copy that can."
        )
        self.path = path


class UnknownLineError(UsageError):
    """A session has no line of the id that was asked for."""

    def __init__(self, path: Path, line: str) -> None:
        """Take the session's file and the id of the line."""
        super().__init__(
            f"{path} has no line {line!r} to go back to; nothing was written. "
            f"'steno tree {path}' shows the ids of its lines."
        )
        self.path = path
        self.line = line


class BundleError(UsageError):
    """A bundle cannot be imported."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the bundle and the reason in a few words."""
        super().__init__(
            f"{path} cannot be imported: {reason}. Nothing was written. "
            "Ask for the bundle once more, from somebody you trust."
        )
        self.path = path
        self.reason = reason


class TakenOverStateError(UsageError):
    """The state file of another exporter cannot be taken over."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the file and the reason in a few words."""
        super().__init__(
            f"{path} cannot be taken over: {reason}. Nothing was marked as sent. Name the state "
            "file of cc-langfuse, such as ~/.claude/state/cc-langfuse_state.json, or mend it."
        )
        self.path = path
        self.reason = reason


class UnknownProfileError(UsageError):
    """There is no profile of the name that was given."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Take the name asked for and all that there are."""
        super().__init__(f"no profile called {name!r}. Choose one of: {', '.join(known)}.")
        self.name = name


class UnknownSinkError(UsageError):
    """There is no sink of the name that was given."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Take the name asked for and all that there are."""
        advice = f"Choose one of: {', '.join(known)}." if known else "None is set up yet."
        super().__init__(
            f"no sink called {name!r}. {advice} A sink is a table [trace.sinks.NAME] with a type "
            "and a url in config.toml, or set by OTEL_EXPORTER_OTLP_ENDPOINT or LANGFUSE_* keys."
        )
        self.name = name


class ConfigError(UsageError):
    """Our own configuration cannot be used."""


class UnreadableFileError(StenoError):
    """A file could not be read at all."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the file and the reason in a few words."""
        super().__init__(f"cannot read {path}: {reason}.")
        self.path = path
        self.reason = reason


class FileChangedError(StenoError):
    """A guarded write found other bytes than the ones that its plan was made from."""

    def __init__(self, path: Path) -> None:
        """Take the file that changed."""
        super().__init__(
            f"{path} has changed since it was read; nothing was written. Read it again and retry."
        )
        self.path = path


class ResultChangedError(FileChangedError):
    """An edit cannot be taken back: somebody has changed what came of it."""

    def __init__(self, path: Path) -> None:
        """Take the file that changed."""
        super().__init__(path)
        message = (
            f"{path} was changed after the edit, so the edit cannot be taken back without losing "
            "that; nothing was changed. 'steno undo --list' shows the other edits."
        )
        self.args = (message,)


class OvertakenEditError(FileChangedError):
    """An edit was given up, and a file could not be put back: somebody else has changed it."""

    def __init__(self, path: Path, kept: Path | None) -> None:
        """Take the file that changed, and where its old bytes are kept."""
        super().__init__(path)
        old = "" if kept is None else f" What it held before the edit is in {kept}."
        message = (
            f"{path} was changed by another program while the edit was under way. It stays as it "
            f"is now, and all other files are as before.{old} Look at it, then retry."
        )
        self.args = (message,)


class WriteFailedError(StenoError):
    """The system refused a write; what was there before is still there."""

    def __init__(self, path: Path, reason: str, *, advice: str = "") -> None:
        """Take the file, the system's reason, and what the user can do about it."""
        advice = advice or (
            "Nothing of the old content was lost; free some space or check the permissions, "
            "then retry."
        )
        super().__init__(f"cannot write {path}: {reason}. {advice}")
        self.path = path
        self.reason = reason


class SystemRefusedError(StenoError):
    """The system refused something that has no message of its own, such as to take the output."""

    def __init__(self, error: OSError) -> None:
        """Take the system's error."""
        where = f"{error.filename}: " if error.filename is not None else ""
        super().__init__(
            f"the system refused: {where}{error.strerror or error}. "
            "Check the free space and the permissions, then retry."
        )


class UnheardAnswerError(SystemRefusedError):
    """The answer of a model could not be put out."""

    def __init__(self, session_id: str, error: OSError) -> None:
        """Take the session that holds it, and the system's error."""
        super().__init__(error)
        reason = error.strerror or error
        message = (
            f"the answer could not be put out: {reason}. It is kept: 'steno show {session_id}' "
            "shows it."
        )
        self.args = (message,)


class ClientSettingsError(StenoError):
    """The client's settings.json cannot be read or edited without risk."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the settings file and the reason in a few words."""
        super().__init__(f"{path} was left alone: {reason}. Mend the file by hand, then retry.")
        self.path = path
        self.reason = reason


class PermissionUpdateError(StenoError):
    """A change of permissions cannot be made as it was asked for."""

    def __init__(self, reason: str) -> None:
        """Take what is wrong with it, in a few words."""
        super().__init__(
            f"the permissions were left as they are: {reason}. Name a type, a destination and "
            "values that the SDK documents, then retry."
        )


class AgentDefinitionError(StenoError):
    """What was given as definitions of agents is none."""

    def __init__(self, reason: str) -> None:
        """Take the reason in a few words."""
        super().__init__(
            f"the agents that were given cannot be used: {reason}. "
            'Give an object such as {"name": {"description": "…", "prompt": "…"}}.'
        )


class StateError(StenoError):
    """Our own state.db cannot be used; it was left as it is."""

    def __init__(self, path: Path, problem: str) -> None:
        """Take the file, and what is wrong with it and can be done about it."""
        super().__init__(f"{path} {problem}")
        self.path = path


class NewerStateError(StateError):
    """A newer release has written to state.db."""

    def __init__(self, path: Path, unknown: Sequence[str]) -> None:
        """Take the file and the migrations in it that this release does not know."""
        names = f" ({', '.join(unknown)})" if unknown else ""
        super().__init__(
            path,
            f"was written by a newer release of steno{names}; it was left alone. "
            "Use that release, or name another folder with --db.",
        )
        self.unknown = tuple(unknown)


class ForeignStateError(StateError):
    """What is called state.db belongs to another program."""

    def __init__(self, path: Path) -> None:
        """Take the file."""
        super().__init__(
            path,
            "is no file of steno's; it was left alone. "
            "Move it away, or name another folder with --db.",
        )


class DamagedStateError(StateError):
    """state.db cannot be read in full."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the file and the reason in a few words."""
        super().__init__(
            path,
            f"is damaged ({reason}); it was left alone. Put a copy in its place, such as a "
            f"{path.name}.before-... beside it, or move it away: steno then begins a new one, "
            "which knows nothing of earlier edits.",
        )
        self.reason = reason


class BusyStateError(StateError):
    """Another process keeps state.db locked for too long."""

    def __init__(self, path: Path) -> None:
        """Take the file."""
        super().__init__(
            path,
            "is kept locked by another process; nothing was written. "
            "Wait for it to end, then retry.",
        )


class KeptBytesError(StenoError):
    """Bytes that were kept for an undo are no longer what they were."""

    def __init__(self, path: Path, reason: str) -> None:
        """Take the file that kept them and the reason in a few words."""
        super().__init__(
            f"what was kept in {path} cannot be used: {reason}; nothing was changed. "
            "Put it back from a backup, then retry."
        )
        self.path = path
        self.reason = reason


class ModelAddressError(ConfigError):
    """A model is not to be asked at the address that was given."""

    def __init__(self, address: str, reason: str) -> None:
        """Take the address and the reason in a few words."""
        super().__init__(
            f"no model is asked at {address}: {reason}. Set ANTHROPIC_BASE_URL or model.base_url "
            "to an address that begins with https://, or unset it."
        )
        self.address = address


class ModelHeadersError(ConfigError):
    """A line of ANTHROPIC_CUSTOM_HEADERS is no header."""

    def __init__(self, line: int) -> None:
        """Take the number of the line; what it says may be a secret."""
        super().__init__(
            f"line {line} of ANTHROPIC_CUSTOM_HEADERS is no header. Write one 'Name: value' per "
            "line, or unset it."
        )


class SinkSettingError(ConfigError):
    """What the configuration or the environment says of a sink cannot be used."""

    def __init__(self, sink: str, problem: str, advice: str) -> None:
        """Take the sink's name, what is wrong, and what can be done about it."""
        super().__init__(f"the sink {sink!r} cannot be used: {problem}. {advice}")
        self.sink = sink


class SinkPackageError(StenoError):
    """The package that sends traces is not installed."""

    def __init__(self, package: str) -> None:
        """Take the package."""
        super().__init__(
            f"sending traces needs {package}, which is not installed. "
            "Install it with: pip install 'steno[trace]'"
        )


class ExporterBusyError(StenoError):
    """Another exporter is at work."""

    def __init__(self, path: Path) -> None:
        """Take the file that it keeps locked."""
        super().__init__(
            f"another exporter is at work ({path} is locked). Wait until it is done, then retry."
        )


class NoSinkError(StenoError):
    """There is nowhere to send traces to."""

    def __init__(self, *, meant_for_grpc: bool = False) -> None:
        """Say how to name a sink; ``meant_for_grpc`` tells of an address that is no use."""
        grpc = (
            " OTEL_EXPORTER_OTLP_ENDPOINT is set for gRPC, which steno does not speak: name the "
            "address for HTTP (mostly port 4318)."
        )
        super().__init__(
            "there is no sink to send traces to. Name one with --otlp URL, or in config.toml: "
            "'steno config set trace.sinks.NAME.url URL'; or set OTEL_EXPORTER_OTLP_ENDPOINT, or "
            f"LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY.{grpc if meant_for_grpc else ''}"
        )


class McpConfigError(UsageError):
    """MCP servers that are not described as they have to be."""

    def __init__(self, where: str, problem: str) -> None:
        """Take where they are described, and what is wrong."""
        super().__init__(
            f"the MCP servers of {where} cannot be used: {problem}. Give a file or JSON such as "
            '{"mcpServers": {"name": {"command": "program", "args": []}}}.'
        )


class McpPackageError(StenoError):
    """The package that talks to MCP servers is not installed."""

    def __init__(self) -> None:
        """Take nothing: there is one way to mend it."""
        super().__init__(
            "MCP servers need the package mcp, which is not installed. "
            "Install it with: pip install 'steno[client]'"
        )


class ModelError(StenoError):
    """A model could not be asked, or did not answer."""

    status: int | None = None
    """The status of a refusal; that of its kind where it came within an answer."""
    kind: str | None = None
    """The type of a refusal, such as ``overloaded_error``, where it was said."""
    said: str = ""
    """The words of a refusal, without the key."""
    request_id: str | None = None
    """By which the service knows the request that it refused."""


class ModelPackageError(ModelError):
    """The package that talks to a model is not installed."""

    def __init__(self, package: str, extra: str, *, of: str = "steno") -> None:
        """Take the package, the extra that installs it, and whose extra that is."""
        super().__init__(
            f"asking a model needs {package}, which is not installed. "
            f"Install it with: pip install '{of}[{extra}]'"
        )


class NoKeyError(ModelError):
    """No key is set."""

    def __init__(self) -> None:
        """Take nothing: there is one way to mend it."""
        super().__init__(
            "asking a model needs a key. Set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN), "
            "or do without a model."
        )


class NoRegionError(ModelError):
    """A cloud's models are to be asked, but nothing says where."""

    def __init__(self, cloud: str, variable: str) -> None:
        """Take the cloud and the variable that is missing."""
        super().__init__(
            f"asking a model at {cloud} needs {variable}. Set it, or unset the variable that "
            f"chose {cloud}."
        )


class RefusedKeyError(ModelError):
    """The key is not accepted, or not for this."""

    def __init__(self, address: str, said: str) -> None:
        """Take the address and what was said there."""
        super().__init__(
            f"{address} did not accept the key ({said}). Check ANTHROPIC_API_KEY or "
            "ANTHROPIC_AUTH_TOKEN, and what the key may be used for."
        )


class UnknownModelError(ModelError):
    """There is no such model at the address."""

    def __init__(self, model: str, address: str, said: str) -> None:
        """Take the model's name, the address and what was said there."""
        super().__init__(
            f"{address} has no model {model!r} ({said}). Give another name, or check "
            "ANTHROPIC_BASE_URL and model.base_url."
        )


class BusyModelError(ModelError):
    """The model is overloaded, or too much was asked of it."""

    def __init__(self, address: str, said: str, attempts: int) -> None:
        """Take the address, what was said there, and how often it was tried."""
        tries = "once" if attempts == 1 else f"{attempts} times"
        super().__init__(
            f"{address} could not answer now ({said}); it was asked {tries}. "
            "Wait some minutes, then retry."
        )
        self.attempts = attempts


class UnreachableModelError(ModelError):
    """The network does not lead to the model."""

    def __init__(self, address: str, reason: str, attempts: int) -> None:
        """Take the address, the reason in a few words, and how often it was tried."""
        tries = "once" if attempts == 1 else f"{attempts} times"
        super().__init__(
            f"cannot reach {address}: {reason}; it was tried {tries}. Check the network, a proxy "
            "and ANTHROPIC_BASE_URL, then retry."
        )
        self.attempts = attempts


class BrokenAnswerError(ModelError):
    """The answer of a model broke off."""

    def __init__(self, address: str, reason: str, *, had_content: bool, attempts: int = 1) -> None:
        """Take the address, the reason in a few words, and whether some of it had come."""
        came = "after some of it had come" if had_content else "before anything of it had come"
        tries = "once" if attempts == 1 else f"{attempts} times"
        super().__init__(
            f"the answer of {address} broke off {came} ({reason}); it was asked {tries}. "
            "Check the network, then ask again."
        )
        self.had_content = had_content
        self.attempts = attempts


class ModelAnswerError(ModelError):
    """The model refused this request, or its answer is of no use."""

    def __init__(self, address: str, said: str, advice: str = "Try another model.") -> None:
        """Take the address, what was said there, and what can be done about it."""
        super().__init__(f"{address} gave no usable answer: {said}. {advice}")
