"""xlwings.conf, the settings that the xlwings add-in reads: ``"KEY","value"``, one a line.

Other projects keep settings there too. A change touches the lines of its own keys and leaves every other one as it is,
letter for letter, in its place.
"""

from __future__ import annotations

__all__ = ["setting", "with_module", "with_setting", "without_module"]


def _key_of(line: str) -> str:
    return line.partition(",")[0].strip().strip('"').upper()


def setting(text: str, key: str) -> str | None:
    """Return a setting, None where there is none.

    >>> setting('"INTERPRETER_WIN","C:\\\\py\\\\pythonw.exe"\\n"SHOW CONSOLE","False"\\n', "show console")
    'False'
    """
    for line in text.splitlines():
        if _key_of(line) == key.upper():
            return line.partition(",")[2].strip().removeprefix('"').removesuffix('"')
    return None


def with_setting(text: str, key: str, value: str | None) -> str:
    """Return the text with a setting changed, added at the end, or (None) taken out.

    >>> with_setting('"A","1"\\n"B","2"\\n', "a", "3"), with_setting('"A","1"\\n', "B", "2"), with_setting('"A","1"', "A", None)
    ('"A","3"\\n"B","2"\\n', '"A","1"\\n"B","2"\\n', '')
    """
    new = "" if value is None else f'"{key.upper()}","{value}"'
    lines = text.splitlines(keepends=True)
    end = "\r\n" if "\r\n" in text else "\n"
    for place, line in enumerate(lines):
        if _key_of(line) == key.upper():
            lines[place] = new + line[len(line.rstrip("\r\n")) :] if new else ""
            return "".join(lines)
    if not new:
        return text
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += end
    return "".join([*lines, new + end])


def with_module(modules: str | None, module: str) -> str:
    """Return a list of modules (``a;b``) that names this one too.

    >>> with_module(None, "xlpoker.udfs"), with_module("mine;", "xlpoker.udfs"), with_module("a; xlpoker.udfs", "xlpoker.udfs")
    ('xlpoker.udfs', 'mine;xlpoker.udfs', 'a; xlpoker.udfs')
    """
    names = _names(modules)
    return modules or "" if module in names else ";".join([*names, module])


def without_module(modules: str | None, module: str) -> str | None:
    """Return a list of modules without this one, None when nothing is left.

    >>> without_module("mine;xlpoker.udfs", "xlpoker.udfs"), without_module("xlpoker.udfs", "xlpoker.udfs")
    ('mine', None)
    """
    return ";".join(name for name in _names(modules) if name != module) or None


def _names(modules: str | None) -> list[str]:
    return [name.strip() for name in (modules or "").split(";") if name.strip()]
