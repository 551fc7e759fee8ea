"""A chart of lines over logarithmic axes as SVG, in colours that stand out on white and on black paper.

::

    us a row
    1,000 |*
      100 | *--.
       10 |     *--*-- wins
          +-----------
           2  20  200  rows
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from xml.sax.saxutils import escape

__all__ = ["Line", "drawing"]

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 86, 545, 40, 385
INK = "#767676"
"""A grey whose contrast with white and with black is the same."""
SLACK = 0.05
"""By how much of a power of ten a point may lie beyond the last line of the grid."""
LETTERS_APART = 17
"""The least distance of two labels, in pixels."""


@dataclass(frozen=True)
class Line:
    """One line: its label, its colour, dashes as SVG writes them ("" for none), and its points."""

    label: str
    colour: str
    dashes: str
    points: Sequence[tuple[float, float]]


class _Axis:
    """A logarithmic axis: values from `low` to `high` run over the pixels from `start` to `end`."""

    def __init__(self, values: Sequence[float], start: int, end: int) -> None:
        self.low = floor(log10(min(values)))
        self.high = ceil(log10(max(values)) - SLACK)
        self._start = start
        self._pixels = (end - start) / (self.high - self.low)

    def pixel(self, value: float) -> float:
        """Return where a value stands."""
        return self._start + (log10(value) - self.low) * self._pixels

    def powers(self) -> list[float]:
        """Return the powers of ten on the axis."""
        return [10.0**power for power in range(self.low, self.high + 1)]


def drawing(title: str, x_title: str, y_title: str, lines: Sequence[Line]) -> str:
    """Return some lines as an SVG file, each with its label at its last point."""
    across = _Axis([x for line in lines for x, _ in line.points], LEFT, RIGHT)
    upward = _Axis([y for line in lines for _, y in line.points], BOTTOM, TOP)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
            f' width="{WIDTH}" height="{HEIGHT}" font-family="Segoe UI, Arial, sans-serif"'
            f' font-size="13" fill="{INK}">'
        ),
        f"<title>{escape(title)}</title>",
        *_grid(across, upward),
        f'<text x="{LEFT - 70}" y="20">{escape(y_title)}</text>',
        f'<text x="{RIGHT}" y="{BOTTOM + 44}" text-anchor="end">{escape(x_title)}</text>',
    ]
    for line in lines:
        parts += _line(line, across, upward)
    parts += _labels(lines, across, upward)
    return "\n".join([*parts, "</svg>", ""])


def _grid(across: _Axis, upward: _Axis) -> list[str]:
    """Return the powers of ten on both axes with their lines."""
    parts = []
    for value in across.powers():
        x = across.pixel(value)
        parts.append(_rule(x, TOP, x, BOTTOM))
        parts.append(
            f'<text x="{x:.0f}" y="{BOTTOM + 20}" text-anchor="middle">{value:,.0f}</text>'
        )
    for value in upward.powers():
        y = upward.pixel(value)
        parts.append(_rule(LEFT, y, RIGHT, y))
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{value:,.15g}</text>')
    return parts


def _rule(x: float, y: float, end_x: float, end_y: float) -> str:
    """Return a thin line of the grid."""
    ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{end_x:.1f}" y2="{end_y:.1f}"'
    return f'<line {ends} stroke="{INK}" stroke-opacity="0.35"/>'


def _line(line: Line, across: _Axis, upward: _Axis) -> list[str]:
    """Return a line with a dot at each point that was measured."""
    pixels = [(across.pixel(x), upward.pixel(y)) for x, y in line.points]
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in pixels)
    dashes = f' stroke-dasharray="{line.dashes}"' if line.dashes else ""
    parts = [
        f'<polyline points="{corners}" fill="none" stroke="{line.colour}" stroke-width="2.5"{dashes}/>'
    ]
    parts += [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{line.colour}"/>' for x, y in pixels
    ]
    return parts


def _labels(lines: Sequence[Line], across: _Axis, upward: _Axis) -> list[str]:
    """Return the labels beside the last points, moved up where two would overlap."""
    lowest_first = sorted(lines, key=lambda line: line.points[-1][1])
    parts = []
    highest = float(HEIGHT)
    for line in lowest_first:
        x, y = line.points[-1]
        highest = min(upward.pixel(y) + 4, highest - LETTERS_APART)
        place = f'x="{across.pixel(x) + 10:.0f}" y="{highest:.0f}"'
        parts.append(f'<text {place} fill="{line.colour}">{escape(line.label)}</text>')
    return parts
