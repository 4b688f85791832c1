"""The fonts of a PDF: which face draws a character, and what is refused because it would come out wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import bidirectional, category, name, normalize

from deckcheck.files.source import contents
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError
from deckcheck.wording import shorten

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).parent / "fonts"
REGULAR, BOLD, KANA = "DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf", "DroidSansFallback-Kana.ttf"


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of one weight, in the order in which they are asked for a character."""

    fonts: tuple[TTFont, ...]

    def runs(self, text: str) -> Iterator[tuple[TTFont, str]]:
        """The text in pieces of one face each.

        :raises DeckcheckError: no face has a character, or it needs more than to be put after the last.
        """
        text = normalize("NFC", text)
        for font, chars in groupby(text, key=lambda char: self._font(char, text)):
            yield font, "".join(chars)

    def _font(self, char: str, text: str) -> TTFont:
        # Scripts from right to left and marks over letters need shaping, which is not done here.
        if bidirectional(char) in ("R", "AL") or category(char)[0] == "M":
            raise _refused("print.shaping", char, text)
        for font in self.fonts:
            if ord(char) in font.face.charToGlyph:
                return font
        raise _refused("print.no-glyph", char, text)


def _refused(sentence: str, char: str, text: str) -> DeckcheckError:
    code = f"U+{ord(char):04X}"
    return DeckcheckError(sentence, char=char, code=code, name=name(char, code), text=shorten(text, 60))


def load_faces(extra: Sequence[str]) -> tuple[Faces, Faces]:
    """The regular and the bold face; `extra` are the user's font files, asked last.

    :raises DeckcheckError: a file is no TrueType font.
    """
    own = (FOLDER / REGULAR, FOLDER / BOLD, FOLDER / KANA)
    regular, bold, *others = (_font(path, number) for number, path in enumerate((*own, *map(Path, extra))))
    return Faces((regular, *others)), Faces((bold, *others))


def _font(path: Path, number: int) -> TTFont:
    """The font of a file. Its number is part of its name: a PDF would mix up two fonts of one name."""
    import struct
    from io import BytesIO

    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        font = TTFont(f"deckcheck-{number}", BytesIO(contents(str(path))))
    except (TTFError, OSError, ValueError, LookupError, struct.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DeckcheckError("print.font", path=str(path), reason=reason) from error
    font.face.name += f".{number}".encode()
    pdfmetrics.registerFont(font)
    return font
