"""What cannot be derived from the files of a home: state.db, and the bytes kept for an undo."""
