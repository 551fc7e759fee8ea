"""Plain tables made at random: what is read of them is right, or they are asked about; and hold'em under any heading."""

import itertools
import random
import sys
from collections import Counter

import pytest
from support.cases import sampled
from support.layout_table import answer, rows_of
from support.random_tables import long, plain
from xlpoker.layout.kinds import LongTable

from xlpoker.layout.find import find
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout, Question

QUICK = 300
TABLES = [pytest.param(range(QUICK), id="quick"), pytest.param(range(QUICK, 10_000), id="many", marks=pytest.mark.slow)]


def is_right(layout, table):
    """Tell whether the players' cards, the board, the names and the rows of a layout are those of a table."""
    hands = [[*area.columns] for area in layout.hands]
    board = [*layout.board.columns] if layout.board else []
    rows = layout.first <= table.deals[0] and table.deals[-1] <= layout.last < len(table.rows)
    named = len(hands) == 1 or [*layout.names] == table.names
    return (hands, board, layout.by) == (table.hands, table.board, None) and rows and named


@pytest.mark.parametrize("seeds", TABLES)
def test_plain_tables(seeds):
    """No table is read wrongly; with headings, and no other cards beside the hands, few are asked about."""
    wrong, counts = [], Counter()
    for seed in seeds:
        table = plain(random.Random(seed))
        found = find(Grid("Sheet1", table.rows), table.game)
        right = isinstance(found, Layout) and is_right(found, table)
        if not right and not isinstance(found, Question):
            wrong.append((seed, answer(found, table.game)))
        counts[table.headed and not table.foreign, right] += 1
    assert wrong == []
    assert counts[True, False] <= 0.05 * counts[True, True], counts


NASTY = ["Mark", "Nom", "Memo", "Win", "Rank", "Anna", "Olaf", "Lucy", "Omar", "Zoe", "Kiki", "Bo"]
"""Names of players, five of them words for something else."""
FURTHER = ["", "", "Bonus", "Discard", "Burn", "Class", "Notes", "New card", "Room", "Pot", "Extra"]
"""Headings of further columns, which may hold cards."""


