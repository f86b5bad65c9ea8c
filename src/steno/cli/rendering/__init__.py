"""Drawing a session for a terminal, or as plain text where there is none."""
