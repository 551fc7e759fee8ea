"""The commands `outs`, `equity` and `range`: odds of hands and ranges."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.options import (
    against,
    file,
    force_option,
    in_hands,
    options_together,
    output_options,
)
from xlpoker.cli.output import Bar, echo_table, print_json, print_records
from xlpoker.cli.print_counts import warn
from xlpoker.cli.terminal import say
from xlpoker.errors import HandError, quoted, visible
from xlpoker.evaluator.cards import card_text, count_cards
from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.evaluator.hand import codes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from xlpoker.odds.equity import Odds
    from xlpoker.odds.outs import Outs

__all__ = ["equity", "outs", "range_"]

WIDTH = 30
STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}


def game_option(*games: str) -> Callable[[Any], Any]:
    """Return the option of the games that a command takes."""
    return click.option(
        "--game",
        type=click.Choice(games),
        default="holdem",
        show_default=True,
        help="Rules; with 36 cards a flush beats a full house, in short-deck-trips three of a kind "
        "a straight.",
    )


def _print_notation(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print how ranges are written, and end."""
    if not asked:
        return
    from xlpoker.odds import ranges

    notation = (ranges.__doc__ or "").replace(" (`BY_EQUITY`)", ", printed below")
    for line in notation.splitlines():
        text = line
        if line.startswith("``"):  # the second column stays where it is without the quotes
            text = line[:30].replace("``", "").ljust(30) + line[30:]
        click.echo(text.replace("``", ""))
    click.echo(fill(" ".join(ranges.BY_EQUITY), 78))
    ctx.exit()


dead_option = click.option(
    "--dead", default="", metavar="CARDS", help="Cards that are out of play."
)
board_options = options_together(
    click.option("--board", default="", metavar="CARDS", help="The cards on the table."),
    dead_option,
    click.option(
        "--notation", is_flag=True, is_eager=True, expose_value=False, callback=_print_notation,
        help="Show how ranges are written.",
    ),
)  # fmt: skip


@click.command()
@click.argument("hand1", metavar="HAND1")
@click.argument("hand2", metavar="HAND2", required=False)
@click.option(
    "--board", required=True, metavar="CARDS", help="The three or four cards on the table."
)
@dead_option
@game_option("holdem", "omaha", *SHORT_DECK)
@click.option(
    "-o",
    "--output",
    type=file,
    help="Write HAND1's equity after each next card as a workbook with a chart (.xlsx).",
)
@force_option("the workbook where it exists")
@output_options
def outs(  # noqa: PLR0913
    hand1: str,
    hand2: str | None,
    board: str,
    game: str,
    dead: str,
    output: Path | None,
    force: bool,
    form: str | None,
) -> None:
    """Show the next cards that win, tie and lose, and the draws.

    For ranges the next cards are listed by the equity that HAND1 has after them.

    \b
    Examples:
      xlpoker outs "6c 7c" "Ah Ad" --board "8c 9s 4c Jh"
      xlpoker outs "6c 7c" "TT+, AK" --board "8c 9s 4c"
      xlpoker outs 6c7c AhAd --board 8c9s4c --json
      xlpoker outs AhKh "TT+, AQ" --board "Qh 7h 2c" -o outs.xlsx

    In Python: xlpoker.outs(board, hand1, hand2).
    """
    if hand2 is None:
        raise click.UsageError(
            f'Missing argument HAND2, the other hand; any two cards are: "{hand1}" random.'
        )
    with _place_of_chart(output, force=force):
        _show_outs((hand1, hand2), board, game, dead, output, form)


@contextmanager
def _place_of_chart(output: Path | None, *, force: bool) -> Iterator[None]:
    """Hold the place of a chart, if there is one, while its numbers are counted.

    That can take long. The remarks about the place are printed in the end.
    """
    if output is None:
        yield
        return
    from xlpoker.report.odds_books import claimed_chart

    with claimed_chart(output, overwrite=force) as remarks:
        yield
    warn(remarks)


