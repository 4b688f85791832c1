"""The compiled database: one file a game with its schema, cards and lists, so that a check starts at once."""
