"""A game: what its schema says, read from its file, with its cards and lists."""
