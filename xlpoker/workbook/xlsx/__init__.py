"""Workbooks of XML parts (.xlsx, .xlsm): parts read as arrays, results written with everything else byte for byte."""
