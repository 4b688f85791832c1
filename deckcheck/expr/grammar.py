"""Text of an expression → tree.

    expr  = and {"or" and}      and = not {"and" not}      not = ["not"] not | test
    test  = alt {("==" "!=" "<" "<=" ">" ">=" "in" "not in" "has" "within") alt}
    alt   = sum {"|" sum}  or  sum "else" sum
    sum   = term {("+" "-") term}    term = factor {("*" "//" "%") factor}    factor = ["-"] atom
    atom  = number | "text" | 'text' | none | name | section.field | call | ( expr )
    call  = [section.] name "(" [expr ["where" expr] {"," expr}] ")"

A name is letters, digits, `_` and inner hyphens: `quick-play` is one word, a subtraction has spaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from deckcheck.expr.values import ExprError
from deckcheck.record import dataclass

MAX_LENGTH = 400
MAX_DEPTH = 40
MAX_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Tree:
    """A node. `op` is a symbol of the grammar, or number, text, none, name, member, call.

    `word` is the text of a literal, a name, a member's field or a call's function; `owner` the section
    before the dot. `parts` are the operands; of a call the arguments, a `where` test last (`has_where`).
    """

    op: str
    column: int
    word: str = ""
    owner: str | None = None
    parts: tuple[Tree, ...] = ()
    has_where: bool = False


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # number, text, name, symbol, end
    text: str
    column: int


_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+(?![\w.]))|(?P<name>[^\W\d]\w*(?:-\w+)*)|(?P<text>"[^"]*"|'[^']*')"""
    r"""|(?P<symbol>==|!=|<=|>=|//|\|(?!\|)|[<>+\-*%(),.]))"""
)
_KEYWORDS = frozenset({"and", "or", "not", "in", "has", "within", "else", "where", "none"})
RESERVED = _KEYWORDS | {"deck", "section", "it", "as_of"}
_TESTS = frozenset({"==", "!=", "<", "<=", ">", ">=", "in", "has", "within"})
# What people write out of habit from other languages, and what it is here.
_HABITS = {
    "=": "==",
    "===": "==",
    "<>": "!=",
    "=>": ">=",
    "=<": "<=",
    "&&": "and",
    "&": "and",
    "||": "or",
    "!": "not",
    "/": "//",
}


def _tokens(text: str) -> list[_Token]:
    found, at = [], 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            start = at + len(text[at:]) - len(text[at:].lstrip())
            raise _strange(text, start)
        kind = match.lastgroup
        found.append(_Token(kind, match[kind], match.start(kind) + 1))
        at = match.end()
    return [*found, _Token("end", "", len(text.rstrip()) + 1)]


def _strange(text: str, start: int) -> ExprError:
    if text[start] in "\"'":
        return ExprError("expr.open-text", start + 1)
    if text[start].isdigit():
        run = re.match(r"[\w.]+", text[start:])
        return ExprError("expr.number", start + 1, text=run.group() if run else text[start])
    for length in (3, 2, 1):
        habit = text[start : start + length]
        if habit in _HABITS:
            return ExprError("expr.habit", start + 1, found=habit, meant=_HABITS[habit])
    return ExprError("expr.character", start + 1, text=text[start])


@lru_cache(maxsize=1024)  # a definition is read anew for each format, as is a rule
def parse(text: str) -> Tree:
    """The tree of an expression; raises `ExprError` with the column of the first thing that is wrong."""
    if len(text) > MAX_LENGTH:
        raise ExprError("expr.too-long", MAX_LENGTH + 1, limit=MAX_LENGTH)
    return _Parser(_tokens(text)).whole()


_Rule = Callable[[], Tree]


