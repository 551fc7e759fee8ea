"""holdem-calculator.xlsx: what it shows is what Python says, in Calc for random tables; mistakes are sentences."""

import random
from pathlib import Path

import exact_table
import holdem_calculator
import openpyxl
import pytest
from book_parts import INSTALL, LIVE, calculated_values, write_without_values
from hosts.calc_books import Read, Typed, answers_in_calc
from support.cases import cases
from support.samples import sample_size

import xlpoker
from xlpoker.errors import PokerError
from xlpoker.evaluator.cards import card_text, parse_cards
from xlpoker.evaluator.games import game_hand, game_strength
from xlpoker.odds.chances import chances
from xlpoker.odds.ranges import parse_range, starting_hand

BOOK = Path(__file__).parent.parent / "workbooks" / "holdem-calculator.xlsx"
CALC = [pytest.mark.slow, pytest.mark.engine("soffice")]
SEATS = range(9)
PLAYERS = Read("Calculator", "A13:R21")
NEXT = Read("Calculator", "E26:Q29")
POT_ODDS = Read("Calculator", "C28:C30")
GRID = Read("Starting hands", "B12:N24")


def in_calc(test):
    """Mark a test that runs LibreOffice."""
    for mark in CALC:
        test = mark(test)
    return test


# --- the file ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_bytes_each_time(tmp_path):
    """What build.py writes is what is committed."""
    holdem_calculator.write(tmp_path / BOOK.name)
    assert (tmp_path / BOOK.name).read_bytes() == BOOK.read_bytes()


@pytest.mark.slow
def test_only_yellow_cells_can_be_changed():
    """These are the hands, the board, the dead cards, game, pot and call; the opponent and the board of the grid."""
    book = openpyxl.load_workbook(BOOK)
    open_cells = {
        sheet.title: {
            cell.coordinate
            for row in sheet.iter_rows()
            for cell in row
            if not cell.protection.locked
        }
        for sheet in book
    }
    hands = {f"B{row}" for row in range(13, 22)}
    typed = hands | {*"E9 F9 G9 H9 I9 E10 B9 C25 C26 C27".split()}
    merged = {*"F10 G10 H10 I10".split()}
    assert open_cells["Calculator"] - merged == typed
    assert (
        {"C7", "C8"} <= open_cells["Starting hands"] <= {f"{c}{r}" for c in "CDE" for r in (7, 8)}
    )
    assert not open_cells["Workings"] | open_cells["Exact odds"]


@pytest.mark.slow
def test_one_screen():
    """At 100 % the sheet is not wider than 1,280 pixels; its first rows say in five lines what to type where."""
    assert sum(holdem_calculator.WIDTHS) <= 1280 - 30
    sheet = openpyxl.load_workbook(BOOK)["Calculator"]
    assert [sheet[f"A{row}"].value for row in range(2, 7)] == [*holdem_calculator.STEPS]


@in_calc
def test_stored_values_are_those_of_calc(calc, tmp_path):
    """Calc calculates every formula of the book anew, and shows what is stored for it."""
    write_without_values(BOOK, tmp_path / "bare.xlsx")
    calculated = calculated_values(calc.converted(tmp_path / "bare.xlsx", "xlsx"))
    stored = calculated_values(BOOK)
    for sheet, cell in (("Calculator", "A7"), ("Starting hands", "A5")):
        assert (calculated[sheet].pop(cell), stored[sheet].pop(cell)) == (LIVE, INSTALL)
    for sheet, cells in calculated.items():
        assert cells.keys() == stored[sheet].keys()
        assert list(cells.values()) == approximately(stored[sheet].values())


# --- the exact table -----------------------------------------------------------------------------


@cases(
    ("first", "second", "percent"),
    {
        "aces against kings": ("AA", "KK", 81.95),
        "ace-king suited against queens": ("AKs", "QQ", 46.05),
        "ace-king offsuit against queens": ("AKo", "QQ", 43.24),
        "a pair against itself": ("77", "77", 50.0),
    },
)
def test_published_odds(first, second, percent):
    """The table has the numbers that everybody knows."""
    row, column = exact_table.NAMES.index(first), exact_table.NAMES.index(second)
    points = exact_table.points()
    mine, yours = points[row][column], points[column][row]
    assert round(100 * mine / (mine + yours), 2) == percent


