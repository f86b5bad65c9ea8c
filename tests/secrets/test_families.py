"""The tables of families: every row can be noticed, and is found where it stands alone."""

from __future__ import annotations

from random import Random

import pytest

from steno.secrets.families import cloud, code, models, services
from steno.secrets.scan import Scanner
from steno.secrets.tokens import SHORTEST_RUN
from tests.secrets.made_secrets import ALNUM, HEX, UPPER, some, uuid

TABLES = (cloud, code, models, services)


def test_no_literal_is_in_two_rows() -> None:
    """Else the second row would never be tried with it."""
    starts = [start for table in TABLES for kind in table.TOKENS for start in kind.starts]
    assert sorted(starts) == sorted(set(starts))


@pytest.mark.parametrize(
    ("rule", "made"),
    [
        ("databricks-token", lambda r: "dapi" + some(r, HEX, 32)),
        ("dynatrace-token", lambda r: f"dt0c01.{some(r, UPPER, 24)}.{some(r, UPPER, 64)}"),
        ("langfuse-key", lambda r: f"sk-lf-{uuid(r)}"),
        ("openrouter-key", lambda r: "sk-or-v1-" + some(r, HEX, 64)),
        ("hubspot-token", lambda r: f"pat-na1-{uuid(r)}"),
        ("airtable-token", lambda r: f"pat{some(r, ALNUM, 14)}.{some(r, HEX, 64)}"),
        ("newrelic-licence-key", lambda r: some(r, HEX, 36) + "NRAL"),
        ("maxmind-key", lambda r: f"{some(r, ALNUM, 6)}_{some(r, ALNUM, 29)}_mmk"),
        (
            "mailgun-private-key",
            lambda r: f"{some(r, HEX, 32)}-{some(r, HEX, 8)}-{some(r, HEX, 8)}",
        ),
        ("supabase-key", lambda r: "sbp_" + some(r, HEX, 40)),
        ("tailscale-key", lambda r: f"tskey-auth-{some(r, ALNUM, 17)}-{some(r, ALNUM, 32)}"),
        ("launchdarkly-key", lambda r: f"sdk-{uuid(r)}"),
        ("doppler-service-token", lambda r: f"dp.st.prd.{some(r, ALNUM, 43)}"),
    ],
)
def test_row_is_found(rule: str, made: object) -> None:
    """Alone on a line, under its own name."""
    assert callable(made)
    secret = made(Random(3))
    (hit,) = Scanner().find(f"{secret}\n")
    assert (hit.rule.name, hit.start, hit.end) == (rule, 0, len(secret))
    assert len(secret) >= SHORTEST_RUN


@pytest.mark.parametrize("table", TABLES)
def test_named_rows_need_their_name(table: object) -> None:
    """A value of that form alone says nothing."""
    assert Scanner().find(f"see {some(Random(1), HEX, 32)} and {some(Random(2), HEX, 40)}") == []
    assert vars(table)["NAMED"]
