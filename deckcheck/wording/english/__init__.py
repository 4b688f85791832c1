"""English: every sentence that a user reads, by its key.

A second language would be a package of the same tables, and somebody to choose between the two: five modules of
`wording/` take `SENTENCES` and `LISTING` from here by name.
"""

from __future__ import annotations

from deckcheck.wording.english.build import BUILD
from deckcheck.wording.english.ci import CI
from deckcheck.wording.english.goldfish import GOLDFISH, PLAY, TRACE
from deckcheck.wording.english.lists import LISTS
from deckcheck.wording.english.mapping import MAPPING
from deckcheck.wording.english.odds import ODDS
from deckcheck.wording.english.printing import PRINTING
from deckcheck.wording.english.problems import AMOUNTS, CARDS, CITATIONS, DECKS, FILES, FIXES, ORIGINS, REFUSALS, RULES
from deckcheck.wording.english.schema import EXPRESSIONS, SCHEMAS
from deckcheck.wording.english.sheet import PHRASES, SHEET
from deckcheck.wording.english.update import UPDATE
from deckcheck.wording.english.usage import NOTES, REPORT, USAGE

# The small words of lists and truths.
LISTING = {"and": "and", "or": "or", "more": "{} more", "yes": "true", "no": "false"}
SENTENCES: dict[str, str] = {
    **FILES,
    **CARDS,
    **DECKS,
    **RULES,
    **REFUSALS,
    **AMOUNTS,
    **ORIGINS,
    **FIXES,
    **CITATIONS,
    **EXPRESSIONS,
    **SCHEMAS,
    **USAGE,
    **UPDATE,
    **NOTES,
    **REPORT,
    **PHRASES,
    **SHEET,
    **ODDS,
    **PRINTING,
    **PLAY,
    **GOLDFISH,
    **TRACE,
    **CI,
    **BUILD,
    **LISTS,
    **MAPPING,
}
