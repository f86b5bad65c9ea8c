"""Whether a tool call may run: rules, modes, folders, and what a shell command would do."""
