"""Print how an answer came about: the best help where a strange sheet is read otherwise."""

from __future__ import annotations

from xlpoker.errors import quoted
from xlpoker.layout.reading import Finding, Question, Reading, Trace

__all__ = ["why"]


def why(finding: Finding) -> list[str]:
    """Return in a few lines how the search came to an answer."""
    trace = finding.trace
    lines = [f"tables: {_tables(finding)}"]
    if trace.cards:
        lines.append(f"cards are written as {trace.cards}")
    if trace.shape:
        lines.append(f"shape: {trace.shape.value}")
        lines.append(f"rows of headings: {_rows(trace)}")
    if trace.named_by is not None:
        lines.append(f"the hands are named by row {trace.named_by + 1}")
    if trace.checks:
        lines.append(f"checks without a finding: {', '.join(map(_words, trace.checks))}")
    for named in trace.games:
        place = named.cell or f"the name {quoted(named.text)}"
        game = named.game or ("one that is not scored" if named.reason else "none that is known")
        lines.append(f"{place} names a game: {game}")
    if isinstance(finding.answer, Question):
        lines.append(f"asked by: {_words(trace.asked_by) or 'the search for tables'}")
    return lines


def _words(name: str) -> str:
    """Return the name of a function as words."""
    return name.replace("_", " ")


def _tables(finding: Finding) -> str:
    """Return the rows of each table; one that goes on below the searched rows has no last row yet."""
    places = finding.trace.tables
    if not places:
        return "none"
    searched_rows = 0
    if isinstance(finding.answer, Reading):
        searched_rows = finding.answer.searched_rows
    texts = []
    for first, last in places:
        goes_on = 0 < searched_rows <= last
        end = "the end" if goes_on else last + 1
        texts.append(f"rows {first + 1} to {end}")
    return ", ".join(texts)


def _rows(trace: Trace) -> str:
    """Return the rows of headings."""
    if not trace.heading_rows:
        return "none"
    return ", ".join(str(row + 1) for row in trace.heading_rows)
