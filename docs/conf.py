"""How the pages are made: ``python -m sphinx -W docs OUT``, with the packages of the extra ``docs``.

The page of the functions comes from the catalogue, those of Python and of the commands from their docstrings, the
pictures of the workbooks from ``python workbooks/build.py --pictures``.
"""

import textwrap

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import xlpoker
from xlpoker.functions import CATALOGUE

project = "xlpoker"
version = release = xlpoker.__version__
project_copyright = "the authors of xlpoker; MIT licence"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "sphinx_design"]
html_theme = "furo"
html_title = f"xlpoker {version}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
default_role = "code"
highlight_language = "text"
smartquotes = False
myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {
    "npt.ArrayLike": "npt.ArrayLike",
    "Codes": "npt.NDArray[np.uint8]",
    "Numbers": "npt.NDArray[np.float64]",
}
python_use_unqualified_type_names = True
exclude_patterns = ["_build"]
# these files are no pages of the site
suppress_warnings = ["myst.xref_missing"]
WIDTH = 86
"""Characters of a line of code on a page of 900 pixels."""


class Catalogue(SphinxDirective):
    """All spreadsheet functions with their arguments, an example and its answer."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each function."""
        lines = []
        for entry in CATALOGUE.values():
            lines += [f"## {entry.name}", "", f"`{entry.signature}`", "", entry.help, ""]
            for argument in entry.arguments:
                default = f" Default: `{argument.default}`." if argument.default is not None else ""
                lines.append(f"- **{argument.name}**: {argument.help}{default}")
            answer = entry.answer if isinstance(entry.answer, tuple) else (entry.answer,)
            parts = [part if isinstance(part, str) else f"{part:g}" for part in answer]
            shown = textwrap.wrap(" | ".join(parts), WIDTH)
            lines += ["", "```", entry.example, *shown, "```", ""]
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)


def as_typed(_app: Sphinx, _context: object, lines: list[str]) -> None:
    """Show the examples in a command's help as code, and keep asterisks in its sentences from being markup."""
    shown: list[str] = []
    code = False
    for line in lines:
        is_code = line.startswith("| ")
        if is_code and not code:
            shown += ["::", ""]
        elif code and not is_code:
            shown.append("")
        shown.append(f"   {line[2:]}" if is_code else line.replace("*", "\\*"))
        code = is_code
    lines[:] = shown


def without_last_blank_lines(_app: Sphinx, page: nodes.document) -> None:
    """Take away the blank line that a doctest needs at the end of a block of code."""
    for block in page.findall(nodes.literal_block):
        block.rawsource = block.astext().rstrip("\n")
        block[:] = [nodes.Text(block.rawsource)]


def setup(app: Sphinx) -> None:
    """Give Sphinx the directive, and the help of the commands its form."""
    app.add_directive("catalogue", Catalogue)
    app.connect("doctree-read", without_last_blank_lines)
    app.connect("sphinx-click-process-description", as_typed)
