"""Random deals of every game, each from one deck, as card codes or as a file to score, to mark or to practise with.

**The same on every machine.** Of Python's generator only ``random.Random(seed).random()`` is used, the one sequence that Python
promises to keep. A deck is the cards of the game in the order of their codes (2C 2D 2H 2S 3C ... AS), jokers behind them; of n cards
that are left the next is number ``int(random() * n)``, and the last one takes its place. Hands come one after the other, the board
last. Files hold neither time nor program, and workbooks are not compressed, since packers differ.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from xlpoker.errors import BookError, HandError, OptionError, whole_number
from xlpoker.evaluator.cards import JOKER, MAX_JOKERS, card_text
from xlpoker.evaluator.classes import RAZZ
from xlpoker.evaluator.games import GAMES, OUT, WITHOUT_JOKERS, check_game

if TYPE_CHECKING:
    from xlpoker.layout.model import Layout
    from xlpoker.workbook.new_book import NewSheet

__all__ = ["Deal", "deal", "write_deals"]


class Deal(NamedTuple):
    """A deal: the codes of each player's cards, and of the board, which only some games have."""

    hands: list[list[int]]
    board: list[int]


def deal(
    count: int = 1,
    players: int = 2,
    game: str = "five-card",
    seed: int | None = None,
    jokers: int = 0,
) -> list[Deal]:
    """Return random deals, each from one deck, so that no card comes twice in a deal.

    >>> deal(2, game="holdem", seed=7)[1]
    Deal(hands=[[22, 3], [4, 20]], board=[39, 5, 10, 28, 41])

    A `seed`, a whole number, always gives the same deals, of which fewer are the first ones. Raises `OptionError` for an
    unknown game and for numbers that are out of range, `HandError` for more players than the deck is enough for.
    """
    board = check_game(game).board[1]
    hole = _cards_of_player(game)
    whole_number(count, "a number of deals", 1)
    whole_number(players, "a number of players", 1)
    whole_number(0 if seed is None else seed, "a seed", 0)
    deck = _deck(game, jokers)
    cards_of_hands = players * hole
    cards = cards_of_hands + board
    if cards > len(deck):
        most_players = (len(deck) - board) // hole
        raise HandError(
            f"{players} players of {game} take {cards} cards; "
            f"{len(deck)} are enough for {most_players}"
        )
    generator = random.Random(seed)  # noqa: S311 - for games, not for secrets
    deals: list[Deal] = []
    try:
        for _ in range(count):
            dealt = _drawn(deck, cards, generator)
            starts = range(0, cards_of_hands, hole)
            hands = [dealt[start : start + hole] for start in starts]
            deals.append(Deal(hands, dealt[cards_of_hands:]))
    except MemoryError:
        deals.clear()  # Python needs some memory to unwind the stack, or it never comes to the message
        raise
    return deals


def _cards_of_player(game: str) -> int:
    """Return how many cards each player gets."""
    if game == "five-card":
        return 5
    least, most = GAMES[game].hole
    return most if game == RAZZ else least


def _deck(game: str, jokers: int) -> list[int]:
    """Return the codes of the cards of a game in their order, jokers behind them."""
    most_jokers = 0 if game in WITHOUT_JOKERS else MAX_JOKERS
    if whole_number(jokers, "a number of jokers", 0) > most_jokers:
        raise OptionError(f"{jokers} jokers are too many: {game} has at most {most_jokers}")
    left_out = OUT.get(game, ())
    cards = [code for code in range(JOKER) if code not in left_out]
    return cards + [JOKER] * jokers


def _drawn(deck: Sequence[int], count: int, generator: random.Random) -> list[int]:
    """Return that many cards from the top of a shuffled deck."""
    left = [*deck]
    dealt = [0] * count
    for place in range(count):
        drawn = int(generator.random() * len(left))
        left[drawn], left[-1] = left[-1], left[drawn]
        dealt[place] = left.pop()
    return dealt


def write_deals(
    target: Path | str,
    count: int,
    *,
    seed: int | None = None,
    answers: bool = False,
    overwrite: bool = False,
    **deal_options: Any,
) -> int:
    """Write what `deal` returns to a workbook or a .csv, one card per cell; return the seed.

    With `answers` a second sheet of the workbook has the columns that `xlpoker.score` writes, in the same rows. Raises what
    `deal` raises, and `BookError` for a file of another kind, for more rows than a sheet has, and for a file that exists
    unless `overwrite`.
    """
    from xlpoker.addresses import MOST_ROWS
    from xlpoker.files import check_ending, path_of
    from xlpoker.files.outputs import claimed

    target = path_of(target, "written")
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 32)
    endings = [".xlsx", ".csv"]
    if answers:  # they go on a second sheet
        endings.remove(".csv")
    check_ending(target, endings)
    if target.suffix.lower() == ".xlsx" and count >= MOST_ROWS:
        raise BookError(f"{target.name} cannot hold {count:,} deals; write a .csv")
    with claimed(target, force=overwrite):
        deals = deal(count, seed=seed, **deal_options)
        game = deal_options.get("game", "five-card")
        _write_deals(target, deals, game, answers=answers)
    return seed


def _card_texts(dealt: Deal) -> list[str]:
    """Return the cards of a deal as texts: the hands one after the other, then the board."""
    codes: list[int] = []
    for cards in (*dealt.hands, dealt.board):
        codes += cards
    return [card_text(code) for code in codes]


def _write_deals(target: Path, deals: Sequence[Deal], game: str, *, answers: bool) -> None:
    """Write deals to a file whose place is held."""
    from xlpoker.workbook.new_book import NewSheet, write_book
    from xlpoker.workbook.new_table import write_table
    from xlpoker.workbook.result_rows import labels_of

    layout = _layout_of(deals)
    cards = [_card_texts(dealt) for dealt in deals]
    rows = [labels_of(layout, len(cards[0])), *cards]
    if target.suffix.lower() == ".csv":
        write_table(target, "", rows)
        return
    sheets = [NewSheet("Deals", rows, cards=layout.areas)]
    if answers:
        sheets.append(_answers(rows, layout, game))
    write_book(target, sheets, packed=False)


def _layout_of(deals: Sequence[Deal]) -> Layout:
    """Return where the cards of deals are below a row of labels: hand by hand, then the board."""
    from xlpoker.layout.grid import Area
    from xlpoker.layout.model import Layout

    areas: list[Area] = []
    end = 0
    for cards in (*deals[0].hands, deals[0].board):
        if cards:
            areas.append(Area(end, end + len(cards) - 1))
            end += len(cards)
    board = areas.pop() if deals[0].board else None
    return Layout("", 1, len(deals), tuple(areas), board, 0)


def _answers(rows: list[list[Any]], layout: Layout, game: str) -> NewSheet:
    """Return the sheet with the columns that `xlpoker.score` writes, in the same rows."""
    from xlpoker.layout.grid import Grid
    from xlpoker.scoring.blocks import score_block
    from xlpoker.scoring.counts import Options
    from xlpoker.scoring.model import GridBlock
    from xlpoker.scoring.results import Results
    from xlpoker.workbook.new_book import NewSheet

    options = Options(game=game)
    block = GridBlock(Grid("", rows))
    scored = score_block(block, layout, options)
    results = Results(layout, options)
    rows_of_results = zip(*results.cells(scored), strict=True)
    columns = dict(enumerate(results.columns))
    return NewSheet("Answers", [results.titles, *rows_of_results], columns=columns)
