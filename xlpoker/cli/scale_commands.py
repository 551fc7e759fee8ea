"""The command ``scales``: a list of the scales, and the results of the audit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from xlpoker.cli.options import FILE, one_line_errors, output_options
from xlpoker.cli.output import Bar, echo_table, print_csv, print_json
from xlpoker.cli.terminal import Command
from xlpoker.scales import SCALES, Scale, scale_named

if TYPE_CHECKING:
    from xlpoker.scales.audit import Audit

__all__ = ["scales"]

EULER = Path("workbooks") / "poker.txt"


def _euler_sheet() -> Path | None:
    """Return the deals of Project Euler's problem 54 where this is the folder, or the clone, that holds them."""
    places = (Path.cwd(), Path(__file__).parents[2])
    return next((place / EULER for place in places if (place / EULER).is_file()), None)


@click.command(cls=Command)
@click.argument("names", metavar="[SCALE]...", nargs=-1)
@click.option("--audit", "audited", is_flag=True, help="Compare each scale with the true order of all hands.")
@click.option(
    "--euler",
    type=FILE,
    metavar="BOOK",
    help="Two players' deals, of which --audit counts Player 1's wins; else workbooks/poker.txt where it is found.",
)
@output_options
@one_line_errors
def scales(names: tuple[str, ...], audited: bool, euler: Path | None, as_csv: bool, as_json: bool) -> None:
    """List the scales; with --audit, how many of all 27,836,991 pairs of hands each gets wrong.

    Misordered: the weaker hand wins. False ties: different hands are equal. The example is the pair farthest apart.

    \b
    Examples:
      xlpoker scales
      xlpoker scales --audit
      xlpoker scales mrt keepitcool --audit --json
      xlpoker scales --audit --euler deals.xlsx

    In Python: xlpoker.scales.SCALES, xlpoker.scales.audit.audit(scale).
    """
    if euler is not None and not audited:
        raise click.UsageError("--euler goes with --audit.")
    chosen = [scale_named(name) for name in names] or list(SCALES.values())
    records = _audits(chosen, euler) if audited else [_described(scale) for scale in chosen]
    if as_json:
        print_json(records)
    elif as_csv:
        print_csv(records)
    elif audited:
        _print_audits(records)
    else:
        _print_scales(chosen)


def _described(scale: Scale) -> dict[str, Any]:
    return {
        "scale": scale.name,
        "least": scale.least,
        "greatest": scale.greatest,
        "better": scale.better,
        "help": scale.help,
        "source": scale.source,
    }


def _audits(chosen: list[Scale], euler: Path | None) -> list[dict[str, Any]]:
    from xlpoker.scales.audit import audit
    from xlpoker.workbook.job import read_deals

    sheet = euler or _euler_sheet()
    deals = None if sheet is None else read_deals(sheet)
    found: list[Audit] = []
    with Bar("audit") as bar:
        for scale in chosen:
            found.append(audit(scale.name, deals))
            bar(len(found), len(chosen))
    return [one.as_dict() for one in found]


def _print_scales(chosen: list[Scale]) -> None:
    for scale in chosen:
        click.secho(scale.name, bold=True, nl=False)
        click.echo(f"  {scale.range}, {scale.better} is better\n  {scale.help}")
        click.echo(f"  {scale.source}\n" if scale.source else "")


def _print_audits(records: list[dict[str, Any]]) -> None:
    titles = ("Scale", "Misordered", "False ties", "Player 1", "Farthest apart")
    keys = ("scale", "misordered", "false_ties", "euler_player_1", "example")
    echo_table(
        "",
        titles,
        [[_shown(record[key], title) for key, title in zip(keys, titles, strict=True)] for record in records],
    )
    for record in records:
        if "unfinished" in record:
            click.echo(f"{record['scale']}: {record['unfinished']:,} pairs more never end")
        if "misordered_least" in record:
            least, most = record["misordered_least"], record["misordered_most"]
            click.echo(f"{record['scale']}: depends on suits, {least:,} to {most:,} pairs are misordered")


def _shown(value: object, title: str) -> str:
    """Return a cell of the audit's table, numbers at the right of their column."""
    if isinstance(value, str):
        return value
    return ("–" if value is None else f"{value:,}").rjust(len(title))
