"""Agent: gives a task to a sub-agent with a conversation of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, to_builtins

from steno.client.tools.built_in import BuiltIn, Takes, one_of

if TYPE_CHECKING:
    from steno.client.tool import Input, ToolAnswer, ToolContext


class AgentInput(Takes, omit_defaults=True):
    """What Agent takes."""

    description: Annotated[str, Meta(description="The task in three to five words.")]
    prompt: Annotated[str, Meta(description="All that the agent is to know and to do.")]
    subagent_type: Annotated[
        str | None, Meta(description="Which kind of agent; general-purpose unless said.")
    ] = None
    model: Annotated[
        Literal["sonnet", "opus", "haiku"] | None,
        one_of("Another model for it.", "sonnet", "opus", "haiku"),
    ] = None
    run_in_background: Annotated[
        bool | None, Meta(description="Whether to go on while it works; its end is told.")
    ] = None
    isolation: Annotated[
        Literal["worktree"] | None, one_of("A git worktree of its own to work in.", "worktree")
    ] = None


class Agent(BuiltIn[AgentInput]):
    """The tool."""

    name = "Agent"
    description = (
        "Gives a task to another agent, which works on it by itself and gives one answer. It knows "
        "nothing of this conversation but the prompt. Use it for searches through many files, and "
        "for parts that can be done side by side: several calls in one message run together."
    )
    takes = AgentInput

    def is_read_only(self, given: Input) -> bool:
        """Several agents of one message work side by side; their own calls are asked about."""
        del given
        return True

    async def act(self, wanted: AgentInput, context: ToolContext) -> ToolAnswer:
        """Let it be done."""
        return await context.spawn(context.call_id, to_builtins(wanted))
