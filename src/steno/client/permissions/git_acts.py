"""Calls of git that run another program or write a file of a given name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.client.permissions.git import SIGNATURES
from steno.client.permissions.names import names
from steno.client.permissions.options import has_letter, is_beginning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.client.permissions.word import Word

_LONG: Final = (
    "output output-directory exec exec-path upload-pack receive-pack ext-diff "
    "open-files-in-pager config config-env template filter-process to-command extcmd gpg-sign "
    "strategy-option show-signature server-option git-dir work-tree separate-git-dir tool "
    "to-cmd cc-cmd"
)
"""Whatever the subcommand: git takes any beginning of a name that leaves no doubt."""
_OTHER: Final = "strategy to"
_LETTERS: Final = {
    "clone": "cu",
    "rebase": "x",
    "difftool": "xt",
    "mergetool": "t",
    "grep": "O",
    "archive": "o",
    "format-patch": "o",
}
"""By subcommand, short options that do the same."""
_OWN_C: Final = names("switch commit log diff show ls-files grep blame rev-list whatchanged")
"""Subcommands whose ``-c`` sets nothing."""
_RUNNERS: Final = names(
    "filter-branch send-email imap-send daemon instaweb shell for-each-repo hook fast-import "
    "remote-ext remote-fd web--browse submodule--helper difftool--helper"
)
_WITH_VALUE: Final = ("-C", "--namespace")
_RUNS_WORDS: Final = {"submodule": "foreach", "bisect": "run"}
_HELPER: Final = re.compile(r"(?:--[a-z-]+=)?(?:ext|fd)::.*", re.DOTALL)
"""An address that names the program to fetch it with."""
_RUNNING_KEYS: Final = re.compile(
    r"(?i)core\.(?:pager|editor|sshcommand|fsmonitor|hookspath|gitproxy|askpass)|alias\..*"
    r"|pager\..*|include.*|sequence\.editor|gpg\..*|url\..*|interactive\.difffilter"
    r"|.*\.(?:command|cmd|driver|textconv|process|clean|smudge|program|helper|path|vcs"
    r"|uploadpack|receivepack|packobjectshook|external)"
)
"""Settings that make git run what they say."""


def git_acts(words: Sequence[Word]) -> bool:
    """Say whether git would write a file of a given name or run another program."""
    texts = [word.text for word in words]
    at = _subcommand_at(texts)
    name = texts[at] if at < len(texts) else ""
    if name in _RUNNERS or _RUNS_WORDS.get(name) in texts[at + 1 :]:
        return True
    if name == "config" and any(map(_RUNNING_KEYS.fullmatch, texts[at + 1 :])):
        return True
    if any(text.startswith("-c") for text in (texts[:at] if name in _OWN_C else texts)):
        return True
    return any(_is_acting(name, text) for text in texts)


def _subcommand_at(texts: list[str]) -> int:
    at = 0
    while at < len(texts) and texts[at].startswith("-"):
        at += 2 if texts[at] in _WITH_VALUE else 1
    return at


def _is_acting(name: str, text: str) -> bool:
    if SIGNATURES.search(text) or _HELPER.fullmatch(text):
        return True
    letters = _LETTERS.get(name)
    if text.startswith("-O") or (letters is not None and has_letter(text, letters)):
        return True
    return is_beginning(text, _LONG, _OTHER)
