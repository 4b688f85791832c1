"""Deck lists of any card game, judged by rules that are data."""

__version__ = "0.1.0"