def test_the_table_is_counted():
    """Forty pairs of starting hands, counted again by the command that everybody uses."""
    rng = random.Random(169)
    points = exact_table.points()
    for first, second in [rng.choices(range(169), k=2) for _ in range(40)]:
        hands = exact_table.NAMES[first], exact_table.NAMES[second]
        player, other = xlpoker.equity("", *hands, exact=True).players
        mine, yours = points[first][second], points[second][first]
        assert mine / (mine + yours) == pytest.approx(player.equity, rel=1e-12)
        assert mine - yours == pytest.approx(2 * (player.wins - other.wins))


@pytest.mark.slow
def test_stored_grid_is_exact():
    """The stored answers before the flop are the equities against a random hand."""
    sheet = openpyxl.load_workbook(BOOK, data_only=True)["Starting hands"]
    shown = [cell for row in sheet["B12:N24"] for cell in row]
    expected = expected_grid("random")
    assert [cell.value for cell in shown] == pytest.approx(expected)
    formats = [cell.number_format for cell in shown]
    assert formats == [f'"{hand}" 0%' for hand in exact_table.NAMES]


def expected_grid(text):
    """Return the equity of each starting hand against a range before the flop, from the exact table."""
    points = exact_table.points()
    held = {starting_hand(hand) for hand in parse_range(text).hands}
    columns = [place for place, hand in enumerate(exact_table.NAMES) if hand in held]
    grid = []
    for place in range(169):
        mine = sum(points[place][column] for column in columns)
        yours = sum(points[column][place] for column in columns)
        grid.append(mine / (mine + yours))
    return grid


# --- random tables in Calc ------------------------------------------------------------------------


