"""Fetching newer lists and cards: sources, the network, what is kept, and what is refused."""
