"""Sessions: every command, what it shows, and what it says when it cannot be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.thinking import PoolHere, let_think, situation
from plyground.agents import MoveLimits
from plyground.errors import BadSpec, NotationError
from plyground.game import Player
from plyground.session import HUMAN, Seat, Session, View
from plyground.session.session import MAX_SERIES

X, O = Player.FIRST, Player.SECOND  # noqa: E741
MACHINE = Seat("alphabeta")


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def minds() -> PoolHere:
    return PoolHere()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def alone(minds: PoolHere) -> Iterator[Session]:
    """Two people at tic-tac-toe."""
    with Session(pool=minds) as session:
        yield session


@pytest.fixture
def against(minds: PoolHere) -> Iterator[Session]:
    """A person against a machine."""
    with Session("tictactoe", HUMAN, MACHINE, pool=minds) as session:
        yield session


def note(session: Session) -> str | None:
    return session.view.note.key if session.view.note else None


def texts(view: View) -> str:
    return " ".join(move.text for move in view.played)


# Moves of people.


def test_two_people_take_turns_until_one_wins(alone: Session) -> None:
    for square in "15298":
        alone.move(square)
    assert alone.view.to_move is O
    alone.move("4")
    alone.move("3")
    view = alone.view
    assert view.outcome is not None
    assert view.outcome.winner is X
    assert view.winning == (0, 1, 2)
    assert view.last == 2
    assert view.moves == ()
    assert view.board is not None
    assert "".join(mark or "." for mark in view.board.cells) == "XXXOO..XO"
    alone.move("7")
    assert note(alone) == "refused.over"


@pytest.mark.parametrize(
    ("game", "played", "move", "key", "facts"),
    [
        ("tictactoe", "5", "5", "refused.taken", {"given": "5"}),
        ("tictactoe", "-", "0", "refused.square", {"given": "0", "low": "1", "high": "9"}),
        ("tictactoe", "-", "", "refused.square", {"given": "", "low": "1", "high": "9"}),
        ("connect4", "444444", "4", "refused.full", {"given": "4"}),
        ("connect4", "-", "9", "refused.column", {"given": "9", "low": "1", "high": "7"}),
        ("gomoku", "-", "z9", "refused.square", {"given": "z9", "low": "a1", "high": "o15"}),
        ("textbook", "-", "7", "refused.move", {"given": "7", "moves": "1 2 3"}),
    ],
)
def test_illegal_move_is_told_and_changes_nothing(
    game: str, played: str, move: str, key: str, facts: dict[str, str], minds: PoolHere
) -> None:
    with Session(game, start=played, pool=minds) as session:
        before = situation(session.view)
        session.move(move)
        assert session.view.note is not None
        assert (session.view.note.key, dict(session.view.note.facts)) == (key, facts)
        assert session.view.note.tone == "error"
        assert situation(session.view) == before


def test_a_view_is_a_value(alone: Session) -> None:
    before = alone.view
    alone.move("5")
    assert before.played == ()
    assert before != alone.view
    with pytest.raises(AttributeError):
        alone.view.game = "connect4"  # type: ignore[misc]


# Taking back.


def test_undo_brings_every_view_back_and_redo_too(alone: Session) -> None:
    views = [situation(alone.view)]
    for square in "512":
        alone.move(square)
        views.append(situation(alone.view))
    for expected in views[-2::-1]:
        alone.undo()
        assert situation(alone.view) == expected
    alone.undo()
    assert note(alone) == "refused.nothing-to-undo"
    for expected in views[1:]:
        alone.redo()
        assert situation(alone.view) == expected
    alone.redo()
    assert note(alone) == "refused.nothing-to-redo"


def test_a_person_takes_back_the_machines_reply_too(against: Session, minds: PoolHere) -> None:
    against.move("1")
    let_think(against, minds)
    start = situation(against.view)
    against.move("8")
    let_think(against, minds)
    assert len(against.view.played) == 4
    against.undo()
    assert situation(against.view) == start
    assert not against.view.paused
    assert [move.text for move in against.view.undone] != []
    against.redo()
    assert len(against.view.played) == 4


def test_undo_while_the_machine_thinks_takes_ones_own_move_back(against: Session, minds: PoolHere) -> None:
    against.move("1")
    assert against.view.thinking == "move"
    against.undo()
    assert against.view.thinking is None
    assert against.view.played == ()
    assert minds.pending == []


def test_second_player_cannot_undo_before_moving(minds: PoolHere) -> None:
    with Session("tictactoe", MACHINE, HUMAN, pool=minds) as session:
        let_think(session, minds)
        assert len(session.view.played) == 1
        session.undo()
        assert note(session) == "refused.nothing-to-undo"


def test_another_move_ends_what_could_be_made_again(alone: Session) -> None:
    alone.move("1")
    alone.undo()
    alone.move("2")
    assert alone.view.undone == ()


def test_going_to_a_ply_makes_machines_stand_still(minds: PoolHere) -> None:
    with Session("tictactoe", MACHINE, MACHINE, pool=minds) as session:
        let_think(session, minds)
        assert len(session.view.played) == 9
        session.go(4)
        assert (len(session.view.played), session.view.paused, session.view.thinking) == (4, True, None)
        session.go(6)
        assert len(session.view.played) == 6
        session.go(99)
        assert len(session.view.played) == 9


# Machines.


def test_a_machine_answers_with_what_its_move_cost(against: Session, minds: PoolHere) -> None:
    against.move("1")
    let_think(against, minds)
    reply = against.view.played[-1]
    assert (reply.text, reply.agent, reply.score) == ("5", "alphabeta", 0)
    assert reply.nodes is not None
    assert reply.nodes > 100
    assert reply.line[0] == "5"
    assert reply.seconds is not None
    assert against.view.statistics[O.value].moves == 1
    assert against.view.statistics[X.value].moves == 0
    assert against.view.statistics[O.value].nodes == reply.nodes


def test_no_move_while_a_machine_thinks(against: Session) -> None:
    against.move("1")
    against.move("2")
    assert note(against) == "refused.not-your-turn"


def test_pause_cancels_the_search_and_lets_a_person_move(against: Session, minds: PoolHere) -> None:
    against.move("1")
    against.pause()
    assert (against.view.thinking, against.view.paused) == (None, True)
    assert minds.pending == []
    against.move("9")
    assert texts(against.view) == "1 9"
    against.resume()
    against.move("3")
    let_think(against, minds)
    assert texts(against.view) == "1 9 3 2"


def test_machines_play_step_by_step(minds: PoolHere) -> None:
    with Session("tictactoe", MACHINE, MACHINE, paused=True, pool=minds) as session:
        let_think(session, minds)
        assert session.view.played == ()
        for plies in (1, 2):
            session.step()
            let_think(session, minds)
            assert len(session.view.played) == plies
        session.resume()
        let_think(session, minds)
        assert session.view.outcome is not None
        session.step()
        assert note(session) == "refused.no-machine-to-move"


def test_a_machines_move_waits_for_its_time(minds: PoolHere, clock: Clock) -> None:
    with Session("tictactoe", MACHINE, MACHINE, pace=2.0, pool=minds, clock=clock) as session:
        let_think(session, minds)
        assert len(session.view.played) == 1
        clock.now += 1.9
        let_think(session, minds)
        assert len(session.view.played) == 1
        clock.now += 0.2
        let_think(session, minds)
        assert len(session.view.played) == 2


def test_a_person_is_answered_at_once_whatever_the_pace(minds: PoolHere, clock: Clock) -> None:
    with Session("tictactoe", HUMAN, MACHINE, pace=2.0, pool=minds, clock=clock) as session:
        session.move("5")
        let_think(session, minds)
        assert len(session.view.played) == 2


def test_a_machine_that_fails_leaves_the_game_to_people(
    minds: PoolHere,
) -> None:
    with Session("tictactoe", HUMAN, Seat("python:nowhere.py:choose"), pool=minds) as session:
        session.move("5")
        let_think(session, minds)
        assert note(session) == "machine.failed"
        assert session.view.paused
        session.seat(O, "alphabeta")
        let_think(session, minds)
        assert len(session.view.played) == 2


def test_seats_change_hands(against: Session, minds: PoolHere) -> None:
    against.swap()
    let_think(against, minds)
    assert len(against.view.played) == 1
    against.seat(X, None)
    assert against.view.seats == (HUMAN, HUMAN)
    against.seat(O, "nobody")
    assert note(against) == "refused.agent"
    assert against.view.seats == (HUMAN, HUMAN)
    against.seat(O, "alphabeta(depth=2)", MoveLimits(seconds=1.0))
    assert against.view.seats[1] == Seat("alphabeta(depth=2)", MoveLimits(seconds=1.0))


# Games and positions.


def test_another_game_begins_at_once(against: Session, minds: PoolHere) -> None:
    against.move("1")
    against.choose_game("connect4", "4453")
    assert (against.view.game, against.view.thinking) == ("connect4", None)
    assert against.view.board is not None
    assert against.view.board.gravity
    against.choose_game("chess")
    assert note(against) == "refused.game"
    assert against.view.game == "connect4"
    against.set_up("4449")
    assert note(against) == "refused.position"
    against.set_up("44")
    against.new()
    assert against.view.start == "44"


def test_random_openings_are_drawn_from_the_seed(minds: PoolHere) -> None:
    def starts(seed: int) -> list[str]:
        with Session("connect4", opening=4, seed=seed, pool=minds) as session:
            first = session.view.start
            session.new()
            return [first, session.view.start]

    assert starts(7) == starts(7)
    assert len(set(starts(7) + starts(8))) == 4
    with Session("tictactoe", opening=9, pool=minds) as session:
        assert session.view.outcome is None
        session.new(101)
        assert note(session) == "refused.opening"


def test_bad_session_is_refused_at_once() -> None:
    with pytest.raises(BadSpec, match="no game chess"):
        Session("chess")
    with pytest.raises(BadSpec, match="no agent nobody"):
        Session("tictactoe", Seat("nobody"))
    with pytest.raises(NotationError, match=r"no column 9 in 445\|9"):
        Session("connect4", start="4459")


# Analysis.


def test_values_stay_with_their_position(alone: Session, minds: PoolHere) -> None:
    assert alone.view.analysis is None
    alone.analyse()
    assert alone.view.thinking == "values"
    let_think(alone, minds)
    analysis = alone.view.analysis
    assert analysis is not None
    assert {(value.kind, value.plies) for value in analysis.values} == {("draws", None)}
    assert analysis.source == "solver"
    alone.move("1")
    alone.move("2")
    let_think(alone, minds)
    assert alone.view.analysis is not None
    best = {value.text for value in alone.view.analysis.values if value.best}
    assert best == {"4", "5", "7"}
    alone.undo(2)
    assert alone.view.analysis == analysis
    alone.analyse(False)
    assert alone.view.analysis is None


def test_a_hint_comes_only_on_request_and_goes_with_the_move(alone: Session, minds: PoolHere) -> None:
    alone.move("1")
    alone.move("2")
    let_think(alone, minds)
    assert alone.view.hint is None
    alone.hint()
    assert alone.view.thinking == "hint"
    let_think(alone, minds)
    assert alone.view.hint == "4"
    assert alone.view.analysis is None
    alone.move("4")
    assert alone.view.hint is None


def test_hint_timeout(alone: Session, minds: PoolHere) -> None:
    alone.hint()
    alone.pause()
    assert (alone.view.thinking, minds.pending) == (None, [])
    alone.resume()
    assert minds.pending == []


def test_unsolvable_position_gets_estimates(minds: PoolHere, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.session.machines.ANALYSIS_SECONDS", 0.05)
    with Session("gomoku", pool=minds) as session:
        session.analyse()
        let_think(session, minds)
        assert session.view.analysis is not None
        assert session.view.analysis.source == "search"
        assert session.view.analysis.best == "h8"


def test_moves_of_games_without_a_board_have_values_too(minds: PoolHere) -> None:
    with Session("examples/nim.py:Nim", pool=minds) as session:
        assert session.view.board is None
        session.analyse()
        let_think(session, minds)
        assert session.view.analysis is not None
        assert {value.kind for value in session.view.analysis.values} == {"wins", "loses"}


# Automatic matches.


def test_a_series_alternates_seats_and_counts(minds: PoolHere) -> None:
    with Session("tictactoe", Seat("alphabeta"), Seat("random"), pool=minds) as session:
        session.play_series(5)
        let_think(session, minds)
        series = session.view.series
        assert series is not None
        assert (series.games, series.done, series.agents) == (5, True, ("alphabeta", "random"))
        assert sum(series.wins) + series.draws == 5
        assert series.wins[1] == 0
        assert series.costs[0].nodes > series.costs[1].nodes
        assert session.view.seats[0].agent == "alphabeta"  # as in every odd game
        assert note(session) == "session.series-done"


def test_the_best_of_so_many_ends_when_nobody_can_catch_up(minds: PoolHere) -> None:
    with Session("tictactoe", Seat("random"), Seat("python:nowhere.py:choose"), pool=minds) as session:
        session.play_series(5, best_of=True)
        let_think(session, minds)
        series = session.view.series
        assert series is not None
        assert (series.games, series.wins, series.done) == (3, (3, 0), True)
        session.play_series(5)
        let_think(session, minds)
        assert session.view.series is not None
        assert session.view.series.games == 5


def test_draws_decide_a_best_of_only_at_its_end(minds: PoolHere) -> None:
    with Session("tictactoe", Seat("p0.mtt"), Seat("p0.alphabeta"), pool=minds) as session:
        session.play_series(5, best_of=True)
        let_think(session, minds)
        series = session.view.series
        assert series is not None
        assert (series.games, series.draws, series.done) == (5, 5, True)


def test_a_series_knows_how_many_of_its_games_are_different(minds: PoolHere) -> None:
    """Two agents without chance play the same two games over and over: copies are no evidence."""
    with Session("tictactoe", MACHINE, Seat("greedy"), pool=minds) as session:
        session.play_series(6)
        let_think(session, minds)
        assert session.view.series is not None
        assert (session.view.series.games, session.view.series.different) == (6, 2)


def test_a_series_plays_each_opening_from_both_sides(minds: PoolHere) -> None:
    starts: list[str] = []
    with Session("connect4", Seat("random"), Seat("random"), opening=3, pool=minds) as session:
        session.play_series(4)
        for _ in range(1_000):
            series = session.view.series
            if series and len(starts) <= series.games < 4:
                starts.append(session.view.start)
            if not minds.think() and not session.tick():
                break
            session.tick()
    assert starts[0] == starts[1] != starts[2] == starts[3]


def test_a_machine_that_fails_in_a_series_loses_that_game(minds: PoolHere) -> None:
    with Session("tictactoe", Seat("random"), Seat("python:nowhere.py:choose"), pool=minds) as session:
        session.play_series(4)
        let_think(session, minds)
        series = session.view.series
        assert series is not None
        assert (series.wins, series.failures) == ((4, 0), (0, 4))


def test_a_series_needs_two_machines_and_a_number(against: Session) -> None:
    against.play_series(3)
    assert note(against) == "refused.two-machines"
    against.seat(X, "random")
    for games in (0, MAX_SERIES + 1):
        against.play_series(games)
        assert note(against) == "refused.games"
    against.play_series(2)
    assert against.view.series is not None
    against.seat(X, None)
    assert against.view.series is None


# Setting a board up.


def test_a_board_is_set_up_stone_by_stone(alone: Session) -> None:
    alone.edit()
    alone.put(4, "X")
    alone.put(0)
    assert alone.view.set_up is not None
    assert alone.view.set_up.problem is not None
    assert alone.view.set_up.problem.key == "setup.counts"
    alone.leave_edit()
    assert note(alone) == "setup.counts"
    alone.put(0)
    assert alone.view.set_up.board.cells[4] == "X"
    alone.move("1")
    assert note(alone) == "refused.setting-up"
    alone.leave_edit()
    assert not alone.view.set_up
    assert alone.view.start == "O../.X./..."
    assert alone.view.to_move is X
    alone.new()
    assert alone.view.start == "O../.X./..."


def test_either_side_may_be_to_move_on_a_board_that_was_set_up(alone: Session) -> None:
    alone.edit()
    alone.put(4, "X")
    alone.put(0, "O")
    alone.turn(O)
    alone.leave_edit()
    assert alone.view.to_move is O
    alone.edit()
    alone.clear()
    alone.leave_edit(keep=False)
    assert alone.view.start == "O../.X./... o"


def test_discs_fall_where_they_are_set_up_and_leave_from_the_top(minds: PoolHere) -> None:
    with Session("connect4", pool=minds) as session:
        session.edit()
        for mark in "XO":
            session.put(3, mark)
        board = session.view.set_up
        assert board is not None
        assert (board.board.cells[38], board.board.cells[31]) == ("X", "O")
        session.put(38, "")
        board = session.view.set_up
        assert board is not None
        assert (board.board.cells[38], board.board.cells[31]) == ("X", "")
        session.put(38, "O")
        board = session.view.set_up
        assert board is not None
        assert board.board.cells[38] == "O"


@pytest.mark.parametrize(
    ("game", "cells", "turn", "key"),
    [
        ("tictactoe", "XXXOOO...", None, "setup.both-won"),
        ("tictactoe", "XXXOO....", X, "setup.turn"),
        ("tictactoe", "XXXOO.O..", X, "setup.winner-to-move"),
        ("mnk(5,2,2)", "XX.XXOOO.O", None, "setup.both-won"),
        ("tictactoe", "XX.......", O, "setup.turn"),
        ("mnk(5,1,2)", "XX.XO", None, "setup.counts"),
        ("mnk(9,1,2)", "XX.XXO.OO", None, "setup.both-won"),
        ("mnk(8,1,2)", "XXOXXO.O", None, "setup.won-before"),
    ],
)
def test_an_impossible_board_says_why(
    game: str, cells: str, turn: Player | None, key: str, minds: PoolHere
) -> None:
    with Session(game, pool=minds) as session:
        session.edit()
        for cell, mark in enumerate(cells):
            session.put(cell, mark.replace(".", ""))
        if turn is not None:
            session.turn(turn)
        session.leave_edit()
        assert note(session) == key
        assert session.view.set_up is not None


def test_a_game_without_a_board_is_not_set_up(minds: PoolHere) -> None:
    with Session("textbook", pool=minds) as session:
        session.edit()
        assert note(session) == "refused.no-board"


# Files.


def test_a_saved_session_goes_on_as_it_was(against: Session, minds: PoolHere) -> None:
    against.move("1")
    let_think(against, minds)
    kept = against.to_text()
    with Session("connect4", pool=minds) as other:
        other.load(kept)
        assert note(other) == "session.loaded"
        assert (other.view.game, texts(other.view)) == ("tictactoe", "1 5")
        assert other.view.seats == against.view.seats
        assert other.to_text() == kept


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "plyground session 1"}',
        '{"format": "plyground session 1", "game": "chess", "start": "-", "moves": [], "seed": 0, "first": {"agent": null}, "second": {"agent": null}}',
        '{"format": "plyground session 1", "game": "tictactoe", "start": "-", "moves": ["1", "1"], "seed": 0, "first": {"agent": null}, "second": {"agent": null}}',
        '{"format": "plyground session 1", "game": "tictactoe", "start": "-", "moves": [1], "seed": 0, "first": {"agent": null}, "second": {"agent": null}}',
        '{"format": "plyground session 1", "game": "tictactoe", "start": "-", "moves": [], "seed": -1, "first": {"agent": null}, "second": {"agent": null}}',
        '{"format": "plyground session 1", "game": "tictactoe", "start": "-", "moves": [], "seed": 0, "first": {"agent": 4}, "second": {"agent": null}}',
        '{"format": "plyground session 1", "game": "tictactoe", "start": "-", "moves": [], "seed": 0, "first": {"agent": null, "seconds": -1}, "second": {"agent": null}}',
        '{"format": "plyground session 1", "game": "tictactoe", "start": "-", "moves": [], "seed": 0, "first": [], "second": null}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_no_session_changes_nothing(text: str, alone: Session) -> None:
    alone.move("5")
    before = situation(alone.view)
    alone.load(text)
    assert note(alone) == "refused.file"
    assert situation(alone.view) == before
