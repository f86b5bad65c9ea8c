"""Commands that ran in a shell: Bash and PowerShell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.format.tool_results.shell import ShellResult
from steno.view.parts import CodePart, FactsPart, Link, LinksPart, OutputPart, Part, line_count
from steno.view.tools.card import Figure, ToolCard
from steno.view.tools.contents import failure_parts, media_in_data_url, output_part
from steno.view.tools.wording import first_line, joined

if TYPE_CHECKING:
    from steno.format.tool_results.shell import GitOperation
    from steno.view.tools.facts import ToolFacts

EXIT_CODE: Final = re.compile(r"Exit code (-?\d{1,10})(?:\n|\Z)")
"""How the result of a failed command begins in newer versions."""

LANGUAGES: Final = {"PowerShell": "powershell"}


def build(facts: ToolFacts) -> ToolCard:
    """Show the command, what it printed, and how it ended."""
    result = facts.typed(ShellResult)
    command = facts.text("command")
    output = _output(facts, result)
    code = _exit_code(facts, result)
    lines = sum(line_count(part.text) for part in output if isinstance(part, OutputPart))
    return ToolCard(
        tool=facts.name,
        label=facts.name,
        argument=facts.text("description") or first_line(command),
        joint=": ",
        summary=_summary(facts, result, code),
        status=facts.status,
        parts=(
            CodePart(command.strip("\n"), LANGUAGES.get(facts.name, "bash")),
            *output,
            *_doings(result.git_operation),
        ),
        figures=(
            *(() if code is None else (Figure("exit code", code),)),
            *((Figure("lines", lines),) if lines else ()),
        ),
    )


def _exit_code(facts: ToolFacts, result: ShellResult) -> int | None:
    if facts.status == "error":
        match = EXIT_CODE.match(facts.error_text)
        return int(match[1]) if match else None
    ended = facts.status == "ok" and not result.background_task_id
    # Only codes that mean no failure get an interpretation, and the code itself is not kept.
    return 0 if ended and not result.return_code_interpretation else None


def _summary(facts: ToolFacts, result: ShellResult, code: int | None) -> str:
    if result.background_task_id:
        return f"in the background as {result.background_task_id}"
    if code is not None:
        return f"exit {code}"
    if facts.status == "error":
        return "failed"
    return result.return_code_interpretation or ""


def _output(facts: ToolFacts, result: ShellResult) -> tuple[Part, ...]:
    if facts.status == "error":
        return _failed_output(facts)
    if result.stdout is None and result.stderr is None:
        printed = output_part(facts.result_text)
        shown = (printed,) if facts.status == "ok" and printed.text else ()
        return (*shown, *failure_parts(facts))
    picture = media_in_data_url(result.stdout or "") if result.is_image else None
    if picture is not None:
        return (picture,)
    return _printed(result)


def _failed_output(facts: ToolFacts) -> tuple[Part, ...]:
    # Without a code (in older versions) the text is what the command printed all the same.
    text = facts.error_text
    match = EXIT_CODE.match(text)
    printed = output_part(text[match.end() :] if match else text, is_error=True)
    return (printed,) if printed.text else ()


def _printed(result: ShellResult) -> tuple[Part, ...]:
    stdout, stderr = (result.stdout or "").strip("\n"), (result.stderr or "").strip("\n")
    kept_in, kept_bytes = result.persisted_output_path or "", result.persisted_output_size
    parts: list[Part] = []
    if stdout or kept_in:
        parts.append(OutputPart(stdout, kept_in=kept_in, kept_bytes=kept_bytes))
    if stderr:
        parts.append(OutputPart(stderr, is_error=True, heading="stderr"))
    return tuple(parts)


def _doings(git: GitOperation | None) -> tuple[Part, ...]:
    if git is None:
        return ()
    pairs = []
    if (commit := git.commit) is not None:
        pairs.append(("commit", joined(commit.sha or "", commit.kind or "", commit.branch or "")))
    if (branch := git.branch) is not None:
        pairs.append(("branch", joined(branch.ref or "", branch.action or "")))
    if (push := git.push) is not None:
        pairs.append(("pushed", push.branch or ""))
    facts: tuple[Part, ...] = (FactsPart(tuple(pairs), "Git"),) if pairs else ()
    if (request := git.pull_request) is not None and request.url:
        title = f"Pull request {request.number}" if request.number else "Pull request"
        facts = (*facts, LinksPart((Link(request.url, title, request.action or ""),)))
    return facts
