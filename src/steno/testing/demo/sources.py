"""The files that the made-up team works on, as far as their sessions show them."""

from __future__ import annotations

from typing import Final

ALMANAC: Final = '''"""High and low water for a station and a day."""

from ebb.harmonics import height_at

STEP = 360


def extremes(station, day):
    """Find the turning points of a day's curve."""
    heights = [(t, height_at(station, t)) for t in day.steps(STEP)]
    return [
        (t, h)
        for (_, before), (t, h), (_, after) in zip(heights, heights[1:], heights[2:])
        if (h > before) == (h > after)
    ]
'''

HARMONICS: Final = '''"""Tidal heights from harmonic constituents."""

from math import cos, radians

SPEEDS = {"M2": 28.984104, "S2": 30.0, "N2": 28.43973, "K1": 15.041069, "O1": 13.943035}


def height_at(station, t):
    """Sum the constituents at a time, in metres above chart datum."""
    hours = (t - station.epoch) / 3600
    return station.datum + sum(
        c.amplitude * cos(radians(SPEEDS[c.name] * hours - c.phase)) for c in station.constituents
    )
'''

MOON: Final = '''"""The phase of the moon, good to an hour or so."""

SYNODIC = 29.530588853
NEW_MOON = 947182440  # 2000-01-06T18:14Z
NAMES = ("new", "waxing crescent", "first quarter", "waxing gibbous",
         "full", "waning gibbous", "last quarter", "waning crescent")


def age(t):
    """Days since the last new moon."""
    return (t - NEW_MOON) / 86400 % SYNODIC


def phase(t):
    """The name of the phase."""
    return NAMES[round(age(t) / SYNODIC * 8) % 8]
'''

STATIONS: Final = """id,name,lat,lon,datum
SAN,Sandhaven,57.6951,-2.0031,2.41
GRP,Grey Point,57.1044,-2.0590,2.28
KEL,Kelpie Bay,58.4390,-3.0912,1.97
LDO,鹭岛,24.4519,118.0702,3.60
SPU,石浦,29.2083,121.9522,2.95
"""

README: Final = """# Ebb

Tide tables for small harbours. No account, no tracking, works without a signal.

    pip install ebb
    ebb today sandhaven
"""

README_ZH: Final = """# 潮汐数据管道

把验潮站的原始水位（每分钟一条）变成调和常数。

1. `fetch.py` 下载
2. `clean.py` 去尖峰、补缺测
3. `fit.py` 最小二乘拟合 11 个分潮
"""

CLEAN: Final = '''"""清洗水位序列：去尖峰、补短缺测。"""

SPIKE = 0.5  # 米
LONGEST_GAP = 30  # 分钟


def clean(levels):
    """返回清洗后的序列；缺测超过 30 分钟的段落保持为空。"""
    kept = [h if abs(h - m) < SPIKE else None for h, m in zip(levels, medians(levels))]
    return fill(kept, LONGEST_GAP)
'''

TEST_ALMANAC: Final = '''"""The almanac against the printed tables of 2026."""

from ebb.almanac import extremes
from ebb.testing import day, station


def test_sandhaven_has_four_turning_points():
    assert len(extremes(station("SAN"), day("2026-06-03"))) == 4


def test_high_water_at_midnight_is_not_lost():
    first, *_ = extremes(station("GRP"), day("2026-06-18"))
    assert first[0].hour == 0
'''

TABLE_HTML: Final = """<table class="tides">
  <tr><th>Time</th><th>Height</th></tr>
  {% for t, h in extremes %}<tr><td>{{ t|clock }}</td><td>{{ "%.1f"|format(h) }} m</td></tr>
  {% endfor %}
</table>
"""

PROTOTYPE: Final = """import math

def tide(hours):
    return 2.4 + 1.3 * math.cos(math.radians(28.984 * hours - 41))

for h in range(24):
    print(h, round(tide(h), 2))
"""

CHART_CS: Final = """namespace Ebb.Desktop;

public sealed class TideChart : Control
{
    protected override void OnPaint(PaintEventArgs e)
    {
        foreach (var point in Curve)
            e.Graphics.FillEllipse(Brushes.SteelBlue, point.X, point.Y, 2, 2);
    }
}
"""


def station_log(days: int) -> str:
    """Give a long listing of made-up water levels, ten minutes apart."""
    rows = [
        f"2026-06-{day:02}T{minute // 60:02}:{minute % 60:02}Z SAN "
        f"{2.41 + (minute * 7 + day * 13) % 173 / 100:.2f} m"
        for day in range(1, days + 1)
        for minute in range(0, 24 * 60, 10)
    ]
    return "\n".join(rows) + "\n"
