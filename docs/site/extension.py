"""What the site needs of Sphinx beyond its settings: pictures, links of types, the switch of languages."""

from __future__ import annotations

import builtins
import re
from pathlib import Path
from typing import Any

from docs.site import api_pages, pictures
from docs.site.pages import LANGUAGES, Site, other_address
from docs.site.stage import is_portuguese
from docs.site.theme import mend
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx

OURS = re.compile(r"(?<![`\w])`([^`\n]+)`(?!`)")
NATIVE_NAMES = {"en": "English", "pt-BR": "Português"}
PYTHON = ("py:class", "py:obj", "py:exc", "py:data", "py:func", "py:meth", "py:attr", "py:mod")


def setup(app: Sphinx) -> dict[str, bool]:
    for kind in ("board", "tree"):
        app.add_directive(kind, type(f"{kind.title()}Picture", (Picture,), {"kind": kind}))
    app.connect("autodoc-process-docstring", write_code)
    app.connect("missing-reference", find_public_name)
    app.connect("html-page-context", tell_languages)
    app.connect("build-finished", write_colours)
    app.connect("build-finished", mend_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def language_of(app: Sphinx) -> str:
    return str(app.config.language).replace("_", "-")


class Picture(Directive):  # type: ignore[misc]
    """A board or a tree, drawn while the page is read."""

    kind = ""
    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        language = language_of(self.state.document.settings.env.app)
        html = pictures.figure(self.kind, self.arguments[0], "\n".join(self.content), language)
        return [nodes.raw("", html, format="html")]


def write_code(app: Sphinx, what: str, name: str, value: Any, options: Any, lines: list[str]) -> None:
    """Docstrings have `code` in single backticks, and are plain text otherwise."""
    if name == "plyground.WIN":
        lines.clear()
    for number, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...")):
            lines[number] = OURS.sub(r"``\1``", line).replace("*", r"\*").replace("|", r"\|")


def find_public_name(app: Sphinx, env: Any, node: Any, contnode: Any) -> Any:
    """A type in a signature: a link to its page if it is a public name; else its name alone."""
    if f"{node['refdomain']}:{node['reftype']}" not in PYTHON:
        return None
    name = str(node["reftarget"]).rpartition(".")[2]
    if name in api_pages.NAMES:
        domain = env.get_domain("py")
        return domain.resolve_xref(
            env, node["refdoc"], app.builder, node["reftype"], f"plyground.{name}", node, contnode
        )
    return contnode if is_known_type(str(node["reftarget"])) else None


def is_known_type(target: str) -> bool:
    """Whether a name of a signature is one of Python's, or of a module of ours that is not public."""
    return "." in target or hasattr(builtins, target) or target[:1].isupper()


def tell_languages(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """The address of the page in the other language; and English text in a Portuguese page says so."""
    language = language_of(app)
    (other,) = set(LANGUAGES) - {language}
    context["other_language"], context["other_name"] = other, NATIVE_NAMES[other]
    context["other_address"] = other_address(page, language)
    site = Site(language)
    generated = page in ("genindex", "search", "py-modindex")
    if language != "en" and "body" in context and not generated and not is_portuguese(site, page):
        context["body"] = f'<div lang="en">{context["body"]}</div>'


def write_colours(app: Sphinx, problem: Exception | None) -> None:
    if problem is None and app.builder.format == "html":
        (Path(app.outdir) / "_static" / "pictures.css").write_text(
            pictures.dark_colours(), encoding="utf-8"
        )


def mend_pages(app: Sphinx, problem: Exception | None) -> None:
    if problem is None and app.builder.format == "html":
        for page in Path(app.outdir).rglob("*.html"):
            page.write_text(mend(page.read_text(encoding="utf-8"), language_of(app)), encoding="utf-8")
