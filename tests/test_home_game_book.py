"""home-game.xlsx: its formulas say what Python says, here and in Calc; what is wrong is said beside it."""

import itertools
import random
from collections import defaultdict
from pathlib import Path

import pytest
from book_parts import OpenBook
from formula_values import Cells
from home_game import drafted
from home_game.hands import GETS
from home_game.parts import HAND_ROWS, NAMES_ROW, NIGHT_ROWS
from hosts.calc_books import Read, Typed, answers_in_calc
from support.cases import cases
from support.pokerkit_hands import played
from support.samples import sample_size
from support.typed_books import (
    back,
    column_cells,
    differences,
    emptied,
    errors,
    shown,
    typed_of,
    typed_over,
    wrong_areas,
)
from xlsxwriter.utility import xl_col_to_name

from xlpoker.functions import call
from xlpoker.workbook.results_sheet import NOBODY, payments

BOOK = Path(__file__).parent.parent / "workbooks" / "home-game.xlsx"
"""As it is made now, for which test_workbooks.py answers."""
PEOPLE = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
FIRST_DAY = 46_000
SETTLED = "Whole season"


@pytest.fixture(scope="module")
def contents(tmp_path_factory):
    """Return the cells of the book as it is made."""
    with OpenBook(tmp_path_factory.mktemp("book") / "home-game.xlsx") as book:
        return drafted(book).cells.contents


# random inputs, and what Python says to them


def padded(rows, height, width):
    """Return rows with blank ones below."""
    rows = [list(row) for row in rows]
    return [*rows, *([""] * width for _ in range(height - len(rows)))]


def random_season(rng, names):
    """Return rows of some nights: some do not add up, somebody may have two rows, some rows are wrong."""
    rows = []
    for day in rng.sample(range(FIRST_DAY, FIRST_DAY + 60), rng.randint(1, 8)):
        present = rng.sample(names, rng.randint(2, len(names)))
        bought = [rng.choice([20, 40, 25.5, 100]) for _ in present]
        cashed = [0] * len(present)
        for amount in bought:
            cashed[rng.randrange(len(present))] += amount
        if rng.random() < 0.2:
            cashed[0] += rng.choice([0.25, 5, 10])
        rows += [
            [day, *row, rng.choice([None, 2, 3.5])]
            for row in zip(present, bought, cashed, strict=True)
        ]
    rng.shuffle(rows)
    for row in rng.sample(rows, rng.choice([0, 0, 1])):
        row[3] = rng.choice(["ten", None])
    return rows


def nets_by_night(rows):
    """Return each player's net of each night, from the rows in which nothing is wrong."""
    nets = defaultdict(lambda: defaultdict(float))
    for day, name, bought, cashed, _ in rows:
        if isinstance(cashed, (int, float)):
            nets[name][day] = round(nets[name][day] + cashed - bought, 2)
    return nets


def expected_standings(rows, names):
    """Return the rows of the ranking without the biggest pots, the best first, equal ones in the order of the names."""
    nets = nets_by_night(rows)
    lines = []
    for name in names:
        if not nets[name]:
            continue
        good = [row for row in rows if row[1] == name and isinstance(row[3], (int, float))]
        hours, bought, cashed = (sum(row[place] or 0 for row in good) for place in (4, 2, 3))
        net = round(cashed - bought, 2)
        nights = nets[name].values()
        rate = net / hours if hours else ""
        lines.append(
            [name, len(nights), hours, bought, cashed, net, rate, max(nights), min(nights)]
        )
    lines.sort(key=lambda line: -line[5])
    return padded([[place, *line] for place, line in enumerate(lines, 1)], 10, 10)


def expected_payments(rows, names, chosen):
    """Return who pays whom, as the reports of xlpoker say it."""
    nets = nets_by_night(rows)
    totals = {
        name: sum(net for day, net in nets[name].items() if chosen in (SETTLED, day))
        for name in names
    }
    lines = [
        [payer.replace(NOBODY, "(nobody)"), payee.replace(NOBODY, "(nobody)"), amount]
        for payer, payee, amount in payments({name: round(net, 2) for name, net in totals.items()})
    ]
    return padded(lines, 10, 3)


