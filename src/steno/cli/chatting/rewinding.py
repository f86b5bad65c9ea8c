"""Going back to an earlier prompt: what was said, what was done to files, or both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.cli.chatting import looking
from steno.cli.chatting.asking import Dialogue, Option
from steno.cli.chatting.choosing import Prompted, earlier_prompts
from steno.client import system_lines
from steno.client.recorder import Position
from steno.view.tools.wording import count

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from steno.cli.chatting.talk import Talk
    from steno.client.backups import Rewound
    from steno.client.opening import Opened

MOST_NAMED: Final = 3
"""Files that a question names."""
REWOUND: Final = "Taken back to here"
LEFT_AT_ROOT: Final = (
    "Nothing was said after going back to the beginning, so that what was said before "
    "comes back when this session goes on."
)


async def rewind(talk: Talk, _: str) -> None:
    """Go back to an earlier prompt: what was said, what was done to files, or both."""
    prompts = earlier_prompts(talk.agent)
    if not prompts:
        talk.notice("There is nothing to go back to yet.", "info")
        return
    options = tuple(Option(prompt.text) for prompt in prompts)
    question = "Go back to before which prompt?"
    chosen = await talk.face.choose(
        Dialogue(question=question, options=options, at=len(options) - 1)
    )
    if chosen is None:
        return
    prompt = prompts[chosen.place]
    how = await talk.face.choose(_ways_back(talk, prompt))
    if how is None:
        return
    if how.place > 0:
        _take_back_files(talk, prompt)
    if how.place != 1:
        await _take_back_words(talk, prompt)


def _ways_back(talk: Talk, prompt: Prompted) -> Dialogue:
    backups = talk.agent.context.backups
    options = [Option("What was said")]
    if backups.can_rewind(prompt.uuid):
        try:
            told = _brought_back(talk, backups.rewind(prompt.uuid, dry=True))
        except (LookupError, OSError) as error:
            talk.notice(f"Files cannot be brought back: {error}", "info")
            told = ""
        if told:
            options += [Option("Files alone", told), Option("Both", told)]
    return Dialogue(question="Take back what?", options=tuple(options))


def _brought_back(talk: Talk, done: Rewound) -> str:
    """Say what becomes of which files."""
    kept = [file for file in done.files if file not in done.gone]
    told = (("as before", kept), ("deleted", done.gone))
    return "; ".join(f"{what}: {_some_of(talk, files)}" for what, files in told if files)


def _some_of(talk: Talk, files: Sequence[Path]) -> str:
    """Name files, so that nobody agrees to what they have not seen; of many, how many."""
    root = talk.desk.cwd
    names = [str(file.relative_to(root) if file.is_relative_to(root) else file) for file in files]
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {count(more, 'file')} more" if more > 0 else "")


async def _take_back_words(talk: Talk, prompt: Prompted) -> None:
    if prompt.parent is None:
        talk.agent.conversation.replace(())
        talk.agent.recorder.take_up(Position())
        talk.agent.recorder.is_branch = True
    else:
        opened = _reopened(talk, prompt.parent)
        own = {"model": talk.agent.model, "spending": talk.agent.shared.spending}
        await talk.switch(opened, "resume", **own)
    talk.rewound = talk.agent.recorder
    talk.show(talk.face.paper.ruled(looking.told("taken back to here"), looking.told("")))
    talk.face.prefill(prompt.text)


def _take_back_files(talk: Talk, prompt: Prompted) -> None:
    try:
        done = talk.agent.context.backups.rewind(prompt.uuid)
    except (LookupError, OSError) as error:
        talk.notice(f"Files were not brought back: {error}")
        return
    talk.notice(_brought_back(talk, done), "info")


def _reopened(talk: Talk, at: str) -> Opened:
    """Read the conversation again up to a line; what we wrote ourselves is known to it."""
    recorder = talk.agent.recorder
    recorder.note_leaf()
    recorder.close()
    talk.rewound = None
    return talk.desk.open_named(str(recorder.path), at)


async def stay_rewound(talk: Talk) -> None:
    """Let a resume stand where the person went back to, although nothing was said there.

    Readers pass over a last-prompt line that names an older line than the last one, but not over
    a line that hangs on it.
    """
    recorder, talk.rewound = talk.rewound, None
    if recorder is None or recorder is not talk.agent.recorder or not recorder.is_branch:
        return
    if recorder.leaf is None:
        talk.notice(LEFT_AT_ROOT)
        return
    recorder.append(system_lines.informational(REWOUND))
