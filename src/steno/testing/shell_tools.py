"""Calls of the tools that run commands, in the foreground and behind it."""

from __future__ import annotations

from typing import Any

from steno.testing.tool_run import Call, Outcome, ToolRun


def bash(command: str, stdout: str = "", *, description: str = "", **own: Any) -> ToolRun:
    """Run a command; ``own`` are more keys of ``toolUseResult``, such as ``stderr``."""
    return _ran("Bash", command, stdout, description, {"noOutputExpected": False, **own})


def powershell(command: str, stdout: str = "", *, description: str = "", **own: Any) -> ToolRun:
    """Run a command on Windows."""
    return _ran("PowerShell", command, stdout, description, own)


def _ran(
    tool: str, command: str, stdout: str, description: str, own: dict[str, Any]
) -> ToolRun:  # fmt: skip
    stderr = own.pop("stderr", "")
    arguments = {"command": command, **({"description": description} if description else {})}
    result = {"stdout": stdout, "stderr": stderr, "interrupted": False, "isImage": False, **own}
    told = "\n".join(part for part in (stdout, stderr) if part)
    return ToolRun(tool, arguments, Outcome(told, result, is_error=False))


def bash_failed(command: str, code: int, output: str, *, description: str = "") -> ToolRun:
    """Run a command that fails."""
    told = f"Exit code {code}\n{output}"
    arguments = {"command": command, **({"description": description} if description else {})}
    return ToolRun("Bash", arguments, Outcome(told, f"Error: {told}", is_error=True))


def bash_in_background(command: str, task_id: str, *, description: str = "") -> ToolRun:
    """Start a command that goes on behind the conversation."""
    told = f"Running in the background as {task_id}."
    result = {
        "stdout": "", "stderr": "", "interrupted": False, "isImage": False,
        "noOutputExpected": False, "backgroundTaskId": task_id,
    }  # fmt: skip
    arguments = {"command": command, "description": description, "run_in_background": True}
    return ToolRun("Bash", arguments, Outcome(told, result, is_error=False))


def bash_with_large_output(command: str, output: str, *, description: str = "") -> ToolRun:
    """Run a command whose output goes to a file beside the session."""

    def answer(call: Call) -> Outcome:
        path = call.session.keep_result(f"{call.session.ids.hexadecimal(8)}.txt", output)
        preview = output[:400]
        told = f"The output is large ({len(output)} characters) and is kept in {path}\n{preview}"
        result = {
            "stdout": preview, "stderr": "", "interrupted": False, "isImage": False,
            "noOutputExpected": False, "persistedOutputPath": path,
            "persistedOutputSize": len(output.encode()),
        }  # fmt: skip
        return Outcome(told, result, is_error=False)

    return ToolRun("Bash", {"command": command, "description": description}, answer)


def bash_output(shell_id: str, command: str, stdout: str, timestamp: str) -> ToolRun:
    """Look at a background shell (1.0.98 to 2.0.x)."""
    told = f"<status>running</status>\n\n<stdout>\n{stdout}\n</stdout>"
    result = {
        "shellId": shell_id, "command": command, "status": "running", "exitCode": None,
        "stdout": stdout, "stderr": "", "stdoutLines": stdout.count("\n") + 1, "stderrLines": 0,
        "timestamp": timestamp,
    }  # fmt: skip
    return ToolRun("BashOutput", {"bash_id": shell_id}, Outcome(told, result))


def kill_shell(shell_id: str) -> ToolRun:
    """End a background shell (2.0.x)."""
    message = f"Ended shell {shell_id}."
    result = {"message": message, "shell_id": shell_id}
    return ToolRun("KillShell", {"shell_id": shell_id}, Outcome(message, result))
