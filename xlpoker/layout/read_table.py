"""Read one table: hands, checks, game, deals, and in the end a `Reading`.

Each step may end in a `Question` instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.errors import LayoutError, quoted
from xlpoker.layout.alternatives import Alternative
from xlpoker.layout.card_checks import sizes_differ
from xlpoker.layout.checks import CHECKS
from xlpoker.layout.complete import MOST_OPTIONS, complete, first_options, option_for_hands
from xlpoker.layout.deals import Deals, LongTable
from xlpoker.layout.doubts import doubt_about_deals
from xlpoker.layout.flaws import Flaw
from xlpoker.layout.games import GAMES_WITH_BOARD, Game, fits_a_game
from xlpoker.layout.grouped_table import GroupedTable
from xlpoker.layout.grouping import Grouping
from xlpoker.layout.names import with_names_beside
from xlpoker.layout.options import Options, asked_columns, asked_grouping
from xlpoker.layout.reading import Finding, Option, Part, Question, Reading, Remedy, Trace
from xlpoker.layout.shapes import detect_hands
from xlpoker.layout.tables import Table
from xlpoker.layout.which_game import (
    GameDoubt,
    decide_game,
    game_not_scored,
    game_of_rows_not_scored,
    games_on_the_sheet,
    likeliest_game,
    several_games,
)

__all__ = ["TableReader"]

_MOST_SKIPPED = 40
_MOST_HANDS = 60


class TableReader:
    """Reads one table with the options of the caller."""

    def __init__(self, table: Table, options: Options) -> None:
        self.table = table
        self.options = options
        self.games = tuple(games_on_the_sheet(table))

    def read(self) -> Finding:
        """Return what is read of the table, or the question about it."""
        grouping = detect_hands(self.table, self.options.game)
        grouping = with_names_beside(self.table, grouping)
        trace = self._trace(grouping)
        question = self._other_games(grouping)
        if question:
            return Finding(question, trace._replace(asked_by="other_games"))
        passed: list[str] = []
        for check in CHECKS:
            name = check.__name__
            flaw = check(self.table, grouping, self.options.game)
            if flaw:
                return self._ask(flaw, trace._replace(checks=tuple(passed), asked_by=name))
            passed.append(name)
        return self._read_grouping(grouping, trace._replace(checks=tuple(passed)))

    def read_asked(self) -> Finding:
        """Return the reading of the hands that the caller named.

        No check asks about them, but where no game has such hands with a board.
        """
        grouping = asked_grouping(self.table, self.options)
        grouping = with_names_beside(self.table, grouping)
        trace = self._trace(grouping)
        question = self._other_games(grouping)
        if question:
            return Finding(question, trace._replace(asked_by="other_games"))
        if grouping.board and not self._game_has_board(grouping):
            flaw = sizes_differ(self.table, grouping, self.options.game)
            if flaw:
                return self._ask(flaw, trace._replace(asked_by="sizes_differ"))
        return self._read_grouping(grouping, trace)

    def _game_has_board(self, grouping: Grouping) -> bool:
        """Tell whether the game that the caller asked for has a board, else some game of such hands."""
        if self.options.game:
            return self.options.game in GAMES_WITH_BOARD
        return fits_a_game(grouping.size, grouping.board_size)

    def _other_games(self, grouping: Grouping) -> Question | None:
        """Return the question about games on the sheet that are not scored, or about several.

        The caller may say which game is played, but not that rows of another one are.
        """
        doubt = game_of_rows_not_scored(self.games, self.options.game)
        if doubt:
            return self._refused(doubt)
        if self.options.game:
            return None
        doubt = game_not_scored(grouping, self.games)
        if doubt:
            return self._refused(doubt)
        doubt = several_games(self.games)
        if doubt:
            return self._question(doubt.cause, doubt.cell, self._options_of_games(grouping, doubt))
        return None

    def _refused(self, doubt: GameDoubt) -> Question:
        """Return the question without options about a game that is not scored."""
        question = self._question(doubt.cause, doubt.cell)
        remedy = None
        if doubt.is_of_rows:
            remedy = Remedy(None)
        elif doubt.games:
            remedy = Remedy(doubt.games[0], doubt.effect)
        return question._replace(remedy=remedy, is_refused=True)

    def _options_of_games(self, grouping: Grouping, doubt: GameDoubt) -> list[Option]:
        """Return the option to leave out the rows of other games, if these are few."""
        options: list[Option] = []
        if self.table.sheet.is_cut:
            return options
        for game in doubt.games:
            rows_of_other_games: list[int] = []
            for named in self.games:
                if named.game != game:
                    rows_of_other_games.extend(named.rows)
            if len(rows_of_other_games) > _MOST_SKIPPED:
                continue
            if fits_a_game(grouping.size, grouping.board_size, game):
                grouped = GroupedTable(self.table, grouping)
                reading = complete(grouped, game, tuple(sorted(rows_of_other_games)))
                options.append(Option((reading,), (Part.SKIP,)))
        return options

    def _trace(self, grouping: Grouping) -> Trace:
        """Return how the hands were found."""
        return Trace(
            tables=((self.table.first, self.table.last),),
            shape=grouping.shape,
            heading_rows=self.table.heading_rows,
            named_by=grouping.named_by,
            games=self.games,
        )

    def _read_grouping(self, grouping: Grouping, trace: Trace) -> Finding:
        """Return the reading of hands: the game is decided, and rows are put into deals."""
        game = decide_game(grouping, self.games, self.options.game)
        if isinstance(game, GameDoubt):
            question = self._which_game(grouping, game)
            return Finding(question, trace._replace(asked_by="decide_game"))
        if self.options.by:
            return Finding(self._read_asked_deals(grouping, game), trace)
        grouped = self._grouped_table(grouping)
        if grouped.deals is None and not self.options.hands:
            flaw = doubt_about_deals(self.table, grouping)
            if flaw:
                return self._ask(flaw, trace._replace(asked_by="doubt_about_deals"))
        return Finding(complete(grouped, game), trace)

    def _grouped_table(self, grouping: Grouping) -> GroupedTable:
        """Return the table with its hands; the deals of named hands have to be named, too."""
        if self.options.hands:
            return GroupedTable(self.table, grouping)
        return GroupedTable.detected(self.table, grouping)

    def _read_asked_deals(self, grouping: Grouping, game: Game) -> Reading | Question:
        """Return the reading with the deals by columns that the caller named."""
        if not grouping.is_one_hand_a_row:
            cause = (
                "each row holds several hands; only a row for each player needs a column of deals"
            )
            return self._question(cause)
        long_table = LongTable(self.table, grouping)
        deals = self._asked_deals(long_table)
        row = long_table.row_of_player_twice(deals)
        if row is not None and deals.names:
            cause = f"a player stands twice in the deal of row {row + 1}"
            cell = self.table.cell(row, deals.names)
            return self._question(cause, cell)
        return complete(GroupedTable(self.table, grouping, deals), game)

    def _asked_deals(self, long_table: LongTable) -> Deals:
        """Return the deals by columns that the caller named; their numbers may begin again."""
        columns = asked_columns(self.table, self.options.by)
        for name, column in zip(self.options.by, columns, strict=True):
            if column in long_table.hand.columns:
                raise LayoutError(
                    f"{quoted(name)} is a column of the hands; name one that numbers the deals"
                )
        deals = long_table.deals_by(columns)
        in_runs = long_table.deals_by(columns, in_runs=True)
        if not long_table.are_deals(deals) and long_table.are_deals(in_runs):
            return in_runs
        return deals

    def _ask(self, flaw: Flaw, trace: Trace) -> Finding:
        """Return the question about a flaw; each option is a complete reading."""
        names_game = bool(self.games or self.options.game)
        options: list[Option] = []
        for alternative in self._of_named_games(flaw.alternatives):
            if len(options) == MOST_OPTIONS:
                break
            hands = sum(len(grouping.hands) for grouping in alternative.groupings)
            if hands > _MOST_HANDS:
                continue
            readings = self._readings(alternative)
            if readings:
                options.append(option_for_hands(readings, names_game=names_game))
        question = self._question(flaw.cause, flaw.cell, options)
        return Finding(question, trace)

    def _of_named_games(self, alternatives: Sequence[Alternative]) -> Sequence[Alternative]:
        """Return the alternatives of a game that the caller or the sheet names, all if there are none.

        Any hands may be of five-card poker, so that its name leaves out none.
        """
        named = [game for game in self._named_games() if game != Game.FIVE_CARD]
        of_named_games: list[Alternative] = []
        for alternative in alternatives:
            games = [likeliest_game(grouping, named) for grouping in alternative.groupings]
            if all(game in named for game in games):
                of_named_games.append(alternative)
        return of_named_games or alternatives

    def _named_games(self) -> list[str]:
        """Return the game that the caller asked for, else those that the sheet or the file names."""
        if self.options.game:
            return [self.options.game]
        return [name.game for name in self.games if name.game and not name.may_be_date]

    def _readings(self, alternative: Alternative) -> list[Reading]:
        """Return the readings of groupings that count together, without those of no game."""
        readings: list[Reading] = []
        for grouping in alternative.groupings:
            game = likeliest_game(grouping, self._named_games())
            if not game:
                continue
            grouped = GroupedTable(self.table, grouping)
            if not alternative.is_by_row and not alternative.skipped_rows:
                grouped = GroupedTable.detected(self.table, grouping)
            readings.append(complete(grouped, game, alternative.skipped_rows))
        return readings

    def _which_game(self, grouping: Grouping, doubt: GameDoubt) -> Question:
        """Return the question which game is played; everything else is known."""
        grouped = self._grouped_table(grouping)
        options: list[Option] = []
        for game in doubt.games:
            reading = complete(grouped, game)
            options.append(Option((reading,), (Part.GAME,)))
        return self._question(doubt.cause, doubt.cell, options)

    def _question(
        self,
        cause: str,
        cell: str = "",
        options: list[Option] | None = None,
    ) -> Question:
        """Return a question about the table with its first three options."""
        different_options = first_options(options or ())
        return Question(self.table.sheet.name, cause, cell, different_options)
