"""Git commands that only look, by the options that they may have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.client.permissions.names import names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.client.permissions.word import Word

_VIEWS: Final = names(
    "log diff show blame shortlog ls-files ls-tree rev-parse rev-list describe cat-file "
    "name-rev merge-base for-each-ref count-objects grep status whatchanged show-ref diff-tree"
)
_LONG: Final = names(
    "abbrev abbrev-commit abbrev-ref after all all-match always ancestry-path author "
    "author-date-order basic-regexp before binary boundary branch branches cached check "
    "cherry cherry-mark cherry-pick color color-words column combined-all-paths committer "
    "contains count date date-order decorate decorate-refs deleted diff-algorithm diff-filter "
    "dirstat dirty dst-prefix email exclude-standard exit-code extended-regexp files "
    "files-with-matches find-copies find-copies-harder find-renames first-parent "
    "fixed-strings follow format full-history full-index full-name function-context git-dir "
    "graph grep heads help-all histogram ignore-all-space ignore-blank-lines ignore-case "
    "ignore-cr-at-eol ignore-space-at-eol ignore-space-change ignored inter-hunk-context "
    "invert-grep is-bare-repository is-inside-work-tree left-only left-right line-number "
    "line-porcelain long match max-count max-depth merge-base merged merges minimal modified "
    "name-only name-status no-abbrev-commit no-color no-decorate no-ext-diff no-merged "
    "no-merges no-notes no-patch no-prefix no-renames no-textconv not null numbered numstat "
    "objects oneline others parents patch patch-with-stat patience perl-regexp "
    "pickaxe-all pickaxe-regex points-at porcelain pretty quiet raw regexp-ignore-case "
    "relative relative-date remotes reverse right-only root short shortstat show-current "
    "show-function show-prefix show-toplevel simplify-by-decoration since skip sort "
    "source src-prefix stage stat staged submodule summary symbolic-full-name tags text "
    "topo-order unified unmerged until untracked untracked-files verbose verify "
    "word-diff word-diff-regex word-regexp"
)
"""Full names only: git takes any beginning of a name, so that ``--outp`` is ``--output``."""
_SHORT: Final = re.compile(
    r"-(?:[a-eg-zA-NP-WYZ0-9]{1,4}\d*|[a-eg-zA-NP-WYZ]{,3}f|[LUMCB]\S+|n\d+)"
)
"""Letters in front of none of which a value may stand that names a file; ``-f`` comes last."""
_LISTS: Final = {
    "branch": re.compile(
        r"-[arvil]+|--all|--remotes|--list|--show-current|--sort=[\w:-]+|--format=[^%]*(?:%\([\w:]+\)[^%]*)*"
    ),
    "tag": re.compile(r"-l|--list|-n\d*|--sort=[\w:-]+"),
    "remote": re.compile(r"-v|--verbose"),
}
_EXACT: Final = frozenset(
    (
        "stash list",
        "stash show",
        "worktree list",
        "reflog",
        "reflog show",
        "config --list",
        "config -l",
        "remote",
        "branch",
        "tag",
    )
)
_CONFIG_GET: Final = re.compile(r"config --get(?:-all)? [\w.-]+")
SIGNATURES: Final = re.compile(r"%[-+ ]?G|%\(signature|--show-si")
"""What makes git check signatures, by a program that settings name."""


def is_read_only_git(words: Sequence[Word]) -> bool:
    """Say whether git, with these words behind it, only looks."""
    texts = [word.text for word in words]
    if not texts or any(word.wild and word.text[0] in "*?[-" for word in words):
        return False
    line = " ".join(word.raw for word in words)
    if line in _EXACT or _CONFIG_GET.fullmatch(line):
        return True
    name, rest = texts[0], texts[1:]
    if name in _LISTS:
        return bool(rest) and all(_LISTS[name].fullmatch(text) for text in rest)
    return name in _VIEWS and all(map(_is_view_word, _before_paths(rest)))


def _before_paths(texts: list[str]) -> list[str]:
    return texts[: texts.index("--")] if "--" in texts else texts


def _is_view_word(text: str) -> bool:
    if SIGNATURES.search(text):
        return False
    if text.startswith("--"):
        return text[2:].partition("=")[0] in _LONG
    if text.startswith("-"):
        return _SHORT.fullmatch(text) is not None
    return "::" not in text
