"""Bytes of a file → its text, with what was wrong on the way."""

from __future__ import annotations

import codecs
import re

from deckcheck.report import Place, Problem, Severity

MARKS = (  # the 32-bit mark begins with the 16-bit one
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BREAKS = re.compile("\r\n?|[\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


# Nearly every deck of numbers or of English names: nothing to decode, nothing to look for.
_PLAIN = bytes(range(0x20, 0x7F)) + b"\t\n"


def decode(data: bytes, path: str) -> tuple[str, tuple[Problem, ...]]:
    """The text with "\\n" for every line break and without byte-order marks; "" where there is none."""
    if not data.translate(None, _PLAIN):
        return data.decode("ascii"), ()
    text, problems = _characters(data, path)
    if 2 < len(_CONTROL.findall(text)) > len(text) // 20:
        return "", (Problem("encoding", "encoding.binary", place=Place(path)),)
    return _BREAKS.sub("\n", text).replace("\ufeff", ""), problems


def _characters(data: bytes, path: str) -> tuple[str, tuple[Problem, ...]]:
    for mark, name in MARKS:
        if data.startswith(mark):
            return _exactly(data[len(mark) :], name, path)
    if b"\0" in data:
        if guessed := wide(data):
            return _exactly(data, guessed, path)
        return "", (Problem("encoding", "encoding.binary", place=Place(path)),)
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        place = Place(path, before.count(b"\n") + 1, error.start - before.rfind(b"\n"))
        byte = f"0x{data[error.start]:02X}"
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        return "", (Problem("encoding", "encoding.unknown", place=place, facts={"byte": byte}),)
    facts = {"byte": byte, "read_as": bytes([int(byte, 16)]).decode("cp1252")}
    return text, (Problem("encoding", "encoding.windows", Severity.WARNING, place, facts=facts),)


def _exactly(data: bytes, name: str, path: str) -> tuple[str, tuple[Problem, ...]]:
    try:
        return data.decode(name), ()
    except UnicodeDecodeError as error:
        facts = {"encoding": name.upper(), "offset": error.start}
        return "", (Problem("encoding", "encoding.broken", place=Place(path), facts=facts),)


def wide(data: bytes) -> str | None:
    """UTF-16 without a mark: nearly every other byte is zero, and hardly any of the rest."""
    even, odd = data[0::2], data[1::2]
    if len(data) % 2:
        return None
    for zeros, letters, name in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if zeros.count(0) * 2 > len(zeros) and not letters.count(0):
            return name
    return None
