"""Equity: how often each player wins and ties, and each player's average share of the pot.

The odds are exact wherever that takes no more than seconds: known cards on any street; ranges, by counting combinations of
hands that differ only in the names of the suits once; two ranges on a flop or later, by adding them up on every board.
Everything else is dealt at random from a seed, and the result says so: `samples`, and the standard error
of each player's equity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb, prod, sqrt
from typing import Any, NamedTuple

from xlpoker.errors import (
    HandError,
    OptionError,
    PokerError,
    html_table,
    quoted,
    shown,
    whole_number,
)
from xlpoker.evaluator.cards import JOKER, TEXTS
from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.odds.deals import count, matchups, numpy_engine, sample
from xlpoker.odds.known_hands import count_texts
from xlpoker.odds.range_rivers import Hands, hands_of, on_river
from xlpoker.odds.range_words import cards_in
from xlpoker.odds.ranges import Range, parse_range
from xlpoker.odds.table import APART, Cards, Table, check_board, table_of, whole

__all__ = ["Odds", "Player", "Table", "check_alone", "equity", "quick", "solve", "table_of"]

STREETS = "odds are before the flop, or on a board of three to five"
TOO_LONG = "takes longer than an hour, by estimate"
SEED, SAMPLES, MOST_SAMPLES = 54, 100_000, 10**9
PATIENCE, MOMENT, CEILING = 5.0, 0.4, 3600.0
"""How many seconds an exact answer may take (by estimate, not by the clock) before it is sampled instead; in a cell; with ``exact=True``."""

SMALL = 300_000
"""So many pairs of hands, times the different weights of a range, are counted by bits on a river, more by arrays."""

Counts = Mapping[int, float]
Sums = tuple[list[float], list[float], list[float], float]
"""The boards that each player wins and ties, the pots of each, and the number of all boards."""


class Player(NamedTuple):
    """One player's odds: shares 0 .. 1; `wins` and `ties` count deals (weighted, where a range has weights).

    `error` is the standard error of `equity`, 0 where it is exact.
    """

    hand: str
    win: float
    tie: float
    equity: float
    wins: float
    ties: float
    error: float = 0.0


class Odds(NamedTuple):
    """The odds of all players; `boards` counts the deals of an exact answer, `samples` those dealt at random."""

    players: tuple[Player, ...]
    boards: float = 0
    samples: int = 0
    seed: int | None = None

    def to_frame(self) -> Any:
        """Return the players as a pandas DataFrame: hand, win, tie, equity, wins, ties and the standard error."""
        import pandas as pd

        return pd.DataFrame(self.players)

    def _repr_html_(self) -> str:
        shown = [
            (one.hand, *(f"{share:.2%}" for share in (one.win, one.tie, one.equity)))
            for one in self.players
        ]
        return html_table(("hand", "win", "tie", "equity"), shown, str(self).splitlines()[-1])

    @property
    def exact(self) -> bool:
        """Tell whether all deals were counted."""
        return not self.samples

    def __str__(self) -> str:
        lines = [
            f"{one.hand[:16]:<16} {one.win:6.2%} {one.tie:6.2%}  {one.equity:6.2%}"
            for one in self.players
        ]
        counted = f"{self.samples:,} deals at random, seed {self.seed}"
        if self.exact:
            counted = f"{self.boards:,.10g} deal{'s' * (self.boards != 1)}"
        return "\n".join([f"{'':<16}    win    tie  equity", *lines, counted])


def equity(
    board: Cards,
    *holes: Cards | Range,
    game: str = "holdem",
    dead: Cards = "",
    exact: bool | None = None,
    samples: int | None = None,
    seed: int = SEED,
) -> Odds:
    """Return the odds of two to 22 players whose cards are known or in a range.

    >>> odds = equity("", "AhKh", "QcQd")
    >>> odds.players[0].wins, odds.players[0].ties, odds.boards, round(odds.players[0].equity, 4)
    (787966, 6732, 1712304, 0.4621)
    >>> round(equity("", "AhKh", "QcQd", game="short-deck").players[0].equity, 4)
    0.5428
    >>> print(equity("8c 9s 4c", "6c 7c", "TT+, AK"))
                        win    tie  equity
    6c 7c            56.95%  0.00%  56.95%
    TT+, AK          43.05%  0.00%  43.05%
    45,540 deals

    `board` is blank before the flop, or has up to five cards; `dead` cards are out of play. `exact` None counts where
    that takes seconds and samples otherwise, True always counts, False always samples; what would take longer than
    an hour by estimate is refused. Games: ``holdem``, ``omaha``, and with 36 cards ``short-deck`` (a flush beats a full
    house), ``short-deck-trips`` (and three of a kind a straight).
    Raises `CardError`, `HandError` (a card twice, no hand left in a range), `RangeError`, `OptionError`.
    """
    plain = (
        isinstance(game, str)
        and game == "holdem"
        and samples is None
        and (exact is None or exact is True)
    )
    plain = plain and type(seed) is int and seed == SEED and isinstance(dead, str | list | tuple)
    if plain and (odds := _texts(board, holes, holes, dead)):  # type: ignore[arg-type]
        return odds
    _check_board(board, len(holes))
    return solve(table_of(board, holes, game, dead), exact=exact, samples=samples, seed=seed)


def _check_board(board: Cards, players: int) -> None:
    """Raise `HandError` where the first argument is a hand or a range instead of a board."""
    if isinstance(board, str) and board.strip() and (players < 2 or not cards_in(board)):
        try:
            parse_range(board, "omaha" if len(cards_in(board)) > 3 else "holdem")
        except PokerError:
            return
        raise HandError(
            f"{quoted(board)} is a hand, and the board comes first; before the flop it is blank: "
            f'xlpoker.equity("", "{board.strip()}", ...)'
        )


# --- counting --------------------------------------------------------------------------------------------------------


def solve(
    table: Table,
    *,
    exact: bool | None = None,
    samples: int | None = None,
    seed: int = SEED,
    patience: float = PATIENCE,
) -> Odds:
    """Return the odds at a table, exact if that is asked for or takes no longer than `patience` (in seconds).

    `samples` None means a hundred thousand deals with NumPy, without NumPy a tenth of that (in Omaha a hundredth), and
    fewer where hands hardly ever go together.
    """
    check_board(table.board, (0, 3, 4, 5), STREETS)
    if exact is not None and not isinstance(exact, bool):
        raise OptionError(
            f"exact={shown(exact)} is not understood; True counts, False samples, None counts where that takes seconds"
        )
    seed = whole_number(seed, "a seed", 0)
    if samples is not None:
        samples = whole_number(
            samples, "a number of samples", 2, "samples are too few: 2 or more are dealt"
        )
    if exact is not False:
        if sums := _counted(table, CEILING if exact else patience):
            return _odds([one.text for one in table.ranges], sums)
        if exact:
            raise OptionError(f"to count these ranges {TOO_LONG}; leave out exact to sample them")
    if samples is None:
        samples = SAMPLES if numpy_engine() else SAMPLES // (100 if table.game == "omaha" else 10)
    elif samples > MOST_SAMPLES:
        raise OptionError(f"to deal {samples:,} samples {TOO_LONG}; deal fewer")
    return _sampled(table, sample(table, samples, seed), seed)


def quick(board: str, *holes: str) -> Odds:
    """Return the odds for a cell of a spreadsheet: what would take longer than a moment is sampled, the seed fixed.

    >>> quick("8C 9S 4C", "6C 7C", "AH AD").players[0].wins
    557
    """
    if odds := _texts(board.replace(" ", ""), [hole.replace(" ", "") for hole in holes], holes):
        return odds
    return solve(table_of(board, holes, _game_of(holes)), patience=MOMENT)


def check_alone(board: str, hole: str) -> None:
    """Raise the error about the cards of the only player who is left, as `quick` does for several.

    >>> check_alone("8C 9S 4C", "8C 7C")
    Traceback (most recent call last):
    xlpoker.errors.HandError: duplicate card 8C in the board and hole 1
    """
    table = table_of(board, [hole, "random"], _game_of([hole]))
    check_board(table.board, (0, 3, 4, 5), STREETS)


def _game_of(holes: Sequence[str]) -> str:
    """Return the game of a cell's hands: Omaha where one of them has four cards or more."""
    omaha = any(len(cards_in(part)) >= 4 for hole in holes for part in hole.split(","))
    return "omaha" if omaha else "holdem"


