"""Write `tests/data/xlwings_udfs.bas` anew: ``PYTHONPATH=.:tests python -m hosts.golden``."""

from hosts import HERE, Host

GOLDEN = HERE.parent / "data" / "xlwings_udfs.bas"

if __name__ == "__main__":
    with Host("wine") as excel:
        GOLDEN.write_text(excel.ask("imported", "book.xlsm")[0], encoding="utf-8")
