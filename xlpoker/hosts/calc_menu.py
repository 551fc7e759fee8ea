"""The menu and the toolbar *xlpoker* in LibreOffice Calc, in English and German.

Four parts of the extension make them::

    Addons.xcu           the menu and the toolbar, shown in Calc only
    CalcWindowState.xcu  the name of the toolbar
    ProtocolHandler.xcu  commands that begin with org.xlpoker: go to the component
    clicks.py            the component; it calls `xlpoker.hosts.calc_click.clicked`

A program clicks by a dispatch, too. With an argument ``Choice``, the number that answers a question or
0, no window opens; the result has the text, and its state says whether the click did its work::

    helper.executeDispatch(frame, "org.xlpoker:score", "", 0, (PropertyValue("Choice", 0, 1, 0),))
"""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape

from xlpoker.scoring.buttons import COMMANDS

__all__ = ["NEEDS", "PROTOCOL", "TOOLBAR", "menu_parts"]

PROTOCOL = "org.xlpoker:"
TOOLBAR = "org.xlpoker.toolbar"
NEEDS = """\
if sys.version_info < (3, 10):
    raise ImportError("xlpoker needs LibreOffice 25.2 or newer here: the Python in this one is too old")
"""
"""The first lines of a component; any Python 3 parses them."""

_CALC = "com.sun.star.sheet.SpreadsheetDocument"
_TITLE = "xlpoker"
_ROOT = """\
<?xml version="1.0" encoding="UTF-8"?>
<oor:component-data xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 oor:name="{name}" oor:package="org.openoffice.{package}">
{content}</oor:component-data>
"""
_HANDLER = """\
<node oor:name="HandlerSet"><node oor:name="org.xlpoker.Clicks" oor:op="replace">
<prop oor:name="Protocols" oor:type="oor:string-list"><value>org.xlpoker:*</value></prop></node></node>
"""
_BAR = """\
<node oor:name="UIElements"><node oor:name="States">
<node oor:name="private:resource/toolbar/addon_{toolbar}" oor:op="replace">
<prop oor:name="UIName" oor:type="xs:string"><value>{title}</value></prop>
<prop oor:name="Visible" oor:type="xs:boolean"><value>true</value></prop></node></node></node>
"""
_COMPONENT = '''\
"""The menu of xlpoker in LibreOffice Calc; written by `xlpoker.hosts.calc_menu`, change nothing here."""

import sys

{needs}
import unohelper
from com.sun.star.frame import DispatchResultEvent, FeatureStateEvent, XDispatchProvider, XNotifyingDispatch
from com.sun.star.frame.DispatchResultState import DONTKNOW, FAILURE, SUCCESS
from com.sun.star.lang import XInitialization, XServiceInfo

from xlpoker.hosts.calc_click import clicked
from xlpoker.scoring.buttons import COMMANDS

NAME = "org.xlpoker.Clicks"
SERVICE = "com.sun.star.frame.ProtocolHandler"
STATES = {"good": SUCCESS, "question": DONTKNOW, "error": FAILURE}


class Clicks(unohelper.Base, XDispatchProvider, XNotifyingDispatch, XInitialization, XServiceInfo):
    """Does what the commands of one window say."""

    def __init__(self, context, *_):
        self.frame = None

    def initialize(self, arguments):
        self.frame = arguments[0] if arguments else None

    def queryDispatch(self, url, target, flags):
        return self if url.Protocol == "{protocol}" and url.Path in COMMANDS else None

    def queryDispatches(self, requests):
        return tuple(self.queryDispatch(one.FeatureURL, one.FrameName, one.SearchFlags) for one in requests)

    def dispatch(self, url, arguments):
        self.dispatchWithNotification(url, arguments, None)

    def dispatchWithNotification(self, url, arguments, listener):
        numbers = [int(one.Value) for one in arguments if one.Name == "Choice"]
        done = clicked(url.Path, self.frame, numbers[0] if numbers else None)
        if listener is not None:
            state = STATES[done.kind.value]
            listener.dispatchFinished(DispatchResultEvent(self, state, done.text))

    def addStatusListener(self, listener, url):
        listener.statusChanged(FeatureStateEvent(self, url, "", True, False, None))

    def removeStatusListener(self, listener, url):
        pass

    def getImplementationName(self):
        return NAME

    def supportsService(self, name):
        return name == SERVICE

    def getSupportedServiceNames(self):
        return (SERVICE,)


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Clicks, NAME, (SERVICE,))
'''


def menu_parts() -> dict[str, str]:
    """Return the parts of the extension that make the menu, by their names.

    >>> list(menu_parts())
    ['clicks.py', 'ProtocolHandler.xcu', 'Addons.xcu', 'CalcWindowState.xcu']
    """
    bar = _BAR.format(toolbar=TOOLBAR, title=_TITLE)
    return {
        "clicks.py": _COMPONENT.replace("{needs}", NEEDS).replace("{protocol}", PROTOCOL),
        "ProtocolHandler.xcu": _settings("ProtocolHandler", _HANDLER),
        "Addons.xcu": _settings("Addons", _addons()),
        "CalcWindowState.xcu": _settings("CalcWindowState", bar, package="Office.UI"),
    }


def _settings(name: str, content: str, package: str = "Office") -> str:
    """Return a file of settings of LibreOffice."""
    return _ROOT.format(name=name, package=package, content=content)


def _addons() -> str:
    """Return the menu and the toolbar, each with all commands.

    LibreOffice orders the entries by the length of their names, then by the names.
    """
    entries = [
        _entry(f"entry{number}", f"{PROTOCOL}{name}", command.labels)
        for number, (name, command) in enumerate(COMMANDS.items(), start=1)
    ]
    menu = _node("Submenu", "".join(entries), is_new=False)
    title = _texts("Title", {"en": _TITLE}) + _text("Context", _CALC) + menu
    menus = _node("OfficeMenuBar", _node("org.xlpoker.menu", title), is_new=False)
    toolbar = _node("OfficeToolBar", _node(TOOLBAR, "".join(entries)), is_new=False)
    return _node("AddonUI", menus + toolbar, is_new=False)


def _entry(name: str, url: str, labels: Mapping[str, str]) -> str:
    """Return an entry of a menu or a toolbar."""
    texts = [_text("URL", url), _texts("Title", labels)]
    texts += [_text("Target", "_self"), _text("Context", _CALC)]
    return _node(name, "".join(texts))


def _node(name: str, content: str, *, is_new: bool = True) -> str:
    operation = ' oor:op="replace"' if is_new else ""
    return f'<node oor:name="{name}"{operation}>\n{content}</node>\n'


def _text(name: str, value: str) -> str:
    value = escape(value)
    return f'<prop oor:name="{name}" oor:type="xs:string"><value>{value}</value></prop>\n'


def _texts(name: str, values: Mapping[str, str]) -> str:
    """Return a property with a text for each language; other languages show the English one."""
    texts = "".join(
        f'<value xml:lang="{language}">{escape(value)}</value>'
        for language, value in {"en-US": values["en"], **values}.items()
    )
    return f'<prop oor:name="{name}" oor:type="xs:string">{texts}</prop>\n'
