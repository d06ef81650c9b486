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
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.command import run
from helpers.outsiders import answered, answered_text, check_forfeit, check_played, said, undone
from helpers.subjects import positions
from plyground import BadSpec, PlygroundError, connect4, load_game
from plyground.agents import MoveLimits, load_entrant
from plyground.agents.kaggle import adapter, shim
from plyground.agents.kaggle.baselines import negamax_agent
from plyground.agents.kaggle.entry_point import last_callable
from plyground.agents.kaggle.structs import Struct, structify
from plyground.arena.clock import TimeControl
from plyground.workers.messages import Reason

ZOO = "kaggle:tests/agents/kaggle/zoo"
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
def test_odd_but_legal_agent_plays_on(agent: str, game: str) -> None:
    check_played(f"{ZOO}/behaving.py:{agent}", game)


def test_output_and_log_are_recorded_with_the_move() -> None:
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
            "needs no_such_library, which is neither installed nor beside it",
        ),
        (
            "plays_when_imported.py",
            "start",
            "it plays matches itself (env.run), while it is imported or when it is asked for a move",
        ),
    ],
)
def test_faulty_agent_forfeits(agent: str, reason: Reason, detail: str) -> None:
    check_forfeit(
        f"{ZOO}/{agent}", reason, detail, "connect4(5,3,5)"
    )  # five discs do not fit into a column


def test_slow_agent_loses_on_time() -> None:
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
    assert answered_text("kaggle('tests/agents/kaggle/zoo/two_callables.py', 'first')") == "1"


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
        ("kaggle:negmax", "a folder that is there, kaggle:negamax or kaggle:random"),
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


@pytest.mark.parametrize(
    ("code", "answer", "told"),
    [
        (
            "def agent(obs, config): return 2\ndef free(board): return 4",
            "3",
            "agent: on Kaggle it would be its last function, free",
        ),
        ("def my_agent(obs): return 2\ndef score(a, b, c): return 4", "3", "my_agent: on Kaggle"),
        ("def act(obs, config): return 2\ndef main(): return 4", "3", "act: on Kaggle"),
        ("def first(obs, config): return 2\ndef score(a, b, c): return 4", "3", "first: on Kaggle"),
        ("def agent(obs, config): return 4\ndef better(observation, config): return 2", "3", ""),
        ("def agent(obs, config): return 4\ndef my_agent_2(state, config): return 2", "3", ""),
        ("def agent(a, b, c): return 4\ndef play(state, config): return 2", "3", ""),
        (
            "def bot(obs, config): return 4\ndef free(board, config): return 2",
            "3",
            "its last function, free: if bot is its agent, name it, kaggle:submission.py:bot",
        ),
        ("def first(state, config): return 4\ndef last(state, config): return 2", "3", ""),
        (
            "def agent(obs, config): return 4\nclass Bot:\n  def __call__(self, obs): return 2\nbot = Bot()",
            "3",
            "",
        ),
    ],
)
def test_a_helper_behind_the_agent_is_not_the_agent(
    code: str, answer: str, told: str, tmp_path: Path
) -> None:
    spec = written(tmp_path, code)
    assert answered_text(spec) == answer
    note = load_entrant(spec).note
    assert note.startswith(f"submission.py plays with {told}") if told else note == ""


@pytest.mark.slow
def test_the_command_line_tells_which_function_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path))
    spec = written(tmp_path, "def agent(obs, config): return obs.board.index(0)\ndef free(board): return 4")
    found = run("match", "connect4(5,1,5)", spec, "kaggle:random", "--games", "2")
    assert found.returncode == 0
    assert (
        "note: submission.py plays with agent: on Kaggle it would be its last function, free"
        in found.stderr
    )


# ------------------------------------------------------------------ the agents that ConnectX comes with


