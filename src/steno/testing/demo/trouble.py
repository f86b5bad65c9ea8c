"""What goes wrong: failing requests, failing tools, refusals, interrupts, odd models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steno.testing.demo import cast, sources
from steno.testing.demo.cast import ask, end_turn, first_prompt, interactive, leave
from steno.testing.file_tools import edit, read
from steno.testing.session import redacted, think
from steno.testing.shell_tools import bash, bash_failed
from steno.testing.tool_run import denied, failed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from steno.testing.session import SessionBuilder


def sessions() -> Iterator[SessionBuilder]:
    """Yield the unlucky sessions."""
    yield storm()
    yield refusals()
    yield interrupted()
    yield second_model()


def storm() -> SessionBuilder:
    """Let the network be down, then the limit be reached, then all be well."""
    s = interactive("storm", "2026-06-11T18:20:09Z")
    first_prompt(s, "Storm surge on Thursday. Can we show a warning above the table?")
    for attempt in range(1, 4):
        s.system(
            "api_error",
            level="error",
            error={"status": 529, "message": "Overloaded"},
            retryInMs=510.25 * 2**attempt,
            retryAttempt=attempt,
            maxRetries=10,
            source="request_retry",
        )
    s.reply("Yes. One line above the table, fed by a file the harbour master edits by hand.")
    end_turn(s)
    ask(s, "build it")
    s.synthetic("API Error: the connection was reset.", error="unknown", errorDetails="ECONNRESET")
    ask(s, "try again", minutes=1)
    s.synthetic("The limit resets at 20:00.", error="rate_limit", apiErrorStatus=429)
    s.clock.go("2026-06-11T20:01:00Z")
    ask(s, "again, now")
    s.reply(
        bash_failed("ebb warn 'Surge +0.6 m'", 127, "ebb: no such command: warn"),
        failed(
            read(f"{cast.EBB}/warnings.txt", ""),
            "File does not exist.",
            told="<tool_use_error>File does not exist.</tool_use_error>",
        ).after(0.1),
    )
    s.reply(
        "Neither the command nor the file exists yet; writing both.",
        bash("touch warnings.txt", "", noOutputExpected=True),
    )
    s.reply("There. `ebb warn` writes the line, the table shows it until midnight.")
    end_turn(s)
    return leave(s, "again, now")


def refusals() -> SessionBuilder:
    """Let the user say no, an edit miss, a hook object, and some reasoning stay hidden."""
    s = interactive("refusals", "2026-06-12T09:03:27Z")
    first_prompt(s, "Tidy up the repository.")
    s.reply(
        redacted("RXhhbXBsZSBvZiBoaWRkZW4gcmVhc29uaW5n"),
        think("", "ZW1wdHkgdGhvdWdodHMgYXJlIHNpZ25lZCB0b28="),
        "Starting with the old builds.",
        denied(bash("rm -rf build dist archive"), "The user refused: archive/ is not ours."),
    )
    s.user([{"type": "text", "text": "[Request interrupted by user for tool use]"}])
    ask(s, "not archive/. only build/ and dist/", minutes=1)
    s.reply(bash("rm -rf build dist"))
    s.reply(
        failed(
            edit(f"{cast.EBB}/README.md", sources.README, "Tide clocks", "Tide tables"),
            "String to replace not found in file.",
            told="<tool_use_error>String to replace not found in file.</tool_use_error>",
        )
    )
    s.reply("The README already says *tables*; nothing to change.", "")
    s.attach(
        "hook_non_blocking_error",
        hookName="PostToolUse:Edit",
        toolUseID=s.ids.tool_use(),
        hookEvent="PostToolUse",
        stderr="notify.py: no display",
        stdout="",
        exitCode=1,
        command=cast.HOOK,
        durationMs=41,
    )
    s.attach(
        "hook_blocking_error",
        hookName="Stop",
        toolUseID=s.ids.uuid("hook"),
        hookEvent="Stop",
        blockingError={"blockingError": "tests are red", "command": "make test"},
    )
    s.user("Stop hook feedback: tests are red", isMeta=True)
    s.reply(bash("make test", "18 passed"), stop_reason="tool_use")
    s.reply("Green again.")
    end_turn(s, hook=True)
    return leave(s, "not archive/. only build/ and dist/")


def interrupted() -> SessionBuilder:
    """Escape in the middle of a reply, a broken stream, and the filler of a resume."""
    s = interactive("interrupted", "2026-06-15T11:47:50Z", model=cast.SONNET)
    first_prompt(s, "Explain tides to a five-year-old, in 3000 words.")
    (line, *_) = s.reply(
        "Once upon a time the Moon dropped her handkerchief into the sea, and", stop_reason=None
    )
    message = next(b for b in s.bodies("assistant") if b["uuid"] == line)["message"]["id"]
    s.user([{"type": "text", "text": "[Request interrupted by user]"}])
    ask(s, "30 words!", minutes=1, interruptedMessageId=message)
    s.synthetic("No response requested.", isApiErrorMessage=False)
    s.user("Go on from where you were.", isMeta=True)
    s.reply(
        "The Moon pulls the sea into a bump. The Earth turns under the bump. When your beach "
        "is under it, the water is high. That is all, and it is plenty."
    )
    end_turn(s)
    return leave(s, "30 words!")


def second_model() -> SessionBuilder:
    """Use a model that nobody knows, and one that hands over to another."""
    s = interactive(
        "lagoon",
        "2026-08-03T15:31:00Z",
        cwd=cast.SITE,
        version="2.1.217",
        entrypoint="claude-desktop",
        model=cast.UNKNOWN_MODEL,
    )
    asked = first_prompt(s, "Write the landing page text. Salty, but not *pirate*.")
    s.reply("**Ebb.** Know when to leave.", effort="high")
    end_turn(s)
    ask(s, "and a paragraph on how locks can be picked open by seawater")
    s.system(
        "model_refusal_fallback",
        direction="retry",
        content="The first model declined; another one answers.",
        level="warning",
        trigger="refusal",
        originalModel=cast.FABLE,
        fallbackModel=cast.OPUS,
        requestId=s.ids.request(),
        apiRefusalCategory="other",
        apiRefusalExplanation=None,
        isMeta=False,
        refusedUserMessageUuid=asked,
    )
    lines = s.reply(
        {"type": "fallback", "from": {"model": cast.FABLE}, "to": {"model": cast.OPUS}},
        "Salt creeps in, brass turns green, and one day the key turns by itself.",
        model=cast.OPUS,
    )
    for body in s.bodies("assistant"):
        if body["uuid"] in lines:
            _two_rounds(body["message"]["usage"])
    end_turn(s)
    return leave(s, "and a paragraph on how locks can be picked open by seawater")


def _two_rounds(usage: dict[str, Any]) -> None:
    """Say that two models took part in a message."""
    (round_two,) = usage["iterations"]
    round_one = {**round_two, "output_tokens": 2, "type": "message", "model": cast.FABLE}
    usage["iterations"] = [
        round_one,
        {**round_two, "type": "fallback_message", "model": cast.OPUS},
    ]
