"""How hole cards and board combine."""

import random

import pytest
from support import reference
from support.cases import cases
from support.refused import refused

from xlpoker import HandError, OptionError, hand
from xlpoker.evaluator.cards import JOKER, card_text
from xlpoker.evaluator.games import GAMES, game_hand, game_strength
from xlpoker.evaluator.hand import strength

STEEL_WHEEL = "Straight Flush, Five high (steel wheel)"
EXAMPLES = {
    "holdem: both": ("holdem", "AS KS", "QS JS TS 2D 2C", "AS KS QS JS TS", "Royal Flush"),
    "holdem: one": ("holdem", "AS KD", "2S 3S 4S 5S 9D", "5S 4S 3S 2S AS", STEEL_WHEEL),
    "holdem: none": ("holdem", "2S 3D", "AS KD QC JH TS", "AS KD QC JH TS", "Straight, Ace high"),
    "holdem: flop": (
        "holdem",
        "AS AD",
        "AC KD KC",
        "AS AD AC KD KC",
        "Full House, Aces over Kings",
    ),
    "holdem: joker": ("holdem", "AS Xn", "KS QS JS 2D 2C", "AS KS QS JS TS", "Royal Flush"),
    "omaha: one spade is no flush": (
        "omaha",
        "AS KD QH JC",
        "2S 3S 4S 5S 9D",
        "AS KD 9D 5S 4S",
        "High Card, Ace",
    ),
    "omaha: two spades are": (
        "omaha",
        "AS KS QH JC",
        "2S 3S 4S 5S 9D",
        "AS KS 5S 4S 3S",
        "Flush, Ace high",
    ),
    "omaha: four aces are a pair": (
        "omaha",
        "AS AD AC AH",
        "2S 3D 7C 9H JS",
        "AS AD JS 9H 7C",
        "One Pair, Aces",
    ),
    "omaha: a full board": (
        "omaha",
        "AS KD QH JC",
        "2S 2D 2C 9H 9S",
        "2S 2D 2C AS KD",
        "Three of a Kind, Twos",
    ),
    "omaha: flop": (
        "omaha",
        "AS KD QH JC",
        "AD KC 2S",
        "AS AD KD KC 2S",
        "Two Pair, Aces and Kings",
    ),
    "front: no straight flush": ("front", "QS KS AS", "", "AS KS QS", "High Card, Ace"),
    "front: joker": ("front", "AS KD Xn", "", "AS AH KD", "One Pair, Aces"),
    "five-card: of seven": (
        "five-card",
        "2S 2D 4C 4D 4S 7H KS",
        "",
        "4S 4D 4C 2S 2D",
        "Full House, Fours over Twos",
    ),
}


@pytest.mark.parametrize(
    ("game", "hole", "board", "cards", "name"), EXAMPLES.values(), ids=EXAMPLES
)
def test_games(game, hole, board, cards, name):
    """Each game combines the cards in its own way."""
    made = hand(hole, game=game, board=board)
    assert (" ".join(made.cards), made.name) == (cards, name)


WRONG = {
    "holdem: one": ("holdem", 1, 5, "1 hole card: holdem takes 2"),
    "holdem: no board": ("holdem", 2, 0, "0 board cards: holdem takes 3 to 5"),
    "holdem: six on the board": ("holdem", 2, 6, "6 board cards: holdem takes 3 to 5"),
    "omaha: seven": ("omaha", 7, 5, "7 hole cards: omaha takes 4 to 6"),
    "five-card: board": ("five-card", 5, 3, "3 board cards: five-card takes none"),
}


@pytest.mark.parametrize(("game", "hole", "board", "message"), WRONG.values(), ids=WRONG)
def test_wrong_numbers_of_cards(game, hole, board, message):
    """The message says how many cards there are and how many the game takes."""
    deck = list(range(52))
    with refused(HandError, message):
        hand(deck[:hole], game=game, board=deck[hole : hole + board])


@cases(
    ("hole", "board", "message"),
    {
        "hole and board": ("AS KD QH JC", "AS 3S 4S 5S 9D", "duplicate card AS"),
        "board": ("AS KD QH JC", "9D 3S 4S 5S 9D", "duplicate card 9D"),
        "jokers": ("AS Xn Xn JC", "2S Xn 4S 5S 9D", "3 jokers in one hand: at most 2 are allowed"),
    },
)
def test_omaha_checks_all_its_cards(hole, board, message):
    """A card stands in hole cards and board once, even where no five of them hold it twice."""
    with refused(HandError, message):
        hand(hole, game="omaha", board=board)


def test_an_unknown_game_is_refused():
    """The nearest game is offered, and all of them where none is near."""
    with pytest.raises(OptionError) as caught:
        hand("AS KS", game="texas", board="2C 3C 4C")
    games = "five-card, holdem, omaha, front, short-deck, short-deck-trips, three-card, razz, 2-7, omaha-hi-lo"
    assert str(caught.value) == f"'texas' is not a game; choose from {games}"
    with refused(OptionError, "'hold'em' is not a game; did you mean 'holdem'?"):
        hand("AS KS", game="hold'em", board="2C 3C 4C")


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_joker_rule_is_refused(game):
    """In every game, joker or not."""
    with refused(OptionError, "'wild' is not a joker rule; choose from natural, five"):
        game_strength(
            game, range(GAMES[game].hole[0]), range(10, 10 + GAMES[game].board[0]), "wild"
        )


def deal(rng, hole, board, jokers=0):
    """Return random hole cards and board with that many jokers among them; few suits make flushes frequent."""
    deck = rng.choice(
        [range(52), [code for code in range(52) if code % 4 > 1 or code % 3 == 0], range(24)]
    )
    cards = [*rng.sample(list(deck), hole + board - jokers), *[JOKER] * jokers]
    rng.shuffle(cards)
    return cards[:hole], cards[hole:]


@pytest.mark.sampled(9)
@pytest.mark.parametrize("board", [3, 4, 5])
@pytest.mark.parametrize("hole", [4, 5, 6])
def test_omaha_is_exactly_two_and_three(hole, board):
    """Four to six hole cards agree with the slow evaluator, which tries every two and three."""
    rng = random.Random(10 * hole + board)
    for _ in range(200):
        mine, common = deal(rng, hole, board)
        made = game_hand("omaha", mine, common)
        assert made.value == reference.values()[reference.omaha(mine, common)]
        texts = [list(map(card_text, cards)) for cards in (mine, common)]
        assert [sum(card in made.cards for card in cards) for cards in texts] == [2, 3]


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["natural", "five"])
@pytest.mark.parametrize(
    ("hole", "jokers", "times"), [(4, 1, 25), (5, 1, 15), (6, 1, 10), (4, 2, 3)]
)
def test_omaha_with_jokers(hole, jokers, times, rule):
    """A joker becomes a card that is not among its five."""
    rng = random.Random(10 * hole + jokers)
    for _ in range(times):
        mine, common = deal(rng, hole, 5 if jokers == 1 else 4, jokers)
        expected = reference.values()[reference.omaha(mine, common, rule)]
        assert game_strength("omaha", mine, common, rule) == expected


@pytest.mark.parametrize("board", [3, 4, 5])
def test_holdem_is_the_best_five(board):
    """Hole cards and board are one hand of five to seven cards."""
    rng = random.Random(board)
    for _ in range(200):
        mine, common = deal(rng, 2, board)
        assert (
            game_strength("holdem", mine, common)
            == strength([*common, *mine])
            == reference.value(mine + common)
        )
