"""Where the output of a command goes: the standard output, files, and messages to the standard error."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TextIO

from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError, Note, Problem

# What a file of such a name is likely to hold.
_FORM_OF = {".json": "json", ".jsonl": "jsonl", ".xml": "junit", ".sarif": "sarif", ".md": "markdown", ".csv": "csv"}
_PATIENCE = 1.0  # seconds before the first word of progress, and between two
# Forms that are UTF-8 whatever the terminal takes.
_DOCUMENTS = frozenset({"json", "junit", "sarif", "markdown"})  # forms of which a half is of no use
_HELD = 16_000_000  # bytes of a document in memory, before it is written
MACHINE = frozenset({"json", "jsonl", "junit", "sarif", "github", "markdown", "csv"})


@dataclass(frozen=True, slots=True)
class Target:
    """A form of output, and the file it goes to (None: the standard output)."""

    form: str
    file: str | None = None


def targets(asked: Sequence[str] | None, forms: Iterable[str]) -> tuple[Target, ...]:
    """What `-o FORM` and `-o FORM=FILE` ask for (`-` is the standard output); text where nothing is asked.

    :raises DeckcheckError: there is no such form, or two forms would go to the same place.
    """
    from deckcheck.spelling import nearest

    known = tuple(forms)
    found: dict[str | None, Target] = {}
    for text in asked or ("text",):
        form, equals, file = text.partition("=")
        is_file_name = len(Path(text).suffix) > 1 or "/" in text or os.sep in text
        if form not in known and not equals and is_file_name:
            right = f"{_FORM_OF.get(Path(text).suffix.lower(), 'text')}={text}"
            right = right if right.partition("=")[0] in known else f"{known[0]}={text}"
            raise DeckcheckError("usage.file-for-form", form=text, known=known, right=right)
        if form not in known:
            raise DeckcheckError("usage.unknown-form", form=form, known=known, nearest=nearest(form, known))
        if equals and not file:
            raise DeckcheckError("usage.no-file", form=form)
        target = Target(form, file if equals and file != "-" else None)
        place = target.file and os.path.realpath(target.file)
        if place in found:
            raise DeckcheckError("usage.two-forms" if target.file is None else "usage.two-forms-file", path=target.file)
        found[place] = target
    return tuple(found.values())


def emit(documents: Iterable[tuple[Target, str | Iterable[str]]]) -> None:
    """Write each document, or the pieces of it, where it belongs."""
    for target, text in documents:
        if target.file is None:
            to_stdout(text, target.form)
        else:
            write_file(target.file, text)


def to_file(path: str | None, text: str | bytes, form: str = "text") -> None:
    """Write what a command makes into its file, to the standard output where it has none; UTF-8 but for a terminal.

    :raises DeckcheckError: it cannot be written.
    """
    if path is None:
        to_stdout(text if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer") else _bytes(text), form)
    else:
        write_file(path, text)


def to_stdout(text: str | bytes | Iterable[str], form: str = "text") -> None:
    """Write to the standard output, pieces as they come; a reader that has gone away is no error, and ends it.

    :raises DeckcheckError: the output is full or closed.
    """
    write: Callable[..., object] = sys.stdout.write
    as_bytes = isinstance(text, bytes) or (form in MACHINE and hasattr(sys.stdout, "buffer"))
    if as_bytes:
        buffer = sys.stdout.buffer
        write = lambda piece: buffer.write(_bytes(piece))  # noqa: E731
    there = _tried(sys.stdout.flush)
    with _whole(text) if as_bytes and form in _DOCUMENTS else nullcontext(_pieces(text)) as pieces:
        for piece in pieces if there else ():
            if not _tried(write, piece):
                return
    _tried(sys.stdout.flush)


@contextmanager
def _whole(text: str | bytes | Iterable[str]) -> Iterator[Iterable[bytes]]:
    """The pieces of a document once there are all of them: what fails on the way leaves no half of one."""
    from tempfile import SpooledTemporaryFile

    with SpooledTemporaryFile(_HELD) as held:
        held.writelines(map(_bytes, _pieces(text)))
        held.seek(0)
        yield iter(lambda: held.read(1 << 20), b"")


def _tried(write: Callable[..., object], *given: str | bytes) -> bool:
    """Whether the standard output has a reader.

    :raises DeckcheckError: it is full or closed.
    """
    try:
        write(*given)
    except BrokenPipeError:
        let_go(sys.stdout)
        return False
    except OSError as error:
        let_go(sys.stdout)
        raise DeckcheckError("usage.stdout", reason=error.strerror or str(error)) from error
    return True


def _pieces(text: str | bytes | Iterable[str]) -> Iterable[str | bytes]:
    return (text,) if isinstance(text, str | bytes) else text


def let_go(stream: TextIO) -> None:
    """What is still held back goes nowhere: Python flushes once more at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace")


