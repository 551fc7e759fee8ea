"""As much of pywin32 as xlwings' COM server touches, so that its own code runs unchanged where there is no Windows.

Nothing of xlwings is replaced: `install` puts these modules where ``import pythoncom`` finds them and imports xlwings as
it would be imported under Windows. Objects of Excel cross the border as `PyIDispatch` and come out as `CDispatch`, as
with the real thing.
"""
# ruff: noqa: D102 - the names say what they are in Excel

from __future__ import annotations

import asyncio  # loaded here, as the next ones, before `install` pretends another platform
import concurrent.futures  # noqa: F401
import contextlib
import ctypes
import datetime as dt
import multiprocessing  # noqa: F401
import sys
import time
import types
from decimal import Decimal
from typing import Any

with contextlib.suppress(ImportError):  # under Wine there is neither
    import numpy  # noqa: F401, ICN001
    import pandas  # noqa: F401, ICN001

IID_IDISPATCH = "{00020400-0000-0000-C000-000000000046}"
IID_RANGE = "{00020846-0000-0000-C000-000000000046}"


class ComError(Exception):
    """``pywintypes.com_error``: what a call to Excel raises."""

    def __init__(
        self, hresult: int = -2147352567, text: str = "Exception occurred.", reason: str = ""
    ) -> None:
        details = (0, "Microsoft Excel", reason, None, 0, -2146827284) if reason else None
        super().__init__(hresult, text, details, None)
        self.hresult = hresult
        self.strerror = text
        self.excepinfo = details


class TimeType(dt.datetime):
    """``pywintypes.TimeType``: a date in a cell."""


class PyIDispatch:
    """An object of Excel as it crosses the border: a bare pointer that tells its type."""

    def __init__(self, target: Any) -> None:
        self.target = target

    def GetTypeInfo(self) -> PyIDispatch:
        return self

    def GetDocumentation(self, _index: int) -> tuple[str, None, int, None]:
        return (type(self.target).__name__, None, 0, None)

    def GetTypeAttr(self) -> Any:
        return types.SimpleNamespace(
            iid=getattr(self.target, "IID", "{00020400-0000-0000-C000-000000000000}")
        )


class Border:
    """What crosses the border between Python and Excel: how many calls, and how long Excel takes for them."""

    def __init__(self) -> None:
        self.calls = 0
        self.seconds = 0.0

    def cross(self, function: Any, *arguments: Any) -> Any:
        """Return what an object of Excel answers, as Python gets it."""
        self.calls += 1
        start = time.process_time()
        try:
            return _wrapped(function(*map(_plain, arguments)))
        finally:
            self.seconds += time.process_time() - start


BORDER = Border()


class CDispatch:
    """An object of Excel on Python's side: attributes are asked of Excel."""

    def __init__(self, oleobj: PyIDispatch) -> None:
        self.__dict__["_oleobj_"] = oleobj

    def __getattr__(self, name: str) -> Any:
        return BORDER.cross(getattr, self._oleobj_.target, name)

    def __setattr__(self, name: str, value: Any) -> None:
        BORDER.cross(setattr, self._oleobj_.target, name, value)

    def __iter__(self) -> Any:
        for item in self._oleobj_.target.items:
            yield BORDER.cross(lambda each=item: each)

    def __call__(self, *args: Any) -> Any:
        try:
            return BORDER.cross(self._oleobj_.target, *args)
        except KeyError:
            raise ComError from None


def _plain(value: Any) -> Any:
    """Return an argument as Excel gets it: an object of its own, or a value."""
    return value._oleobj_.target if isinstance(value, CDispatch) else value


def _wrapped(value: Any) -> Any:
    """Return an answer of Excel as Python gets it: a value, a method, or an object."""
    if value is None or isinstance(value, str | int | float | Decimal | tuple | dt.datetime):
        return value
    if isinstance(value, types.MethodType | types.FunctionType):
        return lambda *args: BORDER.cross(value, *args)
    return CDispatch(PyIDispatch(value))


def dispatch(thing: Any, **_: Any) -> CDispatch:
    """Return an object of Excel on Python's side, from whatever names it."""
    if isinstance(thing, CDispatch):
        return thing
    return CDispatch(thing if isinstance(thing, PyIDispatch) else PyIDispatch(thing))


