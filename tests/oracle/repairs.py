"""Repairs and completions of random decks held against trying everything, judged by the plain oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from random import Random

from deckcheck.build.fill import Aim, Filler
from deckcheck.build.fix import Repairer
from deckcheck.build.search import Repair
from deckcheck.decks.deck import Deck, Entry, Ignore
from deckcheck.editing.changes import counted
from deckcheck.expr import Type, compile_text
from deckcheck.report import DeckcheckError
from oracle.compare import Loaded, load
from oracle.invent import DAY, Inventor, Reads, deck, invent
from oracle.judge import NOBODY, Look, Verdict, judge
from oracle.spec import Ast, Card, Game, Line, as_text, text

State = frozenset[tuple[Card, str, int]]
DEEP = 2  # changes that are tried in every way
LEVELS = (("error", "warning", "info"), ("error", "warning"), ("error",))
GIVES_UP = ("usage.not-modelled", "usage.solver-gave-up")


@dataclass
class Tally:
    """How many decks were tried, and what came of them."""

    counts: Counter[str] = field(default_factory=Counter)


def state_of(lines: Iterable[Line]) -> State:
    counts: Counter[tuple[Card, str]] = Counter()
    for line in lines:
        if line.card is not None:
            counts[line.card, line.section] += line.count
    return frozenset((card, section, count) for (card, section), count in counts.items())


def lines_of(state: State, game: Game) -> list[Line]:
    order = {card: number for number, card in enumerate(game.cards)}
    spots = sorted(state, key=lambda spot: (order[spot[0]], spot[1]))
    return [Line(count, card.name, section, card) for card, section, count in spots]


def readable(game: Game, card: Card) -> bool:
    """Whether the record of a card is in order: no other is ever added."""
    return not card.wrong and all(card.written.get(word) is not None for word in game.required)


@dataclass
class Trial:
    """A deck to mend: its game, what it ignores, the severities that must be kept."""

    loaded: Loaded
    lines: list[Line]
    ignored: tuple[str, ...] = ()
    want: Ast | None = None

    def verdict(self, state: State) -> Verdict:
        return judge(self.loaded.game, lines_of(state, self.loaded.game), DAY)

    def fits(self, state: State, severities: Sequence[str]) -> bool:
        """Whether no rule of the severities is broken or undecided, and what is wanted holds."""
        verdict = self.verdict(state)
        kept = {rule.id for rule in self.loaded.game.rules if rule.severity in severities} - {*self.ignored}
        if kept.intersection((*(one.rule for one in verdict.found), *verdict.undecided)):
            return False
        if self.want is None:
            return True
        look = Look(self.loaded.game, lines_of(state, self.loaded.game), DAY)
        look.focus = look.owned("main")
        return look.value(self.want, NOBODY) is True and not look.doubt

    def open_sections(self, severities: Sequence[str]) -> list[str]:
        """Where cards may go: the sections of the deck, and those beside it that a rule looks at."""
        game = self.loaded.game
        rules = [rule for rule in game.rules if rule.severity in severities and rule.id not in self.ignored]
        looked = {section for rule in rules for section in rule.sections}
        return [name for name in game.sections if name in game.inside or name in looked]

    def entries(self) -> list[Entry]:
        return self.loaded.entries(self.lines)

    def deck(self) -> Deck:
        ignore = tuple(Ignore(rule, "by chance") for rule in self.ignored)
        return Deck("deck", "tiny", None, None, tuple(self.entries()), ignore=ignore)

    def state(self, repair: Repair) -> State:
        """The repaired deck as the oracle knows it."""
        cards = {card.name: card for card in self.loaded.game.cards}
        counts = counted(repair.deck.entries)
        return frozenset((cards[card.name], section, count) for (card, section), count in counts.items() if count)


def neighbours(trial: Trial, state: State) -> Iterator[State]:
    """Every deck that is one copy added, removed or moved away."""
    counts = {(card, section): count for card, section, count in state}
    game, opened = trial.loaded.game, trial.open_sections(LEVELS[2])

    def changed(*steps: tuple[Card, str, int]) -> State:
        after = dict(counts)
        for card, section, step in steps:
            after[card, section] = after.get((card, section), 0) + step
        return frozenset((card, section, count) for (card, section), count in after.items() if count)

    for card in game.cards:
        for section in game.sections:
            if section in opened and readable(game, card):
                yield changed((card, section, 1))
            if counts.get((card, section)):
                yield changed((card, section, -1))
                for other in opened:
                    if other != section:
                        yield changed((card, section, -1), (card, other, 1))


def least(trial: Trial, most: int) -> int | None:
    """The fewest changes that make the deck legal, by trying all; None where it takes more than `most`."""
    seen = {state_of(trial.lines)}
    layer = list(seen)
    for depth in range(most + 1):
        if any(trial.fits(state, LEVELS[2]) for state in layer):
            return depth
        if depth < most:
            reached = {after for state in layer for after in neighbours(trial, state)} - seen
            seen |= reached
            layer = list(reached)
    return None


def decided(trial: Trial) -> bool:
    """Whether all of the deck is known and decided, so that what a repair may leave open is no question."""
    known = all(line.card is not None for line in trial.lines)
    return known and not self_undecided(trial)


def self_undecided(trial: Trial) -> tuple[str, ...]:
    return judge(trial.loaded.game, trial.lines, DAY).undecided


def asked(answer: Callable[[], Repair], tally: Tally) -> Repair | str:
    """The answer; or, where it is given up in so many words, the sentence."""
    try:
        return answer()
    except DeckcheckError as error:
        if error.sentence not in GIVES_UP:
            raise
        tally.counts[error.sentence] += 1
        return error.sentence


def fixed(trial: Trial, tally: Tally) -> Iterator[str]:
    """What is wrong with the repair of a deck."""
    repairer = Repairer(trial.loaded.checker, trial.loaded.checker.pool)  # type: ignore[arg-type]
    repair = asked(lambda: repairer.repair(trial.deck()), tally)
    if isinstance(repair, str):
        return
    fewest = least(trial, DEEP)
    if repair.collision:
        tally.counts["rules that collide"] += 1
        if fewest is not None:
            yield f"fix: {repair.collision} are said to collide, yet {fewest} changes do"
        return
    tally.counts["repaired"] += 1
    if not trial.fits(trial.state(repair), LEVELS[2]):
        yield f"fix: not legal after {repair.changes}"
    if fewest is None:
        tally.counts["repairs beyond what was tried"] += 1
        if repair.size <= DEEP:
            yield f"fix: {repair.size} changes, though none so small was found: {repair.changes}"
    elif repair.size != fewest:
        yield f"fix: {repair.size} changes, {fewest} do: {repair.changes}"
    if not all(change.rules for change in repair.changes):
        yield f"fix: a change for no rule: {repair.changes}"


def filled(trial: Trial, aim: Aim, tally: Tally) -> Iterator[str]:
    """What is wrong with the completion of a deck."""
    filler = Filler(trial.loaded.checker, trial.loaded.checker.pool, aim)  # type: ignore[arg-type]
    repair = asked(lambda: filler.fill(trial.deck()), tally)
    if isinstance(repair, str):
        return
    start = state_of(trial.lines)
    if repair.collision:
        tally.counts["decks that cannot be completed"] += 1
        for after in additions(trial, aim):
            if trial.fits(after, LEVELS[2]):
                yield f"fill: {repair.collision} are said to collide, yet this is legal: {shown(after)}"
                return
        return
    tally.counts["filled"] += 1
    after = trial.state(repair)
    added = Counter({(c, s): n for c, s, n in after})
    added.subtract({(c, s): n for c, s, n in start})
    if min(added.values(), default=0) < 0:
        yield f"fill: takes cards away: {repair.changes}"
    if not trial.fits(after, LEVELS[2]):
        yield f"fill: not legal after {repair.changes}"
        return
    if trial.fits(start, LEVELS[2]) and not aim.curve and aim.maximize is None:
        if after != start:
            yield f"fill: nothing was to do, yet {repair.changes}"
        return
    level = next(number for number, one in enumerate(LEVELS) if trial.fits(after, one))
    rank = ranked(trial, aim, after)
    for other in additions(trial, aim):
        better = next((n for n, one in enumerate(LEVELS) if trial.fits(other, one)), None)
        if better is not None and (better < level or (better == level and ranked(trial, aim, other) < rank)):
            yield f"fill: {shown(after)} is no better than {shown(other)}"
            return


def ranked(trial: Trial, aim: Aim, state: State) -> tuple[int, ...]:
    """How good a completion is, the least the best: how far off the curve, how many cards, what they are worth."""
    game = trial.loaded.game
    there = Counter[object]()
    for card, section, count in state:
        if section == "main":
            there[card.written.get("cost")] += count
    bent = sum(abs(there[value] - copies) for value, copies in aim.curve.items())
    size = sum(count for _, _, count in state)
    mild = any(rule.severity != "error" for rule in game.rules)
    if aim.maximize is None or mild:  # between the two stand the rules that may be broken
        return (bent, size)
    values = {card: card.written.get("power") for card, _, _ in state}
    worth = sum(count * value for card, section, count in state if section == "main" and (value := values[card]))
    return (bent, size, -worth)


def additions(trial: Trial, aim: Aim) -> Iterator[State]:
    """The deck with up to so many cards added, in every way."""
    game = trial.loaded.game
    start = {(card, section): count for card, section, count in state_of(trial.lines)}
    have = Counter[Card]()
    for (card, _), count in start.items():
        have[card] += count
    owned = {card.name: count for card, count in (aim.owned or {}).items()}
    spots = [(card, s) for card in game.cards if readable(game, card) for s in trial.open_sections(LEVELS[0])]
    for many in range(DEEP + 1):
        for chosen in combinations_with_replacement(spots, many):
            more = Counter(card for card, _ in chosen)
            if aim.owned is not None and any(n > max(0, owned.get(c.name, 0) - have[c]) for c, n in more.items()):
                continue
            after = Counter(start)
            after.update(chosen)
            yield frozenset((card, section, count) for (card, section), count in after.items())


def shown(state: State) -> str:
    return ", ".join(sorted(f"{section}: {count} {card.name}" for card, section, count in state)) or "nothing"


def an_aim(trial: Trial, rng: Random) -> Aim:
    """What to fill towards, by chance; a wish becomes part of what the trial holds to."""
    game, rules = trial.loaded.game, trial.loaded.checker
    wants, curve, maximize, owned = (), {}, None, None
    if rng.random() < 0.3:
        inventor = Inventor(rng, small=True)
        inventor.sections = dict(game.sections)
        trial.want = inventor.test(Reads(deck=True, params=False), 1)
        wants = (compile_text(text(trial.want), rules.game.scope, Type.TRUTH),)
    if game.curve and rng.random() < 0.4:
        curve = {value: rng.randint(0, 2) for value in rng.sample(range(4), 2)}
    if rng.random() < 0.3:
        maximize = compile_text("power", rules.game.scope, Type.NUMBER)
    if rng.random() < 0.3:
        owned = {card: rng.randint(0, 3) for card in rules.pool or ()}
    return Aim(wants, curve, maximize, owned)


def tried(seed: object, decks: int, tally: Tally) -> Iterator[str]:
    """What is wrong with repairs and completions of decks of one small random game."""
    made = invent(f"small {seed}", small=True)
    loaded = load(made)
    rng = Random(f"repairs {seed}")
    for _ in range(decks):
        ignored = (rng.choice(made.rules).id,) if rng.random() < 0.15 else ()
        trial = Trial(loaded, deck(made, rng, small=True), ignored)
        if not decided(trial):
            tally.counts["left out: something is undecided"] += 1
            continue
        wrong = list(fixed(trial, tally))
        aim = an_aim(trial, rng)
        wrong += filled(trial, aim, tally)
        shown_aim = f"aim {[w.text for w in aim.wants]} {aim.curve} {aim.maximize and aim.maximize.text}"
        own = {card.name: count for card, count in aim.owned.items()} if aim.owned is not None else None
        for one in wrong:
            said = f"deck {shown(state_of(trial.lines))}, ignored {ignored}, {shown_aim}, owned {own}"
            yield f"small game {seed}\n{as_text(made)}\n{said}\n{one}\n"
