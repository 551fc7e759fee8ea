"""The functions in their host programs: Excel's add-in, xlwings Lite, LibreOffice Calc, and formulas without Python."""
