"""What a transcript tells of the sub-agents that were begun in it, collected in one pass."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from steno.format.attachments.prompts import QueuedCommand
from steno.format.command_tags import parse_notification
from steno.format.content import TextBlock, ToolUseBlock
from steno.format.entries.assistant import AssistantEntry
from steno.format.entries.attachment import AttachmentEntry
from steno.format.entries.progress import AgentProgress, ProgressEntry
from steno.format.entries.queue_operation import QueueOperationEntry
from steno.format.entries.user import UserEntry, UserKind
from steno.format.members import words_in
from steno.format.tool_results.agents import AgentResult
from steno.format.tool_results.choose import kind_by_keys
from steno.session.call_halves import structured_result

if TYPE_CHECKING:
    from collections.abc import Iterable

    from steno.format.command_tags import TaskNotification
    from steno.format.content import Block, ToolResultBlock
    from steno.format.entry import Entry

LAUNCHERS: Final = frozenset({"Agent", "Task", "Workflow", "Skill"})
"""The tools that begin sub-agents."""
WORKFLOW: Final = "Workflow"
LAUNCHED: Final = "async_launched"
"""The status of a sub-agent that was sent to work in the background."""
ELSEWHERE: Final = -1
"""The row of a record that stands in another file than the session's own."""
_AGENT_ID: Final = re.compile(r"^agentId: (\S+)", re.MULTILINE)
"""What the text of a result tells the model of the sub-agent that gave it."""


@dataclass(slots=True)
class Launch:
    """A call that may have begun a sub-agent."""

    call_id: str
    tool: str
    row: int
    owner: str | None
    """The sub-agent in whose lines the call stands; None in the main conversation."""
    moment: float | None
    prompt: str | None = None
    description: str | None = None
    agent_type: str | None = None
    name: str | None = None
    resumes: str | None = None
    """The sub-agent that it takes up again, which it therefore did not begin."""
    in_background: bool = False


@dataclass(slots=True)
class Answer:
    """What a launch gave back, as far as it tells of sub-agents."""

    moment: float | None
    is_error: bool
    agent_id: str | None = None
    status: str | None = None
    agent_type: str | None = None
    description: str | None = None
    prompt: str | None = None
    run_id: str | None = None
    in_background: bool = False


@dataclass(slots=True)
class Notice:
    """What was heard of a background task."""

    call_ids: list[str] = field(default_factory=list)
    """The calls that it is said to belong to, the first one first."""
    status: str | None = None
    """The last one heard."""
    moment: float | None = None


@dataclass(slots=True)
class Progress:
    """The lines of a sub-agent that were carried in progress lines of its parent."""

    rows: array[int] = field(default_factory=lambda: array("i"))
    call_ids: list[str] = field(default_factory=list)
    prompt: str | None = None
    first: float | None = None
    last: float | None = None


