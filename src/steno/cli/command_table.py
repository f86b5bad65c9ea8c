"""Which commands there are: the help lists them without loading any of them."""

from __future__ import annotations

from typing import Final, NamedTuple


class Entry(NamedTuple):
    """One command."""

    module: str
    """In :mod:`steno.cli`; loaded when the command is asked for."""
    about: str
    """The first sentence of its own help."""


GROUPS: Final = {
    "Read": {
        "list": Entry("list", "List sessions: what, where, when, prompts, tokens, cost."),
        "show": Entry("show", "Read a session: turns, tool cards, diffs, sub-agents."),
        "stats": Entry("stats", "Count what sessions hold: entries, prompts, tools, tokens."),
        "validate": Entry("validate", "Find what is wrong with sessions, and what is lost."),
        "messages": Entry("messages", "Print what a resume would send to the model."),
        "turns": Entry("turns", "List the turns of a session: what was asked, and when."),
        "tree": Entry("tree", "Draw the branches, compactions and sub-agents."),
        "tools": Entry("tools", "List tool calls: on what, how it went, how long."),
        "history": Entry("history", "Search what you typed, and jump to its session."),
        "secrets": Entry("secrets", "Report secrets in sessions, without printing them."),
    },
    "Edit": {
        "clone": Entry("clone", "Copy a session, whole or up to a point, with new ids."),
        "fork": Entry("fork", "Go on from an earlier point, in a session of its own."),
        "trim": Entry("trim", "Take tool calls, thinking, images or turns out of a session."),
        "compress": Entry("compress", "Sum up the older turns of a session."),
        "redact": Entry("redact", "Put placeholders in the place of a session's secrets."),
        "repair": Entry("repair", "Mend a damaged session, so that a resume sees all of it."),
        "merge": Entry("merge", "Put parallel branches, or two copies, of a session in one row."),
        "relocate": Entry("relocate", "Move sessions to the new path of their project."),
        "bundle": Entry("bundle", "Pack sessions into one file to take elsewhere."),
        "import": Entry("import_bundle", "Make sessions of a bundle."),
        "restore": Entry("restore", "Put a project's files back as they were at a prompt."),
        "undo": Entry("undo", "Take an edit back."),
    },
    "Send (exactly once, as traces)": {
        "trace": Entry("trace", "Send sessions as traces, exactly once."),
    },
    "Talk": {
        "chat": Entry("chat", "Talk with a model that works in this folder."),
    },
    "Set up": {
        "config": Entry("config", "Show and set steno's own configuration."),
        "demo": Entry("demo", "Write a made-up home to try everything on."),
    },
}
"""The commands as the help lists them."""
COMMANDS: Final = {name: entry for group in GROUPS.values() for name, entry in group.items()}
ALIASES: Final = {"doctor": "validate"}
"""Other names of commands, which the help leaves out."""
MEANT: Final = {
    "help": "Did you mean 'steno --help'?",
    "compact": "Did you mean 'steno compress', which sums up older turns?",
    "summarize": "Did you mean 'steno compress', which sums up older turns?",
    "shrink": "Did you mean 'steno trim' or 'steno compress'?",
    "share": "'steno bundle' packs sessions into a file, without their secrets.",
    "export": "'steno bundle' packs sessions into a file, 'steno show' prints one.",
    "move": "Did you mean 'steno relocate'?",
    "edit": "'steno trim', 'steno redact', 'steno repair' and others edit sessions.",
    "delete": "steno deletes no session; 'steno trim' takes parts out of one.",
    "remove": "steno deletes no session; 'steno trim' takes parts out of one.",
    "redo": "An undo cannot be undone: do the edit once more.",
}
"""What to say to words that are no commands, but could well be."""
