"""`deckcheck update` against a server of this machine: what is kept, what is refused, what is told."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from kit import written

from deckcheck.report import DeckcheckError
from deckcheck.update import fetch as network
from deckcheck.update.fetch import Answer, RefusedError, fetch

TODAY = date.today().isoformat()  # noqa: DTZ011 - as the program has it
SCHEMA = """\
game: tiny
title: Tiny
copy: name
card:
  required: [name]
  properties:
    name: {type: string}
    number: {type: integer, identifier: true}
    other: {type: integer}
sections: {main: {}}
lists:
  ban: {title: Ban list, value: limit, words: {forbidden: 0, limited: 1, semi-limited: 2}, uses: ban}
rules:
  ban: {copies: {in: main, of: on(ban), max: ban}, source: {other: Publisher}}
"""
NAMES = [f"Card {chr(65 + number)}" for number in range(20)]
SHIPPED = {"forbidden": NAMES[:4], "limited": NAMES[4:8]}

FILES = ("--schemas", "tiny.yaml", "--cards", "cards")
Respond = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """A server whose answers the tests say, by path; `asked` are the requests it had."""

    def __init__(self) -> None:
        self.answers: dict[str, Respond] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append((self.path, dict(self.headers)))
                outer.answers.get(self.path, status(404))(self)

            def log_message(self, *args: object) -> None:
                """Nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()


