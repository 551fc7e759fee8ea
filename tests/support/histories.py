"""Hand histories: the same invented hand in the words of each site, a log and ledgers of home games."""

from pathlib import Path

from xlpoker.histories.files import read_histories

DATA = Path(__file__).parents[1] / "data"
SAMPLES, HOME = DATA / "histories", DATA / "home_games"
STARS = (SAMPLES / "pokerstars.txt").read_text("utf-8")
LOG = (HOME / "poker_now_log_pglInvented.csv").read_text("utf-8")


def read_history(folder, text, name="hand.txt", encoding="utf-8"):
    """Return what the reader makes of a text."""
    (folder / name).write_bytes(text.encode(encoding))
    return read_histories(folder / name)
