"""Everything that can stop steno, each error with a message that says what to do next.

The tree::

    StenoError
    ├── UsageError                 the request itself is wrong
    │   ├── FlagError              a command line of steno-agent makes no sense
    │   ├── PermissionRuleError    a permission rule is none
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

from steno.errors.base import (
    ConfigError,
    StenoError,
    UsageError,
)
from steno.errors.client import (
    AgentDefinitionError,
    FlagError,
    McpConfigError,
    McpPackageError,
    PermissionRuleError,
    PermissionUpdateError,
)
from steno.errors.edits import (
    BundleError,
    BusyEditsError,
    EditStateError,
    ForgottenEditError,
    KeptBytesError,
    LaterEditError,
    RunningEditError,
    UnresumableResultError,
)
from steno.errors.files import (
    ClientSettingsError,
    FileChangedError,
    OvertakenEditError,
    ResultChangedError,
    SystemRefusedError,
    UnheardAnswerError,
    UnreadableFileError,
    WriteFailedError,
)
from steno.errors.models import (
    BrokenAnswerError,
    BusyModelError,
    ModelAddressError,
    ModelAnswerError,
    ModelError,
    ModelHeadersError,
    ModelPackageError,
    NoKeyError,
    NoRegionError,
    RefusedKeyError,
    UnknownModelError,
    UnreachableModelError,
)
from steno.errors.sessions import (
    MOST_CANDIDATES_SHOWN,
    AmbiguousSessionError,
    DemoTargetError,
    LiveSessionError,
    ResumeRefusedError,
    SessionIdError,
    SessionNotFoundError,
    UnknownLineError,
)
from steno.errors.state import (
    BusyStateError,
    DamagedStateError,
    ForeignStateError,
    NewerStateError,
    StateError,
)
from steno.errors.traces import (
    ExporterBusyError,
    NoSinkError,
    SinkPackageError,
    SinkSettingError,
    TakenOverStateError,
    UnknownProfileError,
    UnknownSinkError,
)

__all__ = [
    "MOST_CANDIDATES_SHOWN",
    "AgentDefinitionError",
    "AmbiguousSessionError",
    "BrokenAnswerError",
    "BundleError",
    "BusyEditsError",
    "BusyModelError",
    "BusyStateError",
    "ClientSettingsError",
    "ConfigError",
    "DamagedStateError",
    "DemoTargetError",
    "EditStateError",
    "ExporterBusyError",
    "FileChangedError",
    "FlagError",
    "ForeignStateError",
    "ForgottenEditError",
    "KeptBytesError",
    "LaterEditError",
    "LiveSessionError",
    "McpConfigError",
    "McpPackageError",
    "ModelAddressError",
    "ModelAnswerError",
    "ModelError",
    "ModelHeadersError",
    "ModelPackageError",
    "NewerStateError",
    "NoKeyError",
    "NoRegionError",
    "NoSinkError",
    "OvertakenEditError",
    "PermissionRuleError",
    "PermissionUpdateError",
    "RefusedKeyError",
    "ResultChangedError",
    "ResumeRefusedError",
    "RunningEditError",
    "SessionIdError",
    "SessionNotFoundError",
    "SinkPackageError",
    "SinkSettingError",
    "StateError",
    "StenoError",
    "SystemRefusedError",
    "TakenOverStateError",
    "UnheardAnswerError",
    "UnknownLineError",
    "UnknownModelError",
    "UnknownProfileError",
    "UnknownSinkError",
    "UnreachableModelError",
    "UnreadableFileError",
    "UnresumableResultError",
    "UsageError",
    "WriteFailedError",
]
