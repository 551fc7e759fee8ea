"""Files on a real Dask scheduler with two worker processes, one of which is killed in the middle of the job."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.books import CARDS
from support.commands import COMMAND

from xlpoker.errors import BookError
from xlpoker.evaluator.cards import card_text
from xlpoker.workbook.job import Counts, Options, wins
from xlpoker.workbook.many_files import on_cluster

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not find_spec("distributed"), reason="Dask is not installed")]

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

FILES, ROWS = 10, 4000


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write Parquet files of two hands a row."""
    folder = tmp_path_factory.mktemp("deals")
    source = random.Random(5)
    deck = [card_text(code) for code in range(52)]
    deals = [source.sample(deck, 10) for _ in range(ROWS)]
    for number in range(FILES):
        source.shuffle(deals)
        rows = deals[: ROWS - 100 * number]
        table = pa.table({name: [row[place] for row in rows] for place, name in enumerate(CARDS)})
        parquet.write_table(table, folder / f"deals_{number:02}.parquet")
    return sorted(folder.iterdir())


@contextlib.contextmanager
def program(*command):
    """Run a part of Dask as a process of its own."""
    environment = os.environ | {
        "PYTHONPATH": str(Path(__file__).parent.parent),
        "DASK_DISTRIBUTED__WORKER__DAEMON": "True",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", *command], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        process.wait()


def worker(file):
    """Start a worker of the scheduler that has written a file."""
    options = ("--scheduler-file", str(file), "--no-nanny", "--no-dashboard", "--nthreads", "1")
    return program("distributed.cli.dask_worker", *options)


def client_of(address):
    """Return a client of the scheduler at an address."""
    from distributed import Client

    return Client(address, set_as_default=False)


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """Start a scheduler and a worker; give the scheduler's file and its address."""
    file = tmp_path_factory.mktemp("dask") / "scheduler.json"
    options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
    with program("distributed.cli.dask_scheduler", *options):
        for _ in range(600):
            if file.exists() and file.read_text():
                break
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        with worker(file):
            with client_of(address) as client:
                client.wait_for_workers(1)
            yield file, address


def test_a_killed_worker_loses_nothing(scheduler, files):
    """Every file is scored once and whole, though one of two workers dies when the first files are done."""
    file, address = scheduler
    done = {}
    with worker(file) as second, client_of(address) as client:
        client.wait_for_workers(2)
        for book, result in on_cluster(files, address, Options()):
            assert isinstance(result, Counts), result
            assert book not in done
            done[book] = result
            if len(done) == 3:
                second.kill()
        assert second.wait(10) == -signal.SIGKILL
    assert sorted(done) == files
    for book, counts in done.items():
        assert counts.as_dict() == wins(book).as_dict() | {"output": counts.output}
        scored = parquet.read_table(counts.output)
        assert scored.num_rows == counts.rows == parquet.read_metadata(book).num_rows
        assert scored.column("winner").to_pylist().count(1) == counts.players[0]


def test_a_bad_file_is_a_result(scheduler, files, tmp_path):
    """A file that cannot be read is reported for itself; wins are counted without writing anything."""
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(files[0].read_bytes()[:1000])
    results = dict(on_cluster([files[0], broken], scheduler[1], Options(), written=False))
    assert isinstance(results[broken], BookError)
    assert "broken.parquet is damaged" in str(results[broken])
    assert results[files[0]].as_dict() == wins(files[0]).as_dict()


NOBODY = {
    "refused": ("tcp://127.0.0.1:9", "refused"),
    "no-scheme": ("127.0.0.1:9", "refused"),
    "no-port": ("nonsense", "missing port number in address 'nonsense'"),
    "scheme": ("nope://127.0.0.1:9", "unknown address scheme 'nope'"),
}


@pytest.mark.parametrize(("address", "reason"), NOBODY.values(), ids=NOBODY)
def test_nobody_there(tmp_path, forks, address, reason):
    """Without a scheduler at the address one sentence says how to start one, and nothing comes behind it."""
    (tmp_path / "a.parquet").touch()
    no_client = "import distributed\ndistributed.Client = None\n"  # which takes twenty seconds to go
    done = forks.start(no_client + COMMAND, "wins", tmp_path / "a.parquet", "--scheduler", address).wait()
    assert done.err.startswith(f"xlpoker: no scheduler answers at {address}: ")
    assert reason in done.err
    assert done.err.endswith(f"start one with 'dask scheduler' and workers with 'dask worker {address}'\n")
    assert (done.err.count("\n"), done.code) == (1, 2)
