"""Building decks by the rules that judge them: edit, repair, fill, compare."""
