"""Which class reads which entry type: a plain table, open for more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.entries.agent_color import AgentColorEntry
from steno.format.entries.agent_name import AgentNameEntry
from steno.format.entries.agent_setting import AgentSettingEntry
from steno.format.entries.ai_title import AiTitleEntry
from steno.format.entries.api_request import ApiRequestEntry
from steno.format.entries.api_request_blob import ApiRequestBlobEntry
from steno.format.entries.api_request_shape import ApiRequestShapeEntry
from steno.format.entries.artifact_autoreact_ledger import ArtifactAutoreactLedgerEntry
from steno.format.entries.artifact_comment_monitor import ArtifactCommentMonitorEntry
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.atis_latch import AtisLatchEntry
from steno.format.entries.attachment import AttachmentEntry
from steno.format.entries.attribution_snapshot import AttributionSnapshotEntry
from steno.format.entries.bridge_session import BridgeSessionEntry
from steno.format.entries.content_replacement import ContentReplacementEntry
from steno.format.entries.cost_state import CostStateEntry
from steno.format.entries.custom_title import CustomTitleEntry
from steno.format.entries.ended_by_model import EndedByModelEntry
from steno.format.entries.file_history_delta import FileHistoryDeltaEntry
from steno.format.entries.file_history_snapshot import FileHistorySnapshotEntry
from steno.format.entries.fork_context_ref import ForkContextRefEntry
from steno.format.entries.frame_link import FrameLinkEntry
from steno.format.entries.history_suppression import HistorySuppressionEntry
from steno.format.entries.isolation_latch import IsolationLatchEntry
from steno.format.entries.last_prompt import LastPromptEntry
from steno.format.entries.marble_origami import (
    MarbleOrigamiCommitEntry,
    MarbleOrigamiResetEntry,
    MarbleOrigamiSnapshotEntry,
)
from steno.format.entries.mode import ModeEntry
from steno.format.entries.observer_ref import ObserverRefEntry
from steno.format.entries.permission_mode import PermissionModeEntry
from steno.format.entries.pr_link import PrLinkEntry
from steno.format.entries.progress import ProgressEntry
from steno.format.entries.queue_operation import QueueOperationEntry
from steno.format.entries.relocated import RelocatedEntry
from steno.format.entries.speculation_accept import SpeculationAcceptEntry
from steno.format.entries.summary import SummaryEntry
from steno.format.entries.system import SystemEntry, system_kind
from steno.format.entries.tag import TagEntry
from steno.format.entries.tools_used import ToolsUsedEntry
from steno.format.entries.user import UserEntry
from steno.format.entries.worktree_state import WorktreeStateEntry
from steno.format.entry import Entry, UnknownEntry

if TYPE_CHECKING:
    from collections.abc import Mapping

_KINDS: Final[tuple[type[Entry], ...]] = (
    UserEntry,
    AssistantEntry,
    SystemEntry,
    AttachmentEntry,
    ProgressEntry,
    SummaryEntry,
    FileHistorySnapshotEntry,
    FileHistoryDeltaEntry,
    QueueOperationEntry,
    LastPromptEntry,
    ModeEntry,
    PermissionModeEntry,
    CustomTitleEntry,
    AiTitleEntry,
    AgentNameEntry,
    AgentSettingEntry,
    AgentColorEntry,
    TagEntry,
    PrLinkEntry,
    FrameLinkEntry,
    WorktreeStateEntry,
    RelocatedEntry,
    ContentReplacementEntry,
    BridgeSessionEntry,
    ForkContextRefEntry,
    IsolationLatchEntry,
    AtisLatchEntry,
    AttributionSnapshotEntry,
    SpeculationAcceptEntry,
    ApiRequestEntry,
    ApiRequestBlobEntry,
    ApiRequestShapeEntry,
    ToolsUsedEntry,
    CostStateEntry,
    EndedByModelEntry,
    HistorySuppressionEntry,
    ObserverRefEntry,
    ArtifactAutoreactLedgerEntry,
    ArtifactCommentMonitorEntry,
    MarbleOrigamiCommitEntry,
    MarbleOrigamiSnapshotEntry,
    MarbleOrigamiResetEntry,
)

ENTRY_KINDS: Final[dict[str, type[Entry]]] = {str(kind.TAG): kind for kind in _KINDS}
"""The class of every known entry type, by its tag; subtypes of ``system`` have their own table."""

_BY_ROLE: Final[dict[str, type[Entry]]] = {"user": UserEntry, "assistant": AssistantEntry}


def entry_kind(body: Mapping[str, Any]) -> type[Entry]:
    """Choose the class for a decoded line: by its type, or by its message's role."""
    tag = body.get("type")
    if not isinstance(tag, str) or not tag:
        return _kind_by_role(body)
    kind = ENTRY_KINDS.get(tag, UnknownEntry)
    return system_kind(body) if kind is SystemEntry else kind


def _kind_by_role(body: Mapping[str, Any]) -> type[Entry]:
    message = body.get("message")
    role = message.get("role") if isinstance(message, dict) else body.get("role")
    return _BY_ROLE.get(role, UnknownEntry) if isinstance(role, str) else UnknownEntry
