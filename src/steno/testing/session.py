"""A made-up session: a builder that keeps the chain, the clock and the ids, line after line."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from steno.disk import layout
from steno.format.encode import new_line
from steno.testing.lines import (
    MODEL,
    Link,
    Reply,
    Stamp,
    make_assistant,
    make_attachment,
    make_compaction,
    make_loose,
    make_progress,
    make_snapshot,
    make_synthetic,
    make_system,
    make_tool_result,
    make_tool_use,
    make_user,
)
from steno.testing.seeded import START, Clock, Ids
from steno.testing.tokens import SYSTEM_PROMPT, Meter
from steno.testing.tool_run import NO_RESULT, Call, Outcome, ToolRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from steno.testing.lines import Body, Content

    Part = str | Body | ToolRun
    """A part of a reply: a text, a block, or a tool call."""

CHAIN_TYPES: Final = frozenset({"user", "assistant", "system", "attachment"})
"""The types that a fork copies; loose lines stay behind."""

_SLUG_WORDS: Final = (
    ("briny", "drowsy", "foggy", "glassy", "gentle", "misty", "quiet", "salty", "windy"),
    ("drifting", "ebbing", "floating", "humming", "rowing", "sailing", "wading", "whistling"),
    ("cormorant", "curlew", "dunlin", "limpet", "lobster", "plover", "seal", "tern", "whelk"),
)
_PROMPT_ID_SINCE: Final = (2, 1, 77)
_PERMISSION_MODE_SINCE: Final = (2, 1, 15)
_SOURCE_SINCE: Final = (2, 1, 169)
_ORIGIN_SINCE: Final = (2, 1, 185)
_THINKING_METADATA: Final = ((1, 0, 128), (2, 1, 45))


@dataclass(frozen=True, slots=True)
class Subagent:
    """A sub-agent's transcript and where it lies."""

    session: SessionBuilder
    meta: dict[str, Any] | None
    layout: str = "session"
    """``session``, ``flat``, ``project``, or the run of a workflow as ``workflow/<run>``."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a session behaves that the lines themselves do not say."""

    permission_mode: str = "default"
    prompt_source: str = "typed"
    results: str = "fork"
    """How parallel results hang: ``fork`` (each on its call), ``chain``, or ``one line``."""


def think(text: str, signature: str | None = None) -> Body:
    """Give a thinking block; the builder signs it unless a signature is given."""
    block = {"type": "thinking", "thinking": text}
    return block if signature is None else {**block, "signature": signature}


def redacted(data: str) -> Body:
    """Give a block of reasoning that the API keeps to itself."""
    return {"type": "redacted_thinking", "data": data}


