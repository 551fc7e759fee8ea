"""Equity: how often each player wins and ties, and each player's average share of the pot.

The odds are exact wherever counting takes no more than seconds:

- known cards on any street;
- two ranges from the flop on, added up on every board;
- other ranges by combinations of hands; those that differ only in the names of the suits are
  counted once.

Everything else is sampled: deals are drawn at random from a seed. The result then says how many
(`samples`), and the standard error of each player's equity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import prod, sqrt
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
from xlpoker.odds.categories import Categories, category_counts, named
from xlpoker.odds.deals import Tally, count, matchups, numpy_engine, sample
from xlpoker.odds.known_hands import count_texts
from xlpoker.odds.range_rivers import Hands, hands_of, on_river
from xlpoker.odds.range_words import cards_in
from xlpoker.odds.ranges import Range, parse_range
from xlpoker.odds.table import (
    NO_COMBINATION,
    Cards,
    Sums,
    Table,
    check_board,
    table_of,
    whole,
)

__all__ = [
    "Odds",
    "Player",
    "Table",
    "check_alone",
    "equity",
    "game_of",
    "quick",
    "solve",
    "table_of",
    "usual_samples",
]

STREETS = "odds are before the flop, or on a board of three to five"
TOO_LONG = "takes longer than an hour, by estimate"
SEED = 54
SAMPLES = 100_000
MOST_SAMPLES = 10**9

# Seconds that an exact answer may take, by estimate and not by the clock, before it is sampled.
PATIENCE = 5.0
MOMENT = 0.4  # in a cell of a spreadsheet
CEILING = 3600.0  # with `exact=True`

SMALL = 300_000
"""Ranges with up to this many pairs of hands, times the number of different weights in a range, are
counted by bits on a river; larger ones by arrays."""

# Estimated seconds, measured on the slow side.
SECONDS_OF_ROWS = 1.5e-6  # a combination and player, as a row of arrays
SECONDS_ON_A_BOARD = {0: 5e-6, 1: 1e-5, 2: 2e-5}  # a combination and player, by cards to come
SECONDS_OF_TWO_BEFORE_THE_FLOP = 1.5e-4
SECONDS_OF_MORE_BEFORE_THE_FLOP = 4e-4
SECONDS_WITHOUT_NUMPY = 4e-3
PAIRS_A_SECOND = 1e6  # pairs of hands that are listed

_SEQUENCES = (str, list, tuple)

Counts = Mapping[int, float]
"""Weighted boards by the set of players who win them: player 1 is bit 0, player 2 bit 1."""


class Player(NamedTuple):
    """One player's odds: shares 0 .. 1; `wins` and `ties` count deals (weighted, for ranges).

    `error` is the standard error of `equity`, 0 where it is exact.
    """

    hand: str
    win: float
    tie: float
    equity: float
    wins: float
    ties: float
    error: float = 0.0


class _Odds(NamedTuple):
    """The fields of `Odds`."""

    players: tuple[Player, ...]
    boards: float = 0
    samples: int = 0
    seed: int | None = None


Situation = Table | tuple[str, Sequence[str], str]
"""A table, or the texts that it is made from: the board, the hands, the dead cards."""


class Odds(_Odds):
    """The odds of all players.

    `boards` counts the deals of an exact answer, `samples` those dealt at random from `seed`.
    """

    _situation: Situation
    _sampled_categories: Sequence[Sequence[float]] = ()

    @cached_property
    def categories(self) -> tuple[Categories, ...]:
        """What each player's hand becomes by the river: the share of each category, by its name.

        >>> aces = equity("8c 9s 4c Jh", "6c 7c", "Ah Ad").categories[1]
        >>> round(aces["Two Pair"], 4), round(aces["Three of a Kind"], 4), aces["Royal Flush"]
        (0.2727, 0.0455, 0.0)

        The categories have the order of their strength, the royal flush last. They are exact where
        the odds are; otherwise they are from the same deals. They are counted at first use.
        """
        counts = self._sampled_categories
        if not counts:
            situation = self._situation
            if not isinstance(situation, Table):
                board, holes, dead = situation
                situation = table_of(board, holes, dead=dead)
            counts = category_counts(situation)
        return tuple(map(named, counts))

    def to_frame(self) -> Any:
        """Return the players as a pandas DataFrame, one row each, with the fields of `Player`."""
        import pandas as pd

        return pd.DataFrame(self.players)

    def _repr_html_(self) -> str:
        rows = []
        for player in self.players:
            shares = (player.win, player.tie, player.equity)
            rows.append((player.hand, *[f"{share:.2%}" for share in shares]))
        caption = str(self).splitlines()[-1]
        return html_table(("hand", "win", "tie", "equity"), rows, caption)

    @property
    def exact(self) -> bool:
        """Tell whether all deals were counted."""
        return not self.samples

    def __str__(self) -> str:
        lines = [f"{'':<16}    win    tie  equity"]
        for player in self.players:
            name = player.hand[:16]
            lines.append(f"{name:<16} {player.win:6.2%} {player.tie:6.2%}  {player.equity:6.2%}")
        if self.exact:
            noun = "deal" if self.boards == 1 else "deals"
            lines.append(f"{self.boards:,.10g} {noun}")
        else:
            lines.append(f"{self.samples:,} deals at random, seed {self.seed}")
        return "\n".join(lines)


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

    `board` is blank before the flop, or has up to five cards; `dead` cards are out of play.
    `exact` None counts where that takes seconds and samples otherwise, True always counts, False
    always samples. What would take longer than an hour, by estimate, is refused.

    Games: ``holdem``, ``omaha``, and with 36 cards ``short-deck`` (a flush beats a full house) and
    ``short-deck-trips`` (and three of a kind a straight).

    Raises `CardError`, `HandError` (a card twice, no hand left in a range), `RangeError` and
    `OptionError`.
    """
    is_usual = (
        isinstance(game, str)
        and game == "holdem"
        and samples is None
        and (exact is None or exact is True)
        and seed is SEED
        and isinstance(dead, _SEQUENCES)
    )
    if is_usual:
        odds = _odds_of_texts(board, holes, holes, dead)  # type: ignore[arg-type]
        if odds:
            return odds
    _check_is_board(board, len(holes))
    table = table_of(board, holes, game, dead)
    return solve(table, exact=exact, samples=samples, seed=seed)


