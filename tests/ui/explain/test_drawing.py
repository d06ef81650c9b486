"""One drawing: what the command line writes is what the Explain page saves, box by box."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from helpers.debian import need
from helpers.words import catalogue
from plyground.agents import load_agent
from plyground.games.registry import load_game
from plyground.searchers import Limits
from plyground.searchers.trace import Trace
from plyground.searchers.whole_tree import whole_tree
from plyground.ui.explain.boxes import boxes_at, is_small
from plyground.ui.explain.film import Film
from plyground.ui.explain.grown import Grown
from plyground.ui.explain.layout import place
from plyground.ui.explain.look import Looks
from plyground.ui.explain.shape import COLOURS, width_of
from plyground.ui.explain.svg import svg_text
from plyground.words import LANGUAGES, tongue

SCRIPTS = Path(__file__).parents[1] / "web" / "js"
STYLE = Path(__file__).parents[3] / "src/plyground/ui/web/static/css"

SEARCHES: list[tuple[str, str, str, int | None]] = [
    ("textbook", "-", "alphabeta", None),
    ("textbook", "-", "alphabeta(fail='hard')", None),
    ("textbook", "-", "minimax", None),
    ("tictactoe", "XXO/OO./X..", "alphabeta", None),
    ("tictactoe", "XXO/OO./X..", "memo", None),
    ("tictactoe", "XXO/OO./X..", "mtdf", None),
    ("tictactoe", "XXO/OO./X..", "pvs", None),
    ("tree(((3,(5,-2)),(2,7),(14,0,2)))", "-", "pvs", None),
    ("tictactoe", "51", "table_alphabeta", None),
    ("connect4", "4453", "deepening(inner=alphabeta(evaluate='windows'))", 3),
    ("gomoku", "h8", "alphabeta(evaluate='windows')", 2),
]
GROWN = [("tictactoe", "-", "mcts(rounds=40)"), ("tictactoe", "X.O/.X./..O", "proof(method='best_first')")]


def traced(game: str, position: str, agent: str, depth: int | None = None, rows: int = 2_000) -> Trace:
    rules, searcher, trace = load_game(game), load_agent(agent), Trace(most_rows=rows)
    place_, limits = rules.parse(position), Limits(depth)
    searcher.search(place_, limits, trace)
    trace.whole = whole_tree(searcher, place_, limits)
    trace.game, trace.position, trace.agent = rules.spec, place_.text(), repr(searcher)
    return trace


def case(trace: Trace, root: int, language: str, **more: Any) -> dict[str, Any]:
    asked = {"trace": json.loads(trace.to_json()), "root": root, "language": language, "step": None}
    return asked | {"opened": None, "title": "<A> & b", "notes": ["One.", "And two."]} | more


def by_python(asked: dict[str, Any]) -> str:
    trace, root = Trace.from_json(json.dumps(asked["trace"])), asked["root"]
    words = tongue(asked["language"])
    if trace.kind:
        grown = Grown(trace, root, words, asked["step"])
        tree, look = grown.tree(), grown.look
    else:
        film = Film(trace, root)
        step = len(film) if asked["step"] is None else asked["step"]
        tree, look = boxes_at(film, step, set(asked["opened"] or ())), Looks(film, step, words)
    return svg_text(place(tree, lambda box: width_of(box, look(box))), look, asked["title"], asked["notes"])


def cases() -> list[dict[str, Any]]:
    """Every step of small films, and large ones with some nodes opened."""
    found = []
    for number, search in enumerate(SEARCHES):
        trace, language = traced(*search), list(LANGUAGES)[number % 2]
        for root in trace.roots():
            film = Film(trace, root)
            steps = range(0, len(film) + 1, 1 if len(film) < 40 else 97)
            if is_small(film):
                found += [case(trace, root, language, step=step) for step in steps]
            else:
                opened = [node for node in range(len(trace)) if trace.children(node)][:9]
                end = {"opened": [root, *opened], "step": len(film)}
                found.append(case(trace, root, language, **end))
    for game, position, agent in GROWN:
        trace = traced(game, position, agent)
        for root in trace.roots():
            steps = range(0, len(Grown(trace, root, tongue("en"))) + 1, 7)
            found += [case(trace, root, "en", step=step) for step in steps]
            found.append(case(trace, root, "pt-BR"))
    return found


def test_the_page_and_the_command_line_draw_the_same() -> None:
    asked = cases()
    words = {
        language: {key: entry[language] for key, entry in catalogue().items() if key.startswith("explain.")}
        for language in LANGUAGES
    }
    given = json.dumps({"catalogue": words, "palette": COLOURS, "cases": asked})
    run = subprocess.run(
        [need("nodejs"), str(SCRIPTS / "draw.mjs")],
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2_000:]
    for each, by_page in zip(asked, json.loads(run.stdout), strict=True):
        what = (each["trace"]["game"], each["trace"]["agent"], each["root"], each["step"])
        assert by_python(each) == by_page, what


def test_the_page_has_the_colours_of_pictures() -> None:
    style = "".join(
        (STYLE / name).read_text(encoding="utf-8") for name in ("base.css", "trees.css", "explain.css")
    )
    script = (STYLE.parent / "js" / "explain-export.js").read_text(encoding="utf-8")
    roles = dict(re.findall(r'"?([\w-]+)"?: "(--[\w-]+)"', script))
    assert list(roles) == list(COLOURS)
    for role, name in roles.items():
        light, dark = COLOURS[role]
        assert f"{name}: light-dark({light}, {dark});" in style, role