def random_hand(rng, players):
    """Return the row of a hand that pokerkit has played, who wins it, and what each player gets; stakes are cents."""
    while True:
        stakes, holes, board, is_left, gets = played(rng)
        if len(stakes) <= players:
            break
    seats = sorted(rng.sample(range(players), len(stakes)))
    pieces = [
        [text[place : place + 2] for place in range(0, len(text), 2)] for text in (*holes, board)
    ]
    board = pieces.pop()
    row = [*board, *[None] * (5 - len(board)), *[None] * 30]
    values = {}
    paid = [""] * 10
    for seat, stake, cards, left, amount in zip(seats, stakes, pieces, is_left, gets, strict=True):
        row[25 + seat] = stake / 100
        paid[seat] = amount / 100 if stake else ""
        if left:
            row[5 + 2 * seat : 7 + 2 * seat] = cards
            values[seat] = call("HANDVAL", " ".join([*cards, *board]))
    best = max(values.values())
    return row, [seat for seat, value in values.items() if value == best], paid


def slow_icm(stacks, prizes):
    """Return what each stack is worth: over all orders in which the players can finish."""
    worth = [0.0] * len(stacks)
    for order in itertools.permutations(range(len(stacks))):
        chance, chips = 1.0, sum(stacks)
        for player in order:
            chance *= stacks[player] / chips if chips else 1
            chips -= stacks[player]
        for player, prize in zip(order, prizes, strict=False):
            worth[player] += chance * prize
    return worth


def rounded(amounts, unit, stacks):
    """Return amounts rounded to a unit; what that adds or takes is the chip leader's."""
    nearest = [int(amount / unit + 0.5) * unit for amount in amounts]
    nearest[stacks.index(max(stacks))] += sum(amounts) - sum(nearest)
    return nearest


def expected_deal(stacks, prizes, unit):
    """Return the rows of a deal."""
    lowest = prizes[len(stacks) - 1] if len(prizes) >= len(stacks) else 0
    pool = sum(prizes)
    shares = [chips / sum(stacks) for chips in stacks]
    chops = [lowest + (pool - len(stacks) * lowest) * share for share in shares]
    worths = slow_icm(stacks, prizes)
    columns = [
        shares,
        chops,
        worths,
        [worth - chop for worth, chop in zip(worths, chops, strict=True)],
    ]
    columns += [rounded(chops, unit, stacks), rounded(worths, unit, stacks)]
    return padded(zip(*columns, strict=True), 9, 6)


SHARES = {1: [100], 2: [65, 35], 3: [50, 30, 20], 4: [40, 30, 20, 10], 5: [38, 25, 17, 12, 8]}


def expected_prizes(numbers):
    """Return the pool, and the prizes of all places."""
    entries, price, rebuys, price_of_rebuy, kept, note, places = numbers
    pool = entries * price + rebuys * price_of_rebuy - kept
    prizes = [int(pool * share / 100 / note + 1e-6) * note for share in SHARES[places]]
    prizes[0] = pool - sum(prizes[1:])
    return pool, padded([[prize] for prize in prizes], 10, 1)


def random_round(rng):
    """Return what is typed into all sheets, and the areas that then show what."""
    names = rng.sample(PEOPLE, rng.randint(4, 10))
    rows = random_season(rng, names)
    days = sorted({row[0] for row in rows})
    chosen = rng.choice([SETTLED, rng.choice(days)])
    hands = [random_hand(rng, len(names)) for _ in range(3)]
    typed = [Typed("Start", column_cells("A", NAMES_ROW, [*names, *[None] * (10 - len(names))]))]
    night_cells = {f"A{NIGHT_ROWS[0]}:E{NIGHT_ROWS[99]}": None}
    for row, night in enumerate(rows, NIGHT_ROWS[0]):
        night_cells |= dict(zip((f"{column}{row}" for column in "ABCDE"), night, strict=True))
    hand_cells = {f"E{HAND_ROWS[0]}:{xl_col_to_name(GETS - 1)}{HAND_ROWS[12]}": None}
    for row, (cells, _, _) in enumerate(hands, HAND_ROWS[0]):
        places = (f"{xl_col_to_name(column)}{row}" for column in range(4, GETS))
        hand_cells |= {
            place: cell for place, cell in zip(places, cells, strict=True) if cell is not None
        }
    typed += [
        Typed("Nights", night_cells),
        Typed("Hands", hand_cells),
        Typed("Settle up", {"B4": chosen}),
    ]
    stacks = [
        rng.choice([0.5, 1, 2, 5, 20]) * 1000 * rng.randint(1, 9) for _ in range(rng.randint(2, 6))
    ]
    prizes = sorted((rng.randint(1, 500) for _ in range(rng.randint(1, len(stacks)))), reverse=True)
    unit = rng.choice([0.01, 1, 5])
    typed.append(Typed("Deal", {"B7:B15": None, "K7:K15": None, "K17": unit}))
    typed.append(Typed("Deal", column_cells("B", 7, stacks) | column_cells("K", 7, prizes)))
    numbers = [rng.randint(2, 40), rng.choice([5, 20, 50]), rng.randint(0, 9), 10, rng.choice([0, 5]), rng.choice([0.5, 1, 5]), rng.randint(1, 5)]  # fmt: skip
    typed.append(Typed("Payouts", column_cells("B", 4, numbers)))
    pool, prizes_paid = expected_prizes(numbers)
    pots = {
        name: max([0, *(paid[seat] for *_, paid in hands if paid[seat] != "")])
        for seat, name in enumerate(names)
    }
    standings = expected_standings(rows, names)
    expected = {
        Read("Standings", "A5:J14"): standings,
        Read("Standings", "K5:K14"): [[pots[line[1]] if line[1] else ""] for line in standings],
        Read("Settle up", "A8:C17"): expected_payments(rows, names, chosen),
        Read("Hands", "B7:B9"): [[", ".join(names[seat] for seat in best)] for _, best, _ in hands],
        Read("Hands", "C7:C9"): [[sum(cell or 0 for cell in cells[25:])] for cells, _, _ in hands],
        Read("Hands", "D7:D9"): [[""]] * 3,
        Read("Hands", f"{xl_col_to_name(GETS)}7:{xl_col_to_name(GETS + 9)}9"): [paid for *_, paid in hands],
        Read("Payouts", "B11:B11"): [[pool]],
        Read("Payouts", "H4:H13"): prizes_paid,
        Read("Deal", "C7:H15"): expected_deal(stacks, prizes, unit),
    }  # fmt: skip
    return typed, expected


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_random_inputs(contents, seed):
    """Seasons, hands, prizes and deals at random: each cell says what Python says."""
    pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    typed, expected = random_round(random.Random(seed))
    cells = typed_over(contents, typed)
    for area, rows in expected.items():
        assert not differences(shown(cells, *area), rows), area


