"""Kaggle's agents play here as they are, and their faults cost them the game."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outsiders import answered, answered_text, check_forfeit, check_played, said, undone

from plyground import BadSpec, PlygroundError, connect4, load_game
from plyground.agents import MoveLimits, load_entrant
from plyground.agents.foreign import kaggle, kaggle_stand_in
from plyground.agents.foreign.kaggle_stand_in import Struct, structify
from plyground.arena.records import Reason
from subjects import positions

ZOO = "kaggle:tests/foreign/kaggle_zoo"
SIZES = ["connect4", "connect4(5,4,3)", "connect4(4,7,4)", "connect4(9,3,3)", "connect4(1,6,4)"]


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    with undone():
        yield


def written(folder: Path, code: str) -> str:
    """The spec of a submission with that code."""
    (folder / "submission.py").write_text(code)
    return f"kaggle('{folder}/submission.py')"


# ------------------------------------------------------------------ matches


@pytest.mark.parametrize(
    ("agent", "game"),
    [
        ("by_attribute", "connect4"),
        ("by_key", "connect4(4,7,4)"),
        ("with_the_observation_only", "connect4(5,4,3)"),
        ("with_nothing", "connect4(1,6,4)"),
        ("in_numpy", "connect4(9,3,3)"),
        ("scribbling", "connect4(5,4,3)"),
        ("looking_ahead", "connect4(4,4,3)"),
        ("remembering", "connect4(5,4,3)"),
    ],
)
def test_who_is_only_odd_plays_on(agent: str, game: str) -> None:
    check_played(f"{ZOO}/behaving.py:{agent}", game)


def test_what_an_agent_prints_and_logs_is_kept_with_its_moves() -> None:
    first, second = check_played(f"{ZOO}/behaving.py:talkative")
    for steps, mark, game in ((range(0, 20, 2), 1, first), (range(1, 20, 2), 2, second)):
        for step, text in zip(steps, said(game), strict=False):
            assert f"step {step}" in text
            assert f"mark {mark}" in text


@pytest.mark.parametrize(
    ("agent", "reason", "detail"),
    [
        ("faulty.py:nothing", "illegal", "None (a column is a whole number) is no move"),
        ("faulty.py:a_text", "illegal", "'3' (a column is a whole number) is no move"),
        ("faulty.py:beyond", "illegal", "5 (columns are 0 to 4) is no move"),
        ("faulty.py:always_the_first", "illegal", "0 (that column, counted from 0, is full) is no move"),
        ("faulty.py:crashing", "crash", "AttributeError: no colums here: there are columns, rows"),
        (
            "faulty.py:demanding",
            "start",
            "demanding takes observation, configuration, wish in faulty.py: an agent is",
        ),
        (
            "fails_when_imported.py",
            "start",
            "No module named 'no_such_library' (fails_when_imported.py, line 5)",
        ),
        (
            "plays_when_imported.py",
            "start",
            "plyground's stand-in has no make: keep what plays matches out",
        ),
    ],
)
def test_who_does_wrong_has_lost(agent: str, reason: Reason, detail: str) -> None:
    check_forfeit(
        f"{ZOO}/{agent}", reason, detail, "connect4(5,3,5)"
    )  # five discs do not fit into a column


def test_who_thinks_for_eight_seconds_has_lost_in_time() -> None:
    check_forfeit(f"{ZOO}/faulty.py:thoughtful", "time", "nothing came", seconds=0.2)


def test_no_game_without_gravity() -> None:
    check_forfeit(
        f"{ZOO}/two_callables.py", "crash", "it plays connect4 of any size, not tictactoe", "tictactoe"
    )


# ------------------------------------------------------------------ which callable


def test_the_last_callable_of_the_file_is_the_agent() -> None:
    assert answered_text(f"{ZOO}/two_callables.py") == "5"
    assert answered_text(f"{ZOO}/two_callables.py:last") == "5"
    assert answered_text(f"{ZOO}/two_callables.py:first") == "1"
    assert answered_text("kaggle('tests/foreign/kaggle_zoo/two_callables.py', 'first')") == "1"


@pytest.mark.parametrize(
    "code",
    [
        "def agent(obs, config): return 2",
        "def agent(obs): return 2",
        "def agent(): return 2",
        "def agent(*given): return len(given)",
        "def agent(obs, config, depth=2): return depth",
        "agent = lambda obs, config: 2",
        "import functools\ndef play(column, obs, config): return column\nagent = functools.partial(play, 2)",
        "class Bot:\n  def act(self, obs, config): return 2\nagent = Bot().act",
        "class Bot:\n  def __call__(self, obs, config): return 2\nagent = Bot()",
        "from random import choice\nclass Bot:\n  def __call__(self, obs, config): return 2",
        "def agent(obs, config): return 2\nclass Helper:\n  def __call__(self): pass",
        "def agent(obs, config): return helper()\nfrom random import choice\nhelper = lambda: 2",
        "from random import choice as agent\ndef agent(obs, config): return 2\nfrom math import sqrt",
        "try:\n  from numba_no_such import njit\nexcept ImportError:\n  njit = lambda f: f\n@njit\ndef agent(obs, config): return 2",
        "def agent(obs, config): return 2\nif __name__ == '__main__':\n  raise SystemExit",
    ],
)
def test_an_agent_is_called_with_as_much_as_it_takes(code: str, tmp_path: Path) -> None:
    assert answered_text(written(tmp_path, code)) == "3"


def test_a_file_may_have_only_what_it_imports(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_it.py").write_text("def agent(obs, config): return 2")
    assert answered_text(written(tmp_path, "from neighbour_of_it import agent")) == "3"


@pytest.mark.parametrize(
    ("code", "name", "complaint"),
    [
        ("answer = 42", "", "no agent in submission.py"),
        ("", "", "an agent is a function agent(observation, configuration)"),
        ("def agent(obs): return 0", "agnet", "no agnet in submission.py: it has agent"),
        ("agent = 3", "agent", "no agent in submission.py: an agent is a function"),
        ("def agent(a, b, c=1, *, d): return 0", "", "agent takes a, b, c=1, d in submission.py"),
    ],
)
def test_a_file_without_an_agent_is_refused(code: str, name: str, complaint: str, tmp_path: Path) -> None:
    spec = written(tmp_path, code)
    named = f"{spec[:-1]}, '{name}')" if name else spec
    with pytest.raises(BadSpec) as refused:
        answered(named)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("kaggle:agent.py(depth=3)", "options for a Kaggle agent"),
        ("kaggle", "write kaggle:file.py:name"),
        ("kaggle:", "write kaggle:file.py:name"),
        ("kaggle:submission", "write kaggle:file.py:name"),
    ],
)
def test_a_bad_spec_is_refused_before_anything_is_run(spec: str, complaint: str) -> None:
    with pytest.raises(BadSpec) as refused:
        load_entrant(spec)
    assert complaint in str(refused.value)


def test_an_entrant_names_its_file_and_is_not_ours() -> None:
    entrant = load_entrant("kaggle:no_such_file.py")
    assert (entrant.files, entrant.trusted) == ((Path.cwd() / "no_such_file.py",), False)


def test_an_object_counts_anew_in_every_game() -> None:
    entrant = load_entrant(f"{ZOO}/an_object.py")
    position, limits = load_game("connect4").start(), MoveLimits()
    for _ in range(2):
        agent = entrant.enter(0)
        assert [position.write(agent.choose(position, limits).move) for _ in range(3)] == ["2", "3", "4"]


# ------------------------------------------------------------------ what it is told


@pytest.mark.parametrize("spec", SIZES)
@given(data=st.data())
def test_an_observation_is_the_position(spec: str, data: st.DataObject) -> None:
    position: Any = data.draw(positions(spec))
    game = position.game
    seen, told = kaggle.observation(position, MoveLimits()), kaggle.configuration(position, MoveLimits())
    assert (told.columns, told.rows, told.inarow) == (game.columns, game.rows, game.k)
    assert len(seen.board) == told.rows * told.columns
    assert seen.step == len(seen.board) - seen.board.count(0)
    assert seen.mark == seen.step % 2 + 1
    rows = [seen.board[start : start + told.columns] for start in range(0, len(seen.board), told.columns)]
    drawn = "/".join("".join(".XO"[disc] for disc in row) for row in rows)
    assert game.parse(drawn) == position


@pytest.mark.parametrize("spec", SIZES)
@given(data=st.data())
def test_a_column_is_the_cell_where_the_disc_comes_to_lie(spec: str, data: st.DataObject) -> None:
    position: Any = data.draw(positions(spec))
    board = kaggle.observation(position, MoveLimits()).board
    cells = [kaggle.move(position, column) for column in range(position.game.columns)]
    for column, cell in enumerate(cells):
        assert isinstance(cell, int) == (board[column] == 0)
    if not position.outcome():
        assert [cell for cell in cells if isinstance(cell, int)] == list(position.moves())


def test_mark_is_who_moves_also_where_the_other_began() -> None:
    game = connect4(4, 4, 3)
    for text, mark in (
        ("..../..../..../X... o", 2),
        ("..../..../..../O... x", 1),
        ("..../..../..../.... o", 2),
    ):
        assert kaggle.observation(game.parse(text), MoveLimits()).mark == mark


@pytest.mark.parametrize(
    ("limits", "act", "overage"),
    [
        (MoveLimits(), 2, 60),
        (MoveLimits(seconds=0.5), 0.5, 0),
        (MoveLimits(seconds=1.5, remaining=20.0), 1.5, 18.5),
        (MoveLimits(seconds=0.001, remaining=0.0), 0.001, 0),
    ],
)
def test_the_time_for_a_move_is_told(limits: MoveLimits, act: float, overage: float) -> None:
    position = connect4().start()
    told = kaggle.configuration(position, limits)
    assert (told.actTimeout, told["timeout"]) == (act, act)
    assert kaggle.observation(position, limits).remainingOverageTime == overage
    assert {"agentTimeout", "runTimeout", "episodeSteps"} <= told.keys()


class Index:
    """A whole number that is no int, as numpy's are."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_whole_numbers_of_any_kind_are_columns() -> None:
    numpy = pytest.importorskip("numpy")
    position = connect4().start()
    for answer in (3, Index(3), numpy.int64(3), numpy.int8(3), numpy.uint8(3), numpy.array(3)):
        assert position.write(kaggle.move(position, answer)) == "4"


