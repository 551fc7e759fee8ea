"""How tests are spread over the processors, and the programs outside Python.

Without names of files all processors are used, where pytest-xdist is installed; one worker runs all tests of a file, and
those with a host of spreadsheet functions. A test that needs a program which is missing skips with a reason, or fails where
engines are required.
"""

import gc
import os
import re
import shutil
import subprocess
import sys
from array import array
from collections import Counter
from itertools import combinations, count
from pathlib import Path

import pytest
from hosts import Host
from hosts.lite import fetched
from support.blocks import blocks, ways_of_sheets
from support.commands import Forks

from xlpoker.evaluator.hand import strength
from xlpoker.odds import deals

# programs: some need a licence key, or POSIX, to be imported
collect_ignore_glob = ["hosts/*", "support/*_runs.py", "support/forks.py"]


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Start a worker for each processor, unless ``-n`` says how many, or files are named; a worker starts none.

    Compiled modules are kept, whatever the environment says: hundreds of processes would compile them anew.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    usable = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    whole = all(Path(config.invocation_params.dir, name).is_dir() for name in config.args)
    here = hasattr(config, "workerinput") or config.option.usepdb or config.option.collectonly
    if whole and usable > 1 and not here and getattr(config.option, "numprocesses", 0) is None:
        config.option.numprocesses = usable
        config.option.dist = "loadfile"
        config.option.loadscopereorder = False


def starts_hosts(file):
    """Tell whether the tests of a file start hosts."""
    return Path(file).name.startswith(("test_host_", "test_hosts."))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give a worker all tests of a file, and one of them all files whose tests start hosts: a host is started once."""
    from xdist.scheduler import LoadFileScheduling

    class Files(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file = super()._split_scope(nodeid)
            return "hosts" if starts_hosts(file) else file

    return Files(config, log) if config.option.dist == "loadfile" else None


def pytest_collection_modifyitems(config, items):
    """Let workers begin with the hosts, then with the files that have slow tests."""
    if hasattr(config, "workerinput"):
        slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
        items.sort(key=lambda item: (not starts_hosts(item.path), not slow[item.path]))


def pytest_collection_finish():
    """Take what stays to the end out of garbage collections, of which reading a table again makes one."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    """Do the same with what a module has left behind."""
    if nextitem is not None and nextitem.path != item.path:
        pytest_collection_finish()


def pytest_runtest_setup(item):
    """Skip tests marked ``engine(program)`` where the program is missing."""
    for marker in item.iter_markers("engine"):
        (program,) = marker.args
        if shutil.which(program) is None:
            do_without(f"{program} is not installed")


def do_without(reason):
    """Skip the test that is about to run, or fail it where engines are required."""
    if os.environ.get("XLPOKER_ENGINES") == "required":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


NUMBERS = count()


@pytest.fixture
def tmp_path(request, tmp_path_factory):
    """Return a folder of the test's own; pytest's fixture of this name reads those of all earlier tests for a free number."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    folder = tmp_path_factory.getbasetemp() / f"{name}{next(NUMBERS)}"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture(scope="session")
def com():
    """Return Excel for Windows up to its door: xlwings' COM server over a stub of pywin32."""
    with Host("com") as host:
        yield host


@pytest.fixture(scope="session")
def wine():
    """Return Excel for Windows under Wine: xlwings' own DLL and COM server in Windows Python."""
    from hosts.windows import cache, fetched

    try:
        fetched(cache())
    except RuntimeError as error:
        do_without(f"Windows Python cannot be fetched: {error}")
    with Host("wine") as host:
        yield host


@pytest.fixture(scope="session")
def pyodide(request):
    """Return the folder with Pyodide and its wheels, fetched once and kept with pytest's cache."""
    if shutil.which("npm") is None:
        do_without("npm is not installed")
    folder = Path(os.environ.get("XLPOKER_LITE") or request.config.cache.mkdir("pyodide"))
    try:
        fetched(folder)
    except RuntimeError as error:
        do_without(f"Pyodide cannot be fetched: {error}")
    return str(folder)


@pytest.fixture(scope="session")
def lite(pyodide):
    """Return Pyodide with what `xlpoker excel lite` prints: the functions straight from Python."""
    with Host("lite", XLPOKER_LITE=pyodide) as host:
        yield host


@pytest.fixture(scope="session")
def five_card_values():
    """Return every five-card hand's value, hands in the order of their codes."""
    return array("H", map(strength, combinations(range(52), 5)))


@pytest.fixture(scope="session")
def libreoffice(tmp_path_factory):
    """Return what lets LibreOffice convert files to a kind, into a folder."""
    profile = tmp_path_factory.mktemp("libreoffice").as_uri()

    def convert(kind, folder, *files):
        command = [
            "soffice",
            f"-env:UserInstallation={profile}",
            "--headless",
            "--convert-to",
            kind,
            "--outdir",
        ]
        subprocess.run(
            [*command, str(folder), *map(str, files)], check=True, capture_output=True, timeout=300
        )

    return convert


@pytest.fixture(scope="session")
def forks(tmp_path_factory):
    """Return the process from which commands are forked."""
    with Forks(tmp_path_factory.mktemp("forks")) as process:
        yield process


@pytest.fixture
def streamed():
    """Read worksheets in blocks of few rows; give what came of each: False where it was read as a whole."""
    with blocks(first=5, piece=2500), ways_of_sheets() as came:
        yield came


@pytest.fixture(scope="session")
def calc():
    """Return LibreOffice 25.2, from the backports of the distribution, with the extension."""
    from hosts import libreoffice

    try:
        programs = libreoffice.fetched(libreoffice.cache())
    except RuntimeError as error:
        do_without(f"LibreOffice 25.2 cannot be fetched: {error}")
    with libreoffice.Calc(programs) as office:
        yield office


@pytest.fixture(scope="session")
def calc_installed():
    """Return the LibreOffice of this machine with the extension."""
    from hosts import libreoffice

    programs = libreoffice.installed()
    if programs is None:
        do_without("the LibreOffice of this machine runs no Python: apt install python3-uno")
    with libreoffice.Calc(programs) as office:
        yield office


@pytest.fixture(params=["numpy", "python"])
def sampler(request, monkeypatch):
    """Return the function that deals at random, where NumPy is installed and where it is not."""
    if request.param == "python":
        monkeypatch.setattr(deals, "numpy_engine", lambda: None)
    return deals.sample
