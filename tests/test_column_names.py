"""The names of columns: what pandas makes of headings, and the cards of a deal that was read as names."""

import re

import pandas as pd
import pytest
from support.cases import cases

import xlpoker.frames
from xlpoker.dealing import deal
from xlpoker.evaluator.cards import card_text
from xlpoker.workbook.columns import ColumnSource
from xlpoker.workbook.jobs import score, wins

pytest.importorskip("pyarrow")
assert xlpoker.frames.__all__
DEALS = [[*map(card_text, one.hands[0] + one.hands[1])] for one in deal(30, seed=3)]
WHOLE_HANDS = [[" ".join(cards[:5]), " ".join(cards[5:])] for cards in DEALS]
NAMES_ARE_CARDS = re.escape("the names of the columns are cards (")


def without_names(rows):
    """Return a DataFrame that takes the first row for the names of its columns, as read_csv does."""
    return pd.DataFrame(rows[1:], columns=rows[0])


FORGOTTEN = {
    "cards": (without_names(DEALS), None),
    "cards-that-are-named": (without_names(DEALS), [DEALS[0][:5], DEALS[0][5:]]),
    "whole-hands": (without_names(WHOLE_HANDS), None),
    "whole-hands-that-are-named": (without_names(WHOLE_HANDS), WHOLE_HANDS[0]),
}


@pytest.mark.sampled(2)
@cases(("frame", "hands"), FORGOTTEN)
def test_a_deal_that_is_read_as_names_is_told(frame, hands):
    """A forgotten ``header=None`` makes names of the first deal: the warning says that it is not counted."""
    with pytest.warns(UserWarning, match=NAMES_ARE_CARDS) as caught:
        assert frame.poker.wins(hands)["rows"] == len(DEALS) - 1
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match=NAMES_ARE_CARDS):
        scored = frame.poker.score(hands)
    assert len(scored) == len(DEALS) - 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("output", [".parquet", ".csv", ".xlsx"])
@pytest.mark.parametrize("rows", [DEALS, WHOLE_HANDS], ids=["cards", "whole-hands"])
def test_a_deal_that_is_read_as_names_of_parquet_is_told(tmp_path, rows, output):
    """Every command says so of a Parquet file, and all count alike."""
    path = tmp_path / "a.parquet"
    without_names(rows).to_parquet(path)
    for counts in (wins(path), score(path, output=tmp_path / f"b{output}")):
        assert counts.rows == len(DEALS) - 1
        (warning,) = [text for text in counts.warnings if re.match(NAMES_ARE_CARDS, text)]
        assert rows[0][0] in warning


def test_numbers_that_are_read_as_names_are_told():
    """Cards as numbers, too: their encoding is named."""
    codes = [one.hands[0] for one in deal(20, players=1, seed=8)]
    frame = pd.DataFrame(codes[1:], columns=[*map(str, codes[0])])
    with pytest.warns(UserWarning, match=NAMES_ARE_CARDS):
        frame.poker.wins([[*frame]], cards="0-51")


@cases(
    ("names", "options"),
    {
        "numbers-in-turn": (range(10), {"cards": "0-51"}),
        "cards-in-turn": (
            [f"{number}c" for number in range(2, 7)] + [f"{number}d" for number in range(2, 7)],
            {},
        ),
        "words": (
            [f"{player} {number}" for player in ("Anna", "Ben") for number in range(1, 6)],
            {},
        ),
    },
)
def test_names_that_are_no_deal(names, options):
    """Numbers and cards in turn are names, as people number columns; no warning."""
    codes = [dealt.hands[0] + dealt.hands[1] for dealt in deal(20, seed=2)]
    cells = codes if options else [[*map(card_text, cards)] for cards in codes]
    frame = pd.DataFrame(cells, columns=list(names))
    assert frame.poker.wins([[*frame][:5], [*frame][5:]], **options)["rows"] == 20


class Named(ColumnSource):
    """A table of columns of which only the names matter."""

    def __init__(self, names):
        self.names, self.size = names, 0

    def batches(self, rows, columns):  # noqa: ARG002 - as others have it
        """Yield nothing."""
        return iter(())


@cases(
    ("names", "headings"),
    {
        "blank": (["Anna", "Unnamed: 1", "Unnamed: 2", "Ben"], ["Anna", None, None, "Ben"]),
        "repeated": (["Card 1", "Card 2", "Card 1.1", "Card 2.1"], ["Card 1", "Card 2"] * 2),
        "repeated-often": (["Card", "Card.1", "Card.10"], ["Card"] * 3),
        "a-version": (["1.5", "Version 1.1"], ["1.5", "Version 1.1"]),
    },
)
def test_headings(names, headings):
    """The search for the hands gets the headings as the sheet had them."""
    (table,) = Named(names).tables(whole=False)
    assert table.grid.rows[0] == headings


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", ["frame", "parquet"])
@cases(
    "headings",
    {
        "a-name-over-a-hand": ["Anna", *[f"Unnamed: {at}" for at in range(1, 5)], "Ben"]
        + [f"Unnamed: {at}" for at in range(6, 10)],
        "cards-again": [f"Card {at}" for at in range(1, 6)]
        + [f"Card {at}.1" for at in range(1, 6)],
    },
)
def test_what_pandas_makes_of_headings(tmp_path, headings, kind):
    """A sheet with a name over each hand, or with the same headings again, is read as pandas gives it."""
    frame = pd.DataFrame(DEALS, columns=headings)
    if kind == "frame":
        found = frame.poker.wins()
    else:
        frame.to_parquet(tmp_path / "a.parquet")
        found = wins(tmp_path / "a.parquet").as_dict()
    expected = pd.DataFrame(DEALS).poker.wins([[*range(5)], [*range(5, 10)]])
    assert {name: found[name] for name in expected.index} == expected.to_dict()


def test_columns_of_several_levels():
    """The names of a column with several levels are one heading."""
    names = [(player, f"Card {number}") for player in ("Anna", "Ben") for number in range(1, 6)]
    frame = pd.DataFrame(DEALS, columns=pd.MultiIndex.from_tuples(names))
    assert frame.poker.wins().equals(pd.DataFrame(DEALS).poker.wins())


@pytest.mark.parametrize("output", [".csv", ".xlsx", ".parquet"])
def test_old_columns_keep_their_names(tmp_path, output):
    """What is written of a Parquet file has the names of its columns as they are."""
    frame = pd.DataFrame(DEALS, columns=[f"c{at}" for at in range(10)])
    frame.insert(0, "Unnamed: 0", range(len(frame)))
    frame.to_parquet(tmp_path / "a.parquet")
    path = tmp_path / f"b{output}"
    score(tmp_path / "a.parquet", output=path)
    read = {
        ".csv": pd.read_csv,
        ".parquet": pd.read_parquet,
        ".xlsx": lambda at: pd.read_excel(at, engine="openpyxl"),
    }
    assert [*read[output](path)][:11] == [*frame]
