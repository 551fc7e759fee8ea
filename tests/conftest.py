"""Programs outside Python: a test that needs one skips with a reason, or fails where engines are required."""

import os
import shutil

import pytest
from hosts import Host


def pytest_runtest_setup(item):
    """Skip tests marked ``engine(program)`` where the program is missing."""
    for marker in item.iter_markers("engine"):
        (program,) = marker.args
        if shutil.which(program) is None:
            reason = f"{program} is not installed"
            if os.environ.get("XLPOKER_ENGINES") == "required":
                pytest.fail(reason, pytrace=False)
            pytest.skip(reason)


@pytest.fixture(scope="session")
def com():
    """Return Excel for Windows up to its door: xlwings' COM server over a stub of pywin32."""
    with Host("com") as host:
        yield host
