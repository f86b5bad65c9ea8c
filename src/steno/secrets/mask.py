"""What stands in the place of secrets: masks for display, stable placeholders for redaction."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, Final

from steno.format.codec import encode_value
from steno.secrets.escapes import moved, unescaped, without_escapes
from steno.secrets.rebuilt import rebuilt, replaced
from steno.secrets.rule import Danger, Hit, Rule
from steno.secrets.scan import Scanner
from steno.secrets.settle import Allowed, settled
from steno.secrets.tokens import PRIVATE_KEY, TOKENS
from steno.secrets.windows import windows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from steno.secrets.fields import Path
    from steno.secrets.scan import FieldHit
    from steno.secrets.windows import Window

_LONGEST_SHOWN: Final = 12
_STARTS: Final = {
    token.rule.name: tuple(start for start in token.starts if len(start) <= _LONGEST_SHOWN)
    for token in TOKENS
    if not token.is_around
}
_SHORTEST_KNOWN: Final = 8
"""A shorter secret is redacted only where a rule finds it: elsewhere it may be a common word."""
_WORDS_ONLY: Final = re.compile(r"[A-Za-z]+|[0-9]+")
_KEY_LINE: Final = re.compile(r"[A-Za-z0-9+/=]{40,20000}+")
_MOST_ROUNDS: Final = 4
OWN_TEXT: Final = Rule("own-text", "own", "a text that you named", Danger.HIGH, 4)


def mask(rule: Rule, secret: str) -> str:
    """Give what may be shown of a secret: the prefix that all of its kind have, and the rule."""
    starts = [start for start in _STARTS.get(rule.name, ()) if secret.startswith(start)]
    return f"{max(starts, key=len, default='')}…({rule.name})"


def masked(text: str, hits: Sequence[Hit]) -> str:
    """Give a text with its secrets masked."""
    return replaced(text, ((h.start, h.end, mask(h.rule, text[h.start : h.end])) for h in hits))


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
    return rebuilt(value, edits)


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

    @property
    def number(self) -> int:
        """How many different secrets are known."""
        return self._numbers.total()

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
            hits = self._found(text)
            if not hits:
                break
            text = self._redacted(text, hits)
        return text

    def learn_pieces(self, pieces: Iterable[bytes]) -> None:
        """Take in the secrets of a text of any length."""
        for window in windows(pieces):
            for hit in self._scanner.find(window.text):
                if hit.start < window.end:
                    self._placeholder(hit.rule, window.text[hit.start : hit.end])

    def redact_pieces(self, pieces: Iterable[bytes]) -> Iterator[tuple[str, str]]:
        """Give a text of any length stretch by stretch: as it was, and without its secrets."""
        for window in windows(pieces):
            new = self._redacted_window(window)
            yield window.part, new

    def _redacted_window(self, window: Window) -> str:
        text, start = window.text, window.start
        hits = [hit for hit in self._found(text) if hit.end > start and hit.start < window.end]
        window.end = max([window.end, *(hit.end for hit in hits)])
        before, part, behind = text[:start], window.part, text[window.end :]
        for _ in range(_MOST_ROUNDS):
            if not hits:
                break
            part = self._redacted(part, [_within(hit, start) for hit in hits])
            ends = start + len(part)
            found = self._found(before + part + behind)
            hits = [hit for hit in found if start <= hit.start and hit.end <= ends]
        return part

    def _found(self, text: str) -> list[Hit]:
        return self._with_known(text, self._scanner.find(text))

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
            value = rebuilt(value, edits)
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
        return replaced(
            text,
            ((h.start, h.end, self._placeholder(h.rule, text[h.start : h.end])) for h in hits),
        )

    def _with_known(self, text: str, hits: list[Hit]) -> list[Hit]:
        """Add the secrets that are known from elsewhere and stand here without their names."""
        more = list(self._known(text))
        for start, view in unescaped(text):
            more += (moved(hit, view, start) for hit in self._known(view.text))
        return settled(text, [*hits, *more], Allowed()) if more else hits

    def _known(self, text: str) -> Iterator[Hit]:
        for secret in [each for each in self._rules if each in text]:
            place = text.find(secret)
            while place >= 0:
                yield Hit(self._rules[secret], place, place + len(secret))
                place = text.find(secret, place + len(secret))

    def _placeholder(self, rule: Rule, secret: str) -> str:
        secret = without_escapes(secret)
        known = self._placeholders.get(secret)
        if known is None:
            self._numbers[rule.name] += 1
            known = f"[REDACTED:{rule.name}:{self._numbers[rule.name]}]"
            is_known = len(secret) >= _SHORTEST_KNOWN and not _WORDS_ONLY.fullmatch(secret)
            for form in (*_forms(secret), *_halves(rule, secret)):
                self._placeholders.setdefault(form, known)
                if is_known:
                    self._rules.setdefault(form, rule)
        return known


def _forms(secret: str) -> Iterator[str]:
    """Give a secret as it is, and as it is written in a string of JSON, and in one within one."""
    yield secret
    for _ in range(2):
        escaped = encode_value(secret)[1:-1].decode("utf-8", "replace")
        if escaped == secret:
            return
        secret = escaped
        yield secret


def _halves(rule: Rule, secret: str) -> Iterator[str]:
    """Give the parts of a secret that are one by themselves: lines of a key, the half of a pair."""
    if rule is PRIVATE_KEY:
        yield from _KEY_LINE.findall(secret)
    elif rule.name == "sentry-dsn" and ":" in secret:
        yield secret.partition(":")[2]


def _within(hit: Hit, start: int) -> Hit:
    return Hit(hit.rule, max(0, hit.start - start), hit.end - start)