def _check_is_board(board: Cards, players: int) -> None:
    """Raise `HandError` where the first argument is a hand or a range instead of a board."""
    if not isinstance(board, str) or not board.strip():
        return
    cards = len(cards_in(board))
    if players >= 2 and cards:
        return
    try:
        parse_range(board, "omaha" if cards > 3 else "holdem")
    except PokerError:
        return
    raise HandError(
        f"{quoted(board)} is a hand, and the board comes first; before the flop it is blank: "
        f'xlpoker.equity("", "{board.strip()}", ...)'
    )


# --- exact or sampled --------------------------------------------------------------------------------


def solve(
    table: Table,
    *,
    exact: bool | None = None,
    samples: int | None = None,
    seed: int = SEED,
    patience: float = PATIENCE,
) -> Odds:
    """Return the odds at a table, exact if asked for or if counting takes at most `patience` seconds.

    `samples` None means a hundred thousand deals with NumPy. Without NumPy it means a tenth of
    that, in Omaha a hundredth. Fewer are dealt if the ranges can hardly ever be held together.

    Raises `HandError` and `OptionError` as `equity` does.
    """
    check_board(table.board, (0, 3, 4, 5), STREETS)
    if exact is not None and not isinstance(exact, bool):
        raise OptionError(
            f"exact={shown(exact)} is not understood; "
            "True counts, False samples, None counts where that takes seconds"
        )
    seed = whole_number(seed, "a seed", 0)
    if samples is not None:
        too_few = "samples are too few: 2 or more are dealt"
        samples = whole_number(samples, "a number of samples", 2, too_few)
    if exact is not False:
        sums = _counted(table, CEILING if exact else patience)
        if sums:
            odds = _odds(_names(table), sums)
            odds._situation = table  # noqa: SLF001 - no field: not printed or compared
            return odds
    if exact:
        raise OptionError(f"to count these ranges {TOO_LONG}; leave out exact to sample them")
    if samples is None:
        samples = usual_samples(table.game)
    elif samples > MOST_SAMPLES:
        raise OptionError(f"to deal {samples:,} samples {TOO_LONG}; deal fewer")
    return _sampled(table, sample(table, samples, seed), seed)


def usual_samples(game: str) -> int:
    """Return how many deals are sampled if nobody says."""
    if numpy_engine():
        return SAMPLES
    return SAMPLES // 100 if game == "omaha" else SAMPLES // 10


