"""What makes a command do more than a rule for its beginning meant to allow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from steno.client.permissions.curl import curl_acts
from steno.client.permissions.git_acts import git_acts
from steno.client.permissions.names import names
from steno.client.permissions.options import has_letter, is_beginning
from steno.client.permissions.read_only import find_acts
from steno.client.permissions.sed import sed_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.client.permissions.word import Word


class _Acting(NamedTuple):
    """Options that do more, and long ones in full that only look like the beginning of such."""

    letters: str = ""
    long: str = ""
    other: str = ""
    plus: bool = False
    """Whether a word that starts with ``+`` is a command."""


_GREP: Final = _Acting("R", "dereference-recursive")
_FD: Final = _Acting("xX", "exec exec-batch")
_VIM: Final = _Acting("cSsuUwW", "cmd startuptime", plus=True)
_COPY: Final = _Acting("bSLH", "backup suffix dereference")
_RUNS: Final = {
    **dict.fromkeys(("grep", "egrep", "fgrep"), _GREP),
    **dict.fromkeys(("fd", "fdfind"), _FD),
    **dict.fromkeys(("vim", "vi", "view"), _VIM),
    **dict.fromkeys(("cp", "mv", "install"), _COPY),
    "ln": _Acting("bS", "backup suffix"),
    "sort": _Acting("o", "output compress-program files0-from"),
    "rg": _Acting("", "pre hostname-bin"),
    "tree": _Acting("oR", "output"),
    "man": _Acting("PHXC", "pager html gxditview config-file"),
    "less": _Acting(
        "oOkT", "log-file lesskey-file lesskey-src lesskey-content tag-file", plus=True
    ),
    "more": _Acting(plus=True),
    "tar": _Acting(
        "IFTg",
        "checkpoint checkpoint-action to-command use-compress-program rsh-command rmt-command "
        "info-script new-volume-script files-from index-file listed-incremental volno-file",
        "file list",
    ),
    "rsync": _Acting(
        "eM",
        "rsh rsync-path daemon config log-file write-batch only-write-batch read-batch "
        "files-from password-file remote-option temp-dir partial-dir backup-dir",
        "partial backup",
    ),
    "scp": _Acting("oSF"),
    "sftp": _Acting("oSFb"),
    "ssh": _Acting("oFJEL"),
    "zip": _Acting("T", "unzip-command test"),
    "wget": _Acting(
        "OoPiaex",
        "output-document output-file append-output directory-prefix input-file execute config "
        "post-file body-file save-cookies load-cookies warc-file warc-cdx warc-tempdir "
        "use-askpass rejected-log input-metalink hsts-file",
    ),
    "tcpdump": _Acting("zwWFr"),
    "split": _Acting("", "filter"),
    "date": _Acting("sf", "set file"),
    "file": _Acting("Cfm", "compile files-from magic-file"),
}
"""By command, the options that run another program, write a file of any name or follow links."""
_PROGRAM_TEXT: Final = {
    "python": r"-[a-zA-Z]*[cm].*|-",
    "python3": r"-[a-zA-Z]*[cm].*|-",
    "node": r"-[a-zA-Z]*[epri].*|--(?:eval|print|require|import|loader|experimental).*|-",
    "perl": r"-[a-zA-Z]*[eEMmIi].*|-",
    "ruby": r"-[a-zA-Z]*[erIi].*|-",
    "php": r"-[a-zA-Z]*[rBREd].*|-",
}
"""By interpreter, the options that take a program; a rule that names the interpreter means them."""
_AWKS: Final = names("awk gawk mawk nawk")
_AWK_ACTS: Final = re.compile(
    r"\bsystem\b|getline|[|>]|@\s*[A-Za-z_]|\bclose\b|\bfflush\b|\bARGV\b|\bARGC\b"
)
_OLD_TAR: Final = re.compile(r"(?=.*[Acdrtux])[a-zA-Z0-9]*[IFTg][a-zA-Z0-9]*")


def acts(words: Sequence[Word]) -> bool:
    """Say whether the words make a command run another one or write where they like."""
    name, rest = words[0].text.rpartition("/")[2], words[1:]
    if name == "git":
        return git_acts(rest)
    if name == "find":
        return find_acts(rest)
    if name == "sed":
        return _sed_acts(rest)
    if name == "curl":
        return curl_acts(rest)
    if name in _AWKS:
        return any(map(_awk_acts, (word.text for word in rest)))
    return _has_acting_word(name, rest)


def _has_acting_word(name: str, words: Sequence[Word]) -> bool:
    if name == "strings":
        return any(word.text.startswith("@") for word in words)
    if name == "tar" and any(_OLD_TAR.fullmatch(word.text) for word in words[:1]):
        return True
    acting = _RUNS.get(name)
    return acting is not None and any(
        _may_be_option(word) or _is_acting(acting, word.text) for word in words
    )


def _is_acting(acting: _Acting, text: str) -> bool:
    if text.startswith("--"):
        return is_beginning(text, acting.long, acting.other)
    if acting.plus and text.startswith("+"):
        return True
    return bool(acting.letters) and has_letter(text, acting.letters)


def _awk_acts(text: str) -> bool:
    if text.startswith("-"):
        return not text.startswith("-F")
    return _AWK_ACTS.search(text) is not None


def _sed_acts(words: Sequence[Word]) -> bool:
    found = sed_of(words)
    return found is None or found.edits or not found.is_plain


def runs_a_text(words: Sequence[Word]) -> bool:
    """Say whether an interpreter is given a program as a text."""
    name = words[0].text.rpartition("/")[2]
    return name in _PROGRAM_TEXT and _has(_PROGRAM_TEXT[name], words[1:])


def _has(pattern: str, words: Sequence[Word]) -> bool:
    bad = re.compile(pattern, re.DOTALL)
    return any(bad.fullmatch(word.text) or _may_be_option(word) for word in words)


def _may_be_option(word: Word) -> bool:
    """Say whether a wildcard could become an option: a file may have any name."""
    return word.wild and word.text[0] in "*?[-"
