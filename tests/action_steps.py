"""Runs the shell steps of action.yml as a runner does; as a program: ACTION REPOSITORY RUNNER-FOLDER [NAME=VALUE…]."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import yaml

INPUTS = {"paths": "decks/*-i* decks", "args": "--jobs 2"}


def run_steps(
    action: Path,
    repository: Path,
    runner: Path,
    inputs: Mapping[str, str] = {},
    environment: Mapping[str, str] = os.environ,
    steps: slice = slice(None),
) -> int:
    """The code of the last step that ran; output in `log`, `output` and `summary.md` of the runner's folder."""
    runner.mkdir(exist_ok=True)
    document = yaml.safe_load((action / "action.yml").read_text(encoding="utf-8"))
    given = {name: spec["default"] for name, spec in document["inputs"].items()} | dict(inputs)
    known = {f"${{{{ inputs.{name} }}}}": value for name, value in given.items()}
    known["${{ steps.python.outputs.python-path }}"] = sys.executable
    where = {"GITHUB_ACTION_PATH": action, "RUNNER_TEMP": runner, "GITHUB_OUTPUT": runner / "output"}
    where |= {"GITHUB_STEP_SUMMARY": runner / "summary.md"}
    code = 0
    with (runner / "log").open("wb") as log:
        for step in [step for step in document["runs"]["steps"] if "run" in step][steps]:
            assert "${{" not in step["run"]  # an input in a script would be a part of it
            own = {name: known[value] for name, value in step.get("env", {}).items()}
            code = (
                code
                or subprocess.run(
                    ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                    cwd=repository,
                    env={**environment, **{name: str(value) for name, value in where.items()}, **own},
                    stdout=log,
                    stderr=log,
                    check=False,
                ).returncode
            )
    return code


def main() -> None:
    action, repository, runner = map(Path, sys.argv[1:4])
    given = dict(pair.split("=", 1) for pair in sys.argv[4:])
    sys.exit(run_steps(action, repository, runner, {**INPUTS, "sarif": str(runner / "action.sarif"), **given}))


if __name__ == "__main__":
    main()
