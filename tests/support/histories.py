"""Hand histories: the same invented hand in the words of each site."""

from pathlib import Path

SAMPLES = Path(__file__).parents[1] / "data" / "histories"
STARS = (SAMPLES / "pokerstars.txt").read_text("utf-8")
