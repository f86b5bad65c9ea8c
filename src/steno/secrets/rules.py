"""Every rule there is, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.secrets import anchored, assignments, commands, tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

    from steno.secrets.rule import Rule


def _all_rules() -> dict[str, Rule]:
    found = [
        *(token.rule for token in tokens.TOKENS),
        *(anchor.rule for anchor in anchored.ANCHORS),
        *(kind.rule for kind in assignments.NAMED),
        *(call.rule for call in commands.CALLS),
        anchored.JWK,
        assignments.NETRC,
        assignments.PASSWORD,
        assignments.SECRET,
    ]
    return {rule.name: rule for rule in sorted(found, key=lambda rule: rule.name)}


RULES: Final[Mapping[str, Rule]] = _all_rules()
"""Every rule by its name."""
