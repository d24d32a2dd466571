"""Sphinx: the site of these pages. `make docs` builds it into out/docs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import generated
from sphinx.application import Sphinx

import counterply

project, author, release = "Counterply", "Counterply's authors", counterply.__version__
html_title = "Counterply"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 4
html_theme = "furo"
html_static_path = ["_static"]
html_css_files, html_js_files = ["site.css"], ["site.js"]
html_copy_source = False
nitpicky = True
# named in signatures, and documented elsewhere: there is no network at build, so that nothing leads to their pages
ELSEWHERE = r"core|search|arena|players|compiling|shown|work|plugins|api\.by_name"
nitpick_ignore_regex = [(r"py:.*", rf"(?!counterply).*|counterply\.({ELSEWHERE})\..*")]
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
python_maximum_signature_line_length = 80  # letters; beyond, a line for each parameter
smartquotes = False  # they would turn `--set` into a dash, and 'quotes' into what no shell reads
autodoc_default_options = {"members": True, "show-inheritance": False}
napoleon_google_docstring = False
napoleon_use_ivar = True


def describe_parameters(app: Sphinx, what: str, name: str, made: object, options: object, lines: list[str]) -> None:
    """Turn ``name : meaning`` into a name with its meaning below, in place: after the colon, NumPy's format expects a type."""
    lines[:] = generated.with_meanings_below(lines)


def use_described_signature(app: Sphinx, made: object, bound: bool) -> None:
    """Drop the annotation of ``**options`` where a function says each option itself, one of them called `options`."""
    if hasattr(made, "__signature__"):
        made.__annotations__.pop("options", None)


def setup(app: Sphinx) -> None:
    """Write the pages and pictures that are made from the program itself."""
    app.connect("builder-inited", lambda app: generated.write(Path(app.srcdir)))
    app.connect("autodoc-before-process-signature", use_described_signature)
    app.connect("autodoc-process-docstring", describe_parameters, priority=400)  # before the extension for NumPy's format
