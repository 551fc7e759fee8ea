"""The list of words that the search knows: it is short, and stays so."""

from __future__ import annotations

import inspect
import re

from xlpoker.layout import words

MOST_WORDS = 150


def test_the_list_is_closed() -> None:
    """A word is listed only if it heads a column of cards, players, deals or the board."""
    assert len(words.ROLE_OF) <= MOST_WORDS


def test_each_word_has_one_role() -> None:
    """No word is listed twice, and each is written in small letters."""
    lists = re.findall(r'Role\.\w+: """(.*?)"""', inspect.getsource(words), re.DOTALL)
    listed = " ".join(lists).split()
    assert sorted(listed) == sorted(words.ROLE_OF)
    assert [word for word in listed if word != word.lower()] == []
