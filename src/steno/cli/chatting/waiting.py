"""What was typed while something was going on: it waits in sight, and can be taken back."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import uuid4

from steno.client import loose_lines
from steno.client.prompts import HUMAN, Prompt

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from steno.client.agent import Agent
    from steno.client.prompts import Content

    Job = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class Waiting:
    """Prompts that the model hears at its next step, and jobs that wait for the end of the turn."""

    agent: Callable[[], Agent]
    _jobs: deque[tuple[str, Job]] = field(default_factory=deque)
    """Each with the words that it was asked for with; none for what nobody typed."""
    _shown: dict[str, str] = field(default_factory=dict)
    """How prompts were typed, by their ids: what is sent may name pictures and hold a paste."""

    def add(self, job: Job, text: str = "") -> None:
        """Let a job wait."""
        self._jobs.append((text, job))

    def next(self) -> Job | None:
        """Give the job that has waited longest."""
        return self._jobs.popleft()[1] if self._jobs else None

    def holds_typed(self) -> bool:
        """Say whether something that was typed waits for the end of the turn."""
        return any(text for text, _ in self._jobs)

    def prompt(self, content: Content, shown: str) -> Prompt:
        """Give what was typed as a prompt that can be taken back as it was typed."""
        prompt = Prompt(content=content, source="typed", origin=HUMAN, uuid=str(uuid4()))
        self._shown[str(prompt.uuid)] = shown
        return prompt

    def texts(self) -> list[str]:
        """Give all that waits as it was typed, in the order in which it will be heard."""
        prompts = [self._typed(prompt) for prompt in self._prompts()]
        return [*prompts, *(text for text, _ in self._jobs if text)]

    def take_back(self) -> str:
        """Take back what was typed last; empty where nothing waits."""
        for place, (text, _) in reversed(list(enumerate(self._jobs))):
            if text:
                del self._jobs[place]
                return text
        prompts = self._prompts()
        return self._remove(prompts[-1:])[0] if prompts else ""

    def take_all_back(self) -> list[str]:
        """Take all of it back."""
        typed = [text for text, _ in self._jobs if text]
        self._jobs = deque(one for one in self._jobs if not one[0])
        return [*self._remove(self._prompts()), *typed]

    def _prompts(self) -> list[Prompt]:
        return [prompt for prompt in self.agent().shared.queue if not prompt.is_news]

    def _typed(self, prompt: Prompt) -> str:
        return self._shown.get(str(prompt.uuid), prompt.text)

    def _remove(self, prompts: list[Prompt]) -> list[str]:
        agent = self.agent()
        for prompt in prompts:
            agent.shared.queue.remove(prompt)
        told = "\n".join(prompt.text for prompt in prompts if prompt.source == "queued")
        if told:
            recorder = agent.recorder
            line = loose_lines.queue_operation(recorder.session_id, recorder.now(), "popAll", told)
            agent.record(line)
        return [self._typed(prompt) for prompt in prompts]
