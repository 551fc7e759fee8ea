"""Equities of many rows at once: what `xlpoker.equity` says of each."""

import random

import numpy as np
import pytest
from support.deals import DECKS, deal_from
from support.samples import sample_size

import xlpoker
from xlpoker.errors import OptionError
from xlpoker.evaluator.cards import card_text
from xlpoker.functions import call
from xlpoker.functions.answers import MANY
from xlpoker.odds.deals import count
from xlpoker.odds.known_rows import known_equities
from xlpoker.odds.table import Deal


def situations(deck, rows, players, board, seed=1):
    """Return boards and holes as arrays of codes."""
    rng = random.Random(seed)
    deals = [deal_from(rng, deck, players, board) for _ in range(rows)]
    return np.array([deal.board for deal in deals], np.uint8).reshape(rows, board), np.array(
        [deal.holes for deal in deals], np.uint8
    )


ROWS = sample_size(300, release=1_000)


@pytest.mark.sampled(15)
@pytest.mark.parametrize(
    ("players", "board", "rows"), [(2, 3, ROWS), (2, 4, ROWS), (2, 5, 5), (3, 3, 50), (4, 4, 50)]
)
@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_arrays(deck, players, board, rows):
    """Flops, turns and rivers of each deck, counted row by row and all at once."""
    boards, holes = situations(deck, rows, players, board)
    found = known_equities(boards, holes)
    for row in range(rows):
        deal = Deal(tuple(map(tuple, holes[row].tolist())), tuple(boards[row].tolist()))
        counts = np.array(count(deal))
        for place, mine in enumerate(found[row]):
            ties = sum(
                counts[sets]
                for sets in range(len(counts))
                if sets >> place & 1 and sets.bit_count() > 1
            )
            pots = sum(
                counts[sets] / sets.bit_count() for sets in range(len(counts)) if sets >> place & 1
            )
            assert mine == pytest.approx(np.array([counts[1 << place], ties, pots]) / counts.sum())


def test_streets_may_be_mixed_and_texts_given():
    """Before the flop, flop and river in one array, and the same as texts."""
    boards = [[255] * 5, [24, 31, 8, 255, 255], [24, 31, 8, 38, 0]]
    holes = [[[16, 20], [50, 49]]] * 3
    found = xlpoker.equities(boards, holes)
    assert found[1, 0, 2] == pytest.approx(557 / 990)
    assert found[0, 0, 2] == pytest.approx(xlpoker.equity("", "6c7c", "AhAd").players[0].equity)
    assert found[2, :, 0].tolist() == [1, 0]
    texts = xlpoker.equities(["8c 9s 4c", "8c9s4cJh2c"], [["6c7c", "AhAd"]] * 2)
    assert np.array_equal(texts, found[1:])
    omaha = xlpoker.equities([[24, 31, 8]], [[[16, 20, 1, 2], [50, 49, 5, 6]]], game="omaha")
    assert omaha[0, :, 2].sum() == pytest.approx(1)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("players", range(2, 7))
def test_few_rows_before_the_flop(players):
    """One row or three, of texts, codes, and codes with room for a board: as `equity` counts them."""
    boards, holes = situations(range(52), 3, players, 0)
    texts = [["".join(map(card_text, hole)) for hole in row] for row in holes.tolist()]
    expected = [[one[1:4] for one in xlpoker.equity("", *row).players] for row in texts]
    for rows in (1, 3):
        for common, hands in (
            ([""] * 3, texts),
            (boards, holes),
            (np.full((3, 5), 255, np.uint8), holes),
        ):
            assert xlpoker.equities(common[:rows], hands[:rows]) == pytest.approx(
                np.array(expected[:rows]), abs=1e-15
            )
    texts[1][0] = texts[1][1]
    found = xlpoker.equities([""] * 3, texts)
    assert np.isnan(found).all(axis=(1, 2)).tolist() == [False, True, False]


def test_rows_without_an_answer_are_nan():
    """A card twice, a card that is missing, also of the flop, a joker and what is no card."""
    boards = [["8c9s4c"], ["8c9s6c"], ["8c9s"], ["8c9s4X"], ["8c9sXn"]]
    found = xlpoker.equities(
        [text for (text,) in boards], [["6c7c", "AhAd"]] * 4 + [["6c7c", "Ah"]]
    )
    assert np.isnan(found).all(axis=(1, 2)).tolist() == [False, True, True, True, True]


@pytest.mark.parametrize(
    ("boards", "holes", "options", "message"),
    [
        pytest.param(
            [[1, 2, 3]],
            [[4, 5]],
            {},
            "boards of shape (1, 3) and holes of shape (1, 2) do not go",
            id="flat",
        ),
        pytest.param(
            [""],
            [["AhKh"]],
            {},
            "boards of shape (1, 1) and holes of shape (1, 1, 2) do not go",
            id="alone",
        ),
        pytest.param(
            [[1, 2, 3]], [[[4], [5]]], {}, "holes of 1 card; holdem takes 2", id="one-card"
        ),
        pytest.param(
            [[1, 2, 3]], [[[4, 5], [6, 7]]], {"game": "stud"}, "'stud' has no odds", id="game"
        ),
        pytest.param(
            [[1.5, 2, 3]], [[[4, 5], [6, 7]]], {}, "card codes are whole numbers", id="fractions"
        ),
        pytest.param(
            ["", ""],
            [["6c7c", "AhAd"], ["6c7c"]],
            {},
            "[['6c7c', 'AhAd'], ['6c7c']] is no table",
            id="ragged",
        ),
    ],
)
def test_mistakes(boards, holes, options, message):
    """What is no table of situations is refused in words."""
    with pytest.raises(OptionError) as raised:
        xlpoker.equities(boards, holes, **options)
    assert str(raised.value).startswith(message)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("players", "streets"), [(2, [3, 4]), (2, [0, 3, 4, 5]), (3, [3, 4, 5])])
def test_a_block_of_equities_is_answered_as_row_by_row(players, streets):
    """EQUITY over many rows: all streets, blanks, a range, a card twice and what is no card, each in its row."""
    rng = random.Random(2)
    rows = []
    for turn in range(MANY + 40):
        deal = deal_from(rng, range(52), players, streets[turn % len(streets)])
        rows.append([" ".join(map(card_text, cards)) for cards in (deal.board, *deal.holes)])
    rows[3][1], rows[5][0], rows[9][2], rows[11][0] = "TT+", "", rows[9][1], "8C 9S 1OH"
    rows[7] = [""] * (players + 1)
    whole = call("EQUITY", *([[row[place]] for row in rows] for place in range(players + 1)))
    alone = [call("EQUITY", *row) for row in rows]
    for place, (row, one) in enumerate(zip(whole, alone, strict=True)):
        if isinstance(one, str):
            assert row[0] == one, place
        else:
            assert row == pytest.approx(one[0]), place
