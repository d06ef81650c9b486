"""`match` and `tournament` from Python: specs, searchers, functions and objects play, and their failures are kept."""

from __future__ import annotations

import random
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.agents.objects import object_entrant, with_own_process
from plyground.arena.runner import play, reopen

FIRST_CELL = "import random\ndef choose(position):\n    return position.moves()[0]\n"


def first(position: pg.LinePosition) -> int:
    return position.moves()[0]


def by_chance(position: pg.LinePosition) -> int:
    return random.choice(position.moves())


class Counting:
    """An object that remembers how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, position: pg.LinePosition, limits: pg.Limits) -> int:
        self.asked += 1
        return position.moves()[-1]


@dataclass(frozen=True)
class Heap(pg.Position[int]):
    """A game that only this program knows: who takes the last stone wins."""

    stones: int = 5
    to_move: pg.Player = pg.Player.FIRST

    def outcome(self) -> pg.Outcome | None:
        return pg.Outcome(self.to_move.other) if self.stones == 0 else None

    def moves(self) -> tuple[int, ...]:
        return tuple(range(1, min(3, self.stones) + 1))

    def after(self, move: int) -> Heap:
        return Heap(self.stones - move, self.to_move.other)


def test_functions_and_objects_play_in_this_process() -> None:
    mine = Counting()
    match = pg.match("tictactoe", mine, first, games=4, openings="none")
    assert mine.asked == sum(row["agent"] == "Counting" for row in match.moves) > 0
    assert match.names == ("Counting", "first")
    assert match.agents.column("spec") == ["object:Counting", "object:first"]
    assert match.finished == "all games played"


def test_searchers_play_in_this_process_as_the_command_would_have_them() -> None:
    here = pg.match("tictactoe", pg.AlphaBeta(), pg.Random(seed=2), games=4, seed=5)
    there = pg.match("tictactoe", "alphabeta", "random(seed=2)", games=4, seed=5, workers=1)
    assert here.agents.column("spec") == there.agents.column("spec") == ["alphabeta", "random(seed=2)"]
    assert here.games.column("moves") == there.games.column("moves")


def test_a_class_is_made_anew_for_every_game() -> None:
    made = []

    class Fresh(Counting):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    pg.match("tictactoe", Fresh, first, games=4, openings="none")
    assert len(made) == 4
    assert all(each.asked <= 5 for each in made)


def test_an_agent_without_a_limit_gets_one() -> None:
    match = pg.match("connect4", pg.Minimax(), first, games=2)
    assert match.names == ("minimax(depth=7)", "first")
    own = pg.match("connect4(5,4,3)", pg.AlphaBeta(evaluate=height), first, games=1)
    assert own.names[0].startswith("alphabeta(depth=")


def height(position: pg.LinePosition) -> int:
    return position.empty


def test_random_numbers_of_a_function_repeat_and_leave_the_programs_own_alone() -> None:
    random.seed(8)
    expected = random.Random(8).random()
    one = pg.match("connect4", by_chance, first, games=4, seed=1)
    assert random.random() == expected
    again = pg.match("connect4", by_chance, first, games=4, seed=1)
    other = pg.match("connect4", by_chance, first, games=4, seed=2)
    assert one.games.column("moves") == again.games.column("moves") != other.games.column("moves")
    assert len(set(one.games.column("moves"))) > 1


def broken(position: pg.LinePosition) -> int:
    return [][3]


def leaving(position: pg.LinePosition) -> int:
    sys.exit("enough")


def illegal(position: pg.LinePosition) -> str:
    return "99"


def nothing(position: pg.LinePosition) -> None:
    return None


@pytest.mark.parametrize(
    ("agent", "reason", "detail"),
    [
        (broken, "crash", "the agent failed: IndexError: list index out of range (test_match.py, line "),
        (leaving, "crash", "the agent failed: SystemExit: enough (test_match.py, line "),
        (illegal, "illegal", "no legal move: no square 99"),
        (nothing, "illegal", "no legal move: None is no move"),
    ],
)
def test_a_failure_loses_the_game_and_its_reason_is_kept(agent: Any, reason: str, detail: str) -> None:
    match = pg.match("tictactoe", agent, first, games=2, openings="none")
    assert match.points == {agent.__name__: 0.0, "first": 2.0}
    for game in match.games:
        assert (game["ending"], game["reason"]) == ("forfeit", reason)
        assert game["detail"].startswith(detail)


def test_a_move_that_takes_too_long_loses_the_game() -> None:
    def slow(position: pg.LinePosition) -> int:
        done = time.process_time() + 0.02
        while time.process_time() < done:  # by its own processor time: waiting for a core is forgiven
            pass
        return position.moves()[0]

    match = pg.match("tictactoe", slow, "random", games=1, seconds=0.001, tolerance=0.0, openings="none")
    assert (match.games[0]["reason"], match.games[0]["winner"]) == ("time", "random")
    assert match.games[0]["detail"].startswith("no answer in time: its answer took 0.")


def test_a_class_that_cannot_be_made_does_not_start() -> None:
    class Unmade:
        def __init__(self) -> None:
            raise RuntimeError("no model")

        def choose(self, position: Any) -> Any: ...

    match = pg.match("tictactoe", Unmade, first, games=1, openings="none")
    assert match.games[0]["reason"] == "start"
    assert "RuntimeError: no model (test_match.py, line" in match.games[0]["detail"]


def test_ctrl_c_is_the_programs_own() -> None:
    def interrupted(position: pg.LinePosition) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pg.match("tictactoe", interrupted, first, games=1)


@pytest.mark.slow
def test_objects_play_in_processes_of_their_own_if_asked() -> None:
    mine = Counting()
    match = pg.match("tictactoe", mine, broken, games=2, isolate=True, openings="none")
    assert mine.asked == 0
    assert match.points == {"Counting": 2.0, "broken": 0.0}
    assert match.games[1]["detail"].startswith(
        "the agent failed: IndexError: list index out of range (test_match.py"
    )


def test_what_cannot_be_sent_to_another_process_is_refused() -> None:
    class Locked(Counting):
        def __init__(self) -> None:
            self.lock = threading.Lock()

    with pytest.raises(
        pg.PlygroundError, match=r"Locked cannot be sent to another process .*: write it into a file"
    ):
        pg.match("tictactoe", Locked(), first, games=1, isolate=True)


def test_without_cloudpickle_what_lives_in_the_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    main = sys.modules["__main__"]

    def mine(position: Any) -> Any: ...

    mine.__module__, mine.__qualname__ = "__main__", "mine"
    monkeypatch.setattr(main, "mine", mine, raising=False)
    with pytest.raises(
        pg.PlygroundError, match="mine lives in the program that runs, which another process lacks"
    ):
        with_own_process(object_entrant(mine))


def test_two_functions_of_one_name_are_two_agents() -> None:
    one, other = (lambda position: position.moves()[0]), (lambda position: position.moves()[-1])
    match = pg.match("tictactoe", one, other, games=2, openings="none")
    assert match.names == ("<lambda>", "<lambda>-2")
    same = pg.match("tictactoe", one, one, games=2, openings="none")
    assert same.names == ("<lambda>", "<lambda> #2")


def test_names_are_given() -> None:
    match = pg.match("tictactoe", first, "random", games=1, names=("mine", "chance"))
    assert match.names == ("mine", "chance")
    with pytest.raises(pg.BadSpec, match=r"bad names .*: give a name for each agent"):
        pg.match("tictactoe", first, "random", games=1, names=("mine",))


@pytest.mark.slow
def test_a_users_file_plays_an_object(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FIRST_CELL)
    match = pg.match("tictactoe", f"python:{file}", Counting(), games=2, openings="none")
    assert match.names[1] == "Counting"
    assert {row["ending"] for row in match.games} == {"rules"}


def test_a_game_of_the_programs_own_is_played() -> None:
    match = pg.match(Heap(7), pg.AlphaBeta(), first_of_heap, games=2, openings="none")
    assert match.points == {"deepening(seconds=2.0, nodes=20000)": 2.0, "first_of_heap": 0.0}
    assert match.positions(0)[0] == Heap(7)
    assert match.positions(0)[-1].outcome() is not None
    assert "first player" in str(match)


def first_of_heap(position: Heap) -> int:
    return position.moves()[0]


def test_a_saved_run_of_the_programs_own_game_can_be_read(tmp_path: Path) -> None:
    match = pg.match(Heap(3), first_of_heap, pg.Random(), games=2, openings="none")
    again = pg.open_run(match.save(tmp_path / "heap.run"))
    assert again == match
    assert str(again) == str(match)
    with pytest.raises(pg.BadSpec, match="no game Heap"):
        again.positions(0)


def test_a_program_of_its_own_lacks_the_programs_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FIRST_CELL)
    for other in (f"python:{file}", "random"):
        with pytest.raises(
            pg.PlygroundError,
            match=r"plays in another process, which lacks Heap: name the game by its file: '.*test_match.py:Heap'",
        ):
            pg.match(Heap(3), first_of_heap, other, games=1, isolate=True)


def test_a_run_with_objects_cannot_be_resumed_by_another_program(tmp_path: Path) -> None:
    asked = []

    def interrupted(position: pg.LinePosition) -> int:
        asked.append(position)
        if len(asked) > 12:
            raise KeyboardInterrupt
        return position.moves()[0]

    with pytest.raises(KeyboardInterrupt):
        pg.match("tictactoe", interrupted, first, games=8, openings="none", path=tmp_path / "cup.run")
    assert len(pg.open_run(tmp_path / "cup.run").games) in range(2, 8)
    with (
        reopen(tmp_path / "cup.run") as store,
        pytest.raises(
            pg.PlygroundError,
            match="interrupted was an object of another program: begin a new match with it",
        ),
    ):
        play(store)


def test_matches_end_early() -> None:
    best = pg.match("tictactoe", pg.AlphaBeta(), broken, best_of=10, openings="none")
    assert best.finished == "decided"
    assert len(best.games) < 10
    test = pg.match("tictactoe", pg.Greedy(), pg.Random(), sprt="0, 100", seed=1, openings="none")
    assert test.sprt is not None
    assert test.sprt.verdict == "H1"
    assert test.finished == "SPRT accepts H1"


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    pg.match(
        "tictactoe", first, pg.Random(), games=5, progress=lambda done, total: told.append((done, total))
    )
    assert told == [(2, 5), (4, 5), (5, 5)]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 0}, "bad games in games=0: games is a whole number from 1"),
        ({"seconds": -1}, "bad seconds in seconds=-1: seconds is a number above 0"),
        ({"seconds": "fast"}, "bad seconds in seconds='fast': seconds is a number above 0"),
        ({"openings": "chess"}, "no openings chess: openings are none"),
        ({"best_of": 3, "games": 3}, "best_of and games or sprt: give one of them"),
        ({"speed": 3}, "no option speed: options are"),
        ({"clock": "long"}, "no clock in long: write seconds"),
        ({"policy": "mercy"}, "bad policy in policy='mercy': policy is one of forfeit, fallback"),
        ({"sprt": (10, 0)}, "bad elo1 in elo1=0: elo1 is above elo0"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(pg.BadSpec) as caught:
        pg.match("tictactoe", first, "random", **options)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("game", [3, None, "chess5"])
def test_what_is_no_game_is_refused(game: Any) -> None:
    with pytest.raises(pg.BadSpec, match="no game"):
        pg.match(game, first, "random")


def test_many_agents_play_a_tournament() -> None:
    cup = pg.tournament("tictactoe", [first, Counting(), pg.AlphaBeta(), "random"], games=2)
    assert len(cup.games) == 12
    assert set(cup.points) == {"first", "Counting", "alphabeta", "random"}
    assert cup.table("crosstable").rows
    assert cup.ratings["alphabeta"].elo == max(rating.elo for rating in cup.ratings.values())
    with pytest.raises(pg.PlygroundError, match="elo is of two agents, and here are 4: see ratings"):
        _ = cup.elo
    gauntlet = pg.tournament("tictactoe", [first, Counting(), "random"], format="gauntlet", games=2)
    assert len(gauntlet.games) == 4
    with pytest.raises(pg.BadSpec, match="give a list of agents"):
        pg.tournament("tictactoe", "random")


def test_an_error_in_a_notebook_is_told_with_the_line_of_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook has no file, but Python knows the lines of its cells."""
    import linecache

    cell = "def mine(position):\n    return [][3]\n"
    name = "/nowhere/ipykernel_7/42.py"
    monkeypatch.setitem(linecache.cache, name, (len(cell), None, cell.splitlines(True), name))
    space: dict[str, Any] = {}
    exec(compile(cell, name, "exec"), space)  # noqa: S102 - as a notebook does
    match = pg.match("tictactoe", space["mine"], first, games=1, openings="none")
    assert match.games[0]["detail"].endswith(
        "IndexError: list index out of range (line 2 of its cell: return [][3])"
    )


def test_a_missing_file_is_missed_in_the_programs_own_folder() -> None:
    def reading(position: pg.LinePosition) -> int:
        return len(Path("model.bin").read_bytes())

    match = pg.match("tictactoe", reading, first, games=1, openings="none")
    assert "No such file or directory: 'model.bin' (test_match.py, line" in match.games[0]["detail"]


def test_a_cluster_lacks_the_objects_of_a_program() -> None:
    with pytest.raises(pg.PlygroundError, match="a cluster has no objects and games of this program"):
        pg.match("tictactoe", first, "random", games=1, cluster="tcp://127.0.0.1:1")


def test_a_match_that_fails_leaves_no_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def interrupted(position: pg.LinePosition) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pg.match("tictactoe", interrupted, first, games=1)
    assert list(tmp_path.glob("plyground-*")) == []
