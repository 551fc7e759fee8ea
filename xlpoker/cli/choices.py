"""A question about a sheet as a choice on a terminal: 1, 2 or 3, then the answer follows.

    book.xlsx: Sheet1!B1: three cards each: which rules?
      1  three-card, casino rules: a straight beats a flush   Anna 5H 6H 7H · Ben 2C 2D 9S
      2  front hands, Chinese poker: pairs and trips only     Anna 5H 6H 7H · Ben 2C 2D 9S
    Which one? [1, 2]:

The columns of a ledger are asked about in the same way (`import`, `report`). In a pipe, with -q,
--json or --csv nothing is asked: the question is an error with options to
paste, exit code 2.
"""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any, TypeVar

import click

from xlpoker.cli.terminal import say
from xlpoker.errors import Choice, QuestionError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["asks_on_a_terminal", "can_ask", "raise_question"]

Result = TypeVar("Result")


def can_ask(form: str | None, *, quiet: bool) -> bool:
    """Tell whether somebody sits at a terminal who can answer."""
    is_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
    return is_terminal and form is None and not quiet


def raise_question(result: Result) -> Result:
    """Return a result; raise it if it is a question that has answers to choose from."""
    if isinstance(result, QuestionError) and result.choices:
        raise result
    return result


def asks_on_a_terminal(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command ask the question that it raises, and run again with the answer."""

    @functools.wraps(command)
    def asking(**parameters: Any) -> None:
        typed: list[str] = []
        while True:
            try:
                command(**parameters)
                break
            except QuestionError as question:
                asks = can_ask(parameters.get("form"), quiet=parameters["quiet"])
                if not asks or not question.choices:
                    raise
                choice = _asked(question)
            parameters = _with_choice(parameters, choice)
            typed.append(choice.typed)
        if typed:
            say(f"Without the question the next time: add {' '.join(typed)}", err=True)

    return asking


def _asked(question: QuestionError) -> Choice:
    """Return the answer that somebody chooses."""
    cause, *_, last_line = question.lines
    say(cause, err=True)
    widest = max(len(choice.words) for choice in question.choices)
    for number, choice in enumerate(question.choices, start=1):
        say(f"  {number}  {choice.words:<{widest}}   {choice.preview}".rstrip(), err=True)
    has_own_way = len(question.lines) > len(question.choices) + 1
    if has_own_way:
        say(f"     {last_line}", err=True)
    numbers = [str(number) for number in range(1, len(question.choices) + 1)]
    answer: str = click.prompt("Which one?", type=click.Choice(numbers), err=True)
    return question.choices[int(answer) - 1]


def _with_choice(parameters: dict[str, Any], choice: Choice) -> dict[str, Any]:
    """Return the parameters of a command with those of an answer.

    What is left out of the search already stays so.
    """
    answered = dict(parameters)
    for name, value in choice.arguments.items():
        if name == "sheet":
            answered[name] = (value,)
        elif name == "columns":  # of a ledger
            meanings = [f"{column}={meaning}" for column, meaning in value.items()]
            answered[name] = (*parameters[name], *meanings)
        elif name == "hands":
            answered[name] = tuple(value)
        elif name == "skip" and parameters[name]:
            answered[name] = f"{parameters[name]},{value}"
        else:
            answered[name] = value
    return answered
