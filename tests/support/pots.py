"""The pots of a hand, one by one: what the ways of paying them out are compared with."""

from typing import NamedTuple


class Pot(NamedTuple):
    """An amount in units, and the players who can win it, counted from 0."""

    amount: int
    players: list[int]


def pots_of(stakes, players_left):
    """Return the main pot and the side pots, without money that nobody called.

    >>> pots_of([10, 30, 30, 5], [0, 1, 2])
    [Pot(amount=35, players=[0, 1, 2]), Pot(amount=40, players=[1, 2])]

    `players_left` are those who have not folded. What others put in above all of them is in the
    last pot.
    """
    levels = sorted({stakes[player] for player in players_left})
    pots = []
    paid_out = 0
    for level in levels:
        is_last = level == levels[-1]
        up_to_level = sum(stakes if is_last else [min(stake, level) for stake in stakes])
        players = [player for player in players_left if stakes[player] >= level]
        if up_to_level > paid_out:
            pots.append(Pot(up_to_level - paid_out, players))
        paid_out = up_to_level
    return pots
