"""The pictures of the workbooks in the documentation: ``python workbooks/build.py --pictures``.

LibreOffice calculates a book with our extension and prints it, pdftoppm (of poppler-utils) draws a page, and Pillow cuts
off the white around it.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
DOTS_PER_INCH = 110
COLOURS = 128
MARGIN = 12
"""White pixels that are left around a picture."""


class Picture(NamedTuple):
    """A sheet of a workbook by its first line, and the part of it to show, from the top."""

    book: str
    first_line: str
    part: float = 1.0


PICTURES = {
    "holdem-calculator": Picture("holdem-calculator", "Hold'em calculator"),
    "starting-hands": Picture("holdem-calculator", "Starting hands"),
    "home-game": Picture("home-game", "Standings"),
    "classroom": Picture("classroom", "Counts"),
    "euler54": Picture("euler54", "Player 1", 0.6),
}
"""What is drawn, by the name of the file in docs/."""


def draw_pictures(office: Any) -> None:
    """Draw the pictures of all books that there are, with a LibreOffice that knows our functions."""
    for name, picture in PICTURES.items():
        path = HERE / f"{picture.book}.xlsx"
        if path.exists():
            _draw(office.converted(path, "pdf"), picture, DOCS / f"{name}.png")


def _draw(printed: Path, picture: Picture, target: Path) -> None:
    """Draw a page of a printed workbook without the white around it."""
    from PIL import Image, ImageChops

    page = _page(printed, picture.first_line)
    with TemporaryDirectory() as folder:
        drawn = Path(folder) / "page"
        command = ["pdftoppm", "-r", str(DOTS_PER_INCH), "-f", page, "-l", page, "-singlefile"]
        subprocess.run([*command, "-png", str(printed), str(drawn)], check=True)
        with Image.open(drawn.with_suffix(".png")) as file:
            image = file.convert("RGB")
    white = Image.new("RGB", image.size, "white")
    left, top, right, bottom = ImageChops.difference(image, white).getbbox()
    bottom = top + round((bottom - top) * picture.part)
    shown = image.crop((left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN))
    shown.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(target, optimize=True)


def _page(printed: Path, first_line: str) -> str:
    """Return the number of the page that begins with a line; raises `ValueError` where none does."""
    command = ["pdftotext", str(printed), "-"]
    text = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    for number, page in enumerate(text.split("\f"), 1):
        if page.lstrip().startswith(first_line):
            return str(number)
    raise ValueError(f"no page of {printed.name} begins with '{first_line}'")
