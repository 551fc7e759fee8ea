"""``python -m xlpoker`` is the command ``xlpoker``."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends without a traceback, too."""
    try:
        from xlpoker.cli import main as commands
    except KeyboardInterrupt:
        sys.exit(130)
    commands()


if __name__ == "__main__":
    main()
