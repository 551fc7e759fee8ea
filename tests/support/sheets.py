"""What the search finds in a sheet."""

from xlpoker.errors import QuestionError
from xlpoker.layout.find import find
from xlpoker.layout.model import Question


def find_layout(grid, game="five-card"):
    """Return the layout that the search finds; raise `QuestionError` for a question."""
    found = find(grid, game)
    if isinstance(found, Question):
        raise QuestionError(found.lines())
    return found
