"""Gives pandas' DataFrames the accessor ``poker``, once pandas and xlpoker are both imported.

Either may be imported first.

Neither imports the other. Where pandas is imported later, a finder of modules registers the
accessor; it leaves the finding to all other finders. `xlpoker.frames` is imported at the first use
of the accessor.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

__all__ = ["offer_accessor", "register_accessor"]

NAME = "poker"


def offer_accessor() -> None:
    """Register the accessor, now or as soon as pandas is imported."""
    if "pandas" in sys.modules:
        register_accessor(sys.modules["pandas"])
    elif not any(isinstance(finder, _PandasFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _PandasFinder())


def register_accessor(pandas: Any) -> None:
    """Register the accessor, unless DataFrames have such an attribute or pandas is not ready."""
    frame = getattr(pandas, "DataFrame", None)
    extensions = getattr(getattr(pandas, "api", None), "extensions", None)
    if frame is not None and extensions is not None and not hasattr(frame, NAME):
        extensions.register_dataframe_accessor(NAME)(_opened)


def _opened(frame: Any) -> Any:
    """Return the accessor of a DataFrame."""
    return import_module("xlpoker.frames").FramePoker(frame)


class _PandasFinder:
    """A finder of modules that has the accessor registered when pandas has been imported."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return what the other finders find of pandas, None for any other module."""
        if name != "pandas":
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                self._register_after(spec.loader)
                return spec
        return None

    def _register_after(self, loader: Any) -> None:
        """Have a loader register the accessor when it has executed pandas."""
        execute = loader.exec_module

        def exec_module(module: Any) -> None:
            execute(module)
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            register_accessor(module)

        loader.exec_module = exec_module
