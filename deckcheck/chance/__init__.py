"""What goldfish and odds share: which cards are shuffled, in which order ties go, what a mulligan tosses.

Nothing here knows how hands are counted (`odds`) or played (`engine`): both ask here what a card is to a
question (`calls`), which cards are alike and which comes first (`classes`), which cards a hand tosses
(`policy`), and how sure a simulated figure is (`interval`). Only the standard library is needed.
"""
