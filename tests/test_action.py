"""The GitHub action and the hook run nothing of the repository they check, and no name in it forges their output."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
import yaml
from action_steps import run_steps

ROOT = Path(__file__).parent.parent
LEGAL = (ROOT / "tests" / "decks" / "readme" / "venture-legal.yaml").read_text(encoding="utf-8")
ILLEGAL = LEGAL.replace("3 Veilleur", "4 Veilleur")

# What Python imports by itself, what the action starts, and what deckcheck and pip need: each would be found in the
# repository if the folder, or a variable of the job that leads there, came into the path.
MODULES = (
    "deckcheck deckcheck.start typer yaml jsonschema numpy rapidfuzz tabulate pathspec pip venv hatchling secrets"
    " json re runpy site sitecustomize usercustomize multiprocessing concurrent concurrent.futures"
)
PROGRAMS = ("python", "python3", "pip", "deckcheck", "cat", "git", "rm", "env")
INSTALL, CHECK = slice(0, 1), slice(1, None)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A repository with an illegal deck and code that leaves a mark and says that all is well."""
    club = tmp_path / "club"
    club.mkdir()
    (club / "deck.yaml").write_text(ILLEGAL, encoding="utf-8")
    code = f"open({str(tmp_path / 'ran')!r}, 'a').write(__name__)\nimport os\nos._exit(0)\n"
    for name in MODULES.split():
        package = club.joinpath(*name.split("."))
        package.mkdir(parents=True)
        for file in ("__init__.py", "__main__.py"):
            package.joinpath(file).write_text(code, encoding="utf-8")
        if "." not in name:
            club.joinpath(f"{name}.py").write_text(code, encoding="utf-8")
    for name in PROGRAMS:
        club.joinpath(name).mkdir(exist_ok=True) if name in MODULES.split() else program(club / name, tmp_path / "ran")
    (club / "evil.pth").write_text(f"import sys; open({str(tmp_path / 'ran')!r}, 'a')\n", encoding="utf-8")
    (club / "setup.py").write_text(code, encoding="utf-8")
    (club / "pyproject.toml").write_text(
        "[build-system]\nrequires = []\nbuild-backend = 'deckcheck'\n", encoding="utf-8"
    )
    (club / "pip.conf").write_text("[global]\nno-such-option = 1\ntarget = .\n", encoding="utf-8")
    (club / "bin").mkdir()
    for name in PROGRAMS:
        program(club / "bin" / name, tmp_path / "ran")
    return club


