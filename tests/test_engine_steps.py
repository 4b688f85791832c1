"""Steps, prices and options one at a time, as the description of schemas tells them, in invented games.

The decks leave nothing to chance: all cards are drawn at once, so that every turn can be worked out by hand.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from invented import BOLT, FLASH, GIANT, IMP, LENDER, OGRE, RUNNER, WALL, Case, card, check, laid

from deckcheck.engine import read_steps
from deckcheck.engine.nodes import PRICES
from deckcheck.engine.table import Table as Games
from deckcheck.engine.tape import Tape

ALL = "- draw: {n: all}"
STEPS = {
    "swap: only what is higher, which comes back in exchange": Case(
        """
  zones: {hand: , bench: kind == imp, first: kind == imp}
  setup:
    - draw: {n: all}
    - play: {of: cost == 3, to: first, room: {in: first, max: 1}}
  turn:
    - play: {of: cost <= 3, to: bench, when: turn == 1}
    - play: {of: cost == 5, to: bench, when: turn == 3}
    - swap: {with: bench, in: first, by: cost}
""",
        {IMP: 1, OGRE: 2, GIANT: 1},
        {
            "first": ["Ogre", "Ogre", "Ogre", "Giant", "Giant"],
            "bench": ["", "Imp Ogre", "Imp Ogre", "Imp 2 Ogre", "Imp 2 Ogre"],
            "hand": ["Giant Imp Ogre", "Giant", "Giant", "", ""],
        },
    ),
    "swap: an empty place is taken": Case(
        """
  zones: {hand: , bench: kind == imp, first: kind == imp}
  setup:
    - draw: {n: all}
    - play: {of: kind == imp, to: bench}
  turn:
    - swap: {with: bench, in: first, by: 0 - cost}
""",
        {IMP: 2, OGRE: 1},
        {"first": ["", "Imp", "Imp"], "bench": ["2 Imp Ogre", "Imp Ogre", "Imp Ogre"]},
    ),
    "swap: neither is in cooldown": Case(
        """
  zones: {hand: , bench: kind == imp, first: kind == imp}
  setup:
    - draw: {n: all}
    - play: {of: cost == 1, to: first}
    - play: {of: cost == 3, to: bench}
  turn:
    - use: {of: kind == imp, in: [first, bench], cooldown: wait, when: turn == 1 or turn == 4}
    - swap: {with: bench, in: first, by: cost}
""",
        {card("Page", cost=1, wait=1): 1, card("Knight", cost=3, wait=2): 1},
        # Used on turn 1, the page may leave on turn 3, the knight come on turn 4; then he is used again at once.
        {
            "first": ["Page", "Page", "Page", "Page", "Page", "Page", "Page", "Knight"],
            "bench": ["Knight", "Knight", "Knight", "Knight", "Knight", "Knight", "Knight", "Page"],
        },
    ),
    "use: each copy by itself, in all its zones; gains at once": Case(
        """
  zones: {hand: , left: kind == imp, right: kind == imp}
  setup:
    - draw: {n: all}
    - play: {of: cost == 1, to: left, room: {in: left, max: 1}}
    - play: {of: cost == 3, to: right}
  turn:
    - play: {of: cost == 1, to: left, when: turn == 2}
    - use: {of: kind == imp, in: [left, right], cooldown: wait, gain: {power: atk}}
""",
        {card("Page", cost=1, wait=2, atk=1): 2, card("Knight", cost=3, wait=0, atk=10): 1, BOLT: 1},
        {"power": [0, 11, 22, 32, 43, 54, 64]},
    ),
    "use: without a cooldown a card is used every turn; one below zero is none": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: field}}
  turn:
    - use: {{of: atk > 0, in: field, cooldown: wait, gain: {{power: atk}}}}
""",
        {card("Page", atk=2): 1, card("Squire", atk=3, wait=-4): 1, card("Clown", atk=-1): 1},
        {"power": [0, 5, 10]},
    ),
    "use: each step has a cooldown of its own": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: field}}
  turn:
    - use: {{of: kind == imp, in: field, cooldown: 3, gain: {{power: 100}}, when: turn == 2 or turn >= 6}}
    - use: {{of: cost == 1, in: field, cooldown: 1, gain: {{power: atk}}}}
""",
        {card("Page", cost=1, atk=1): 1, card("Knight", cost=3, atk=3): 1},
        # Page: 1 on turns 1, 3 and 5, then 100 on turn 7; Knight: 100 on turns 2 and 6.
        {"power": [0, 1, 101, 102, 102, 103, 203, 303, 303, 303, 403]},
    ),
    "discard: the first by the order until so many are left": Case(
        f"""
  options: {{kept: {{value: 3}}}}
  zones: {{hand: }}
  setup:
    {ALL}
  turn:
    - discard: {{down_to: kept - turn, order: -cost}}
""",
        {IMP: 2, OGRE: 1, GIANT: 2, BOLT: 1},
        {"hand": ["Bolt 2 Giant 2 Imp Ogre", "2 Imp", "Imp", "", ""]},
    ),
    "discard: below zero is none": Case(
        f"""
  zones: {{hand: }}
  setup:
    {ALL}
  turn:
    - discard: {{down_to: 1 - turn}}
""",
        {IMP: 2},
        {"hand": ["2 Imp", "", "", ""]},
    ),
    "refill: sets several, below zero to zero, and what is left is gone": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
  turn:
    - refill: {{mana: 4 - 2 * turn, gems: hand.size - 2, when: turn != 3}}
    - play: {{of: cost == 1, to: field, pay: {{mana: cost}}, when: turn == 1}}
""",
        {IMP: 1, OGRE: 2},
        {"mana": [0, 1, 0, 0, 0], "gems": [0, 1, 0, 0, 0]},
    ),
    "pay: all of several pools, as many copies as the scarcer one pays": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
  turn:
    - refill: {{mana: 7, gems: 5}}
    - play: {{of: kind == imp, to: field, order: -cost, pay: {{mana: cost, gems: atk}}}}
