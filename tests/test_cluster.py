"""Files on a real Dask scheduler with two worker processes, one of which is killed in the middle of the job."""

import contextlib
import json
import os
import random
import shutil
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.books import CARDS, ONE, TWO
from support.books import book as book_of_hands
from support.cases import cases
from support.commands import COMMAND, Forks, run

from xlpoker.errors import BookError
from xlpoker.evaluator.cards import card_text
from xlpoker.workbook import many_files
from xlpoker.workbook.jobs import Counts, Options, wins
from xlpoker.workbook.many_files import on_cluster

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not find_spec("distributed"), reason="Dask is not installed"),
]

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


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    """Return the process from which parts of Dask are forked, which take seconds to import."""
    parts = ["distributed.cli.dask_scheduler", "distributed.cli.dask_worker", "pyarrow.parquet"]
    with Forks(tmp_path_factory.mktemp("dask"), *parts) as process:
        yield process


PROGRAM = """import signal, sys
if hasattr(signal, "alarm"):
    signal.alarm(0)
from {} import main
main(sys.argv[1:])"""


@contextlib.contextmanager
def program(dask, name, *words):
    """Run a part of Dask as a process of its own."""
    process = dask.start(PROGRAM.format(name), *words)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def worker(dask, file):
    """Start a worker of the scheduler that has written a file."""
    options = ("--scheduler-file", str(file), "--no-nanny", "--no-dashboard", "--nthreads", "1")
    return program(dask, "distributed.cli.dask_worker", *options)


def client_of(address):
    """Return a client of the scheduler at an address."""
    from distributed import Client

    return Client(address, set_as_default=False)


@pytest.fixture(scope="module")
def scheduler(dask, tmp_path_factory):
    """Start a scheduler and a worker; give the scheduler's file and its address."""
    file = tmp_path_factory.mktemp("scheduler") / "scheduler.json"
    options = (
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
        "--scheduler-file",
        str(file),
    )
    with program(dask, "distributed.cli.dask_scheduler", *options):
        for _ in range(600):
            if file.exists() and file.read_text():
                break
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        with worker(dask, file):
            with client_of(address) as client:
                client.wait_for_workers(1)
            yield file, address


def test_a_killed_worker_loses_nothing(dask, scheduler, files):
    """Every file is scored once and whole, though one of two workers dies when the first files are done."""
    file, address = scheduler
    done = {}
    with worker(dask, file) as second, client_of(address) as client:
        client.wait_for_workers(2)
        for book, result in on_cluster(files, address, Options()):
            assert isinstance(result, Counts), result
            assert book not in done
            done[book] = result
            if len(done) == 3:
                second.kill()
        assert second.wait().code == -signal.SIGKILL
    assert sorted(done) == files
    for book, counts in done.items():
        assert counts.as_dict() == wins(book).as_dict() | {"output": counts.output}
        scored = parquet.read_table(counts.output)
        assert scored.num_rows == counts.rows == parquet.read_metadata(book).num_rows
        assert scored.column("winner").to_pylist().count(1) == counts.players[0]


def in_threads(*jobs):
    """Run jobs at the same time; return their results."""
    with ThreadPoolExecutor(len(jobs)) as threads:
        return [thread.result() for thread in [threads.submit(job) for job in jobs]]


@pytest.fixture
def once_submitted(monkeypatch):
    """Return what registers a step that each job takes between the submission of its tasks and their results."""
    distributed = pytest.importorskip("distributed")
    as_completed, steps = distributed.as_completed, []

    def after_steps(futures, **named):
        for step in steps:
            step()
        return as_completed(futures, **named)

    monkeypatch.setattr(distributed, "as_completed", after_steps)
    return steps.append


@cases(
    ("first", "second"),
    {
        "two folders": ({"written": False}, {"written": False}),
        "wins and score": ({"written": False}, {"written": True}),
        "two scores": ({"written": True}, {"written": True}),
    },
)
def test_two_runs_on_one_scheduler(scheduler, files, tmp_path, once_submitted, first, second):
    """Each run has the results and the outputs of its own files, though both name them alike."""
    books = []
    for owner, file in (("ann", files[0]), ("ben", files[1])):
        (tmp_path / owner).mkdir()
        books.append(Path(shutil.copy(file, tmp_path / owner / "hands.parquet")))
    once_submitted(threading.Barrier(2, timeout=60).wait)
    jobs = [
        partial(list, on_cluster([book], scheduler[1], Options(), **how))
        for book, how in zip(books, (first, second), strict=True)
    ]
    for book, how, ((_, counts),) in zip(books, (first, second), in_threads(*jobs), strict=True):
        expected = wins(book)
        assert (counts.file, counts.rows, counts.players) == (
            str(book),
            expected.rows,
            expected.players,
        )
        output = book.with_name("hands.scored.parquet")
        assert output.exists() == how["written"]
        assert counts.output == (str(output) if how["written"] else None)


def test_two_runs_with_other_options(scheduler, files, once_submitted):
    """Two commands on one file, started at the same time, keep their options apart."""
    once_submitted(threading.Barrier(2, timeout=60).wait)
    skips = [None, "2:101"]
    jobs = [
        partial(list, on_cluster(files[:1], scheduler[1], Options(skip=skip), written=False))
        for skip in skips
    ]
    assert [counts.rows for ((_, counts),) in in_threads(*jobs)] == [ROWS, ROWS - 100]