def test_whatever_else_is_answered_equals_no_move() -> None:
    numpy = pytest.importorskip("numpy")
    position = connect4(7, 1, 4).parse("1")  # in one row cells have the numbers of columns
    for answer in (
        True,
        6.0,
        "7",
        None,
        [6],
        (6,),
        numpy.array([6]),
        numpy.float64(6),
        numpy.bool_(True),
        b"\6",
    ):
        move = kaggle.move(position, answer)
        assert move not in position.moves()
        assert repr(move).endswith(" (a column is a whole number)")
    for answer in (-1, 7, 10**30, 0):
        assert kaggle.move(position, answer) not in position.moves()
    assert kaggle.move(position, 6) == 6


def test_a_long_answer_leaves_room_for_the_reason() -> None:
    move = kaggle.move(connect4().start(), "nothing " * 1000)
    assert repr(move).endswith("… (a column is a whole number)")
    assert len(repr(move)) < 80


def test_games_without_columns_are_refused() -> None:
    for game, called in (("gomoku", "gomoku"), ("examples/nim.py:Nim", "Nim")):
        with pytest.raises(PlygroundError, match=f"it plays connect4 of any size, not {called}"):
            answered(f"{ZOO}/two_callables.py", game)


# ------------------------------------------------------------------ the stand-in


