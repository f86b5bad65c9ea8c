"""Sessions by name and as rows of a list."""
