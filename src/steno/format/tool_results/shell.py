"""Results of the tools that run commands."""

from __future__ import annotations

from steno.format.tool_results.result import SEEN, ToolResult, keys
from steno.format.view import NAMED, View, anything, flag, integer, text, view


class GitCommit(View):
    """A commit that a command made."""

    sha = text("sha", since="2.1.209")
    """The commit."""
    kind = text("kind", since="2.1.209")
    """How: committed, amended, cherry-picked, ..."""
    branch = text("branch", since=NAMED)
    """The branch that it went to."""


class GitBranch(View):
    """A branch that a command moved."""

    ref = text("ref", since="2.1.209")
    """The branch."""
    action = text("action", since="2.1.209")
    """How: merged, rebased, ..."""


class GitPush(View):
    """A branch that a command pushed."""

    branch = text("branch", since="2.1.209")
    """The branch."""


class GitPullRequest(View):
    """A pull request that a command worked on."""

    number = integer("number", since="2.1.197")
    """Its number."""
    action = text("action", since="2.1.197")
    """What was done: created, merged, ..."""
    url = text("url", since="2.1.197")
    """Its address."""


class GitOperation(View):
    """What a command did in git, as the client read it off."""

    commit = view("commit", GitCommit, since="2.1.209")
    """A commit."""
    branch = view("branch", GitBranch, since="2.1.209")
    """A branch that moved."""
    push = view("push", GitPush, since="2.1.209")
    """A branch that was pushed."""
    pull_request = view("pr", GitPullRequest, since="2.1.197")
    """A pull request."""


class ShellResult(ToolResult):
    """What a command printed, or where it went on in the background."""

    TOOLS = ("Bash", "PowerShell")
    MARKERS = keys("stdout stderr interrupted", "stdout stderr backgroundTaskId")

    stdout = text("stdout", since="1.0.24")
    """Its output, shortened where it was too long."""
    stderr = text("stderr", since="1.0.24")
    """Its error output."""
    interrupted = flag("interrupted", since="1.0.24")
    """True where the user stopped it."""
    is_image = flag("isImage", since="1.0.24")
    """True where the output is an image as a data URL."""
    return_code_interpretation = text("returnCodeInterpretation", since="1.0.51")
    """What its exit code means, where that is no failure."""
    no_output_expected = flag("noOutputExpected", since="2.1.38")
    """True for commands that print nothing when all is well."""
    background_task_id = text("backgroundTaskId", since="1.0.98")
    """Its id where it went on in the background."""
    backgrounded_by_user = flag("backgroundedByUser", since=NAMED)
    """True where the user sent it there."""
    assistant_auto_backgrounded = flag("assistantAutoBackgrounded", since=SEEN)
    """True where the client sent it there."""
    background_cwd_hint = text("backgroundCwdHint", since=NAMED)
    """A note on the working folder of what runs in the background."""
    background_ends_with_final_response = flag("backgroundEndsWithFinalResponse", since=NAMED)
    """True where it is stopped with the end of the turn."""
    background_wakes_owner = flag("backgroundWakesOwner", since=NAMED)
    """True where its end wakes the sub-agent that started it."""
    timed_out_after_ms = integer("timedOutAfterMs", since="2.1.325")
    """When it was sent to the background for taking too long."""
    git_operation = view("gitOperation", GitOperation, since="2.1.209")
    """What it did in git."""
    persisted_output_path = text("persistedOutputPath", since=SEEN)
    """Where the whole output lies, if it was too long."""
    persisted_output_size = integer("persistedOutputSize", since=SEEN)
    """The whole output's size in bytes."""
    raw_output_path = text("rawOutputPath", since=NAMED)
    """Where the output lies as it came."""
    stale_read_file_state_hint = text("staleReadFileStateHint", since=SEEN)
    """A note that it changed files which the model had read."""
    gh_rate_limit_hint = text("ghRateLimitHint", since=NAMED)
    """A note that GitHub takes no more requests for a while."""
    dangerously_disable_sandbox = flag("dangerouslyDisableSandbox", since=NAMED)
    """True where it ran outside the sandbox."""
    structured_content = anything("structuredContent", since=NAMED)
    """The output as blocks."""


class BashOutputResult(ToolResult):
    """New output of a command in the background."""

    TOOLS = ("BashOutput",)
    MARKERS = keys("shellId status")

    shell_id = text("shellId", since="1.0.98")
    """The command's id."""
    command = text("command", since="1.0.98")
    """The command."""
    status = text("status", since="1.0.98")
    """running, completed, killed or failed."""
    exit_code = integer("exitCode", since="1.0.98")
    """Its exit code; null while it runs."""
    stdout = text("stdout", since="1.0.98")
    """Its new output."""
    stderr = text("stderr", since="1.0.98")
    """Its new error output."""
    stdout_lines = integer("stdoutLines", since="1.0.98")
    """Lines of output so far."""
    stderr_lines = integer("stderrLines", since="1.0.98")
    """Lines of error output so far."""
    timestamp = text("timestamp", since="1.0.98")
    """When this was asked."""
    filter_pattern = text("filterPattern", since=NAMED)
    """The pattern that lines had to match."""


class KillShellResult(ToolResult):
    """A command in the background that was stopped."""

    TOOLS = ("KillShell", "KillBash")
    MARKERS = keys("shell_id message")

    shell_id = text("shell_id", since="1.0.98")
    """The command's id."""
    message = text("message", since="1.0.98")
    """What happened, in words."""
    success = flag("success", since="1.0.98", until="1.0.98")
    """True where it was stopped."""
