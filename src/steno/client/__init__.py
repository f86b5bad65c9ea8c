"""The console client: one small agent loop that writes the format that the rest of steno reads."""
