"""Write what the search answers now into the kept cases below ``tests/layout/kept_answers``.

Run it after a change of ``xlpoker/layout``, then read the difference line by line: each changed
answer is a decision, and stands in CHANGELOG.md if people will see it.

    python tools/keep_answers.py
    git diff tests/layout/kept_answers
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.kept_answers import FOLDER, write_answers

if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.txt")):
        sys.stdout.write(f"{path.name}: {write_answers(path)} answers changed\n")
