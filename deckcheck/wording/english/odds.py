"""English: chances of opening hands."""

from __future__ import annotations

ODDS = {
    # a query that is none
    "odds.query": "{what}, column {column}: {reason}\n  {text}\n  {caret}[\nwrite {hint}]",
    "odds.what-query": "the query",
    "odds.what-keep": "--keep",
    "odds.what-toss": "--toss",
    "odds.card-test": "this is asked of a card, not of a hand; say how many of them: count(…) >= 1",
    "odds.only-hand": "{word}: a query looks at the hand alone, as count(…) or hand.count(…)",
    "odds.nested": "the test inside {word}(…) is asked of one card and counts nothing itself",
    "odds.apart-part": "apart(…) takes tests of a card, or conditions such as count(…) >= 2",
    "odds.apart-alone": "apart(…) takes two conditions or more",
    "odds.apart-many": "{found} conditions that overlap are more than the {most} that can be kept apart",
    "odds.unknown-card": 'no card is called "{card}"[; did you mean {nearest:or}?]',
    # wrong usage
    "odds.no-play": "game {game} does not say how a hand is drawn; say how many cards with --hand, without --turn",
    "odds.draws-vary": (
        "how many cards are seen depends on {expr}, which is not the same in all games; "
        "say how many with --hand, without --turn"
    ),
    "odds.no-hand": "the opening hand of {game} has no cards; say how many with --hand, or by which turn with --turn",
    "odds.large": (
        "{deck} cards are too many to count the chance, and to play {games} openings; play up to {most} with --games"
    ),
    "odds.range": "--vary takes a card and numbers of copies such as 0..3, not {text}",
    "odds.vary-most": "{copies} copies are more than the {deck} cards that are shuffled",
    "odds.vary-card": '--vary: no card is called "{card}"[; did you mean {nearest:or}?]',
    "odds.vary-several": "--vary: {card} may be any of {known:or}",
    # the answer
    "odds.asked": "{query}",
    "odds.chance": "{percent}[ = {fraction}], {about}",
    "odds.sampled": "about {percent}, between {low} and {high} with 95 % confidence",
    "odds.one-in": "about 1 in {number}",
    "odds.some-in": "about {some} in {number}",
    "odds.fails": "fails about 1 time in {number}",
    "odds.always": "always",
    "odds.never": "never",
    "odds.mean": "{mean} on average[, between {low} and {high} with 95 % confidence]",
    "odds.where": "in the opening hand of {hand:# card|# cards} out of {deck}",
    "odds.where-turn": (
        "among the {seen:# card|# cards} out of {deck} seen by turn {turn} of seat {seat}: "
        "{hand} in the opening hand and {drawn} drawn"
    ),
    "odds.no-mulligan": "the hand as dealt, without a mulligan",
    "odds.mulligan": "after one mulligan: cards are set aside, as many are drawn, then the ones set aside go back",
    "odds.kept": "kept whole if {keep}",
    "odds.tossed": "set aside: {rule}",
    "odds.rule": "{of}[, all but {leave}][, when {when}]",
    "odds.simulated": "simulated over {games} openings (seed {seed}): too many cases to count exactly",
    "odds.shared": (
        "one card may serve several conditions, as can {cards}[; with different cards for them it is {other} (--apart)]"
    ),
    "odds.apart": "each condition joined by `and` is met by cards of its own (--apart)",
    "odds.capped": "a hand of {hand} cards is more than the {deck} there are; all of them are in it",
    "odds.doubtful": "not counted, as their records do not say: {cards}",
    "odds.not-in-deck": "{card} is not in the deck",
    "odds.not-shuffled": "{card} is in the deck, but not among the cards that are shuffled",
    "odds.placed-asked": "{zone}: {card}, as asked; taken out before the deck is shuffled",
    "odds.placed-declared": "{zone}: {card}, as the deck says; taken out before the deck is shuffled",
    "odds.placed-first": "{zone}: {card}, the first that fits; taken out before the deck is shuffled",
    "odds.option": "{option} = {value}[: {assumed}]",
    "odds.granted": "cards that other cards draw or fetch are not counted: {cards}",
    "odds.seat-same": "seat {seat} sees as many cards as seat 1",
    "odds.seat-early": "before its first turn seat {seat} sees as many cards as seat 1; --turn T counts what it draws",
    "odds.whole-deck": (
        "the whole deck is the hand, and its order is the chance; --hand N asks about the N leftmost cards, "
        "which are like N cards drawn"
    ),
    "odds.section": "drawn from {section}, as the game does not say what is drawn from",
    "odds.no-cards": "{path}: none of the cards that are shuffled is known, so that no chance can be worked out",
    "odds.vary": "with other numbers of {card}, the size of the deck unchanged",
    "odds.vary-how": (
        "a copy more takes the place of a card that the query does not read; for a copy less there is a blank card"
    ),
    "odds.vary-none": "no card makes room for so many copies",
    "odds.column-copies": "copies",
    "odds.column-chance": "chance",
    "odds.column-change": "change",
    "odds.column-value": "number",
    "odds.column-least": "at least",
    "odds.column-mean": "average",
}