""",
        {card("Cub", cost=3, atk=1): 2, card("Bear", cost=2, atk=2): 4, card("Ghost", atk=0): 3},
        {"field": ["", "2 Cub", "2 Bear 2 Cub", "4 Bear 2 Cub"], "mana": [0, 1, 3, 3], "gems": [0, 3, 1, 1]},
    ),
    "pay: costs and pools beyond what a byte holds": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
  turn:
    - refill: {{mana: "300 * turn"}}
    - play: {{of: kind == imp, to: field, order: -cost, pay: {{mana: cost}}}}
""",
        {card("Titan", cost=500): 1, card("Hill", cost=256): 1, card("Stone", cost=100): 3},
        {
            "field": ["", "Hill", "Hill Stone Titan", "Hill 3 Stone Titan"],
            "mana": [0, 44, 0, 700],
        },
    ),
    "host: the cheapest that suffices, each once a turn; what costs nothing needs none": Case(
        f"""
  zones: {{hand: , field: kind == imp, spells: kind == bolt}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: field}}
  turn:
    - play: {{of: kind == bolt, to: spells, order: cost, host: {{in: field, by: cost}}}}
""",
        {
            IMP: 1,
            OGRE: 1,
            card("Spark", "bolt", cost=0): 2,
            BOLT: 2,
            card("Blaze", "bolt", cost=3): 2,
            card("Rune", "bolt"): 1,
        },
        # Imp and Ogre host the two Bolts; then the Ogre a Blaze a turn. A Rune without a cost waits for ever.
        {"spells": ["", "2 Bolt 2 Spark", "Blaze 2 Bolt 2 Spark", "2 Blaze 2 Bolt 2 Spark", "2 Blaze 2 Bolt 2 Spark"]},
    ),
    "tribute: the least first, each below the card's own; its own place is free then": Case(
        f"""
  define: {{gives_up: "min(2, max(0, cost - 3))"}}
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: cost <= 3, to: field}}
  turn:
    - refill: {{call: 1}}
    - play:
        of: cost > 3
        to: field
        order: [-cost, -atk]
        pay: {{call: 1}}
        tribute: {{in: field, n: gives_up, by: atk}}
        room: {{in: field, max: 1}}
""",
        {IMP: 2, OGRE: 2, GIANT: 1, card("Dwarf", cost=4, atk=3): 2},
        # The Giant takes both Imps; a Dwarf with 3 takes nobody with 3 or more, and without a tribute finds no room.
        {"field": ["2 Imp 2 Ogre", "Giant 2 Ogre", "Giant 2 Ogre"], "hand": ["2 Dwarf Giant", "2 Dwarf", "2 Dwarf"]},
    ),
    "tribute: a single one frees its place too": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: cost <= 3, to: field}}
  turn:
    - refill: {{call: 1}}
    - play:
        of: cost > 3
        to: field
        pay: {{call: 1}}
        tribute: {{in: field, n: 1, by: atk}}
        room: {{in: field, max: 1}}
""",
        {IMP: 1, OGRE: 1, GIANT: 3},
        {"field": ["Imp Ogre", "Giant Ogre", "2 Giant", "2 Giant"]},
    ),
    "tribute: in another zone it frees no place": Case(
        f"""
  zones: {{hand: , pit: kind == imp, field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: cost == 1, to: pit}}
    - play: {{of: cost == 3, to: field}}
  turn:
    - play: {{of: cost == 5, to: field, tribute: {{in: pit, n: 2, by: atk}}, room: {{in: field, max: turn}}}}
""",
        {IMP: 5, OGRE: 1, GIANT: 3},
        {
            "pit": ["5 Imp", "5 Imp", "3 Imp", "Imp", "Imp"],
            "field": ["Ogre", "Ogre", "Giant Ogre", "2 Giant Ogre", "2 Giant Ogre"],
        },
    ),
    "room: one limit for three zones together, and a list of limits": Case(
        f"""
  zones: {{hand: , a: cost == 1, b: cost == 3, c: cost == 5}}
  setup:
    {ALL}
  turn:
    - play: {{of: cost == 1, to: a, room: {{in: [a, b, c], max: 5}}, when: turn <= 2}}
    - play: {{of: cost == 3, to: b, room: [{{in: [a, b, c], max: 6}}, {{in: b, max: 2}}]}}
    - play: {{of: cost == 5, to: c, room: {{in: [a, b, c], max: 2 * turn}}}}
