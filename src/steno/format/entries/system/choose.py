"""Which class reads which subtype of a system line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from steno.format.entries.system.compaction import CompactBoundaryEntry, MicrocompactBoundaryEntry
from steno.format.entries.system.entry import SystemEntry
from steno.format.entries.system.failures import (
    ApiErrorEntry,
    ModelConsentFallbackEntry,
    ModelFallbackEntry,
    ModelRefusalFallbackEntry,
)
from steno.format.entries.system.notices import (
    AgentsKilledEntry,
    BridgeStatusEntry,
    InformationalEntry,
    LocalCommandEntry,
    PermissionRetryEntry,
    ScheduledTaskFireEntry,
)
from steno.format.entries.system.turns import (
    AwaySummaryEntry,
    FileSnapshotEntry,
    MemorySavedEntry,
    StopHookSummaryEntry,
    TaskSummaryEntry,
    TurnDurationEntry,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

_KINDS: Final[tuple[type[SystemEntry], ...]] = (
    CompactBoundaryEntry,
    MicrocompactBoundaryEntry,
    TurnDurationEntry,
    StopHookSummaryEntry,
    LocalCommandEntry,
    ApiErrorEntry,
    AwaySummaryEntry,
    InformationalEntry,
    ModelRefusalFallbackEntry,
    ModelFallbackEntry,
    ModelConsentFallbackEntry,
    MemorySavedEntry,
    AgentsKilledEntry,
    PermissionRetryEntry,
    BridgeStatusEntry,
    ScheduledTaskFireEntry,
    FileSnapshotEntry,
    TaskSummaryEntry,
)

SYSTEM_KINDS: Final[dict[str, type[SystemEntry]]] = {str(kind.SUBTYPE): kind for kind in _KINDS}
"""The class of every known subtype."""


def system_kind(body: Mapping[str, Any]) -> type[SystemEntry]:
    """Choose the class for a decoded system line; the base where its subtype is unknown."""
    subtype = body.get("subtype")
    return SYSTEM_KINDS.get(subtype, SystemEntry) if isinstance(subtype, str) else SystemEntry
