"""Workbooks of XML parts (.xlsx, .xlsm): worksheets read as arrays, results written, and all else copied byte for byte."""
