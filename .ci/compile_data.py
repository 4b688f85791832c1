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
    """Compiles each game with the package of the checkout and adds the files to the wheel."""

    folder: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        self.folder = folder = Path(tempfile.mkdtemp(prefix="deckcheck-"))
        os.environ["DECKCHECK_CACHE"] = str(folder)
        try:
            from deckcheck.games.library import Library

            library = Library()
            for game in library.game_ids():
                library.pool(game)
                for path in folder.glob(f"{game}-*.compiled"):
                    build_data["force_include"][str(path)] = f"deckcheck/_data/compiled/{game}.compiled"
        except ImportError as error:
            self.app.display_warning(f"the wheel goes without compiled games: {error}")
        finally:
            sys.path.remove(self.root)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - the hook's own
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
