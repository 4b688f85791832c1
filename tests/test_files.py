"""Which files are checked: folders, patterns, lists of files, .gitignore; and how a batch is told and ends."""

from __future__ import annotations

import io
import itertools
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from test_cli import LEGAL, ROOT, Runner, cli, deckcheck, write

from deckcheck.commands.output import progress
from deckcheck.formats import READERS
from deckcheck.sessions.ignore_patterns import PathFilter, Patterns

__all__ = ["cli"]

DECK = Path(LEGAL).read_text(encoding="utf-8")
BAD = DECK.replace("3 Veilleur", "4 Veilleur")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def decks(folder: Path, *names: str) -> None:
    for name in names:
        write(folder, name, DECK)


def paths(cli: Runner, *arguments: str | Path) -> list[str]:
    result = cli("check", *arguments, "-o", "jsonl")
    assert result.code < 2, result.err
    return [one["path"] for one in map(json.loads, result.out.splitlines()) if "skipped" not in one]


# --- patterns -------------------------------------------------------------------------------------


def test_patterns_are_matched_here_too(here: Path, cli: Runner) -> None:
    decks(here, "a/one.yaml", "a/b/two.yaml", "c.yaml")
    assert paths(cli, "a/*.yaml") == ["a/one.yaml"]
    assert paths(cli, "**/*.yaml") == ["a/b/two.yaml", "a/one.yaml", "c.yaml"]
    assert paths(cli, "[ac]*") == ["a/one.yaml", "a/b/two.yaml", "c.yaml"]
    assert paths(cli, "c.yaml", "?.yaml") == ["c.yaml"]
    assert cli("check", "x*.yaml").code == 1
    decks(here, "x[1].yaml")
    assert paths(cli, "x[1].yaml") == ["x[1].yaml"]


def test_exclude(here: Path, cli: Runner) -> None:
    decks(here, "a.yaml", "old/b.yaml", "new/old/c.yaml", "new/d.old.yaml")
    assert paths(cli, ".") == ["./a.yaml", "./new/d.old.yaml", "./new/old/c.yaml", "./old/b.yaml"]
    assert paths(cli, ".", "--exclude", "old/") == ["./a.yaml", "./new/d.old.yaml"]
    assert paths(cli, ".", "--exclude", "/old", "--exclude", "*.old.yaml") == ["./a.yaml", "./new/old/c.yaml"]
    assert paths(cli, str(here), "--exclude", "old/") == [f"{here}/a.yaml", f"{here}/new/d.old.yaml"]
    assert paths(cli, "old/b.yaml", "--exclude", "old/") == ["old/b.yaml"]
    assert cli("check", ".", "--exclude", "*").code == 2


def test_include_and_exclude_of_the_project_are_below_its_folder(
    here: Path, cli: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks(here, "decks/a.yaml", "decks/old/b.yaml", "notes/c.yaml")
    write(here, "deckcheck.yaml", "game: venture\ninclude: [decks/]\nexclude: [old]\n")
    write(here, "requirements.txt", "deckcheck\n")
    write(here, "decks/plain.txt", "3 Veilleur\n")
    assert paths(cli, ".") == ["./decks/a.yaml", "./decks/plain.txt"]
    monkeypatch.chdir(here / "decks")
    assert paths(cli, ".") == ["./a.yaml", "./plain.txt"]
    assert paths(cli, ".", "--isolated") == ["./a.yaml", "./plain.txt", "./old/b.yaml"]


# --- .gitignore -----------------------------------------------------------------------------------


def test_gitignore_says_what_git_says(here: Path, cli: Runner) -> None:
    """The decks that are found in a repository are those that git would add."""
    subprocess.run(["git", "init", "-q"], check=True)
    names = ["a.yaml", "b.yaml", "drafts/c.yaml", "drafts/keep.yaml", "x/drafts.yaml", "x/y/d.yaml", "x/z/d.yaml",
             "x/z/e.yaml", "x/w/f.yaml", "é/g.yaml", "sp ace/h.yaml"]  # fmt: skip
    decks(here, *names)
    write(here, ".gitignore", "# drafts\nb.yaml\ndrafts/*\n!drafts/keep.yaml\n/x/y/\n!\nsp\\ ace/\n")
    write(here, "x/.gitignore", "*/d.yaml\nw\n!w/f.yaml\n")
    write(here, "x/z/.gitignore", "!d.yaml\n")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard", "*.yaml"], check=True, capture_output=True
    ).stdout
    wanted = {f"./{os.fsdecode(name)}" for name in listed.split(b"\0") if name}
    assert set(paths(cli, ".")) == wanted
    assert {"./a.yaml", "./drafts/keep.yaml", "./x/z/d.yaml"} <= wanted