# published examples

DEALS = {
    "hold-em-k.com": (
        "www.hold-em-k.com/poker/news-poker-basics-edge-based-final-table-deals/",
        [100_000, 70_000, 50_000, 20_000], [200, 120, 80, 50], "E", [140.84, 123.80, 108.96, 76.40],
    ),
    "pailiku.com, three players": (
        "pailiku.com/vi/tools/icm-calculator",
        [5000, 3000, 2000], [50, 30, 20], "E", [38.39, 32.75, 28.86],
    ),
    "pailiku.com, four players": (
        "pailiku.com/tools/icm-calculator/result",
        [5000, 3000, 1500, 500], [500, 300, 200], "E", [377.78, 312.89, 225.60, 83.73],
    ),
    "betmgm.com, chip chop": (
        "help.nj.betmgm.com/en/poker-help/game-rules/faq/tournaments/deal-making/chip-payout",
        [15_000, 12_000, 10_000, 6000, 500], [200, 150, 100, 63, 57], "D", [155.28, 135.63, 122.52, 96.32, 60.28],
    ),
    "pokercolorado.com, chip chop": (
        "pokercolorado.com/chop.htm",
        [30_000, 20_000, 10_000], [500, 300, 200], "D", [400, 333, 267],
    ),
}  # fmt: skip
"""Where an example was published, stacks, prizes, the column of the answers, and the answers there.

The first publishes a chip chop, too; its shares are rounded to a tenth of a percent before they are multiplied.
Of the fourth only the sum of the prizes and the lowest are published, on which alone the answers depend."""


@cases(("source", "stacks", "prizes", "column", "expected"), DEALS)
def test_published_deals(contents, source, stacks, prizes, column, expected):
    """Chip chops and ICM as they were published, to the cent (which some round up), or to the unit."""
    typed = [Typed("Deal", {"B7:B15": None, "K7:K15": None})]
    typed.append(Typed("Deal", column_cells("B", 7, stacks) | column_cells("K", 7, prizes)))
    answers = shown(typed_over(contents, typed), "Deal", f"{column}7:{column}{6 + len(stacks)}")
    tolerance = 0.5 if all(isinstance(amount, int) for amount in expected) else 0.01
    assert [row[0] for row in answers] == pytest.approx(expected, abs=tolerance), source


# what is wrong is said

