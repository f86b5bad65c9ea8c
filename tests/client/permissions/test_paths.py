"""Paths lead where their links lead, and rules for paths follow .gitignore."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from steno.client.permissions import paths
from steno.client.permissions.context import PermissionContext, listed_rules

if TYPE_CHECKING:
    from steno.client.permissions.rule import Source
    from tests.client.permissions.places import Places


def place(text: str, context: PermissionContext) -> paths.Place:
    """Give a place that exists for sure."""
    found = paths.place_of(text, context.cwd, context.home)
    assert found is not None
    return found


def test_links_are_followed(places: Places, context: PermissionContext) -> None:
    """A link has two paths; what lies behind it counts as outside."""
    found = place("way-out/o.txt", context)
    assert found.given == places.project / "way-out" / "o.txt"
    assert found.resolved == (places.outside / "o.txt").resolve()
    assert not paths.is_inside(found, context.folders)
    assert paths.is_inside(place("src/a.py", context), context.folders)


@pytest.mark.parametrize("text", ["way-out/../o", "../outside/o.txt", "src/../../x", "~/x"])
def test_ways_out_lead_out(context: PermissionContext, text: str) -> None:
    """Neither dots nor a home folder make a path one of the project."""
    assert not paths.is_inside(place(text, context), context.folders)


def test_where_a_path_leads_may_be_unknown(context: PermissionContext, places: Places) -> None:
    """A NUL and a ring of links lead nowhere."""
    (places.project / "ring").symlink_to("ring")
    assert paths.place_of("a\0b", context.cwd, context.home) is None
    assert paths.place_of("ring/x", context.cwd, context.home) is None


@pytest.mark.parametrize(
    "text",
    [
        *(".git/config", ".GIT/x", "sub/.git/x", ".claude/x", ".vscode/x", ".bashrc", ".BASHRC"),
        *("~/.zshrc", "~/.claude/settings.json", ".mcp.json", ".husky/x", "GIT~1/x"),
        *(".\uff47it/x", ".g\u200dit/x", ".git::$INDEX/x", ".git./x"),
    ],
)
def test_places_that_run_things_are_protected(context: PermissionContext, text: str) -> None:
    """Whatever its case: a file that other programs run, or that holds our own rules."""
    assert paths.is_protected(place(text, context), context)


@pytest.mark.parametrize("text", ["a.txt", ".gitignore", ".github/workflows/x", "src/git/x"])
def test_other_places_are_not_protected(context: PermissionContext, text: str) -> None:
    """Names that only look alike are plain files."""
    assert not paths.is_protected(place(text, context), context)


def test_a_link_to_a_protected_place_is_protected(
    context: PermissionContext, places: Places
) -> None:
    """The name of a link hides nothing."""
    (places.project / "plain").symlink_to(places.project / ".git")
    assert paths.is_protected(place("plain/config", context), context)


@pytest.mark.parametrize(
    ("content", "text", "source", "fits"),
    [
        ("./src/**", "src/a.py", "flag", True),
        ("src", "src/deep/b.py", "flag", True),
        ("*.py", "src/deep/b.py", "flag", True),
        ("/src/*.py", "src/a.py", "projectSettings", True),
        ("/src/*.py", "src/deep/b.py", "projectSettings", False),
        ("/src/**", "src/a.py", "userSettings", False),
        ("/x/**", "~/.claude/x/y", "userSettings", True),
        ("~/notes/**", "~/notes/n.txt", "flag", True),
        ("~/notes/**", "notes/n.txt", "flag", False),
        ("way-out/**", "way-out/o.txt", "flag", False),
        ("**", "src/a.py", "flag", True),
        ("**", "~/x", "flag", False),
        ("!src/**", "src/a.py", "flag", False),
    ],
)
def test_rules_fit_paths(
    context: PermissionContext, content: str, text: str, source: Source, fits: bool
) -> None:
    """Each beginning of a pattern has a folder of its own; allowing needs both paths."""
    listed = listed_rules({"allow": [f"Read({content})"]}, source)[0]
    assert paths.matches(listed, place(text, context), context) is fits


def test_denying_needs_one_of_the_two_paths(context: PermissionContext, places: Places) -> None:
    """A link does not lead around a rule that denies, from either side."""
    for content in ("way-out/**", f"/{places.outside}/**"):
        listed = listed_rules({"deny": [f"Read({content})"]}, "flag")[0]
        assert paths.matches(listed, place("way-out/o.txt", context), context)


def test_an_absolute_rule_fits_below_its_folder(context: PermissionContext, places: Places) -> None:
    """Two slashes begin at the root of the file system."""
    listed = listed_rules({"allow": [f"Read(/{places.outside}/deep/**)"]}, "flag")[0]
    assert paths.matches(listed, place("../outside/deep/p.txt", context), context)
    assert not paths.matches(listed, place("../outside/o.txt", context), context)


def test_wildcards_are_expanded_as_a_shell_does(context: PermissionContext) -> None:
    """What cannot be said, or would be too much, is None."""
    found = paths.glob_matches("src/*.py", context.cwd, context.home)
    assert found == [str(context.cwd / "src" / "a.py")]
    assert paths.glob_matches("../*", context.cwd, context.home) is None
    assert paths.glob_matches("**/x", context.cwd, context.home) is None
    assert paths.glob_matches("src/[b].py", context.cwd, context.home) == found
    for odd in ("src/[^b].py", "src/[[:alpha:]].py", "src/[a"):
        assert paths.glob_matches(odd, context.cwd, context.home) is None
    assert paths.has_glob("a*b")
    assert not paths.has_glob("ab")


def test_too_many_files_are_not_listed(context: PermissionContext, places: Places) -> None:
    """A folder with very many files is a doubt."""
    many = places.project / "many"
    many.mkdir()
    for number in range(600):
        (many / str(number)).touch()
    assert paths.glob_matches("many/*", context.cwd, context.home) is None
