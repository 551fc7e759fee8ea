"""Every command that writes a file for the user, with the inputs that it takes."""

import shutil
from typing import NamedTuple

from support.books import ONE, TWO, book
from support.histories import HOME, STARS

TABLES = ".xlsx, .csv or .parquet"


class Writer(NamedTuple):
    """A command that writes: its words before the name of the output, and the ending of that output.

    `endings` are those that a message offers, where only files of some kinds can be written.
    """

    words: list[str]
    ending: str
    endings: str | None = None


WRITERS = {
    "score": Writer(["score", "a.xlsx", "-o"], ".xlsx"),
    "score-text": Writer(["score", "a.txt", "-o"], ".csv"),
    "score-openpyxl": Writer(["score", "a.xlsx", "--engine", "openpyxl", "-o"], ".xlsx"),
    "score-tables": Writer(
        ["score", "a.xlsx", "--hands", "A2:E2,F2:J2", "--hands", "A3:E4,F3:J4", "-o"], ".xlsx"
    ),
    "import": Writer(["import", "a.txt"], ".csv", TABLES),
    "import-book": Writer(["import", "a.txt"], ".xlsx", TABLES),
    "import-histories": Writer(["import", "hands.txt"], ".xlsx", TABLES),
    "import-ledger": Writer(["import", "ledger.csv"], ".xlsx", TABLES),
    "report": Writer(["report", "a.xlsx", "-o"], ".xlsx", ".xlsx"),
    "deal": Writer(["deal", "3", "-o"], ".xlsx", ".xlsx or .csv"),
    "deal-csv": Writer(["deal", "3", "-o"], ".csv", ".xlsx or .csv"),
    "deal-answers": Writer(["deal", "3", "--answers", "-o"], ".xlsx", ".xlsx"),
    "heat-map": Writer(["equity", "AhKh", "QQ", "--board", "8c9s4cJh2d", "-o"], ".xlsx", ".xlsx"),
    "next-cards": Writer(["outs", "AhKh", "QcQd", "--board", "8c9s4cJh", "-o"], ".xlsx", ".xlsx"),
    "lite": Writer(["excel", "lite", "-o"], ".py"),
}


def make_inputs(folder):
    """Write the inputs of the commands into a folder."""
    book(folder / "a.xlsx", [ONE + TWO] * 3)
    (folder / "a.txt").write_text(f"{' '.join(ONE + TWO)}\n" * 3)
    (folder / "hands.txt").write_text(STARS, "utf-8")
    shutil.copy(HOME / "ledger_pglInvented1.csv", folder / "ledger.csv")
