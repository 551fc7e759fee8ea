"""The documentation as web pages: it builds without a warning, and shows every function, name and command."""

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest

import xlpoker
from xlpoker.cli import main
from xlpoker.functions import CATALOGUE

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return the folder of the built pages."""
    out = tmp_path_factory.mktemp("site")
    command = [
        sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-d", out / "trees", ROOT / "docs",
        out / "pages",
    ]  # fmt: skip
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return out / "pages"


def text_of(page):
    """Return what a page shows, without its tags."""
    return html.unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("functions", [entry.signature for entry in CATALOGUE.values()]),
        ("reference", [f"xlpoker.{name}" for name in dir(xlpoker) if name[0] != "_"]),
        ("options", [f"xlpoker {name} [OPTIONS]" for name in main.commands]),
    ],
    ids=["functions", "reference", "options"],
)
def test_pages_show_every_name(site, page, names):
    """The page that is made from the code leaves nothing of the code out."""
    shown = text_of(site / f"{page}.html")
    assert [name for name in names if name not in shown] == []


def test_the_first_door_is_the_page_that_scores(site):
    """The first card of the home page opens `app/`, which Read the Docs builds beside these pages."""
    cards = re.findall(
        r'class="sd-stretched-link[^>]*href="([^"]+)"', (site / "index.html").read_text()
    )
    assert cards[0] == "app/index.html"


def test_every_page_is_in_the_contents(site):
    """Each page of the docs can be reached from the first one."""
    links = set(
        re.findall(r'href="([a-z-]+)\.html', (site / "index.html").read_text(encoding="utf-8"))
    )
    assert {page.stem for page in (ROOT / "docs").glob("*.md")} - links - {"index"} == set()
