"""``!command``: the person runs something in the shell, and the model is shown what came of it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from steno.cli.chatting.live import Running
from steno.client import lines
from steno.client.interrupt import BrokenOffByPerson
from steno.client.prompts import HUMAN, Prompt

if TYPE_CHECKING:
    from steno.cli.chatting.talk import Talk
    from steno.client.lines import Draft
    from steno.client.tool import ToolAnswer

LONGEST: Final = 30_000
"""Characters of output that the model is shown."""


async def run(talk: Talk, command: str) -> None:
    """Run a command as the person; what they do themselves is not asked about."""
    agent = talk.agent
    bash = agent.shared.tools.get("Bash")
    if bash is None:
        talk.notice("there is no shell in this session")
        return
    talk.doing("Running")
    agent.interrupt.forget()
    context = replace(agent.context, call_id="")
    # Under the id of no call: what it puts out is told by that.
    talk.live_view.calls[""] = Running(f"! {command}", time.monotonic())
    try:
        answer = await agent.interrupt.race(bash.run({"command": command}, context))
    except BrokenOffByPerson:
        talk.show(talk.drawing.prompt(f"! {command}"))
        talk.notice("interrupted")
        return
    finally:
        talk.live_view.calls.pop("", None)
    if context.cwd != agent.context.cwd:
        agent.context.cwd = context.cwd
        agent.recorder.move_to(context.cwd)
    output, errors = streams(answer)
    await agent.run(
        Prompt(
            content=command,
            source="typed",
            origin=HUMAN,
            lines=shell_lines(command, output, errors),
        )
    )


def streams(answer: ToolAnswer) -> tuple[str, str]:
    """Give what a command put out, and its errors."""
    kept = answer.kept
    if isinstance(kept, dict) and isinstance(kept.get("stdout"), str):
        return kept["stdout"][:LONGEST], str(kept.get("stderr") or "")[:LONGEST]
    told = answer.content if isinstance(answer.content, str) else ""
    return (told[:LONGEST], "") if not answer.is_error else ("", told[:LONGEST])


def shell_lines(command: str, output: str, errors: str) -> tuple[Draft, Draft]:
    """Give the lines as the real client writes them: they belong to no prompt."""
    asked = lines.said(f"<bash-input>{command}</bash-input>")
    came = lines.said(f"<bash-stdout>{output}</bash-stdout><bash-stderr>{errors}</bash-stderr>")
    return replace(asked, has_prompt_id=False), replace(came, has_prompt_id=False)
