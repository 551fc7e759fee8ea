"""What is pasted into xlwings Lite: one module that holds the functions and everything they need."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import xlpoker
from xlpoker.cli import main
from xlpoker.functions import CATALOGUE
from xlpoker.hosts.lite import lite, sources

ROOT = Path(xlpoker.__file__).parent.parent
FORMULAS = {
    name: [text.strip().strip('"') for text in entry.example[:-1].partition("(")[2].split('", "')]
    for name, entry in CATALOGUE.items()
}
RUN = """
import json, sys
sys.path[:] = [path for path in sys.path if path != {root!r}]
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ImportError(name)
sys.meta_path.insert(0, Blocked())
code = compile(open({file!r}, encoding="utf-8").read(), "main.py", "exec")
for _ in range(2):  # hosts run it again when it is saved
    names = {{"__name__": "main"}}
    exec(code, names)
answers = {{name: names[name](*given) for name, given in {formulas!r}.items()}}
import xlpoker.udfs
finders = [one for one in sys.meta_path if type(one).__name__ == "XlpokerPacked"]
print(json.dumps([answers, type(xlpoker.udfs.__loader__).__name__, len(finders),
                  sorted(name for name in sys.modules if name.startswith("xlpoker"))]))
"""


def plain(answer):
    """Return an answer of a function as the catalogue shows it."""
    return (
        answer[0]
        if isinstance(answer, list) and len(answer) == 1 and isinstance(answer[0], list)
        else [answer]
    )


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """Return what a fresh Python says that runs the pasted module where xlpoker, NumPy and pandas cannot be found."""
    file = tmp_path_factory.mktemp("paste") / "main.py"
    file.write_text(lite(), encoding="utf-8")
    code = RUN.format(
        root=str(ROOT),
        file=str(file),
        formulas=FORMULAS,
        blocked=["numpy", "pandas", "openpyxl", "click"],
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=file.parent,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
def test_the_pasted_module_answers_by_itself(ran):
    """Every function gives the catalogue's answer; the code comes out of the module, run twice as well as once."""
    answers, loader, finders, _ = ran
    assert (loader, finders) == ("XlpokerPacked", 1)
    for name, entry in CATALOGUE.items():
        expected = entry.answer if isinstance(entry.answer, tuple) else (entry.answer,)
        found = plain(answers[name])
        assert [
            pytest.approx(value, abs=1e-6) if isinstance(value, float) else value
            for value in expected
        ] == found


@pytest.mark.slow
def test_nothing_is_missing_in_the_module(ran):
    """Whatever the functions have loaded is packed, and so is what they load for longer questions."""
    packed = set(sources()) | set(sources("xlpoker.hosts.lite_click"))
    assert set(ran[3]) <= packed
    assert {"xlpoker.odds.deals", "xlpoker.scoring.open_sheet"} <= packed


@pytest.mark.slow
def test_formulas_do_not_wait_for_the_buttons(ran):
    """What a script does is loaded when it is clicked."""
    loaded = [name for name in ran[3] if name.startswith(("xlpoker.layout", "xlpoker.scoring."))]
    assert loaded == ["xlpoker.scoring.buttons"]


def test_only_what_the_functions_need_is_packed():
    """By the import graph: nothing of workbooks, commands and arrays, and no module that needs a package."""
    packed = sources()
    parts = {name.split(".")[1] for name in packed if "." in name}
    assert parts == {
        "accessor",
        "api",
        "errors",
        "evaluator",
        "functions",
        "odds",
        "scales",
        "udfs",
    }
    for name, text in packed.items():
        top = [
            node for node in ast.parse(text).body if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        roots = {
            (getattr(node, "module", None) or node.names[0].name).partition(".")[0] for node in top
        }
        assert roots <= {"xlpoker", *sys.stdlib_module_names}, name
        assert name.rpartition(".")[0] in {"", *packed}


@pytest.mark.slow
def test_the_module_says_what_it_is():
    """Plain ASCII: version, functions, the host, how it was made, what else to install, the licence."""
    text = lite()
    head = text[: text.index("import base64")]
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 140
    assert len(text) < 380_000
    assert head.startswith(
        f"# xlpoker {xlpoker.__version__}: {', '.join(sorted(CATALOGUE))} for xlwings Lite,"
    )
    assert all(line.startswith("#") for line in head.splitlines())
    for line in (ROOT / "LICENSE").read_text(encoding="utf-8").splitlines():
        assert f"# {line}".rstrip() in head.splitlines()
    assert f"xlpoker=={xlpoker.__version__}" not in text
    assert text.index("import xlwings") < text.index("from xlpoker")
    assert lite() == text


@pytest.mark.slow
def test_the_command_prints_it_or_writes_it(tmp_path):
    """What is printed can be pasted whole; `-o` writes the same."""
    file = tmp_path / "main.py"
    for words in ([], ["-o", "-"]):
        assert CliRunner().invoke(main, ["excel", "lite", *words]).stdout == lite()
    assert CliRunner().invoke(main, ["excel", "lite", "-o", str(file)]).exit_code == 0
    assert file.read_text(encoding="utf-8") == lite()
