"""The judge: decisions, answers, games against perfect play, and signs, all against exact values."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from helpers.command import complaint, objects, printed
from helpers.played import played
from plyground.errors import BadSpec
from plyground.evaluation.weights_file import packaged_weights
from plyground.experiments.dataset import move_values
from plyground.experiments.decisions import (
    PER_PLY,
    SEED,
    Decision,
    decisions_of,
    make_decisions,
    packaged_decisions,
    quick_ones,
    read_decision,
    write_decision,
)
from plyground.experiments.judge import Judgement, JudgeRun, known_signs
from plyground.experiments.questions import AgentReply, QuestionFile
from plyground.report.judge import run_judge
from plyground.report.judge_scores import interval_of, move_scores, perfect_score, sign_score
from plyground.report.judge_text import judge_text
from plyground.report.text import elo_text
from plyground.searchers.playouts import sign
from plyground.stats.elo import Elo
from plyground.words import LANGUAGES, tongue


def silent(what: str, done: int, total: int) -> None:
    pass


def test_a_decision_tells_what_a_move_gives_away() -> None:
    decision = Decision("44", 2, {"1": 3, "2": 1, "3": 0, "4": -2})
    assert [decision.points_lost(move) for move in "1234"] == [0, 0, 0.5, 1]
    assert [decision.is_best(move) for move in "1234"] == [True, False, False, False]
    assert decision.points_lost(None) == 1
    assert Decision("4", 1, {"1": 0, "2": -1}).points_lost("2") == 0.5


def test_games_that_all_end_alike_have_an_interval(tmp_path: Path) -> None:
    """Forty games of forty lost against perfect play were "-1.00", as if that were exact."""
    with played(tmp_path / "a.run", "greedy", "perfect", games=40, fixed_seats=True) as store:
        found = perfect_score(store, 1)
    assert (found.score, found.counts.draws) == (0, 40)
    assert found.interval is not None
    low, high = found.interval
    assert -0.2 < low < 0 < high < 0.2
    with played(
        tmp_path / "b.run", "random", "perfect", game="connect4", games=40, fixed_seats=True
    ) as store:
        lost = perfect_score(store, 1)
    assert lost.score == -1
    assert lost.interval == pytest.approx((-1, 2 * (1 - 0.025 ** (1 / 40)) - 1))


def test_decisions_are_written_and_read_back() -> None:
    line = "4444441 -3 x 0 1 2 3 4"
    decision = read_decision(line)
    assert decision.ply == 7
    assert "2" not in decision.values
    assert write_decision(decision, 7) == line
    assert read_decision("- -2 -1 0 1 0 -1 -2").ply == 0


def test_packaged_decisions_are_what_their_seed_makes() -> None:
    """All of the first plies, which the book knows; `make test-slow` solves a sample of the others again."""
    known = packaged_decisions()
    assert list(islice(make_decisions(pg.connect4(), PER_PLY, SEED), 120)) == list(known[:120])
    assert len(known) == 851


def test_packaged_decisions_have_something_at_stake() -> None:
    game, seen = pg.connect4(), set()
    for decision in packaged_decisions():
        position = game.parse(decision.text)
        seen.add(position.canonical())
        assert set(decision.values) == {position.write(move) for move in position.moves()}
        assert len({sign(value) for value in decision.values.values()}) > 1
        ends = [position.after(move).outcome() for move in position.moves()]
        assert not any(end and end.winner for end in ends), decision.text
    assert len(seen) == len(packaged_decisions())
    assert len(quick_ones(packaged_decisions())) < len(seen) / 2


@pytest.mark.slow
def test_packaged_values_are_exact() -> None:
    game = pg.connect4()
    late = [decision for decision in packaged_decisions() if decision.ply >= 9][::12]
    found = move_values(game, [game.parse(decision.text) for decision in late])
    for decision, values in zip(late, found, strict=True):
        exact = {str(column): value for column, value in enumerate(values, 1) if value is not None}
        assert exact == decision.values, decision.text


def test_decisions_of_other_games_are_solved() -> None:
    found = decisions_of("tictactoe", quick=True)
    assert len(found) > 20
    assert len({decision.text for decision in found}) == len(found)
    small = list(islice(make_decisions(pg.connect4(5, 4, 4), 2, 1), 8))
    for decision in small:
        solved = pg.solve(pg.connect4(5, 4, 4).parse(decision.text), moves=True).moves or ()
        assert {each.move: each.low for each in solved} == decision.values
    with pytest.raises(BadSpec, match="can be solved"):
        decisions_of("gomoku", quick=True)


def test_scores_of_moves_by_ply_and_seed() -> None:
    decisions = [Decision("1", 1, {"1": 1, "2": -1}), Decision("12", 12, {"1": 2, "2": 1, "3": 0})]
    first, second = ("1", "3"), ("2", "1")
    replies = {
        (number, decision.text): AgentReply(move, None, "")
        for number, moves in enumerate((first, second))
        for decision, move in zip(decisions, moves, strict=True)
    }
    low, high, whole = move_scores(decisions, replies, 2)
    assert (low.positions, low.kept.mean, low.lost.mean) == (1, 0.5, 0.5)
    assert (high.first_ply, high.best.mean, high.lost.mean) == (12, 0.5, 0.25)
    assert (whole.lost.low, whole.lost.high) == (0.25, 0.5)
    assert whole.lost.mean == 0.375


def test_the_interval_of_a_mean() -> None:
    assert interval_of([1.0, 1.0], 0, 1) is None
    assert interval_of([1.0], 0, 1) is None
    low, high = interval_of([0.0, 1.0] * 50, 0, 1) or (0, 0)
    assert low == pytest.approx(0.4003, abs=1e-3)
    assert high == pytest.approx(0.5997, abs=1e-3)
    assert interval_of([-1.0, 1.0], -1, 1) == (-1, 1)


def test_signs_are_counted_by_result() -> None:
    known = [("a", 1), ("b", 1), ("c", 0), ("d", -1)]
    scores: list[int | None] = [5, -1, 0, None]
    replies = {
        (0, text): AgentReply("1", score, "") for (text, _), score in zip(known, scores, strict=True)
    }
    found = sign_score(known, replies)
    assert (found.told, found.right, found.always_win) == (3, 2, 0.5)
    assert found.by_result == {"win": (1, 2), "draw": (1, 1), "loss": (0, 1)}


def test_perfect_play_gives_nothing_away() -> None:
    found = pg.judge("perfect", "tictactoe", quick=True, seeds=2, parts=["moves", "perfect"])
    assert found.moves[-1].kept.mean == found.moves[-1].best.mean == 1
    assert found.perfect is not None
    assert found.perfect.score == 0, "with best play nobody wins this game"
    assert found.perfect.counts.games == 40
    assert found.windows is None
    assert found.signs is None
    assert found.to_json()["moves"][-1]["lost"] == {"mean": 0, "low": 0, "high": 0, "deviation": 0}


def test_an_agent_with_chance_is_asked_with_every_seed_and_another_once() -> None:
    assert Judgement("random").passes == 10
    assert Judgement("mcts(rounds=10)", seeds=3).passes == 3
    assert Judgement("alphabeta(depth=2)").passes == 1
    assert Judgement("random", seeds=7).games == 203
    assert Judgement("alphabeta").agent == "alphabeta(depth=9)"
    assert Judgement("random", "tictactoe").chosen_parts == ("moves", "perfect", "windows")


def test_an_object_with_numbers_for_its_evaluation_is_asked_once() -> None:
    """`pg.learn(...).weights` are numbers: a search with them was asked ten times the same."""
    weights = packaged_weights(pg.tictactoe())
    found = pg.judge(pg.AlphaBeta(1, weights), "tictactoe", quick=True, parts=["moves"])
    assert found.judgement.passes == 1
    assert found.moves[-1].kept.mean > 0.9


def test_who_fails_gives_all_away_and_is_told() -> None:
    def fails(position: Any) -> Any:
        raise ValueError("no idea")

    found = pg.judge(fails, "tictactoe", quick=True, seeds=1, parts=["moves"])
    assert found.moves[-1].kept.mean == 0
    assert found.failed == found.moves[-1].positions
    assert "no idea" in found.trouble
    assert "no idea" in str(found)


def test_a_judgement_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    judgement = Judgement("random", "tictactoe", quick=True, seeds=2, parts=("moves",))
    whole = run_judge(JudgeRun.start(judgement, tmp_path), silent)
    file = tmp_path / "moves.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:30]) + lines[30][:5])  # as a killed writer leaves it
    known = QuestionFile(file).known
    assert len(known) == 30
    asked = []
    again = run_judge(JudgeRun.start(judgement, tmp_path), lambda what, done, total: asked.append(done))
    assert again == whole
    assert sorted(file.read_text().splitlines(keepends=True)) == sorted(lines)
    with pytest.raises(BadSpec, match="another judgement"):
        JudgeRun.start(Judgement("greedy", "tictactoe", quick=True), tmp_path)


def test_bad_options_are_refused() -> None:
    with pytest.raises(BadSpec, match="parts are moves"):
        pg.judge("random", parts=["luck"])  # type: ignore[list-item]
    with pytest.raises(BadSpec, match="seeds"):
        Judgement("random", seeds=0)
    assert "no agent nobody" in complaint("judge", "nobody")
    assert "can be solved" in complaint("judge", "random", "--game", "gomoku", "--part", "moves")


def test_an_empty_agent_is_refused_in_a_sentence() -> None:
    assert complaint("judge", "") == "plyground: no agent: name one, such as 'alphabeta(depth=4)'\n"
    assert complaint("judge", "  ").startswith("plyground: no agent: name one")


def test_a_named_part_that_the_game_lacks_is_refused() -> None:
    """It printed a heading, and succeeded."""
    said = complaint("judge", "random", "--game", "tictactoe", "--part", "signs")
    assert said == "plyground: no part signs of tictactoe: its parts are moves, perfect, windows\n"
    with pytest.raises(BadSpec, match="no part signs of tictactoe"):
        pg.judge("random", "tictactoe", parts=["moves", "signs"])


def test_parts_that_nobody_named_are_left_out_with_a_note() -> None:
    found = pg.judge("greedy", "tictactoe", quick=True, seeds=1, equal_nodes=50)
    assert found.windows is not None
    assert found.signs is None
    assert found.to_json()["left_out"] == ("signs",)
    assert "The part signs is left out: the eight-ply positions are of connect4" in str(found)
    some = Judgement("random", "tictactoe", parts=("moves",))
    assert some.left_out == ()


def test_all_signs_are_judged_where_that_takes_seconds() -> None:
    cheap = ("alphabeta(depth=1, evaluate='learned')", "deepening(depth=4)", "greedy", "mtdf(depth=2)")
    assert {Judgement(agent).positions for agent in cheap} == {67_557}
    assert Judgement("alphabeta(depth=1, core='python')").positions == 67_557
    dear = ("alphabeta", "mcts(rounds=10)", "perfect", "alphabeta(depth=2, core='python')", "deepening")
    assert {Judgement(agent).positions for agent in dear} == {2_000}
    assert Judgement("alphabeta", depth=3).positions == 67_557
    assert Judgement("alphabeta(depth=1)", quick=True).positions == 300
    assert Judgement("alphabeta(depth=1)", eight_plies=7).positions == 7
    assert Judgement("alphabeta(depth=1, evaluate='mine.py:worth')").positions == 2_000


def test_a_sample_of_signs_has_an_interval_and_says_how_to_have_all() -> None:
    found = pg.judge("alphabeta(depth=1)", parts=["signs"], positions=50)
    assert found.signs is not None
    assert found.signs.interval is not None
    low, high = found.signs.interval
    assert low < found.signs.right / 50 < high
    told = str(found)
    assert "on a sample of 50 of the 67,557 eight-ply positions" in told
    assert "(95 %: " in told
    assert "--positions 67557" in told


@pytest.mark.slow
def test_all_signs_are_told_as_all() -> None:
    found = pg.judge("alphabeta(depth=1, evaluate='learned')", parts=["signs"])
    assert found.signs is not None
    assert (found.signs.positions, found.signs.interval) == (67_557, None)
    assert {name: total for name, (_, total) in found.signs.by_result.items()} == {
        "win": 44_473,
        "draw": 6_449,
        "loss": 16_635,
    }
    assert "on all 67,557 eight-ply positions" in str(found)


@pytest.mark.slow
def test_the_command_prints_and_writes_json(tmp_path: Path) -> None:
    asked = ("judge", "greedy", "--game", "tictactoe", "--quick", "--part", "moves", "--part", "windows")
    (found,) = objects(*asked, "--json", "--out", str(tmp_path / "kept"))
    assert found["agent"] == "greedy"
    assert found["perfect"] is None
    assert 0 < found["moves"][-1]["lost"]["mean"] < 1
    assert found["windows"]["verdict"] in ("H0", "H1", None)
    shown = printed(*asked, "--out", str(tmp_path / "kept"), "--lang", "pt-BR")
    assert "pontos perdidos por jogada" in shown


@pytest.mark.slow
def test_every_part_is_told_in_every_language(tmp_path: Path) -> None:
    judgement = Judgement("random", quick=True, seeds=2, equal_nodes=100, eight_plies=5)
    found = run_judge(JudgeRun.start(judgement, tmp_path), silent)
    for language in LANGUAGES:
        told = judge_text(found, tongue(language))
        assert told.count("\n\n") == 4
        assert "SPRT" in told
        assert "{" not in told


@pytest.mark.slow
def test_points_given_away_are_those_of_the_how_to() -> None:
    told = {
        1: [72.2, 65.1, 0.222, 0.196, 0.247],
        3: [78.7, 71.1, 0.157, 0.135, 0.179],
        5: [83.7, 77.0, 0.120, 0.100, 0.139],
        7: [85.3, 80.0, 0.106, 0.088, 0.125],
    }
    for depth, numbers in told.items():
        whole = pg.judge(f"alphabeta(depth={depth}, evaluate='windows')", parts=["moves"]).moves[-1]
        shares = [round(100 * share.mean, 1) for share in (whole.kept, whole.best)]
        assert shares + [round(end, 3) for end in (whole.lost.mean, *(whole.interval or ()))] == numbers


def test_decisions_are_no_half_of_the_board() -> None:
    """Of two mirror images one is asked for, by chance: agents may play the other otherwise."""
    texts = [decision.text for decision in packaged_decisions() if decision.text != "-"]
    left, right = (sum(text.count(column) for text in texts for column in side) for side in ("123", "567"))
    assert abs(left - right) < 0.02 * (left + right)  # 5,788 and 5,736
    positions = [pg.connect4().parse(text) for text in texts]
    first = sum(position == position.canonical() for position in positions)
    assert 0.45 < first / len(texts) < 0.55


@pytest.mark.slow
def test_known_signs_are_no_half_of_the_board() -> None:
    """The set has of each mirror pair the one to the left: 64 % of its discs beside the middle lie there."""
    rows = [row for text, _ in known_signs(2_000, 0) for row in text.split()[0].split("/")]
    left, right = (sum(3 - row[side].count(".") for row in rows) for side in (slice(3), slice(4, 7)))
    assert abs(left - right) < 0.05 * (left + right)


@pytest.mark.slow
def test_known_signs_are_a_sample_of_the_eight_ply_set() -> None:
    one, same, other = known_signs(400, 1), known_signs(400, 1), known_signs(400, 2)
    assert one == same != other
    won = sum(result == 1 for _, result in one) / len(one)
    assert won == pytest.approx(44_473 / 67_557, abs=0.1)
    deep = pg.judge("alphabeta(depth=1, evaluate='windows')", parts=["signs"], positions=400, seed=1)
    assert deep.signs is not None
    assert deep.signs.told == 400


def test_the_elo_of_a_judge_is_written_in_the_language_and_has_its_interval() -> None:
    """`+1234` in Portuguese, where a report has `+1.234`; 3 points of 40 were "Elo -436" without bounds."""
    elo = Elo(1234.0, -1100.0, 3500.0)
    assert elo_text(elo, False, tongue("pt-BR")) == "+1.234 (95 %: -1.100 a +3.500)"
    assert elo_text(elo, False, tongue("en")) == "+1,234 (95 %: -1,100 to +3,500)"
    few = elo_text(Elo(-436.0, None, -161.0), False, tongue("en"))
    assert few == "-436 (95 %: below -161)"
    assert elo_text(Elo(None, None, -161.0), False, tongue("en")) == "at most -161 (95 %)"
