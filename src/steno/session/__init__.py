"""What the lines of a session mean: graph, turns, tool calls, and what a resume would send."""