def _show_outs(
    hands: tuple[str, str], board: str, game: str, dead: str, output: Path | None, form: str | None
) -> None:
    """Print the outs of a hand against another, and write the chart into its place."""
    import xlpoker

    hand1, hand2 = hands
    title = f"{hand1} against {hand2} on {board}"
    are_cards = bool(count_cards(hand1) and count_cards(hand2))
    are_ranges = game != "omaha" and not are_cards
    equity_now = 0.0
    equity_after: dict[str, float] = {}
    if are_ranges or output is not None:
        from xlpoker.odds.hits import next_equities

        equity_after = next_equities(board, hand1, hand2, dead, game)
        odds = xlpoker.equity(board, hand1, hand2, game=game, dead=dead)
        equity_now = odds.players[0].equity
    if are_ranges:
        _print_equity_after(title, equity_now, equity_after, form)
    else:
        _print_outs(title, hands, xlpoker.outs(board, hand1, hand2, game=game, dead=dead), form)
    if output is not None:
        from xlpoker.report.odds_books import write_next_cards

        written = write_next_cards(equity_after, equity_now, title, output)
        if form is None:
            say(f"Written to {written}")


def _print_equity_after(
    title: str, equity_now: float, equity_after: dict[str, float], form: str | None
) -> None:
    """Print the equity of a range after each next card, by card.

    For people the cards with the same equity are on one line.
    """
    if form == "json":
        print_json(equity_after)
        return
    if form:
        records = [{"card": card, "equity": equity} for card, equity in equity_after.items()]
        print_records(records, form)
        return
    cards_by_share: dict[str, list[str]] = {}
    for card, equity in equity_after.items():
        cards_by_share.setdefault(f"{equity:7.2%}", []).append(card)
    rows = [(share, len(cards), " ".join(cards)) for share, cards in cards_by_share.items()]
    header = ("Equity after", "Cards", "The next card")
    echo_table(f"{title} · equity now {equity_now:.2%}", header, rows)


def _print_outs(title: str, hands: tuple[str, str], outs: Outs, form: str | None) -> None:
    """Print the next cards by what they do for the first hand, its run-outs, and the draws."""
    if form == "json":
        print_json(outs.as_dict())
        return
    if form:
        print_records(outs.rows(), form)
        return
    is_flop = outs.total > sum(len(cards) for cards in outs.cards.values())
    titles = ("Wins with", "Ties with", "Loses with")
    if is_flop:
        titles = ("Ahead after", "Level after", "Behind after")
    rows = [
        (result, len(cards), " ".join(cards))
        for result, cards in zip(titles, outs.cards.values(), strict=True)
    ]
    echo_table(title, ("", "Cards", "The turn" if is_flop else "The river"), rows)
    if is_flop:
        counts = {"wins": outs.win, "ties": outs.tie, "loses": outs.lose}
        shares = [f"{verb} {count:,} ({count / outs.total:.2%})" for verb, count in counts.items()]
        click.echo(f"To the river, of {outs.total:,} run-outs: {', '.join(shares)}")
    for hand, draws in zip(hands, outs.draws, strict=False):
        for draw in draws:
            say(f"{hand}: {draw}")


@click.command()
@click.argument("hands", metavar="HANDS...", nargs=-1, required=True)
@board_options
@game_option("holdem", "omaha", *SHORT_DECK)
@click.option("--exact", is_flag=True, help="Count all deals, if that takes an hour or less.")
@click.option(
    "--samples",
    type=click.IntRange(min=100),
    metavar="N",
    help="Deal N times at random instead of counting.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=54,
    show_default=True,
    help="The seed of random deals.",
)
@click.option(
    "--streets",
    is_flag=True,
    help="The odds before the flop, on the flop, the turn and the river of --board.",
)
@click.option(
    "--categories",
    is_flag=True,
    help="Also what each hand becomes by the river: pair, flush and so on.",
)
@click.option("-o", "--output", type=file, help="Write all starting hands as a heat map (.xlsx).")
@force_option("the heat map where it exists")
@output_options
def equity(
    hands: tuple[str, ...],
    board: str,
    streets: bool,
    categories: bool,
    form: str | None,
    **options: Any,
) -> None:
    """Show how often hands and ranges win, and their shares.

    A hand is cards (AhKh) or a range (TT+, A5s-A2s, Axs, 15%, AK:0.5, random; --notation says
    more); one alone plays against random. Words of one card each are hands of two, in Omaha of
    four. -o draws all 169 starting hands against the last one.

    \b
    Examples:
      xlpoker equity AhKh QcQd
      xlpoker equity "6c 7c" "TT+, AKs" --board "8c 9s 4c"
      xlpoker equity AhKh QcQd --board "Kc 7s 2d 2h Qs" --streets
      xlpoker equity AhKh QcQd --board "Kc 7s 2d" --categories
      xlpoker equity AsKsQhJh 2c2d7s8s --game omaha --json
      xlpoker equity AhKh "QQ, 98s" --game short-deck
      xlpoker equity AA random -o grid.xlsx
      xlpoker equity random TT+ --board "8c 9s 4c" -o grid.xlsx

    In Python: xlpoker.equity(board, hand1, hand2).
    """
    output: Path | None = options.pop("output")
    force: bool = options.pop("force")
    if options["exact"] and options["samples"]:
        raise click.UsageError("--exact and --samples exclude each other.")
    if output is not None and options["game"] == "omaha":
        raise click.UsageError("-o draws starting hands of two cards.")
    with _place_of_chart(output, force=force):
        _show_equity(hands, board, output, form, streets=streets, categories=categories, **options)


