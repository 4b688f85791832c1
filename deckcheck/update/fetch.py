"""One file from the network, within bounds: how much, how long, from where, as what.

The standard library's `urllib` does it: its proxies are those of the environment, and to import it takes the least time
of all that were measured (tests/bench/README.md). What it does not bound is bounded here.
"""

from __future__ import annotations

import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote, urlsplit

from deckcheck import __version__
from deckcheck.record import dataclass
from deckcheck.update.sources import without_password, wrong_address

AGENT = f"deckcheck/{__version__} (deckcheck update)"
_WHOLE, _UNCHANGED = 200, 304  # status; 206 would be a part
_REDIRECTS = 5
_SILENCE = 15.0  # seconds without a byte
_PATIENCE = 120.0  # seconds for all of it
_PIECE = 65_536


class RefusedError(Exception):
    """What was offered is not taken; `sentence` and `facts` say why."""

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.facts = facts


class MissingError(RefusedError):
    """There is no such file at the source."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came: the bytes, None where nothing has changed since; `tag` and `modified` to ask so the next time."""

    data: bytes | None
    tag: str | None = None
    modified: str | None = None


def offline() -> bool:
    """Whether the user said that the network is not to be asked."""
    return os.environ.get("DECKCHECK_OFFLINE", "") not in ("", "0")


def fetch(
    url: str,
    most: int,
    tag: str | None = None,
    modified: str | None = None,
    *,
    own: bool = False,
    patience: float = _PATIENCE,
    clock: Callable[[], float] = time.monotonic,
) -> Answer:
    """The file of an address, of `most` bytes. `tag`, `modified`: of the last answer. `own`: files of the disk too.

    :raises RefusedError: it is not there, or not to be had within the bounds.
    """
    if wrong := wrong_address(url, own=own):
        raise RefusedError(wrong, url=without_password(url))
    if url.startswith("file:"):
        return Answer(from_disk(unquote(urlsplit(url).path), most))
    if offline():
        raise RefusedError("source.offline")
    until = clock() + patience
    request = urllib.request.Request(url, headers={"User-Agent": AGENT, "Accept-Encoding": "identity"})  # noqa: S310
    for header, value in (("If-None-Match", tag), ("If-Modified-Since", modified)):
        if value:
            request.add_header(header, value)
    try:
        with urllib.request.build_opener(_Redirects).open(request, timeout=min(_SILENCE, patience)) as answer:
            if answer.status != _WHOLE:
                raise RefusedError("source.status", status=answer.status, reason=str(answer.reason)[:80])
            data = _body(answer, most, until, clock)
            head = answer.headers
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == _UNCHANGED and (tag or modified):
            return Answer(None, tag, modified)
        if error.code in (404, 410):
            raise MissingError("source.missing", url=url) from None
        if 300 <= error.code < 400:  # urllib itself would not follow it
            raise RefusedError("source.redirect", url=without_password(str(error.filename or url))[:200]) from None
        raise RefusedError("source.status", status=error.code, reason=str(error.reason)[:80]) from None
    except TimeoutError:
        raise RefusedError("source.slow", seconds=int(patience)) from None
    except urllib.error.URLError as error:
        if isinstance(error.reason, TimeoutError):
            raise RefusedError("source.slow", seconds=int(patience)) from None
        raise RefusedError(
            "source.network", reason=str(getattr(error.reason, "strerror", None) or error.reason)
        ) from None
    except (HTTPException, OSError, ValueError) as error:
        raise RefusedError("source.network", reason=str(error)[:200] or type(error).__name__) from None
    return Answer(data, _short(head.get("ETag")), _short(head.get("Last-Modified")))


def from_disk(path: str, most: int) -> bytes:
    """A file of the disk.

    :raises RefusedError: it cannot be read, or is too large.
    """
    from deckcheck.files.source import contents

    try:
        return contents(path, most)
    except FileNotFoundError:
        raise MissingError("source.missing", url=path) from None
    except (OSError, ValueError) as error:
        raise RefusedError("source.network", reason=getattr(error, "strerror", None) or str(error)) from None


def name_of(url: str) -> str:
    """The name of the file that an address leads to."""
    return Path(unquote(urlsplit(url).path)).name


def in_folder(folder: Path, name: str, url: str, *, alone: bool) -> Path | None:
    """The file of a source in a folder: by the end of its address, by the source's name, or, if no other source's file
    is called so (`alone`), by the file's own name; None where there is none."""
    path = Path(unquote(urlsplit(url).path))
    wanted = (Path(*path.parts[-2:]), Path(f"{name}{path.suffix}"), *([Path(path.name)] if alone else []))
    return next((folder / one for one in wanted if (folder / one).is_file()), None)


def _body(answer: Any, most: int, until: float, clock: Callable[[], float]) -> bytes:
    coded = answer.headers.get("Content-Encoding", "identity").strip().lower()
    if coded not in ("", "identity"):
        raise RefusedError("source.packed", coding=coded[:40])
    told = answer.headers.get("Content-Length", "")
    length = int(told) if told.isascii() and told.isdigit() else None
    if length is not None and length > most:
        raise RefusedError("source.large", most=most, size=length)
    found = bytearray()
    while piece := answer.read1(_PIECE):
        found += piece
        if len(found) > most:
            raise RefusedError("source.large", most=most)
        if clock() > until:
            raise RefusedError("source.slow", seconds=int(_PATIENCE))
    if length is not None and len(found) < length:
        raise RefusedError("source.short", size=len(found), told=length)
    return bytes(found)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows few redirects, and only to where a source may be; never from https to anything less."""

    max_redirections = _REDIRECTS
    max_repeats = 2

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if wrong_address(newurl):
            raise RefusedError("source.redirect", url=without_password(newurl)[:200])
        if req.type == "https" and not newurl.lower().startswith("https:"):
            raise RefusedError("source.redirect", url=newurl[:200])
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _short(header: str | None) -> str | None:
    """A header that may be sent back."""
    return header if header and len(header) <= 200 and header.isprintable() else None