def test_a_file_that_appears_while_tasks_wait_stays(scheduler, files, tmp_path, once_submitted):
    """What another program puts in the place of an output before the task begins is kept, as it is without a cluster."""
    book = Path(shutil.copy(files[0], tmp_path / "a.parquet"))
    output, free = tmp_path / "a.scored.parquet", tmp_path / "free"

    def wait_until_free():
        while not free.exists():
            time.sleep(0.01)

    def appear():
        output.write_bytes(b"mine")
        free.touch()

    once_submitted(appear)
    with client_of(scheduler[1]) as client:
        client.submit(wait_until_free, pure=False)  # the only worker is busy until then
        ((_, result),) = on_cluster([book], scheduler[1], Options())
    assert str(result) == f"{output} is there already; --force replaces it, -o names another"
    assert output.read_bytes() == b"mine"


@pytest.fixture
def two_workers(dask, scheduler):
    """Start two workers; give a client and the addresses of these workers."""
    file, address = scheduler
    with client_of(address) as client:
        before = {*client.scheduler_info(n_workers=-1)["workers"]}
        with worker(dask, file), worker(dask, file):
            client.wait_for_workers(len(before) + 2)
            yield client, list({*client.scheduler_info(n_workers=-1)["workers"]} - before)


@cases(
    ("in_place", "meanwhile", "kept"),
    {
        "its own output": (False, None, False),
        "another program's output": (False, b"mine", True),
        "its own work in place": (True, None, False),
    },
)
def test_a_second_try_replaces_what_the_first_wrote(
    two_workers, files, tmp_path, in_place, meanwhile, kept
):
    """A worker dies after its file is in place, before it can say so: the next one replaces that file, but no other."""
    client, workers = two_workers
    book = Path(shutil.copy(files[0], tmp_path / "a.parquet"))
    output = book if in_place else tmp_path / "a.scored.parquet"
    expected = wins(book)

    def die_after_writing(score_file, task, first_try):
        result = score_file(task, book, Options(), {"in_place": in_place})
        if first_try.exists():
            first_try.unlink()
            if meanwhile is not None:
                output.write_bytes(meanwhile)
            os._exit(1)
        return result

    (tmp_path / "first").touch()
    task = f"xlpoker-{tmp_path.name}"
    arguments = (many_files._scored_by_worker, task, tmp_path / "first")
    result = client.submit(
        die_after_writing, *arguments, key=task, workers=workers, retries=5
    ).result(timeout=120)
    assert not (tmp_path / "first").exists()
    if kept:
        assert str(result) == f"{output} is there already; --force replaces it, -o names another"
        assert output.read_bytes() == meanwhile
        return
    assert (result.rows, result.players, result.output) == (
        expected.rows,
        expected.players,
        str(output),
    )
    assert parquet.read_table(output).column("winner").to_pylist().count(1) == expected.players[0]


def test_an_output_is_named_from_here(scheduler, files, tmp_path, monkeypatch):
    """The name of an output is that of a file in the folder of the command, not in those of the workers."""
    monkeypatch.chdir(tmp_path)
    ((_, counts),) = on_cluster(files[:1], scheduler[1], Options(), output=Path("out.parquet"))
    assert counts.rows == ROWS
    assert parquet.read_metadata(tmp_path / "out.parquet").num_rows == ROWS


def test_a_bad_file_is_a_result(scheduler, files, tmp_path):
    """A file that cannot be read is reported for itself; wins are counted without writing anything."""
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(files[0].read_bytes()[:1000])
    results = dict(on_cluster([files[0], broken], scheduler[1], Options(), written=False))
    assert isinstance(results[broken], BookError)
    assert "broken.parquet is damaged" in str(results[broken])
    assert results[files[0]].as_dict() == wins(files[0]).as_dict()


@pytest.mark.parametrize("address", ["", " "])
@pytest.mark.parametrize("command", ["wins", "score"])
def test_no_address(tmp_path, command, address):
    """An empty address, such as that of a variable which is not set, does not let the command work without a cluster."""
    path = book_of_hands(tmp_path / "a.xlsx", [ONE + TWO])
    message = (
        f"xlpoker: '{address}' is no address of a scheduler; such as tcp://127.0.0.1:8786 is\n"
    )
    assert run(command, path, "--scheduler", address) == (2, "", message)
    assert os.listdir(tmp_path) == ["a.xlsx"]


NOBODY = {
    "refused": ("tcp://127.0.0.1:9", "refused"),
    "no-scheme": ("127.0.0.1:9", "refused"),
    "no-port": ("nonsense", "missing port number in address 'nonsense'"),
    "scheme": ("nope://127.0.0.1:9", "unknown address scheme 'nope'"),
}


@pytest.mark.parametrize(("address", "reason"), NOBODY.values(), ids=NOBODY)
def test_nobody_there(tmp_path, dask, address, reason):
    """Without a scheduler at the address one sentence says how to start one, and nothing comes behind it."""
    (tmp_path / "a.parquet").touch()
    no_client = (
        "import distributed\ndistributed.Client = None\n"  # which takes twenty seconds to go
    )
    done = dask.start(
        no_client + COMMAND, "wins", tmp_path / "a.parquet", "--scheduler", address
    ).wait()
    assert done.err.startswith(f"xlpoker: no scheduler answers at {address}: ")
    assert reason in done.err
    assert done.err.endswith(
        f"start one with 'dask scheduler' and workers with 'dask worker {address}'\n"
    )
    assert (done.err.count("\n"), done.code) == (1, 2)
