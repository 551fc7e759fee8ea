"""Lanes: the counts of known hands from the flop on, against the other exact engine, and their tables against the evaluator."""

import random
from itertools import combinations

import pytest
from support.deals import DECKS, deal_from
from support.samples import sample_size

import xlpoker
from xlpoker.evaluator.cards import card_text, parse_cards
from xlpoker.evaluator.hand import strength
from xlpoker.odds import all_boards, lanes, streets
from xlpoker.odds.known_hands import count_codes, count_texts


def both_alike(deck, number, seed):
    """Compare the lanes with the engines that go through rank multisets."""
    rng = random.Random(seed)
    for _ in range(number):
        players, board = rng.choice([2, 2, 2, 3, 3, 4, 6, 9]), rng.choice([3, 3, 3, 4, 5])
        dead = rng.choice([0, 0, 1, 3])
        if 2 * players + board + dead > len(deck):
            continue
        deal = deal_from(rng, deck, players, board, dead)
        counts = count_codes(deal.board, deal.holes, deal.dead)
        assert [
            counts.get(winners, 0) for winners in range(1 << players)
        ] == all_boards.count_winners(deal), deal


MANY = sample_size(600, release=4_000)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("number", "seed"), [(150, 1), pytest.param(MANY, 2, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_the_same_counts_as_by_rank_multisets(deck, number, seed):
    """Random situations, and such where flushes, full houses and straight flushes meet."""
    both_alike(deck, number, seed)


@pytest.mark.parametrize("board", [3, 4, 5])
def test_no_card_is_counted_twice(board):
    """Each card of the deck stands in a hand and on the board, in two hands, or in a hand and dead."""
    for code in range(52):
        others = random.Random(code).sample([other for other in range(52) if other != code], 12)
        common, holes, dead = others[:board], [others[5:7], others[7:9], others[9:11]], others[11:]
        assert count_codes(common, holes, dead)
        with_card = [code, holes[0][1]]
        assert count_codes(common, [with_card, *holes[1:]], dead)
        assert count_codes([code, *common[1:]], [with_card, *holes[1:]], dead) is None
        assert count_codes(common, [with_card, [code, holes[1][1]], holes[2]], dead) is None
        assert count_codes(common, [with_card, *holes[1:]], [code]) is None
        assert count_codes(common, [[code, code], *holes[1:]], dead) is None


@pytest.mark.parametrize("dead", ["Qs", "Qs2d", ""], ids=["one", "two", "none"])
@pytest.mark.parametrize("board", ["8c9s4c", "8c9s4cJh", "8c9s4cJh2h"], ids=["3", "4", "5"])
def test_dead_cards_are_read_from_texts(board, dead):
    """Texts without blanks are counted as their codes are; a dead card in a hand is for the checks."""
    holes = ["6c7c", "AhAd"]
    codes = [parse_cards(hole) for hole in holes]
    expected = count_codes(parse_cards(board), codes, parse_cards(dead))
    assert count_texts(board, holes, dead) == expected
    assert count_texts(board, holes, dead + "Ah") is None
    assert count_texts(board, holes, dead + "Q") is None


def test_dead_cards_that_leave_no_board_are_for_the_checks():
    """A flop needs two more cards: there is one board if two are left, and none if one is."""
    known = parse_cards("8c 9s 4c 6c 7c Ah Ad")
    rest = [card_text(code) for code in range(52) if code not in known]
    assert count_texts("8c9s4c", ["6c7c", "AhAd"], "".join(rest[2:])) is not None
    assert count_texts("8c9s4c", ["6c7c", "AhAd"], "".join(rest[1:])) is None


def test_rows_of_values_are_those_of_the_evaluator():
    """Lanes of random known ranks, 91 pairs and 13 single cards, hold the value of seven cards."""
    rng = random.Random(4)
    for _ in range(40):
        cards = rng.sample(range(52), 6)
        key = sum(1 << 3 * (code >> 2) for code in cards)
        for rank in range(13):
            if sum(code >> 2 == rank for code in cards) < 4:
                assert lanes.RANK_VALUES[key] >> 16 * rank & 0xFFFF == rainbow(
                    [*[c >> 2 for c in cards], rank]
                )
        key -= 1 << 3 * (cards[5] >> 2)
        for lane, pair in enumerate(lanes.PAIRS):
            held = [*[code >> 2 for code in cards[:5]], *pair]
            if max(map(held.count, held)) < 5:
                assert lanes.VALUES[key] >> 16 * lane & 0xFFFF == rainbow(held)


def rainbow(ranks):
    """Return the value of some ranks in suits that make no flush: each rank's cards in turn begin with the next suit."""
    times = {}
    codes = []
    for place, rank in enumerate(sorted(ranks)):
        suit = times.setdefault(rank, [place % 4])
        codes.append(4 * rank + suit[0])
        suit[0] = (suit[0] + 1) % 4
    assert max(sum(code & 3 == suit for code in codes) for suit in range(4)) < 5
    return strength(codes)


def test_the_values_that_bound_the_flushes():
    """No flush lies between the full houses and the straight flushes."""
    names = [xlpoker.hand(text).value for text in ("2c2d2h3c3d", "3c4c5c2cAc", "AcKcQcJc9c")]
    assert names == [lanes.FULL_HOUSE, lanes.STRAIGHT_FLUSH, lanes.FULL_HOUSE - 1]


def test_weights_are_the_ways_of_each_pair():
    """Eleven known cards: the weight of a lane is the number of pairs of these ranks that are left."""
    known = random.Random(3).sample(range(52), 11)
    left = [code for code in range(52) if code not in known]
    weights = lanes.lane_weights(sum(lanes.CODE_NUMBER[code] for code in known) & lanes.KEY)
    for lane, pair in enumerate(lanes.PAIRS):
        ways = sum(
            sorted((one >> 2, two >> 2)) == sorted(pair) for one, two in combinations(left, 2)
        )
        assert weights >> 16 * lane & 0xFFFF == ways


def test_live_boards_are_the_pairs_of_cards_that_are_left():
    """Eleven known cards: the bits of a lane are the boards of these ranks, each of two cards that are left."""
    known = random.Random(3).sample(range(52), 11)
    left = [code for code in range(52) if code not in known]
    boards = streets.FLOP.live(sum(lanes.CODE_NUMBER[code] for code in known))
    for lane, pair in enumerate(lanes.PAIRS):
        expected = [
            cards
            for cards in combinations(left, 2)
            if sorted(code >> 2 for code in cards) == sorted(pair)
        ]
        assert (boards >> 16 * lane + 15 & 0xFFFF).bit_count() == len(expected)


@pytest.mark.parametrize(
    ("street", "known", "sizes"),
    [
        (streets.FLOP, "2h 3h 9c", [(11 * 10) // 2, 11 * 38]),
        (streets.TURN, "2h 3h 9c 9d", [11]),
    ],
    ids=["flop: two hearts, one heart", "turn: a heart"],
)
def test_boards_are_divided_by_their_cards_of_a_suit(street, known, sizes):
    """Eleven hearts are left: so many boards have two of them, one of them, none."""
    live = street.live(sum(lanes.CODE_NUMBER[code] for code in parse_cards(known)))
    (shift,) = lanes.SUIT_SHIFTS[8 << lanes.SUIT + 5 * 2]
    parts = [live & part.boards for part in street.parts[shift]]
    by_cards = [parts[0].bit_count()]
    if parts[1:]:
        assert not parts[1] & parts[2]
        by_cards.append((parts[1] | parts[2]).bit_count())
    assert by_cards == sizes