class _Parser:
    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    @property
    def now(self) -> _Token:
        return self.tokens[self.at]

    def next(self) -> _Token:
        token = self.now
        self.at += token.kind != "end"
        return token

    def take(self, *texts: str) -> _Token | None:
        token = self.now
        if token.kind in ("symbol", "name") and token.text in texts:
            return self.next()
        return None

    def need(self, text: str) -> _Token:
        token = self.take(text)
        if token is None:
            raise self.unexpected(text)
        return token

    def unexpected(self, wanted: str) -> ExprError:
        if self.now.kind == "end":
            return ExprError("expr.ends", self.now.column, wanted=wanted)
        return ExprError("expr.unexpected", self.now.column, found=self.now.text, wanted=wanted)

    def whole(self) -> Tree:
        tree = self.either()
        if self.now.kind != "end":
            raise self.unexpected("the end, or `and`, `or`, a comparison")
        return tree

    def either(self) -> Tree:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExprError("expr.too-deep", self.now.column, limit=MAX_DEPTH)
        tree = self.joined("or", lambda: self.joined("and", self.negated))
        self.depth -= 1
        return tree

    def joined(self, word: str, operand: _Rule) -> Tree:
        first = operand()
        parts = [first]
        while self.take(word):
            parts.append(operand())
        return first if len(parts) == 1 else Tree(word, first.column, parts=tuple(parts))

    def negated(self) -> Tree:
        column, times = self.now.column, 0
        while self.take("not"):
            times += 1
        tree = self.test()
        return Tree("not", column, parts=(tree,)) if times % 2 else tree

    def test(self) -> Tree:
        left = self.alternatives()
        links: list[Tree] = []
        while (link := self.link()) is not None:
            op, column = link
            right = self.alternatives()
            links.append(Tree(op, column, parts=(left, right)))
            left = right
        if not links:
            return left
        return links[0] if len(links) == 1 else Tree("and", links[0].column, parts=tuple(links))

    def link(self) -> tuple[str, int] | None:
        token = self.now
        if token.kind not in ("symbol", "name"):
            return None
        if token.text in _TESTS:
            self.next()
            return token.text, token.column
        if token.text == "not" and self.tokens[self.at + 1].text == "in":
            self.at += 2
            return "not in", token.column
        return None

    def alternatives(self) -> Tree:
        first = self.sum()
        if self.take("else"):
            return Tree("else", first.column, parts=(first, self.sum()))
        parts = [first]
        while self.take("|"):
            parts.append(self.sum())
        return first if len(parts) == 1 else Tree("|", first.column, parts=tuple(parts))

    def sum(self) -> Tree:
        return self.binary(("+", "-"), lambda: self.binary(("*", "//", "%"), self.factor))

    def binary(self, symbols: tuple[str, ...], operand: _Rule) -> Tree:
        tree = operand()
        while token := self.take(*symbols):
            tree = Tree(token.text, token.column, parts=(tree, operand()))
        return tree

    def factor(self) -> Tree:
        if token := self.take("-"):
            return Tree("negative", token.column, parts=(self.atom(),))
        return self.atom()

    def atom(self) -> Tree:
        token = self.next()
        if token.kind == "number":
            if len(token.text) > MAX_DIGITS:
                raise ExprError("expr.number-too-large", token.column, limit=MAX_DIGITS)
            return Tree("number", token.column, token.text)
        if token.kind == "text":
            return Tree("text", token.column, token.text[1:-1])
        if token.text == "(":
            tree = self.either()
            self.need(")")
            return tree
        if token.text == "none" and token.kind == "name":
            return Tree("none", token.column, "none")
        if token.kind != "name" or token.text in _KEYWORDS:
            self.at -= token.kind != "end"
            raise self.unexpected("a name, a number or a text")
        return self.named(token)

    def named(self, token: _Token) -> Tree:
        owner = None
        word = token
        if self.take("."):
            owner, word = token.text, self.next()
            if word.kind != "name":
                raise ExprError("expr.after-dot", word.column, owner=owner)
            if self.now.text == ".":
                raise ExprError("expr.two-dots", self.now.column)
        if self.take("("):
            return self.call(owner, word)
        return Tree("member" if owner else "name", token.column, word.text, owner)

    def call(self, owner: str | None, word: _Token) -> Tree:
        parts: list[Tree] = []
        has_where = False
        if not self.take(")"):
            parts.append(self.either())
            if self.take("where"):
                parts.append(self.either())
                has_where = True
            while self.take(","):
                parts.append(self.either())
            self.need(")")
        return Tree("call", word.column, word.text, owner, tuple(parts), has_where)
