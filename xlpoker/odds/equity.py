"""Equity: how often each player wins and ties, and the share of the pot that is his on average.

Exact wherever that takes no more than seconds: known cards on any street, ranges by counting every combination of
hands once for all that differ in nothing but the names of the suits, two ranges on a flop or later by sorting them on
every board. Everything else is dealt at random from a seed, and the result says so: `samples`, and the standard error
of each player's equity.

==============  =====================================================================================
number          meaning, each a share of all deals (0 .. 1)
==============  =====================================================================================
``win``         the player alone has the best hand
``tie``         the player shares the best hand
``equity``      the average share of the pot: a win is 1, a tie of two 1/2, of three 1/3; all add up to 1
==============  =====================================================================================
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from types import ModuleType

from xlpoker.errors import HandError, OptionError, nearest
from xlpoker.evaluator.cards import JOKER, card_text
from xlpoker.evaluator.hand import codes_of
from xlpoker.evaluator.showdown import check_showdown
from xlpoker.odds import counting
from xlpoker.odds.counting import Deal
from xlpoker.odds.matchups import Matchups, TooMany
from xlpoker.odds.ranges import HOLES, Range, hand_of_range, parse_range

__all__ = ["Odds", "Player", "Table", "equity", "quick", "solve", "table_of"]

Cards = str | Iterable[str | int]
SEED = 54
SAMPLES = 100_000
PATIENCE = 5.0
"""How many seconds an exact answer may take (by estimate, not by the clock) before it is sampled instead."""

MOMENT = 0.4
"""The same for a cell of a spreadsheet."""


@dataclass(frozen=True, slots=True)
class Player:
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


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of all players; `boards` counts the deals of an exact answer, `samples` those dealt at random."""

    players: tuple[Player, ...]
    boards: float = 0
    samples: int = 0
    seed: int | None = None

    @property
    def exact(self) -> bool:
        """Tell whether all deals were counted."""
        return not self.samples

    def __str__(self) -> str:
        lines = [f"{one.hand[:16]:<16} {one.win:6.2%} {one.tie:6.2%}  {one.equity:6.2%}" for one in self.players]
        counted = f"{self.boards:,.10g} deals" if self.exact else f"{self.samples:,} deals at random, seed {self.seed}"
        return "\n".join([f"{'':<16}    win    tie  equity", *lines, counted])


@dataclass(frozen=True, slots=True)
class Table:
    """The question: board and dead cards as codes, and what each player may hold, without what cannot be."""

    board: tuple[int, ...]
    dead: tuple[int, ...]
    ranges: tuple[Range, ...]
    game: str = "holdem"


