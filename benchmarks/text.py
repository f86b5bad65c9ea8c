"""Made-up text in realistic lengths: prose, code and logs, some of it far beyond ASCII."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

_SPOKEN: Final = """
the of a to and in is it that for tide harbour gauge reading station water level table before after
we should check whether file returns value because test fails when empty parser offset minutes clock
drift moon spring neap high low error fixed column row function expects string number season boat
chart depth wind forecast run again
"""
_WORDS: Final = _SPOKEN.split()
_CHINESE: Final = (
    "潮汐表的高低水位需要先读取再校正时钟漂移然后把结果写入文件并检查每个港口站点测试仍未通过"
)
_SIGNS: Final = ("→", "✓", "…", "—", "•", "│", "é", "°", "≤", "“", "”", "─" * 40)
_RARE_SIGNS: Final = ("🌊", "🌕")
_CODE: Final = (
    'def read_{0}(path: str) -> list[float]:\n    """Read the {1} of a station."""\n',
    '    with open(path, encoding="utf-8") as {0}:\n        rows = [line.split("\\t")]\n',
    '    if not {0}:\n        raise ValueError(f"no {1} in {{path!r}}")\n',
    "    return [float(row[2]) for row in {0} if row]\n\n\n",
    '{0} = {{"station": "{1}", "offset": -12, "unit": "cm"}}\n',
)
_LOG: Final = (
    "tests/test_{0}.py::test_{1}_is_kept PASSED                      [ 41%]\n",
    "2026-03-02 09:14:07,310 INFO  {0}: {1} took 0.412 s\n",
    "-rw-r--r--  1 mira  staff   4312 Mar  2 09:14 src/ebb/{0}/{1}.py\n",
    '  File "/home/mira/ebb/src/{0}.py", line 88, in {1}\n',
    "src/ebb/{0}.py:27:    {1} = table[row][column]\n",
)
_POOL: Final = 1 << 17
"""Characters of each kind of text; what is asked for is cut out of them."""
_LONGEST: Final = 60_000
_GAP: Final = log(200)
"""How many characters lie between two signs, on a logarithmic scale."""
_GAP_SPREAD: Final = 1.5
_RARE: Final = 0.015


class Texts:
    """Pools of text of every kind, and pieces cut out of them."""

    def __init__(self, rng: Random) -> None:
        """Fill the pools by chance."""
        self._rng = rng
        prose = _filled(lambda: " ".join(rng.choices(_WORDS, k=14)) + rng.choice((". ", ".\n")))
        code, log = _filled(self._line_of(_CODE)), _filled(self._line_of(_LOG))
        chinese = _filled(lambda: "".join(rng.choices(_CHINESE, k=24)) + rng.choice(("、", "。\n")))
        self._plain = {"prose": prose, "code": code, "log": log}
        self._signed = {kind: self._sprinkled(text) for kind, text in self._plain.items()}
        self._chinese = chinese

    def piece(self, kind: str, typical: int, *, spread: float = 1.0, signs: float = 0.1) -> str:
        """Give a text of about ``typical`` characters, log-normally spread.

        ``signs`` is the share of texts with arrows, ticks and other characters beyond ASCII.
        """
        pool = (self._signed if self._rng.random() < signs else self._plain)[kind]
        return self._cut(pool, typical, spread)

    def chinese(self, typical: int, *, spread: float = 1.0) -> str:
        """Give a Chinese text of about ``typical`` characters."""
        return self._cut(self._chinese, typical, spread)

    def word(self) -> str:
        """Give a word."""
        return self._rng.choice(_WORDS)

    def _cut(self, pool: str, typical: int, spread: float) -> str:
        length = min(int(typical * self._rng.lognormvariate(0, spread)) + 1, _LONGEST)
        start = self._rng.randrange(len(pool) - length)
        return pool[start : start + length]

    def _line_of(self, patterns: tuple[str, ...]) -> Callable[[], str]:
        return lambda: self._rng.choice(patterns).format(self.word(), self.word())

    def _sprinkled(self, text: str) -> str:
        """Put signs between the characters: here a few together, there none for pages."""
        rng = self._rng
        parts: list[str] = []
        start = 0
        while start < len(text):
            end = start + 1 + int(rng.lognormvariate(_GAP, _GAP_SPREAD))
            signs = _RARE_SIGNS if rng.random() < _RARE else _SIGNS
            parts += (text[start:end], rng.choice(signs))
            start = end
        return "".join(parts)


def _filled(make: Callable[[], str]) -> str:
    parts: list[str] = []
    length = 0
    while length < _POOL:
        parts.append(make())
        length += len(parts[-1])
    return "".join(parts)
