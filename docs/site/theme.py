"""What is put right in the pages of the theme, for who listens to a page or uses the keyboard alone."""

from __future__ import annotations

# By language: the words of the theme that no catalogue reaches, and how they are said.
LABELS = {
    "en": {},
    "pt-BR": {
        "Toggle navigation of ": "Abrir ou fechar: ",
        "Toggle site navigation sidebar": "Abrir ou fechar a navegação",
        "Toggle table of contents sidebar": "Abrir ou fechar o sumário da página",
        "Toggle Light / Dark / Auto color theme": "Claro, escuro ou como o sistema",
    },
}
SIDES = {
    "en": {"sidebar-drawer": "The site", "toc-drawer": "This page", "search": "Search"},
    "pt-BR": {"sidebar-drawer": "O site", "toc-drawer": "Esta página", "search": "Busca"},
}
RESULTS = '<div id="search-results">'


def mend(page: str, language: str) -> str:
    """A page of the theme, so that axe-core finds no barrier in it."""
    sides = SIDES[language]
    for english, words in LABELS[language].items():
        page = page.replace(f'aria-label="{english}', f'aria-label="{words}')
    for side in ("sidebar-drawer", "toc-drawer"):
        page = page.replace(f'<aside class="{side}">', f'<aside class="{side}" aria-label="{sides[side]}">')
    page = page.replace('<div class="highlight"><pre>', '<div class="highlight"><pre tabindex="0">')
    return page.replace(RESULTS, f'<h1 class="visually-hidden">{sides["search"]}</h1>{RESULTS}')