def equity(
    board: Cards,
    *holes: Cards | Range,
    game: str = "holdem",
    dead: Cards = "",
    exact: bool | None = None,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Odds:
    """Return the odds of two to nine players whose cards are known or in a range.

    >>> odds = equity("", "AhKh", "QcQd")
    >>> odds.players[0].wins, odds.players[0].ties, odds.boards, round(odds.players[0].equity, 4)
    (787966, 6732, 1712304, 0.4621)
    >>> print(equity("8c 9s 4c", "6c 7c", "TT+, AK"))
                        win    tie  equity
    6c 7c            56.95%  0.00%  56.95%
    TT+, AK          43.05%  0.00%  43.05%
    45,540 deals

    `board` is blank before the flop, or has up to five cards; `dead` cards are out of play. `exact` None counts where
    that takes seconds and samples otherwise, True always counts, False always samples. Games: ``holdem``, ``omaha``.
    Raises `CardError`, `HandError` (a card twice, no hand left in a range), `RangeError`, `OptionError`.
    """
    return solve(table_of(board, holes, game, dead), exact=exact, samples=samples, seed=seed)


def table_of(board: Cards, holes: Sequence[Cards | Range], game: str = "holdem", dead: Cards = "") -> Table:
    """Return the question that was asked, checked."""
    if game not in HOLES:
        raise OptionError(f"'{game}' has no odds; {nearest(str(game), HOLES)}")
    if not 2 <= len(holes) <= 9:
        raise HandError(f"{len(holes)} player{'s' * (len(holes) != 1)}: odds are for two to nine")
    common, out = tuple(codes_of(board)), tuple(codes_of(dead))
    if len(common) > 5:
        raise HandError(f"{len(common)} board cards: a board has at most 5")
    if JOKER in common or JOKER in out:
        raise HandError("a joker has no odds: it stands for a card that is chosen afterwards")
    ranges = [_range(hole, game) for hole in holes]
    known = [one.hands[0] for one in ranges if one.known]
    groups = [(common, "the board"), (out, "the dead cards")]
    groups += [(one.hands[0], f"hole {number}") for number, one in enumerate(ranges, 1) if one.known]
    for group, name in groups[:2]:
        if len(set(group)) < len(group):
            twice = next(code for code in group if group.count(code) > 1)
            raise HandError(f"duplicate card {card_text(twice)} in {name}")
    check_showdown([group for group, _ in groups], [name for _, name in groups])
    gone = {*common, *out, *(code for hand in known for code in hand)}
    left = [one if one.known else _without(one, gone, number) for number, one in enumerate(ranges, 1)]
    cards = sum(HOLES[game][0] if not one.hands else len(one.hands[0]) for one in left)
    if cards + len(out) + 5 > 52:
        raise HandError(f"{52 - len(out) - cards} cards are left for the board: too many are held or dead")
    return Table(common, out, tuple(left), game)


def _range(hole: Cards | Range, game: str) -> Range:
    if isinstance(hole, Range):
        return hole
    return parse_range(hole, game) if isinstance(hole, str) else hand_of_range(codes_of(hole), game)


def _without(one: Range, gone: set[int], number: int) -> Range:
    """Return a range without the hands that hold a card which lies elsewhere."""
    kept = [(hand, weight) for hand, weight in zip(one.hands, one.weights, strict=True) if gone.isdisjoint(hand)]
    if not kept and one.hands:
        raise HandError(f"hole {number}: no hand of '{one.text}' is left, their cards lie elsewhere")
    hands, weights = zip(*kept, strict=True) if kept else ((), ())
    return Range(one.text, hands, weights, one.random)


# --- counting --------------------------------------------------------------------------------------------------------


def solve(
    table: Table, *, exact: bool | None = None, samples: int = SAMPLES, seed: int = SEED, patience: float = PATIENCE
) -> Odds:
    """Return the odds at a table, exact if that is asked for or takes no longer than `patience` (in seconds)."""
    if exact is not False:
        limit = float("inf") if exact else patience
        counts = _counted(table, limit)
        if counts is not None:
            return _odds(table, counts)
    if samples < 2:
        raise OptionError(f"{samples} samples are too few: 2 or more are dealt")
    if numpy_engine(load=True) is not None:
        from xlpoker.odds.equity_samples import sample
    else:
        from xlpoker.odds.sampling import sample
    return _sampled(table, sample(table, samples, seed), samples, seed)


def quick(table: Table) -> Odds:
    """Return the odds for a cell of a spreadsheet: what would take longer than a moment is sampled, the seed fixed."""
    return solve(table, samples=SAMPLES if numpy_engine(load=True) else SAMPLES // 10, patience=MOMENT)


def _counted(table: Table, limit: float) -> list[float] | None:
    """Return the counts by winners, or None when that would take too long."""
    ranges, coming = table.ranges, 5 - len(table.board)
    if all(one.known for one in ranges):
        return list(count(Deal(tuple(one.hands[0] for one in ranges), table.board, table.dead, table.game)))
    if not all(one.hands for one in ranges):
        return None  # random in Omaha
    arrays = numpy_engine(load=True)
    if len(ranges) == 2 and arrays is not None and table.game == "holdem" and coming <= 2:
        from xlpoker.odds.equity_boards import count_ranges

        return count_ranges(table)
    try:
        matchups = Matchups(limit / seconds(len(ranges), coming, fast=arrays is not None), 3e5 * limit)
        matchups.add(table.board, table.dead, ranges)
    except TooMany:
        return None
    total = [0.0] * (1 << len(ranges))
    for weight, holes in matchups:
        for place, boards in enumerate(count(Deal(holes, table.board, table.dead, table.game))):
            total[place] += weight * boards
    if not any(total):
        raise HandError("the ranges cannot be held together: every combination needs a card twice")
    return total


def seconds(players: int, coming: int, *, fast: bool) -> float:
    """Return about how long one count takes: measured, on the slow side."""
    if coming < 3:
        return 1e-4 * players
    return 4e-4 * players if fast else 5e-3 if players == 2 else 0.1


def count(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins, by the faster engine that is loaded."""
    arrays = numpy_engine() if deal.coming > 2 or len(deal.holes) > 2 else None
    return (arrays or counting).count_winners(deal)  # type: ignore[no-any-return]


def numpy_engine(*, load: bool = False) -> ModuleType | None:
    """Return the engine over arrays if NumPy is loaded already, or with `load` if it can be."""
    if sys.modules.get("numpy") is None and not load:
        return None
    try:
        from xlpoker.odds import equity_numpy
    except ImportError:
        return None
    return equity_numpy


# --- results ---------------------------------------------------------------------------------------------------------


def _odds(table: Table, counts: Sequence[float]) -> Odds:
    total = sum(counts)
    whole = all(set(one.weights) == {1} for one in table.ranges)
    players = []
    for place, one in enumerate(table.ranges):
        wins = counts[1 << place]
        shared = [(boards, winners.bit_count()) for winners, boards in enumerate(counts) if winners >> place & 1]
        ties = sum(boards for boards, sharing in shared if sharing > 1)
        pot = sum(boards / sharing for boards, sharing in shared)
        numbers = (round(wins), round(ties)) if whole else (wins, ties)
        players.append(Player(one.text, wins / total, ties / total, pot / total, *numbers))
    return Odds(tuple(players), round(total) if whole else total)


def _sampled(table: Table, counts: Sequence[float], samples: int, seed: int) -> Odds:
    odds = _odds(table, counts)
    players = []
    for place, one in enumerate(odds.players):
        shared = [(boards, winners.bit_count()) for winners, boards in enumerate(counts) if winners >> place & 1]
        squares = sum(boards / sharing**2 for boards, sharing in shared) / samples
        error = sqrt(max(squares - one.equity**2, 0) / (samples - 1))
        wins, ties = round(counts[1 << place]), round(one.tie * samples)
        players.append(Player(one.hand, one.win, one.tie, one.equity, wins, ties, error))
    return Odds(tuple(players), 0, samples, seed)
