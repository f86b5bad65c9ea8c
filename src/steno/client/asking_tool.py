"""A person behind a tool: an MCP tool that says whether calls may run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.client.outside import word_of
from steno.client.person import Word
from steno.client.prompts import content_text
from steno.format import codec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from steno.client.agent import Agent
    from steno.client.person import Wish


class ToolPerson:
    """Asks the tool that ``--permission-prompt-tool`` names; where that fails, the answer is no."""

    def __init__(self, tool: str, agent: Callable[[], Agent | None]) -> None:
        """Take the tool's name, and who gives the session that has it."""
        self._tool, self._agent = tool, agent

    async def may_use(self, wish: Wish) -> Word:
        """Ask the tool about a call."""
        agent = self._agent()
        tool = agent.tools.get(self._tool) if agent is not None else None
        if agent is None or tool is None:
            return _no(f"the tool {self._tool}, which decides on calls, is not there")
        asked = {
            "tool_name": wish.tool,
            "input": dict(wish.given),
            "tool_use_id": wish.call_id,
        }
        answer = await tool.run(asked, agent.context)
        if answer.is_error:
            return _no(f"{self._tool} failed: {answer.content}")
        return _word(content_text(answer.content), self._tool)

    async def answer(self, questions: Sequence[Mapping[str, Any]]) -> Mapping[str, str] | None:
        """Answer nothing."""
        del questions
        return None


def _word(text: str, tool: str) -> Word:
    """Read a decision: JSON as the SDKs give it."""
    try:
        value = codec.decode_text(text).value
    except codec.JsonRefusedError:
        value = None
    return word_of(value) if isinstance(value, dict) else _no(f"{tool} gave no decision")


def _no(why: str) -> Word:
    return Word(behavior="deny", message=f"The call was not run: {why}.")
