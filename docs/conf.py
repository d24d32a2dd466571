"""Sphinx: the site of these pages. `make docs` builds it into out/docs."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import generated

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
nitpick_ignore_regex = [(r"py:.*", r"(?!counterply).*|counterply\.(core|search|arena|players|tuning|compiling)\..*")]
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # NumPy's docstrings say them in words
autodoc_default_options = {"members": True, "show-inheritance": False}
napoleon_google_docstring = False
napoleon_use_ivar = True


def setup(app: object) -> None:
    """Write the pages and pictures that are made from the program itself."""
    app.connect("builder-inited", lambda app: generated.write(Path(app.srcdir)))
