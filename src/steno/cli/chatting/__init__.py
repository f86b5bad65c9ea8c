"""What ``steno chat`` is made of: a person at a terminal, and a conversation."""