def _show_equity(
    hands: tuple[str, ...],
    board: str,
    output: Path | None,
    form: str | None,
    *,
    streets: bool,
    categories: bool,
    **options: Any,
) -> None:
    """Print the odds of hands, and draw the heat map into its place."""
    import xlpoker

    game, dead = options["game"], options["dead"]
    if options["samples"]:
        options["exact"] = False
    else:
        del options["samples"]
        options["exact"] = options["exact"] or None
    players = _players(hands, game)
    boards = _boards(board) if streets else [board]
    odds_by_board = [(board, xlpoker.equity(board, *players, **options)) for board in boards]
    records: list[dict[str, Any]] = []
    for board_then, odds in odds_by_board:
        street = {"street": STREETS[len(codes_of(board_then))]} if streets else {}
        records_then = _records(odds)
        if categories:
            _add_categories(records_then, odds, form)
        records += [street | record for record in records_then]
    if not print_records(records, form, lines=False):
        for place, (board_then, odds) in enumerate(odds_by_board):
            if categories and place:
                click.echo()
            _print_equity(odds, board_then)
            if categories:
                _print_categories(odds)
    if output is not None:
        written = _write_grid(output, players, board, dead, game)
        if form is None:
            say(f"Written to {written}")


def _boards(board: str) -> list[str]:
    """Return a board as it was before the flop and on each street, the whole board last."""
    known = codes_of(board)
    if len(known) < 3:
        raise click.UsageError("--streets goes with a --board of three to five cards.")
    sizes = [size for size in (0, 3, 4) if size < len(known)]
    earlier_boards = [" ".join(map(card_text, known[:size])) for size in sizes]
    return [*earlier_boards, board]


def _players(words: tuple[str, ...], game: str) -> tuple[str, ...]:
    """Return words as hands; one alone plays against a random hand.

    Raises `HandError` for a card that is left alone.
    """
    hands = in_hands(against(words), 4 if game == "omaha" else 2)
    for word in hands:
        if count_cards(word) == 1:
            example = "AsKsQhJh 2c2d7s8s --game omaha" if game == "omaha" else "AhKh QcQd"
            hint = f"write a hand as one word, such as: xlpoker equity {example}"
            raise HandError(f"{quoted(word)} is one card; {hint}")
    return hands if len(hands) > 1 else (*hands, "random")


@click.command("range")
@click.argument("words", metavar="RANGE", nargs=-1, required=True)
@board_options
@game_option("holdem", *SHORT_DECK)
@output_options
def range_(words: tuple[str, ...], board: str, dead: str, game: str, form: str | None) -> None:
    """Show the hands of a range, and how they hit a board.

    They are listed with their share of all hands, made hands and draws apart.
    --notation says how ranges are written.

    \b
    Examples:
      xlpoker range "TT+, AKs"
      xlpoker range TT+ AKs
      xlpoker range "15%, !A2o" --board "8c 9s 4c"

    In Python: xlpoker.odds.hits.hits(range, board).
    """
    from xlpoker.odds.hits import hits

    result = hits(" ".join(words), board, dead, game)
    if form == "json":
        print_json(result.as_dict())
        return
    records: list[dict[str, object]] = []
    for kind, part in (("hand", result.hands), ("made", result.made_hands), ("draw", result.draws)):
        for name, number in part.items():
            records.append({"kind": kind, "name": name, "combinations": number})
    if print_records(records, form):
        return
    share = result.combinations / result.possible
    title = f"{visible(result.range)} · {result.combinations:,.10g} of {result.possible:,}"
    title += f" combinations, {share:.2%}"
    if result.blocked:
        title += f" · {result.blocked:,} blocked by cards that are known"
    click.echo(click.style(title, bold=True))
    _print_grid(result.hands)
    for heading, part in (("Made hands", result.made_hands), ("Draws", result.draws)):
        if part:
            click.echo()
            rows = [
                (name, round(number, 4), f"{number / result.combinations:7.2%}")
                for name, number in part.items()
            ]
            echo_table("", (heading, "Combinations", "Share"), rows)


