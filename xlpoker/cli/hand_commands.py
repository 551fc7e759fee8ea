"""The commands `hand`, `scales`, `functions` and `deal`: what needs no file of hands."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import xlpoker
from xlpoker.cli.options import (
    against,
    file,
    force_option,
    hand_options,
    in_hands,
    output_options,
    quiet_option,
)
from xlpoker.cli.output import Bar, echo_table, print_records
from xlpoker.cli.print_counts import warn
from xlpoker.cli.terminal import say
from xlpoker.errors import HandError, counted
from xlpoker.evaluator.cards import MAX_CARDS, count_cards
from xlpoker.evaluator.classes import NO_LOW
from xlpoker.evaluator.games import GAMES, HIGH_LOW, rule_said
from xlpoker.evaluator.hand import codes_of
from xlpoker.evaluator.showdown import check_showdown, shares_of_halves
from xlpoker.functions import CATALOGUE
from xlpoker.scales import SCALES, Scale, on_scale, scale_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlpoker.scales.audit import Audit

__all__ = ["deal", "functions", "hand", "scales"]


@click.command()
@click.argument("hands", metavar="CARDS...", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="The board of holdem or omaha.")
@hand_options
@output_options
def hand(
    hands: tuple[str, ...], board: str, game: str, jokers: str, scale: str, form: str | None
) -> None:
    """Value one hand, or several and who wins.

    Words of one card each are one hand.

    \b
    Examples:
      xlpoker hand Ah Kh Qh Jh Th
      xlpoker hand "4D 6S 9H QH QC"
      xlpoker hand "5H 5C 6S 7S KD" "2C 3S 8S 8D TD"
      xlpoker hand "As Ks" "Qd Qh" --game holdem --board "Js Ts 2c 2d 9h"
      xlpoker hand "Ah 2c 3d 4s 6h Kd Ks" --game razz
      xlpoker hand "A♠ K♠ Q♠ J♠ joker" --scale cactus --json

    In Python: xlpoker.hand(cards), xlpoker.winner(hand1, hand2).
    """
    if board and GAMES[game].board == (0, 0):
        raise HandError(f"{game} has no board; name the game: --game holdem or --game omaha")
    hands = against(hands)
    hands = in_hands(hands, len(hands))
    _check_sizes(hands, game)
    records = _records_of_hands(hands, board, game, jokers, scale)
    if not print_records(records, form):
        _print_hands(records, scale, note=_note_of_rule(hands, game))


def _check_sizes(hands: Sequence[str], game: str) -> None:
    """Raise `HandError` for a hand of too many cards."""
    for cards in hands:
        size = count_cards(cards)
        if size > MAX_CARDS:
            hint = "; several hands stand in quotes each" if game == "five-card" else ""
            raise HandError(f"{size} cards are too many: a hand has 1 to {MAX_CARDS}{hint}")


def _records_of_hands(
    hands: Sequence[str], board: str, game: str, jokers: str, scale: str
) -> list[dict[str, Any]]:
    """Return the facts about each hand; several hands have their shares of the pot, too."""
    valued_hands = [xlpoker.hand(cards, jokers, game, board) for cards in hands]
    check_showdown([codes_of(cards) for cards in hands])
    low_hands = [getattr(valued, "low", None) for valued in valued_hands]
    lows = [0 if low is None else low.value for low in low_hands]
    shares = shares_of_halves([valued.value for valued in valued_hands], lows)
    records: list[dict[str, Any]] = []
    for cards, valued, low, share in zip(hands, valued_hands, low_hands, shares, strict=True):
        used_cards = codes_of(cards if game == "five-card" else valued.cards)
        record: dict[str, Any] = {
            "hand": cards,
            "value": on_scale(scale, valued.value, used_cards),
            "name": valued.name,
            "category": valued.category,
            "best_five": " ".join(valued.cards),
        }
        if game == HIGH_LOW:
            record["low"] = NO_LOW if low is None else low.name
            record["low_value"] = None if low is None else low.value
        if len(hands) > 1:
            record["share"] = float(share)
        records.append(record)
    return records


def _print_hands(records: Sequence[dict[str, Any]], scale: str, note: str) -> None:
    """Print a table of hands; a number of the scale `strength` with two digits."""
    header = ["Hand", "Value", "Name", "Best five"]
    if "low" in records[0]:
        header.append("Low")
    if len(records) > 1:
        header.append("Share")
    rows: list[list[object]] = []
    for record in records:
        value = round(record["value"], 2) if scale == "strength" else record["value"]
        row: list[object] = [record["hand"], value, record["name"], record["best_five"]]
        if "low" in record:
            row.append(record["low"])
        if len(records) > 1:
            share = round(record["share"], 4)
            row.append(share if share % 1 else int(share))
        rows.append(row)
    echo_table("", header, rows, note=note)


def _note_of_rule(hands: Sequence[str], game: str) -> str:
    """Return the rule by which hands are valued, or an empty text for the usual one."""
    rule = rule_said(game, min(map(count_cards, hands)))
    return rule if "(" in rule else ""


@click.command()
@click.argument("names", metavar="[SCALE]...", nargs=-1)
@click.option(
    "--audit", "audited", is_flag=True, help="Compare each scale with the true order of all hands."
)
@click.option(
    "--euler",
    type=file,
    metavar="BOOK",
    help="Two players' deals, of which --audit counts Player 1's wins.",
)
@output_options
def scales(names: tuple[str, ...], audited: bool, euler: Path | None, form: str | None) -> None:
    """List the scales; with --audit, what each gets wrong.

    All 27,836,991 pairs of hands are compared. Misordered: the weaker hand wins. False ties:
    different hands are equal. The example is the pair farthest apart.

    \b
    Examples:
      xlpoker scales
      xlpoker scales --audit
      xlpoker scales mrt keepitcool --audit --json
      xlpoker scales --audit --euler workbooks/poker.txt

    In Python: xlpoker.scales.SCALES, xlpoker.scales.audit.audit(scale).
    """
    if euler is not None and not audited:
        raise click.UsageError("--euler goes with --audit.")
    chosen = [scale_named(name) for name in names] or list(SCALES.values())
    keys = ("least", "greatest", "better", "help", "source")
    if audited:
        records = _audits(chosen, euler)
    else:
        records = [
            {"scale": scale.name} | {key: getattr(scale, key) for key in keys} for scale in chosen
        ]
    if not print_records(records, form, lines=False):
        if audited:
            _print_audits(records)
        else:
            _print_scales(chosen)


def _audits(chosen: list[Scale], euler: Path | None) -> list[dict[str, Any]]:
    from xlpoker.scales.audit import audit
    from xlpoker.workbook.jobs import read_deals

    deals = None if euler is None else read_deals(euler)
    audits: list[Audit] = []
    with Bar("audit") as bar:
        for scale in chosen:
            audits.append(audit(scale.name, deals))
            bar(len(audits), len(chosen))
    return [asdict(result) for result in audits]


def _print_scales(chosen: list[Scale]) -> None:
    for scale in chosen:
        click.secho(scale.name, bold=True, nl=False)
        click.echo(f"  {scale.range}, {scale.better} is better\n  {scale.help}")
        click.echo(f"  {scale.source}\n" if scale.source else "")


def _print_audits(records: list[dict[str, Any]]) -> None:
    titles = ("Scale", "Misordered", "False ties", "Player 1", "Farthest apart")
    keys = ("scale", "misordered", "false_ties", "euler_player_1", "example")
    rows = [["" if record[key] is None else record[key] for key in keys] for record in records]
    echo_table("", titles, rows, counts=True)
    for record in records:
        if record["unfinished"]:
            click.echo(f"{record['scale']}: {record['unfinished']:,} pairs more never end")


@click.command()
@output_options
def functions(form: str | None) -> None:
    """List the functions for Excel, with an example each.

    \b
    Examples:
      xlpoker functions
      xlpoker functions --json

    In Python: xlpoker.functions.CATALOGUE.
    """
    records: Sequence[dict[str, Any]] = [
        {
            "function": entry.signature,
            "help": entry.help,
            "example": entry.example,
            "answer": entry.answer,
        }
        for entry in CATALOGUE.values()
    ]
    if not print_records(records, form):
        for record in records:
            click.secho(record["function"], bold=True)
            answer = _shown_answer(record["answer"])
            click.echo(f"  {record['help']}\n  {record['example']}  ->  {answer}\n")


def _shown_answer(answer: object) -> str:
    """Return the answer of a function as text; cells beside each other are separated by commas."""
    cells = answer if isinstance(answer, tuple) else (answer,)
    texts = [f"{cell:g}" if isinstance(cell, float) else str(cell) for cell in cells]
    return ", ".join(texts)


@click.command()
@click.argument("count", metavar="DEALS", type=int)
@click.option("-o", "--output", type=file, required=True, help="The file to write, .xlsx or .csv.")
@click.option("--players", type=int, default=2, show_default=True, help="How many players.")
@click.option(
    "--game", type=click.Choice(list(GAMES)), default="five-card", show_default=True, help="Rules."
)
@click.option(
    "--seed",
    type=int,
    help="A number that always gives the same deals; else a new one, which is printed.",
)
@click.option(
    "--jokers",
    type=int,
    default=0,
    show_default=True,
    help="How many jokers are in the deck, up to two.",
)
@click.option("--answers", is_flag=True, help="Write winner, values and names to a second sheet.")
@force_option("OUTPUT where it exists")
@quiet_option
def deal(count: int, output: Path, answers: bool, force: bool, quiet: bool, **options: Any) -> None:
    """Write random deals, each from one deck.

    The same seed gives the same bytes on every machine. Answers stand in the rows of their deals.

    \b
    Examples:
      xlpoker deal 1000 -o deals.xlsx
      xlpoker deal 20 -o class.xlsx --players 4 --game holdem --seed 7 --answers

    In Python: xlpoker.deal(count, players, game, seed, jokers) returns card codes.
    """
    from xlpoker.dealing import write_deals
    from xlpoker.files.outputs import collected_remarks

    with collected_remarks() as remarks:
        seed = write_deals(output, count, **options, answers=answers, overwrite=force)
    if not quiet:
        warn(remarks)
        say(f"{counted(count, 'deal')} written to {output} (--seed {seed})")