def quick(board: str, *holes: str, dead: str = "", seats: Sequence[int] = ()) -> Odds:
    """Return the odds for a cell of a spreadsheet.

    What would take longer than a moment is sampled, from a fixed seed. `seats` are the numbers of
    the hands in messages.

    >>> quick("8C 9S 4C", "6C 7C", "AH AD").players[0].wins
    557
    """
    compact_holes = [hole.replace(" ", "") for hole in holes]
    odds = _odds_of_texts(board.replace(" ", ""), compact_holes, holes, dead)
    if odds:
        return odds
    return solve(table_of(board, holes, game_of(holes), dead, seats=seats), patience=MOMENT)


def check_alone(board: str, hole: str, dead: str = "", seat: int = 1) -> None:
    """Raise the error about the cards of the only player who is left, as `quick` does for several.

    `seat` is the player's number in messages.

    >>> check_alone("8C 9S 4C", "8C 7C")
    Traceback (most recent call last):
    xlpoker.errors.HandError: duplicate card 8C in the board and hole 1
    """
    seats = (seat, seat + 1)
    table = table_of(board, [hole, "random"], game_of([hole]), dead, seats=seats)
    check_board(table.board, (0, 3, 4, 5), STREETS)


def game_of(holes: Sequence[str]) -> str:
    """Return the game of a cell's hands: Omaha where one of them has four cards or more."""
    for hole in holes:
        if any(len(cards_in(part)) >= 4 for part in hole.split(",")):
            return "omaha"
    return "holdem"


# --- counting ----------------------------------------------------------------------------------------


def _counted(table: Table, limit: float) -> Sums | None:
    """Return what all players win, or None when counting would take longer than `limit` seconds."""
    if all(hand_range.known for hand_range in table.ranges):
        return _count_known(table)
    is_in_arrays = numpy_engine() and table.game != "omaha" and len(table.board) >= 3
    if is_in_arrays and len(table.ranges) == 2:
        first, second = map(Hands, table.ranges)
        counts = count_ranges(table.board, table.dead, first, second, table.game)
        return sums_of(counts.items(), 2)
    if is_in_arrays and table.game == "holdem":
        return _count_rows(table, limit)
    return _count_matchups(table, limit)


def _count_known(table: Table) -> Sums:
    """Return what players win of whom each has one hand."""
    holes = tuple([hand_range.hands[0] for hand_range in table.ranges])
    cards = [code for hole in holes for code in hole]
    if len(set(cards)) < len(cards):  # ranges of which one hand each is left
        raise HandError(NO_COMBINATION)
    deal = table.deal(holes)
    # The weight is below 1 where the heavier hands of a range are blocked.
    weight = prod(hand_range.weights[0] for hand_range in table.ranges)
    weighted = [(winners, weight * boards) for winners, boards in enumerate(count(deal))]
    return sums_of(weighted, len(holes))


def _count_rows(table: Table, limit: float) -> Sums | None:
    """Return what three ranges or more win from the flop on; None when that would take too long."""
    combinations = prod(len(hand_range.hands) for hand_range in table.ranges)
    if combinations * len(table.ranges) * SECONDS_OF_ROWS > limit:
        return None
    from xlpoker.odds.known_rows import sums_of_ranges

    return sums_of_ranges(table)


def _count_matchups(table: Table, limit: float) -> Sums | None:
    """Return what ranges win, by each kind of combination; None when that would take too long."""
    players = len(table.ranges)
    combinations = prod(len(hand_range.hands) for hand_range in table.ranges)
    is_unknown = not combinations  # unknown cards of Omaha are not listed
    if is_unknown or combinations > PAIRS_A_SECOND * limit:
        return None
    most = limit / (_seconds_of_matchup(table) * players)
    kinds = matchups(table.ranges, table.board, table.dead, most)
    if kinds is None:
        return None
    total = [0.0] * (1 << players)
    for weight, holes in kinds:
        for winners, boards in enumerate(count(table.deal(holes))):
            total[winners] += weight * boards
    return sums_of(enumerate(total), players)


def _seconds_of_matchup(table: Table) -> float:
    """Return how long it takes, by estimate, to count one combination, for each player."""
    coming = 5 - len(table.board)
    is_in_lanes = table.game == "holdem" and coming < 3
    if not is_in_lanes and not numpy_engine():
        return SECONDS_WITHOUT_NUMPY
    if coming < 3:
        return SECONDS_ON_A_BOARD[coming]
    if len(table.ranges) == 2:
        return SECONDS_OF_TWO_BEFORE_THE_FLOP
    return SECONDS_OF_MORE_BEFORE_THE_FLOP


