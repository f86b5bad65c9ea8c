"""Every JSON document that a command prints with ``--json``; their schemas are in the docs.

Each is declared beside its command, so that no command loads what only another one needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from steno.cli.bundle import BundleDocument
from steno.cli.config import ConfigDocument
from steno.cli.demo import DemoDocument
from steno.cli.edit_documents import EditDocument, EditsDocument
from steno.cli.history import HistoryDocument
from steno.cli.import_bundle import ImportDocument
from steno.cli.list import ListDocument
from steno.cli.overview import OverviewDocument
from steno.cli.relocate import RelocateDocument
from steno.cli.restore import RestoreDocument
from steno.cli.secrets import SecretsDocument
from steno.cli.show import ShowDocument
from steno.cli.stats import StatsDocument
from steno.cli.tools import ToolsDocument
from steno.cli.trace_install import TraceInstallDocument, TraceUninstallDocument
from steno.cli.trace_show import TraceShowDocument
from steno.cli.trace_status import TraceStatusDocument
from steno.cli.trace_sync import TraceSyncDocument
from steno.cli.trace_test import TraceTestDocument
from steno.cli.tree_document import TreeDocument
from steno.cli.turns import TurnsDocument
from steno.cli.undo_document import UndoDocument
from steno.cli.validate import ValidateDocument
from steno.format.codec import document_schema

if TYPE_CHECKING:
    from typing import Any

DOCUMENTS = (
    StatsDocument,
    ListDocument,
    ValidateDocument,
    ShowDocument,
    TurnsDocument,
    ToolsDocument,
    TreeDocument,
    HistoryDocument,
    ConfigDocument,
    DemoDocument,
    OverviewDocument,
    SecretsDocument,
    EditDocument,
    EditsDocument,
    UndoDocument,
    RelocateDocument,
    RestoreDocument,
    BundleDocument,
    ImportDocument,
    TraceInstallDocument,
    TraceShowDocument,
    TraceStatusDocument,
    TraceSyncDocument,
    TraceTestDocument,
    TraceUninstallDocument,
)
"""Every document."""


EDITS = ("clone", "compress", "fork", "merge", "redact", "repair", "trim")
"""The commands that print an :class:`EditDocument`, each under its own name."""


def document_schemas() -> dict[str, dict[str, Any]]:
    """Give the JSON Schema of every document by its ``schema`` value."""
    named = {str(kind.__dataclass_fields__["schema"].default): kind for kind in DOCUMENTS}
    del named["steno.edit/1"]
    named |= {f"steno.{edit}/1": EditDocument for edit in EDITS}
    return {name: document_schema(kind) for name, kind in named.items()}
