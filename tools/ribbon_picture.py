"""Draw the tab *xlpoker* of Excel's ribbon from its real labels: ``python -m tools.ribbon_picture``.

The picture is docs/ribbon.svg. It is a drawing: there is no Excel to photograph where xlpoker is made.
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from xlpoker.hosts.ribbon import PICTURES
from xlpoker.scoring.buttons import COMMANDS

TARGET = Path(__file__).parents[1] / "docs" / "ribbon.svg"
TABS = ("File", "Home", "Insert", "Formulas", "Data", "View", "xlpoker")
SIGNS = {"score": "Σ", "count": "▦", "remove": "⌫", "help": "?"}
"""Signs in the place of Excel's own pictures."""
WIDTH, HEIGHT = 720, 150
BAR = 34
LARGE = 120


def picture() -> str:
    """Return the drawing as SVG."""
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
            f' viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Segoe UI, Arial, sans-serif">'
        ),
        f"<title>{escape(_title())}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f3f3f3" stroke="#c8c8c8"/>',
        *_tabs(),
        *_buttons(),
        "</svg>",
    ]
    return "\n".join([*parts, ""])


def _title() -> str:
    labels = ", ".join(command.labels["en"] for command in COMMANDS.values())
    return f"The tab xlpoker in Excel's ribbon with its buttons: {labels}"


def _tabs() -> list[str]:
    """Return the bar of tabs, of which the last one is open."""
    parts = []
    left = 18
    for tab in TABS:
        width = 8 * len(tab) + 22
        is_open = tab == TABS[-1]
        if is_open:
            parts.append(f'<rect x="{left}" y="4" width="{width}" height="{BAR - 4}" fill="#fff"/>')
        weight = ' font-weight="600"' if is_open else ""
        colour = "#107c41" if is_open else "#444"
        parts.append(
            f'<text x="{left + 11}" y="24" font-size="14" fill="{colour}"{weight}>{tab}</text>'
        )
        left += width
    return parts


def _buttons() -> list[str]:
    """Return the group with the buttons: the large ones side by side, the others in a column."""
    parts = [f'<rect x="1" y="{BAR}" width="{WIDTH - 2}" height="{HEIGHT - BAR - 1}" fill="#fff"/>']
    left, small_top = 24, BAR + 22
    for command in COMMANDS.values():
        label = escape(command.labels["en"])
        sign = SIGNS[command.name]
        if PICTURES[command.name].size == "large":
            middle = left + LARGE // 2
            parts += [
                (
                    f'<text x="{middle}" y="{BAR + 38}" font-size="30" fill="#107c41"'
                    f' text-anchor="middle">{sign}</text>'
                ),
                (
                    f'<text x="{middle}" y="{BAR + 66}" font-size="13" fill="#222"'
                    f' text-anchor="middle">{label}</text>'
                ),
            ]
            left += LARGE
            continue
        parts += [
            f'<text x="{left + 12}" y="{small_top + 5}" font-size="16" fill="#107c41">{sign}</text>',
            f'<text x="{left + 38}" y="{small_top + 5}" font-size="13" fill="#222">{label}</text>',
        ]
        small_top += 30
    right = left + 150
    parts += [
        f'<line x1="{right}" y1="{BAR + 10}" x2="{right}" y2="{HEIGHT - 12}" stroke="#d0d0d0"/>',
        (
            f'<text x="{(24 + right) // 2}" y="{HEIGHT - 12}" font-size="11" fill="#777"'
            ' text-anchor="middle">This sheet</text>'
        ),
    ]
    return parts


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")