""",
        {IMP: 3, OGRE: 4, GIANT: 9},
        {
            "a": ["", "3 Imp", "3 Imp", "3 Imp", "3 Imp", "3 Imp"],
            "b": ["", "2 Ogre", "2 Ogre", "2 Ogre", "2 Ogre", "2 Ogre"],
            "c": ["", "", "", "Giant", "3 Giant", "5 Giant"],
        },
    ),
    "room: while it resolves, so that all are played or none": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: field}}
  turn:
    - play: {{of: kind == bolt, room: {{in: field, max: turn, holds: false}}}}
""",
        {IMP: 2, BOLT: 5},
        {"hand": ["5 Bolt", "5 Bolt", "5 Bolt", "", ""]},
    ),
    "alike: copies of one card in several zones together": Case(
        f"""
  zones: {{hand: , a: kind == imp, b: kind == imp}}
  setup:
    {ALL}
  turn:
    - play: {{of: cost == 1, to: a, alike: {{in: [a, b], max: 2}}, room: {{in: a, max: 1}}}}
    - play: {{of: kind == imp, to: b, alike: {{in: [a, b], max: 2}}}}
""",
        {IMP: 4, OGRE: 3, GIANT: 1},
        {
            "a": ["", "Imp", "Imp"],
            "b": ["", "Giant Imp 2 Ogre", "Giant Imp 2 Ogre"],
            "hand": ["Giant 4 Imp 3 Ogre", "2 Imp Ogre", "2 Imp Ogre"],
        },
    ),
    "needs: every card named, in any of the zones; who names none never": Case(
        f"""
  zones: {{hand: , a: cost == 1, b: cost == 3}}
  setup:
    {ALL}
    - play: {{of: cost == 1, to: a}}
  turn:
    - play: {{of: cost == 3, to: b, when: turn == 2}}
    - play: {{of: kind == bolt, needs: {{in: [a, b], by: needs}}}}
""",
        {
            IMP: 1,
            OGRE: 1,
            card("Both", "bolt", needs=("Imp", "ogre")): 2,
            card("One", "bolt", needs=("Imp",)): 2,
            card("None", "bolt"): 1,
            card("Nobody", "bolt", needs=("Imp", "Yeti")): 1,
        },
        {"hand": ["2 Both Nobody None Ogre 2 One", "2 Both Nobody None Ogre", "Nobody None", "Nobody None"]},
    ),
    "play: out of a zone, settled: only what lay there when the turn began": Case(
        f"""
  zones: {{hand: , set: kind == bolt}}
  setup:
    {ALL}
  turn:
    - play: {{of: kind == bolt, to: set, order: cost, room: {{in: set, max: 2}}}}
    - play: {{of: cost == 1, from: set, settled: true, gain: {{power: cost}}}}
    - play: {{of: cost == 2, from: set, gain: {{power: 10 * cost}}}}
""",
        {BOLT: 3, FLASH: 1},
        # Turn 1: two Bolts set. Turn 2: those two go. Turn 3 ff.: Bolt and Flash are set, the Flash goes at once.
        {"power": [0, 0, 2, 22, 23], "set": ["", "2 Bolt", "", "Bolt", ""]},
    ),
    "play: each card is tried once, and what plays give comes when the step is over": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
  turn:
    - refill: {{mana: 2}}
    - play: {{of: kind == imp, to: field, order: -cost, pay: {{mana: cost}}, gain: {{mana: gives}}}}
""",
        {card("Monk", cost=1, gives=2): 3, GIANT: 1},
        {"field": ["", "2 Monk", "3 Monk", "3 Monk"], "mana": [0, 4, 3, 2]},
    ),
    "repeat: again while a card moved, so many times": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
  turn:
    - refill: {{mana: 1}}
    - repeat:
        most: 2
        steps:
          - play: {{of: kind == imp, to: field, order: -cost, pay: {{mana: cost}}, gain: {{mana: gives}}}}
""",
        {card("Monk", cost=1, gives=2): 9, GIANT: 1},
        {"field": ["", "3 Monk", "6 Monk", "9 Monk"], "mana": [0, 4, 4, 4]},
    ),
    "replace: better ones of the hand push out what is worse, of equals what lies there stays": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: cost == 1, to: field}}
  turn:
    - refill: {{mana: 4}}
    - play: {{of: atk >= 0, to: field, replace: true, order: -atk, pay: {{mana: cost}}, room: {{in: field, max: 3}}}}
""",
        {IMP: 3, card("Cub", cost=2, atk=1): 3, card("Bear", cost=3, atk=2): 3},
        # A Bear a turn, 1 mana is left: a Cub is no better than an Imp and comes for none of them.
        {
            "field": ["3 Imp", "Bear 2 Imp", "2 Bear Imp", "3 Bear", "3 Bear"],
            "hand": ["3 Bear 3 Cub", "2 Bear 3 Cub", "Bear 3 Cub", "3 Cub", "3 Cub"],
        },
    ),
    "replace: places of cards in cooldown are theirs, and so many copies at most": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: cost == 1, to: field}}
  turn:
    - use: {{of: cost == 1, in: field, cooldown: wait, when: turn == 1}}
    - play:
        of: kind == imp
        to: field
        replace: true
        order: -atk
        room: {{in: field, max: 3}}
        alike: {{in: field, max: 1}}
""",
        {card("Page", cost=1, atk=1, wait=2): 1, OGRE: 3, GIANT: 1, card("Dwarf", cost=4, atk=4): 1},
        {
            "field": ["Page", "Dwarf Giant Page", "Dwarf Giant Page", "Dwarf Giant Page", "Dwarf Giant Ogre"],
            "hand": ["Dwarf Giant 3 Ogre", "3 Ogre", "3 Ogre", "3 Ogre", "2 Ogre"],
        },
    ),
    "attack: only cards that pass, more and less, into a total of its own": Case(
        f"""
  options: {{shield: {{value: 4}}}}
  zones: {{hand: , a: kind == imp, b: kind == imp}}
  setup:
    {ALL}
    - play: {{of: cost == 1, to: a}}
    - play: {{of: cost > 1, to: b}}
  turn:
    - refill: {{rage: turn - 1}}
    - attack: {{with: [a, b], sum: atk, of: cost < 5, plus: 2 * rage, less: shield, into: wounds}}
    - attack: {{with: b, sum: atk}}
    - attack: {{with: a, sum: 0 - atk, into: healed}}
""",
        {IMP: 2, OGRE: 1, GIANT: 1},
        {"wounds": [0, 1, 4, 9], "damage": [0, 8, 16, 24], "healed": [0, 0, 0, 0]},
    ),
    "attack: more is added though nothing lies there": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: field}}
  turn:
    - attack: {{with: field, sum: atk, plus: turn - 2}}