def _counted(table: Table, limit: float) -> Sums | None:
    """Return what all players win, or None when counting would take too long."""
    ranges, coming, size = table.ranges, 5 - len(table.board), len(table.ranges)
    if all(one.known for one in ranges):
        holes = tuple([one.hands[0] for one in ranges])
        if len(set().union(*holes)) < sum(map(len, holes)):  # ranges of which one hand each is left
            raise HandError(APART)
        deal = table.deal(holes)
        by_hand = (
            deal.game != "holdem" and not numpy_engine()
        )  # board by board, each hand in a fifth of a millisecond
        if by_hand and comb(52 - len(deal.known()), coming) * size * 2e-4 > limit:
            return None
        weight = prod(
            one.weights[0] for one in ranges
        )  # below 1 where the heavier hands of a range are blocked
        return sums_of(
            [(winners, weight * boards) for winners, boards in enumerate(count(deal))], size
        )
    pairs, arrays = prod(len(one.hands) for one in ranges), numpy_engine()
    if arrays and table.game != "omaha" and coming <= 2:
        if size == 2:
            first, second = map(Hands, ranges)
            return sums_of(
                count_ranges(table.board, table.dead, first, second, table.game).items(), size
            )
        if table.game == "holdem":
            if (
                pairs * size * 1.5e-6 > limit
            ):  # seconds a combination and player: measured, on the slow side
                return None
            from xlpoker.odds.known_rows import sums_of_ranges

            return sums_of_ranges(table)
    each = (
        (5e-6, 1e-5, 2e-5)[coming]
        if coming < 3
        else (1.5e-4 if size == 2 else 4e-4)
        if arrays
        else 0.2
    )
    if not pairs or pairs > 1e6 * limit:  # of unknown cards of Omaha there are no pairs
        return None
    together = matchups(ranges, table.board, table.dead, limit / (each * size))
    if together is None:
        return None
    total = [0.0] * (1 << size)
    for weight, holes in together:
        for place, boards in enumerate(count(table.deal(holes))):
            total[place] += weight * boards
    return sums_of(enumerate(total), size)


