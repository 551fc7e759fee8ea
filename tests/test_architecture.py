"""The house keeps its shape: imports go down only, nothing heavy is loaded before it is used, the search reads plainly."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from support.cases import check_each

import xlpoker

PACKAGE = Path(xlpoker.__file__).parent
HEAVY = [
    "numpy",
    "pandas",
    "openpyxl",
    "xlwings",
    "rich",
    "click",
    "dask",
    "pyarrow",
    "lxml",
    "numba",
]

LAYERS = {
    "xlpoker.errors": 0,
    "xlpoker.addresses": 0,
    "xlpoker.text": 0,
    "xlpoker.evaluator": 1,
    "xlpoker.scales": 2,
    "xlpoker.odds": 2,
    "xlpoker.api": 3,
    "xlpoker.arrays": 3,
    "xlpoker.functions": 3,
    "xlpoker.files": 3,
    "xlpoker.layout": 4,
    "xlpoker.scoring": 5,
    "xlpoker.histories": 5,
    "xlpoker.workbook": 6,
    "xlpoker": 6,  # what `import xlpoker` offers, and the version
    "xlpoker.accessor": 6,
    "xlpoker.dealing": 6,
    "xlpoker.report": 7,
    "xlpoker.frames": 7,
    "xlpoker.udfs": 8,
    "xlpoker.hosts": 8,
    "xlpoker.cli": 9,
    "xlpoker.__main__": 9,
}
NUMPY = (
    "xlpoker.evaluator.batch",
    "xlpoker.odds.equity",
    "xlpoker.arrays",
    "xlpoker.dealing",
    "xlpoker.scales.arrays",
    "xlpoker.scales.audit",
    "xlpoker.odds.all_boards",
    "xlpoker.odds.known_rows",
    "xlpoker.odds.random_deals",
    "xlpoker.odds.range_boards",
    "xlpoker.odds.range_categories",
    "xlpoker.frames",
    "xlpoker.report",
    "xlpoker.scoring",
    "xlpoker.workbook",
)


@cache
def modules():
    """Return the path of every module of the package by its dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def layer(module):
    """Return the layer of a module: that of the longest name in the table which it starts with."""
    while module not in LAYERS:
        module = module.rpartition(".")[0]
    return LAYERS[module]


@cache
def source(module):
    """Return the text of a module."""
    return modules()[module].read_text("utf-8")


@cache
def tree(module):
    """Return the syntax tree of a module."""
    return ast.parse(source(module))


@pytest.fixture(scope="module", autouse=True)
def trees_for_these_tests():
    """Drop the trees behind the tests: each collection of garbage would go through half a million nodes."""
    yield
    tree.cache_clear()


def imported(node, module):
    """Return the dotted names that one import statement loads."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = node.module or ""
    if node.level:
        package = module if modules()[module].name == "__init__.py" else module.rpartition(".")[0]
        parts = package.split(".")[: len(package.split(".")) - node.level + 1]
        base = ".".join([*parts, *filter(None, [node.module])])
    names = [f"{base}.{alias.name}" for alias in node.names]
    return [name if name in modules() else base for name in names]


@cache
def imports(module):
    """Return what a module imports, also inside functions and for type checking."""
    found = set()
    pending = [tree(module)]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.update(imported(node, module))
        pending += [
            inner for inner in ast.iter_child_nodes(node) if not isinstance(inner, ast.expr)
        ]
    return found


def within(name, packages):
    """Tell whether a dotted name is one of the packages or lies in one."""
    return any(name == package or name.startswith(package + ".") for package in packages)


def test_imports_go_down():
    """No module imports from a layer above its own, not even inside a function."""
    ours = [(one, name) for one in modules() for name in imports(one) if within(name, ["xlpoker"])]
    assert [(one, name) for one, name in ours if layer(name) > layer(one)] == []


def test_every_package_has_a_floor():
    """A new package says in the table above on which floor it stands."""
    assert {".".join(module.split(".")[:2]) for module in modules()} == set(LAYERS)


def test_the_page_on_architecture_names_the_packages():
    """docs/architecture.md has a line for every package, with its floor."""
    page = (PACKAGE.parent / "docs" / "architecture.md").read_text("utf-8")
    floors = {
        name: int(floor)
        for floor, names in re.findall(r"^\| (\d) \| (`xlpoker.*?) \|", page, re.MULTILINE)
        for name in re.findall(r"`(.+?)`", names)
    }
    assert floors == LAYERS


def test_imports_make_no_circle():
    """Modules can be put in an order in which each comes after all that it imports, in functions and for types, too."""
    needs = {
        module: {name for name in imports(module) if name in modules()} for module in modules()
    }
    while free := [module for module, names in needs.items() if not names - {module}]:
        for module in free:
            del needs[module]
        for names in needs.values():
            names.difference_update(free)
    assert needs == {}


def test_no_module_imports_through_a_package_that_imports_it():
    """What a package's first module loads takes its neighbours from their modules; the package is half made then."""
    for package in (module for module, path in modules().items() if path.name == "__init__.py"):
        for module in imports(package) & set(modules()):
            loads = [
                node.module for node in ast.walk(tree(module)) if isinstance(node, ast.ImportFrom)
            ]
            assert package not in loads, module


