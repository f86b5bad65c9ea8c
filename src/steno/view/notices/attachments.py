"""Attachments as notices: what the client added to the conversation of its own accord."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Final

from steno.format.attachments import files, hooks, ide, memory, modes, prompts, teams
from steno.format.attachments.attachment import Attachment  # noqa: TC001 - singledispatch
from steno.format.attachments.reminders import DateChange
from steno.format.tool_results.files import ReadFile
from steno.view.items import NoticeKind
from steno.view.notices.told import Told, behind, printed, said, sensible, told_text
from steno.view.parts import CodePart, JsonPart, ListPart, OutputPart, TextPart
from steno.view.tools.language import language_of
from steno.view.tools.wording import count, duration, first_line, joined, one_line

if TYPE_CHECKING:
    from steno.view.items import Level
    from steno.view.parts import Part

_MODES: Final[dict[type[Attachment], str]] = {
    modes.PlanModeReentry: "planning goes on",
    modes.PlanModeExit: "planning is over",
    modes.AutoMode: "the model works on its own",
    modes.AutoModeExit: "the model asks again",
    modes.UltrathinkEffort: "deep reasoning was asked for",
}

_FILES: Final[dict[type[Attachment], str]] = {
    files.FileAttachment: "file put in",
    files.AlreadyReadFile: "file mentioned, read before",
    files.CompactFileReference: "file too long to bring back",
    files.EditedTextFile: "file changed by somebody else",
    files.EditedImageFile: "picture changed by somebody else",
    files.PdfReference: "document mentioned",
    files.Directory: "folder put in",
}
"""What each attachment does with a file or folder."""


@singledispatch
def tell_attachment(attached: Attachment) -> Told | None:
    """Tell what an attachment brings; None where it is bookkeeping."""
    if type(attached) in _MODES:
        return Told(NoticeKind.MODE, _MODES[type(attached)])
    if type(attached) in _FILES:
        return Told(NoticeKind.FILE, behind(_FILES[type(attached)], _path(attached)))
    return None


def _path(attached: Attachment) -> str:
    keys = ("displayPath", "filename", "path")
    paths = (attached.body.get(key) for key in keys)
    return next((one_line(path) for path in paths if isinstance(path, str) and path), "")


@tell_attachment.register(files.FileAttachment)
def _file(attached: files.FileAttachment) -> Told:
    content = attached.content
    text = "" if content is None else content.text or ""
    stored = None if content is None else content.file
    first = stored.start_line if isinstance(stored, ReadFile) else None
    path = _path(attached)
    parts: tuple[Part, ...] = ()
    if text.strip():
        parts = (CodePart(text.strip("\n"), language_of(path), path, first or 1),)
    return Told(NoticeKind.FILE, behind(_FILES[type(attached)], path), parts=parts)


@tell_attachment.register(files.EditedTextFile)
def _edited(attached: files.EditedTextFile) -> Told:
    text = behind(_FILES[type(attached)], _path(attached))
    return Told(NoticeKind.FILE, text, parts=printed(attached.snippet))


@tell_attachment.register(files.Directory)
def _directory(attached: files.Directory) -> Told:
    text = behind(_FILES[type(attached)], _path(attached))
    return Told(NoticeKind.FILE, text, parts=printed(attached.content))


@tell_attachment.register(files.ReadTruncationNotice)
def _truncated(attached: files.ReadTruncationNotice) -> Told:
    return told_text(NoticeKind.FILE, attached.banner or "a file was read in part")


@tell_attachment.register(memory.NestedMemory)
def _nested(attached: memory.NestedMemory) -> Told:
    text = behind("instructions put in", _path(attached))
    content = attached.content
    return Told(NoticeKind.MEMORY, text, parts=said(None if content is None else content.content))


@tell_attachment.register(memory.RelevantMemories)
def _memories(attached: memory.RelevantMemories) -> Told:
    stored = attached.memories
    parts: tuple[Part, ...] = () if stored is None else (JsonPart(stored),)
    return Told(NoticeKind.MEMORY, "memories put in", parts=parts)


@tell_attachment.register(memory.McpResource)
def _resource(attached: memory.McpResource) -> Told:
    named = attached.name or attached.uri
    return Told(NoticeKind.FILE, joined(behind("resource put in", named), attached.server or ""))


@tell_attachment.register(modes.PlanMode)
def _planning(attached: modes.PlanMode) -> Told | None:
    # The sparse ones only remind the model of a mode that was told before.
    return None if attached.reminder_type == "sparse" else Told(NoticeKind.MODE, "planning begins")


@tell_attachment.register(modes.PlanFileReference)
def _plan(attached: modes.PlanFileReference) -> Told:
    text = behind("plan brought back", attached.plan_file_path)
    return Told(NoticeKind.FILE, text, parts=said(attached.plan_content))


@tell_attachment.register(modes.OutputStyle)
def _style(attached: modes.OutputStyle) -> Told:
    return Told(NoticeKind.MODE, behind("output style", attached.style))


@tell_attachment.register(DateChange)
def _date(attached: DateChange) -> Told:
    return Told(NoticeKind.INFO, behind("a new day", attached.new_date))


def _hook(attached: hooks.HookAttachment, outcome: str = "") -> str:
    name = attached.hook_name or attached.hook_event or ""
    return joined(f"{name} hook".strip(), outcome)


@tell_attachment.register(hooks.HookAttachment)
def _other_hook(attached: hooks.HookAttachment) -> Told:
    text = _hook(attached, (attached.type or "").removeprefix("hook_").replace("_", " "))
    parts: tuple[Part, ...] = (JsonPart(dict(attached.body)),)
    return Told(NoticeKind.HOOK, text, parts=parts)


@tell_attachment.register(hooks.HookSuccess)
def _hook_success(attached: hooks.HookSuccess) -> Told | None:
    words = attached.content or attached.stdout
    parts = printed(words, errors=(attached.stderr,))
    if not parts:
        return None
    return _quiet(
        behind(_hook(attached), one_line(first_line(words or attached.stderr or ""))), parts
    )


def _quiet(text: str, parts: tuple[Part, ...]) -> Told:
    """Tell of a hook that did what it should; what fits in the line is not told below it."""
    first, *more = parts
    said_above = isinstance(first, (TextPart, OutputPart)) and text.endswith(first.text.strip())
    below = () if said_above and not more else parts
    return Told(NoticeKind.HOOK, text, parts=below, is_quiet=True)


@tell_attachment.register(hooks.HookNonBlockingError)
def _hook_error(attached: hooks.HookNonBlockingError) -> Told:
    exit_code = sensible(attached.exit_code)
    code = "" if exit_code is None else f"exit {exit_code}"
    parts = printed(attached.stdout, errors=(attached.stderr,))
    return Told(NoticeKind.HOOK, _hook(attached, joined("failed", code)), "warning", parts)


@tell_attachment.register(hooks.HookAdditionalContext)
def _hook_context(attached: hooks.HookAdditionalContext) -> Told | None:
    content = attached.content
    texts = (content,) if isinstance(content, str) else content or ()
    parts = tuple(part for text in texts for part in said(text))
    text = behind(_hook(attached, "adds"), one_line(first_line("\n".join(texts))))
    return _quiet(text, parts) if parts else None


@tell_attachment.register(hooks.HookSystemMessage)
def _hook_message(attached: hooks.HookSystemMessage) -> Told:
    return told_text(NoticeKind.HOOK, attached.content or "", _hook(attached))


@tell_attachment.register(hooks.HookBlockingError)
def _hook_block(attached: hooks.HookBlockingError) -> Told:
    error = attached.blocking_error
    parts = printed(errors=(None if error is None else error.blocking_error,))
    return Told(NoticeKind.HOOK, _hook(attached, "stopped it"), "warning", parts)


@tell_attachment.register(hooks.HookStoppedContinuation)
def _hook_stop(attached: hooks.HookStoppedContinuation) -> Told:
    text = behind(_hook(attached, "ended the turn"), one_line(attached.message or ""))
    return Told(NoticeKind.HOOK, text, "warning")


@tell_attachment.register(hooks.HookCancelled)
def _hook_cancelled(attached: hooks.HookCancelled) -> Told:
    outcome = "took too long" if attached.timed_out else "was broken off"
    milliseconds = sensible(attached.duration_ms)
    ran = "" if milliseconds is None else duration(milliseconds / 1000)
    return Told(NoticeKind.HOOK, _hook(attached, joined(outcome, ran)), "warning")


@tell_attachment.register(hooks.AsyncHookResponse)
def _hook_response(attached: hooks.AsyncHookResponse) -> Told:
    parts = printed(attached.stdout, errors=(attached.stderr,))
    level: Level = "warning" if attached.exit_code else "info"
    text = _hook(attached, "answered")
    return Told(NoticeKind.HOOK, text, level, parts, is_quiet=level == "info")


@tell_attachment.register(ide.Diagnostics)
def _diagnostics(attached: ide.Diagnostics) -> Told | None:
    complaints = [
        joined(diagnosed.uri or "", one_line(one.message or ""), one.severity or "")
        for diagnosed in attached.files or ()
        for one in diagnosed.diagnostics or ()
    ]
    if not complaints:
        return None
    text = count(len(complaints), "complaint of the editor", "complaints of the editor")
    return Told(NoticeKind.EDITOR, text, parts=(ListPart(tuple(complaints)),))


@tell_attachment.register(ide.OpenedFileInIde)
def _opened(attached: ide.OpenedFileInIde) -> Told:
    return Told(NoticeKind.EDITOR, behind("open in the editor", _path(attached)))


@tell_attachment.register(ide.SelectedLinesInIde)
def _selected(attached: ide.SelectedLinesInIde) -> Told:
    return Told(NoticeKind.EDITOR, behind("selected in the editor", _path(attached)))


@tell_attachment.register(prompts.StructuredOutput)
def _structured(attached: prompts.StructuredOutput) -> Told:
    return Told(NoticeKind.RESULT, "answer as data", parts=(JsonPart(attached.data),))


@tell_attachment.register(prompts.MaxTurnsReached)
def _max_turns(attached: prompts.MaxTurnsReached) -> Told:
    allowed = sensible(attached.max_turns)
    most = "" if allowed is None else f"{allowed:,}"
    return Told(NoticeKind.LIMIT, behind("no more rounds allowed", most), "warning")


@tell_attachment.register(prompts.BudgetUsd)
def _budget(attached: prompts.BudgetUsd) -> Told | None:
    left, most = sensible(attached.remaining), sensible(attached.total)
    if left is None:
        return None
    total = "" if most is None else f" of ${most:,.2f}"
    return Told(NoticeKind.LIMIT, f"${left:,.2f}{total} left to spend")


@tell_attachment.register(prompts.CommandFallback)
def _no_command(attached: prompts.CommandFallback) -> Told:
    name = f"/{attached.command_name or ''}"
    return Told(NoticeKind.COMMAND, f"no command {name}; it went to the model as typed")


@tell_attachment.register(prompts.GoalStatus)
def _goal(attached: prompts.GoalStatus) -> Told:
    reached = "goal set" if attached.sentinel else "goal reached" if attached.met else "goal open"
    return told_text(NoticeKind.TASK, attached.condition or "", reached)


@tell_attachment.register(teams.TeammateMailbox)
def _mailbox(attached: teams.TeammateMailbox) -> Told:
    letters = attached.messages or ()
    senders = ", ".join(dict.fromkeys(letter.sender or "?" for letter in letters))
    parts = tuple(
        part for letter in letters for part in said(letter.message, letter.sender or "")
    )  # fmt: skip
    return Told(NoticeKind.AGENT, behind("messages of the team", senders), parts=parts)


@tell_attachment.register(teams.TaskStatus)
def _task(attached: teams.TaskStatus) -> Told:
    about = attached.description or attached.task_id or ""
    text = joined(behind("task", first_line(about)), attached.status or "")
    level: Level = "warning" if attached.status in ("failed", "killed") else "info"
    return Told(NoticeKind.TASK, one_line(text), level, said(attached.delta_summary))