# --- two ranges from the flop on ---------------------------------------------------------------------------------------


def count_ranges(
    board: Sequence[int], dead: Sequence[int], first: Hands, second: Hands, game: str = "holdem"
) -> Counts:
    """Return the (weighted) deals by the set of players who win them: player 1 is bit 0, player 2 bit 1.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> count_ranges(parse_cards("8c 9s 4c"), (), hands_of("6c7c"), hands_of("AhAd"))
    {1: 557, 2: 433, 3: 0}
    """
    small = len(first.cards) * len(second.cards) * min(first.kinds, second.kinds) <= SMALL
    if len(board) == 5 and game == "holdem" and (small or not numpy_engine()):
        won, tied, total = on_river(board, dead, first, second)
    else:
        from xlpoker.odds.range_boards import on_boards

        won, tied, total = on_boards(board, dead, first, second, game if game in SHORT_DECK else "")
    dust = 1e-12 * total  # of rounding
    won, lost, tied = [
        whole(weight) if weight > dust else 0 for weight in (won, total - won - tied, tied)
    ]
    return {1: won, 2: lost, 3: tied}


def count_texts_of_ranges(board: str, first: str, second: str, dead: str = "") -> Counts | None:
    """Return the same for texts; None for texts that are to be checked.

    >>> count_texts_of_ranges("8c9s4c", "6c7c", "TT+"), count_texts_of_ranges("8c9s4c", "6c7c", "TTs+")
    ({1: 15528, 2: 14172, 3: 0}, None)
    """
    try:
        codes = [TEXTS[board[at : at + 2]] for at in range(0, len(board), 2)]
        out = [TEXTS[dead[at : at + 2]] for at in range(0, len(dead), 2)] if dead else []
        gone = codes + out
        if not 3 <= len(codes) <= 5 or len(set(gone)) < len(gone) or JOKER in gone:
            return None
        counts = count_ranges(codes, out, hands_of(first), hands_of(second))
    except (
        AttributeError,
        ImportError,
        KeyError,
        TypeError,
        PokerError,
    ):  # without NumPy hand by hand
        return None
    return counts if counts[1] or counts[2] or counts[3] else None


