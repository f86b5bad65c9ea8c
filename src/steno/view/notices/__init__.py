"""What happened beside the conversation, told in one line each."""