class Table:
    """What is typed: hands or ranges by seat, board and dead cards as codes, the game, pot and call."""

    def __init__(self, rng, kind):
        self.game = "omaha" if kind == "omaha" else "holdem"
        cards, players = (4, 2) if kind == "omaha" else (2, rng.randint(2, 9))
        if kind in ("before the flop", "range"):
            players = 2
        deck = rng.sample(range(52), 52)
        street = {"before the flop": 0, "omaha": rng.choice([4, 5])}.get(
            kind, rng.choice([3, 4, 5])
        )
        self.board = [deck.pop() for _ in range(street)]
        self.dead = [deck.pop() for _ in range(rng.choice([0, 0, 2, 5]))]
        seats = sorted(rng.sample(SEATS, players))
        self.holes = {seat: [deck.pop() for _ in range(cards)] for seat in seats}
        self.ranges = {}
        if kind == "range":
            self.holes.popitem()
            self.ranges = {seats[-1]: rng.choice(["TT+, AK", "top 15%", "22+, A2s+", "KQs, 76s"])}
        self.player, self.pot, self.call = (
            rng.choice(seats) + 1,
            rng.randint(1, 500),
            rng.randint(0, 90),
        )
        self.rng = rng

    def spelt(self, codes):
        """Return cards in one of the spellings that people use."""
        texts = [card_text(code) for code in codes]
        signs = str.maketrans("CDHS", "♣♦♥♠")
        return self.rng.choice(
            [
                " ".join(texts),
                "".join(texts).lower(),
                " ".join(text.replace("T", "10").translate(signs) for text in texts),
            ]
        )

    def typed(self):
        """Return the cells to type."""
        cells = {"B9": "Omaha" if self.game == "omaha" else "Hold'em", "C25": self.player}
        cells |= {"C26": self.pot, "C27": self.call, "E10": self.spelt(self.dead) or None}
        for seat in SEATS:
            hole = self.holes.get(seat)
            cells[f"B{13 + seat}"] = self.spelt(hole) if hole else self.ranges.get(seat)
        for place, column in enumerate("EFGHI"):
            board = self.board[place : place + 1]
            cells[f"{column}9"] = self.spelt(board) or None
        return Typed("Calculator", cells)

    def leaders(self):
        """Return the table of the next cards, as it is shown."""
        if len(self.board) not in (3, 4) or self.ranges:
            return dict.fromkeys(holdem_calculator.CARDS, "")
        known = {*self.board, *self.dead}.union(*self.holes.values())
        shown = {}
        for card in holdem_calculator.CARDS:
            (code,) = parse_cards(card)
            board = [*self.board, code]
            values = dict.fromkeys(self.holes, 0.0)
            if code not in known:
                values = {
                    seat: game_strength(self.game, hole, board) for seat, hole in self.holes.items()
                }
            best = [seat + 1 for seat, value in values.items() if value == max(values.values())]
            leader = best[0] if len(best) == 1 else "="
            shown[card] = "·" if code in known else leader
        return shown

    def odds(self):
        """Return win, tie, equity by seat."""
        texts = {seat: "".join(map(card_text, hole)) for seat, hole in self.holes.items()}
        texts |= self.ranges
        seats = sorted(texts)
        board, dead = ("".join(map(card_text, codes)) for codes in (self.board, self.dead))
        holes = [texts[seat] for seat in seats]
        players = xlpoker.equity(board, *holes, dead=dead, game=self.game, exact=True).players
        by_seat = {}
        for seat, player in zip(seats, players, strict=True):
            becomes = chances(board, texts[seat], self.game, dead).values()
            by_seat[seat] = [player.win, player.tie, player.equity, *becomes]
        return by_seat

    def hand_now(self, seat):
        """Return a hand's name and its best five cards."""
        hole = self.holes.get(seat)
        if hole is None:
            return ["a range", ""]
        hand = game_hand(self.game, hole, self.board) if self.board else xlpoker.hand(hole)
        return [hand.name, " ".join(hand.cards)]

    def expected(self):
        """Return what the players' rows, the next cards and the pot odds show."""
        odds, leaders = self.odds(), self.leaders()
        rows = []
        for seat in SEATS:
            if seat not in odds:
                rows.append([""] * 16)
                continue
            lead = sum(leader == seat + 1 for leader in leaders.values())
            can_lead = leaders["AS"] != ""
            rows.append([*self.hand_now(seat), *odds[seat], lead if can_lead else ""])
        equity = odds[self.player - 1][2]
        worth = equity * (self.pot + self.call) - self.call
        pot_odds = [[equity], [self.call / (self.pot + self.call)], [worth]]
        cards = [*leaders.values()]
        return [rows, [cards[start : start + 13] for start in range(0, 52, 13)], pot_odds]


TIMES = sample_size(1, release=3)
KINDS = (
    ["known"] * 12 * TIMES
    + ["omaha"] * 2 * TIMES
    + ["range"] * 3 * TIMES
    + ["before the flop"] * 2 * TIMES
)


@in_calc
def test_random_tables(calc):
    """Tables of each kind, fifty for a release: hands, odds, chances, next cards and pot odds are those of Python, however the cards are spelt."""
    rng = random.Random(47)
    tables = [Table(rng, kind) for kind in KINDS]
    steps = []
    for table in tables:
        steps += [table.typed(), PLAYERS, NEXT, POT_ODDS]
    answers = iter(answers_in_calc(calc, BOOK, steps))
    for table in tables:
        players, *others = (next(answers) for _ in range(3))
        shown = [[row[2:] for row in players], *others]
        for rows, expected_rows in zip(shown, table.expected(), strict=True):
            for row, expected in zip(rows, expected_rows, strict=True):
                assert row == approximately(expected), vars(table)


def approximately(row):
    """Return a row of texts and numbers to compare with."""
    return [cell if isinstance(cell, str) else pytest.approx(cell, abs=1e-9) for cell in row]


