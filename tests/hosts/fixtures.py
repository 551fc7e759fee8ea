"""The hosts as fixtures, a plugin of `tests/conftest.py`: each is started when a test first asks for it, and ended last.

The tests that ask for `com`, `wine` and `lite` are all in `test_hosts.py`: one worker runs a file, and starts each of them once.
"""

import contextlib
import os
import shutil
from pathlib import Path

import pytest

from hosts import Host, lite


def skip_or_fail(reason):
    """Skip the test that is about to run, or fail it where engines are required."""
    if os.environ.get("XLPOKER_ENGINES") == "required":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def pytest_runtest_setup(item):
    """Skip tests marked ``engine(program)`` where the program is missing."""
    for marker in item.iter_markers("engine"):
        (program,) = marker.args
        if shutil.which(program) is None:
            skip_or_fail(f"{program} is not installed")


def fetch_or_skip(name, fetch, folder):
    """Return what a host needs from the network, or skip the test where it cannot be fetched."""
    try:
        return fetch(folder)
    except RuntimeError as error:
        return skip_or_fail(f"{name} cannot be fetched: {error}")


@pytest.fixture(scope="session")
def com():
    """Return Excel for Windows up to its door: xlwings' COM server over a stub of pywin32."""
    with Host("com") as host:
        yield host


@pytest.fixture(scope="session")
def wine():
    """Return Excel for Windows under Wine: xlwings' own DLL and COM server in Windows Python."""
    from hosts import windows  # which needs POSIX

    fetch_or_skip("Windows Python", windows.fetch, windows.cache())
    with Host("wine") as host:
        yield host


@pytest.fixture(scope="session")
def pyodide(request):
    """Return the folder with Pyodide and its wheels, fetched once and kept with pytest's cache."""
    if shutil.which("npm") is None:
        skip_or_fail("npm is not installed")
    folder = Path(os.environ.get("XLPOKER_LITE") or request.config.cache.mkdir("pyodide"))
    fetch_or_skip("Pyodide", lite.fetch, folder)
    return str(folder)


@pytest.fixture(name="lite", scope="session")
def lite_host(pyodide):
    """Return Pyodide with what `xlpoker excel lite` prints: the functions straight from Python."""
    with Host("lite", XLPOKER_LITE=pyodide) as host:
        yield host


@pytest.fixture(scope="session")
def calc():
    """Return LibreOffice 25.2, from the backports of the distribution, with the extension."""
    from hosts import libreoffice

    programs = fetch_or_skip("LibreOffice 25.2", libreoffice.fetch, libreoffice.cache())
    with libreoffice.Calc(programs) as office:
        yield office


@pytest.fixture(scope="session")
def calc_installed():
    """Return the LibreOffice of this machine with the extension."""
    from hosts import libreoffice

    programs = libreoffice.installed()
    if programs is None:
        skip_or_fail("the LibreOffice of this machine runs no Python: apt install python3-uno")
    with libreoffice.Calc(programs) as office:
        yield office


@pytest.fixture(name="libreoffice", scope="session")
def convert_with_libreoffice(calc_installed):
    """Return a function that lets LibreOffice convert files to a kind, into a folder.

    A file that it cannot read is left out.
    """

    def convert(kind, folder, *files):
        for file in map(Path, files):
            with contextlib.suppress(RuntimeError):
                shutil.copy(calc_installed.converted(file, kind), folder / f"{file.stem}.{kind}")

    return convert