# --- two ranges from the flop on ---------------------------------------------------------------------


def count_ranges(
    board: Sequence[int], dead: Sequence[int], first: Hands, second: Hands, game: str = "holdem"
) -> Counts:
    """Return the (weighted) deals by the set of players who win them.

    Player 1 is bit 0 of the set, player 2 bit 1.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> count_ranges(parse_cards("8c 9s 4c"), (), hands_of("6c7c"), hands_of("AhAd"))
    {1: 557, 2: 433, 3: 0}
    """
    pairs = len(first.cards) * len(second.cards)
    is_small = pairs * min(first.kinds, second.kinds) <= SMALL
    if len(board) == 5 and game == "holdem" and (is_small or not numpy_engine()):
        won, tied, total = on_river(board, dead, first, second)
    else:
        from xlpoker.odds.range_boards import on_boards

        deck = game if game in SHORT_DECK else ""
        won, tied, total = on_boards(board, dead, first, second, deck)
    lost = total - won - tied
    rounding = 1e-12 * total
    return {
        1: whole(won) if won > rounding else 0,
        2: whole(lost) if lost > rounding else 0,
        3: whole(tied) if tied > rounding else 0,
    }


def count_texts_of_ranges(board: str, first: str, second: str, dead: str = "") -> Counts | None:
    """Return the weighted boards of two ranges by their winners, given as texts without blanks.

    The result is None if the texts need the checks of `table_of`: blanks between cards, wrong or
    duplicate cards, ranges with errors. It is also None if NumPy is missing where it is needed.

    >>> count_texts_of_ranges("8c9s4c", "6c7c", "TT+"), count_texts_of_ranges("8c9s4c", "6c7c", "TTs+")
    ({1: 15528, 2: 14172, 3: 0}, None)
    """
    try:
        size = len(board)
        if size > 10:
            return None
        # one by one: a comprehension takes nearly twice as long
        board_codes = [TEXTS[board[:2]], TEXTS[board[2:4]], TEXTS[board[4:6]]]
        if size > 6:
            board_codes.append(TEXTS[board[6:8]])
        if size > 8:
            board_codes.append(TEXTS[board[8:]])
        dead_codes: list[int] = []
        gone = board_codes
        if dead:
            dead_codes = [TEXTS[dead[start : start + 2]] for start in range(0, len(dead), 2)]
            gone = board_codes + dead_codes
        has_duplicates = len(set(gone)) < len(gone)
        if has_duplicates or JOKER in gone:
            return None
        counts = count_ranges(board_codes, dead_codes, hands_of(first), hands_of(second))
    except (AttributeError, ImportError, KeyError, TypeError, PokerError):
        return None
    return counts if counts[1] or counts[2] or counts[3] else None


# --- results -----------------------------------------------------------------------------------------


def _odds_of_texts(
    board: str, holes: Sequence[str], names: Sequence[str], dead: str = ""
) -> Odds | None:
    """Return the odds from the flop on of known cards or two ranges; None for all other texts."""
    counts: Counts | None = count_texts(board, holes, dead)
    has_two_players = len(holes) == 2
    if counts is None and has_two_players:
        counts = count_texts_of_ranges(board, holes[0], holes[1], dead)
    if counts is None:
        return None
    odds = _odds_of_two(names, counts) if has_two_players else _odds_of_several(names, counts)
    odds._situation = (board, holes, dead)  # noqa: SLF001 - no field: not printed or compared
    return odds


def _odds_of_two(names: Sequence[str], counts: Counts) -> Odds:
    """Return the odds of two players; `sums_of` would take as long as counting a turn."""
    first, second = names
    wins = counts[1]
    losses = counts[2]
    ties = counts[3]
    total = wins + losses + ties
    tie = ties / total
    half = ties / 2
    new = tuple.__new__  # takes half the time of calling the class
    players = (
        new(Player, (first, wins / total, tie, (wins + half) / total, wins, ties, 0.0)),
        new(Player, (second, losses / total, tie, (losses + half) / total, losses, ties, 0.0)),
    )
    return new(Odds, (players, total, 0, None))


