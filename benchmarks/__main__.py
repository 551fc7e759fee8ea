"""Run the benchmarks and print their tables."""

from __future__ import annotations

import platform

from benchmarks import arrays, odds, one_hand


def main() -> None:
    """Print every table as Markdown."""
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    print(one_hand.run())
    print(arrays.run())
    print(odds.run())


if __name__ == "__main__":
    main()
