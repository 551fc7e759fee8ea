"""How the time of a piece of work grows with its input: finds regular expressions, draws hostile texts for each, compares lengths."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import log
from random import Random
from time import process_time
from types import ModuleType
from typing import Any, NamedTuple

METHODS = ("fullmatch", "match", "search", "finditer", "findall", "sub", "split")
LENGTHS = (16, 24, 36, 48, 64, 96, 144, 216, 324, 486, 729, 1024, 1536, 2304, 4096)
"""Lengths of texts, each near to the one before.

Exponential growth then ends in seconds: what takes less than `MEASURABLE` at a length tries some 20,000 ways,
and not more than the square of them at the next one.
"""
MEASURABLE = 0.001  # seconds of processor time
LINEAR = 1.5
"""The power of the length that no measurement of a linear piece of work reaches."""
CLEARLY_FASTER = 1.8
"""A power between the two may come from other programs: it is measured more often."""
BEGINNINGS = ("", "A", "- ")
PUMPS = (
    *"aA1 _.,*#-:/()[]'\"@$",
    "a_",
    "A.",
    "1,",
    "a ",
    " 1",
    "1:",
    "a, ",
    "()",
    "[]",
    "Ah",
    "\n",
    "\t",
    "é",
    "\u2660",
)
ENDS = ("", "!", "\0", "1")
_SIGN_OF_AN_EXPRESSION = re.compile(r"\\[sdwbn]|\(\?|[])][*+?]")
"""What stands in expressions, and hardly ever in other texts."""
_CLASSES = {
    "CATEGORY_DIGIT": "17",
    "CATEGORY_NOT_DIGIT": "a #",
    "CATEGORY_SPACE": " \t",
    "CATEGORY_NOT_SPACE": "a#",
    "CATEGORY_WORD": "aA1_",
    "CATEGORY_NOT_WORD": " #*",
}


class Expression(NamedTuple):
    """A compiled regular expression of a module, and the methods by which the package uses it."""

    where: str
    pattern: re.Pattern[Any]
    methods: tuple[str, ...]


def modules_with_expressions(packages: Iterable[str]) -> Iterator[str]:
    """Yield the names of the modules of some packages that import `re`; they are not imported for it."""
    for package in packages:
        path = importlib.import_module(package).__path__
        for module in pkgutil.walk_packages(path, f"{package}."):
            source = importlib.util.find_spec(module.name).loader.get_source(module.name)
            if "\nimport re\n" in source:
                yield module.name


def expressions_of(name: str) -> Iterator[Expression]:
    """Yield the different expressions of a module.

    They are in its variables, also in collections, as patterns or as texts; in calls of `re`; or a function makes
    them once.
    """
    module = importlib.import_module(name)
    source = inspect.getsource(module)
    tree = ast.parse(source)
    known = set()
    for expression in chain(
        _in_variables(module, tree, source),
        _made_once(module, source),
        _in_calls(module, tree),
        _in_texts(module, tree),
    ):
        if expression.pattern.pattern not in known:
            known.add(expression.pattern.pattern)
            yield expression


def _in_variables(module: ModuleType, tree: ast.Module, source: str) -> Iterator[Expression]:
    """Yield the patterns in the variables of a module."""
    for variable in sorted(_own_variables(tree) & vars(module).keys()):
        value = vars(module)[variable]
        methods = _methods_of(variable, source)
        for number, pattern in enumerate(_patterns_in(value)):
            place = f"[{number}]" if pattern is not value else ""
            yield Expression(f"{module.__name__}.{variable}{place}", pattern, methods)


def _made_once(module: ModuleType, source: str) -> Iterator[Expression]:
    """Yield the patterns that functions make when they are first called, and keep."""
    for name, function in sorted(vars(module).items()):
        is_own = getattr(function, "__module__", "") == module.__name__
        if not is_own or not hasattr(function, "cache_info"):
            continue
        if inspect.signature(function).parameters:
            continue
        for pattern in _patterns_in(function()):
            call = f"{name}()"
            yield Expression(f"{module.__name__}.{call}", pattern, _methods_of(call, source))


def _in_texts(module: ModuleType, tree: ast.Module) -> Iterator[Expression]:
    """Yield the texts in variables that are given to `re` by another name: as an argument, or from a collection."""
    methods = _methods_of_other_names(module, tree)
    for variable in sorted(_own_variables(tree) & vars(module).keys()):
        value = vars(module)[variable]
        texts = [value] if isinstance(value, str) else value
        if not methods or not isinstance(texts, (list, tuple)):
            continue
        for number, text in enumerate(texts):
            if isinstance(text, str) and _SIGN_OF_AN_EXPRESSION.search(text):
                place = f"[{number}]" if text is not value else ""
                yield Expression(f"{module.__name__}.{variable}{place}", re.compile(text), methods)


def _methods_of_other_names(module: ModuleType, tree: ast.Module) -> tuple[str, ...]:
    """Return the methods of `re` that are called with a name that is no variable of the module."""
    used = set()
    for node in ast.walk(tree):
        has_name = _is_call_of_re(node) and isinstance(node.args[0], ast.Name)
        if has_name and node.args[0].id not in vars(module):
            used.add(node.func.attr)
    return tuple(method for method in METHODS if method in used)


def _is_call_of_re(node: ast.AST) -> bool:
    """Tell whether a node is a call such as `re.search(pattern, text)`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
        return False
    return isinstance(node.func.value, ast.Name) and node.func.value.id == "re"


