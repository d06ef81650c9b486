"""Sphinx's settings for the site. Its pages are written into a folder first: stage.py."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import plyground

project = "plyground"
author = "The plyground engineers"
copyright = "The plyground engineers, MIT licensed"  # noqa: A001 - Sphinx's name
version = release = plyground.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "docs.site.extension"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["files", "locale"]
nitpicky = True

language = "en"  # make docs says pt_BR for the Portuguese site
locale_dirs = ["locale"]
gettext_compact = False
gettext_uuid = False
gettext_location = False

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 6
myst_links_external_new_tab = False

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
default_role = "code"
add_module_names = False
toc_object_entries = False

html_theme = "furo"
html_title = f"plyground {release}"
html_favicon = str(Path(__file__).parent / "static" / "icon.svg")
html_static_path = [str(Path(__file__).parent / "static")]
templates_path = [str(Path(__file__).parent / "templates")]
html_css_files = ["site.css", "pictures.css"]
html_copy_source = False
html_show_sourcelink = False
html_last_updated_fmt = None  # two builds of the same pages are the same
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "language.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"
