"""Tables with a row for each player in which hundreds of players take turns: only who is seated is valued.

::

    Hand | Player | Cards
    1    | P17    | 5H 5C 6S 7S KD
    1    | P140   | 2C 3S 8S 8D TD
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import xlpoker
from xlpoker.scoring import deal_table
from xlpoker.scoring.model import Scored
from xlpoker.scoring.tally import tally_of
from xlpoker.workbook.jobs import score, wins

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
NAMES = [f"P{number}" for number in range(150)]
Deal = dict[str, list[str]]


def random_deals(seed: int) -> list[Deal]:
    """Return deals of two to four of the players."""
    source = random.Random(seed)
    deals: list[Deal] = []
    for _ in range(400):
        seated = source.sample(NAMES, source.choice([2, 3, 4]))
        cards = source.sample(DECK, 5 * len(seated))
        deals.append({name: cards[5 * seat : 5 * seat + 5] for seat, name in enumerate(seated)})
    return deals


def write(path: Path, deals: list[Deal]) -> Path:
    """Write a row for each player of each deal."""
    rows = [
        [str(number), name, " ".join(cards)]
        for number, deal in enumerate(deals, start=1)
        for name, cards in deal.items()
    ]
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([["Hand", "Player", "Cards"], *rows])
    return path


def winners_of(deal: Deal) -> list[str]:
    """Return who holds the best hand of a deal, each hand valued by itself."""
    values = {name: xlpoker.value(cards) for name, cards in deal.items()}
    best = max(values.values())
    return [name for name, value in values.items() if value == best]


def test_wins_are_those_of_each_deal_alone(tmp_path: Path) -> None:
    """Each deal counts for the player who wins it."""
    deals = random_deals(1)
    winners = [winners_of(deal) for deal in deals]
    expected = Counter(names[0] for names in winners if len(names) == 1)
    counts = wins(write(tmp_path / "deals.csv", deals))
    assert dict(zip(counts.names, counts.players, strict=True)) == {
        name: expected[name] for name in counts.names
    }
    assert counts.rows == len(deals)
    assert not counts.errors


def test_results_stand_beside_the_rows_of_the_deal(tmp_path: Path) -> None:
    """Value, name and winner are those of the hand in the row."""
    deals = random_deals(2)
    path = write(tmp_path / "deals.csv", deals)
    score(path, output=tmp_path / "scored.csv")
    with (tmp_path / "scored.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    expected = []
    for deal in deals:
        winners = winners_of(deal)
        for name, cards in deal.items():
            won = ", ".join(sorted(winners, key=list(deal).index)) if name in winners else ""
            expected.append((name, str(xlpoker.value(cards)), won))
    found = [(row["Player"], row["Value"], row["Winner"]) for row in rows]
    assert found == expected


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("bad_cards", "problem"),
    [
        ("5H 5X 6S 7S KD", "'5X'"),
        ("5H 6S 7S KD", "4 cards"),
        ("5H 5H 6S 7S KD", "duplicate card 5H"),
    ],
    ids=["no card", "too few", "twice"],
)
def test_a_bad_hand_spoils_its_deal_alone(tmp_path: Path, bad_cards: str, problem: str) -> None:
    """The problem names the cell in the sheet; all other deals count."""
    deals = random_deals(3)
    bad_row = 2 + sum(map(len, deals[:30]))
    first_name = next(iter(deals[30]))
    deals[30][first_name] = bad_cards.split()
    counts = wins(write(tmp_path / "deals.csv", deals))
    (error,) = counts.errors
    assert problem in str(error)
    assert error.cell == f"C{bad_row}"
    assert sum(counts.players) + counts.ties == len(deals) - 1


def test_a_card_of_two_players_names_both(tmp_path: Path) -> None:
    """The names are those of the deal, however many players there are."""
    deals = random_deals(4)
    first, second = list(deals[0])[:2]
    deals[0][second][0] = deals[0][first][0]
    (error,) = wins(write(tmp_path / "deals.csv", deals)).errors
    assert f"in {first}'s and {second}'s hands" in str(error)


@pytest.mark.parametrize("scale", ["strength", "machanic-sql", "fzz-vba"])
def test_numbers_beside_rows_are_those_of_the_hands(tmp_path: Path, scale: str) -> None:
    """On scales that look at the cards, too: those of the row, in deals with and without a bad hand."""
    deals = random_deals(6)
    folded = next(iter(deals[11]))
    deals[11][folded] = ["folded"]
    path = write(tmp_path / "deals.csv", deals)
    score(path, output=tmp_path / "scored.csv", scale=scale)
    with (tmp_path / "scored.csv").open(newline="") as file:
        values = [row["Value"] for row in csv.DictReader(file)]
    hands = [cards for deal in deals for cards in deal.values()]
    expected = ["" if cards == ["folded"] else xlpoker.value(cards, scale) for cards in hands]
    assert values == [str(number) for number in expected]


@pytest.mark.parametrize("players", [2, 9, 63, 150])
def test_showdowns_are_counted_by_who_is_seated(players: int) -> None:
    """Each group of seated players has the number of its rows with a winner, however many play."""
    source = random.Random(players)
    groups = [tuple(sorted(source.sample(range(players), 2))) for _ in range(300)]
    values = np.zeros((300, players), np.uint16)
    winners = np.zeros(300, np.int16)
    for row, (first, second) in enumerate(groups):
        values[row, [first, second]] = source.choice([(7, 5), (5, 5)])
        winners[row] = 0 if values[row, first] == values[row, second] else first + 1
    rows = np.arange(300, dtype=np.int32)
    tally = tally_of(Scored(rows, values, winners), "five-card", [])
    assert tally.showdowns == Counter(
        group for group, winner in zip(groups, winners, strict=True) if winner
    )


def test_rows_as_wide_as_all_players_are_made_for_bad_deals_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a wide row for each deal, the time would grow with players times deals."""
    made = Counter[int]()
    values = deal_table.DealTable.values

    def counted(table: deal_table.DealTable, number: int) -> list[object]:
        made[number] += 1
        return values(table, number)

    monkeypatch.setattr(deal_table.DealTable, "values", counted)
    deals = random_deals(5)
    deals[7] = {name: ["5X", *cards[1:]] for name, cards in deals[7].items()}
    wins(write(tmp_path / "deals.csv", deals))
    assert set(made) == {7}