def test_files_know_no_cards():
    """What reads and writes bytes needs nothing of ours but the errors and its own package."""
    names = {
        name
        for module in modules()
        if within(module, ["xlpoker.files"])
        for name in imports(module)
    }
    assert [
        one
        for one in names
        if within(one, ["xlpoker"]) and not within(one, ["xlpoker.errors", "xlpoker.files"])
    ] == []


ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)
TELLING = ("all", "any", "bool", "isinstance")
"""Functions that tell whether something is so."""


def is_truth_value(node):
    """Tell whether an expression is a truth value: a comparison, a negation, or a call of a function that tells."""
    if isinstance(node, ast.BoolOp):
        return all(map(is_truth_value, node.values))
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, ast.Compare) or (
        isinstance(node, ast.Call) and ast.unparse(node.func) in TELLING
    )


def numbers_in(node):
    """Return the expressions that a node takes as numbers: operands, what `sum` adds, what an index is."""
    if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ARITHMETIC):
        return [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum":
        return [getattr(argument, "elt", argument) for argument in node.args]
    return (
        [node.slice]
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.List | ast.Tuple)
        else []
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("total + (first < last)", True),
        ("total += not names", True),
        ("[name] * (size == 5)", True),
        ("sum(card in hand for card in cards)", True),
        ("('no', 'yes')[any(rows)]", True),
        ("total + len(rows)", False),
        ("(hands > 1) & (size == 5)", False),
        ("total + (5 if names else 2)", False),
    ],
)
def test_what_arithmetic_on_truth_values_is(text, expected):
    """A condition that is added, multiplied, summed or taken as an index is arithmetic; one that decides is none."""
    assert (
        any(
            is_truth_value(number)
            for node in ast.walk(ast.parse(text))
            for number in numbers_in(node)
        )
        == expected
    )


def test_no_module_adds_truth_values():
    """A decision is written as a condition, not as a 0 or 1 in a sum."""
    check_each({module: module for module in modules()}, check_truth_values)


def check_truth_values(module):
    numbers = [number for node in ast.walk(tree(module)) for number in numbers_in(node)]
    assert [ast.unparse(number) for number in numbers if is_truth_value(number)] == []


def test_the_rules_of_poker_need_the_standard_library_only():
    """Evaluator, scales and odds are pure Python; NumPy is for arrays, Numba for its engine, pandas for who asks for a table."""
    rules = {module: module for module in modules() if layer(module) <= 2}
    check_each(rules, check_foreign_imports)


def check_foreign_imports(module):
    foreign = {name.partition(".")[0] for name in imports(module)} - set(sys.stdlib_module_names)
    allowed = {"numba"} if module.endswith(".engine_numba") else set()
    if module in {"xlpoker.evaluator.hand", "xlpoker.odds.equity", "xlpoker.odds.outs"}:
        allowed = {"pandas"}  # by their method to_frame, and nowhere else
    assert foreign <= {"xlpoker", *allowed, *(["numpy"] if within(module, NUMPY) else [])}


def test_numpy_has_its_places():
    """NumPy is imported where arrays are at home and nowhere else."""
    loading = [
        module for module in modules() if any(within(name, ["numpy"]) for name in imports(module))
    ]
    assert [module for module in loading if not within(module, NUMPY)] == []


def test_every_module_says_why_it_exists():
    """The first line of each module that holds anything is its docstring."""
    assert [
        one for one in modules() if source(one).strip() and not ast.get_docstring(tree(one))
    ] == []


def in_a_fresh_python(code):
    """Return what a program prints as JSON in an interpreter of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(done.stdout)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "module",
    [
        "xlpoker",
        "xlpoker.evaluator.hand",
        "xlpoker.functions",
        "xlpoker.udfs",
        "xlpoker.workbook.jobs",
        "xlpoker.scoring.open_sheet",
    ],
)
def test_importing_loads_nothing_heavy(module):
    """The packages for workbooks, arrays and the command line stay away until they are used."""
    code = f"import json, sys, {module}; print(json.dumps([name for name in {HEAVY} if name in sys.modules]))"
    assert in_a_fresh_python(code) == []


def test_writing_a_workbook_loads_nothing_of_the_internet():
    """Some small functions of the standard library bring its HTTP client along, which takes longer than most files."""
    code = "import json, sys, xlpoker.workbook.new_book; print(json.dumps('http.client' in sys.modules))"
    assert in_a_fresh_python(code) is False


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "module", ["xlpoker", "xlpoker.evaluator.hand", "xlpoker.functions", "xlpoker.udfs"]
)
def test_importing_builds_no_tables(module):
    """No table is there until the first hand is valued, and only the values of five cards are built then."""
    code = f"""
import json, {module}
from xlpoker.evaluator import classes, hand, primes
def tables():
    made = [classes._ladder, primes.five_card_values, classes.short_values, primes._shorts]
    return [table.cache_info().currsize for table in made]
def kept():
    return [len(primes.RANKS), len(primes.SUITED), len(hand.QUICK_VALUES)]
before = tables(), kept()
xlpoker.value("5H 5C 6S 7S KD")
first = tables(), kept()
xlpoker.value("5H 6H 7H 9H KH")
print(json.dumps([before, first, [tables(), kept()]]))
"""
    assert in_a_fresh_python(code) == [
        [[0, 0, 0, 0], [0, 0, 0]],
        [[0, 1, 0, 0], [1, 0, 1]],
        [[0, 1, 0, 0], [2, 1, 1]],
    ]
