"""Exact chances of what a hand holds: `ask.answered` takes what a player asks,
`answer.ask` a question of a pile.

Whole numbers and fractions of the standard library; where counting would take too long the answer is
simulated, and says so.
"""
