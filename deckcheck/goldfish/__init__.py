"""Playing alone, many times: what a deck does turn by turn, and one game told."""
