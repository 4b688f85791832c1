"""All sentences that a user reads: facts in, English out. Nothing outside of this package composes any."""

from deckcheck.wording.english import SENTENCES
from deckcheck.wording.safe_text import sanitise, shorten
from deckcheck.wording.sentences import (
    Definition,
    bounds_text,
    citation_text,
    definition_text,
    error_text,
    fix_line,
    message,
    note_text,
    origin_text,
    place_text,
    rule_text,
    say,
    wrong_expression,
)
from deckcheck.wording.templates import SafeText

__all__ = [
    "SENTENCES",
    "Definition",
    "SafeText",
    "bounds_text",
    "citation_text",
    "definition_text",
    "error_text",
    "fix_line",
    "message",
    "note_text",
    "origin_text",
    "place_text",
    "rule_text",
    "sanitise",
    "say",
    "shorten",
    "wrong_expression",
]
