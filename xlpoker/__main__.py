"""``python -m xlpoker`` is the command ``xlpoker``."""

import gc
import os
import sys

_YOUNG_OBJECTS = 50_000
"""New objects between two searches for cycles: hardly any of a run is part of one."""


def main() -> None:
    """Run the command line; Ctrl-C ends it without a traceback, also while it is being loaded."""
    gc.set_threshold(_YOUNG_OBJECTS)
    # NumPy starts a third faster, also in further processes
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from xlpoker.cli import main as commands
    except KeyboardInterrupt:
        sys.exit(130)
    try:
        commands()
    finally:
        gc.freeze()  # the end of the process is no reason to search everything for cycles


if __name__ == "__main__":
    main()