def test_a_gitignore_above_counts_as_far_as_the_repository(here: Path, cli: Runner) -> None:
    decks(here, "repo/x/a.yaml", "repo/x/b.yaml", "loose/b.yaml")
    (here / "repo" / ".git").mkdir()
    write(here, ".gitignore", "a.yaml\n")
    write(here, "repo/.gitignore", "b.yaml\n")
    assert paths(cli, "repo/x") == ["repo/x/a.yaml"]
    assert paths(cli, "repo/x/b.yaml") == ["repo/x/b.yaml"]
    assert paths(cli, "loose") == ["loose/b.yaml"]


def test_a_sieve_without_patterns_stops_nothing(tmp_path: Path) -> None:
    assert not PathFilter().stops(str(tmp_path / "a.yaml"), False)
    assert not PathFilter(exclude=(Patterns(str(tmp_path), ("*",)),)).stops(str(tmp_path.parent / "a.yaml"), False)


# --- lists of files, and what hooks hand on -------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\0"])
def test_files_from(here: Path, cli: Runner, end: str) -> None:
    decks(here, "a.yaml", "b c.yaml", "d.yaml")
    write(here, "list", end.join(["b c.yaml", "", "a.yaml", "a.yaml", ""]))
    assert paths(cli, "--files-from", "list") == ["b c.yaml", "a.yaml"]
    assert paths(cli, "d.yaml", "--files-from", "list") == ["d.yaml", "b c.yaml", "a.yaml"]


LISTED = [
    *((encoding, "\0") for encoding in ("utf-8", "utf-8-sig", "utf-16")),
    *itertools.product(("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"), ("\n", "\r\n")),
]


@pytest.mark.parametrize(("encoding", "end"), LISTED)
@pytest.mark.parametrize("quoted", [False, True])
def test_lists_of_files_as_programs_write(here: Path, cli: Runner, encoding: str, end: str, *, quoted: bool) -> None:
    """As git quotes paths, and as other shells encode them; one that is not there is told."""
    names = ("été.yaml", 'a "b".yaml', "x\\y.yaml")
    decks(here, *names)
    listed = [_git_quoted(name) for name in names] if quoted and end != "\0" else [*names]
    (here / "list").write_bytes(end.join([*listed, "gone.yaml", ""]).encode(encoding))
    for more in ((), ("--sift",)):
        result = cli("check", "--files-from", "list", "-o", "json", *more)
        found = {deck["path"]: [p["rule"] for p in deck["problems"]] for deck in json.loads(result.out)["decks"]}
        assert list(found) == [*names, "gone.yaml"]
        assert [path for path, rules in found.items() if "missing" in rules] == ["gone.yaml"]
        assert result.code == 1


def _git_quoted(name: str) -> str:
    bare = name.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isascii() else "".join(f"\\{byte:03o}" for byte in c.encode()) for c in bare) + '"'


def test_names_of_one_letter_between_nuls_are_no_utf_16(here: Path, cli: Runner) -> None:
    decks(here, "a/x.yaml", "b/y.yaml")
    (here / "list").write_bytes(b"a\0b\0")
    assert paths(cli, "--files-from", "list") == ["a/x.yaml", "b/y.yaml"]


