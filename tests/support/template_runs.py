"""The add-in from the templates of other versions of xlwings.

Run by hand: ``pip download --no-deps --only-binary=:all: --platform win_amd64 --dest WHEELS xlwings==0.33.0`` for each
version, then ``PYTHONPATH=tests python -m support.template_runs WHEELS/*.whl``. Printed is a line a wheel: what oletools
and olefile read in the add-in, every module being letter for letter that of the template or ours, or the refusal.
"""

import io
import sys
import zipfile
from pathlib import Path

from support.vba import TEXT, modules_of, read_by_olefile
from xlpoker.errors import BookError
from xlpoker.hosts.template import NAME, filled


def verdict(wheel: Path) -> str:
    """Return what becomes of the template in a wheel of xlwings."""
    with zipfile.ZipFile(wheel) as archive:
        template = archive.read("xlwings/quickstart_addin.xlam")
    try:
        made = filled(template, "C:\\py\\python.exe")
    except BookError as error:
        return str(error)
    old, new = modules_of(template), modules_of(made)
    same = new.pop(NAME).encode() == TEXT and new == old
    with zipfile.ZipFile(io.BytesIO(made)) as book:
        streams = read_by_olefile(book.read("xl/vbaProject.bin"))
    return f"{'good' if same else 'DIFFERENT'}, {len(old) + 1} modules, {len(streams)} streams"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        sys.stdout.write(f"{Path(name).name}: {verdict(Path(name))}\n")
