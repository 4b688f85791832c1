"""Runs the shell steps of action.yml as a runner would, in a repository; ends with the code of the last."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import yaml


def main() -> None:
    action, repository, runner = map(Path, sys.argv[1:])
    runner.mkdir()
    document = yaml.safe_load((action / "action.yml").read_text(encoding="utf-8"))
    inputs = {name: spec["default"] for name, spec in document["inputs"].items()}
    inputs |= {"sarif": str(runner / "action.sarif"), "paths": "decks/*-i* decks", "args": "--jobs 2"}
    known = {f"${{{{ inputs.{name} }}}}": value for name, value in inputs.items()}
    known["${{ steps.python.outputs.python-path }}"] = sys.executable
    where = {"GITHUB_ACTION_PATH": action, "RUNNER_TEMP": runner, "GITHUB_OUTPUT": runner / "output"}
    where |= {"GITHUB_STEP_SUMMARY": runner / "summary.md"}
    code = 0
    with (runner / "log").open("wb") as log:
        for step in document["runs"]["steps"]:
            if "run" in step and code == 0:
                own = {name: known.get(value, value) for name, value in step.get("env", {}).items()}
                code = subprocess.run(
                    ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                    cwd=repository,
                    env={**os.environ, **{name: str(value) for name, value in where.items()}, **own},
                    stdout=log,
                    check=False,
                ).returncode
    sys.exit(code)


if __name__ == "__main__":
    main()