def nasty(chance):
    """Return the rows of a table with headings, its game, and the columns of the hands and the board."""
    game, deck = (
        chance.choice(["five-card"] * 3 + ["holdem"]),
        [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"],
    )
    size, style = 2 if game == "holdem" else 5, chance.choice(["first", "every", "numbered"])
    groups = []
    for name in chance.sample(NASTY, chance.randint(2, 5)):
        rest = {
            "first": [None] * (size - 1),
            "every": [name] * (size - 1),
            "numbered": [f"{name} {at}" for at in range(2, size + 1)],
        }
        groups.append(("hand", [f"{name} 1" if style == "numbered" else name, *rest[style]]))
    if game == "holdem":
        groups.insert(chance.choice([0, len(groups)]), ("board", ["Flop", None, None, "Turn", "River"]))
    for _ in range(chance.randint(1, 3)):
        groups.insert(
            chance.randint(0, len(groups)), (chance.choice(["card", "pot", "note"]), [chance.choice(FURTHER)])
        )
    kinds = [(kind, at) for at, (kind, heads) in enumerate(groups) for _ in heads]
    rows = [[head for _, heads in groups for head in heads]]
    for _ in range(chance.choice([4, 8, 20])):
        cards = iter(chance.sample(deck, 52))
        more = {"pot": lambda: chance.randint(2, 900), "note": lambda: chance.choice([None, "nice"])}
        rows.append([more[kind]() if kind in more else next(cards) for kind, _ in kinds])
    places = {group: [at for at, (_, one) in enumerate(kinds) if one == group] for group in range(len(groups))}
    hands, board = (
        [places[at] for at, (kind, _) in enumerate(groups) if kind == wanted] for wanted in ("hand", "board")
    )
    return rows, game, (hands, [at for one in board for at in one])


@pytest.mark.parametrize("seeds", [TABLES[0], pytest.param(range(QUICK, 1500), id="many", marks=pytest.mark.slow)])
def test_questions_hold_the_truth(seeds):
    """Each question about a table with headings offers the right reading; none offers wrong ones alone."""
    wrong, asked = [], 0
    for seed in seeds:
        rows, game, truth = nasty(random.Random(seed))
        found = find(Grid("Sheet1", rows), game)
        readings = [one for way in found.readings for one in way] if isinstance(found, Question) else [found]
        held = truth in [
            ([[*area.columns] for area in one.hands], [*one.board.columns] if one.board else []) for one in readings
        ]
        asked += isinstance(found, Question)
        if not held:
            wrong.append((seed, answer(found, game)))
    assert wrong == []
    assert asked > len(seeds) / 2


def deals_of(layout, rows):
    """Return the rows of each deal by the columns that a layout names."""
    places = range(layout.first, layout.last + 1)
    keys = [rows[0].index(head) for head in layout.by.split(",")]
    return sorted(LongTable(Grid("", rows), places, []).deals(keys))


@pytest.mark.parametrize("seeds", TABLES)
def test_long_tables(seeds):
    """The rows of each deal are those that were dealt together, across dates, matches and tables; few are asked about."""
    wrong, asked = [], 0
    for seed in seeds[:: 1 if len(seeds) == QUICK else 4]:
        rows, deals = long(random.Random(seed))
        found = find(Grid("Sheet1", rows))
        asked += isinstance(found, Question)
        if not isinstance(found, Question) and (found is None or found.by is None or deals_of(found, rows) != deals):
            wrong.append((seed, answer(found)))
    assert wrong == []
    assert asked <= 0.05 * len(seeds)


PLAYERS = {  # of hold'em: {} is the player
    "once": "{}>2",
    "each": "{}|{}",
    "cards": "{} card _1|{} card _2",
    "short": "{} c_1|{} c_2",
    "dots": "{}._1|{}._2",
    "numbers": "{} _1|{} _2",
    "none": "|",
}
BOARDS = {
    "once": "Board>5", "each": "5*Board", "numbered": "Board {1..5}", "streets": "Flop>3|Turn|River",
    "flop 1": "Flop {1..3}|Turn|River", "F1": "F{1..3}|T|R", "F": "F|F|F|T|R", "B1": "B{1..5}", "letters": "Flop a|Flop b|Flop c|Turn|River",
    "ordinals": "1st flop|2nd flop|3rd flop|Turn card|River", "4th street": "Flop>3|4th street|5th street", "cards": "Card {1..5}",
    "community": "Community cards>5", "short": "Bo {1..5}", "none": "5*",
}  # fmt: skip


@pytest.mark.parametrize("board", sampled(BOARDS, 4))
@pytest.mark.parametrize("player", PLAYERS)
def test_words_over_holdem(player, board):
    """The board is found before, behind or between the players, below any of its words; without words for it it may be asked about."""
    words, wrong, asked = ["Anna", "Ben", "Cleo"], [], 0
    for seats, before in itertools.product((2, 3), range(4)):
        parts = [PLAYERS[player].replace("{}", who).replace("_", "") for who in words[:seats]]
        parts.insert(before, BOARDS[board])
        rows = rows_of(f"Nr|{'|'.join(parts)}|Pot // 6x {{n}}|{2 * seats + 5}c|5", f"{player} {board}")
        found = find(Grid("Sheet1", rows), "holdem")
        first = min(before, seats)
        starts = [1 + 2 * seat + 5 * (seat >= first) for seat in range(seats)]
        if isinstance(found, Question):
            asked += 1
        elif [area.first for area in found.hands] != starts or found.board.first != 1 + 2 * first:
            wrong.append(answer(found, "holdem"))
    assert wrong == []
    assert asked == 0 or "none" in (player, board) or board in ("cards", "4th street", "short")


def steps(hands):
    """Return how many instructions of Python the search takes for so many hands in one row."""
    count, chance = 0, random.Random(1)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    grid = Grid("", [[" ".join(chance.sample(deck, 5)) for _ in range(hands)]])

    def traced(frame, event, _):
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        find(grid)
    finally:
        sys.settrace(before)
    return count


def test_many_hands_in_one_row():
    """Twice as many hands take twice as long, not four times."""
    steps(20)  # what is made at first use
    assert steps(400) < 2.2 * steps(200)
