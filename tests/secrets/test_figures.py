"""The promise in figures: what is found, what is taken for a secret, what is left."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Final

from steno.secrets.mask import Redactor
from steno.secrets.scan import Scanner
from tests.secrets.made_harmless import KINDS, lines
from tests.secrets.made_more import SHAPES, placed_more
from tests.secrets.made_secrets import CONTEXTS, FAMILIES, Placed, placed

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED: Final = 20_260_515
EACH: Final = 30
HARMLESS: Final = 4_000
LEAST_RECALL: Final = 0.99
MOST_FALSE: Final = 0.001


def everything() -> Iterator[Placed]:
    """Give all made-up secrets."""
    rng = Random(SEED)
    yield from placed(rng, EACH)
    yield from placed_more(rng, EACH)


def is_found(scanner: Scanner, one: Placed) -> bool:
    """Say whether the whole secret was found."""
    start = one.text.index(one.secret)
    end = start + len(one.secret)
    return any(hit.start <= start and end <= hit.end for hit in scanner.find(one.text))


def test_enough_families_are_made() -> None:
    """Each of them in prose, JSON, shell, env and a diff."""
    assert len(FAMILIES) >= 45
    assert len(SHAPES) >= 45
    assert EACH % CONTEXTS == 0
    assert len(KINDS) >= 90


def test_nearly_all_secrets_are_found() -> None:
    """At least 99 of 100, counting only those that are found as a whole."""
    scanner, missed, number = Scanner(), Counter[str](), 0
    for one in everything():
        number += 1
        if not is_found(scanner, one):
            missed[f"{one.family} in {one.context}"] += 1
    recall = 1 - missed.total() / number
    families = len(FAMILIES) + len(SHAPES)
    told = f"{number} secrets of {families} families, recall {recall:.4f}, missed {missed}"
    assert recall >= LEAST_RECALL, told


def test_harmless_lines_are_left_alone() -> None:
    """At most 1 in 1,000 is taken for a secret."""
    scanner = Scanner()
    wrong = [line for line in lines(Random(SEED), HARMLESS) if scanner.find(line)]
    share = len(wrong) / HARMLESS
    told = f"{len(wrong)} of {HARMLESS} lines ({share:.2%}): {[line[:80] for line in wrong[:9]]}"
    assert share <= MOST_FALSE, told


def test_nothing_is_left_after_redaction() -> None:
    """Neither as text nor in a decoded entry; and a second redaction changes nothing."""
    scanner = Scanner()
    left = again = 0
    for one in everything():
        redactor = Redactor(scanner)
        body: Any = {"type": "user", "message": {"content": [{"type": "text", "text": one.text}]}}
        redacted = redactor.redact_text(one.text)
        entry = redactor.redact_value(body)
        left += (one.secret in redacted) + (one.secret in entry["message"]["content"][0]["text"])
        again += bool(scanner.find(redacted)) + bool(scanner.find_in(entry))
        again += redactor.redact_text(redacted) != redacted
        json.dumps(entry)
    assert (left, again) == (0, 0), f"{left} left, {again} found again"