def negamax(board: list[int], mark: int, told: Any, depth: int = 4) -> tuple[float, int | None]:
    """What Kaggle's negamax does, written down as a definition: no window, every column to the end."""
    free = [column for column in range(told.columns) if board[column] == 0]
    discs = len(board) - board.count(0)
    if not free:
        return 0, None
    for column in free:
        if shim.is_win(board, column, mark, told, has_played=False):
            return (len(board) + 1 - discs) / 2, column
    best: tuple[float, int | None] = (-len(board), None)
    for column in free:
        after = list(board)
        shim.play(after, column, mark, told)
        if depth:
            value = -negamax(after, 3 - mark, told, depth - 1)[0]
        else:
            (cell,) = [cell for cell, (old, new) in enumerate(zip(board, after, strict=True)) if old != new]
            near = [cell - 1] * (column > 0) + [cell + 1] * (column < told.columns - 1)
            near += [cell + told.columns] * (cell // told.columns < told.rows - 2)
            value = (len(board) + 1 - discs) / 2 + sum(board[place] == mark for place in near)
        best = max(best, (value, column), key=lambda found: found[0])
    return best


@pytest.mark.parametrize(
    "spec", ["connect4(4,4,3)", "connect4(5,3,4)", "connect4(3,2,2)", "connect4(1,6,4)"]
)
@given(data=st.data())
@settings(max_examples=15)
@pytest.mark.slow
def test_negamax_plays_as_kaggles_does(spec: str, data: st.DataObject) -> None:
    position: Any = data.draw(positions(spec))
    if position.outcome() is None:
        seen, told = (
            adapter.observation(position, MoveLimits()),
            adapter.configuration(position, MoveLimits()),
        )
        _, column = negamax(seen.board, seen.mark, told)
        answer = load_entrant("kaggle:negamax").enter(0).choose(position, MoveLimits()).move
        assert column is None or answer == adapter.move(position, column)
        assert column is None or negamax_agent(seen, told) == column


def test_negamax_wins_and_stops_wins_and_is_ours() -> None:
    assert load_entrant("kaggle:negamax").trusted
    assert answered_text("kaggle:negamax", text="112233") == "4"
    assert answered_text("kaggle:negamax", text="11223") == "4"
    assert answered_text("kaggle:negamax") == "1"  # all columns seem the same to it, and the first is taken


def test_kaggles_random_is_decided_by_the_seed() -> None:
    position = load_game("connect4").parse("111111")
    entrant = load_entrant("kaggle:random")
    drawn = [position.write(entrant.enter(seed).choose(position, MoveLimits()).move) for seed in range(40)]
    assert set(drawn) == set("234567")
    assert drawn == [
        position.write(entrant.enter(seed).choose(position, MoveLimits()).move) for seed in range(40)
    ]


def test_an_environment_can_be_stepped_and_read() -> None:
    shim.install()
    package = import_module("kaggle_environments")
    env = package.make("connectx", {"rows": 4, "columns": 5, "inarow": 3}, debug=True)
    assert (env.configuration.columns, env.configuration.actTimeout, list(env.agents)) == (
        5,
        2,
        ["random", "negamax"],
    )
    for step, action in enumerate((0, 1, 0, 1, 0)):
        assert [state.status for state in env.state] == [["ACTIVE", "INACTIVE"], ["INACTIVE", "ACTIVE"]][
            step % 2
        ]
        assert (env.state[0].observation.step, env.done) == (step, False)
        env.step([action, None] if step % 2 == 0 else [None, action])
    assert [state.reward for state in env.state] == [1, -1]
    assert env.done
    assert env.clone().state == env.state
    assert "X" in env.render(mode="ipython")
    assert env.reset()[0].observation.board == [0] * 20
    assert [state.status for state in env.step([9, None])] == ["INVALID", "DONE"]
    agent = import_module("kaggle_environments.agent").Agent("negamax", env)
    assert agent.act(env.reset()[0].observation)[0] == 0
    with pytest.raises(package.errors.InvalidArgument, match="connectx only, no halite"):
        package.make("halite")


# ------------------------------------------------------------------ what it is told


@pytest.mark.parametrize("spec", SIZES)
@given(data=st.data())
def test_an_observation_is_the_position(spec: str, data: st.DataObject) -> None:
    position: Any = data.draw(positions(spec))
    game = position.game
    seen, told = adapter.observation(position, MoveLimits()), adapter.configuration(position, MoveLimits())
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
    board = adapter.observation(position, MoveLimits()).board
    cells = [adapter.move(position, column) for column in range(position.game.columns)]
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
        assert adapter.observation(game.parse(text), MoveLimits()).mark == mark


@pytest.mark.parametrize(
    ("limits", "act", "overage"),
    [
        (MoveLimits(), 2, 60),
        (MoveLimits(seconds=0.5), 0.5, 0),
        (MoveLimits(seconds=1.5, remaining=20.0), 1.5, 18.5),
        (MoveLimits(seconds=0.001, remaining=0.0), 0.001, 0),
        (MoveLimits(seconds=2.0, overage=59.5), 2, 59.5),
        (MoveLimits(seconds=2.0, overage=0.0), 2, 0),
    ],
)
def test_the_time_for_a_move_is_told(limits: MoveLimits, act: float, overage: float) -> None:
    position = connect4().start()
    told = adapter.configuration(position, limits)
    assert (told.actTimeout, told["timeout"]) == (act, act)
    assert adapter.observation(position, limits).remainingOverageTime == overage
    assert {"agentTimeout", "runTimeout", "episodeSteps"} <= told.keys()
    assert told.steps == told.episodeSteps  # the old name, as `timeout` is


SLOW_ONCE = """
import time
def agent(obs, config):
    print(config.actTimeout, obs.remainingOverageTime)
    if obs.step < 2:
        time.sleep(0.4)
    return next(c for c in range(config.columns) if obs.board[c] == 0)
"""


def test_overage_is_spent_and_what_is_left_is_told(tmp_path: Path) -> None:
    control = TimeControl(seconds=0.2, overage=20)
    (game, _) = check_played(written(tmp_path, SLOW_ONCE), control=control)
    told = [tuple(map(float, text.split())) for text in said(game)]
    assert {act for act, _ in told} == {0.2}
    left = [overage for _, overage in told]
    assert left[0] == 20
    assert left[1] <= 19.8
    assert left == sorted(left, reverse=True)


def test_without_enough_overage_the_same_agent_loses(tmp_path: Path) -> None:
    control = TimeControl(seconds=0.1, overage=0.1)
    check_forfeit(written(tmp_path, SLOW_ONCE), "time", "nothing came", control=control)


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
        assert position.write(adapter.move(position, answer)) == "4"


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
        move = adapter.move(position, answer)
        assert move not in position.moves()
        assert repr(move).endswith(" (a column is a whole number)")
    for answer in (-1, 7, 10**30, 0):
        assert adapter.move(position, answer) not in position.moves()
    assert adapter.move(position, 6) == 6


def test_a_long_answer_leaves_room_for_the_reason() -> None:
    move = adapter.move(connect4().start(), "nothing " * 1000)
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
    shim.install()
    package = import_module("kaggle_environments")
    errors, utils = import_module("kaggle_environments.errors"), package.utils
    assert package.errors is errors
    assert isinstance(package.version, str)
    assert utils.read_file("no such file", "nothing") == "nothing"
    assert utils.read_file("pyproject.toml").startswith("[build-system]")
    with pytest.raises(errors.NotFound):
        utils.read_file("no such file")
    assert issubclass(errors.DeadlineExceeded, errors.CanonicalError)
    environment = package.make("connectx", debug=True)
    for function in (environment.run, environment.train, package.evaluate, utils.get_last_callable):
        with pytest.raises(errors.Unimplemented, match="behind `if __name__ == '__main__':`"):
            function("connectx", ["random", "random"], debug=True)
    with pytest.raises(ModuleNotFoundError):
        import_module("kaggle_environments.envs.halite")


def test_the_package_itself_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kaggle_environments.py").write_text("version = 'their own'")
    monkeypatch.syspath_prepend(str(tmp_path))
    shim.install()
    assert "kaggle_environments" not in sys.modules
    assert import_module("kaggle_environments").version == "their own"
    shim.install()
    assert import_module("kaggle_environments").version == "their own"


def test_modules_without_a_file_have_callables_too() -> None:
    module = ModuleType("made_up")
    vars(module)["agent"] = len
    assert last_callable(module) is len


@pytest.mark.parametrize("spec", SIZES)
@given(data=st.data())
def test_the_rules_of_the_stand_in_are_ours(spec: str, data: st.DataObject) -> None:
    position: Any = data.draw(positions(spec))
    for move in position.moves():
        seen, told = (make(position, MoveLimits()) for make in (adapter.observation, adapter.configuration))
        column, after = move % told.columns, position.after(move)
        outcome = after.outcome()
        won = bool(outcome and outcome.winner)
        assert shim.is_win(seen.board, column, seen.mark, told, has_played=False) == won
        shim.play(seen.board, column, seen.mark, told)
        assert seen.board == adapter.observation(after, MoveLimits()).board
        assert shim.is_win(seen.board, column, seen.mark, told) == won
