"""Dated lists of bans, points and legal cards: their files, and what changed between two days."""
