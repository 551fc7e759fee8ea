"""The page of the benchmarks: each part has its place, and the chart shows the figures of its file."""

from __future__ import annotations

import csv
import itertools
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from benchmarks.__main__ import PARTS, with_tables
from benchmarks.chart import Line, drawing

ROOT = Path(__file__).parents[1]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("part", [*PARTS, "machine"])
def test_each_part_has_its_place_on_the_page(part: str) -> None:
    """New tables replace what stands between the marks, and nothing else."""
    page = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    changed = with_tables(page, {part: "new"})
    assert f"<!-- {part} -->\nnew\n<!-- /{part} -->" in changed
    start = page.index(f"<!-- {part} -->")
    assert changed.startswith(page[:start])
    assert part == "machine" or find_spec(f"benchmarks.{part}")


def test_points_of_a_chart_stand_at_equal_steps_for_equal_factors() -> None:
    """Both axes are logarithmic: ten times as much is as far to the right, or up, everywhere."""
    line = Line("cost", "#1f8a4c", "", [(1, 1000), (10, 100), (100, 10)])
    root = ET.fromstring(drawing("Cost", "rows", "us", [line]))
    dots = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in root.iter(f"{SVG}circle")]
    steps = [
        (round(x - last_x, 1), round(y - last_y, 1))
        for (last_x, last_y), (x, y) in itertools.pairwise(dots)
    ]
    assert steps[0] == pytest.approx(steps[1], abs=0.2)
    assert steps[0][0] > 0
    assert steps[0][1] > 0


def test_the_chart_has_a_dot_for_each_figure() -> None:
    """Chart and file come from one run."""
    with (ROOT / "benchmarks" / "sizes.csv").open(newline="") as file:
        _, *rows = csv.reader(file)
    figures = [cell for row in rows for cell in row[1:] if cell]
    root = ET.parse(ROOT / "docs" / "cost-of-a-row.svg").getroot()
    assert len(list(root.iter(f"{SVG}circle"))) == len(figures)
