"""A file as lines that can be changed one by one, while every other byte stays: mark, encoding, line ends."""

from __future__ import annotations

import re

from deckcheck.files.source import MARKS, wide
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError

_BREAK = re.compile("(\r\n|\r|[\n\x85\u2028\u2029])")


@dataclass(slots=True)
class Page:
    """The lines without their ends, and the ends; numbers count from 0, as columns do."""

    path: str
    mark: bytes
    encoding: str
    lines: list[str]
    ends: list[str]

    @property
    def text(self) -> str:
        """The text as readers see it: every line ended alike."""
        return "\n".join(self.lines)

    @property
    def end(self) -> str:
        """How lines of this file end."""
        return next((end for end in self.ends if end), "\n")

    @property
    def last_filled(self) -> int:
        """The number of the last line on which something stands; 0 where nothing does."""
        return max((number for number, line in enumerate(self.lines) if line.strip()), default=0)

    def data(self) -> bytes:
        """The bytes of the file.

        :raises DeckcheckError: a new name has letters that the file's encoding lacks.
        """
        text = "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            char = text[error.start]
            raise DeckcheckError("usage.not-encodable", path=self.path, char=char, encoding=self.encoding) from None

    def replace(self, first: tuple[int, int], last: tuple[int, int], text: str) -> None:
        """Put one line's text in place of what lies between two spots (line, column)."""
        (top, left), (bottom, right) = first, last
        self.lines[top : bottom + 1] = [self.lines[top][:left] + text + self.lines[bottom][right:]]
        self.ends[top : bottom + 1] = [self.ends[bottom]]

    def delete(self, first: int, last: int) -> None:
        """Delete whole lines; a file whose last line has no end stays one."""
        end = self.ends[last]
        del self.lines[first : last + 1], self.ends[first : last + 1]
        if not self.lines:
            self.lines, self.ends = [""], [""]
        elif not end:
            self.ends[-1] = ""

    def insert(self, after: int, lines: list[str]) -> None:
        """Whole new lines after a line."""
        if not self.ends[after]:
            self.ends[after] = self.end
            ends = [self.end] * (len(lines) - 1) + [""]
        else:
            ends = [self.end] * len(lines)
        self.lines[after + 1 : after + 1] = lines
        self.ends[after + 1 : after + 1] = ends


def page(path: str, data: bytes) -> Page:
    """The page of a file that can be read.

    :raises DeckcheckError: it holds something that would not come back as it is.
    """
    mark, encoding = next(((m, name) for m, name in MARKS if data.startswith(m)), (b"", ""))
    if not encoding:
        encoding = wide(data) or "utf-8" if b"\0" in data else "utf-8"
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            encoding = "cp1252"
    text = data[len(mark) :].decode(encoding, "surrogateescape")
    parts = [*_BREAK.split(text), ""]
    found = Page(path, mark, encoding, parts[0::2], parts[1::2])
    if "\ufeff" in text or found.data() != data:
        raise DeckcheckError("usage.not-editable", path=path)
    return found