def test_files_from_the_standard_input(here: Path) -> None:
    decks(here, "a.yaml")
    wanted = f"{here}/a.yaml\n".encode()
    result = deckcheck("check", "--files-from", "-", "-o", "jsonl", stdin=wanted)
    assert [json.loads(line)["path"] for line in result.stdout.splitlines()] == [f"{here}/a.yaml"]
    assert deckcheck("check", "-", "--files-from", "-", stdin=wanted).returncode == 2


def test_files_from_what_is_not_there(here: Path, cli: Runner) -> None:
    assert cli("check", "--files-from", "none").code == 2
    write(here, "empty", "")
    assert cli("check", "--files-from", "empty").code == 2
    assert cli("check", "--files-from", "empty", "--sift").code == 0


def test_sift_chooses_named_files_like_those_of_a_folder(here: Path, cli: Runner) -> None:
    decks(here, "a.yaml", "old/b.yaml")
    write(here, "ci.yaml", "on: push\njobs:\n  - x\n")
    write(here, "readme.txt", "3 Veilleur\n")
    write(here, "deckcheck.yaml", "exclude: [old]\n")
    named = ("a.yaml", "old/b.yaml", "ci.yaml", "readme.txt", "deckcheck.yaml")
    assert cli("check", *named).code == 1
    assert paths(cli, *named, "--sift") == ["a.yaml", "readme.txt"]
    assert paths(cli, *named[1:3], "--sift") == []
    assert paths(cli, "readme.txt", "--sift", "-g", "venture") == ["readme.txt"]
    result = cli("check", "ci.yaml", "--sift")
    assert (result.code, result.out) == (0, "0 decks checked; passed over: 1 no deck\n")


def test_the_hook_checks_what_it_is_handed(here: Path, cli: Runner) -> None:
    (hook, *_) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    program, *arguments = hook["entry"].split()
    assert program == "deckcheck"
    assert hook["types"] == []
    for suffix in (suffix for reader in READERS.values() for suffix in reader.suffixes):
        assert re.search(hook["files"], f"decks/a{suffix}") or suffix in (".md", ".markdown")
    write(here, "deck.yaml", BAD)
    write(here, "ci.yaml", "on: push\n")
    result = cli(*arguments, "ci.yaml", "deck.yaml")
    assert result.code == 1
    assert [line.split(":")[0] for line in result.out.splitlines()[:-1]] == ["deck.yaml"]
    assert cli(*arguments, "ci.yaml").code == 0


def test_a_link_to_itself_is_told_as_any_file_that_cannot_be_read(here: Path, cli: Runner) -> None:
    decks(here, "a/one.yaml")
    (here / "a" / "self.yaml").symlink_to(here / "a" / "self.yaml")
    assert paths(cli, "a") == ["a/one.yaml", "a/self.yaml"]


# --- what is told, and how it ends ----------------------------------------------------------------


