"""The widgets in a browser, without Jupyter: a page that hands messages on, as anywidget does.

tests/notebook/test_jupyterlab.py does the same in a real JupyterLab, where there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from helpers import browser
from helpers.axe_core import barriers
from plyground import notebook

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("widgets")]

EXAMPLES = Path(__file__).parents[2] / "examples"

# What anywidget gives a widget: a model with its traits, and an element to draw in.
HOST = """async ({ esm, css, state, dark }) => {
  document.documentElement.lang = "en";
  document.body.style.background = dark ? "#111111" : "#ffffff";
  const main = document.createElement("main");
  const style = document.createElement("style");
  style.textContent = css;
  document.head.replaceChildren(style);
  document.title = "A notebook";
  document.body.replaceChildren(main);
  main.append(Object.assign(document.createElement("h1"), { textContent: "A notebook" }));
  main.style.color = dark ? "#ffffff" : "#000000";
  const listeners = new Map();
  window.messages = [];
  window.state = state;
  window.put = (name, value) => {
    state[name] = value;
    for (const listener of listeners.get(`change:${name}`) ?? []) listener();
  };
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; },
    save_changes: () => {},
    send: (message) => messages.push(message),
    on: (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    off: (name, listener) => listeners.set(name, (listeners.get(name) ?? []).filter((one) => one !== listener)),
  };
  const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  window.close_widget = widget.render({ model, el: main });
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with browser.page(reduced_motion="reduce") as opened:
        opened.set_default_timeout(30_000)
        yield opened
        assert not opened.complaints


def show(page: Any, widget: Any, dark: bool = False) -> Any:
    """Draw a widget; the element that it is drawn in."""
    names = ("_view", "_words") if hasattr(widget, "_view") else ("_search", "_words", "step")
    state = {name: getattr(widget, name) for name in names}
    page.evaluate(HOST, {"esm": widget._esm, "css": widget._css, "state": state, "dark": dark})
    return page.locator(".plyground-widget")


def exchange(page: Any, board: Any) -> None:
    """Hand on what the page has sent, and what there is to see then."""
    for message in page.evaluate("messages.splice(0)"):
        board._handle_custom_msg(message, [])
    page.evaluate("view => put('_view', view)", board._view)


def test_clicks_keys_and_buttons_play(page: Any) -> None:
    board = notebook.Board("connect4", lambda position: position.moves()[0])
    shown = show(page, board)
    assert shown.locator(".state").inner_text() == "Your move: X"
    shown.locator("[data-cell='3']").click()
    exchange(page, board)
    assert board.moves == ("4", "1")
    assert shown.locator(".stone").count() == 2
    shown.locator("[data-cell='3']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("7")
    exchange(page, board)
    assert " ".join(board.moves) == "4 1 5 1 7 1"
    shown.get_by_role("button", name="Undo").click()
    exchange(page, board)
    assert shown.locator(".stone").count() == 4


def test_the_winning_line_and_the_end_are_shown(page: Any) -> None:
    board = notebook.Board("tictactoe")
    for move in "14253":
        board.play(move)
    shown = show(page, board)
    assert shown.locator(".state").inner_text() == "X wins"
    assert shown.locator("line.row").count() == 1
    shown.locator("[data-cell='8']").click()
    assert page.evaluate("messages.length") == 0


def test_while_a_machine_searches_clicks_wait(page: Any) -> None:
    board = notebook.Board("tictactoe", "random(seed=1)")
    board._view = board._view | {"thinking": "move", "to_move": 1}
    shown = show(page, board)
    assert shown.locator(".state").inner_text() == "O is thinking…"
    shown.locator("[data-cell='8']").click()
    shown.get_by_role("button", name="Undo").dispatch_event("click")
    assert page.evaluate("messages.length") == 0


def test_values_are_words_in_the_cells(page: Any) -> None:
    shown = show(page, notebook.Board(pg.tictactoe().parse("1524"), values=True))
    labels = shown.locator(".board .label")
    assert labels.count() == 5
    assert "wins" in labels.first.inner_html()


def test_a_game_of_two_clicks_and_one_without_a_board_can_be_played(page: Any) -> None:
    board = notebook.Board(pg.load_game(f"{EXAMPLES / 'hexapawn.py'}:Hexapawn"))
    shown = show(page, board)
    for cell in (6, 3):
        shown.locator(f"[data-cell='{cell}']").click()
        exchange(page, board)
    assert board.moves == ("a1a2",)
    tree = notebook.Board("textbook")
    shown = show(page, tree)
    shown.get_by_role("button", name="2", exact=True).click()
    exchange(page, tree)
    assert tree.moves == ("2",)


def test_a_search_is_stepped_through(page: Any) -> None:
    shown = show(page, notebook.Explain(pg.textbook(), step=3))
    assert shown.locator(".where").inner_text() == "Step 3 of 16"
    shown.get_by_role("button", name="Next cut").click()
    assert "MIN can hold MAX to 2" in shown.locator(".sentence").inner_text()
    page.wait_for_function("state.step > 3")
    page.keyboard.press("ArrowLeft")  # after a click with the mouse the keys are the film's
    assert shown.locator(".where").inner_text() == "Step 8 of 16"
    page.evaluate("put('step', 16)")
    assert shown.locator(".where").inner_text() == "Step 16 of 16"


def test_text_of_a_game_does_not_become_markup(page: Any) -> None:
    trace = pg.explain(pg.textbook().start())
    trace.agent = trace.game = "<img src=x onerror=alert(1)>"
    shown = show(page, notebook.Explain(trace))
    assert shown.locator("img").count() == 0
    assert "<img" in shown.locator("h2").inner_text()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["board", "explain"])
def test_widgets_have_no_barriers(page: Any, name: str, dark: bool) -> None:
    if name == "board":
        widget = notebook.Board(pg.connect4().parse("444444"), "alphabeta(depth=2)", values=True)
        widget.play("3")
    else:
        widget = notebook.Explain(pg.tictactoe().parse("159"), pg.AlphaBeta(depth=2), step=12)
    shown = show(page, widget, dark)
    assert shown.get_attribute("data-theme") == ("dark" if dark else "light")
    assert barriers(page) == []


def test_a_widget_that_is_closed_hears_nothing_more(page: Any) -> None:
    board = notebook.Board("tictactoe")
    shown = show(page, board)
    page.evaluate("close_widget()")
    board.play("5")
    exchange(page, board)
    assert shown.locator(".stone").count() == 0
