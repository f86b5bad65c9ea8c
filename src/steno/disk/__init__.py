"""The files of a home: where they lie, reading them, writing them safely."""
