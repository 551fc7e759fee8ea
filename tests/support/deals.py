"""Situations of players, hole cards and a board, for counting winners."""

from xlpoker.odds.counting import Deal


def random_deal(rng, game, players, board, dead=0, size=None):
    """Return a deal of random cards."""
    size = size or (2 if game == "holdem" else 4)
    cards = rng.sample(range(52), size * players + board + dead)
    holes = tuple(tuple(cards[start : start + size]) for start in range(0, size * players, size))
    rest = cards[size * players :]
    return Deal(holes, tuple(rest[:board]), tuple(rest[board:]), game)
