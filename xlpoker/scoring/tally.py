"""Counts the rows of a block: wins, ties, bad rows, categories, showdowns, names of winners.

winners 1, 2, 0, 1 of four rows -> Tally(rows=4, players=[2, 1], ties=1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from xlpoker.evaluator.games import OMAHA_GAMES
from xlpoker.scoring.counts import Showdowns, Tally, pots_of_persons, wins_of_persons
from xlpoker.scoring.halves import share_of
from xlpoker.scoring.model import Marks, Numbers, Scored, categories_of

__all__ = ["tally_of"]


def tally_of(
    scored: Scored,
    game: str,
    labels: Sequence[str],
    room: int | None = None,
) -> Tally:
    """Return what is counted in a block.

    `labels` are those of the players; of the bad rows at most `room` are listed.

    `xlpoker.scoring.plain_results` counts the same from lists, for open sheets without NumPy, and a
    test compares both on random rows. They stay two: counted row by row, a long table would take
    more than half as long again.
    """
    problems = [scored.problems[row] for row in sorted(scored.problems)]
    if room is None:
        room = len(problems)
    winners = scored.winners
    no_showdown = int(np.count_nonzero(winners < 0))
    tally = Tally(
        rows=len(scored.rows) + len(problems),
        errors=problems[:room],
        unlisted=len(problems[room:]),
        no_showdown=no_showdown or None,
    )
    if scored.seated:
        row_numbers = scored.rows.tolist()
        tally.persons = wins_of_persons(row_numbers, winners.tolist(), scored.seated, labels)
        if scored.shares is not None:
            shares = _shares_by_row(scored.shares)
            tally.persons_pots = pots_of_persons(row_numbers, shares, scored.seated, labels)
    rows, players = scored.values.shape
    if players > 1:
        ties, *rows_won = _rows_won(winners, players)
        tally.ties = ties
        tally.players = rows_won
        tally.showdowns = _showdowns(scored.values, winners)
        tally.pots = _pots(scored.shares)
    elif players == 1 and rows > 0:
        tally.categories = categories_of(scored.values[:, 0])
        tally.cards = 0 if game in OMAHA_GAMES else scored.hand_size()
    return tally


def _rows_won(winners: Numbers, players: int) -> list[int]:
    """Return the number of ties, and of the rows that each player won."""
    rows_won = []
    for winner in range(players + 1):
        rows = np.count_nonzero(winners == winner)
        rows_won.append(int(rows))
    return rows_won


def _shares_by_row(share_ids: Numbers) -> list[list[Fraction | None]]:
    """Return each player's share of the pot in each row."""
    shares_by_row = []
    for ids_of_row in share_ids.tolist():
        shares = [share_of(share_id) for share_id in ids_of_row]
        shares_by_row.append(shares)
    return shares_by_row


def _pots(share_ids: Numbers | None) -> list[Fraction]:
    """Return the sum of each player's shares, none where pots are not halved."""
    if share_ids is None:
        return []
    pots = []
    for ids_of_player in share_ids.T:
        pot = Fraction(0)
        for share_id, rows in _times_of_each(ids_of_player):
            share = share_of(share_id)
            if share is not None:
                pot += rows * share
        pots.append(pot)
    return pots


def _showdowns(values: Numbers, winners: Numbers) -> Showdowns:
    """Return for each group of players the number of its showdowns with a single winner.

    Players who are not in a showdown have the value 0.

    >>> values = np.array([[7, 5, 0], [1, 2, 3], [4, 4, 4], [0, 8, 9]])
    >>> _showdowns(values, np.array([1, 3, 0, 3]))
    Counter({(0, 1): 1, (1, 2): 1, (0, 1, 2): 1})
    >>> _showdowns(np.array([[0, 0]]), np.array([1]))
    Counter({(0,): 1})
    """
    players = range(values.shape[1])
    showdowns: Showdowns = Counter()
    is_won = winners > 0
    if not is_won.any():
        return showdowns
    if values.min() > 0:  # all are in, as in most tables
        everybody = tuple(players)
        showdowns[everybody] = int(is_won.sum())
        return showdowns
    is_seated = values > 0
    # everybody else folded before the board was dealt
    has_seated = is_seated.any(axis=1)
    rows_of_last_players = np.flatnonzero(is_won & ~has_seated)
    last_players = winners[rows_of_last_players] - 1
    is_seated[rows_of_last_players, last_players] = True
    seated_by_row = is_seated[is_won]
    for seated, rows in _times_of_each_group(seated_by_row):
        showdowns[seated] = rows
    return showdowns


def _times_of_each_group(is_seated: Marks) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the different groups of seated players in some rows, and how often each is there.

    A row is packed into bytes, the last player first, so that groups are hashed and sorted as
    texts of bytes, however many players take turns::

        players   0 1 2        2 1 0                          as bytes
                  x   x   ->   1 0 1 0 0 0 0 0   ->   b"\\xa0"
    """
    players = is_seated.shape[1]
    from_the_last = is_seated[:, ::-1]
    packed = np.packbits(from_the_last, axis=1)
    width = packed.shape[1]
    groups = packed.view(f"V{width}").reshape(-1)
    times = Counter(groups.tolist())
    different = sorted(times)
    all_bytes = b"".join(different)
    packed_groups = np.frombuffer(all_bytes, np.uint8).reshape(-1, width)
    seated_from_the_last = np.unpackbits(packed_groups, axis=1, count=players)
    seated = seated_from_the_last[:, ::-1]
    groups_of_seats, players_of_seats = np.nonzero(seated)
    edges = np.searchsorted(groups_of_seats, range(len(different) + 1)).tolist()
    players_in_order = players_of_seats.tolist()
    for group, (start, end) in zip(different, pairwise(edges), strict=True):
        yield tuple(players_in_order[start:end]), times[group]


def _times_of_each(numbers: Numbers) -> Iterator[tuple[int, int]]:
    """Yield each number among some numbers, ascending, and how often it is there."""
    different_numbers, times = np.unique(numbers, return_counts=True)
    yield from zip(different_numbers.tolist(), times.tolist(), strict=True)