def program(path: Path, mark: Path) -> None:
    path.write_text(f"#!/bin/sh\necho {path.name} >>'{mark}'\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def job(tmp_path: Path) -> dict[str, str]:
    """The variables of a job that leads Python and the shell into its repository."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        "PYTHONPATH": ".",
        "PYTHONUSERBASE": ".",
        "PYTHONSTARTUP": "setup.py",
        "PATH": f"bin:.:{os.environ['PATH']}",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(tmp_path),
        "IFS": "e",
    }


def installed(runner: Path) -> Path:
    """A runner's folder after the step that installs."""
    (runner / "deckcheck").mkdir(parents=True)
    (runner / "deckcheck" / "deckcheck").symlink_to(ROOT / "deckcheck")
    return runner


def commands(log: str) -> list[str]:
    """The lines that a runner takes as commands."""
    found, until = [], ""
    for line in log.splitlines():
        if until:
            until = "" if line.strip() == f"::{until}::" else until
        elif stop := re.fullmatch(r"::stop-commands::(\w+)", line):
            until = stop[1]
        elif line.lstrip().startswith("::") or "##[" in line:
            found.append(line)
    assert not until
    return found


def test_the_action_checks_a_hostile_repository_with_its_own_code(
    club: Path, job: dict[str, str], tmp_path: Path
) -> None:
    runner = installed(tmp_path / "runner")
    for jobs in ("", "--jobs 2"):
        (runner / "output").unlink(missing_ok=True)
        assert run_steps(ROOT, club, runner, {"args": jobs}, job, CHECK) == 1
        log = (runner / "log").read_text(encoding="utf-8")
        assert [line.split("title=")[1].split("::")[0] for line in commands(log)] == ["rarity-copies", "passed over"], (
            log
        )
        assert (runner / "output").read_text(encoding="utf-8") == "exit-code=1\n"
    assert not (tmp_path / "ran").exists()


def test_the_action_installs_with_nothing_of_the_repository(club: Path, job: dict[str, str], tmp_path: Path) -> None:
    """Offline, pip finds nothing to install, and what the repository holds in its place is not run."""
    assert run_steps(ROOT, club, tmp_path / "runner", {}, job, INSTALL) != 0
    assert not (tmp_path / "ran").exists()
    said = (tmp_path / "runner" / "log").read_text(encoding="utf-8")
    assert re.search("No matching distribution|No module named pip", said)


def test_the_planted_code_is_live(club: Path, job: dict[str, str], tmp_path: Path) -> None:
    """Started as a careless action would, each planted thing runs: the tests above would notice."""
    plain = {name: value for name, value in job.items() if name != "PYTHONPATH"}
    started = [sys.executable, "-m", "deckcheck"], [sys.executable, "-m", "pip"], ["bash", "-c", "deckcheck check"]
    for command, environment in [*((command, plain) for command in started), ([sys.executable, "-c", ""], job)]:
        (tmp_path / "ran").unlink(missing_ok=True)
        subprocess.run(command, cwd=club, env=environment, check=False)
        assert (tmp_path / "ran").exists(), command


def test_the_hook_runs_nothing_of_the_repository(club: Path, job: dict[str, str], tmp_path: Path) -> None:
    """pre-commit starts the console script of an environment of its own, in the repository."""
    del job["PYTHONPATH"]  # pre-commit itself is a Python program: it would be lost before its first hook
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True)
    scripts = environment / "bin"
    paths = {"base": str(environment), "platbase": str(environment)}
    site = Path(sysconfig.get_path("purelib", "venv", paths))
    (site / "all.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    script = f"#!{scripts / 'python'}\nimport sys\nfrom deckcheck.start import main\nsys.exit(main())\n"
    (scripts / "deckcheck").write_text(script, encoding="utf-8")
    (scripts / "deckcheck").chmod(0o755)
    for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")):
        files = ["deck.yaml"] if hook.get("pass_filenames", True) else []
        done = subprocess.run(
            ["bash", "-c", f'{hook["entry"]} "$@"', "hook", *files],
            cwd=club,
            env={**job, "PATH": f"{scripts}:{job['PATH']}"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert not (tmp_path / "ran").exists(), hook["id"]
        assert done.returncode == (1 if files else 0), done.stderr
        assert "rarity-copies" in done.stdout or not files


def test_a_name_is_no_command(job: dict[str, str], tmp_path: Path) -> None:
    """Names of files and decks, in findings and in messages, that look like commands of the runner."""
    club = tmp_path / "club"
    club.mkdir()
    names = (
        "::error::a.yaml",
        "##[error]b.yaml",
        "c\n::set-output name=exit-code::0\n.yaml",
        "::stop-commands::d.yaml",
    )
    for name in names:
        (club / name).write_text(ILLEGAL.replace("name: ", f"name: {json.dumps(name)} # "), encoding="utf-8")
    (club / "##[error]\n::error::broken.yaml").write_bytes(b"game: [\xff")
    (club / "::error::gone\n##[warning].yaml").symlink_to("nowhere")
    runner = installed(tmp_path / "runner")
    asked = {"args": f"-o text -o json={tmp_path / 'all.json'}"}
    assert run_steps(ROOT, club, runner, asked, job, CHECK) == 1
    decks = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))["decks"]
    problems = [problem for deck in decks for problem in deck["problems"]]
    log = (runner / "log").read_text(encoding="utf-8")
    assert len(decks) > len(names)
    assert len(commands(log)) == len(problems)
    assert all(re.match("::(error|warning|notice) file=[^:]+,title=[^:]*::", line) for line in commands(log)), log
    assert (runner / "output").read_text(encoding="utf-8") == "exit-code=1\n"
    summary = (runner / "summary.md").read_text(encoding="utf-8")
    assert len(re.findall("^#", summary, re.MULTILINE)) == 1 + len(decks), summary
    assert not re.search("^::", summary, re.MULTILINE), summary


def test_inputs_are_data(job: dict[str, str], tmp_path: Path) -> None:
    club = tmp_path / "club"
    (club / "my decks").mkdir(parents=True)
    (club / "my decks" / "a.yaml").write_text(LEGAL, encoding="utf-8")
    (club / "-q.yaml").write_text(LEGAL, encoding="utf-8")
    runner = installed(tmp_path / "runner")

    def checked(paths: str, **more: str) -> list[str]:
        out = tmp_path / "all.json"
        out.unlink(missing_ok=True)
        code = run_steps(ROOT, club, runner, {"paths": paths, "args": f"-o json={out}", **more}, job, CHECK)
        if not out.exists():
            return [str(code)]
        return [deck["path"] for deck in json.loads(out.read_text(encoding="utf-8"))["decks"]]

    assert checked("my?decks -q.yaml") == ["my decks/a.yaml", "-q.yaml"]
    assert checked("my decks\n-q.yaml\n") == ["my decks/a.yaml", "-q.yaml"]
    assert checked("my decks\r\n") == ["my decks/a.yaml"]
    assert checked(f"$(touch {tmp_path}/ran)") == ["$(touch", f"{tmp_path}/ran)"]
    assert checked("-q.yaml", sarif=f"{tmp_path}/$(touch ran);.sarif") == ["-q.yaml"]
    assert checked("-q.yaml", args="--no-such-option") == ["2"]
    assert not (tmp_path / "ran").exists()


def test_what_the_action_uses_is_pinned() -> None:
    steps = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", step["uses"]) for step in steps if "uses" in step)
    lines = (ROOT / ".ci" / "action-requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if not line.startswith("#")]
    assert all(re.match(r"[a-z0-9._-]+==[\w.]+( ;|$)", line) for line in wanted)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    needs = re.search(r"^dependencies = \[(.*?)^\]", project, re.MULTILINE | re.DOTALL)
    assert needs is not None
    pinned = {line.split("==")[0] for line in wanted}
    assert {*re.findall(r'^ +"([a-z]+)', needs[1], re.MULTILINE), "hatchling"} <= pinned
