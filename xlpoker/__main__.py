"""``python -m xlpoker`` is the command ``xlpoker``."""

import os
import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it without a traceback, also while it is being loaded."""
    # NumPy starts a third faster, also in further processes
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from xlpoker.cli import main as commands
    except KeyboardInterrupt:
        sys.exit(130)
    commands()


if __name__ == "__main__":
    main()