@in_calc
def test_grid_against_ranges(calc):
    """Before the flop from the exact table, on a board by EQUITY: each of the 169 numbers."""
    rng = random.Random(13)
    hands = exact_table.NAMES
    before = ["random", "any two", "top 20%", "22+ AJs+", "tt-77/KQs", "xxs", "A*"]
    before += [
        ", ".join(rng.sample(hands, rng.randint(1, 9))) for _ in range(sample_size(11, release=37))
    ]
    steps = []
    for text in before:
        steps += [Typed("Starting hands", {"C7": text, "C8": "Before the flop"}), GRID]
    boards = [
        "8c 9s 4c",
        "8c 9s 4c Jh",
        "2c 3c 4c 5c 6d",
        "Ah Ad Ac 2s",
        "Ks Kd 7h 7c 2d",
        "Qs Js 3s 8d",
    ]
    opponents = ["TT+, AK", "AhKh", "random", "KK", "top 30%", "QQ:0.5, JTs"]
    for board, text in zip(boards, opponents, strict=True):
        cards = [*board.split(), None, None][:5]
        typed = dict(zip(("E9", "F9", "G9", "H9", "I9"), cards, strict=True))
        steps += [
            Typed("Calculator", typed),
            Typed("Calculator", {f"B{13 + seat}": None for seat in SEATS}),
        ]
        steps += [Typed("Starting hands", {"C7": text, "C8": "With the board"}), GRID]
    answers = answers_in_calc(calc, BOOK, steps)
    grids = [[cell for row in rows for cell in row] for rows in answers]
    for text, grid in zip(before, grids, strict=False):
        assert grid == pytest.approx(expected_grid(text), abs=1e-9), text
    for board, text, grid in zip(boards, opponents, grids[len(before) :], strict=True):
        for place in rng.sample(range(169), 8):
            assert grid[place] == expected_on_board(board, hands[place], text), (board, text, place)


def expected_on_board(board, hand, text):
    """Return the equity of a starting hand on a board, a blank where the board leaves nothing of it."""
    try:
        odds = xlpoker.equity(board, hand, text)
    except PokerError:
        return ""
    return pytest.approx(odds.players[0].equity, abs=1e-9)


# --- mistakes ------------------------------------------------------------------------------------

