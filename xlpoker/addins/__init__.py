"""Bringing the functions to the programs that host them: Excel for Windows, xlwings Lite, xlwings Server."""