WRONG = {
    "a name twice": ({"Start": {"A12": "ann"}}, "Start", "B11", "This name is there twice"),
    "a blank behind a name": ({"Start": {"A12": "Ben "}}, "Start", "B12", "A blank before or behind the name"),
    "no date": ({"Nights": {"A7": None}}, "Nights", "G7", "Type the date, such as 2026-01-31"),
    "a date that is a text": ({"Nights": {"A7": "Friday"}}, "Nights", "G7", "Type the date, such as 2026-01-31"),
    "no name": ({"Nights": {"B7": None}}, "Nights", "G7", "Who played? Choose a name"),
    "a name that is not known": ({"Nights": {"B7": "Zoe"}}, "Nights", "G7", "Zoe is not on the sheet Start"),
    "no buy-in": ({"Nights": {"C7": None}}, "Nights", "G7", "Type the buy-ins"),
    "a buy-in that is a text": ({"Nights": {"C7": "twenty"}}, "Nights", "G7", "'twenty' is no amount"),
    "no cash-out": ({"Nights": {"D7": None}}, "Nights", "G7", "Type the cash-out; 0 if no chips were left"),
    "a cash-out that is a text": ({"Nights": {"D7": "x"}}, "Nights", "G7", "'x' is no amount"),
    "hours that are a text": ({"Nights": {"E7": "long"}}, "Nights", "G7", "'long' is no number of hours"),
    "a negative amount": ({"Nights": {"D7": -5}}, "Nights", "G7", "An amount is 0 or more"),
    "a row that is wrong": ({"Nights": {"D7": "x"}}, "Nights", "M6", "Not all rows of this night are right"),
    "a night with too much": ({"Nights": {"D7": 5}}, "Nights", "M6", "5.00 more cashed out than bought in"),
    "a night with too little": ({"Nights": {"C7": 65}}, "Nights", "M6", "5.00 less cashed out than bought in"),
    "a season with too much": ({"Nights": {"D7": 5}}, "Standings", "H15", "5.00 are too much: see the sheet Nights"),
    "a card that is none": ({"Hands": {"L7": "1OH"}}, "Hands", "D7", "Ben: '1OH' is not a card; did you mean '10H'?"),
    "half a hand": ({"Hands": {"M7": None}}, "Hands", "D7", "Ben: a card is missing: cell 2 of 2 is blank"),
    "a card twice": ({"Hands": {"L7": "4D"}}, "Hands", "D7", "duplicate card 4D in Ben and Emil"),
    "a card on the board and in a hand": ({"Hands": {"E7": "4D"}}, "Hands", "D7", "duplicate card 4D in the board and Emil"),
    "half a board": ({"Hands": {"H7:I7": None}}, "Hands", "D7", "The board has 3 cards of 5"),
    "two cards on the board": ({"Hands": {"G7:I7": None}}, "Hands", "D7", "2 board cards: holdem takes 3 to 5"),
    "a blank board": ({"Hands": {"E7:I7": None}}, "Hands", "D7", "board is blank"),
    "no cards": ({"Hands": {"J7:AC7": None}}, "Hands", "D7", "Who won? Type the cards, or ?? for one winner without cards"),
    "two winners without cards": ({"Hands": {"J7:AC7": None, "J7": "??", "L7": "??"}}, "Hands", "D7", "Who won? Type the cards, or ?? for one winner without cards"),
    "no stakes": ({"Hands": {"AD7:AM7": None}}, "Hands", "D7", "Type what each player put in"),
    "a stake that is a text": ({"Hands": {"AD7": "ten"}}, "Hands", "D7", "stake 1 is 'ten'; a stake is a number, such as 2.50"),
    "cards without a stake": ({"Hands": {"AE7": None}}, "Hands", "D7", "player 2 has a value and no stake; a player who folded has no value"),
    "a blank hand": ({"Hands": {"E7:AM7": None}}, "Hands", "D7", ""),
    "nothing to settle": ({"Settle up": {"B4": "March"}}, "Settle up", "C4", "Choose Whole season or the date of a night"),
    "a night that does not add up": ({"Nights": {"D7": 5}}, "Settle up", "A18", "The nights do not add up: (nobody) stands for what is missing. See the sheet Nights."),
    "entries that are a text": ({"Payouts": {"B4": "many"}}, "Payouts", "A13", "Each yellow cell in B4:B10 needs a number"),
    "a negative price": ({"Payouts": {"B5": -1}}, "Payouts", "A13", "Numbers are 0 or more"),
    "eleven places": ({"Payouts": {"B10": 11}}, "Payouts", "A13", "Places paid: 1 to 10"),
    "half a place": ({"Payouts": {"B10": 2.5}}, "Payouts", "A13", "Places paid: 1 to 10"),
    "no smallest note": ({"Payouts": {"B9": 0}}, "Payouts", "A13", "The smallest note is more than 0"),
    "more kept than paid in": ({"Payouts": {"B8": 1000}}, "Payouts", "A13", "More is kept than was paid in"),
    "shares of 90 percent": ({"Payouts": {"E18": 40}}, "Payouts", "A13", "The shares for 3 places add up to 90, not to 100"),
    "a stack that is a text": ({"Deal": {"B8": "all"}}, "Deal", "A4", "A stack is no number"),
    "a negative stack": ({"Deal": {"B8": -1}}, "Deal", "A4", "A stack is 0 or more"),
    "one player": ({"Deal": {"B8:B15": None}}, "Deal", "A4", "Type the chips of two players or more"),
    "a prize that is a text": ({"Deal": {"K8": "none"}}, "Deal", "A4", "A prize is no number"),
    "a negative prize": ({"Deal": {"K10": -50}}, "Deal", "A4", "A prize is 0 or more"),
    "no prizes": ({"Deal": {"K7:K15": None}}, "Deal", "A4", "Type the prizes that are left"),
    "a prize above the first": ({"Deal": {"K8": 500}}, "Deal", "A4", "Prizes do not rise from place to place, and none is left out"),
    "a prize left out": ({"Deal": {"K8": None}}, "Deal", "A4", "Prizes do not rise from place to place, and none is left out"),
    "more prizes than players": ({"Deal": {"B10": None}}, "Deal", "A4", "4 prizes for 3 players: at most one for each who is left"),
    "nothing to round to": ({"Deal": {"K17": 0}}, "Deal", "A4", "Round to: an amount above 0"),
    "a chip chop above the first prize": ({"Deal": {"B7": 2_000_000}}, "Deal", "A17", "By chip chop the leader gets more than the first prize."),
}  # fmt: skip