def test_a_struct_is_a_dictionary_with_attributes() -> None:
    struct = structify({"board": [0, 1], "deep": {"x": 1}, "list": [{"y": 2}]})
    assert (struct.board, struct["board"], struct.deep.x, struct.list[0].y) == ([0, 1], [0, 1], 1, 2)
    assert (struct.get("z"), dict(struct)["deep"], hasattr(struct, "z")) == (None, {"x": 1}, False)
    struct.board, struct["mark"] = [2], 1
    assert (struct["board"], struct.mark) == ([2], 1)
    del struct.mark
    assert "mark" not in struct
    with pytest.raises(AttributeError):
        del struct.mark


def test_a_struct_is_copied_whole() -> None:
    given = {"board": [0, 1]}
    struct = structify(given)
    for other in (copy.deepcopy(struct), copy.copy(struct), pickle.loads(pickle.dumps(struct))):
        assert (type(other), other.board, other) == (Struct, [0, 1], struct)
    copy.deepcopy(struct).board[0] = 7
    struct.board[1] = 7
    assert given == {"board": [0, 1]}


def test_the_stand_in_is_there_where_the_package_is_not() -> None:
    kaggle_stand_in.install()
    package = import_module("kaggle_environments")
    errors, utils = import_module("kaggle_environments.errors"), package.utils
    assert package.errors is errors
    assert isinstance(package.version, str)
    assert utils.read_file("no such file", "nothing") == "nothing"
    assert utils.read_file("pyproject.toml").startswith("[build-system]")
    with pytest.raises(errors.NotFound):
        utils.read_file("no such file")
    assert issubclass(errors.DeadlineExceeded, errors.CanonicalError)
    for function in (package.make, package.evaluate):
        with pytest.raises(errors.Unimplemented, match="behind `if __name__ == '__main__':`"):
            function("connectx", ["random", "random"], debug=True)
    with pytest.raises(ModuleNotFoundError):
        import_module("kaggle_environments.envs.halite")


def test_the_package_itself_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kaggle_environments.py").write_text("version = 'their own'")
    monkeypatch.syspath_prepend(str(tmp_path))
    kaggle_stand_in.install()
    assert "kaggle_environments" not in sys.modules
    assert import_module("kaggle_environments").version == "their own"
    kaggle_stand_in.install()
    assert import_module("kaggle_environments").version == "their own"


def test_modules_without_a_file_have_callables_too() -> None:
    module = ModuleType("made_up")
    vars(module)["agent"] = len
    assert kaggle.last_callable(module) is len


@pytest.mark.parametrize("spec", SIZES)
@given(data=st.data())
def test_the_rules_of_the_stand_in_are_ours(spec: str, data: st.DataObject) -> None:
    position: Any = data.draw(positions(spec))
    for move in position.moves():
        seen, told = (make(position, MoveLimits()) for make in (kaggle.observation, kaggle.configuration))
        column, after = move % told.columns, position.after(move)
        outcome = after.outcome()
        won = bool(outcome and outcome.winner)
        assert kaggle_stand_in.is_win(seen.board, column, seen.mark, told, has_played=False) == won
        kaggle_stand_in.play(seen.board, column, seen.mark, told)
        assert seen.board == kaggle.observation(after, MoveLimits()).board
        assert kaggle_stand_in.is_win(seen.board, column, seen.mark, told) == won
