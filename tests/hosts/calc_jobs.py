"""What tests ask of a LibreOffice that runs: its own Python does it, inside. `hosts.calc_session` asks.

Each job opens documents of its own and closes them. Nothing of pytest is there.
"""
# ruff: noqa: FBT003 - UNO knows no names of arguments

from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.table import TableSortField

FILTERS = {
    "csv": "Text - txt - csv (StarCalc)",
    "ods": "calc8",
    "pdf": "calc_pdf_Export",
    "xls": "MS Excel 97",
    "xlsx": "Calc MS Excel 2007 XML",
}
"""LibreOffice's names of the kinds of files that it writes."""
CONTENT = 1 | 2 | 4
"""The flags of numbers, dates and texts, which emptying a cell takes away."""
NEW = "private:factory/scalc"
OF_ADD_INS = 11
"""The category of functions that extensions bring."""


def service(name):
    """Return a service of LibreOffice."""
    context = uno.getComponentContext()
    return context.ServiceManager.createInstanceWithContext(name, context)


def named_value(name, value):
    """Return an argument of a call of LibreOffice."""
    return PropertyValue(name, 0, value, 0)


def opened(path):
    """Return a document that nobody sees; raises an exception of LibreOffice where it is none."""
    url = path if path == NEW else Path(path).as_uri()
    desktop = service("com.sun.star.frame.Desktop")
    return desktop.loadComponentFromURL(url, "_blank", 0, (named_value("Hidden", True),))


def converted(path, kind, target):
    """Write a document as another kind of file; after a colon may stand options of that kind."""
    ending, _, options = kind.partition(":")
    document = opened(path)
    try:
        store(document, target, FILTERS[ending], options)
    finally:
        document.close(True)


def store(document, target, filter_name, options=""):
    """Write a document, which stays open."""
    words = [named_value("FilterName", filter_name)]
    if options:
        words.append(named_value("FilterOptions", options))
    document.storeToURL(Path(target).as_uri(), tuple(words))


def answers(path, steps):
    """Return the rows of each area that is read, in order, of a book into which is typed.

    A step is a sheet and either an area to read, or cells to type over, by address. Errors come as LibreOffice shows them.
    """
    book = opened(path)
    try:
        book.calculateAll()
        book.enableAutomaticCalculation(False)
        found = []
        for sheet_name, content in steps:
            sheet = book.Sheets.getByName(sheet_name)
            if isinstance(content, str):
                book.calculate()
                found.append(shown(sheet.getCellRangeByName(content)))
            else:
                for address, cell in content.items():
                    type_over(sheet.getCellRangeByName(address), cell)
        return found
    finally:
        book.close(True)


def type_over(area, content):
    """Type a number or a text into a cell; None empties a cell or an area."""
    if content is None:
        area.clearContents(CONTENT)
    elif isinstance(content, str):
        area.setString(content)
    else:
        area.setValue(content)


def shown(area):
    """Return the rows of an area: numbers, texts, and errors as they are shown."""
    return [
        [
            area.getCellByPosition(column, row).getString() if value is None else value
            for column, value in enumerate(cells)
        ]
        for row, cells in enumerate(area.getDataArray())
    ]


def typed_formulas(formulas):
    """Return what each formula shows that is typed, in the language of the windows, and the number of its error."""
    book = opened(NEW)
    try:
        cell = book.Sheets.getByIndex(0).getCellByPosition(0, 0)
        answers_and_errors = []
        for formula in formulas:
            cell.FormulaLocal = formula
            answers_and_errors.append([cell.getString(), cell.getError()])
        return answers_and_errors
    finally:
        book.close(True)


def functions():
    """Return what the wizard shows of each function: its name, its text, and the arguments of those of extensions.

    An argument is its name, its text, and whether it may be left out.
    """
    all_functions = service("com.sun.star.sheet.FunctionDescriptions")
    found = []
    for place in range(all_functions.getCount()):
        facts = {fact.Name: fact.Value for fact in all_functions.getByIndex(place)}
        arguments = [
            [argument.Name, argument.Description, argument.IsOptional]
            for argument in facts["Arguments"] or ()
            if facts["Category"] == OF_ADD_INS
        ]
        found.append([facts["Name"], facts["Category"], facts["Description"], arguments])
    return found


def extension():
    """Return what the list of extensions shows of ours."""
    manager = uno.getComponentContext().getValueByName(
        "/singletons/com.sun.star.deployment.ExtensionManager"
    )
    package = manager.getDeployedExtension("user", "org.xlpoker.calc", "xlpoker.oxt", None)
    return {
        "name": package.getDisplayName(),
        "version": package.getVersion(),
        "publisher": package.getPublisherInfo().First,
        "text": package.getDescription(),
        "width of the icon": package.getIcon(False).Size.Width,
        "licence": package.getLicenseText(),
    }


def moved(path):
    """Insert a row and a column into a scored book, type beside the hands, sort the rows, and save the book."""
    document = opened(path)
    sheet = document.Sheets.getByIndex(0)
    sheet.Rows.insertByIndex(3, 1)
    sheet.Columns.insertByIndex(0, 1)
    sheet.getCellRangeByName("A2").setString("mine")
    sheet.getCellRangeByName("F2").setString("5D")
    field = TableSortField()
    field.Field, field.IsAscending = 19, False
    fields = uno.Any("[]com.sun.star.table.TableSortField", (field,))
    order = (named_value("SortFields", fields), named_value("ContainsHeader", True))
    sheet.getCellRangeByName("A1:X9").sort(order)
    store(document, path, FILTERS["xlsx"])
    document.close(True)


def scenario(name, folder):
    """Return what a scenario of clicks returns."""
    import calc_scenarios  # which needs xlpoker

    return getattr(calc_scenarios, name)(Path(folder))


def names_of_scenarios():
    """Return the names of all scenarios that are no measurement."""
    import calc_scenarios

    return [scenario.__name__ for scenario in calc_scenarios.SCENARIOS]