def test_several_forms_at_once(here: Path, cli: Runner) -> None:
    write(here, "a.yaml", BAD)
    result = cli(
        "check", "a.yaml", "-o", "text", "-o", "sarif=out.sarif", "-o", "junit=out.xml", "-o", "markdown=out.md"
    )
    assert result.code == 1
    assert result.out.startswith("a.yaml: illegal")
    assert json.loads((here / "out.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert (here / "out.xml").read_text(encoding="utf-8").startswith("<?xml")
    assert cli("check", "a.yaml", "-o", "text=out.txt", "-o", "junit=-").out.startswith("<?xml")
    assert cli("check", "a.yaml", "-o", "text", "-o", "junit=-").code == 2
    assert cli("check", "a.yaml", "-o", "text=x", "-o", "junit=x").code == 2


def test_statistics_and_exit_zero(here: Path, cli: Runner) -> None:
    write(here, "a.yaml", BAD)
    write(here, "b.yaml", BAD)
    result = cli("check", ".", "--statistics", "--exit-zero", "-q")
    assert result.code == 0
    assert "\n  2 findings of rarity-copies in 2 decks\n" in result.out
    assert "| 2 | `rarity-copies` | 2 |" in cli("check", ".", "--statistics", "-o", "markdown").out
    assert cli("check", ".", "--statistics", "-o", "json").code == 2
    assert cli("check", ".", "--exit-zero", "--no-such").code == 2


def test_github_adds_to_the_summary_of_the_step(here: Path, cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here, "a.yaml", BAD)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(write(here, "summary.md", "before\n")))
    assert cli("check", "a.yaml", "-o", "github").out.startswith("::error file=a.yaml,line=")
    text = (here / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("before\n# 1 deck checked: 1 illegal\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(here))
    result = cli("check", "a.yaml", "-o", "github")
    assert result.code == 1
    assert "summary of the step cannot be written" in result.err


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """So many decks that checking them takes a while, one in seven of them illegal."""
    folder = tmp_path_factory.mktemp("many")
    for number in range(400):
        text = BAD if number % 7 == 0 else DECK
        write(folder, f"{number:04}.yaml", text.replace("name:", f"event: {number}\nname:"))
    return folder


def test_any_number_of_processes_gives_the_same(many: Path) -> None:
    outputs = {deckcheck("check", many, "-o", "jsonl", "--jobs", jobs).stdout for jobs in ("1", "3")}
    (output,) = outputs
    assert output.count(b"\n") == 400
    assert output.count(b'"legal": false') == 58


def running(*arguments: str | Path, **streams: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "deckcheck", *map(str, arguments)], cwd=ROOT, **streams)  # type: ignore[call-overload, no-any-return]


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Decks of names that no card bears: each of them is compared with all cards."""
    folder = tmp_path_factory.mktemp("slow")
    for number in range(400):
        write(folder, f"{number}.txt", "".join(f"3 Dragno of Quxzv {number} {line}\n" for line in range(3)))
    return folder


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted(slow: Path, jobs: str) -> None:
    lead, follow = pty.openpty()
    process = running("check", slow, "-g", "yugioh", "--jobs", jobs, stdout=subprocess.PIPE, stderr=follow)
    os.close(follow)
    said = read(lead)
    before = b""
    while b" of 400 decks checked" not in before:
        before += next(said)
    process.send_signal(signal.SIGINT)
    rest = b"".join(said)
    assert re.fullmatch(rb"(\r\d+ of 400 decks checked)*\r *\rInterrupted.*\r\n", rest), rest
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b" decks checked: " not in out  # no summary, as it would be of a part


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "quiet", "told"), [(Terminal(), False, True), (Terminal(), True, False), (io.StringIO(), False, False)]
)
def test_progress_is_told_on_a_terminal_alone(
    monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, quiet: bool, told: bool
) -> None:
    now = iter(range(100))
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    with progress("progress.decks", 300, quiet=quiet) as tell:
        tell(100)
        tell(200)
    end = "\r" + " " * 24 + "\r"
    assert stream.getvalue() == (f"\r100 of 300 decks checked\r200 of 300 decks checked{end}" if told else "")


def test_progress_of_what_is_short_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with progress("progress.decks", 300) as tell:
        tell(100)
    assert stream.getvalue() == ""


def test_progress_makes_room_for_what_else_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(100))
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(time, "monotonic", lambda: next(now))
    with progress("progress.decks", 300) as tell:
        tell(100)
        tell.wipe()
        tell.wipe()
        stream.write("a.yaml: legal\n")
        tell(200)
    line, blank = "100 of 300 decks checked", " " * 24
    assert stream.getvalue() == f"\r{line}\r{blank}\ra.yaml: legal\n\r2{line[1:]}\r{blank}\r"


def read(terminal: int) -> Iterator[bytes]:
    try:
        while part := os.read(terminal, 4096):
            yield part
    except OSError:  # the other end is closed
        return