def _own_variables(tree: ast.Module) -> set[str]:
    """Return the names that a module binds."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return {node.id for node in nodes if isinstance(node.ctx, ast.Store)}


def _patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from _patterns_in([*value, *value.values()])
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _patterns_in(item)
    elif inspect.ismethod(value) or inspect.isbuiltin(value):  # _NAME = re.compile(..).match
        yield from _patterns_in(value.__self__)


def _methods_of(name: str, source: str) -> tuple[str, ...]:
    """Return the methods of an expression that a module names; the strictest one where it names none."""
    used = set(re.findall(rf"\b{re.escape(name)}\.({'|'.join(METHODS)})\b", source))
    return tuple(method for method in METHODS if method in used) or ("search",)


def _in_calls(module: ModuleType, tree: ast.Module) -> Iterator[Expression]:
    """Yield the expressions of calls such as `re.search(r"..", text)`; those made from other texts are not known here."""
    for node in ast.walk(tree):
        if not _is_call_of_re(node):
            continue
        text = _text_of(node.args[0], module)
        if text is not None and node.func.attr in (*METHODS, "compile"):
            method = "search" if node.func.attr == "compile" else node.func.attr
            yield Expression(
                f"{module.__name__}:{ast.unparse(node.args[0])}", re.compile(text), (method,)
            )


def _text_of(argument: ast.expr, module: ModuleType) -> Any:
    """Return the text of an argument: one that is written there, or that of a variable of the module."""
    if isinstance(argument, ast.Constant):
        return argument.value
    value = vars(module).get(argument.id) if isinstance(argument, ast.Name) else None
    return value if isinstance(value, (str, bytes)) else None


def _drawn(tree: Iterable[tuple[Any, Any]], random: Random) -> Iterator[str]:
    for kind, value in tree:
        name = str(kind)
        if name == "LITERAL":
            yield chr(value)
        elif name == "NOT_LITERAL":
            yield random.choice([letter for letter in "a1 #(" if letter != chr(value)])
        elif name == "ANY":
            yield random.choice("xA1 .:#")
        elif name == "IN":
            yield _of_class(value, random)
        elif name == "BRANCH":
            yield from _drawn(random.choice(value[1]), random)
        elif name == "SUBPATTERN":
            yield from _drawn(value[3], random)
        elif name == "ATOMIC_GROUP":
            yield from _drawn(value, random)
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, part = value
            for _ in range(random.randint(int(least), min(int(most), int(least) + 3))):
                yield from _drawn(part, random)
        elif name == "ASSERT" and value[0] > 0:
            yield from _drawn(value[1], random)


def _of_class(parts: Iterable[tuple[Any, Any]], random: Random) -> str:
    """Return a character of a class such as ``[a-z\\d]``."""
    letters, negated, excluded = "", False, ""
    for kind, value in parts:
        name = str(kind)
        if name == "NEGATE":
            negated = True
        elif name == "LITERAL":
            letters += chr(value)
        elif name == "RANGE":
            letters += chr(value[0]) + chr(value[1])
        else:
            letters += _CLASSES[str(value)]
    if negated:
        excluded, letters = letters, 'aA1 _#*-.:,;(["\n'
        letters = "".join(letter for letter in letters if letter not in excluded) or "\u2660"
    return random.choice(letters or "a")


class Hostile(NamedTuple):
    """A text that is a beginning, a pump that is repeated, and an end."""

    beginning: str
    pump: str
    end: str

    def text(self, length: int) -> str:
        """Return the text with its pump as often as a length has room for it."""
        return self.beginning + self.pump * (length // len(self.pump)) + self.end


def hostile_texts(pattern: re.Pattern[Any], samples: int) -> Iterator[Hostile]:
    """Yield pumps of all kinds, and pieces of what the expression matches, repeated where they stand."""
    for beginning in BEGINNINGS:
        for pump in PUMPS:
            yield Hostile(beginning, pump, ENDS[(len(beginning) + len(pump)) % len(ENDS)])
    random = Random(0)
    tree = re._parser.parse(pattern.pattern, pattern.flags)  # type: ignore[attr-defined]
    for _ in range(samples):
        sample = "".join(_drawn(tree, random)) or "a"
        start = random.randrange(len(sample))
        length = random.randint(1, 4)
        pump, rest = sample[start : start + length], sample[start + length :]
        yield Hostile(sample[:start], pump, random.choice(ENDS))
        yield Hostile(sample[:start], pump, rest + random.choice(ENDS))
        yield Hostile(
            sample[: start + 1],
            random.choice(PUMPS),
            random.choice((rest, "")) + random.choice(ENDS),
        )
        yield Hostile("", sample[: start + 1], random.choice(ENDS))


def growth_of(work: Callable[[int], object], lengths: Iterable[int] = LENGTHS) -> float:
    """Return the power of the length with which the time of a piece of work grows, 1.0 where no time is measurable.

    Each length that takes a measurable time is compared with one of a quarter, until the time grows too fast. What seems
    to do so is measured again, since another program may have been in the way.
    """
    known: list[int] = []
    fastest = 1.0
    for length in lengths:
        if known and _seconds(work, length) >= MEASURABLE:
            shorter = max((other for other in known if 4 * other <= length), default=known[0])
            growth = _power(work, shorter, length, repeats=1)
            measurements = 1
            while growth >= LINEAR and measurements <= (3 if growth > CLEARLY_FASTER else 10):
                growth = min(growth, _power(work, shorter, length, repeats=3))
                measurements += 1
            fastest = max(fastest, growth)
            if growth >= LINEAR:
                break
        known.append(length)
    return fastest


def _power(work: Callable[[int], object], shorter: int, longer: int, repeats: int) -> float:
    before = min(_seconds(work, shorter) for _ in range(3 * repeats))
    after = min(_seconds(work, longer) for _ in range(repeats))
    return log(max(after, 1e-9) / max(before, 1e-9)) / log(longer / shorter)


def _seconds(work: Callable[[int], object], length: int) -> float:
    begun = process_time()
    work(length)
    return process_time() - begun


def worst_growth(
    expression: Expression, samples: int, allowed: float = LINEAR, lengths: Iterable[int] = LENGTHS
) -> tuple[float, str, Hostile | None]:
    """Return the fastest growth that hostile texts bring about, with the method and the text; the first one not allowed ends it."""
    worst: tuple[float, str, Hostile | None] = (1.0, "", None)
    is_bytes = isinstance(expression.pattern.pattern, bytes)
    for hostile in hostile_texts(expression.pattern, samples):
        for method in expression.methods:
            work = _work(expression.pattern, method, hostile, is_bytes=is_bytes)
            growth = growth_of(work, lengths)
            if growth >= allowed:  # once more: a pause of the machine looks like growth, too
                growth = min(growth, growth_of(work, lengths))
            if growth > worst[0]:
                worst = growth, method, hostile
            if growth >= allowed:
                return worst
    return worst


def _work(
    pattern: re.Pattern[Any], method: str, hostile: Hostile, *, is_bytes: bool
) -> Callable[[int], object]:
    def run(length: int) -> None:
        text: Any = hostile.text(length)
        if is_bytes:
            text = text.encode()
        if method == "sub":
            pattern.sub(text[:0], text)
        elif method == "finditer":
            for _ in pattern.finditer(text):
                pass
        else:
            getattr(pattern, method)(text)

    return run
