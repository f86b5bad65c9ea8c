"""Lines beside the conversation as notices: titles, modes, links, places, damage."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Final

from steno.format.entries.agent_name import AgentNameEntry
from steno.format.entries.agent_setting import AgentSettingEntry
from steno.format.entries.ai_title import AiTitleEntry
from steno.format.entries.custom_title import CustomTitleEntry
from steno.format.entries.ended_by_model import EndedByModelEntry
from steno.format.entries.frame_link import FrameLinkEntry
from steno.format.entries.mode import ModeEntry
from steno.format.entries.permission_mode import PermissionModeEntry
from steno.format.entries.pr_link import PrLinkEntry
from steno.format.entries.relocated import RelocatedEntry
from steno.format.entries.summary import SummaryEntry
from steno.format.entries.tag import TagEntry
from steno.format.entries.worktree_state import WorktreeStateEntry
from steno.format.entry import BadLine, Entry
from steno.view.items import NoticeKind
from steno.view.notices.told import Told, behind, sensible
from steno.view.parts import Link, LinksPart
from steno.view.tools.wording import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from steno.session.outline import Outline

STANDING: Final = (
    "agent-name", "agent-setting", "ai-title", "custom-title", "mode", "permission-mode", "tag",
    "worktree-state",
)  # fmt: skip
"""Types of which the last line counts; clients write them again and again."""

_DEFAULTS: Final = {"mode": "normal", "permission-mode": "default"}
"""Values that are no news at the start of a session."""

_UNASKED: Final = frozenset({"bypassPermissions", "dontAsk"})
"""Permission modes in which the client asks nobody before it acts."""


@singledispatch
def tell_loose(entry: Entry) -> Told | None:
    """Tell what a line beside the conversation says; None where it is bookkeeping."""
    del entry
    return None


@tell_loose.register(BadLine)
def _bad(entry: BadLine) -> Told:
    return Told(NoticeKind.DAMAGE, f"line {entry.line} is no record: {entry.reason}", "warning")


@tell_loose.register(CustomTitleEntry)
def _custom_title(entry: CustomTitleEntry) -> Told | None:
    return _standing(NoticeKind.TITLE, "title", entry.custom_title)


@tell_loose.register(AiTitleEntry)
def _ai_title(entry: AiTitleEntry) -> Told | None:
    return _standing(NoticeKind.TITLE, "title by the model", entry.ai_title)


@tell_loose.register(TagEntry)
def _tag(entry: TagEntry) -> Told | None:
    return _standing(NoticeKind.TITLE, "tag", entry.session_tag)


@tell_loose.register(AgentNameEntry)
def _agent_name(entry: AgentNameEntry) -> Told | None:
    return _standing(NoticeKind.TITLE, "name of the agent", entry.agent_name)


@tell_loose.register(AgentSettingEntry)
def _agent_setting(entry: AgentSettingEntry) -> Told | None:
    return _standing(NoticeKind.MODE, "runs as", entry.agent_setting, is_quiet=False)


@tell_loose.register(ModeEntry)
def _mode(entry: ModeEntry) -> Told | None:
    return _standing(NoticeKind.MODE, "mode", entry.mode)


@tell_loose.register(PermissionModeEntry)
def _permission_mode(entry: PermissionModeEntry) -> Told | None:
    return None if not entry.permission_mode else tell_permission_mode(entry.permission_mode)


def tell_permission_mode(mode: str) -> Told:
    """Tell of a mode; only one in which nobody is asked any more is worth a reader's time."""
    text = behind("permission mode", one_line(mode))
    return Told(NoticeKind.MODE, text, is_quiet=mode not in _UNASKED)


def _standing(
    kind: NoticeKind, head: str, value: str | None, *, is_quiet: bool = True
) -> Told | None:
    return Told(kind, behind(head, one_line(value)), is_quiet=is_quiet) if value else None


@tell_loose.register(WorktreeStateEntry)
def _worktree(entry: WorktreeStateEntry) -> Told:
    state = entry.worktree_session
    if state is None:
        return Told(NoticeKind.PLACE, "left the worktree")
    return Told(NoticeKind.PLACE, behind("in the worktree", state.worktree_path))


@tell_loose.register(RelocatedEntry)
def _relocated(entry: RelocatedEntry) -> Told:
    return Told(NoticeKind.PLACE, behind("went on in", entry.relocated_cwd))


@tell_loose.register(PrLinkEntry)
def _pull_request(entry: PrLinkEntry) -> Told:
    told = sensible(entry.pr_number)
    number = "" if told is None else f" {told}"
    text = behind(f"pull request{number}", entry.pr_repository)
    return Told(NoticeKind.LINK, text, parts=_link(entry.pr_url))


@tell_loose.register(FrameLinkEntry)
def _page(entry: FrameLinkEntry) -> Told:
    return Told(NoticeKind.LINK, behind("published", entry.path), parts=_link(entry.frame_url))


def _link(url: str | None) -> tuple[LinksPart, ...]:
    return (LinksPart((Link(url),)),) if url else ()


@tell_loose.register(SummaryEntry)
def _summary(entry: SummaryEntry) -> Told | None:
    return _standing(NoticeKind.TITLE, "title of what came before", entry.summary)


@tell_loose.register(EndedByModelEntry)
def _ended(entry: EndedByModelEntry) -> Told:
    del entry
    return Told(NoticeKind.INFO, "the model closed the session", "warning")


def find_news(outline: Outline, read: Callable[[Sequence[int]], Iterable[Entry]]) -> frozenset[int]:
    """Find the rows that change a title, a mode or the like, and do not only repeat it."""
    rows = list(outline.rows_of(*STANDING))
    current: dict[str, str] = {}
    news = set[int]()
    for row, record in zip(rows, read(rows), strict=True):
        kind = outline.kind(row)
        told = tell_loose(record)
        value = "" if told is None else told.text
        usual = _DEFAULTS.get(kind)
        is_usual = kind not in current and usual is not None and value.endswith(f": {usual}")
        if value != current.get(kind, "") and not is_usual:
            news.add(row)
        current[kind] = value
    return frozenset(news)