def _print_grid(combinations_by_hand: dict[str, float]) -> None:
    """Print the 13 x 13 grid of starting hands.

    Hands of the range have their names, whole ones in green, partial ones in yellow; the others
    are dots.
    """
    from xlpoker.odds.ranges import STARTING_HANDS

    for names in STARTING_HANDS:
        cells = []
        for name in names:
            combinations = combinations_by_hand.get(name, 0)
            if not combinations:
                cells.append(click.style("  ·  "))
            else:
                is_whole = combinations / _all_combinations(name) >= 1
                ground = "green" if is_whole else "yellow"
                cells.append(click.style(f"{name:^5}", fg="black", bg=ground))
        click.echo("".join(cells).rstrip())


def _all_combinations(name: str) -> int:
    """Return how many pairs of cards a starting hand stands for.

    >>> _all_combinations("QQ"), _all_combinations("AKs"), _all_combinations("AKo")
    (6, 4, 12)
    """
    is_pair = len(name) == 2
    if is_pair:
        return 6
    return 4 if name[2] == "s" else 12


def _records(odds: Odds) -> list[dict[str, Any]]:
    """Return the odds of each player, with how they were counted."""
    records: list[dict[str, Any]] = []
    for player in odds.players:
        record: dict[str, Any] = {
            "hand": player.hand,
            "win": player.win,
            "tie": player.tie,
            "equity": player.equity,
        }
        if odds.exact:
            record["boards"] = odds.boards
        else:
            record |= {"error": player.error, "samples": odds.samples, "seed": odds.seed}
        records.append(record)
    return records


def _add_categories(records: list[dict[str, Any]], odds: Odds, form: str | None) -> None:
    """Add to each player's record what the hand becomes; in CSV each category is a column."""
    for record, categories in zip(records, odds.categories, strict=True):
        record.update(categories if form == "csv" else {"categories": categories})


def _print_categories(odds: Odds) -> None:
    """Print what each player's hand becomes: a column for each player, a row for each category."""
    header = ["By the river", *[f"{player.hand:>8}" for player in odds.players]]
    rows = []
    for category in odds.categories[0]:
        shares = [f"{categories[category]:8.3%}" for categories in odds.categories]
        rows.append([category, *shares])
    click.echo()
    echo_table("", header, rows)


def _print_equity(odds: Odds, board: str) -> None:
    """Print the odds of each player with a bar, where the terminal has the characters of one."""
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    header = ["Hand", "    Win", "    Tie", " Equity"]
    if not odds.exact:
        header.append("Error")
    header.append("")  # of the bars
    rows: list[list[str]] = []
    for player in odds.players:
        row = [player.hand, f"{player.win:7.2%}", f"{player.tie:7.2%}", f"{player.equity:7.2%}"]
        if not odds.exact:
            row.append(f"± {player.error:.2%}")
        row.append(_bar(player.win, player.equity) if is_unicode else "")
        rows.append(row)
    where = f"on {board}" if board else "before the flop"
    if not odds.exact:
        how = f"{odds.samples:,} deals at random, seed {odds.seed}"
    elif odds.boards == 1:
        how = "1 deal, counted"
    else:
        how = f"{odds.boards:,.12g} deals, all counted"
    echo_table(f"{where} · {how}", header, rows)


def _bar(win: float, equity: float) -> str:
    """Return a bar as long as the equity, of which the part from ties is shaded.

    >>> _bar(0.25, 0.5)
    '████████▒▒▒▒▒▒▒'
    """
    whole = round(equity * WIDTH)
    solid = min(round(win * WIDTH), whole)
    return "█" * solid + "▒" * (whole - solid)


def _write_grid(output: Path, players: tuple[str, ...], board: str, dead: str, game: str) -> Path:
    """Write the heat map of all starting hands against the last player."""
    from xlpoker.odds.hits import grid
    from xlpoker.report.odds_books import write_heatmap

    with Bar("starting hands") as progress:
        heat_map = grid(board, players[-1], dead=dead, game=game, progress=progress)
    return write_heatmap(heat_map, output)
