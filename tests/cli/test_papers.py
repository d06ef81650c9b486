"""What the commands show of the papers: evaluations, G, H and F, traces, depth sweeps, P1's program."""

from __future__ import annotations

import json

import pytest

from helpers.command import complaint, objects, printed
from plyground.cli.depths import parse_depths, sweep_options, to_depths
from plyground.cli.evaluations import load_evaluations
from plyground.errors import BadSpec
from plyground.games.registry import load_game


class TestEvaluations:
    @pytest.mark.parametrize(
        ("text", "name", "said"),
        [
            ("4453", "p4.text", "p4.text: 0, good for O if high"),
            ("4453", "p4.program", "p4.program: +16, good for X if high"),
            ("4", "p4.text", "p4.text: -6, good for O if high"),
            ("4", "windows", "windows: -6, good for O if high"),
            ("4", "auto", "auto: -6, good for O if high"),
            ("1212121", "p4.text", "p4.text: -∞, good for O if high"),
        ],
    )
    def test_a_board_has_a_value(self, text: str, name: str, said: str) -> None:
        game = load_game("connect4")
        (evaluation,) = load_evaluations([name])
        assert evaluation.value(game.parse(text)).text(game) == said

    def test_what_is_no_evaluation(self) -> None:
        with pytest.raises(BadSpec, match=r"no evaluation foo: evaluations are auto, .*p4\.text"):
            load_evaluations(["foo"])
        (text,) = load_evaluations(["p4.text"])
        with pytest.raises(BadSpec, match="it plays connect4 only"):
            text.value(load_game("tictactoe").start())

    def test_show_prints_it(self) -> None:
        shown = printed("show", "connect4", "44", "--evaluate", "p4.text", "--evaluate", "centre")
        assert shown.endswith("p4.text: 0, good for O if high\ncentre: 0, good for X if high\n")
        (found,) = objects("show", "connect4", "1212121", "--evaluate", "p4.text", "--json")
        assert found["evaluations"] == [{"evaluation": "p4.text", "value": "-∞", "for": "second"}]


def test_moves_of_the_greedy_player_show_g_h_and_f() -> None:
    shown = printed("search", "tictactoe", "2", "--agent", "p1.greedy", "--moves")
    assert "move  value          score  G  H   F" in shown
    assert "5     +2 (estimate)      2  2  4  -2" in shown
    told = json.loads(
        printed("search", "tictactoe", "2", "--agent", "p1.greedy(diagonals='none')", "--moves", "--json")
    )
    assert told["moves"][0]["parts"] == {"G": 2, "H": 2, "F": 0}


def test_explain_takes_the_papers_players() -> None:
    shown = printed("explain", "tictactoe", "2", "--agent", "p1.greedy")
    assert "├─ 5: 2" in shown
    assert "No tree: each square is worth -F, and F = G - H." in shown
    assert shown.rstrip().endswith("9     3  3   0")
    assert "pruned, β ≤ α" in printed("explain", "connect4", "4453", "--agent", "p4.alphabeta(depth=2)")
    assert "it plays this move by heart" in complaint("explain", "tictactoe", "--agent", "p0.mtt")


class TestDepths:
    def test_ranges_and_lists(self) -> None:
        assert parse_depths("2-5") == [2, 3, 4, 5]
        assert parse_depths("6,2,4,2") == [2, 4, 6]
        assert parse_depths("3") == [3]

    @pytest.mark.parametrize("text", ["", "5-2", "0-3", "a", "2-", "2..5", "1-9999", "-1"])
    def test_what_is_none(self, text: str) -> None:
        with pytest.raises(BadSpec, match="depths are 2-5 or 2,4,6"):
            parse_depths(text)

    def test_the_agent_plays_to_each_depth_against_the_other(self) -> None:
        assert to_depths("p4.minimax(version='text', depth=9)", "2-3") == [
            "p4.minimax(version='text', depth=2)",
            "p4.minimax(version='text', depth=3)",
        ]
        assert sweep_options("p4.minimax", "random", "2,4") == {
            "agents": ["random", "p4.minimax(depth=2)", "p4.minimax(depth=4)"],
            "format": "gauntlet",
        }

    def test_an_early_end_is_refused(self) -> None:
        told = complaint("match", "connect4", "p4.minimax", "random", "--depths", "2-3", "--best-of", "3")
        assert "only a match of two ends early" in told


def test_the_program_of_p1_runs_and_those_of_the_others_are_named() -> None:
    shown = printed("paper", "p1", "--position", "XOX/OXO/OX.", "--lang", "en", given="4\n")
    assert shown.startswith("SOLVING WITH MINIMAX\nBoard:\nX O X\n")
    assert "SOLVING WITH A*" in shown
    assert "O played at 0 0" in shown
    assert "plyground match tictactoe p0.mtt p0.alphabeta --best-of 5" in complaint("paper", "P0")
    assert "no paper P9" in complaint("paper", "P9")
    assert "give one of them" in complaint("paper", "P1", "--position", "5", "--random", "2")