def write_file(path: str, text: str | bytes | Iterable[str]) -> None:
    """Write a file whole or not at all. A device or a pipe is written to.

    :raises DeckcheckError: it cannot be written.
    """
    from deckcheck.files.disk import write

    if not path:
        raise DeckcheckError("usage.empty", option="--output")
    write(path, map(_bytes, _pieces(text)), through_link=False)


def to_stderr(text: str) -> None:
    """A line on the standard error; where that is full or closed, there is nobody to tell."""
    try:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
    except OSError:
        let_go(sys.stderr)


def tell(key: str, facts: Mapping[str, object]) -> None:
    """A message beside the findings, on the standard error."""
    from deckcheck.wording import say

    to_stderr(say(key, **facts))


def announce(note: Note) -> None:
    """What takes its time, on the standard error."""
    from deckcheck.wording import note_text

    to_stderr(note_text(note))


def complain_of(problems: Iterable[Problem], path: str) -> None:
    """Findings in the deck at a path, on the standard error."""
    from deckcheck.reports.text import finding_line

    for problem in problems:
        to_stderr(finding_line(problem, path))


def complain(error: DeckcheckError) -> None:
    """The error on the standard error, with what was found in the files it is about."""
    from deckcheck.reports.look import in_order
    from deckcheck.reports.text import finding_line
    from deckcheck.wording import error_text, fix_line, say

    to_stderr(say("usage.error", message=error_text(error)))
    for problem in in_order(error.problems, error.problems[0].place.file or "" if error.problems else ""):
        to_stderr(finding_line(problem))
        fix = fix_line(problem.fix)
        if fix is not None:
            to_stderr(f"    {say('report.fix', fix=fix)}")


class Progress:
    """Called with how much is done; says so where there is a `key`, the sentence, and only now and then."""

    def __init__(self, key: str | None, whole: int | None) -> None:
        self._key = key
        self._whole = whole
        self._last = time.monotonic() if key else 0.0
        self._width = 0

    def __call__(self, done: int, whole: int | None = None) -> None:
        if self._key is None or (now := time.monotonic()) - self._last < _PATIENCE:
            return
        from deckcheck.wording import say

        self._last = now
        text = say(self._key, done=done, whole=whole or self._whole)
        self._width = max(self._width, len(text))  # before it is written: an interruption may come at any time
        sys.stderr.write(f"\r{text.ljust(self._width)}")
        sys.stderr.flush()

    def wipe(self) -> None:
        """Leave the line to what else is written to the terminal."""
        if self._width:
            sys.stderr.write(f"\r{' ' * self._width}\r")
            sys.stderr.flush()
            self._width = 0


@contextmanager
def progress(key: str, whole: int | None = None, *, quiet: bool = False) -> Iterator[Progress]:
    """What is told how many of the `whole` are done; the line is wiped in the end."""
    told = Progress(None if quiet or not sys.stderr.isatty() else key, whole)
    try:
        yield told
    finally:
        told.wipe()
