"""Changes of a deck file that leave every other byte as it is, with undo; nothing here knows a screen."""
