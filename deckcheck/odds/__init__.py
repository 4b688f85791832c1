"""Exact chances of what a hand holds: `answer.ask` takes a question, `vary.vary` a card's copies.

Whole numbers and fractions of the standard library; where counting would take too long the answer is
simulated, and says so.
"""
