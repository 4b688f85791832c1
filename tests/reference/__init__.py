"""The slow, plain reference: the four games one game at a time, one object a card, written from the rule books.

It shares nothing with the engine but the address of every draw (`deckcheck.engine.tape`), the order in which
a pile is kept, and the readings that the `play:` sections state. Each rule names the section it comes from.

- `copies`: a card as an object, the pile, the state at the end of a turn.
- `venture`, `tresors`, `clash`, `yugioh`: a book each.
- `trials`: decks and options to try; `fast`: the same games by the engine; `compare`: where they differ.
"""
