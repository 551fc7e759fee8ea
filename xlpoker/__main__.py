"""``python -m xlpoker`` is the command ``xlpoker``."""

from xlpoker.cli import main

if __name__ == "__main__":
    main()