""",
        {BOLT: 1},
        {"damage": [0, 0, 0, 1, 3]},
    ),
    "a number divided by nothing is nothing": Case(
        """
  options: {zero: {value: 0}}
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: 6 // zero}
    - draw: {n: 2}
    - play: {of: kind == imp, to: field}
  turn:
    - play: {of: kind == imp, from: field, alike: {in: field, max: 1 // zero}}
    - refill: {mana: 5 % zero, gems: 6 // (turn - 1), coins: 6 // turn}
    - attack: {with: field, sum: atk // zero, less: 1 // zero, plus: 1 % zero}
""",
        {IMP: 4},
        {
            "field": ["2 Imp", "2 Imp", "2 Imp"],
            "mana": [0, 0, 0],
            "gems": [0, 0, 6],
            "coins": [0, 6, 3],
            "damage": [0] * 3,
        },
    ),
    "order: a field that a card lacks counts 0": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
  turn:
    - refill: {{call: 1}}
    - play: {{of: kind == imp, to: field, order: [atk, -cost], pay: {{call: 1}}}}
""",
        {card("Low", atk=-1): 1, card("Void"): 1, card("Nought", atk=0, cost=2): 1, card("High", atk=1): 1},
        {"field": ["", "Low", "Low Nought", "Low Nought Void", "High Low Nought Void"]},
    ),
    "gain: pools beyond what a byte holds, and below nothing": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
  turn:
    - refill: {{mana: 10, when: turn == 1}}
    - play: {{of: gives > 0, to: field, gain: {{mana: gives}}, when: turn == 1}}
    - play: {{of: gives < 0, to: field, gain: {{debt: gives, mana: gives}}, when: turn == 2}}
    - play: {{of: cost == 1, to: field, pay: {{debt: cost}}}}
""",
        {card("Mine", gives=100): 3, card("Hole", gives=-155): 2, IMP: 1},
        {"mana": [0, 310, 0, 0], "debt": [0, 0, -310, -310], "hand": ["2 Hole Imp 3 Mine", "2 Hole Imp", "Imp", "Imp"]},
    ),
    "gain: what is used every turn adds up where no refill sets it": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: field}}
  turn:
    - use: {{of: kind == imp, in: field, cooldown: 0, gain: {{power: atk}}}}
""",
        {card("Sun", atk=50): 2},
        {"power": [0, 100, 200, 300, 400, 500, 600, 700]},
    ),
    "gain: a card that goes from zone to zone and back gives every time": Case(
        f"""
  zones: {{hand: , up: kind == imp, down: kind == imp}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: up}}
  turn:
    - refill: {{mana: 0}}
    - repeat:
        most: 3
        steps:
          - play: {{of: kind == imp, from: up, to: down, gain: {{gold: atk, mana: atk, tin: atk // 6}}}}
          - play: {{of: kind == imp, from: down, to: up}}
""",
        {card("Sun", atk=60): 2},
        {"gold": [0, 360, 720, 1080, 1440, 1800], "mana": [0] + [360] * 5, "tin": [0, 60, 120, 180, 240, 300]},
    ),
    "refill: beyond a byte, as the game begins, out of itself, in a repeat, and what is gained on top": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    - refill: {{gold: 200, dust: 300, grain: 9}}
    {ALL}
    - play: {{of: kind == imp, to: field, gain: {{grain: atk}}}}
  turn:
    - refill: {{gold: gold + 100, mana: 150 + turn, clay: turn + 255, ore: 50 * turn, gems: "max(turn, 250) - -10"}}
    - use: {{of: kind == imp, in: field, cooldown: 0, gain: {{mana: atk}}}}
    - repeat: {{steps: [refill: {{salt: "300 // turn"}}]}}
""",
        {card("Sun", atk=60): 2},
        {
            "gold": [200, 300, 400, 500, 600, 700, 800],
            "dust": [300] * 7,
            "grain": [129] * 7,
            "mana": [0, 271, 272, 273, 274, 275, 276],
            "clay": [0, 256, 257, 258, 259, 260, 261],
            "ore": [0, 50, 100, 150, 200, 250, 300],
            "gems": [0] + [260] * 6,
            "salt": [0, 300, 150, 100, 75, 60, 50],
        },
    ),
    "draw: a deck of one card more than a byte counts": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
  turn:
    - play: {{of: kind == imp, to: field}}
    - attack: {{with: field, sum: atk}}
""",
        {IMP: 256},
        {"hand": ["256 Imp", ""], "field": ["", "256 Imp"], "damage": [0, 256]},
    ),
    "draw: only in games where, and no word of an empty pile": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: all}
  turn:
    - draw: {n: 1, when: hand.size < 9}
""",
        {IMP: 2},
        {"hand": ["2 Imp", "2 Imp"], "lost": [False, False]},
    ),
    "use: a card that leaves in cooldown is fresh where it comes; the one that wakes last leaves first": Case(
        f"""
  zones: {{hand: , field: kind != bolt, den: kind == imp, pyre: kind == bolt}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: field, room: {{in: field, max: 2}}}}
  turn:
    - use: {{of: kind == imp, in: field, cooldown: 2, gain: {{power: atk}}}}
    - play: {{of: kind == imp, to: field, when: turn == 1}}
    - play: {{of: kind == imp, from: field, to: den, room: {{in: den, max: 1}}, when: turn == 2}}
    - play: {{of: kind == bolt, to: pyre, tribute: {{in: field, n: 1, by: cost}}, when: turn == 4}}
    - use: {{of: kind == imp, in: den, cooldown: 9, gain: {{glow: atk}}}}
