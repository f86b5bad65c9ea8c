"""Sessions as traces: spans that any tracing backend takes, with ids made of the transcript."""
