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
from typing import Any, NamedTuple

from xlpoker.errors import BookError, HandError, OptionError, whole_number
from xlpoker.evaluator.cards import JOKER, MAX_JOKERS, card_text
from xlpoker.evaluator.games import GAMES, OUT, check_game

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
    hole = 5 if game == "five-card" else GAMES[game].hole[0]
    whole_number(count, "a number of deals", 1)
    whole_number(players, "a number of players", 1)
    whole_number(0 if seed is None else seed, "a seed", 0)
    most_jokers = 0 if game in OUT else MAX_JOKERS
    if whole_number(jokers, "a number of jokers", 0) > most_jokers:
        raise OptionError(f"{jokers} jokers are too many: {game} has at most {most_jokers}")
    deck = [code for code in range(JOKER) if code not in OUT.get(game, ())] + [JOKER] * jokers
    cards = players * hole + board
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
            hands = [dealt[start : start + hole] for start in range(0, cards - board, hole)]
            deals.append(Deal(hands, dealt[cards - board :]))
    except MemoryError:
        deals.clear()  # Python needs some memory to unwind the stack, or it never comes to the message
        raise
    return deals


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
    # the answers go on a second sheet
    check_ending(target, (".xlsx",) if answers else (".xlsx", ".csv"))
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
    for hand in dealt.hands:
        codes += hand
    return [card_text(code) for code in [*codes, *dealt.board]]


def _write_deals(target: Path, deals: Sequence[Deal], game: str, *, answers: bool) -> None:
    """Write deals to a file whose place is held."""
    from xlpoker.layout.grid import Area, Grid
    from xlpoker.layout.model import Layout
    from xlpoker.scoring.blocks import score_block
    from xlpoker.scoring.counts import Options
    from xlpoker.scoring.model import GridBlock
    from xlpoker.scoring.results import Results
    from xlpoker.workbook.new_book import NewSheet, write_book
    from xlpoker.workbook.new_table import write_table
    from xlpoker.workbook.tables import labels_of

    first_deal = deals[0]
    hole = len(first_deal.hands[0])
    width = hole * len(first_deal.hands)
    hands = tuple(Area(first, first + hole - 1) for first in range(0, width, hole))
    board = Area(width, width + len(first_deal.board) - 1) if first_deal.board else None
    layout = Layout("", 1, len(deals), hands, board, 0)
    cards = [_card_texts(dealt) for dealt in deals]
    rows = [labels_of(layout, len(cards[0])), *cards]
    if target.suffix.lower() == ".csv":
        write_table(target, "", rows)
        return
    sheets = [NewSheet("Deals", rows, cards=layout.areas)]
    if answers:
        options = Options(game=game)
        results = Results(layout, options)
        cells = results.cells(score_block(GridBlock(Grid("", rows)), layout, options))
        lines = [results.titles, *zip(*cells, strict=True)]
        sheets.append(NewSheet("Answers", lines, columns=dict(enumerate(results.columns))))
    write_book(target, sheets, packed=False)
