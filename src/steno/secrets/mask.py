"""What stands in the place of secrets: masks for display, stable placeholders for redaction."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from copy import copy
from typing import TYPE_CHECKING, Any, Final

from steno.format.deep import TooDeep
from steno.secrets.rule import Danger, Hit, Rule
from steno.secrets.scan import Scanner
from steno.secrets.settle import Allowed, settled
from steno.secrets.tokens import TOKENS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from steno.secrets.fields import Path
    from steno.secrets.scan import FieldHit

_LONGEST_SHOWN: Final = 12
_STARTS: Final = {
    token.rule.name: tuple(start for start in token.starts if len(start) <= _LONGEST_SHOWN)
    for token in TOKENS
    if not token.is_around
}
_SHORTEST_KNOWN: Final = 8
"""A shorter secret is redacted only where a rule finds it: elsewhere it may be a common word."""
_WORDS_ONLY: Final = re.compile(r"[A-Za-z]+|[0-9]+")
_MOST_ROUNDS: Final = 4
OWN_TEXT: Final = Rule("own-text", "own", "a text that you named", Danger.HIGH, 4)


def mask(rule: Rule, secret: str) -> str:
    """Give what may be shown of a secret: the prefix that all of its kind have, and the rule."""
    starts = [start for start in _STARTS.get(rule.name, ()) if secret.startswith(start)]
    return f"{max(starts, key=len, default='')}…({rule.name})"


def masked(text: str, hits: Sequence[Hit]) -> str:
    """Give a text with its secrets masked."""
    return _replaced(text, ((h.start, h.end, mask(h.rule, text[h.start : h.end])) for h in hits))


def mask_value(value: Any, scanner: Scanner) -> Any:
    """Give a JSON value with its secrets masked, in keys too; the same value if there are none."""
    by_place: defaultdict[tuple[Path, bool], list[Hit]] = defaultdict(list)
    for hit in scanner.find_in(value):
        by_place[hit.path, hit.in_key].append(Hit(hit.rule, hit.start, hit.end))
    if not by_place:
        return value
    edits = {
        (path, in_key): masked(text, by_place[path, in_key])
        for path, in_key, text in scanner.strings_of(value)
        if (path, in_key) in by_place
    }
    return _rebuilt(value, edits)


def field_name(path: Path, scanner: Scanner) -> str:
    """Write a path as ``message.content[0].input.command``; a secret in a key is masked."""
    written = ""
    for step in path:
        if isinstance(step, int):
            written += f"[{step}]"
        else:
            written += f".{masked(step, scanner.find(step))}"
    return written.removeprefix(".")


class Redactor:
    """Puts placeholders in the place of secrets: the same one for the same secret of a session.

    Which placeholder stands for what is kept in memory only.
    """

    def __init__(self, scanner: Scanner | None = None) -> None:
        """Take what finds the secrets."""
        self._scanner = scanner or Scanner()
        self._placeholders: dict[str, str] = {}
        self._numbers: Counter[str] = Counter()
        self._rules: dict[str, Rule] = {}
        self.counts: Counter[str] = Counter()
        """How many stretches were replaced, by rule."""

    def learn(self, value: Any) -> None:
        """Take in the secrets of a JSON value, so that they are known wherever they stand alone."""
        for hit in self._scanner.find_in(value):
            self._placeholder(hit.rule, hit.secret)

    def know(self, secret: str) -> None:
        """Take a text for a secret wherever it stands, whatever the rules say."""
        self._placeholder(OWN_TEXT, secret)
        self._rules[secret] = OWN_TEXT

    @property
    def known(self) -> dict[str, int]:
        """How many different secrets are known, by rule."""
        return dict(self._numbers)

    def learn_text(self, text: str) -> None:
        """Take in the secrets of a text."""
        for hit in self._scanner.find(text):
            self._placeholder(hit.rule, text[hit.start : hit.end])

    def redact_text(self, text: str) -> str:
        """Give a text without its secrets; the same text where there are none."""
        for _ in range(_MOST_ROUNDS):
            hits = self._with_known(text, self._scanner.find(text))
            if not hits:
                break
            text = self._redacted(text, hits)
        return text

    def redact_value(self, value: Any) -> Any:
        """Give a JSON value without its secrets, in keys too; the same value if there are none.

        Signatures, pictures and the ids of an entry stay as they are.
        """
        for _ in range(_MOST_ROUNDS):
            hits = self._scanner.find_in(value)
            for hit in hits:
                self._placeholder(hit.rule, hit.secret)
            edits = self._edits(value, hits)
            if not edits:
                break
            value = _rebuilt(value, edits)
        return value

    def _edits(self, value: Any, hits: Iterable[FieldHit]) -> dict[tuple[Path, bool], str]:
        """Say which strings change, and to what."""
        by_place: defaultdict[tuple[Path, bool], list[Hit]] = defaultdict(list)
        for hit in hits:
            by_place[hit.path, hit.in_key].append(Hit(hit.rule, hit.start, hit.end))
        edits: dict[tuple[Path, bool], str] = {}
        for path, in_key, text in self._scanner.strings_of(value):
            found = self._with_known(text, by_place.get((path, in_key), []))
            if found:
                edits[path, in_key] = self._redacted(text, found)
        return edits

    def _redacted(self, text: str, hits: Sequence[Hit]) -> str:
        self.counts.update(hit.rule.name for hit in hits)
        return _replaced(
            text,
            ((h.start, h.end, self._placeholder(h.rule, text[h.start : h.end])) for h in hits),
        )

    def _with_known(self, text: str, hits: list[Hit]) -> list[Hit]:
        """Add the secrets that are known from elsewhere and stand here without their names."""
        more: list[Hit] = []
        for secret, rule in self._rules.items():
            place = text.find(secret)
            while place >= 0:
                more.append(Hit(rule, place, place + len(secret)))
                place = text.find(secret, place + len(secret))
        return settled(text, [*hits, *more], Allowed()) if more else hits

    def _placeholder(self, rule: Rule, secret: str) -> str:
        known = self._placeholders.get(secret)
        if known is None:
            self._numbers[rule.name] += 1
            known = f"[REDACTED:{rule.name}:{self._numbers[rule.name]}]"
            self._placeholders[secret] = known
            if len(secret) >= _SHORTEST_KNOWN and not _WORDS_ONLY.fullmatch(secret):
                self._rules[secret] = rule
        return known


def _replaced(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    pieces: list[str] = []
    done = 0
    for start, end, new in edits:
        pieces += (text[done:start], new)
        done = end
    return "".join([*pieces, text[done:]])


def _rebuilt(value: Any, edits: Mapping[tuple[Path, bool], str]) -> Any:
    """Give a copy with some strings exchanged; what no edit lies below is the same object."""
    copies: dict[Path, Any] = {}
    top = [value]
    # The deepest first, values before keys: a key that changes must not hide what it leads to.
    order = sorted(edits, key=lambda place: (-len(place[0]), place[1]))
    for path, in_key in order:
        text = edits[path, in_key]
        holder: Any = top if not path else _copied(top, path[:-1], copies)
        step: Any = path[-1] if path else 0
        if in_key:
            _rename(holder, step, text)
        else:
            holder[step] = _like(holder[step], text)
    return top[0]


def _copied(top: list[Any], path: Path, copies: dict[Path, Any]) -> Any:
    """Give the container at a path as a copy that may be changed, and those above it, too."""
    holder: Any = top
    step: Any = 0
    for depth in range(len(path) + 1):
        here = path[:depth]
        if here not in copies:
            copies[here] = copy(holder[step])
            holder[step] = copies[here]
        holder = copies[here]
        step = path[depth] if depth < len(path) else None
    return holder


def _rename(holder: dict[str, Any], old: str, new: str) -> None:
    """Change a key in its place; one that is taken gets a stroke."""
    while new in holder:
        new += "'"
    members = [(new if key == old else key, value) for key, value in holder.items()]
    holder.clear()
    holder.update(members)


def _like(value: Any, text: str) -> Any:
    return TooDeep(text.encode("utf-8", "replace")) if isinstance(value, TooDeep) else text
