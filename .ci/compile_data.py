"""Build hook of hatchling: the compiled games go into the wheel, so that the first check is as fast as any.

A wheel that is built where PyYAML and jsonschema are missing goes without; the program then compiles into the
user's cache.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileData(BuildHookInterface[Any]):
    """Compiles each game with a copy of the package and adds the files to the wheel."""

    folder: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.folder = folder = Path(tempfile.mkdtemp(prefix="deckcheck-"))
        # Laid out as it will be installed, with the stamp that the compiled games are found by.
        shutil.copytree(
            Path(self.root) / "deckcheck", folder / "deckcheck", ignore=shutil.ignore_patterns("__pycache__")
        )
        for name in ("schemas", "card_db"):
            shutil.copytree(Path(self.root) / name, folder / "deckcheck" / "_data" / name)
        os.environ["DECKCHECK_CACHE"] = str(folder / "cache")
        sys.path.insert(0, str(folder))
        try:
            from deckcheck.compiled.cache import STAMP, stamp
            from deckcheck.games.library import Library

            there = folder / "deckcheck" / STAMP
            there.parent.mkdir(parents=True)
            there.write_text(stamp(str(folder / "deckcheck")), encoding="utf-8")
            build_data["force_include"][str(there)] = f"deckcheck/{STAMP}"
            library = Library()
            for game in library.game_ids():
                library.pool(game)
                for path in (folder / "cache").glob(f"{game}-*.compiled"):
                    build_data["force_include"][str(path)] = f"deckcheck/_data/compiled/{game}.compiled"
        except ImportError as error:
            self.app.display_warning(f"the wheel goes without compiled games: {error}")
        finally:
            sys.path.remove(str(folder))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - the hook's own
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