class SessionBuilder:
    """A session that grows by prompts, replies and whatever else a client writes."""

    def __init__(
        self, seed: str = "session", *, start: str = START, model: str = MODEL, **where: Any
    ) -> None:
        """Take a seed, the first time, the model, and fields of :class:`Stamp`."""
        self.seed = seed
        self.ids = Ids(seed)
        self.clock = Clock(start)
        self.model = model
        self.stamp = Stamp(**{"session_id": self.ids.uuid("session"), **where})
        self.settings = Settings()
        self.meter = Meter(system_prompt=SYSTEM_PROMPT + self.ids.number("prompt", 3000))
        self.records: list[Body | bytes] = []
        """The lines so far; bytes stand as they are, damaged or not."""
        self.leaf: str | None = None
        """The line that the next one will hang on."""
        self.prompt_id: str | None = None
        self.subagents: list[Subagent] = []
        self.folder_files: dict[str, bytes] = {}
        """What lies in the session's own folder, by its path there."""
        self.backups: dict[str, bytes] = {}
        """Earlier contents of files, by their names in ``file-history``."""
        self.depth = 0
        self.began = self.clock.milliseconds

    @property
    def session_id(self) -> str:
        """The session's id, which is also its file's name."""
        return self.stamp.session_id

    # ── the conversation ──

    def prompt(self, content: Content, **own: Any) -> str:
        """Add a prompt of the user; it begins a new turn."""
        self.prompt_id = self.ids.uuid("prompt")
        return self.user(content, **{**self._prompt_keys(), **own})

    def user(self, content: Content, **own: Any) -> str:
        """Add any other line of the user's side."""
        self.meter.hear(content)
        own = {**self._turn(), **own}
        return self.put(make_user(content, link=self.link(0.2), stamp=self.stamp, **own))

    def reply(
        self, *parts: Part, seconds: float = 0, tokens: dict[str, Any] | None = None, **own: Any
    ) -> list[str]:
        """Add one API message, one line per part, and the results of its tool calls.

        Several calls run in parallel: results come as they are ready, each hangs on its
        own call, and the next line will hang on the last. Gives the ids of the lines.
        """
        seconds = seconds or 2 + self.ids.number("seconds", 7000) / 1000
        blocks, runs = self._blocks(parts)
        stop_reason = own.pop("stop_reason", "tool_use" if runs else "end_turn")
        reply = Reply(
            self.ids.message(), self.ids.request(), own.pop("model", self.model), stop_reason,
            self.meter.reply(blocks, **(tokens or {})),
        )  # fmt: skip
        links = self._links(len(blocks), seconds)
        for body in make_assistant(blocks, links=links, stamp=self.stamp, reply=reply, **own):
            self.put(body)
        uuids = [link.uuid for link in links]
        self._answer_all([(run, blocks[at]["id"], uuids[at]) for at, run in runs.items()])
        return uuids

    def synthetic(self, text: str, **own: Any) -> str:
        """Add a reply that the client made up: a filler, or an API error."""
        return self.put(make_synthetic(text, link=self.link(0.3), stamp=self.stamp, **own))

    def system(self, subtype: str | None, **own: Any) -> str:
        """Add a system line."""
        return self.put(make_system(subtype, link=self.link(0.1), stamp=self.stamp, **own))

    def attach(self, kind: str, **own: Any) -> str:
        """Add an attachment; ``own`` are its own keys."""
        self.meter.hear(own)
        return self.put(make_attachment(kind, link=self.link(0.02), stamp=self.stamp, **own))

    def progress(self, kind: str, tool_use_id: str, data: Body, **own: Any) -> str:
        """Add a progress line (2.1.12 to 2.1.81)."""
        body = {"type": kind, **data}
        line = make_progress(body, tool_use_id, link=self.link(0.5), stamp=self.stamp, **own)
        return self.put(line)

    def loose(self, kind: str, **own: Any) -> None:
        """Add a line beside the conversation."""
        self.records.append(make_loose(kind, **{"session_id": self.session_id, **own}))

    def raw(self, line: bytes) -> None:
        """Add bytes as they are: a damaged line, or part of one."""
        self.records.append(line)

    def put(self, body: Body) -> str:
        """Add the body of a line; the next one will hang on it."""
        self.records.append(body)
        self.leaf = str(body["uuid"])
        return self.leaf

    def link(self, seconds: float = 1.0) -> Link:
        """Let time pass and give the place of the next line."""
        return Link(self.ids.uuid(), self.leaf, self.clock.tick(seconds))

    def bodies(self, kind: str | None = None) -> Iterator[Body]:
        """Yield the lines so far that are no raw bytes, all or of one type."""
        for record in self.records:
            if isinstance(record, dict) and kind in (None, record.get("type")):
                yield record

    # ── what changes its course ──

    def rewind(self, uuid: str) -> None:
        """Go back to an earlier line: what follows hangs on it, what came after stays."""
        self.leaf = uuid

    def compact(self, summary: str, *, trigger: str = "auto", keep: Sequence[str] = ()) -> str:
        """Add a boundary and the summary behind it; ``keep`` are the ids of preserved lines."""
        boundary, summary_link = self.link(38), Link(self.ids.uuid())
        metadata = self._compact_metadata(trigger, summary, keep, summary_link.uuid)
        self.meter.forget(kept=metadata.get("postTokens", len(summary) // 4))
        behind = replace(self.stamp, slug=self.stamp.slug or self.slug())
        links = (boundary, replace(summary_link, timestamp=boundary.timestamp))
        lines = make_compaction(summary, metadata, links=links, stamp=behind, **self._turn())
        self.stamp = behind
        self.put(lines[0])
        return self.put(lines[1])

    def fork(self, seed: str) -> SessionBuilder:
        """Give a new session that begins with a copy of this one's chain.

        As the client does it: the same uuids, parents and times, another ``sessionId``,
        no loose lines.
        """
        other = SessionBuilder(seed, start=self.clock.now, model=self.model)
        session_id = other.session_id
        other.stamp = replace(self.stamp, session_id=session_id)
        other.settings, other.meter = self.settings, deepcopy(self.meter)
        other.leaf, other.prompt_id = self.leaf, self.prompt_id
        other.records = [
            {**body, "sessionId": session_id} for body in self.bodies()
            if body.get("type") in CHAIN_TYPES
        ]  # fmt: skip
        return other

    def spawn(
        self, agent_id: str = "", *, model: str | None = None, in_file: bool = False
    ) -> SessionBuilder:
        """Give the builder of a sub-agent that starts now."""
        agent_id = agent_id or self.ids.agent()
        child = SessionBuilder(
            f"{self.seed}/{agent_id}", start=self.clock.now, model=model or self.model
        )
        child.stamp = replace(
            self.stamp, agent_id=None if in_file else agent_id, sidechain=in_file, slug=None
        )
        child.settings, child.prompt_id = self.settings, self.prompt_id
        child.meter = Meter(long_cache=False, system_prompt=6_400)
        child.depth = self.depth + 1
        return child

    def adopt(
        self, child: SessionBuilder, meta: dict[str, Any] | None, place: str = "session"
    ) -> None:
        """Keep a sub-agent's file with this session; nested ones lie beside their parent's."""
        self.subagents.append(Subagent(child, meta, place))

    # ── files beside it ──

    def keep_result(self, name: str, output: str) -> str:
        """Keep an output that is too large for the transcript; give its path."""
        self.folder_files[f"tool-results/{name}"] = output.encode()
        return f"~/.claude/projects/{self.project}/{self.session_id}/tool-results/{name}"

    def task_output(self, task_id: str) -> str:
        """Give the path at which a background task leaves its output."""
        return f"/tmp/claude-1000/{self.project}/{self.session_id}/tasks/{task_id}.output"  # noqa: S108 - only a text in a line

    def snapshot(self, message_id: str | None = None) -> None:
        """Add the empty file-history snapshot that goes with a prompt."""
        self.records.append(make_snapshot(message_id or str(self.leaf), {}, self.clock.now))

    def backup(self, path: str, version: int, content: str | None, message_id: str) -> None:
        """Keep a file's earlier content (None: there was none) and add the snapshot of it."""
        name = None if content is None else layout.backup_name(path, version)
        if name is not None and content is not None:
            self.backups[name] = content.encode()
        record = {"backupFileName": name, "version": version, "backupTime": self.clock.now}
        short = path.removeprefix(self.stamp.cwd).lstrip("/\\")
        line = make_snapshot(message_id, {short: record}, self.clock.now, is_update=True)
        self.records.append(line)

    def all_subagents(self) -> Iterator[Subagent]:
        """Yield the sub-agents and theirs, all of which lie in this session's folder."""
        for subagent in self.subagents:
            yield subagent
            yield from subagent.session.all_subagents()

    @property
    def project(self) -> str:
        """The name of the project's folder."""
        return layout.project_slug(self.stamp.cwd)

    def slug(self) -> str:
        """Make up the name that lines carry after a compaction or in plan mode."""
        return "-".join(
            words[self.ids.number("slug", len(words))] for words in _SLUG_WORDS
        )  # fmt: skip

    def encode(self) -> bytes:
        """Give the whole file."""
        return b"".join(
            record if isinstance(record, bytes) else new_line(record) for record in self.records
        )

    # ── inside ──

    def _turn(self) -> Body:
        if self.prompt_id is None or self.stamp.release < _PROMPT_ID_SINCE:
            return {}
        return {"promptId": self.prompt_id}

    def _prompt_keys(self) -> Body:
        release, keys = self.stamp.release, dict[str, Any]()
        first, last = _THINKING_METADATA
        if first <= release <= last:
            keys |= {"thinkingMetadata": {"maxThinkingTokens": 31999}, "todos": []}
        if release >= _PERMISSION_MODE_SINCE:
            keys["permissionMode"] = self.settings.permission_mode
        if release >= _ORIGIN_SINCE and self.stamp.entrypoint != "sdk-cli":
            keys["origin"] = {"kind": "human"}
        if release >= _SOURCE_SINCE:
            keys["promptSource"] = self.settings.prompt_source
        return keys

    def _blocks(self, parts: Sequence[Part]) -> tuple[list[Body], dict[int, ToolRun]]:
        blocks: list[Body] = []
        runs: dict[int, ToolRun] = {}
        for number, part in enumerate(parts):
            if isinstance(part, ToolRun):
                runs[number] = part
                use = make_tool_use(self.ids.tool_use(), part.name, part.arguments, self.stamp)
                blocks.append(use)
            else:
                blocks.append({"type": "text", "text": part} if isinstance(part, str) else part)
        for block in blocks:
            if block.get("type") == "thinking":
                block.setdefault("signature", self.ids.signature())
        return blocks, runs

    def _links(self, count: int, seconds: float) -> list[Link]:
        links: list[Link] = []
        parent = self.leaf
        for _ in range(count):
            link = Link(self.ids.uuid(), parent, self.clock.tick(seconds / count))
            links.append(link)
            parent = link.uuid
        return links

    def _answer_all(self, calls: list[tuple[ToolRun, str, str]]) -> None:
        began = self.clock.milliseconds
        pending = sorted(calls, key=lambda call: call[0].seconds)
        if self.settings.results == "one line":
            self._answer_in_one_line(pending)
            return
        for run, tool_use_id, uuid in pending:
            self.clock.tick(run.seconds - (self.clock.milliseconds - began) / 1000)
            outcome = run.answer(Call(self, tool_use_id, uuid))
            if outcome is None:
                continue
            if self.settings.results == "fork":
                self.leaf = uuid
            self._answer(tool_use_id, outcome, uuid)

    def _answer(self, tool_use_id: str, outcome: Outcome, source: str) -> None:
        self.meter.hear(outcome.content)
        own = self._turn()
        if outcome.result is not NO_RESULT and (outcome.is_error or self.stamp.agent_id is None):
            own["toolUseResult"] = outcome.result
        if self.stamp.release >= (2, 1, 1):
            own["sourceToolAssistantUUID"] = source
        own |= {"is_error": outcome.is_error, **outcome.own}
        link = self.link(0.01)
        self.put(make_tool_result(tool_use_id, outcome.content, link=link, stamp=self.stamp, **own))

    def _answer_in_one_line(self, calls: list[tuple[ToolRun, str, str]]) -> None:
        blocks: list[Body] = []
        for run, tool_use_id, uuid in calls:
            outcome = run.answer(Call(self, tool_use_id, uuid))
            if outcome is not None:
                content = {"tool_use_id": tool_use_id, "type": "tool_result"}
                blocks.append({**content, "content": outcome.content})
        if blocks:
            self.user(blocks)

    def _compact_metadata(
        self, trigger: str, summary: str, keep: Sequence[str], anchor: str
    ) -> Body:
        before, after = self.meter.context, 2_900 + len(summary) // 4
        metadata: Body = {"trigger": trigger, "preTokens": before}
        if self.stamp.release < (2, 1, 90):
            return metadata
        metadata |= {
            "postTokens": after, "durationMs": 38_000,
            "cumulativeDroppedTokens": self.meter.dropped + before - after,
        }  # fmt: skip
        if keep:
            ends = {"headUuid": keep[0], "anchorUuid": anchor, "tailUuid": keep[-1]}
            kept = {"anchorUuid": anchor, "uuids": list(keep), "allUuids": list(keep)}
            metadata |= {"preservedSegment": ends, "preservedMessages": kept}
        return metadata