NO_CARD = "a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD"
CANNOT = "The odds appear when what is said in red is mended."
MISTAKES = {
    "half a board": ({"G9": None}, "J9", "2 board cards: a board has three to five cards, or none"),
    "one board card": (
        {"F9": None, "G9": None},
        "J9",
        "1 board card: a board has three to five cards, or none",
    ),
    "a wrong board card": ({"G9": "4x"}, "J9", f"'4x' in '8c 9s 4x' is not a card; {NO_CARD}"),
    "a board card twice": ({"G9": "8♣"}, "J9", "duplicate card 8C"),
    "six board cards": ({"H9": "2d", "I9": "3d 5d"}, "J9", "6 board cards: a board has at most 5"),
    "a wrong dead card": ({"E10": "5c 1x"}, "J10", f"'1x' in '5c 1x' is not a card; {NO_CARD}"),
    "a dead card twice": (
        {"E10": "5c 9s"},
        "J10",
        "duplicate card 9S in the board and the dead cards",
    ),
    "a dead card in a hand": (
        {"E10": "5c Ah"},
        "C14",
        "duplicate card AH in the dead cards and player 2",
    ),
    "too many dead cards": (
        {"E10": "2c2d2h2s3c3d3h3s5c"},
        "J10",
        "at most eight cards can be dead",
    ),
    "a card in two hands": ({"B17": "Kd 6c"}, "C17", "duplicate card 6C in player 1 and player 5"),
    "a card in hand and board": (
        {"B15": "8c Qc"},
        "C15",
        "duplicate card 8C in the board and player 3",
    ),
    "a wrong card": (
        {"B15": "1OH Qc"},
        "C15",
        "'1OH Qc' character 1: '1OH' is not a hand or a range, such as TT+, A5s-A2s, KQo, AhKh or random, which is any hand",
    ),
    "half a hand": ({"B15": "Kc"}, "C15", "1 hole card: holdem takes 2"),
    "three cards": ({"B15": "KcQcJc"}, "C15", "'KcQcJc' character 1: 3 hole cards: holdem takes 2"),
    "Omaha in hold'em": (
        {"B15": "KcQcJcTc"},
        "C15",
        "four cards and more are Omaha: choose it in B9",
    ),
    "hold'em in Omaha": ({"B9": "Omaha"}, "C13", "Omaha takes four to six cards"),
    "a range in Omaha": ({"B9": "Omaha", "B13": "TT+"}, "C13", f"'TT+' is not a card; {NO_CARD}"),
    "a range of which nothing is left": (
        {"B15": "AA", "E10": "As Ac"},
        "C15",
        "player 3: no hand of 'AA' is left; each needs a card that is on the board, dead or in another hand",
    ),
    "nobody": ({"B13": None, "B14": None, "B15": None}, "A22", "Type a hand for each player."),
    "one player": (
        {"B13": None, "B14": None},
        "A22",
        "One player wins everything: type a second hand, or random.",
    ),
    "no amounts": ({"C26": "much"}, "A31", "Type pot and call as numbers."),
    "a player without a hand": ({"C25": 7}, "A31", "This player has no odds."),
}
GRID_MISTAKES = {
    "a wrong range": ("TTx", "'TTx' character 3: 'x' is not understood here"),
    "no opponent": (None, "type an opponent, such as random or TT+, AK"),
    "a player without a hand": ("player 8", "player 8 has no hand on Calculator"),
    "single cards": ("player 2", "before the flop name whole starting hands"),
    "weights": ("AKs:0.5, QQ", "before the flop a range here has no weights and no exceptions"),
    "exceptions": ("any, !72o", "before the flop a range here has no weights and no exceptions"),
}


def example():
    """Return what the book shows when it is opened, to be typed again."""
    cells = dict(zip(("E9", "F9", "G9"), holdem_calculator.EXAMPLE_BOARD, strict=True))
    cells |= {"H9": None, "I9": None, "E10": None, "B9": "Hold'em", "C25": 1, "C26": 100, "C27": 50}
    hands = [*holdem_calculator.EXAMPLE_HANDS, *[None] * 6]
    return cells | {f"B{13 + seat}": hand for seat, hand in zip(SEATS, hands, strict=True)}


@in_calc
def test_mistakes_are_sentences(calc):
    """What is wrong is said beside the cell; no cell shows #NAME? or #VALUE!, and the next answer is right again."""
    whole = Read("Calculator", "A1:R31")
    steps = []
    for typed, cell, _ in MISTAKES.values():
        steps += [Typed("Calculator", example() | typed), Read("Calculator", cell), whole]
    for text, _ in GRID_MISTAKES.values():
        steps += [Typed("Calculator", example()), Typed("Starting hands", {"C7": text})]
        steps += [Read("Starting hands", "F7"), GRID]
    steps += [Typed("Calculator", {"H9": "Jh"})]
    steps += [Typed("Starting hands", {"C7": "player 2", "C8": "With the board"}), GRID, whole]
    answers = iter(answers_in_calc(calc, BOOK, steps))
    for label, (_, _, sentence) in MISTAKES.items():
        assert (label, next(answers)) == (label, [[sentence]])
        assert not [cell for row in next(answers) for cell in row if str(cell).startswith("#")], (
            label
        )
    for label, (_, sentence) in GRID_MISTAKES.items():
        ((shown,),) = next(answers)
        assert shown.startswith(sentence), label
        assert {cell for row in next(answers) for cell in row} == {""}
    first = next(answers)[0][0]
    assert first == pytest.approx(xlpoker.equity("8c9s4cJh", "AA", "AhAd").players[0].equity)
    assert [row[6] for row in next(answers)[12:15]] == pytest.approx(
        [player.equity for player in xlpoker.equity("8c9s4cJh", "6c7c", "AhAd", "KcQc").players]
    )