""",
        {card("Page", cost=1, atk=1): 3, card("Pyre", "bolt", cost=2): 1},
        # Two are used on turn 1, the third on turn 2; it leaves for the den. One of the two, used on turn 4, is burnt.
        {
            "power": [0, 2, 3, 3, 5, 5, 5, 6],
            "glow": [0, 0, 1, 1, 1, 1, 1, 1],
            "field": ["2 Page", "3 Page", "2 Page", "2 Page", "Page", "Page", "Page", "Page"],
        },
    ),
    "play: settled, though another step has taken the card since the turn began": Case(
        f"""
  zones: {{hand: , up: kind == imp, down: kind == imp}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: up}}
  turn:
    - play: {{of: cost == 1, from: up, to: down}}
    - play: {{of: kind == imp, from: up, to: down, settled: true}}
""",
        {IMP: 2, OGRE: 1},
        {"up": ["2 Imp Ogre", "", ""], "down": ["", "2 Imp Ogre", "2 Imp Ogre"]},
    ),
    "attack: less than nothing is nothing": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: field}}
  turn:
    - attack: {{with: field, sum: atk, less: 7 - 2 * turn}}
""",
        {IMP: 2},
        {"damage": [0, 0, 0, 1, 4]},
    ),
    "attack: a card of less than nothing takes away": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
    - play: {{of: kind == imp, to: field}}
  turn:
    - attack: {{with: field, sum: atk}}
""",
        {OGRE: 1, card("Clown", atk=-1): 2},
        {"damage": [0, 1, 2]},
    ),
    "attack: settled are those that came on an earlier turn": Case(
        f"""
  zones: {{hand: , a: cost == 1, b: cost == 3}}
  setup:
    {ALL}
  turn:
    - play: {{of: cost == 1, to: a, room: {{in: a, max: turn}}}}
    - play: {{of: cost == 3, to: b, when: turn == 2}}
    - attack: {{with: [a, b], sum: atk, settled: true}}
""",
        {IMP: 9, OGRE: 2},
        {"damage": [0, 0, 1, 9, 18]},
    ),
    "walls: strike by strike, the newest first; the wall in front takes what exceeds it": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  won: fallen >= 3
  setup:
    {ALL}
  turn:
    - play: {{of: cost == 3, to: field, when: turn == 1}}
    - play: {{of: cost == 5, to: field, when: turn == 2}}
    - attack: {{with: field, sum: atk, settled: true, walls: [4, 0 - 2, 6, 3]}}
""",
        {OGRE: 2, GIANT: 1},
        # 3 and 1 of 3; then 5, 1 of 3 and 3: the last wall is down and all else is lost.
        {
            "damage": [0, 0, 4, 13, 13],
            "fallen": [0, 0, 2, 4, 4],
            "won": [False, False, False, True, True],
        },
    ),
    "walls: a number alone is one wall; what lies there at once strikes as one": Case(
        f"""
  zones: {{hand: , a: cost == 1, b: cost == 3}}
  setup:
    {ALL}
    - play: {{of: cost == 1, to: a}}
    - play: {{of: cost == 3, to: b}}
  turn:
    - attack: {{with: [a, b], sum: atk, walls: 7}}
""",
        {IMP: 2, OGRE: 1},
        {"damage": [0, 5, 7, 7], "fallen": [0, 0, 1, 1]},
    ),
    "walls: each attack has its own, and one of nothing in front falls as the game begins": Case(
        f"""
  zones: {{hand: , field: kind == imp}}
  setup:
    {ALL}
  turn:
    - play: {{of: kind == imp, to: field, when: turn == 1}}
    - attack: {{with: field, sum: atk, settled: true, walls: 2}}
    - attack: {{with: field, sum: 10 * atk, settled: true, of: cost == 1, walls: [0, 15, 0]}}
    - attack: {{with: field, sum: atk, settled: true, into: more}}
""",
        {IMP: 1, OGRE: 1},
        # 2 of the Ogre's 3, the Imp's 1 is lost; the Imp's 10, then 5 of them.
        {"damage": [0, 0, 12, 17, 17], "fallen": [1, 1, 2, 4, 4], "more": [0, 0, 4, 8, 12]},
    ),
    "draw: fewer are left than are due, in a deck whose cards draw": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 2}
  turn:
    - play: {of: kind == imp, pay: {call: cost}, gain: {more: gives}}
    - refill: {call: 1}
    - draw: {n: more, lose: short}
    - draw: {n: 3, lose: short}
""",
        {card("Scout", cost=1, gives=1): 12},
        # Drawn so far: 2, 5, 9, then one and 2 of 3.
        {"hand": ["2 Scout", "5 Scout", "8 Scout", "10 Scout"], "lost": [False, False, False, True]},
    ),
    "draw: no card is left, in a deck whose cards draw": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 2}
  turn:
    - play: {of: kind == imp, pay: {call: cost}, gain: {more: gives}}
    - refill: {call: 1}
    - draw: {n: more, lose: empty}
    - draw: {n: 3, lose: empty}
""",
        {card("Scout", cost=1, gives=1): 12},
        {"hand": ["2 Scout", "5 Scout", "8 Scout", "10 Scout", "9 Scout"], "lost": [False, False, False, False, True]},
    ),
    "draw: the game is lost where no card is left": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 1}
  turn:
    - draw: {n: 2, lose: empty}
