"""The buttons of one click, as every host shows them: their labels and what they do.

This module imports nothing, so that a host can show its buttons before it loads what they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["COMMANDS", "Command"]


@dataclass(frozen=True)
class Command:
    """A button: its name, its labels and tooltips by language (``en``, ``de``), whether it writes."""

    name: str
    labels: Mapping[str, str]
    tooltips: Mapping[str, str]
    writes: bool


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        Command(
            "score",
            {"en": "Score this sheet", "de": "Blatt auswerten"},
            {
                "en": "Write the winner, the values and the names of the hands beside the hands",
                "de": "Gewinner, Werte und Namen der Blätter neben die Karten schreiben",
            },
            writes=True,
        ),
        Command(
            "count",
            {"en": "Count wins", "de": "Siege zählen"},
            {
                "en": "Show how often each player wins; nothing is written",
                "de": "Zeigen, wie oft wer gewinnt; nichts wird geschrieben",
            },
            writes=False,
        ),
        Command(
            "remove",
            {"en": "Remove results", "de": "Ergebnisse entfernen"},
            {
                "en": "Empty the cells that Score this sheet has written, and no others",
                "de": "Die Zellen leeren, die Blatt auswerten geschrieben hat, und keine anderen",
            },
            writes=True,
        ),
        Command(
            "help",
            {"en": "Help", "de": "Hilfe"},
            {
                "en": "What the buttons do, and how cards are written",
                "de": "Was die Knöpfe tun, und wie Karten geschrieben werden",
            },
            writes=False,
        ),
    )
}
"""The buttons, in their order."""
