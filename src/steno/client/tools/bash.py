"""Bash: runs a shell command, here or in the background."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta

from steno.client.shell import LARGEST_OUTPUT, Shell
from steno.client.tool import ToolAnswer
from steno.client.tools import command_output, shell_words
from steno.client.tools.built_in import BuiltIn, FailedError, Takes, os_words, size_words

if TYPE_CHECKING:
    from pathlib import Path

    from steno.client.background import BackgroundTask
    from steno.client.tool import ToolContext

DEFAULT_MS: Final = 120_000
MOST_MS: Final = 600_000
_TIMED_OUT: Final = 143


class BashInput(Takes, rename={"dangerously_disable_sandbox": "dangerouslyDisableSandbox"}):
    """What Bash takes."""

    command: Annotated[str, Meta(description="The command.")]
    timeout: Annotated[
        float | None,
        Meta(description="Milliseconds it may take; 120000 unless said, 600000 at most."),
    ] = None
    description: Annotated[
        str | None, Meta(description="What it does, in five to ten words, for people.")
    ] = None
    run_in_background: Annotated[
        bool | None, Meta(description="Whether to go on while it runs; its end is told.")
    ] = None
    dangerously_disable_sandbox: Annotated[
        bool | None, Meta(description="Taken for compatibility; there is no sandbox here.")
    ] = None


class Bash(BuiltIn[BashInput]):
    """The tool."""

    name = "Bash"
    description = (
        "Runs a command in the user's shell and gives what it puts out and, where it fails, its "
        "exit code. The working folder stays from one call to the next, variables do not. It has "
        "no terminal and nothing to read. To read, search and change files use the tools for "
        "that. A long output is cut and saved; a long run goes on in the background."
    )
    takes = BashInput

    async def act(self, wanted: BashInput, context: ToolContext) -> ToolAnswer:
        """Run it to its end, to the end of its time, or beside the conversation."""
        shell = await _started(wanted, context)
        if wanted.run_in_background:
            return _in_background(wanted, context, shell)
        limit = _seconds(wanted.timeout, context)
        try:
            ended = await shell.watch(limit, partial(context.tell, context.call_id))
        except BaseException:
            await shell.end()
            shell.output.unlink(missing_ok=True)
            raise
        if not ended and _may_go_on(wanted, context):
            return _in_background(wanted, context, shell)
        if not ended:
            await shell.end()
            return _timed_out(shell, limit)
        return _finished(wanted, context, shell)


async def _started(wanted: BashInput, context: ToolContext) -> Shell:
    shell = Shell(context.background.new_id(), context.background.folder, wanted.command)
    cwd = context.cwd if context.cwd.is_dir() else context.root
    environ = {**context.environ, "CLAUDECODE": "1", "GIT_EDITOR": "true"}
    try:
        await shell.start(cwd, environ | {"CLAUDE_CODE_SESSION_ID": context.session_id})
    except (OSError, ValueError) as error:
        reason = os_words(error) if isinstance(error, OSError) else str(error)
        raise FailedError(f"The command could not be started: {reason}") from error
    return shell


def _seconds(timeout: float | None, context: ToolContext) -> float:
    most = max(_number(context, "BASH_MAX_TIMEOUT_MS", MOST_MS), 1)
    usual = _number(context, "BASH_DEFAULT_TIMEOUT_MS", DEFAULT_MS)
    wanted = timeout if timeout is not None and timeout > 0 else usual
    return min(wanted, most) / 1000


def _number(context: ToolContext, name: str, otherwise: int) -> int:
    told = context.environ.get(name, "")
    return int(told) if told.isascii() and told.isdigit() and int(told) else otherwise


def _may_go_on(wanted: BashInput, context: ToolContext) -> bool:
    forbidden = context.environ.get("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS", "") not in {"", "0"}
    return not forbidden and not shell_words.is_pause(wanted.command)


def _in_background(wanted: BashInput, context: ToolContext, shell: Shell) -> ToolAnswer:
    task: BackgroundTask = context.background.adopt(
        shell, wanted.description or wanted.command, context.call_id
    )
    words = (
        f"Command running in background with ID: {task.id}. Output is being written to: "
        f"{task.output}. You will be notified when it completes. To check interim output, use "
        "Read on that file path."
    )
    return ToolAnswer(words, {**_kept(wanted, "", ""), "backgroundTaskId": task.id})


def _timed_out(shell: Shell, limit: float) -> ToolAnswer:
    told = [f"Exit code {_TIMED_OUT}", f"Command timed out after {_duration(limit)}"]
    text = command_output.error_text(told, shell)
    return ToolAnswer(text, f"Error: {text}", is_error=True)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}m {rest}s" if minutes else f"{rest}s"


def _finished(wanted: BashInput, context: ToolContext, shell: Shell) -> ToolAnswer:
    code = shell.exit_code or 0
    reset = _move(context, shell.new_cwd())
    shell.forget_cwd()
    if shell.overflowed:
        told = f"The command put out more than {size_words(LARGEST_OUTPUT)} and was ended."
        raise FailedError(f"{told} The beginning is in {shell.output}.")
    meaning = shell_words.meaning(wanted.command, code)
    if code and meaning is None:
        text = command_output.error_text([f"Exit code {code}"], shell)
        return ToolAnswer(text + reset, f"Error: {text}{reset}", is_error=True)
    return _succeeded(wanted, context, shell, reset, meaning)


def _succeeded(
    wanted: BashInput, context: ToolContext, shell: Shell, reset: str, meaning: str | None
) -> ToolAnswer:
    output = command_output.collect(shell, context.session_path)
    picture = command_output.as_picture(output.text)
    kept = _kept(wanted, output.text, reset, is_image=picture is not None, meaning=meaning)
    if wanted.dangerously_disable_sandbox is not None:
        kept["dangerouslyDisableSandbox"] = wanted.dangerously_disable_sandbox
    if picture is not None:
        return ToolAnswer([picture], kept)
    if output.saved is not None:
        kept |= {"persistedOutputPath": str(output.saved), "persistedOutputSize": output.size}
    parts = [part for part in (output.shown, reset.strip()) if part]
    return ToolAnswer("\n".join(parts) or "(Bash completed with no output)", kept)


def _kept(
    wanted: BashInput,
    stdout: str,
    stderr: str,
    *,
    is_image: bool = False,
    meaning: str | None = None,
) -> dict[str, Any]:
    told = {"returnCodeInterpretation": meaning} if meaning else {}
    return {
        "stdout": stdout,
        "stderr": stderr,
        "interrupted": False,
        "isImage": is_image,
        **told,
        "noOutputExpected": shell_words.is_silent(wanted.command),
    }


def _move(context: ToolContext, cwd: Path | None) -> str:
    """Follow the command to the folder that it ended in, or say that we stay where we may be."""
    if cwd is None or not cwd.is_dir():
        return ""
    allowed = [folder.resolve() for folder in (context.root, *context.more_folders)]
    if any(cwd.is_relative_to(folder) for folder in allowed):
        context.cwd = cwd
        return ""
    context.cwd = context.root
    return f"\nShell cwd was reset to {context.root}"