""",
        {IMP: 4},
        {"hand": ["Imp", "3 Imp", "4 Imp", "4 Imp"], "lost": [False, False, False, True]},
    ),
    "draw: the game is lost where fewer are left than are due": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 1}
  turn:
    - draw: {n: 2, lose: short}
""",
        {IMP: 4},
        {"hand": ["Imp", "3 Imp", "4 Imp", "4 Imp"], "lost": [False, False, True, True]},
    ),
    "draw: without a word an empty pile costs nothing, and less than nothing draws nothing": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 0 - 1, lose: short}
  turn:
    - draw: {n: 3}
""",
        {IMP: 4},
        {"hand": ["", "3 Imp", "4 Imp", "4 Imp"], "lost": [False] * 4},
    ),
    "draw: only in games where": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 2}
  turn:
    - draw: {n: 2, when: hand.size <= 5, lose: short}
""",
        {IMP: 7},
        {"hand": ["2 Imp", "4 Imp", "6 Imp", "6 Imp"], "lost": [False] * 4},
    ),
    "draw: only in games where, and the pile is too small": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 2}
  turn:
    - draw: {n: 2, when: hand.size <= 5, lose: short}
""",
        {IMP: 5},
        {"hand": ["2 Imp", "4 Imp", "5 Imp"], "lost": [False, False, True]},
    ),
    "draw: what a pool holds, which is empty then": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 2}
  turn:
    - refill: {due: "max(1, 4 - hand.size)", when: turn != 3}
    - draw: {n: due, lose: empty}
""",
        {IMP: 6},
        {
            "hand": ["2 Imp", "4 Imp", "5 Imp", "5 Imp", "6 Imp", "6 Imp"],
            "due": [0] * 6,
            "lost": [False, False, False, False, False, True],
        },
    ),
    "draw: a pool is kept for the games where": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 2}
  turn:
    - refill: {due: 1, when: turn == 1}
    - draw: {n: due, when: hand.size + turn > 3, lose: empty}
""",
        {IMP: 6},
        {"hand": ["2 Imp", "2 Imp", "3 Imp"], "due": [0, 1, 0]},
    ),
    "mulligan: rule by rule, in order, until so many are left; drawn anew before they go back": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 6}
    - mulligan:
        toss:
          - {of: kind == imp, order: -cost, leave: 2}
          - {of: kind == bolt, when: hand.count(kind == imp) > 2}
          - {of: cost == 1, leave: 0, when: hand.count(kind == imp) == 2}
  turn:
    - draw: {n: 9}
""",
        {IMP: 2, OGRE: 1, GIANT: 1, BOLT: 2},
        # Giant and Ogre go, then, as two Imps are left, both Imps and the Bolts. None is left to draw.
        {"hand": ["", "2 Bolt Giant 2 Imp Ogre"]},
    ),
    "mulligan: more are tossed than the pile holds": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: 5}
    - mulligan: {toss: {of: cost >= 1}}
  turn:
    - draw: {n: 3, lose: short}
    - draw: {n: 2, lose: short}
""",
        {IMP: 8},
        # Three are left to draw; five go back.
        {"hand": ["3 Imp", "8 Imp", "8 Imp"], "lost": [False, False, True]},
    ),
    "mulligan: a hand that passes is kept": Case(
        """
  zones: {hand: }
  setup:
    - draw: {n: all}
    - mulligan: {keep: count(cost >= 5) >= 1, toss: {of: cost >= 0}}
  turn:
    - draw: {n: 1}
""",
        {IMP: 2, GIANT: 1},
        {"hand": ["Giant 2 Imp", "Giant 2 Imp"]},
    ),
    "search: the first by the order of those that pass, one a copy": Case(
        """
  zones: {hand: }
  setup:
    - place: {of: kind == lord, to: hand_}
  turn:
    - play: {of: kind == lord, from: hand_, search: {by: seek, order: -cost}}
""".replace("{hand: }", "{hand: , hand_: kind == lord}"),
        {card("Lord", "lord", seek="kind == imp and cost < 5"): 1, IMP: 1, OGRE: 2, GIANT: 2},
        {"hand": ["", "Ogre", "Ogre"]},
    ),
    "search: what is no longer in the pile is not fetched": Case(
        """
  zones: {hand: , court: kind == lord}
  setup:
    - place: {of: kind == lord and cost == 1, to: court}
    - place: {of: kind == lord and cost == 2, to: court}
    - place: {of: kind == lord and cost == 3, to: court}
  turn:
    - play: {of: cost == 1, from: court, search: {by: seek}, when: turn == 1}
    - play: {of: cost == 2, from: court, search: {by: seek}, when: turn == 2}
    - play: {of: cost == 3, from: court, search: {by: seek}, when: turn == 3}
    - draw: {n: 1, when: turn == 4}
""",
        {
            card("Duke", "lord", cost=1, seek="cost == 5"): 1,
            card("Earl", "lord", cost=2, seek="cost == 5"): 1,
            card("King", "lord", cost=3, seek="kind == imp"): 1,
            GIANT: 1,
            OGRE: 1,
        },
        {
            "hand": ["", "Giant", "Giant", "Giant Ogre", "Giant Ogre"],
            "court": ["Duke Earl King", "Earl King", "King", "", ""],
        },
    ),
    "place: the option before the section, the section before the order": Case(
        """
  deck: [main, throne]
  options: {chief: {card: true}}
  zones: {hand: , top: kind == imp}
  setup:
    - place: {of: kind == imp, to: top, section: throne, option: chief, order: -cost}
    - draw: {n: all}
  turn: []
