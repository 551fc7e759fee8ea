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
    words = "Rules; with 36 cards a flush beats a full house, in short-deck-trips three of a kind a straight."
    return click.option(
        "--game", type=click.Choice(games), default="holdem", show_default=True, help=words
    )


def _print_notation(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print how ranges are written, and end."""
    if asked:
        from xlpoker.odds import ranges

        for line in (
            (ranges.__doc__ or "").replace(" (`BY_EQUITY`)", ", printed below").splitlines()
        ):
            text = (
                line[:30].replace("``", "").ljust(30) + line[30:] if line.startswith("``") else line
            )
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
    """Hold the place of a chart, if there is to be one, while its numbers are counted, which can take long; print the remarks."""
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
    """Print the outs of a hand against another, and write the chart into the place that is held for it."""
    import xlpoker

    hand1, hand2 = hands
    ranges = game != "omaha" and not (count_cards(hand1) and count_cards(hand2))
    title, after = f"{hand1} against {hand2} on {board}", {}
    if ranges or output:
        from xlpoker.odds.hits import next_equities

        after = next_equities(board, hand1, hand2, dead, game)
        now = xlpoker.equity(board, hand1, hand2, game=game, dead=dead).players[0].equity
    found = None if ranges else xlpoker.outs(board, hand1, hand2, game=game, dead=dead)
    if form == "json":
        print_json(found.as_dict() if found else after)
    elif form:
        print_records(
            found.rows()
            if found
            else [{"card": card, "equity": one} for card, one in after.items()],
            form,
        )
    elif found:
        _print_outs(title, hands, found)
    else:  # cards with the same equity on one line
        lines: dict[str, list[str]] = {}
        for card, share in after.items():
            lines.setdefault(f"{share:7.2%}", []).append(card)
        rows = [(share, len(cards), " ".join(cards)) for share, cards in lines.items()]
        echo_table(
            f"{title} · equity now {now:.2%}", ("Equity after", "Cards", "The next card"), rows
        )
    if output:
        from xlpoker.report.odds_books import write_next_cards

        written = write_next_cards(after, now, title, output)
        if form is None:
            say(f"Written to {written}")


def _print_outs(title: str, hands: tuple[str, str], found: Outs) -> None:
    flop = found.total > sum(map(len, found.cards.values()))
    words = (
        ("Ahead after", "Level after", "Behind after")
        if flop
        else ("Wins with", "Ties with", "Loses with")
    )
    rows = [
        (word, len(cards), " ".join(cards))
        for word, cards in zip(words, found.cards.values(), strict=True)
    ]
    echo_table(title, ("", "Cards", "The turn" if flop else "The river"), rows)
    if flop:
        counts = {"wins": found.win, "ties": found.tie, "loses": found.lose}
        shares = ", ".join(
            f"{word} {count:,} ({count / found.total:.2%})" for word, count in counts.items()
        )
        click.echo(f"To the river, of {found.total:,} run-outs: {shares}")
    for hand, draws in zip(hands, found.draws, strict=False):
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
@click.option("-o", "--output", type=file, help="Write all starting hands as a heat map (.xlsx).")
@force_option("the heat map where it exists")
@output_options
def equity(hands: tuple[str, ...], board: str, streets: bool, form: str | None, **how: Any) -> None:
    """Show how often hands and ranges win, and their shares.

    A hand is cards (AhKh) or a range (TT+, A5s-A2s, Axs, 15%, AK:0.5, random; --notation says more);
    one alone plays against random. Words of one card each are hands of two, in Omaha of four. -o draws all 169 starting hands against the last one.

    \b
    Examples:
      xlpoker equity AhKh QcQd
      xlpoker equity "6c 7c" "TT+, AKs" --board "8c 9s 4c"
      xlpoker equity AhKh QcQd --board "Kc 7s 2d 2h Qs" --streets
      xlpoker equity AsKsQhJh 2c2d7s8s --game omaha --json
      xlpoker equity AhKh "QQ, 98s" --game short-deck
      xlpoker equity AA random -o grid.xlsx
      xlpoker equity random TT+ --board "8c 9s 4c" -o grid.xlsx

    In Python: xlpoker.equity(board, hand1, hand2).
    """
    output, force = how.pop("output"), how.pop("force")
    if how["exact"] and how["samples"]:
        raise click.UsageError("--exact and --samples exclude each other.")
    if output and how["game"] == "omaha":
        raise click.UsageError("-o draws starting hands of two cards.")
    with _place_of_chart(output, force=force):
        _show_equity(hands, board, output, form, streets=streets, **how)


def _show_equity(
    hands: tuple[str, ...],
    board: str,
    output: Path | None,
    form: str | None,
    *,
    streets: bool,
    **how: Any,
) -> None:
    """Print the odds of hands, and draw the heat map into the place that is held for it."""
    import xlpoker

    game, dead = how["game"], how["dead"]
    exact, samples = how.pop("exact"), how.pop("samples")
    hands = in_hands(against(hands), 4 if game == "omaha" else 2)
    if lone := next((word for word in hands if count_cards(word) == 1), ""):
        example = "AsKsQhJh 2c2d7s8s --game omaha" if game == "omaha" else "AhKh QcQd"
        raise HandError(
            f"{quoted(lone)} is one card; write a hand as one word, such as: xlpoker equity {example}"
        )
    players = hands if len(hands) > 1 else (*hands, "random")
    how |= {"samples": samples, "exact": False} if samples else {"exact": exact or None}
    known = codes_of(board)
    if streets and len(known) < 3:
        raise click.UsageError("--streets goes with a --board of three to five cards.")
    early = (
        [" ".join(map(card_text, known[:cards])) for cards in (0, 3, 4) if cards < len(known)]
        if streets
        else []
    )
    boards = [*early, board]
    odds = [xlpoker.equity(some, *players, **how) for some in boards]
    records = [
        ({"street": STREETS[len(codes_of(some))]} if streets else {}) | record
        for some, found in zip(boards, odds, strict=True)
        for record in _records(found)
    ]
    if not print_records(records, form, lines=False):
        for some, found in zip(boards, odds, strict=True):
            _print_equity(found, some)
    if output:
        written = _write_grid(output, players, board, dead, game)
        if form is None:
            say(f"Written to {written}")


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

    hands = " ".join(words)
    found = hits(hands, board, dead, game)
    if form == "json":
        print_json(found.as_dict())
        return
    parts = {"hand": found.hands, "made": found.made, "draw": found.draws}
    kinds = [(kind, name, number) for kind, part in parts.items() for name, number in part.items()]
    if print_records(
        [dict(zip(("kind", "name", "combinations"), one, strict=True)) for one in kinds], form
    ):
        return
    counted = f"{found.combinations:,.10g} of {found.possible:,} combinations, {found.combinations / found.possible:.2%}"
    blocked = f" · {found.blocked:,} blocked by cards that are known" if found.blocked else ""
    click.echo(click.style(f"{visible(found.range)} · {counted}{blocked}", bold=True))
    _print_grid(found.hands)
    for title, part in (("Made hands", found.made), ("Draws", found.draws)):
        if part:
            click.echo()
            rows = [
                (name, round(number, 4), f"{number / found.combinations:7.2%}")
                for name, number in part.items()
            ]
            echo_table("", (title, "Combinations", "Share"), rows)


def _print_grid(hands: dict[str, float]) -> None:
    """Print the 13 x 13 grid: hands of the range by name, whole ones in green, partial ones in yellow; dots for the others."""
    from xlpoker.odds.ranges import STARTING_HANDS

    for names in STARTING_HANDS:
        cells = []
        for name in names:
            held = hands.get(name, 0) / (6 if len(name) == 2 else 4 if name[2] == "s" else 12)
            ground = "green" if held >= 1 else "yellow" if held else None
            cells.append(
                click.style(
                    f"{name:^5}" if held else "  ·  ", fg="black" if held else None, bg=ground
                )
            )
        click.echo("".join(cells).rstrip())


def _records(found: Odds) -> list[dict[str, Any]]:
    sampled = {"samples": found.samples, "seed": found.seed}
    return [
        {"hand": one.hand, "win": one.win, "tie": one.tie, "equity": one.equity}
        | ({"boards": found.boards} if found.exact else {"error": one.error, **sampled})
        for one in found.players
    ]


def _print_equity(found: Odds, board: str) -> None:
    rows: list[list[str]] = []
    wide = WIDTH * (sys.stdout.encoding or "").lower().startswith("utf")
    for player in found.players:
        error = [] if found.exact else [f"± {player.error:.2%}"]
        shares = [f"{share:7.2%}" for share in (player.win, player.tie, player.equity)]
        whole, solid = (
            round(player.equity * wide),
            round(player.win * wide),
        )  # of a bar; ties are shaded
        rows.append([player.hand, *shares, *error, "█" * min(solid, whole) + "▒" * (whole - solid)])
    header = ["Hand", "    Win", "    Tie", " Equity", *([] if found.exact else ["Error"]), ""]
    where = f"on {board}" if board else "before the flop"
    counted = f"{found.boards:,.12g} deals, all counted" if found.boards != 1 else "1 deal, counted"
    how = counted if found.exact else f"{found.samples:,} deals at random, seed {found.seed}"
    echo_table(f"{where} · {how}", header, rows)


def _write_grid(output: Path, players: tuple[str, ...], board: str, dead: str, game: str) -> Path:
    from xlpoker.odds.hits import grid
    from xlpoker.report.odds_books import write_heatmap

    with Bar("starting hands") as progress:
        drawn = grid(board, players[-1], dead=dead, game=game, progress=progress)
    return write_heatmap(drawn, output)
