"""How bash, zsh and fish ask what may follow, and how each of them wants to be answered.

The scripts are those that typer installs. What they hand over is the line as it is typed, quotes and backslashes with
it. Typer would take that apart as one shell does and answer with bare names; here it is asked for the words that are
meant, and what it offers is written as the shell takes it at that place: behind a backslash, inside quotes, after a
sign at which bash ends a word.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Mapping

from deckcheck.commands import COMPLETING
from deckcheck.record import dataclass

_LINE = "_TYPER_COMPLETE_ARGS"  # in the environment: the line that zsh and fish ask about
_UNSAFE = re.compile(r"([^\w.,:%+=/-])")
_SPLITS = frozenset(":=")  # bash ends a word at these too, and hands them over as words of their own


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it stands in a line: `typed`, what it means, and the quote that is open at its end ("" for none).

    `since`: where in `typed` the quote was opened.
    """

    typed: str
    meant: str
    quote: str = ""
    since: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """What a shell asks: the words that are typed, and how much of the last one stays whatever is chosen."""

    shell: str
    words: tuple[Word, ...]
    kept: int = 0

    @property
    def environment(self) -> Mapping[str, str]:
        """The question in the form in which typer answers most plainly, with the words that are meant."""
        line = shlex.join(word.meant for word in self.words[:-1])
        last = self.words[-1].meant
        return {
            COMPLETING: "complete_fish",
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
            _LINE: f"{line} {shlex.quote(last) if last else ''}",
        }


def question() -> Question | None:
    """What bash, zsh or fish asks; None where none of them asks."""
    shell = os.environ.get(COMPLETING, "").removeprefix("complete_")
    if shell == "bash":
        return _of_bash(os.environ.get("COMP_WORDS", "").split("\n"), os.environ.get("COMP_CWORD", ""))
    if shell not in ANSWERS:
        return None
    return Question(shell, split(os.environ.get(_LINE, ""), fish=shell == "fish"))


def _of_bash(parts: list[str], at: str) -> Question:
    """The words as they were before bash took them apart at `:` and `=`, which are no words of any command."""
    parts = parts[: int(at) + 1] if at.isdecimal() else parts
    glued: list[list[str]] = []
    for before, part in zip(["", *parts], parts, strict=False):
        signs = _SPLITS.issuperset(part) or _SPLITS.issuperset(before)
        if glued and before and part and signs:
            glued[-1].append(part)
        else:
            glued.append([part])
    words = [split("".join(group), alone=True)[0] for group in glued]
    last = words[-1]
    kept = last.since if last.quote else len(last.typed) - len("" if _SPLITS.issuperset(parts[-1]) else parts[-1])
    return Question("bash", tuple(words), kept)


def split(line: str, *, fish: bool = False, alone: bool = False) -> tuple[Word, ...]:
    """The words of a line, the last of which may end anywhere: in quotes, behind a backslash, or before it begins.

    `fish`: a backslash takes the sense from a quote and a backslash inside single quotes too.
    `alone`: it is all one word, whatever blanks there are.
    """
    backslashed = {"'": "\\'" if fish else "", '"': '\\"$`'}  # inside quotes it stands before these alone
    words: list[Word] = []
    start, meant, quote, since = 0, "", "", 0
    place = 0
    while place < len(line):
        char, after = line[place], line[place + 1 : place + 2]
        place += 1
        if char == "\\" and (not quote or (after and after in backslashed[quote])):
            meant, place = meant + after, place + 1
        elif char == quote:
            quote = ""
        elif not quote and char in "\"'":
            quote, since = char, place - start
        elif not quote and char.isspace() and not alone:
            words += [Word(line[start : place - 1], meant)] if place - 1 > start else []
            start, meant = place, ""
        else:
            meant += char
    return (*words, Word(line[start:], meant, quote, since))


def answer(asked: Question, offered: str) -> str:
    """What typer offers, a line each with its help behind a tab, as the shell that asks takes it."""
    last = asked.words[-1].meant
    name, equals, _ = last.partition("=")
    before = name + equals if last.startswith("-") and equals else ""  # of `--game=ven` typer is asked for `ven`
    pairs = [line.partition("\t")[::2] for line in offered.splitlines() if line]
    return ANSWERS[asked.shell](asked, [(before + value, help_) for value, help_ in pairs])


def _for_bash(asked: Question, offered: list[tuple[str, str]]) -> str:
    """What takes the place of the end of the line: bash puts in what it is given, and closes an open quote."""
    last = asked.words[-1]
    stays = len(split(last.typed[: asked.kept], alone=True)[0].meant)
    return "".join(f"{_QUOTED[last.quote](value[stays:])}\n" for value, _ in offered)


def _for_zsh(asked: Question, offered: list[tuple[str, str]]) -> str:
    """Code that the script runs. Files where nothing is offered."""
    if not offered:
        return "_files\n"
    if not any(help_ for _, help_ in offered):
        return f"compadd -- {' '.join(_bare(value) for value, _ in offered)}\n"
    rows = (value.replace("\\", "\\\\").replace(":", "\\:") + f":{help_}" * bool(help_) for value, help_ in offered)
    return f"local -a offered; offered=({' '.join(map(_bare, rows))}); _describe '' offered\n"


def _bare(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _for_fish(asked: Question, offered: list[tuple[str, str]]) -> str:
    """The bare words: fish puts them in quotes."""
    return "".join(f"{value}\t{help_}\n" if help_ else f"{value}\n" for value, help_ in offered)


# How a text is written in bash, by the quote that is open. Inside double quotes nothing but an end of them keeps
# bash from taking "!" for a command of before.
_QUOTED: Mapping[str, Callable[[str], str]] = {
    "": lambda text: _UNSAFE.sub(r"\\\1", text),
    "'": lambda text: text.replace("'", "'\\''"),
    '"': lambda text: re.sub(r'([\\"$`])', r"\\\1", text).replace("!", "\"'!'\""),
}
ANSWERS: Mapping[str, Callable[[Question, list[tuple[str, str]]], str]] = {
    "bash": _for_bash,
    "zsh": _for_zsh,
    "fish": _for_fish,
}