""",
        {IMP: 1, GIANT: 1},
        {"top": ["Imp"], "hand": ["Giant Ogre"]},
        options={"chief": "imp"},
        aside=(("throne", OGRE),),
    ),
    "place: the section before the order, the better one of two": Case(
        """
  deck: [main, throne]
  zones: {hand: , top: kind == imp}
  setup:
    - place: {of: kind == imp, to: top, section: throne, order: -cost}
    - draw: {n: all}
  turn: []
""",
        {IMP: 1, GIANT: 1},
        {"top": ["Ogre"], "hand": ["Giant 2 Imp"]},
        aside=(("throne", IMP), ("throne", OGRE)),
    ),
    "place: the order, where nothing is declared": Case(
        """
  deck: [main, throne]
  zones: {hand: , top: kind == imp}
  setup:
    - place: {of: kind == imp, to: top, section: throne, order: [0 - gives, -cost]}
    - draw: {n: all}
  turn: []
""",
        {IMP: 1, GIANT: 1, OGRE: 1},
        {"top": ["Giant"], "hand": ["Bolt Imp Ogre"]},
        aside=(("throne", BOLT),),
    ),
    "place: only where it is due": Case(
        """
  zones: {hand: , top: kind == imp}
  setup:
    - place: {of: kind == imp, to: top, when: seat == 2}
    - draw: {n: all}
  turn: []
""",
        {IMP: 1},
        {"top": [""], "hand": ["Imp"]},
    ),
    "phases: the option says where seat 1 begins, seat 2 one later": Case(
        """
  options: {start: {value: dusk, one_of: [dawn, noon, dusk]}}
  phases: {order: [dawn, noon, dusk], first: start}
  zones: {hand: }
  setup: []
  turn:
    - refill: {sun: "turn", when: phase == noon}
""",
        {IMP: 1},
        {"phase": ["", "dawn", "noon", "dusk", "dawn"], "sun": [0, 0, 2, 2, 2]},
        options={"seat": "2"},
    ),
    "ordered: the reach, the lines in their order, the order within a line": Case(
        """
  zones: {hand: ordered, field: kind == imp}
  setup:
    - draw: {n: all}
  turn:
    - refill: {mana: 6}
    - play:
        reach: 9
        pay: {mana: cost}
        first_of:
          - {of: kind == imp, to: field, order: -cost}
          - {of: kind == bolt}
          - {of: cost == 1, to: field}
""",
        {IMP: 1, OGRE: 2, GIANT: 1, BOLT: 1, card("Rune", "bolt"): 1, card("Lord", "lord", cost=0): 1},
        # Giant and Imp; then both Ogres; then the Bolt. A Lord is in no line; a Rune has no cost.
        {
            "field": ["", "Giant Imp", "Giant Imp 2 Ogre", "Giant Imp 2 Ogre"],
            "hand": ["Bolt Giant Imp Lord 2 Ogre Rune", "Bolt Lord 2 Ogre Rune", "Bolt Lord Rune", "Lord Rune"],
            "mana": [0, 0, 0, 5],
        },
    ),
    "ordered: what returns is paid again while it can be": Case(
        """
  zones: {hand: ordered, field: kind == imp}
  setup:
    - draw: {n: all}
  turn:
    - refill: {mana: 5}
    - play:
        reach: 3
        pay: {mana: cost}
        first_of:
          - {of: kind == bolt, to: hand, order: cost}
          - {of: kind == imp, to: field}
""",
        {FLASH: 1, card("Spark", "bolt", cost=0): 1, IMP: 1},
        {"field": ["", "Imp"], "mana": [0, 0], "hand": ["Flash Imp Spark", "Flash Spark"]},
    ),
}

# Front to back, by the turn on which they come; who passes others, and who makes neighbours do so.
LINES = {
    "the example of the description": Case(
        """
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: all}
  turn:
    - play: {of: cost == 3, to: field, room: {in: field, max: 1}, when: turn == 1}
    - play: {of: cost == 2, to: field, room: {in: field, max: 2}, when: turn == 2}
    - play: {of: cost == 3, to: field, room: {in: field, max: 3}, when: turn == 3}
    - play: {of: cost == 2, to: field, room: {in: field, max: 4}, when: turn == 4}
    - attack: {with: field, sum: atk, settled: true, passes: wait == 1, lends: gives == 1, when: turn == 5}
""",
        {WALL: 2, RUNNER: 2},
        {"damage": [0, 0, 0, 0, 0, 9]},
    ),
    "the one that passed first makes its neighbour pass too": Case(
        """
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: all}
  turn:
    - play: {of: cost == 3, to: field, when: turn == 1}
    - play: {of: cost == 4, to: field, when: turn == 2}
    - attack: {with: field, sum: atk, settled: true, passes: wait == 1, lends: gives == 1, when: turn >= 3}
""",
        {card("Guard", cost=3, atk=1): 1, card("Herald", cost=4, atk=2, wait=1, gives=1): 1},
        # The Herald passes the Guard, stands before it then, and the Guard passes it; and so every turn.
        {"damage": [0, 0, 0, 5, 10]},
    ),
    "a card that is left out neither strikes nor moves, yet it is passed": Case(
        """
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: all}
  turn:
    - play: {of: cost == 3, to: field, when: turn == 1}
    - play: {of: cost == 2, to: field, when: turn == 2}
    - attack: {with: field, sum: atk, of: cost < 3, settled: true, passes: wait == 1 or cost == 3, when: turn >= 3}
""",
        {card("Guard", cost=3, atk=9): 2, RUNNER: 1},
        {"damage": [0, 0, 0, 4, 6]},
    ),
    "newcomers are passed but do not strike; lenders make both neighbours pass": Case(
        """
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: all}
  turn:
    - play: {of: cost == 3, to: field, room: {in: field, max: 1}, when: turn == 1}
    - play: {of: cost == 1, to: field, when: turn == 2}
    - play: {of: cost == 3, to: field, when: turn == 3}
    - attack: {with: field, sum: atk, settled: true, passes: wait == 1, lends: gives == 1, when: turn >= 3}