class Collection:
    """A collection of Excel: counted from 1, or asked by name."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items

    @property
    def Count(self) -> int:
        return len(self.items)

    def __call__(self, key: Any) -> Any:
        if isinstance(key, int):
            return self.items[key - 1]
        return {item.Name: item for item in self.items}[key]


class Range:
    """Cells of a worksheet: a formula's argument, or the cell that holds the formula."""

    IID = IID_RANGE
    Row = 1
    Column = 7
    Address = "$G$1"

    def __init__(self, value: Any, book: Workbook) -> None:
        rows = value if isinstance(value, tuple) else ((value,),)
        self.Value = value
        self.Rows = Collection(list(rows))
        self.Columns = Collection(list(rows[0]))
        self.Worksheet = book.Worksheets(1)


class Workbook:
    """A workbook with one worksheet, in Excel 16."""

    def __init__(self, name: str) -> None:
        self.Name = name
        self.Application = types.SimpleNamespace(Version="16.0", Hwnd=1)
        self.Worksheets = Collection([types.SimpleNamespace(Name="Sheet1", Parent=self)])


class _Anything(types.ModuleType):
    """A module of which only the names matter: constants, and functions that are never called here."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_args, **_options: 0


def _module(name: str, **content: Any) -> types.ModuleType:
    module = _Anything(name)
    module.__dict__.update(content)
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)
    return module


def _unwrap(_thing: Any) -> Any:
    raise ValueError("not a Python object")


def install() -> Any:
    """Put the stub in place and return xlwings, imported as under Windows."""
    asyncio.new_event_loop().close()  # from CPython 3.14 on, the first loop decides by the platform what a loop is
    error = type("error", (Exception,), {})
    _module("pywintypes", com_error=ComError, error=error, IID=str, TimeType=TimeType)
    types_of = {IID_IDISPATCH: PyIDispatch}
    ids = {
        "IID_IDispatch": IID_IDISPATCH,
        "IID_IEnumVARIANT": "{00020404-0000-0000-C000-000000000046}",
    }
    _module(
        "pythoncom", TypeIIDs=types_of, com_error=ComError, ole_error=ComError, **ids
    ).__file__ = None
    for name in ("win32api", "win32con", "win32gui", "win32timezone", "win32event"):
        _module(name)
    _module("win32process", GetWindowThreadProcessId=lambda _hwnd: (1, 1))
    base = type("CoClassBaseClass", (), {})
    other = type("DispatchBaseClass", (), {})
    _module("win32com", __path__=[])
    client = {
        "Dispatch": dispatch,
        "DispatchEx": dispatch,
        "CDispatch": CDispatch,
        "CoClassBaseClass": base,
    }
    _module("win32com.client", DispatchBaseClass=other, gencache=_Anything("gencache"), **client)
    _module("win32com.server", __path__=[])
    _module("win32com.server.util", wrap=_Held, unwrap=_Held.unwrap)
    for name in ("policy", "dispatcher", "exception"):
        _module(f"win32com.server.{name}")
    for name in ("windll", "oledll"):
        setattr(ctypes, name, _Library())
    true_dll, ctypes.PyDLL = ctypes.PyDLL, lambda _name: _Library()
    platform, sys.platform = sys.platform, "win32"
    try:
        import xlwings
        import xlwings.com_server
    finally:
        sys.platform = platform
        ctypes.PyDLL = true_dll
    return xlwings


class _Library:
    """A library of Windows: every function is there and does nothing."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Function()


class _Function(_Library):
    def __call__(self, *_args: Any) -> int:
        return 0

    def __setattr__(self, name: str, value: Any) -> None:
        """Accept restype and argtypes."""


class _Held:
    """A Python object that Excel holds: ``win32com.server.util.wrap``."""

    def __init__(self, held: Any, *_: Any, **__: Any) -> None:
        self.held = held

    @staticmethod
    def unwrap(thing: Any) -> Any:
        if not isinstance(thing, _Held):
            raise TypeError("not a Python object")
        return thing.held
