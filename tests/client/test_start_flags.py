"""The flags of steno-agent."""

from __future__ import annotations

from decimal import Decimal

import pytest

from steno.client.start_flags import FLAGS, StartFlags, help_text, parse_flags
from steno.errors import FlagError

SDK = [
    "--output-format", "stream-json", "--verbose", "--input-format", "stream-json",
    "--max-turns", "3", "--max-budget-usd", "1.5", "--permission-prompt-tool", "stdio",
    "--session-mirror", "--setting-sources=", "--include-partial-messages",
    "--strict-mcp-config", "--effort", "high", "--betas", "a,b",
]  # fmt: skip


def test_what_the_sdks_pass_is_understood() -> None:
    """Both forms of a flag with a value are read, and switches stand alone."""
    flags = parse_flags([*SDK, "--system-prompt", "", "--resume=abc", "--fork-session"])
    assert flags.is_streaming
    assert (flags.max_turns, flags.max_budget) == (3, Decimal("1.5"))
    assert flags.system_prompt == ""
    assert (flags.resume, flags.fork_session) == ("abc", True)
    assert flags.setting_sources == ()
    assert flags.betas == ("a", "b")
    assert flags.session_mirror
    assert flags.include_partial_messages
    assert flags.strict_mcp_config


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (["--tools", ""], ()),
        (["--tools", "default"], None),
        (["--tools", "Read,Bash"], ("Read", "Bash")),
        ([], None),
    ],
)
def test_tools_may_be_none_all_or_some(given: list[str], wanted: tuple[str, ...] | None) -> None:
    """No tools and the usual tools are different things."""
    assert parse_flags(given).tools == wanted


def test_rules_keep_their_brackets() -> None:
    """Commas and spaces within brackets are part of a rule; several values may follow one flag."""
    rules = parse_flags(["--allowedTools", "Bash(git log:*, x),Read", "Edit"]).allowed_tools
    assert rules == ("Bash(git log:*, x)", "Read", "Edit")
    assert parse_flags(["--disallowed-tools=Write"]).disallowed_tools == ("Write",)


def test_flags_that_are_given_twice_add_up() -> None:
    """Folders and servers may be named one by one."""
    flags = parse_flags(["--add-dir", "a", "--mcp-config={}", "--add-dir", "b", "--mcp-config={ }"])
    assert flags.add_dirs == ("a", "b")
    assert flags.mcp_configs == ("{}", "{ }")


def test_short_names_and_a_prompt() -> None:
    """What people type: -p, -c, and words; after -- all is words."""
    assert parse_flags(["-p", "hello"]) == StartFlags(is_print=True, prompt="hello")
    assert parse_flags(["-c", "--", "-p"]) == StartFlags(continues=True, prompt="-p")
    assert parse_flags(["-r", "-p"]).resume == ""


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--nonsense"], "there is no flag --nonsense"),
        (["-x"], "there is no flag -x"),
        (["-print"], "there is no flag -print"),
        (["--model"], "--model needs a value"),
        (["--verbose=1"], "--verbose takes no value"),
        (["--max-turns", "x"], "--max-turns has to be a number"),
        (["--max-budget-usd", "nan"], "--max-budget-usd has to be an amount"),
        (["--max-budget-usd", "x"], "--max-budget-usd has to be an amount"),
        (["--output-format", "xml"], "it is one of text, json, stream-json"),
        (["--setting-sources", "user,moon"], "--setting-sources cannot be 'moon'"),
        (["a", "b"], "one prompt too many: 'b'"),
        (["--input-format", "stream-json"], "needs --output-format stream-json"),
        (["-c", "--resume", "x"], "do not go together"),
        (["--session-id", "x", "-c"], "needs --fork-session"),
        (["--resume-session-at", "x"], "needs --resume"),
        (["--fork-session"], "needs --resume or --continue"),
    ],
)
def test_wrong_use_is_told_in_words(given: list[str], words: str) -> None:
    """Every mistake says what is wrong, and where to read on."""
    with pytest.raises(FlagError) as caught:
        parse_flags(given)
    assert words in str(caught.value)
    assert "steno-agent --help" in str(caught.value)


def test_the_help_names_every_flag() -> None:
    """What can be given can be read about."""
    told = help_text()
    assert [name for name in FLAGS if f"--{name}" not in told] == []
