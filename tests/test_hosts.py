"""Every host shows what the catalogue says: the same ten thousand hands through each of them."""

import pytest
from hosts import MISSING, WINE, Range, rows_of_answer
from hosts.deals import formulas

from xlpoker.functions import CATALOGUE, call

pytestmark = [pytest.mark.slow]

HANDS = 10_000


@pytest.fixture(scope="module")
def asked():
    """Return formulas over ten thousand hands, and what the catalogue answers."""
    made = list(formulas(HANDS))
    return made, [rows_of_answer(call(name, *map(plain, arguments))) for name, arguments in made]


def plain(argument):
    """Return an argument as rows of cells."""
    return (
        argument.rows if isinstance(argument, Range) else None if argument == MISSING else argument
    )


def test_the_hands_are_what_users_have(asked):
    """All functions, 10,000 hands at least, values of every kind, and a good many bad and blank rows among them."""
    made, answers = asked
    assert {name for name, _ in made} == set(CATALOGUE)
    values = [
        row[0]
        for (name, _), rows in zip(made, answers, strict=True)
        if name == "HANDVAL"
        for row in rows
    ]
    assert len(values) >= HANDS
    assert 100 < sum(value == "" for value in values) < len(values) / 10
    reasons = {value for value in values if isinstance(value, str)} - {""}
    assert len(reasons) > 10
    assert len({value for value in values if isinstance(value, int)}) > 1000


NODE = pytest.mark.engine("node")
HOSTS = [
    "com",
    pytest.param("lite", marks=NODE),
    pytest.param("wine", marks=[pytest.mark.engine(program) for program in WINE]),
]


@pytest.mark.parametrize("host", HOSTS)
def test_every_host_shows_what_the_catalogue_says(host, asked, request):
    """The same formulas, the same cells, the same answers."""
    made, answers = asked
    shown = request.getfixturevalue(host).calls(made)
    for formula, expected, found in zip(made, answers, shown, strict=True):
        assert found == expected, formula[0]
