"""Builds go to a folder of their own: in ``build/lib`` modules that are deleted since would be installed again.

The address of the repository, where there is one, is that of ``xlpoker.__repository__``.
"""

import re
import tempfile
from pathlib import Path

from setuptools import setup
from setuptools.command.build import build

_FOLDER = tempfile.TemporaryDirectory(prefix="xlpoker-build-")


class Fresh(build):
    """The command ``build`` in a folder that goes with the process."""

    def initialize_options(self) -> None:
        """Set the folder; one that is named on the command line comes before it."""
        super().initialize_options()
        self.build_base = _FOLDER.name


_TEXT = (Path(__file__).parent / "xlpoker" / "__init__.py").read_text(encoding="utf-8")
_ADDRESS = re.search(r'^__repository__ = "(.+)"', _TEXT, re.MULTILINE)
setup(cmdclass={"build": Fresh}, project_urls={"Repository": _ADDRESS[1]} if _ADDRESS else {})
