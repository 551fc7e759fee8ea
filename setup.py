"""Builds go to a folder of their own: in ``build/lib`` modules that are deleted since would be installed again."""

import tempfile

from setuptools import setup
from setuptools.command.build import build

_FOLDER = tempfile.TemporaryDirectory(prefix="xlpoker-build-")


class Fresh(build):
    """The command ``build`` in a folder that goes with the process."""

    def initialize_options(self) -> None:
        """Set the folder; one that is named on the command line comes before it."""
        super().initialize_options()
        self.build_base = _FOLDER.name


setup(cmdclass={"build": Fresh})
