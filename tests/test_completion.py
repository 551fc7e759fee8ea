"""Shell completion, which click makes: commands, options, choices and files, in bash, zsh and fish."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import get_completion_class
from hosts import ROOT
from support.cases import cases

from xlpoker.cli import main

SHELLS = ("bash", "zsh", "fish")
PAGE = (ROOT / "docs" / "commands.md").read_text("utf-8")


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_is_in_the_docs(shell):
    """The line that switches it on stands on the page of commands."""
    assert f"_XLPOKER_COMPLETE={shell}_source xlpoker" in PAGE


@cases(
    ("words", "incomplete", "found"),
    {
        "command": ([], "fo", ["formulas"]),
        "command-of-a-group": (["excel"], "do", ["doctor"]),
        "option": (["wins"], "--ga", ["--game"]),
        "choice": (["wins", "--game"], "om", ["omaha", "omaha-hi-lo"]),
        "argument-file": (["wins"], "work", [("file", "work")]),
        "option-file": (["score", "a.xlsx", "-o"], "b", [("file", "b")]),
    },
)
def test_what_is_offered(words, incomplete, found):
    """The names, or that the shell completes a file itself."""
    completion = get_completion_class("bash")(main, {}, "xlpoker", "_XLPOKER_COMPLETE")
    offered = completion.get_completions(words, incomplete)
    assert [one.value if one.type == "plain" else (one.type, one.value) for one in offered] == found


ASK = {
    "bash": '{line}; COMP_WORDS=(xlpoker wins --game ""); COMP_CWORD=3; _xlpoker_completion xlpoker; echo "${{COMPREPLY[@]}}"',
    "zsh": 'autoload -U compinit; compinit -u -D; {line}; echo "${{_comps[xlpoker]}}"',
    "fish": '{line}; complete -C "xlpoker wins --game "',
}
ANSWER = {"bash": "omaha", "zsh": "_xlpoker_completion", "fish": "omaha"}


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_in_the_shell(shell, tmp_path):
    """The line of the docs, in the shell itself where it is installed."""
    program = Path(sys.executable).with_name("xlpoker")
    if shutil.which(shell) is None or not program.exists():
        pytest.skip(f"{shell} is not installed, or xlpoker as a program")
    line = next(
        line for line in PAGE.splitlines() if f"_XLPOKER_COMPLETE={shell}_source" in line
    ).split("`")[1]
    environment = {"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(
        [shell, "-c", ASK[shell].format(line=line)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert ANSWER[shell] in done.stdout.split(), done.stderr
