"""Which game is played: the caller says it, or the sheet names it, or the cards allow one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xlpoker.addresses import a1
from xlpoker.errors import quoted
from xlpoker.layout.games import (
    LOW_GAMES,
    Game,
    GameNamed,
    allowed_games,
    fits_a_game,
    game_named,
)
from xlpoker.layout.grouping import Grouping
from xlpoker.layout.tables import Column, Table
from xlpoker.layout.words import GAME_HEADINGS

__all__ = [
    "GameDoubt",
    "decide_game",
    "game_columns",
    "game_not_scored",
    "game_of_rows_not_scored",
    "games_on_the_sheet",
    "likeliest_game",
    "several_games",
]

_ROWS_OF_TITLES = 16
_LONGEST = 40
_MOST_GAMES = 3
_OF_THE_FULL_DECK = "counts by the rules of the full deck"
_HIGH_HANDS = "counts the high hands"
_NAMED_ONLY_FOR = {
    Game.SHORT_DECK: "short deck, which is scored only for two cards each and a board",
    Game.RAZZ: "razz, which is scored only for five or seven cards each",
    Game.DEUCE_TO_SEVEN: "2-7, which is scored only for five cards each",
    Game.OMAHA_HI_LO: "hi-lo, which is scored only for four to six cards each and a board",
}
"""What the name of a game means, and the hands for which it is scored."""


class GameDoubt(NamedTuple):
    """Why the game is not known, and the games to choose from.

    `effect` says what one game would count where that is not what the sheet means. `is_of_rows` is
    true where a column *Game* names the game, so that its rows may be left out.
    """

    cause: str
    cell: str
    games: Sequence[Game]
    effect: str = ""
    is_of_rows: bool = False


def games_on_the_sheet(table: Table) -> list[GameNamed]:
    """Return the games that the names of sheet and file, titles, or a column *Game* name."""
    games = [game for game in _games_in_titles(table) if game]
    for column in game_columns(table):
        games.extend(_games_in_rows(table, column))
    return games


def game_columns(table: Table) -> list[Column]:
    """Return the columns that name the game of each row."""
    return [column for column in table.columns if column.heading.text.casefold() in GAME_HEADINGS]


def _games_in_titles(table: Table) -> Iterator[GameNamed | None]:
    """Yield what the names of sheet and file and the rows above the headings name."""
    sheet = table.sheet
    yield game_named(sheet.name)
    yield game_named(sheet.file)
    top = min((table.first, *table.heading_rows))
    for row in range(max(0, top - _ROWS_OF_TITLES), top):
        for index, text in sheet.texts(row).items():
            yield game_named(text, a1(row, index))


def _games_in_rows(table: Table, column: Column) -> list[GameNamed]:
    """Return the games that a column *Game* names, in the order of its rows.

    Where a low game is among them, so are texts that name none: their rows are of another game.
    """
    rows_of_texts: dict[str, list[int]] = {}
    for row in table.rows:
        rows_of_texts.setdefault(table.text(row, column), []).append(row)
    games: list[GameNamed] = []
    unnamed: list[GameNamed] = []
    for text, rows in rows_of_texts.items():
        cell = table.cell(rows[0], column)
        game = game_named(text, cell, tuple(rows))
        if game:
            games.append(game)
        elif text:
            unnamed.append(GameNamed(None, text, cell, rows=tuple(rows)))
    has_low_game = any(game.game in LOW_GAMES for game in games)
    return [*games, *unnamed] if has_low_game else games


def game_of_rows_not_scored(named: Sequence[GameNamed], asked: str) -> GameDoubt | None:
    """Return why the game that a column *Game* names in some rows is not scored.

    Where the caller `asked` for a game, high and low hands are not taken for each other.
    """
    for name in named:
        if not name.rows:
            continue
        cause = ""
        if name.reason:
            cause = f"names a game that is not scored: {name.reason}"
        elif asked and name.game != asked and (name.game in LOW_GAMES or asked in LOW_GAMES):
            cause = f"names another game than {asked}"
        if cause:
            text = f"{_quoted(name)} in the column Game {cause}"
            return GameDoubt(text, name.cell, (), is_of_rows=True)
    return None


def game_not_scored(grouping: Grouping, named: Sequence[GameNamed]) -> GameDoubt | None:
    """Return why a game that the sheet names is not scored, at all or for hands of that size."""
    size, board = grouping.size, grouping.board_size
    games = allowed_games(size, board)[:1]
    for name in named:
        if name.reason:
            cause = f"{_quoted(name)} names a game that is not scored: {name.reason}"
            return GameDoubt(cause, name.cell, games, _HIGH_HANDS)
    for name in named:
        game = name.game
        if game not in _NAMED_ONLY_FOR or name.may_be_date or fits_a_game(size, board, game):
            continue
        is_low = game in LOW_GAMES
        if games or is_low:
            cause = f"{_quoted(name)} names {_NAMED_ONLY_FOR[game]}"
            effect = _HIGH_HANDS if is_low else _OF_THE_FULL_DECK
            return GameDoubt(cause, name.cell, games, effect)
    return None


def several_games(named: Sequence[GameNamed]) -> GameDoubt | None:
    """Return the doubt about a column *Game* that names several games in its rows."""
    in_rows = [name for name in named if name.rows]
    different = {name.game: name for name in reversed(in_rows)}
    if len(different) < 2:
        return None
    names = sorted(different.values(), key=lambda name: name.rows)
    texts = [_quoted(name) for name in names[:_MOST_GAMES]]
    cause = f"the rows are of several games: {', '.join(texts)}; count one game at a time"
    games = [name.game for name in names if name.game]
    return GameDoubt(cause, names[1].cell, games)


def decide_game(grouping: Grouping, named: Sequence[GameNamed], asked: str) -> Game | GameDoubt:
    """Return the game of a grouping, or why it is not known.

    `named` are the games on the sheet, `asked` is the one that the caller asked for.
    """
    if asked:
        return Game(asked)
    games = allowed_games(grouping.size, grouping.board_size)
    for name in named:
        if name.game in games and name.may_be_date:
            cause = f"{_quoted(name)} is a date, or the low game: which rules?"
            return GameDoubt(cause, name.cell, [games[0], name.game])
        if name.game in games:
            return name.game
    if grouping.size == 3 and len(games) > 1:
        return GameDoubt("three cards each: which rules?", "", games)
    return games[0] if games else Game.FIVE_CARD


def likeliest_game(grouping: Grouping, named: Sequence[str]) -> Game | None:
    """Return the likeliest game of a grouping, None where no game has such a board.

    It is one of those that the caller or the sheet names, if the cards allow it.
    """
    games = allowed_games(grouping.size, grouping.board_size)
    for game in games:
        if game in named:
            return game
    if games:
        return games[0]
    return None if grouping.board else Game.FIVE_CARD


def _quoted(name: GameNamed) -> str:
    """Return the text that names a game as messages quote it."""
    return quoted(name.text[:_LONGEST])