@cases(("change", "sheet", "cell", "sentence"), WRONG)
def test_what_is_wrong_is_said(contents, change, sheet, cell, sentence):
    """Blank, half, twice, no card, no number: a sentence in the cell beside, and nothing is paid out."""
    cells = typed_over(contents, typed_of(change))
    assert shown(cells, sheet, f"{cell}:{cell}") == [[sentence]]
    if sheet == "Hands":
        assert shown(cells, "Hands", "B7:B7") == [[""]]
        assert set(shown(cells, "Hands", "AN7:AW7")[0]) == {""}
    if sheet == "Deal" and cell == "A4":
        assert {value for row in shown(cells, "Deal", "C7:H15") for value in row} == {""}
    if sheet == "Payouts":
        assert {row[0] for row in shown(cells, "Payouts", "H4:H13")} == {""}


@pytest.mark.slow
def test_an_empty_book(contents):
    """Whoever empties all yellow cells sees no error: only #N/A in the working, which keeps charts from drawing."""
    cells = typed_over(contents, emptied(BOOK))
    assert {place[0] for place in errors(cells)} == {"Working"}
    assert {cells.value(*place) for place in errors(cells)} == {"#N/A"}


def test_more_nights_than_rows(contents):
    """Forty nights have a line each; a sentence stands below where there are more."""
    nights = {"A6:A46": None} | column_cells("A", 6, range(FIRST_DAY, FIRST_DAY + 41))
    cells = typed_over(contents, [Typed("Nights", nights)])
    assert shown(cells, "Nights", "I45:I46") == [
        [FIRST_DAY + 39],
        ["More nights than this book can hold"],
    ]
    assert shown(Cells(contents), "Nights", "I45:I46") == [[""], [""]]


# in Calc


@pytest.mark.slow
@pytest.mark.engine("soffice")
def test_in_calc(calc, contents):
    """Seasons at random, fifty for a release, all that is wrong, and each cell of the new book, in LibreOffice."""
    pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    cells = Cells(contents)
    new = [Read(name, area) for name, area in AREAS.items()]
    steps, expected = [*new], [shown(cells, *area) for area in new]
    for change, sheet, cell, sentence in WRONG.values():
        typed = typed_of(change)
        steps += [*typed, Read(sheet, f"{cell}:{cell}"), *back(contents, typed)]
        expected.append([[sentence]])
    rng = random.Random(47)
    for _ in range(sample_size(12, release=50)):
        typed, answers = random_round(rng)
        steps += [*typed, *answers]
        expected += answers.values()
    found = answers_in_calc(calc, BOOK, steps)
    assert wrong_areas(steps, found, expected) == []


AREAS = {
    "Start": "B11:B20", "Nights": "F6:M60", "Hands": "AN7:AW30", "Standings": "A5:K15", "Settle up": "A5:C18",
    "Payouts": "G4:H13", "Deal": "C7:H16", "Working": "A5:V59", "Working hands": "B7:AJ30",
    "Working settle": "A3:AV45", "Working deal": "A6:P100",
}  # fmt: skip
