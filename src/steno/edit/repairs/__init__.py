"""What mends a session, one module for each kind of damage."""
