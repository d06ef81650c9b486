"""The widgets as Python sees them; tests/notebook/test_jupyterlab.py sees them in a browser."""

from __future__ import annotations

import builtins
import json
import subprocess
import sys
from typing import Any

import pytest

import plyground as pg
from helpers.markup import images
from plyground import notebook
from plyground.errors import BadSpec, PlygroundError


def played(board: Any) -> str:
    return " ".join(board.moves)


def send(widget: Any, **message: object) -> None:
    """What the browser sends."""
    widget._handle_custom_msg(message, [])


def test_a_click_in_the_browser_is_a_move() -> None:
    board = notebook.Board("tictactoe", lambda position: position.moves()[-1])
    send(board, do="click", cell=4)
    assert played(board) == "5 9"
    assert board.position == pg.tictactoe().parse("59")
    assert board._view["board"]["cells"] == "....X...O"


def test_buttons_and_keys_do_what_methods_do() -> None:
    board = notebook.Board("tictactoe")
    send(board, do="move", text="1")
    send(board, do="move", text="2")
    send(board, do="undo")
    assert played(board) == "1"
    send(board, do="redo")
    assert played(board) == "1 2"
    send(board, do="values")
    assert board.values
    assert len(board._view["analysis"]["values"]) == 7
    send(board, do="new")
    assert played(board) == ""


@pytest.mark.parametrize(
    "message",
    [{}, {"do": "click"}, {"do": "click", "cell": "4"}, {"do": "move", "text": 4}, {"do": "close"}],
)
def test_messages_that_mean_nothing_do_nothing(message: dict[str, object]) -> None:
    board = notebook.Board("tictactoe")
    send(board, **message)
    assert played(board) == ""


def test_the_side_that_is_not_to_move_is_the_agents() -> None:
    board = notebook.Board(pg.tictactoe().parse("5"), "random(seed=1)")
    assert [seat["agent"] for seat in board._view["seats"]] == ["random(seed=1)", None]
    board = notebook.Board("tictactoe", first="random(seed=1)")
    assert len(board.moves) == 1


def test_the_position_can_be_watched_and_set() -> None:
    board = notebook.Board("tictactoe")
    seen: list[str] = []
    board.observe(lambda change: seen.append(change["new"].text()), "position")
    board.play("5")
    board.position = pg.tictactoe().parse("15")
    assert seen == [".../.X./...", "X../.O./..."]
    assert played(board) == ""
    assert board._view["text"] == "X../.O./..."


def test_a_listener_may_be_a_decorator() -> None:
    heard: list[str] = []
    board = notebook.Board("tictactoe", on_move=lambda position, move: heard.append(move))

    @board.on_move
    def also(position: pg.Position[Any], move: str) -> None:
        heard.append(move.upper())

    board.play("5")
    assert heard == ["5", "5"]
    assert callable(also)


def test_what_was_refused_is_said_in_the_language_of_the_board() -> None:
    board = notebook.Board("tictactoe", language="pt-BR")
    board.play("x")
    assert board.note.endswith("as casas vão de 1 a 9.")
    assert board._words["language"] == "pt-BR"
    with pytest.raises(BadSpec, match="no language fr"):
        notebook.Board("tictactoe", language="fr")


def test_all_that_is_sent_is_json() -> None:
    board = notebook.Board("connect4", "alphabeta(depth=2)", values=True)
    board.play("4")
    film = notebook.Explain(pg.connect4().parse("4"), "alphabeta(depth=2)")
    for sent in (board._view, board._words, film._search, film._words):
        assert json.loads(json.dumps(sent)) == sent


def test_where_widgets_are_not_shown_there_is_a_picture() -> None:
    board, film = notebook.Board("tictactoe"), notebook.Explain(pg.textbook())
    board.play("5")
    for widget, picture in ((board, board.position._repr_svg_()), (film, film.trace._repr_svg_())):
        data, _ = widget._repr_mimebundle_()
        assert images(data["text/html"]) == [picture]
        assert "application/vnd.jupyter.widget-view+json" in data


def test_a_search_is_recorded_with_its_result() -> None:
    film = notebook.Explain(pg.connect4().parse("4"), "alphabeta", depth=2)
    assert film._search["result"]["move"] == film._search["result"]["line"][0] == "3"
    assert film._search["start"]["board"]["columns"] == 7
    assert len(film._search["trace"]["rows"]) == len(film.trace)


def test_a_trace_can_be_stepped_through_too() -> None:
    trace = pg.explain(pg.textbook().start())
    film = notebook.Explain(trace, step=3)
    assert film.trace is trace
    assert film.step == 3
    foreign = type(trace).from_json(trace.to_json().replace('"textbook"', '"unheard-of"'))
    assert notebook.Explain(foreign)._search["start"] is None


def test_what_cannot_be_stepped_through_is_refused() -> None:
    with pytest.raises(BadSpec, match="rows is a whole number from 1 to 50000"):
        notebook.Explain(pg.textbook(), rows=0)
    with pytest.raises(PlygroundError, match="a trace of 0 nodes"):
        notebook.Explain(type(pg.explain(pg.textbook().start()))())


def test_without_anywidget_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def absent(name: str, *given: Any) -> Any:
        if name == "anywidget":
            raise ModuleNotFoundError("No module named 'anywidget'", name="anywidget")
        return real(name, *given)

    monkeypatch.setattr(builtins, "__import__", absent)
    monkeypatch.delitem(vars(notebook), "Board", raising=False)
    monkeypatch.delitem(sys.modules, "plyground.notebook.board", raising=False)
    with pytest.raises(PlygroundError, match=r"Board needs anywidget: pip install 'plyground\[notebook\]'"):
        _ = notebook.Board


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Bord'"):
        notebook.Bord  # type: ignore[attr-defined]  # noqa: B018


def test_pictures_need_no_anywidget() -> None:
    code = "import sys, plyground as pg; pg.notebook.draw(pg.connect4(), '44'); print('anywidget' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