def status(code: int, **headers: str) -> Respond:
    def respond(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return respond


def body(data: str | bytes, *, length: int | None = -1, **headers: str) -> Respond:
    """An answer; `length`: what it says of its length, None for nothing."""
    data = data.encode() if isinstance(data, str) else data

    def respond(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        if length is not None:
            handler.send_header("Content-Length", str(len(data) if length < 0 else length))
        handler.end_headers()
        handler.wfile.write(data)

    return respond


def dripping(piece: bytes, seconds: float) -> Respond:
    """An answer without end."""

    def respond(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            for _ in range(10_000):
                handler.wfile.write(piece)
                handler.wfile.flush()
                time.sleep(seconds)
        except OSError:
            return

    return respond


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    found = Server()
    yield found
    found.server.shutdown()
    found.server.server_close()


class Club:
    """A game with a list and a source for it, a folder for what is fetched, and the program run beside them."""

    def __init__(self, folder: Path, server: Server, run: Callable[..., tuple[int, str, str]]) -> None:
        self.folder = folder
        self.server = server
        self._run = run
        written(folder, "tiny.yaml", SCHEMA + self.sources(f"{server.address}/list", "form: lflist, title: Ban"))
        (folder / "cards" / "lists").mkdir(parents=True)
        rows = "".join(
            f"  - {{name: {name}, number: {number}, other: {1000 + number}}}\n" for number, name in enumerate(NAMES)
        )
        written(folder / "cards", "cards.yaml", f"game: tiny\ncards:\n{rows}")
        versions = f"versions:\n  - {{from: '2020-01-15', entries: {json.dumps(SHIPPED)}}}\n"
        written(folder / "cards" / "lists", "ban.yaml", f"list: ban\ntitle: Ban list\nslot: ban\n{versions}")
        written(folder, "deck.txt", "game: tiny\n3 Card T\n")

    def sources(self, url: str, rest: str, name: str = "ban") -> str:
        return f"sources:\n  {name}: {{list: ban, url: '{url}', {rest}}}\n"

    def schema(self, rest: str, url: str = "/list") -> None:
        """The game with another source."""
        address = url if ":" in url else self.server.address + url
        written(self.folder, "tiny.yaml", SCHEMA + self.sources(address, rest))

    def offer(self, respond: Respond | str, path: str = "/list") -> None:
        self.server.answers[path] = body(respond) if isinstance(respond, str) else respond

    def run(self, command: str, *words: str) -> tuple[int, str, str]:
        return self._run(command, *words)

    def update(self, *words: str) -> tuple[int, dict[str, object]]:
        """The exit code, and what JSON says of the one source."""
        code, out, err = self._run("update", "tiny", *FILES, "-o", "json", *words)
        assert out, err
        (source,) = json.loads(out)["games"][0]["sources"]
        return code, source

    def limits(self, day: str, *words: str) -> str:
        code, out, err = self._run("check", "deck.txt", *FILES, "--as-of", day, *words)
        assert code in (0, 1), err
        return out


@pytest.fixture
def club(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Club:
    from deckcheck.cli import run

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECKCHECK_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DECKCHECK_OFFLINE", raising=False)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    server.answers.clear()
    server.asked.clear()

    def ran(*words: str) -> tuple[int, str, str]:
        code = run(list(words))
        out, err = capfd.readouterr()
        return code, out, err

    return Club(tmp_path, server, ran)


def conf(title: str, **more: int) -> str:
    """The shipped list as a simulator has it, but for the cards that are named."""
    values = {name: number for number, word in enumerate(SHIPPED) for name in SHIPPED[word]}
    values |= {f"Card {letter}": value for letter, value in more.items()}
    rows = (f"{NAMES.index(name)} {value} --{name}\n" for name, value in values.items())
    return f"#[{title}]\n!{title}\n" + "".join(rows)


def test_a_new_version_is_in_force_from_its_day_and_told_card_by_card(club: Club) -> None:
    club.offer(conf("2021.03.01 Ban", T=0, A=1))
    code, found = club.update()
    assert (code, found["status"], found["first_day"], found["unsure"]) == (0, "new", "2021-03-01", None)
    assert found["changes"] == [
        {"card": "Card A", "before": "forbidden", "after": "limited"},
        {"card": "Card T", "before": None, "after": "forbidden"},
    ]
    assert "3 copies of Card T" in club.limits("2021-03-01")
    assert f"came from {club.server.address}/list on {TODAY}" in club.limits("2021-03-01")
    # History stays as it was, and nothing that was fetched counts where it is not wanted.
    assert "3 copies of Card T" not in club.limits("2021-02-28")
    assert "3 copies of Card T" not in club.limits("2021-03-01", "--isolated")


def test_text_names_the_version_and_its_changes(club: Club) -> None:
    club.offer(conf("2021.03.01 Ban", T=0))
    _, out, err = club.run("update", "tiny", *FILES)
    assert out.splitlines() == [
        "Tiny",
        "  ban: a new version of the list ban, in force from 2021-03-01, with 1 change",
        "    Card T: not on the list → forbidden",
    ]
    assert f"asking {club.server.address}/list" in err


def test_what_is_known_already_is_not_new_and_is_asked_for_by_its_tag(club: Club) -> None:
    club.offer(body(conf("2020.01 Ban"), ETag='"one"', Last_Modified="Mon, 01 Jan 2020 00:00:00 GMT"))
    assert club.update()[1]["status"] == "same"  # the month alone is no other day
    club.offer(status(304))
    code, found = club.update()
    assert (code, found["status"], found["first_day"]) == (0, "same", "2020-01-15")
    _, headers = club.server.asked[-1]
    assert (headers["If-None-Match"], headers["If-Modified-Since"]) == ('"one"', "Mon, 01 Jan 2020 00:00:00 GMT")
    assert headers["User-Agent"].startswith("deckcheck/")
    assert f"last known to be current on {TODAY}" in club.limits("2099-01-01")


@pytest.mark.parametrize(
    ("title", "words", "day", "unsure"),
    [
        ("2021.03 Ban", (), "2021-03-01", "month"),
        ("2020.01 Ban", (), TODAY, "asked"),  # another list of a month of which one is known
        ("Ban", (), TODAY, "asked"),
        ("Ban", ("--from", "2021-04-05"), "2021-04-05", None),
        ("2021.03 Ban", ("--from", "2021-03-08"), "2021-03-08", None),
    ],
)
def test_a_source_without_a_day(club: Club, title: str, words: tuple[str, ...], day: str, unsure: str | None) -> None:
    club.offer(conf(title, T=0))
    code, found = club.update(*words)
    assert (code, found["status"], found["first_day"], found["unsure"]) == (0, "new", day, unsure)
    told = {"month": "is not known, but that it was in 2021-03", "asked": "the day on which its source was asked"}
    out = club.limits(day)
    assert [word for word in told if told[word] in out] == ([unsure] if unsure else [])


def test_a_list_in_json_by_another_number(club: Club) -> None:
    club.schema("form: json, day: date, entries: rules.limits, by: other")
    values = {str(1000 + number): number // 4 for number in range(8)} | {"1019": 0}
    club.offer(json.dumps({"date": "2021-05-05", "rules": {"limits": values}}))
    code, found = club.update()
    assert (code, found["first_day"]) == (0, "2021-05-05")
    assert found["changes"] == [{"card": "Card T", "before": None, "after": "forbidden"}]


def test_what_is_announced_is_in_force_when_it_begins(club: Club) -> None:
    """The list of today is no older one where one of a later day is known."""
    club.offer(conf(f"{int(TODAY[:4]) + 1}.01.01 Ban", T=0))
    assert club.update()[1]["status"] == "new"
    assert "3 copies of Card T" not in club.limits(TODAY)
    club.offer(conf("2020.01.15 Ban"))
    code, found = club.update()
    assert (code, found["status"]) == (0, "same")


def test_a_dry_run_keeps_nothing(club: Club) -> None:
    club.offer(conf("2021.03.01 Ban", T=0))
    code, found = club.update("--dry-run")
    assert (code, found["status"], len(found["changes"])) == (0, "new", 1)  # type: ignore[arg-type]
    assert not (club.folder / "data").exists()


MANY = {name[-1]: 3 for name in NAMES[:8]} | {name[-1]: 0 for name in NAMES[8:]}
REFUSED: dict[str, tuple[Respond | str, str]] = {
    "a page": ("<!DOCTYPE html><html><body>Sign in</body></html>", "source.page"),
    "nothing": ("", "source.titles"),
    "another list": (conf("2021.03 Other"), "source.titles"),
    "two lists": (conf("2021.03 Ban") + conf("2021.04 Ban"), "source.titles"),
    "torn lines": (conf("2021.03.01 Ban") + "what is this\n", "source.line"),
    "controls in the title": ("!2021.03 Ban\x1b[2J\n1 0\n", "source.title"),
    "packed": (body(gzip.compress(b"!Ban\n1 0\n"), Content_Encoding="gzip"), "source.packed"),
    "broken off": (body(conf("2021.03 Ban"), length=9_000), "source.short"),
    "99 GB": (body("x", length=99 * 10**9), "source.large"),
    "without end": (dripping(b"#" * 65_536, 0), "source.large"),
    "missing": (status(404), "source.missing"),
    "down": (status(503), "source.status"),
    "a part": (status(206), "source.status"),
    "no content": (status(204), "source.status"),
    "unchanged, which nobody asked": (status(304), "source.redirect"),
    "to another scheme": (status(302, Location="ftp://127.0.0.1/list"), "source.redirect"),
    "to a file": (status(301, Location="file:///etc/passwd"), "source.redirect"),
    "to another host without https": (status(302, Location="http://example.com/list"), "source.redirect"),
    "to one with a password": (status(302, Location="http://me:secret@127.0.0.1/list"), "source.redirect"),
    "in a circle": (status(302, Location="/list"), "source.redirect"),
    "older": (conf("2019.03.01 Ban", T=0), "update.older"),
    "the same day": (conf("2020.01.15 Ban", T=0), "update.same-day"),
    "all is free": (conf("2021.03.01 Ban", **MANY), "update.much"),
    "cards of another game": ("!2021.03.01 Ban\n" + "".join(f"{n} 0\n" for n in range(900, 930)), "update.unknown"),
    "a card twice": (conf("2021.03.01 Ban") + "0 2\n", "source.twice"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_leaves_all_as_it_was(club: Club, what: str) -> None:
    respond, why = REFUSED[what]
    club.offer(respond)
    club.schema("form: lflist, title: Ban, most: 100000")
    code, found = club.update()
    assert (code, found["status"], [one["key"] for one in found["why"]]) == (1, "refused", [why])  # type: ignore[attr-defined]
    assert found["why"][0]["text"]  # type: ignore[index]
    assert not list((club.folder / "data").rglob("*.json"))
    assert "secret" not in json.dumps(found)


@pytest.mark.parametrize("what", ["older", "the same day", "all is free", "cards of another game"])
def test_what_looks_like_a_mistake_may_be_forced(club: Club, what: str) -> None:
    club.offer(REFUSED[what][0])
    code, found = club.update("--force")
    assert (code, found["status"]) == (0, "new")
    day = str(found["first_day"])
    expected = "3 copies of Card T" in club.limits(day)
    assert expected == (what in ("older", "the same day", "all is free"))


JSON = {
    "no JSON": ("{", "source.form"),
    "deep": ("[" * 200_000, "source.form"),
    "no day": ('{"limits": {"1": 0}}', "source.no-day"),
    "a day that is none": ('{"date": "soon", "limits": {"1": 0}}', "source.no-day"),
    "no entries": ('{"date": "2021-01-01", "limits": []}', "source.no-entries"),
    "values that are none": ('{"date": "2021-01-01", "limits": {"1": [0]}}', "source.value"),
    "a word that is none": ('{"date": "2021-01-01", "limits": {"1": "Banned"}}', "source.value-of"),
    "a year that is a mistake": (
        json.dumps({"date": "9999-12-31", "limits": {**{str(n): n // 4 for n in range(8)}, "19": 0}}),
        "update.far",
    ),
    "a key twice": ('{"date": "2021-01-01", "limits": {"1": 0, "1": 2}}', "source.twice"),
    "too many": (
        json.dumps({"date": "2021-01-01", "limits": dict.fromkeys(map(str, range(50_001)), 0)}),
        "source.entries",
    ),
}


@pytest.mark.parametrize("what", JSON)
def test_json_that_is_refused(club: Club, what: str) -> None:
    text, why = JSON[what]
    club.schema("form: json, day: date, entries: limits")
    club.offer(text)
    code, found = club.update()
    assert (code, [one["key"] for one in found["why"]]) == (1, [why])  # type: ignore[attr-defined]


def test_a_slow_drip_ends(server: Server) -> None:
    """Bytes keep coming, one at a time, so that no read ever waits long."""
    server.answers["/drip"] = dripping(b"#", 0.01)
    ticks = iter(range(1000))
    with pytest.raises(RefusedError) as error:
        fetch(f"{server.address}/drip", 10_000, patience=5, clock=lambda: float(next(ticks)))
    assert error.value.sentence == "source.slow"


def test_silence_ends(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_SILENCE", 0.2)
    server.answers["/silence"] = lambda _: time.sleep(1)
    with pytest.raises(RefusedError) as error:
        fetch(f"{server.address}/silence", 10_000)
    assert error.value.sentence == "source.slow"


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/list", "https://does-not-exist.invalid/list"])
def test_nobody_there(url: str) -> None:
    with pytest.raises(RefusedError) as error:
        fetch(url, 10_000, patience=5)
    assert error.value.sentence in ("source.network", "source.status")  # a proxy answers with a status


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://me:secret@example.com/list", "source.password"),
        ("http://example.com/list", "source.scheme"),
        ("ftp://example.com/list", "source.scheme"),
        ("file:///etc/passwd", "source.file"),
        ("https://", "source.address"),
        ("https://example.com:port/list", "source.address"),
        ("https://example.com/a b", "source.address"),
    ],
)
def test_addresses_that_no_game_may_name(club: Club, url: str, why: str) -> None:
    club.schema("form: lflist", url)
    code, out, err = club.run("update", "tiny", *FILES)
    assert (code, out) == (2, "")
    assert "secret" not in err
    assert "tiny.yaml:" in err
    with pytest.raises(RefusedError) as error:
        fetch(url, 1_000)
    assert error.value.sentence == why


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("form: lflist, titel: Ban", "did you mean `title`?"),
        ("form: html", "lflist"),
        ("form: json", "entries"),
        ("form: lflist, title: '('", "("),
        ("form: lflist, most: 0", "at most"),
    ],
)
def test_slips_in_a_source(club: Club, rest: str, words: str) -> None:
    club.schema(rest)
    for command in (("update", "tiny"), ("games", "tiny", "--check")):
        code, _, err = club.run(*command, *FILES)
        assert (code, "tiny.yaml:" in err, words in err) == (2, True, True), err


def test_offline_nothing_is_asked_and_a_file_serves(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKCHECK_OFFLINE", "1")
    code, found = club.update()
    assert (code, [one["key"] for one in found["why"]]) == (1, ["source.offline"])  # type: ignore[attr-defined]
    assert club.server.asked == []
    (club.folder / "usb").mkdir()
    written(club.folder / "usb", "list", conf("2021.03.01 Ban", T=0))
    assert club.update("--source", "usb")[1]["status"] == "new"
    assert "3 copies of Card T" in club.limits("2021-03-01")
    written(club.folder, "other.conf", conf("2021.04.01 Ban"))
    assert club.update("--source", "other.conf")[1]["first_day"] == "2021-04-01"
    code, _, err = club.run("update", "tiny", *FILES, "--source", "cards")
    assert (code, "cards holds none" in err) == (2, True)
    assert club.server.asked == []


def settings(club: Club, text: str) -> None:
    written(club.folder, "deckcheck.yaml", f"game: tiny\nschemas: [tiny.yaml]\ncards: [cards]\n{text}")


def test_a_project_has_sources_of_its_own_which_hold_for_it_alone(club: Club) -> None:
    path = written(club.folder, "own.conf", conf("2021.03.01 Ban", T=0))
    settings(club, f"sources:\n  ours: {{list: ban, url: 'file://{path}', form: lflist}}\n")
    code, out, _ = club.run("update", "tiny", "--only", "ours")
    assert (code, "ours: a new version" in out) == (0, True)
    out = club.run("check", "deck.txt", "--as-of", "2021-03-01")[1]
    assert "3 copies of Card T" in out
    assert "judged by the list" in out  # as prominent as other data of one's own
    assert club.run("check", "deck.txt", "--as-of", "2021-03-01", "--strict")[1].count("judged by the list") > 1
    (club.folder / "deckcheck.yaml").unlink()
    assert "3 copies of Card T" not in club.limits("2021-03-01")


def test_sources_may_be_switched_off(club: Club) -> None:
    settings(club, "sources: off\n")
    code, out, _ = club.run("update", "tiny")
    assert (code, club.server.asked) == (0, [])
    assert "no sources" in out


def test_a_lock_pins_what_a_project_is_judged_by(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    settings(club, "")
    code, _, err = club.run("check", "deck.txt", "--locked")
    assert (code, "deckcheck.lock" in err) == (2, True)
    club.offer(conf("2021.03.01 Ban", T=0))
    assert club.run("update")[0] == 0
    lock = (club.folder / "deckcheck.lock").read_text()
    assert "2021-03-01" in lock
    # Elsewhere: nothing is there yet.
    monkeypatch.setenv("DECKCHECK_DATA", str(club.folder / "elsewhere"))
    code, _, err = club.run("check", "deck.txt", "--locked")
    assert (code, "update --locked" in err) == (2, True)
    # The source has changed since: refused. The same again: taken, and judged by.
    club.offer(conf("2021.03.01 Ban", T=0, S=0))
    assert club.run("update", "--locked")[0] == 1
    club.offer(conf("2021.03 Ban", T=0))
    assert club.run("update", "--locked")[0] == 0
    # A version that came later is not in the lock.
    club.offer(conf("2021.04.01 Ban", T=0, A=2))
    settings(club, "as_of: 2021-05-01\n")
    (club.folder / "deckcheck.lock").rename(club.folder / "kept")
    assert club.run("update")[0] == 0
    (club.folder / "kept").rename(club.folder / "deckcheck.lock")
    assert "of 2021-03-01" in club.run("check", "deck.txt", "--locked")[1]
    assert "of 2021-04-01" in club.run("check", "deck.txt")[1]
    assert (club.folder / "deckcheck.lock").read_text() == lock
    club.server.asked.clear()
    assert club.run("update", "--locked")[0] == 0
    assert club.server.asked == []  # all is there


@pytest.mark.parametrize(
    "text", ["", "{", '{"form": 2, "games": {}}', '{"form": 1, "games": {"tiny": {"ban": {"x": 1}}}}']
)
def test_a_lock_that_is_none(club: Club, text: str) -> None:
    settings(club, "")
    written(club.folder, "deckcheck.lock", text)
    code, out, err = club.run("check", "deck.txt", "--locked")
    assert (code, out, "deckcheck.lock" in err) == (2, "", True)


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"form": 1}', "[" * 100_000, '{"form": 1, "list": "ban", "from": 1, "entries": []}']
)
def test_fetched_data_that_somebody_has_spoilt_is_told(club: Club, text: str) -> None:
    club.offer(conf("2021.03.01 Ban", T=0))
    club.update()
    (path,) = (club.folder / "data" / "games" / "tiny" / "lists" / "ban").iterdir()
    path.write_text(text)
    code, _, err = club.run("check", "deck.txt", *FILES)
    assert (code, str(path) in err, "Traceback" in err) == (2, True, False)
    path.unlink()
    assert club.run("check", "deck.txt", *FILES)[0] == 0


def test_no_other_command_asks(club: Club) -> None:
    club.offer(conf("2021.03.01 Ban", T=0))
    for words in (("check", "deck.txt"), ("lists", "tiny"), ("cards", "tiny", "Card T")):
        club.run(*words, *FILES)
    assert club.server.asked == []


def test_where_nothing_can_be_kept_nothing_is_asked(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKCHECK_DATA", "off")
    code, out, err = club.run("update", "tiny", *FILES)
    assert (code, out, "DECKCHECK_DATA" in err, club.server.asked) == (2, "", True, [])


def test_an_answer_is_a_record() -> None:
    assert Answer(b"x").tag is None
    assert issubclass(RefusedError, Exception)
    assert not issubclass(RefusedError, DeckcheckError)
