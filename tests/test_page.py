"""The web page: what its Python answers, and the whole page in a real browser, with the network cut off."""

import hashlib
import io
import os
import shutil
import tempfile
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hosts import browser as browsers
from hosts.fixtures import fetch_or_skip, skip_or_fail
from support import rich_books
from support.binary_books import write_xlsb
from support.cases import cases
from support.open_sheets import write_sheet
from support.parts import parts as parts_of
from support.parts import with_formats

from tools import page as page_tools
from xlpoker.hosts.lite import source_files
from xlpoker.hosts.page import Page, hand, odds
from xlpoker.layout.messages import Voice, question_lines
from xlpoker.layout.reading import Question
from xlpoker.scoring.open_table import _INSERT_COLUMN as INSERT_COLUMN
from xlpoker.scoring.remedies import DIALOG
from xlpoker.scoring.seen import Done, Kind
from xlpoker.workbook.jobs import score, wins

ROOT = Path(__file__).parents[1]
WORKBOOKS = ROOT / "workbooks"
EULER = WORKBOOKS / "euler54.xlsx"
LONG = os.urandom(1 << 11).hex().encode() * 1_280
SHEET = "xl/worksheets/sheet1.xml"
FAR = b"".join(
    b'<row r="%d"><c r="XFD%d"><v>1</v></c></row>' % (row, row) for row in range(2000, 2600)
)
TWO_TABLES = WORKBOOKS / "layouts" / "two-tables.xlsx"
BAD_ROWS = WORKBOOKS / "layouts" / "bad-rows.xlsx"
NO_ANSWER = question_lines(Question("", "no hands"), Voice.DIALOG)[-1]
COUNTS = "1,000 rows: Player 1 376, Player 2 624, ties 0"
CARDS = b"5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()
DEALS = [["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"], ["5D 8C 9S JS AC", "2C 5C 7D 8S QH"]]


def scored_parts(path, folder):
    """Return the parts of the workbook that the command writes."""
    output = folder / f"expected{path.suffix}"
    score(path, output=output, force=True)
    return with_formats(parts_of(output.read_bytes()))


def with_part(path, name, old, new):
    """Return the bytes of a workbook with a change in one part."""
    parts = parts_of(path.read_bytes())
    parts[name] = parts[name].replace(old, new, 1)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for part_name, part in parts.items():
            archive.writestr(part_name, part)
    return content.getvalue()


# What the page's Python answers


@pytest.fixture
def page(tmp_path):
    """Return the file on a page, in a folder of its own."""
    return Page(lambda _: None, str(tmp_path))


def opened(page, path):
    """Open a file on the page, and score it."""
    answer = page.open(path.name, path.read_bytes())
    return page.score() if answer["kind"] == "opened" else answer


