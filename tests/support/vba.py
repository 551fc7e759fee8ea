"""The VBA project of the add-in as programs of others read it."""

import io
import warnings

import olefile

from xlpoker.hosts.template import wrappers

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # oletools calls pyparsing by its old names
    from oletools import olevba

TEXT = wrappers().replace("\n", "\r\n").encode()
"""The module of the functions, with Windows' ends of lines."""


def read_by_olefile(content):
    """Return the streams as olefile reads them, every defect that it knows being an error."""
    with olefile.OleFileIO(io.BytesIO(content), raise_defects=olefile.DEFECT_UNSURE) as book:
        assert book.parsing_issues == []
        return {"/".join(path): book.openstream(path).read() for path in book.listdir()}


def modules_of(addin):
    """Return the texts of all modules as oletools reads them."""
    parser = olevba.VBA_Parser("x.xlam", data=addin)
    return {path.rpartition("/")[2]: code for _, path, _, code in parser.extract_all_macros()}
