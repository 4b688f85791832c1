"""Cut the fonts of printed sheets down to the scripts that are drawn letter by letter.

    python .ci/make_fonts.py DEJAVU_FOLDER DROID_SANS_FALLBACK_FULL_TTF

The sources are Debian's fonts-dejavu-core, fonts-dejavu-extra and fonts-droid-fallback. Needs fonttools.
Scripts that want shaping (Arabic, Devanagari) and marks that combine are left out on purpose: drawn
letter by letter they would be wrong, and what a font lacks is refused.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent.parent / "deckcheck" / "printing" / "fonts"

# Latin, Greek, Cyrillic; punctuation, currency, letterlike signs, arrows, mathematics, shapes, symbols.
WESTERN = (
    *((0x20, 0x24F), (0x2B0, 0x2FF), (0x370, 0x52F), (0x1E00, 0x1FFF), (0x2000, 0x20CF)),
    *((0x2100, 0x22FF), (0x25A0, 0x27BF), (0xFFFD, 0xFFFD)),
)
KANA = ((0x3001, 0x30FF), (0xFF01, 0xFF9F))

FONTS = {
    "DejaVuSansCondensed.ttf": WESTERN,
    "DejaVuSansCondensed-Bold.ttf": WESTERN,
    "DroidSansFallback-Kana.ttf": KANA,
}


def drawable(code: int) -> bool:
    return unicodedata.category(chr(code))[0] not in "MC"


def cut(source: Path, target: Path, ranges: tuple[tuple[int, int], ...]) -> None:
    font = TTFont(source, recalcTimestamp=False)
    options = Options()
    options.hinting = False
    options.layout_features = []
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.drop_tables += ["FFTM", "GPOS", "GSUB", "GDEF", "kern"]
    cutter = Subsetter(options)
    cutter.populate(unicodes=[c for first, last in ranges for c in range(first, last + 1) if drawable(c)])
    cutter.subset(font)
    font.save(target)
    print(f"{target.name}: {len(font.getBestCmap())} characters, {target.stat().st_size // 1024} KB")


def main(dejavu: str, droid: str) -> None:
    for name, ranges in FONTS.items():
        cut(Path(droid) if name.startswith("Droid") else Path(dejavu) / name, HERE / name, ranges)


if __name__ == "__main__":
    main(*sys.argv[1:])
