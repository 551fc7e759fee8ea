"""All processors for all tests, where pytest-xdist is installed; tests that are named file by file run in one process."""

import os
from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Start a worker for each processor, unless ``-n`` says how many, or files are named; a worker starts none."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    whole = all(Path(config.invocation_params.dir, name).is_dir() for name in config.args)
    here = hasattr(config, "workerinput") or config.option.usepdb or config.option.collectonly
    if whole and usable > 1 and not here and getattr(config.option, "numprocesses", 0) is None:
        config.option.numprocesses = usable
        config.option.dist = "loadgroup"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep tests in one process that share what a module makes once."""
    for item in items:
        made = getattr(item, "_fixtureinfo", None)
        scopes = {one.scope for definitions in made.name2fixturedefs.values() for one in definitions} if made else set()
        if "module" in scopes and item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.name))
