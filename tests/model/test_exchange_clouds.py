"""Models in other clouds."""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing
from types import ModuleType
from typing import Any

import anthropic
import pytest

from steno.errors import ModelAddressError, ModelPackageError, NoRegionError
from steno.model.exchange import Patience
from steno.model.exchange_clouds import chosen_cloud, open_cloud
from steno.model.message import Gathering
from tests.model.exchanging import BODY
from tests.model.fake_service import EVENTS, Reply, answer, refusal, serving, stream, told

VERTEX = {
    "CLAUDE_CODE_USE_VERTEX": "1",
    "CLAUDE_CODE_SKIP_VERTEX_AUTH": "1",
    "CLOUD_ML_REGION": "us-east5",
    "ANTHROPIC_VERTEX_PROJECT_ID": "mine",
    "ANTHROPIC_AUTH_TOKEN": "gateway-token",
}
BEDROCK = {
    "CLAUDE_CODE_USE_BEDROCK": "true",
    "AWS_REGION": "us-west-2",
    "AWS_BEARER_TOKEN_BEDROCK": "aws-token",
}


@pytest.fixture
def botocore(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a package of that name, which nobody here calls."""
    package = ModuleType("botocore")
    package.__spec__ = anthropic.__spec__
    monkeypatch.setitem(sys.modules, "botocore", package)


@pytest.mark.parametrize(
    ("environ", "cloud"),
    [
        ({}, None),
        ({"CLAUDE_CODE_USE_BEDROCK": "0"}, None),
        (BEDROCK, "BEDROCK"),
        (VERTEX, "VERTEX"),
        (VERTEX | BEDROCK, "BEDROCK"),
    ],
)
def test_environment_chooses_the_cloud(environ: dict[str, str], cloud: str | None) -> None:
    """By a variable for each."""
    assert chosen_cloud(environ) == cloud


def test_vertex_is_asked_in_its_own_way() -> None:
    """The model is in the path, the version in the body, and events come as elsewhere."""
    with serving(answer("Good ", "day")) as service:
        environ = VERTEX | {"ANTHROPIC_VERTEX_BASE_URL": f"{service.address}/v1"}

        async def run() -> Gathering:
            gathering = Gathering()
            async with aclosing(open_cloud("VERTEX", environ, Patience())) as exchange:
                assert exchange.name == "vertex"
                async for event in exchange.stream(BODY, betas=["b"]):
                    gathering.see(event)
            return gathering

        assert asyncio.run(run()).blocks[1].body["text"] == "Good day"
    (got,) = service.got
    place = "/v1/projects/mine/locations/us-east5/publishers/anthropic/models"
    assert got.path == f"{place}/claude-test-1:streamRawPredict"
    assert got.headers["authorization"] == "Bearer gateway-token"
    assert got.headers["anthropic-beta"] == "b"
    assert got.body["anthropic_version"] == "vertex-2023-10-16"
    assert "model" not in got.body
    assert got.body["messages"] == BODY["messages"]


def test_vertex_fails_as_others_do() -> None:
    """What may pass is tried again, and an error within the answer is one."""
    said = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    within = Reply(headers=EVENTS, body=stream(told("x")[0], said))
    with serving(refusal(429, "rate_limit_error", "Slowly"), within, answer("x")) as service:
        environ = VERTEX | {"ANTHROPIC_VERTEX_BASE_URL": service.address}

        async def nap(_: float) -> None:
            await asyncio.sleep(0)

        async def run() -> list[Any]:
            async with aclosing(open_cloud("VERTEX", environ, Patience(sleep=nap))) as exchange:
                return [event async for event in exchange.stream(BODY)]

        assert asyncio.run(run())[-1] == {"type": "message_stop"}
        assert len(service.got) == 3


@pytest.mark.usefixtures("botocore")
def test_bedrock_is_asked_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model is in the path and betas in the body; how its events are coded is botocore's."""
    with serving(refusal(400, "invalid_request_error", "no")) as service:
        environ = BEDROCK | {"ANTHROPIC_BEDROCK_BASE_URL": service.address}
        monkeypatch.delenv("AWS_BEARER_TOKEN_BEDROCK", raising=False)

        async def run() -> None:
            async with aclosing(open_cloud("BEDROCK", environ, Patience())) as exchange:
                assert exchange.name == "bedrock"
                with pytest.raises(Exception, match="400: no"):
                    _ = [event async for event in exchange.stream(BODY, betas=["b"])]

        asyncio.run(run())
    (got,) = service.got
    assert got.path == "/model/claude-test-1/invoke-with-response-stream"
    assert got.headers["authorization"] == "Bearer aws-token"
    assert got.body["anthropic_version"] == "bedrock-2023-05-31"
    assert got.body["anthropic_beta"] == ["b"]


@pytest.mark.usefixtures("botocore")
def test_bedrock_cannot_count() -> None:
    """Which is told as any answer of no use."""

    async def run() -> None:
        async with aclosing(open_cloud("BEDROCK", BEDROCK, Patience())) as exchange:
            assert exchange.address == "https://bedrock-runtime.us-west-2.amazonaws.com"
            with pytest.raises(Exception, match="not supported in Bedrock"):
                await exchange.count_tokens(BODY)

    asyncio.run(run())


@pytest.mark.parametrize("missing", ["CLOUD_ML_REGION", "ANTHROPIC_VERTEX_PROJECT_ID"])
def test_vertex_needs_to_know_where(missing: str) -> None:
    """It says which variable to set."""
    environ = {key: value for key, value in VERTEX.items() if key != missing}
    with pytest.raises(NoRegionError, match=missing):
        open_cloud("VERTEX", environ, Patience())


def test_bedrock_needs_to_know_where() -> None:
    """It says which variable to set."""
    with pytest.raises(NoRegionError, match="AWS_REGION"):
        open_cloud("BEDROCK", {}, Patience())


@pytest.mark.parametrize(
    ("region", "address"),
    [
        ("global", "https://aiplatform.googleapis.com/v1"),
        ("eu", "https://aiplatform.eu.rep.googleapis.com/v1"),
        ("us-east5", "https://us-east5-aiplatform.googleapis.com/v1"),
    ],
)
def test_region_decides_the_address(region: str, address: str) -> None:
    """As the official client has it."""
    exchange = open_cloud("VERTEX", VERTEX | {"CLOUD_ML_REGION": region}, Patience())
    assert exchange.address == address
    client = anthropic.AsyncAnthropicVertex(region=region, project_id="p")
    assert str(client.base_url).rstrip("/") == address


def test_missing_package_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is asked."""

    def find(name: str) -> None:
        # As the real one does where the outer package of a name is not there either.
        if "." in name:
            raise ModuleNotFoundError(name)

    monkeypatch.setattr("steno.model.exchange_clouds.find_spec", find)
    with pytest.raises(ModelPackageError, match=r"pip install 'anthropic\[bedrock\]'"):
        open_cloud("BEDROCK", BEDROCK, Patience())
    environ = VERTEX | {"CLAUDE_CODE_SKIP_VERTEX_AUTH": ""}
    with pytest.raises(ModelPackageError, match=r"pip install 'anthropic\[vertex\]'"):
        open_cloud("VERTEX", environ, Patience())


def test_token_does_not_travel_in_the_open() -> None:
    """As no key does."""
    environ = VERTEX | {"ANTHROPIC_VERTEX_BASE_URL": "http://example.com"}
    with pytest.raises(ModelAddressError, match="unencrypted"):
        open_cloud("VERTEX", environ, Patience())
