"""Looking at a game, its cards or a deck: what the informing commands show."""
