"""How tests are spread over the processors, and what many files share.

Without names of files all processors are used, where pytest-xdist is installed. One worker runs all tests of a file
(``--dist=loadfile``), so that fixtures of a module are made once; those of the hosts are in `hosts/fixtures.py`.
"""

import gc
import os
import sys
from array import array
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from support.commands import Forks
from support.samples import RELEASE, USUAL, choose, mark_all_but_samples_as_slow

from xlpoker.evaluator.hand import strength

pytest_plugins = ["hosts.fixtures"]
# programs: some need a licence key, or POSIX, to be imported
collect_ignore_glob = ["hosts/*", "support/*_runs.py", "support/forks.py"]


def pytest_addoption(parser):
    """Let ``--samples release`` ask for the large samples of a release."""
    help_text = "how many random cases tests take"
    parser.addoption("--samples", choices=[USUAL, RELEASE], default=USUAL, help=help_text)


def pytest_configure(config):
    """Choose the samples before tests are collected."""
    choose(config.getoption("samples"))


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Start a worker for each processor, unless ``-n`` says how many, or files are named; a worker starts none.

    Compiled modules are kept, whatever the environment says: hundreds of processes would compile them anew.
    Hypothesis does without plugins, for which it would import Trio, Selenium's.
    OpenBLAS, which NumPy loads, starts no threads: they would wait busily for matrices that never come.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["HYPOTHESIS_NO_PLUGINS"] = "1"
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.dont_write_bytecode = False
    has_xdist = hasattr(config.option, "numprocesses")
    if hasattr(config, "workerinput") or not has_xdist:
        return
    if config.option.dist == "no":
        config.option.dist = "loadfile"
        config.option.loadscopereorder = False
    has_files = any(not Path(config.invocation_params.dir, name).is_dir() for name in config.args)
    stays_alone = config.option.usepdb or config.option.collectonly
    if not has_files and not stays_alone and config.option.numprocesses is None:
        config.option.numprocesses = processors()


def processors():
    """Return how many processors this process may use; 0, no worker, for a single one."""
    if hasattr(os, "sched_getaffinity"):
        usable = len(os.sched_getaffinity(0))
    else:
        usable = os.cpu_count() or 1
    return usable if usable > 1 else 0


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark what is slow; a worker begins with the file of the hosts, then with the files that take long."""
    mark_all_but_samples_as_slow(items)
    if hasattr(config, "workerinput"):
        weights = Counter()
        for item in items:
            weights[item.path] += weight(item)
        items.sort(key=lambda item: (item.path.stem != "test_hosts", -weights[item.path]))


def weight(item):
    """Return how long a test takes beside others: a program like LibreOffice is started for seconds."""
    if item.get_closest_marker("engine"):
        return 50
    return 5 if item.get_closest_marker("slow") else 1


def pytest_collection():
    """Collect no garbage while thousands of tests are made, all of which stay."""
    gc.disable()


def pytest_collection_finish():
    """Take what stays to the end out of garbage collections, of which reading a table again makes one."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def five_card_values():
    """Return every five-card hand's value, hands in the order of their codes."""
    return array("H", map(strength, combinations(range(52), 5)))


@pytest.fixture(scope="session")
def forks(tmp_path_factory):
    """Return the process from which commands are forked."""
    with Forks(tmp_path_factory.mktemp("forks")) as process:
        yield process


@pytest.fixture
def streamed():
    """Read worksheets in blocks of few rows; give what came of each: False where it was read as a whole."""
    from support.blocks import blocks, ways_of_sheets  # not for each worker and file: NumPy

    with blocks(first=5, piece=2500), ways_of_sheets() as came:
        yield came
