"""A goldfish run as JSON; the fields are a contract."""

from __future__ import annotations

import json

from deckcheck.goldfish.result import Figure, Result

DIGITS = 6


def goldfish_json(result: Result, assumptions: tuple[str, ...]) -> str:
    """The document, ended by a newline."""
    turns = [
        {"turn": now.turn}
        | _mean("spent", now.spent)
        | _mean("wasted", now.wasted)
        | _mean("hand", now.hand)
        | _mean("board", now.board)
        | _mean("damage", now.damage)
        for now in result.turns
    ]
    document = {
        "games": result.games,
        "seed": result.seed,
        "seat": result.seat,
        "policy": {
            "keep": result.policy.keep and result.policy.keep.text,
            "toss": [rule.texts for rule in result.policy.rules],
            "plays": list(result.plays),
        },
        "assumptions": list(assumptions),
        "mulligans": None if result.mulligans is None else [_round(figure.mean) for figure in result.mulligans],
        "turns": turns,
        "kill_turn": None
        if result.kill_turn is None
        else {turn: _round(figure.mean) for turn, figure in result.kill_turn.items()},
        "cards": {
            name: {
                "seen": [_round(figure.mean) for figure in card.seen],
                "seen_ci": [_round(figure.half) for figure in card.seen],
                "played": [_round(figure.mean) for figure in card.played],
                "played_ci": [_round(figure.half) for figure in card.played],
            }
            for name, card in result.cards.items()
        },
        "version": 1,
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _mean(name: str, figure: Figure | None) -> dict[str, float | None]:
    if figure is None:
        return {name: None, f"{name}_ci": None}
    return {name: _round(figure.mean), f"{name}_ci": _round(figure.half)}


def _round(value: float) -> float:
    return round(value, DIGITS)
