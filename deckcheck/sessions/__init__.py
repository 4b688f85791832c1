"""A run of a command: the decks it finds, the settings, the games it judges by."""
