"""A deck list: its lines, the sections they stand in, and the cards they name."""
