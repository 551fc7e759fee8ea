"""The functions in their hosts: Excel's add-in, xlwings Lite, LibreOffice Calc, plain formulas."""
