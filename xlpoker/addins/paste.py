"""What is pasted into hosts that keep their Python elsewhere: xlwings Lite and xlwings Server.

Both take the functions from a module of yours, so that one import is all. xlwings has to be imported first:
`xlpoker.udfs` takes its decorators from it.
"""

from __future__ import annotations

import xlpoker
from xlpoker.functions import CATALOGUE

__all__ = ["lite", "server"]

_IMPORT = """\
import xlwings as xw  # first: the functions take their decorators from it

from xlpoker.udfs import (
{}
)
"""


def _import() -> str:
    return _IMPORT.format("\n".join(f"    {name}," for name in sorted(CATALOGUE)))


def lite() -> dict[str, str]:
    """Return the two tabs of xlwings Lite: main.py and requirements.txt.

    >>> sorted(lite()), "HANDVAL" in lite()["main.py"]
    (['main.py', 'requirements.txt'], True)
    """
    return {"main.py": _import(), "requirements.txt": f"xlwings\nxlpoker=={xlpoker.__version__}\n"}


def server() -> dict[str, str]:
    """Return what xlwings Server needs: the module of custom functions, and what to install.

    >>> print(server()["requirements.txt"].split()[0])
    xlwings-server
    """
    return {
        "custom_functions/__init__.py": _import(),
        "requirements.txt": f"xlwings-server\nxlpoker=={xlpoker.__version__}\n",
    }
