"""Sets of names, written as one text each so that a long one stays readable."""


def names(*texts: str) -> frozenset[str]:
    """Give the names in some texts, which blanks part."""
    return frozenset(name for text in texts for name in text.split())