# --- results ---------------------------------------------------------------------------------------------------------


def _texts(board: str, holes: Sequence[str], names: Sequence[str], dead: str = "") -> Odds | None:
    """Return the odds from the flop on of known cards, or of two ranges, that are plain texts; None for all others."""
    counts: Counts | None = None if dead else count_texts(board, holes)
    if counts is None and len(holes) == 2:
        counts = count_texts_of_ranges(board, holes[0], holes[1], dead)
    if counts is None:
        return None
    if len(holes) != 2:
        return _odds(names, sums_of(sorted(counts.items()), len(holes)))
    wins, losses, ties = (
        counts[1],
        counts[2],
        counts[3],
    )  # written down directly: `sums_of` takes as long as a turn
    total = wins + losses + ties
    tie, half = ties / total, ties / 2
    new = tuple.__new__  # in half the time of a call of the class
    one = new(Player, (names[0], wins / total, tie, (wins + half) / total, wins, ties, 0.0))
    two = new(Player, (names[1], losses / total, tie, (losses + half) / total, losses, ties, 0.0))
    return new(Odds, ((one, two), total, 0, None))


def sums_of(counts: Iterable[tuple[int, float]], size: int) -> Sums:
    """Return by the boards that each set of players wins: boards that each player wins, ties, pots, and all boards."""
    total, won, shared, pots = 0.0, [0.0] * size, [0.0] * size, [0.0] * size
    for winners, boards in counts:
        if boards:
            total += boards
            places = _places(winners)
            if len(places) == 1:
                won[places[0]] += boards
                continue
            for place in places:
                shared[place] += boards
                pots[place] += boards / len(places)
    return won, shared, [one + two for one, two in zip(won, pots, strict=True)], total


@lru_cache(1 << 12)
def _places(winners: int) -> list[int]:
    """Return the players in a set."""
    return [place for place in range(winners.bit_length()) if winners >> place & 1]


def _odds(names: Sequence[str], sums: Sums) -> Odds:
    won, shared, pots, total = sums
    if not total:
        raise HandError(APART)
    players = [
        Player(name, wins / total, ties / total, pot / total, whole(wins), whole(ties))
        for name, wins, ties, pot in zip(names, won, shared, pots, strict=True)
    ]
    return Odds(tuple(players), whole(total))


def _sampled(table: Table, counts: Sequence[int], seed: int) -> Odds:
    players, size, samples = [], len(table.ranges), sum(counts)
    met = [(winners, deals) for winners, deals in enumerate(counts) if deals]
    for place, one in enumerate(
        _odds([one.text for one in table.ranges], sums_of(met, size)).players
    ):
        off = sum(
            deals * ((winners >> place & 1) / winners.bit_count() - one.equity) ** 2
            for winners, deals in met
        )
        players.append(one._replace(error=sqrt(off / samples / (samples - 1))))
    if (
        len({(one.hands, one.weights) for one in table.ranges}) == 1
    ):  # by symmetry, whatever was dealt
        win, tie = sum(one.win for one in players) / size, sum(one.tie for one in players) / size
        wins, ties = round(win * samples), round(tie * samples)
        players = [Player(one.hand, win, tie, 1 / size, wins, ties) for one in players]
    return Odds(tuple(players), 0, samples, seed)
