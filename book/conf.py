"""How Sphinx reads the tree that `build` lays out, and what the site looks like. Run by `build`, which writes book.json beside this file's copy."""
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
facts = json.loads((HERE / "book.json").read_text(encoding="utf-8"))
sys.path.insert(0, facts["lib"])

project = "Halo"
author = "the authors of Halo"
language = "en"
extensions = ["myst_parser", "sphinx_copybutton", "terms", "offline", "accessible"]
root_doc = "index"
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4            # as GitHub names them
exclude_patterns = []
nitpicky = True
highlight_language = "text"
pygments_style = "default"
pygments_dark_style = "github-dark"
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True

html_title = "Halo"
html_static_path = facts["static"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
if tags.has("print"):       # noqa: F821, Sphinx's own: one long page for lib/print.py
    html_theme = "basic"
    html_css_files = ["print.css"]
else:
    html_theme = "furo"
    html_css_files = ["book.css"]
    html_js_files = ["book.js"]
    html_extra_path = [facts["extra"]]
    html_theme_options = {
        "light_css_variables": {"color-brand-primary": "#0b5394", "color-brand-content": "#0b5394"},
        "dark_css_variables": {"color-brand-primary": "#8ab4f8", "color-brand-content": "#8ab4f8"},
    }