def _odds_of_several(names: Sequence[str], counts: Counts) -> Odds:
    """Return the odds of three players or more; `sums_of` would take as long as counting a flop.

    >>> counts = {0b001: 10, 0b010: 6, 0b111: 3, 0b110: 1}
    >>> [(player.wins, player.ties) for player in _odds_of_several(("AA", "KK", "QQ"), counts).players]
    [(10, 3), (6, 4), (0, 4)]
    """
    total = sum(counts.values())
    tied_boards = []
    for winners, boards in counts.items():
        size = winners.bit_count()
        if size > 1:
            tied_boards.append((winners, boards, boards / size))
    tied_boards.sort()
    players = []
    new = tuple.__new__
    player = 1
    for name in names:
        wins = counts.get(player, 0)
        ties: float = 0
        shares: float = 0  # of pots that several players share
        for winners, boards, share in tied_boards:
            if winners & player:
                ties += boards
                shares += share
        equity = (wins + shares) / total
        players.append(new(Player, (name, wins / total, ties / total, equity, wins, ties, 0.0)))
        player <<= 1
    return new(Odds, (tuple(players), total, 0, None))


def sums_of(counts: Iterable[tuple[int, float]], players: int) -> Sums:
    """Return what each player wins, by the (weighted) boards that each set of players wins.

    >>> sums_of([(0b01, 10), (0b10, 6), (0b11, 4)], 2)
    Sums(won=[10.0, 6.0], tied=[4.0, 4.0], pots=[12.0, 8.0], total=20.0)
    """
    total = 0.0
    won = [0.0] * players
    tied = [0.0] * players
    shares = [0.0] * players  # of pots that several players share
    for winners, boards in counts:
        if not boards:
            continue
        total += boards
        places = _places(winners)
        if len(places) == 1:
            won[places[0]] += boards
            continue
        for place in places:
            tied[place] += boards
            shares[place] += boards / len(places)
    pots = [wins + share for wins, share in zip(won, shares, strict=True)]
    return Sums(won, tied, pots, total)


@lru_cache(1 << 12)
def _places(winners: int) -> list[int]:
    """Return the indices of the players in a set."""
    return [place for place in range(winners.bit_length()) if winners >> place & 1]


def _names(table: Table) -> list[str]:
    return [hand_range.text for hand_range in table.ranges]


def _odds(names: Sequence[str], sums: Sums) -> Odds:
    """Return the odds of players with these names; raise `HandError` where no deal is possible."""
    total = sums.total
    if not total:
        raise HandError(NO_COMBINATION)
    players: list[Player] = []
    new = tuple.__new__  # takes half the time of calling the class
    for name, wins, ties, pot in zip(names, sums.won, sums.tied, sums.pots, strict=True):
        shares = (wins / total, ties / total, pot / total)
        players.append(new(Player, (name, *shares, whole(wins), whole(ties), 0.0)))
    return new(Odds, (tuple(players), whole(total), 0, None))


def _sampled(table: Table, tally: Tally, seed: int) -> Odds:
    """Return the odds by deals at random, given what they brought."""
    samples = sum(tally.winners)
    categories: Sequence[Sequence[float]] = tally.categories
    won_deals = [(winners, deals) for winners, deals in enumerate(tally.winners) if deals]
    players = _odds(_names(table), sums_of(won_deals, len(table.ranges))).players
    are_alike = len({(hand_range.hands, hand_range.weights) for hand_range in table.ranges}) == 1
    if are_alike:
        players = _average(players, samples)
        sums = [sum(counts) for counts in zip(*categories, strict=True)]
        categories = [sums] * len(players)
    else:
        players = tuple(
            [
                player._replace(error=_standard_error(won_deals, place, player.equity))
                for place, player in enumerate(players)
            ]
        )
    odds = Odds(players, 0, samples, seed)
    odds._sampled_categories = categories  # noqa: SLF001 - no field, either
    return odds


def _average(players: Sequence[Player], samples: int) -> tuple[Player, ...]:
    """Return the odds of players who all have the same range: the average of what was dealt."""
    size = len(players)
    win = sum(player.win for player in players) / size
    tie = sum(player.tie for player in players) / size
    wins = round(win * samples)
    ties = round(tie * samples)
    return tuple([Player(player.hand, win, tie, 1 / size, wins, ties) for player in players])


def _standard_error(won_deals: Sequence[tuple[int, int]], place: int, mean: float) -> float:
    """Return the standard error of a player's mean share of the pot."""
    samples = sum(deals for _, deals in won_deals)
    squares = []
    for winners, deals in won_deals:
        share = (winners >> place & 1) / winners.bit_count()
        squares.append(deals * (share - mean) ** 2)
    return sqrt(sum(squares) / samples / (samples - 1))
