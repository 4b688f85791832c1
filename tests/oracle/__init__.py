"""Random games and decks, and the plain answers to what is asked of them: an oracle with no code of the package."""
