"""The README and the pages beside it: their tables come from the program, their examples run, their links lead somewhere."""

import doctest
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import xlpoker
from xlpoker.cli import main
from xlpoker.functions import CATALOGUE
from xlpoker.scales import SCALES
from xlpoker.scales.audit import audit

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "benchmarks" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
MOST_WORDS = 3


def functions_table() -> str:
    """Return the table of the spreadsheet functions; long lists of cards are cut."""

    def short(part):
        words = str(part).split() if isinstance(part, str) else [f"{part:g}"]
        return " ".join([*words[:MOST_WORDS], "..."] if len(words) > 2 * MOST_WORDS else words)

    lines = ["| function | gives | example | answer |", "|---|---|---|---|"]
    for entry in CATALOGUE.values():
        parts = entry.answer if isinstance(entry.answer, tuple) else ()
        shown = ", ".join(short(part) for part in parts)
        answer = shown or entry.answer
        lines.append(f"| `{entry.signature}` | {entry.help} | `{entry.example}` | `{answer}` |")
    return "\n".join(lines)


def commands_table() -> str:
    """Return the table of the commands."""
    lines = ["| command | does |", "|---|---|"]
    for name, command in main.commands.items():
        arguments = " ".join(
            parameter.make_metavar(click.Context(command))
            for parameter in command.params
            if isinstance(parameter, click.Argument)
        )
        lines.append(
            f"| `xlpoker {name} {arguments}`".rstrip("` ")
            + f"` | {command.get_short_help_str(200)} |"
        )
    return "\n".join(lines)


def scales_table() -> str:
    """Return the table of the published scales with what the audit finds."""
    lines = [
        "| scale | range | better is | misordered | false ties | what it is |",
        "|---|---|---|---|---|---|",
    ]
    for scale in SCALES.values():
        if scale.source:
            found = audit(scale.name)
            counts = f"{found.misordered:,} | {found.false_ties:,}"
            lines.append(
                f"| `{scale.name}` | {scale.range} | {scale.better} | {counts} | {scale.help} |"
            )
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("page", "mark", "table"),
    [
        ("README.md", "functions", functions_table),
        ("README.md", "commands", commands_table),
        pytest.param("docs/numbers.md", "scales", scales_table, marks=pytest.mark.slow),
    ],
    ids=["functions", "commands", "scales"],
)
def test_generated_tables_are_up_to_date(page, mark, table):
    """The page shows the table that the program would show now; this message holds it."""
    text = (ROOT / page).read_text(encoding="utf-8")
    shown = re.search(rf"<!-- {mark} -->\n(.*?)<!-- /{mark} -->", text, re.DOTALL)
    assert shown is not None
    assert shown[1].strip() == table(), f"put this between the marks:\n{table()}"


def test_the_main_job_prints_what_the_readme_shows(monkeypatch):
    """The first set-up command's last line gives the block below it, to the letter."""
    monkeypatch.chdir(ROOT)
    shown = README.split("<!-- set-up: main job -->")[1].split("```")
    words = shlex.split(shown[1].splitlines()[-1])
    printed = (
        CliRunner().invoke(main, words[1:]).stdout.replace("\\", "/")
    )  # as paths are shown under Windows
    assert [line.rstrip() for line in printed.splitlines()] == shown[3].strip().splitlines()


def test_windows_has_the_same_commands():
    """The lines for cmd.exe and PowerShell are those for sh in Windows' spelling; no command has single quotes."""
    blocks = README.split("<!-- set-up: main job -->")[1].split("```")
    for_sh, for_windows = (block.strip().splitlines()[1:] for block in (blocks[1], blocks[5]))
    spelt = [
        line.replace("python3 ", "py ").replace("/bin/", "/Scripts/").replace("/", "\\")
        for line in for_sh
    ]
    assert for_windows == spelt
    commands = re.findall(r"```(?:sh|bat)\n(.*?)```", README, re.DOTALL) + re.findall(
        r"`((?:pip|xlpoker) [^`]*)`", README
    )
    assert not [command for command in commands if "'" in command]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/start-python.md"])
def test_python_examples_run(page):
    """Every example of the page gives what it says."""
    assert doctest.testfile(str(ROOT / page), module_relative=False).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_links_lead_somewhere(page):
    """Each file that the page links to exists, and each heading."""
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!http)([^)]+)\)", text):
        name, _, heading = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not heading or heading in anchors(target), link
    assert all((ROOT / name).exists() for name in re.findall(r"`(workbooks/[^`]+)`", text))


def anchors(page):
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_readme_is_short():
    """A newcomer reads it to the end; the rest stands on the pages in docs."""
    assert len(README.splitlines()) <= 160


def test_public_names_are_in_order():
    """`__all__` is sorted, and the version stands in the changelog."""
    assert sorted(xlpoker.__all__) == xlpoker.__all__
    assert xlpoker.__version__ in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
