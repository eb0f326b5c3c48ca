"""Compiles the catalogues of translations whenever Knell is built, so that nobody needs msgfmt."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):  # type: ignore[misc, unused-ignore]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(Path(self.root, "tools")))
        from catalogs import compile_all

        compile_all()
