"""A goldfish run as text, with means, their intervals and small charts of how they spread; and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from deckcheck.files.json_text import json_text
from deckcheck.goldfish.ask import Answer, TracedGame
from deckcheck.goldfish.result import Figure, Result, TurnFigures
from deckcheck.report import Note
from deckcheck.reports.look import can_show
from deckcheck.reports.table import table
from deckcheck.wording import SafeText, sanitise, say, shorten

BARS, PLAIN_BARS = "▁▂▃▄▅▆▇█", ".:-=+*%#"
WIDTH = 40  # of the longest bar
NOTHING = "–"
DIGITS = 6  # of a number in JSON
SPREAD = 24  # values in a small chart; what is beyond is counted with the last


def write_text(answer: Answer) -> str:
    """What was played, the turns, the kills, the cards; last what it all rests on."""
    result = answer.result
    facts = {"path": SafeText(sanitise(answer.path)), "games": result.games, "turns": answer.turns, "seat": result.seat}
    head = say("goldfish.head-exact", **facts) if result.exact else say("goldfish.head", seed=result.seed, **facts)
    lines: list[str] = [head, *(f"  {line}" for line in _policy(result))]
    lines += [f"  {say('report.note', note=note_line(note))}" for note in answer.notes]
    lines += ["", *_turns(answer)]
    if result.mulligans is not None:
        rows = [(str(number), figure) for number, figure in enumerate(result.mulligans)]
        lines += ["", say("goldfish.mulligans"), *_bars(rows)]
    if result.kill_turn is not None:
        none = say("goldfish.kill-none")
        rows = [(none if turn == "none" else turn, figure) for turn, figure in result.kill_turn.items()]
        lines += ["", say("goldfish.kills"), *_bars(rows)]
    last = result.turns[-1] if result.turns else None
    if last is not None and last.lost.mean:
        lines += ["", say("goldfish.decked", share=percent(last.lost), turn=last.turn)]
    lines += ["", *_cards(result)]
    lines += ["", say("goldfish.by-the-way"), *(f"  - {sanitise(note_line(note))}" for note in answer.assumptions)]
    return "\n".join(lines) + "\n"


def write_json(answer: Answer) -> str:
    """The fields and their order are a contract."""
    result = answer.result
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
        "assumptions": list(map(note_line, answer.assumptions)),
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
    return json_text(document)


def _mean(name: str, figure: Figure | None) -> dict[str, float | None]:
    if figure is None:
        return {name: None, f"{name}_ci": None}
    return {name: _round(figure.mean), f"{name}_ci": _round(figure.half)}


def _round(value: float) -> float:
    return round(value, DIGITS)


def write_trace(game: TracedGame) -> str:
    """One game: its set-up and its turns, a line for each thing that happened; first what to know of the deck."""
    facts = {**game.head.facts, "path": SafeText(sanitise(str(game.head.facts["path"])))}
    lines: list[str] = [say(game.head.sentence, **facts)]
    lines += [f"  {say('report.note', note=note_line(note))}" for note in game.notes]
    for first, *rest in game.turns:
        lines += [_trace_line(first), *(f"  {_trace_line(note)}" for note in rest)]
    return "\n".join(lines) + "\n"


def _trace_line(note: Note) -> SafeText:
    """Lists of cards are given in full."""
    facts = dict(note.facts)
    if facts.get("cards") or note.sentence == "trace.hand":
        facts["cards"] = _listed(facts["cards"])
    zones, numbers = facts.get("zones"), facts.get("numbers")
    if isinstance(zones, dict) and isinstance(numbers, dict):
        parts = [say("trace.zone", zone=zone, cards=_listed(cards)) for zone, cards in zones.items()]
        parts += [say("trace.number", name=name, number=number) for name, number in numbers.items()]
        if "left" in facts:
            parts.append(say("trace.left", left=facts["left"], pool=facts["pool"]))
        facts["parts"] = SafeText("; ".join(parts))
    return say(note.sentence, **facts)


def _listed(cards: object) -> SafeText:
    names = map(sanitise, map(str, cards)) if isinstance(cards, tuple) else ()
    return SafeText(", ".join(names) or NOTHING)


def note_line(note: Note) -> SafeText:
    """A note; one about an expression gives the reason that the language gives."""
    facts = dict(note.facts)
    error = facts.pop("error", None)
    if error is not None:
        facts["reason"] = say(str(error), **facts)
    if "text" in facts:
        facts["text"] = SafeText(sanitise(str(facts["text"])))
    return say(note.sentence, **facts)


def _policy(result: Result) -> Iterator[str]:
    policy = result.policy
    if policy.keep is not None:
        yield say("goldfish.keep", keep=policy.keep.text)
    if policy.rules:
        rules = (say("goldfish.rule", **rule.texts) for rule in policy.rules)
        yield say("goldfish.toss", toss=SafeText("; ".join(rules)))
    if result.plays:
        yield say("goldfish.plays", plays=result.plays)


Column = tuple[str, Callable[[TurnFigures], Figure | None], bool]


def _turns(answer: Answer) -> list[str]:
    """A row a turn; of each figure the mean, and a chart of its spread where it is a number."""
    columns: list[Column] = [
        (say("goldfish.column-spent", pool=answer.pool), lambda now: now.spent, True),
        (say("goldfish.column-wasted"), lambda now: now.wasted, True),
        (say("goldfish.column-hand"), lambda now: now.hand, True),
        (say("goldfish.column-board"), lambda now: now.board, True),
        (say("goldfish.column-damage", damage=answer.damage), lambda now: now.damage, True),
        (say("goldfish.column-won"), lambda now: now.won, False),
        (say("goldfish.column-perfect"), lambda now: now.perfect, False),
    ]
    turns = answer.result.turns
    shown_columns = [column for column in columns if turns and column[1](turns[0]) is not None]
    rows = [[say("goldfish.column-turn"), *(head for head, _, _ in shown_columns)]]
    for now in turns:
        row = [str(now.turn)]
        for _, read, number in shown_columns:
            figure = read(now)
            assert figure is not None
            row.append(_number(figure) if number else percent(figure))
        rows.append(row)
    lines = [say("goldfish.turns-exact" if answer.result.exact else "goldfish.turns"), *table(rows)]
    facts = {"damage": answer.damage, "life": answer.life}
    lines += ["", say("goldfish.spread-life" if answer.damage and answer.life else "goldfish.spread", **facts)]
    charts = [[str(now.turn), *_charts(now, shown_columns)] for now in turns]
    heads = [say("goldfish.column-turn"), *(head for head, _, number in shown_columns if number)]
    return [*lines, *table([heads, *charts], left=1)]


def _charts(now: TurnFigures, columns: Sequence[Column]) -> Iterator[str]:
    for _, read, number in columns:
        figure = read(now)
        if number and figure is not None:
            yield spark(figure.spread)


def _number(figure: Figure) -> str:
    digits = 0 if figure.mean >= 1000 else 1 if figure.mean >= 100 else 2
    half = f" ±{figure.half:.{digits}f}" if figure.half else ""
    return f"{figure.mean:.{digits}f}{half}"


def percent(figure: Figure) -> str:
    """A share; what is possible but not certain never shows as 0 or 100 %."""
    value = 100 * figure.mean
    text = f"{value:.1f} %"
    if 0 < value < 0.05:
        text = "< 0.1 %"
    if 99.95 <= value < 100:
        text = "> 99.9 %"
    return text


def spark(spread: Sequence[float]) -> str:
    """A small chart: one bar a value, a blank where there is nothing."""
    values = [*spread[: SPREAD - 1], sum(spread[SPREAD - 1 :])] if len(spread) > SPREAD else list(spread)
    most = max(values, default=0.0)
    bars = _blocks()
    return "".join(" " if not v else bars[min(len(bars) - 1, int(v / most * len(bars)))] for v in values).rstrip()


def _bars(rows: Sequence[tuple[str, Figure]]) -> Iterator[str]:
    """A bar for each share."""
    block, wide = _blocks()[-1], max(len(name) for name, _ in rows)
    for name, figure in rows:
        half = f" ±{100 * figure.half:.1f}" if figure.half >= 0.0005 else ""
        bar = block * round(WIDTH * figure.mean)
        yield f"  {name:>{wide}} {bar}{' ' if bar else ''}{percent(figure)}{half}"


def _cards(result: Result) -> list[str]:
    turns = " ".join(f"{now.turn:3}" for now in result.turns)
    wide = max((len(name) for name in result.cards), default=0)
    seen_by, played_by = say("goldfish.column-seen"), say("goldfish.column-played")
    lines: list[str] = [say("goldfish.cards"), f"  {'':<{wide}}  {seen_by} {turns}  {played_by} {turns}"]
    for name, card in result.cards.items():
        seen, played = (
            " ".join(f"{100 * figure.mean:3.0f}" for figure in figures) for figures in (card.seen, card.played)
        )
        lines.append(f"  {shorten(name):<{wide}}  {'':{len(seen_by)}} {seen}  {'':{len(played_by)}} {played}".rstrip())
    return lines


def _blocks() -> str:
    """Blocks, or signs that every terminal has where it has none."""
    return BARS if can_show(BARS) else PLAIN_BARS


FORMS: dict[str, Callable[[Answer], str]] = {"text": write_text, "json": write_json}
