"""The functions in their host programs: Excel's add-in, xlwings Lite and Server, LibreOffice Calc, and formulas without Python."""