""",
        {card("Guard", cost=3, atk=2): 2, LENDER: 1},
        # Turn 3: Guard, Lender, Guard (new): the first Guard is in front and passes nobody.
        # Turn 4: the other passes two; then Lender and Guard are behind it: the Guard is beside the Lender, passes one.
        {"damage": [0, 0, 0, 2, 9]},
    ),
    "several copies come at once, one behind the other": Case(
        """
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: all}
  turn:
    - play: {of: cost == 3, to: field, when: turn == 1}
    - play: {of: cost == 2, to: field, when: turn == 2}
    - attack: {with: field, sum: atk, settled: true, passes: wait == 1, when: turn >= 3}
""",
        {WALL: 3, RUNNER: 2},
        # The last runner passes four, the other four too; then both stand in front, and each passes one.
        {"damage": [0, 0, 0, 12, 18, 24]},
    ),
}


@pytest.mark.parametrize("case", STEPS.values(), ids=STEPS.keys())
def test_a_step_does_what_is_told_of_it(tmp_path: Path, case: Case) -> None:
    check(tmp_path, case)


@pytest.mark.parametrize("case", LINES.values(), ids=LINES.keys())
def test_who_stands_where(tmp_path: Path, case: Case) -> None:
    check(tmp_path, case)


@pytest.mark.parametrize("word", [*read_steps.STEPS, *PRICES])
def test_each_step_and_price_is_in_a_case(word: str) -> None:
    cases = (*STEPS.values(), *LINES.values(), *CHANCES.values())
    elsewhere = {"mulligan", "attach"}  # tests of their own
    found = word in elsewhere or any(re.search(rf"\b{word}: ", case.play) for case in cases)
    assert found, f"{word}: no case above says what it does, turn by turn"


def rows_of(table: Games, column: int) -> dict[str, object]:
    """All that a table holds of one game."""
    found: dict[str, object] = {name: int(row[column]) for name, row in {**table.pools, **table.totals}.items()}
    for name, zone in table.zones.items():
        found[name] = [(t, int(zone.row_now(t)[column])) for t in zone.ids]
    found |= {
        f"{name} line": zone.line.order(column) for name, zone in table.zones.items() if getattr(zone, "line", None)
    }
    return found | {"lost": bool(table.lost[column]), "tossed": int(table.mulligans[column])}


# Hands that are left to chance, so that games differ in how many cards are left in the pile.
CHANCES = {
    "draws that cards give": Case(
        """
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: 3}
  turn:
    - play: {of: gives > 0, to: field, gain: {due: gives}}
    - draw: {n: due}
""",
        {card("Seer", gives=2): 3, IMP: 9},
        {},
    ),
    "draws only in games where": Case(
        """
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: 3}
  turn:
    - draw: {n: 2, when: hand.count(cost == 1) >= 2}
    - play: {of: cost == 1, to: field}
""",
        {IMP: 7, OGRE: 7},
        {},
    ),
    "cards that are fetched": Case(
        """
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: 3}
  turn:
    - play: {of: given(seek), to: field, search: {by: seek}}
""",
        {card("Scout", seek="cost == 1"): 4, IMP: 9},
        {},
    ),
}


@pytest.mark.parametrize("case", [*STEPS.values(), *LINES.values(), *CHANCES.values()], ids=[*STEPS, *LINES, *CHANCES])
def test_games_side_by_side_are_those_alone(tmp_path: Path, case: Case) -> None:
    """The same scripts with a hand that is left to chance, so that the games of a row differ."""
    play = case.play
    if "ordered" not in play:
        play = play.replace(ALL, "- draw: {n: 2}").replace("  turn:\n", "  turn:\n    - draw: {n: 1}\n")
    deck = {**case.deck, card("Filler", "lord", cost=99): 4}
    layout, games, turns = laid(tmp_path, replace(case, play=play, deck=deck)), 24, 6
    many: list[list[dict[str, object]]] = []
    table = Games(layout, turns, games)
    table.run(Tape(4, 0, 0, games), lambda tb, turn: many.append([rows_of(tb, column) for column in range(games)]))
    alone = Games(layout, turns, 1)
    for column in range(games):
        seen: list[dict[str, object]] = []
        alone.run(Tape(4, 0, column, 1), lambda tb, turn, to=seen: to.append(rows_of(tb, 0)))  # type: ignore[misc]
        assert seen == [rows[column] for rows in many]


def test_a_draw_is_out_of_all_that_is_left(tmp_path: Path) -> None:
    """Neither out of fewer cards, after a draw that was due in no game, nor out of those that were fetched."""
    idle = "  zones: {hand: }\n  setup: []\n  turn:\n    - draw: {n: 5, when: hand.size > 99}\n    - draw: {n: 1}\n"
    table = Games(laid(tmp_path, Case(idle, {IMP: 5, OGRE: 5}, {})), 1, 400)
    table.run(Tape(1, 0, 0, 400))
    assert 160 < int(table.hand.rows[0].sum()) < 240
    fetch = """
  zones: {hand: , field: kind == imp}
  setup:
    - draw: {n: 3}
  turn:
    - play: {of: given(seek), to: field, search: {by: seek}}
    - draw: {n: 3}
"""
    table = Games(laid(tmp_path, Case(fetch, {card("Scout", seek="kind == imp"): 12}, {})), 1, 400)
    table.run(Tape(1, 0, 0, 400))
    assert table.hand.rows[0].tolist() == [6] * 400
