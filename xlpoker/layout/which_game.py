"""Which game is played: the caller says it, or the sheet names it, or the cards allow one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xlpoker.addresses import a1
from xlpoker.errors import quoted
from xlpoker.layout.games import Game, GameNamed, allowed_games, games_named
from xlpoker.layout.grouping import Grouping
from xlpoker.layout.tables import Table
from xlpoker.layout.words import GAME_HEADINGS

__all__ = ["GameDoubt", "decide_game", "games_on_the_sheet", "likeliest_game"]

_ROWS_OF_TITLES = 16
_LONGEST = 40


@dataclass(frozen=True)
class GameDoubt:
    """Why the game is not known, and the games to choose from."""

    cause: str
    cell: str
    games: Sequence[Game]


def games_on_the_sheet(table: Table) -> list[GameNamed]:
    """Return the games that the sheet's name, its titles, or a column *Game* name."""
    return games_named(_texts_about_the_game(table))


def decide_game(grouping: Grouping, named: Sequence[GameNamed], asked: str) -> Game | GameDoubt:
    """Return the game of a grouping, or why it is not known.

    `named` are the games on the sheet, `asked` is the one that the caller asked for.
    """
    if asked:
        return Game(asked)
    games = allowed_games(grouping.size, grouping.board_size)
    for name in named:
        if name.game is None:
            cause = f"{_quoted(name)} names a game that is not scored; the highest hand is"
            return GameDoubt(cause, name.cell, games[:1])
    for name in named:
        if name.game in games:
            return name.game
    if named and named[0].game is Game.SHORT_DECK:
        cause = f"{_quoted(named[0])} is no rule for such hands here; by the rules of the full deck"
        return GameDoubt(cause, named[0].cell, games[:1])
    if grouping.size == 3 and len(games) > 1:
        return GameDoubt("three cards each: which rules?", "", games)
    return games[0] if games else Game.FIVE_CARD


def likeliest_game(grouping: Grouping, asked: str) -> Game | None:
    """Return the likeliest game of a grouping, None where no game has such a board."""
    games = allowed_games(grouping.size, grouping.board_size)
    for game in games:
        if game == asked:
            return game
    if games:
        return games[0]
    return None if grouping.board else Game.FIVE_CARD


def _quoted(name: GameNamed) -> str:
    return quoted(name.text[:_LONGEST])


def _texts_about_the_game(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the texts that may name the game, each with its cell."""
    sheet = table.sheet
    yield "", sheet.name
    top = min((table.first, *table.heading_rows))
    for row in range(max(0, top - _ROWS_OF_TITLES), top):
        for index, text in sheet.texts(row).items():
            yield a1(row, index), text
    for column in table.columns:
        if column.heading.text.casefold() not in GAME_HEADINGS:
            continue
        texts = {table.text(row, column) for row in table.rows}
        for text in sorted(texts):
            yield a1(table.first, column.index), text