class LaunchBook:
    """All that the lines of some files tell of sub-agents being begun."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.answers: dict[str, Answer] = {}
        """By call id."""
        self.notices: dict[str, Notice] = {}
        """By task id, which for a sub-agent is its own id."""
        self.progress: dict[str, Progress] = {}
        """By agent id."""
        self._calls: dict[str, Launch] = {}

    @property
    def launches(self) -> dict[str, Launch]:
        """The calls that may have begun a sub-agent, by id, in the order of their lines."""
        return {
            call_id: call
            for call_id, call in self._calls.items()
            if call.tool in LAUNCHERS or call_id in self.answers
        }

    def see(self, row: int, record: Entry, owner: str | None = None) -> None:
        """Take in a record of the main conversation, or of the sub-agent ``owner``."""
        moment = None if record.time is None else record.time.timestamp()
        if isinstance(record, AssistantEntry):
            self._see_calls(record.blocks, row, owner, moment)
        elif isinstance(record, UserEntry):
            self._see_user(record, moment)
        elif isinstance(record, ProgressEntry):
            self._see_progress(record, row, moment)
        elif isinstance(record, AttachmentEntry):
            if isinstance(record.attachment, QueuedCommand):
                self._see_notice(record.attachment.notification, moment)
        elif isinstance(record, QueueOperationEntry):
            self._see_queue(record, moment)

    def _see_calls(
        self, blocks: Iterable[Block], row: int, owner: str | None, moment: float | None
    ) -> None:
        for block in blocks:
            if isinstance(block, ToolUseBlock) and block.id and block.name:
                call = Launch(block.id, block.name, row, owner, moment)
                if block.name in LAUNCHERS and isinstance(block.input, dict):
                    _read_arguments(call, block.input)
                self._calls[block.id] = call

    def _see_user(self, record: UserEntry, moment: float | None) -> None:
        kind = record.kind
        if kind is UserKind.TOOL_RESULT:
            for block in record.tool_results:
                self._see_result(record, block, moment)
        elif kind is UserKind.TASK_NOTIFICATION:
            self._see_notice(parse_notification(record.plain_text), moment)

    def _see_result(self, record: UserEntry, block: ToolResultBlock, moment: float | None) -> None:
        call_id = block.tool_use_id or ""
        structured = structured_result(record, call_id)
        told = structured if isinstance(structured, dict) else {}
        call = self._calls.get(call_id)
        is_launch = call is not None and call.tool in LAUNCHERS
        if call_id in self.answers or not (is_launch or _tells_of_agent(told)):
            return
        answer = self.answers[call_id] = Answer(moment, block.is_error is True)
        _read_result(answer, told)
        if is_launch and answer.agent_id is None:
            answer.agent_id = _agent_in_text(block)

    def _see_progress(self, record: ProgressEntry, row: int, moment: float | None) -> None:
        news = record.data
        if not isinstance(news, AgentProgress) or not news.agent_id:
            return
        found = self.progress.setdefault(news.agent_id, Progress())
        if row != ELSEWHERE:
            found.rows.append(row)
        call_id = record.parent_tool_use_id or record.tool_use_id
        if call_id and call_id not in found.call_ids:
            found.call_ids.append(call_id)
        found.prompt = found.prompt or news.prompt
        found.first = moment if found.first is None else found.first
        found.last = found.last if moment is None else moment
        if news.message is not None:
            self._see_calls(news.message.blocks, row, news.agent_id, moment)

    def _see_notice(self, notice: TaskNotification | None, moment: float | None) -> None:
        if notice is not None and notice.task_id:
            found = self.notices.setdefault(notice.task_id, Notice())
            call_id = notice.fields.get("tool-use-id")
            if call_id and call_id not in found.call_ids:
                found.call_ids.append(call_id)
            found.status = notice.status or found.status
            found.moment = found.moment if moment is None else moment

    def _see_queue(self, record: QueueOperationEntry, moment: float | None) -> None:
        task = record.task
        if task is None:
            self._see_notice(record.notification, moment)
        elif task.task_id and task.tool_use_id:
            found = self.notices.setdefault(task.task_id, Notice())
            found.call_ids.append(task.tool_use_id)


def _read_arguments(call: Launch, arguments: dict[str, Any]) -> None:
    call.prompt = words_in(arguments, "prompt")
    call.description = words_in(arguments, "description")
    call.agent_type = words_in(arguments, "subagent_type")
    call.name = words_in(arguments, "name")
    call.resumes = words_in(arguments, "resume")
    call.in_background = arguments.get("run_in_background") is True or call.tool == WORKFLOW


def _tells_of_agent(told: dict[str, Any]) -> bool:
    return isinstance(told.get("agentId"), str) and kind_by_keys(told) is AgentResult


def _read_result(answer: Answer, told: dict[str, Any]) -> None:
    answer.agent_id = words_in(told, "agentId")
    answer.status = words_in(told, "status")
    answer.agent_type = words_in(told, "agentType")
    answer.description = words_in(told, "description")
    answer.prompt = words_in(told, "prompt")
    answer.run_id = words_in(told, "runId")
    answer.in_background = told.get("isAsync") is True or answer.status == LAUNCHED


def _agent_in_text(block: ToolResultBlock) -> str | None:
    """Find the id that a result tells the model, where its line tells nothing else."""
    content = block.content
    texts = [content] if isinstance(content, str) else [b.text for b in _texts(content or ())]
    found = [match[1] for text in texts if text for match in _AGENT_ID.finditer(text)]
    return found[-1] if found else None


def _texts(blocks: Iterable[Block]) -> list[TextBlock]:
    return [block for block in blocks if isinstance(block, TextBlock)]