def test_euler(page, tmp_path):
    """The counts, and each part of the workbook as the command writes it."""
    answer = opened(page, EULER)
    assert answer["text"] == COUNTS
    assert with_formats(parts_of(page.save("book")["content"])) == scored_parts(EULER, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", rich_books.BOOKS)
def test_books_of_all_kinds(name, page, tmp_path):
    """Charts, macros, pivot tables, sparklines, tables: nothing is lost, results stand where the command has them."""
    build, ending = rich_books.BOOKS[name]
    path = tmp_path / f"rich{ending}"
    build(path)
    answer = opened(page, path)
    assert answer["kind"] == "good", answer
    content = page.save("book")["content"]
    assert with_formats(parts_of(content)) == scored_parts(path, tmp_path)


def test_a_question_is_answered_by_its_number(page):
    """Each answer shows the first row that it reads; the chosen one does what the command does."""
    answer = opened(page, TWO_TABLES)
    assert answer["kind"] == "question"
    (choice,) = answer["choices"]
    assert choice["first"] == "4C 9C TS 6S 9H · 9S 8C 5H AH 7D"
    assert page.score(answer["sheet"], 1)["text"].startswith("2 tables, 12 rows: ")
    cells = openpyxl.load_workbook(io.BytesIO(page.save("book")["content"])).active
    titles = [cell.value for row in cells.iter_rows(max_row=2) for cell in row]
    assert titles.count("Winner") == 2


def test_a_question_about_sheets(page, tmp_path):
    """Where two sheets hold hands, the sheet is asked for first."""
    path = write_sheet(tmp_path / "nights.xlsx", DEALS, "Friday")
    book = openpyxl.load_workbook(path)
    book.copy_worksheet(book.active).title = "Saturday"
    book.save(path)
    answer = opened(page, path)
    assert answer["kind"] == "question"
    assert ["Friday" in choice["label"] for choice in answer["choices"]] == [True, False]
    answer = page.score(answer["sheet"], 2)
    assert answer["sheet"] == "Saturday"
    assert answer["tables"][0]["numbers"] == [("Player 1", 1), ("Player 2", 1), ("ties", 0)]
    assert page.score("Friday")["sheet"] == "Friday"


def test_hidden_rows_are_counted_or_left_out(page, tmp_path):
    """As in the command: said, and left out where that is wished."""
    path = write_sheet(tmp_path / "hidden.xlsx", [["Ann", "Ben"], *DEALS, *DEALS[:1]])
    book = openpyxl.load_workbook(path)
    book.active.row_dimensions[4].hidden = True
    book.save(path)
    assert opened(page, path)["tables"][0]["read"].endswith("1 hidden row is counted")
    answer = page.score("", visible=True)
    assert answer["tables"][0]["rows"] == 2


def test_a_hidden_column_is_said(page, tmp_path):
    """As in the command: the cards of a hidden column count, with a warning."""
    path = write_sheet(tmp_path / "hidden.xlsx", [["Ann", "Ben"], *DEALS])
    book = openpyxl.load_workbook(path)
    book.active.column_dimensions["B"].hidden = True
    book.save(path)
    warnings = opened(page, path)["tables"][0]["warnings"]
    assert warnings == ["a hidden column holds cards, which count: B"]


def test_game_and_cells_as_wished(page, tmp_path):
    """The game by its name, and the cells as in ``--hands``."""
    path = write_sheet(tmp_path / "book.xlsx", [["Ann", "Ben"], *DEALS, *DEALS])
    opened(page, path)
    assert page.score("", hands="a2:a3;B2:B3")["tables"][0]["rows"] == 2
    assert page.score("", hands="there")["text"].startswith(
        "'there' are no cells; write them like A3"
    )
    assert page.score("", game="holdem")["kind"] != "good"
    assert page.save("book")["text"] == "nothing is scored yet"


def test_text_files(page, tmp_path):
    """A .csv keeps its delimiter and gets the columns of the command; results also go into a new .xlsx."""
    path = tmp_path / "night.csv"
    path.write_text(
        "Anna;Ben;Note\n5H 5C 6S 7S KD;2C 3S 8S 8D TD;=2+2\n5D 8C 9S JS AC;2C 5C 7D 8S 1OH;\n"
    )
    answer = opened(page, path)
    assert answer["tables"][0]["bad"] == [
        ["B3", "2C 5C 7D 8S 1OH", "'1OH' is not a card; did you mean '10H'?"]
    ]
    score(path, output=tmp_path / "expected.csv")
    assert page.save("book")["content"] == (tmp_path / "expected.csv").read_bytes()
    sheet = openpyxl.load_workbook(io.BytesIO(page.save("xlsx")["content"])).active
    assert [sheet["C2"].value, sheet["C2"].data_type] == ["=2+2", "s"]


INLINE = b"""<row r="2"><c r="A2" t="inlineStr"><is><t>5H 5C 6S</t><r><t xml:space="preserve"> 7S</t></r>
<r><t xml:space="preserve"> KD</t></r><rPh sb="0" eb="1"><t>five</t></rPh></is></c>
<c r="B2" t="inlineStr"><is><t>2C_x0020_3S 8S 8D TD</t></is></c></row></sheetData>"""


def test_texts_that_stand_in_their_cells(page, tmp_path):
    """Formats, phonetic guides and escapes in a text change nothing."""
    path = write_sheet(tmp_path / "night.xlsx", [["Ann", "Ben"]])
    content = with_part(path, SHEET, b"</sheetData>", INLINE)
    assert page.open("night.xlsx", content)["kind"] == "opened"
    assert page.score()["text"] == "1 row: Ann 0, Ben 1, ties 0"


def test_a_sheet_of_charts(page, tmp_path):
    """It is passed over, as in the command."""
    path = write_sheet(tmp_path / "night.xlsx", [["Ann", "Ben"], *DEALS])
    book = openpyxl.load_workbook(path)
    book.create_chartsheet("Chart")
    book.save(path)
    assert page.open(path.name, path.read_bytes())["sheets"] == ["Sheet1"]
    assert page.score()["text"] == "2 rows: Ann 1, Ben 1, ties 0"


@pytest.mark.slow
def test_rows_that_are_written_in_another_way(page, tmp_path):
    """Single quotes, comments, cells without an address: counted as the command counts them."""
    path = tmp_path / "night.xlsx"
    odd = b"</row><!-- Friday --><row r='1003'>%b</row></sheetData>"
    cells = b"".join(b"<c t='inlineStr'><is><t>%b</t></is></c>" % card for card in CARDS)
    content = with_part(EULER, SHEET, b"</row></sheetData>", odd % cells)
    path.write_bytes(content)
    assert page.open(path.name, content)["kind"] == "opened"
    answer = page.score()
    assert answer["tables"][0]["numbers"] == [("Player 1", 376), ("Player 2", 625), ("ties", 0)]
    assert wins(path).players == [376, 625]


def test_a_binary_workbook(page, tmp_path):
    """The page does not read .xlsb, and names what does."""
    path = tmp_path / "night.xlsb"
    write_xlsb(path, {"Sheet1": {(0, 0): "5H 5C 6S 7S KD"}})
    answer = page.open(path.name, path.read_bytes())
    assert answer["text"].endswith("or run xlpoker score night.xlsb in a terminal")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("step", [*DIALOG, INSERT_COLUMN, NO_ANSWER])
def test_no_step_that_the_page_does_not_have(step, page, monkeypatch):
    """The page has no *Remove results* and no sheet to click on: it says what to do instead."""
    error = Done(f"Sheet1!C1 is in the way; {step}", Kind.ERROR)
    monkeypatch.setattr("xlpoker.hosts.page.run", lambda *_: error)
    text = opened(page, EULER)["text"]
    assert text.startswith("Sheet1!C1 is in the way; ")
    assert "click" not in text
    assert "Remove results" not in text
    if "click" in step:
        assert text.endswith(("and drop it here again", "and press Score again"))


def test_a_workbook_by_another_name(page):
    """What a file is, its content tells; the download has the ending of a workbook."""
    assert page.open("deals.csv", EULER.read_bytes())["kind"] == "opened"
    page.score()
    assert page.save("book")["name"] == "deals.scored.xlsx"


def test_a_text_file_that_is_too_large(page, monkeypatch):
    """The command reads a text of any length in pieces, so the page names it."""
    monkeypatch.setattr("xlpoker.workbook.text_files.MOST_TEXT", 20)
    answer = page.open("my deals.csv", b"5H 5C 6S 7S KD\n" * 2)
    assert answer["text"].endswith('run xlpoker score "my deals.csv" in a terminal')


@cases(
    ("name", "content", "text"),
    {
        "empty": ("a.xlsx", b"", "a.xlsx is empty"),
        "picture": ("a.xlsx", b"\x89PNG\r\n\x1a\n" + bytes(99), "its content is not known"),
        "half a zip": ("a.xlsx", EULER.read_bytes()[:5000], "is not a whole zip file"),
        "old kind": (
            "a.xls",
            (Path(__file__).parent / "workbooks" / "formats.xls").read_bytes(),
            "save it as .xlsx, or run xlpoker score a.xls in a terminal",
        ),
        "no hands": (
            "a.csv",
            b"Friday,5\nSaturday,6\n",
            "a.csv holds no hands; cards look like 5H",
        ),
        "blank": ("a.csv", b"\n\n", "a.csv is empty; type or paste hands first"),
        "a cell far below": (
            "a.xlsx",
            with_part(
                EULER, SHEET, b"</sheetData>", b'<row r="100001"><c><v>1</v></c></row></sheetData>'
            ),
            "run xlpoker score a.xlsx in a terminal",
        ),
        "a damaged cell": (
            "a.xlsx",
            with_part(
                EULER,
                SHEET,
                b"</sheetData>",
                b'<row r="2000"><c t="s"><v>999</v></c></row></sheetData>',
            ),
            "cell A2000 holds '999' as one of ",
        ),
        "cells that lie far apart": (
            "a.xlsx",
            with_part(EULER, SHEET, b"</sheetData>", b"%b</sheetData>" % FAR),
            "its cells lie too far apart",
        ),
        "a folder": ("deals", None, "deals cannot be read. Drop a file, not a folder."),
        "entities": (
            "a.xlsx",
            with_part(
                EULER, "xl/sharedStrings.xml", b"<sst", b'<!DOCTYPE a [<!ENTITY b "c">]><sst'
            ),
            "it has a DOCTYPE, which no workbook needs",
        ),
        "a text that unpacks to megabytes": (
            "a.xlsx",
            with_part(EULER, "xl/sharedStrings.xml", b"<si>", b"<si><t>%b</t></si><si>" % LONG),
            "a text of more than 4 MB",
        ),
        "too many rows": (
            "a.csv",
            b"5H 5C 6S 7S KD\n" * 100_001,
            "a.csv has more than 100,000 rows, too many for this page; run xlpoker score a.csv in",
        ),
    },
)
def test_what_cannot_be_scored_is_a_sentence(name, content, text, page):
    """No traceback, and nothing to save."""
    answer = page.open(name, content)
    if answer["kind"] == "opened":
        answer = page.score()
    assert answer["kind"] == "error"
    assert text in answer["text"]
    assert "traceback" not in answer
    assert page.save("book")["text"] == "nothing is scored yet"


def test_a_damaged_part(page, tmp_path):
    """A sheet whose XML breaks off is named as damaged."""
    parts = parts_of(EULER.read_bytes())
    parts["xl/worksheets/sheet1.xml"] = parts["xl/worksheets/sheet1.xml"][:9000]
    path = tmp_path / "broken.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    assert page.open(path.name, path.read_bytes())["text"].startswith("broken.xlsx is damaged: ")


def test_one_hand_and_odds():
    """The two small boxes."""
    answer = hand("2H 2D 4C 4D 4S 7H KS")
    assert answer["text"] == "7165: Full House, Fours over Twos, 4S 4D 4C 2H 2D"
    assert hand("1OH")["text"] == "'1OH' is not a card; did you mean '10H'?"
    answer = odds("TT+\nAKs\n", "8c 9s 4c")
    assert [row[-1] for row in answer["rows"]] == ["72.35%", "27.65%"]
    assert odds("TT+\nAKx", "")["kind"] == "error"


# The page in a browser


@pytest.fixture(scope="module")
def axe(request):
    """Return the script of axe-core, kept with pytest's cache."""
    return fetch_or_skip("axe-core", browsers.fetch_axe, request.config.cache.mkdir("axe"))


@pytest.fixture(scope="module")
def browser(pyodide, request, tmp_path_factory):
    """Return Chromium with the page, which is ready; one for all tests."""
    program = browsers.missing()
    if program:
        skip_or_fail(f"{program} is not installed")
    site = built(request.config.cache.mkdir("page"), pyodide)
    with browsers.Browser(site, tmp_path_factory.mktemp("page")) as page:
        yield page


def built(cache, pyodide):
    """Return the folder of the page, kept with pytest's cache: it is built anew when something of it has changed."""
    parts: dict[str, object] = {**source_files("xlpoker.hosts.page")}
    files = [*(ROOT / "docs" / "app").iterdir(), *(ROOT / "tools").glob("page*"), EULER]
    parts |= {str(path): path.read_bytes() for path in files}
    digest = hashlib.sha256(repr(sorted(parts.items())).encode())
    site = cache / digest.hexdigest()[:16]
    if site.exists():
        return site
    for old in cache.iterdir():
        shutil.rmtree(old)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XLPOKER_LITE", pyodide)
        page_files = page_tools.page()
    unfinished = Path(tempfile.mkdtemp(dir=cache))
    for name, content in page_files.items():
        path = unfinished / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    unfinished.rename(site)
    return site


@pytest.fixture(scope="module")
def long_book(tmp_path_factory):
    """Return a workbook that takes a few seconds to read."""
    rows = [[card for hand in DEALS[0] for card in hand.split()]] * 12_000
    return write_sheet(tmp_path_factory.mktemp("long") / "long.xlsx", rows)


@pytest.mark.slow
def test_euler_with_the_keyboard_alone(browser, tmp_path):
    """Tab and Enter reach the example, its result and the download, which is what the command writes."""
    from selenium.webdriver import ActionChains, Keys

    def press(key):
        ActionChains(browser.driver).send_keys(key).perform()

    def go_to(text):
        for _ in range(20):
            press(Keys.TAB)
            if browser.run("return document.activeElement.textContent") == text:
                return
        raise AssertionError(f"no tab reaches {text}")

    browser.click("h1")
    go_to("Try the Euler sheet")
    press(Keys.ENTER)
    browser.wait("document.querySelector('#tables table')")
    assert browser.text("#message") == COUNTS
    assert browser.run("return document.activeElement.id") == "result-heading"
    assert browser.texts("#tables tr")[1:4] == ["Rows\t1,000", "Player 1\t376", "Player 2\t624"]
    assert "Player 1 376, Player 2 624" in browser.run(
        "return document.querySelector('svg title').textContent"
    )
    go_to("Download the scored workbook")
    press(Keys.ENTER)
    browser.wait("document.getElementById('message').textContent.includes('is saved')")
    assert with_formats(parts_of(browser.saved().read_bytes())) == scored_parts(EULER, tmp_path)


@pytest.mark.slow
def test_a_question_is_answered_by_a_button(browser):
    """The button shows the first row; a press scores both tables."""
    browser.choose(TWO_TABLES)
    (button,) = browser.texts(".choice")
    assert "4C 9C TS 6S 9H · 9S 8C 5H AH 7D" in button
    browser.click(".choice")
    browser.wait("document.querySelector('#tables table')")
    assert browser.text("#message").startswith("2 tables, 12 rows: ")


@pytest.mark.slow
def test_bad_rows_on_a_narrow_screen(browser, axe):
    """Each bad row has its cell; nothing is wider than 360 pixels; axe-core finds nothing, light or dark."""
    browser.choose(BAD_ROWS)
    assert "D4\t1OH\t'1OH' is not a card; did you mean '10H'?" in browser.texts("#tables tr")
    metrics = {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    try:
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        assert browser.run("return document.documentElement.scrollWidth") <= 360
        for scheme in ("light", "dark"):
            feature = {"name": "prefers-color-scheme", "value": scheme}
            browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
            assert browser.axe(axe) == []
    finally:
        browser.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.slow
@cases(
    ("name", "content", "text"),
    {
        "damaged": ("night.xlsx", EULER.read_bytes()[:5000], "night.xlsx is damaged: "),
        "no workbook": (
            "photo.xlsx",
            b"\x89PNG\r\n\x1a\n" + bytes(99),
            "photo.xlsx is not a workbook",
        ),
        "a name of HTML": (
            "<img src=x onerror=alert(1)>.xlsx",
            b"",
            "<img src=x onerror=alert(1)>.xlsx is empty",
        ),
    },
)
def test_a_file_that_is_no_workbook(name, content, text, browser):
    """A sentence, no button to save, and nothing in the console."""
    browser.errors()
    browser.drop((name, content))
    browser.wait("document.querySelector('.error')")
    assert browser.answer().startswith(text)
    assert not browser.run("return document.querySelector('[data-save]').offsetParent")
    assert not browser.run("return document.images.length")
    assert browser.errors() == []


@pytest.mark.slow
def test_a_book_of_20_megabytes(browser, tmp_path):
    """A large picture is copied, not read."""
    path = tmp_path / "large.xlsx"
    parts = parts_of(EULER.read_bytes())
    picture = os.urandom(20_000_000)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in [*parts.items(), ("xl/media/image9.png", picture)]:
            archive.writestr(name, content)
    assert browser.choose(path) == COUNTS
    assert parts_of(browser.saved().read_bytes())["xl/media/image9.png"] == picture


@pytest.mark.slow
def test_the_last_of_two_drops_counts(browser, long_book):
    """A second file while the first is read; then two files in one drop."""
    browser.drop(("long.xlsx", long_book.read_bytes()))
    browser.drop(("bad.xlsx", BAD_ROWS.read_bytes()))
    browser.wait("document.querySelector('#tables table')")
    assert browser.answer().startswith("12 rows: ")
    browser.drop(("bad.xlsx", BAD_ROWS.read_bytes()), ("euler54.xlsx", EULER.read_bytes()))
    browser.wait("document.querySelector('#tables').innerText.includes('One file at a time')")
    assert browser.answer().startswith("12 rows: ")


@pytest.mark.slow
def test_cancelled(browser, long_book):
    """The work stops at once, and the page can be used again."""
    browser.run("delete document.body.dataset.ready")
    browser.driver.find_element("css selector", "#file").send_keys(str(long_book))
    browser.wait("!document.getElementById('cancel').hidden")
    browser.click("#cancel")
    assert browser.text("#message").startswith("Cancelled. Nothing was changed")
    browser.wait("document.body.dataset.ready")
    assert browser.choose(BAD_ROWS).startswith("12 rows: ")


@pytest.mark.slow
def test_the_same_file_after_cancelling(browser, long_book):
    """A browser does not tell that a file is chosen which is chosen already."""
    browser.driver.find_element("css selector", "#file").send_keys(str(long_book))
    browser.wait("!document.getElementById('cancel').hidden")
    browser.click("#cancel")
    assert browser.choose(long_book).startswith("12,000 rows: ")


DROPPED_TEXT = """
const transfer = new DataTransfer();
transfer.setData("text/plain", "5H 5C 6S 7S KD");
document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
"""


@pytest.mark.slow
def test_a_text_is_dropped(browser):
    """It is no file, which is said; what is shown stays."""
    browser.choose(BAD_ROWS)
    browser.run(DROPPED_TEXT)
    assert browser.text("#message").startswith("That is no file. ")
    assert browser.texts("#tables tr")


@pytest.mark.slow
def test_one_hand_and_odds_on_the_page(browser):
    """Value, name and best five; the shares of a range; a mistake as a sentence."""
    browser.type("#cards", "2H 2D 4C 4D 4S 7H KS")
    browser.click("#hand-form button")
    browser.wait("document.getElementById('hand-answer').textContent")
    assert browser.text("#hand-answer") == "7165: Full House, Fours over Twos, 4S 4D 4C 2H 2D"
    browser.type("#players", "TT+\nAKs")
    browser.click("#odds-form button")
    browser.wait("document.querySelector('#odds-answer table')")
    assert [line.split("\t")[-1] for line in browser.texts("#odds-answer tr")] == [
        "Equity",
        "72.35%",
        "27.65%",
    ]
    browser.type("#board", "8c 9s 1O")
    browser.click("#odds-form button")
    browser.wait("!document.querySelector('#odds-answer table')")
    browser.wait("!document.getElementById('odds-answer').innerText.startsWith('Counting')")
    assert "'1O' in '8c 9s 1O' is not a card" in browser.text("#odds-answer")


FOREIGN = """
const [address, done] = arguments;
const code = `fetch("${address}/index.html").then(() => postMessage("sent"), () => postMessage("refused"))`;
const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
worker.onmessage = ({ data }) => done(data);
"""
STORED = """
const done = arguments[0];
(async () => done([localStorage.length, sessionStorage.length, document.cookie,
  (await indexedDB.databases()).length, (await caches.keys()).length]))();
"""


@pytest.mark.slow
def test_nothing_leaves_the_computer(browser, tmp_path):
    """The policy refuses other servers, in workers too; nothing is stored; every request was for the page's own files."""
    foreign = browsers.Server(tmp_path)
    try:
        assert browser.driver.execute_async_script(FOREIGN, foreign.address) == "refused"
        assert foreign.paths == []
    finally:
        foreign.close()
    assert browser.driver.execute_async_script(STORED) == [0, 0, "", 0, 0]
    own = browser.server.address
    requests = {
        address for address in browser.requests() if not address.startswith(("blob:", "data:"))
    }
    assert f"{own}/pyodide/pyodide.asm.wasm" in requests
    assert f"{own}/started.bin" in requests
    assert [address for address in requests if not address.startswith(f"{own}/")] == []
