"""How much of public hand histories is read, and whether the best hand of a row is who collected: a table by site.

``python -m benchmarks.histories FOLDER...`` reads the folders (trackers' files for regression tests, which are fetched and
not kept here), writes the hands of each site as `xlpoker import` does, and scores them as `xlpoker score` does.
"""

from __future__ import annotations

import csv
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from xlpoker.histories.files import Histories, read_histories
from xlpoker.histories.texts import site_of
from xlpoker.layout.find import find
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.workbook import jobs
from xlpoker.workbook.imports import rows_of

GAMES = {"holdem": "Hold'em", "omaha": "Omaha"}
OTHER = "is no hold'em or Omaha"


def measured(folders: list[str]) -> dict[str, Counter[str]]:
    """Return the counts of each site."""
    sites: dict[str, Counter[str]] = {}
    hands: dict[tuple[str, str], list] = {}
    for folder in folders:
        found = read_histories(Path(folder))
        count(found, sites, hands)
    for (site, game), some in hands.items():
        sites[site] += agreement(some, game)
    return sites


def count(found: Histories, sites: dict, hands: dict) -> None:
    """Count what was read and what was not; gather the hands of each site and game."""
    for one in found.unread:
        counts = sites.setdefault(
            "iPoker" if "<game gamecode" in one.text else site_of(one.text), Counter()
        )
        counts["other games" if OTHER in one.reason else "not read"] += 1
    for hand in found.hands:
        counts = sites.setdefault(hand.site, Counter())
        counts["read"] += 1
        counts["money"] += not any("make up" in note for note in hand.notes)
        for game, name in GAMES.items():
            if hand.game == name:
                hands.setdefault((hand.site, game), []).append(hand)


def agreement(hands: list, game: str) -> Counter[str]:
    """Return in how many showdowns the winner that `score` finds is one who collected; a tie is two who did."""
    counts: Counter[str] = Counter()
    rows = rows_of(hands)
    known = [hand for hand in hands if len(hand.left) > 1 and len(hand.board) == 5]
    counts["showdowns"] = len(known)
    counts["complete"] = sum(all(seat.cards for seat in hand.left) for hand in known)
    layout = find(Grid("", rows), game)
    if not isinstance(layout, Layout):
        counts["no layout"] += 1
        lines = layout.lines() if layout is not None else ["no hands"]
        print(f"{hands[0].site} {game}: {lines[0]}", file=sys.stderr)
        return counts
    with tempfile.TemporaryDirectory() as folder:
        table, scored = Path(folder, "hands.csv"), Path(folder, "scored.csv")
        with table.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
        jobs.score(table, game=game, output=scored, writing=jobs.Writing(columns="winner"))
        with scored.open(encoding="utf-8", newline="") as file:
            winners = [row.get("Winner", "") for row in csv.DictReader(file)]
    for hand, winner in zip(hands, winners, strict=True):
        shown = [seat for seat in hand.left if seat.cards]
        if winner == "" or len(shown) < 2 or len(hand.board) < 5:
            continue
        won = {seat.name for seat in hand.seats if seat.won}
        counts["scored"] += 1
        good = {*winner.split(", ")} <= won
        counts["agree"] += good
        if not good:
            print(
                f"{hand.site} {hand.number} {hand.game} {hand.notes}: {winner}, collected {sorted(won)}",
                file=sys.stderr,
            )
    return counts


def main() -> None:
    """Print the table."""
    started = time.process_time()
    sites = measured(sys.argv[1:])
    print(
        "| site | hands of hold'em and Omaha | read | bets make up the pot | showdowns | all cards known | scored | winner collected |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for site, one in sorted(sites.items(), key=lambda pair: -pair[1]["read"]):
        if one["read"] + one["not read"]:
            numbers = [
                one["read"] + one["not read"],
                *(one[key] for key in ("read", "money", "showdowns", "complete", "scored")),
            ]
            share = (
                f"{one['agree']:,} ({one['agree'] / one['scored']:.1%})" if one["scored"] else ""
            )
            print(f"| {site} | {' | '.join(f'{number:,}' for number in numbers)} | {share} |")
    print(
        f"\n{sum(one['other games'] for one in sites.values()):,} hands of other games; {time.process_time() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
