"""Random games and decks, and the plain answers to what is asked of them: an oracle that shares no code with the package."""
