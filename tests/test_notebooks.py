"""What a notebook shows: names, tables, hands that sort, and messages for who forgets the board."""

import pandas as pd
import pytest

import xlpoker
import xlpoker.frames
from xlpoker.errors import HandError, OptionError


def test_everything_is_listed():
    """`dir` shows what is loaded later, too."""
    assert set(xlpoker.__all__) <= set(dir(xlpoker))


def test_hands_sort_by_value():
    """The better hand is the greater one; hands of one value are equal only if their cards are."""
    texts = ["2c2d4h4s9c", "AhKhQhJhTh", "2h2s4c4d9d", "7c5d4h3s2c"]
    hands = sorted(map(xlpoker.hand, texts))
    assert [hand.value for hand in hands] == sorted(hand.value for hand in hands)
    one, other = xlpoker.hand(texts[0]), xlpoker.hand(texts[2])
    assert one <= other
    assert one >= other
    assert not one < other
    assert not one > other
    assert one != other
    assert max(hands).name == "Royal Flush"
    with pytest.raises(TypeError):
        assert one < 7


def test_odds_as_tables():
    """Odds and outs are DataFrames on request and tables in a notebook."""
    odds = xlpoker.equity("8c 9s 4c", "6c 7c", "TT+, AK")
    frame = odds.to_frame()
    assert list(frame.columns) == ["hand", "win", "tie", "equity", "wins", "ties", "error"]
    assert frame["equity"].tolist() == [player.equity for player in odds.players]
    assert "<td>TT+, AK</td><td>43.05%</td>" in odds._repr_html_()
    flop, turn = xlpoker.outs("8c 9s 4c", "6c 7c", "Ah Ad"), xlpoker.outs("8c 9s 4c Jh", "6c 7c", "Ah Ad")
    assert turn.to_frame()["result"].value_counts().to_dict() == {"lose": 29, "win": 15}
    assert flop.to_frame().set_index("card").loc["2H", "win"] == 15
    assert "<td>win</td><td>15</td><td>2C 3C" in turn._repr_html_()
    assert "win=15, tie=0, lose=29" in repr(turn)


@pytest.mark.parametrize(
    ("arguments", "board"),
    [
        (("AA", "KK"), "AA"),
        (("AhKh", "QcQd"), "AhKh"),
        (("TT+", "AK", "random"), "TT+"),
        (("AsKsQhJh", "random"), "AsKsQhJh"),
    ],
    ids=["pairs", "cards", "ranges", "omaha"],
)
def test_the_board_comes_first(arguments, board):
    """Hands without a board before them are told so."""
    with pytest.raises(HandError) as raised:
        xlpoker.equity(*arguments)
    assert str(raised.value) == (
        f"'{board}' is a hand, and the board comes first; before the flop it is blank: "
        f'xlpoker.equity("", "{board}", ...)'
    )


def test_equity_of_a_frame():
    """A column of whole hands or several columns of cards; bad rows are NaN, the board may be left out."""
    frame = pd.DataFrame(
        {
            "board": ["8c 9s 4c", "8c 9s 4c", None],
            "a": ["6c", "6c", "6c"],
            "b": ["7c", "8c", "7c"],
            "two": ["AhAd"] * 3,
        },
        index=[5, 6, 7],
    )
    found = frame.poker.equity([["a", "b"], "two"], "board")
    assert found.index.tolist() == [5, 6, 7]
    assert found.loc[5, "player_1_win"] == pytest.approx(557 / 990)
    assert found.loc[6].isna().all()
    assert found.loc[7, "player_1_equity"] == pytest.approx(xlpoker.equity("", "6c7c", "AhAd").players[0].equity)
    assert frame.poker.equity([["a", "b"], "two"])["player_2_win"].tolist()[0] == found.loc[7, "player_2_win"]
    with pytest.raises(OptionError, match="'boards' is not a column; did you mean 'board'"):
        frame.poker.equity(["two", "two"], "boards")
    assert repr(frame.poker) == "<poker accessor of a DataFrame of 3 rows and 4 columns: score, wins, winners, equity>"


def test_winners_of_a_frame():
    """The winner column alone, also of a frame that has been scored before."""
    frame = pd.DataFrame({"one": ["2H 3D 5S 9C KD", "2H 4S 4C 2D 4H"], "two": ["2C 3H 4S 8C AH", "2S 8S AS QS 3S"]})
    assert frame.poker.winners(["one", "two"]).tolist() == [2, 1]
    assert frame.poker.score(["one", "two"]).poker.winners(["one", "two"]).tolist() == [2, 1]
