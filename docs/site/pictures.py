"""Pictures in pages, drawn by plyground itself. A page has them in letters, and can be read anywhere.

    ```{board} connect4 4453
    (the board as `plyground show` draws it)
    ```
    ```{tree} alphabeta textbook
    (the tree as `plyground explain` prints it)
    ```

The site shows the picture, and the letters to who asks for them; a test holds the letters to what is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

import plyground as pg
from plyground.pictures.position import position_svg
from plyground.pictures.svg import PALETTE
from plyground.ui.explain.shape import COLOURS
from plyground.ui.explain.svg import tree_svg

BLOCK = re.compile(
    r"^```\{(?P<kind>board|tree)\} (?P<asked>[^\n]*)\n(?P<letters>.*?)^```$", re.MULTILINE | re.DOTALL
)
QUOTED = re.compile(r"^(`{4,}).*?^\1$", re.MULTILINE | re.DOTALL)  # a page that shows how it is written
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
SAID = {
    "en": {
        "board": "Board: {game} after {moves}.",
        "start": "Board: {game}, empty.",
        "tree": "The tree of {agent} on {game} {moves}",
        "letters": "In letters",
    },
    "pt-BR": {
        "board": "Tabuleiro: {game} depois de {moves}.",
        "start": "Tabuleiro: {game}, vazio.",
        "tree": "A árvore de {agent} em {game} {moves}",
        "letters": "Em letras",
    },
}
SMALLEST = 0.7  # of its size: smaller than this a tree is not drawn, but scrolled


def blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """What a page has drawn: the kind, what is asked for, and the letters that stand there."""
    for block in BLOCK.finditer(QUOTED.sub("", text)):
        yield block["kind"], block["asked"], block["letters"].rstrip("\n")


def letters(kind: str, asked: str) -> str:
    """The drawing of letters that belongs to what is asked for."""
    if kind == "board":
        return "\n".join(line.rstrip() for line in _position(asked).draw().splitlines()).rstrip("\n")
    return _tree(asked).text().split("\n\n")[1]


def picture(kind: str, asked: str, language: str) -> tuple[str, str]:
    """The picture as SVG whose colours are those of the page, and what it shows in words."""
    said = SAID[language]
    if kind == "tree":
        tree = _tree(asked)
        svg = tree_svg(tree, tree.roots()[-1], language=language)
        agent, game, moves = (*asked.split(maxsplit=2), "")[:3]
        words = said["tree"].format(agent=agent, game=game, moves=moves).strip() + "."
    else:
        game, _, moves = asked.partition(" ")
        found = position_svg(_position(asked))
        if found is None:
            raise ValueError(f"{game} has no board that can be drawn")
        svg = found
        words = said["board" if moves else "start"].format(game=game, moves=moves)
    return _in_page(svg, words), words


def figure(kind: str, asked: str, drawn: str, language: str) -> str:
    """The picture as HTML, and the letters below it for who wants to read or to copy them."""
    svg, words = picture(kind, asked, language)
    label, in_letters = escape(words), SAID[language]["letters"]
    return (
        f'<figure class="drawn {kind}"><div class="scroll" tabindex="0" role="group" aria-label="{label}">'
        f"{svg}</div><details><summary>{in_letters}</summary>"
        f'<pre tabindex="0">{escape(drawn)}</pre></details></figure>\n'
    )


def _position(asked: str) -> pg.Position[object]:
    game, _, moves = asked.partition(" ")
    return pg.load_game(game).parse(moves)


def _tree(asked: str) -> pg.Explanation:
    agent, _, place = asked.partition(" ")
    return pg.explain(_position(place), agent)


def _in_page(svg: str, words: str) -> str:
    """The picture as an element of a page, without a style of its own, which would be the page's."""
    svg = STYLE.sub("", svg, count=1)
    title = f"<title>{escape(words)}</title>"
    svg = re.sub(r"<title>.*?</title>", lambda _: title, svg, count=1, flags=re.DOTALL)
    width = re.search(r' width="(\d+)"', svg)
    least = round(int(width[1]) * SMALLEST) if width else 0
    return svg.replace("<svg ", f'<svg style="min-width: {least}px" ', 1)


def dark_colours() -> str:
    """A style sheet that gives the pictures the dark colours where the page is dark."""
    rules = "".join(
        f"{{page}} .pg-f-{role}{{{{fill:{dark}}}}}{{page}} .pg-s-{role}{{{{stroke:{dark}}}}}\n"
        for role, (light, dark) in {**PALETTE, **COLOURS}.items()
        if light != dark
    )
    chosen = rules.format(page="body[data-theme=dark]")
    wished = rules.format(page="body:not([data-theme=light])")
    return f"{chosen}@media (prefers-color-scheme: dark) {{\n{wished}}}\n"
