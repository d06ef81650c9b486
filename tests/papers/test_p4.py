"""P4, Connect Four: its players are as published, and its claims come out as written here."""

from __future__ import annotations

import time
from itertools import count
from math import inf
from statistics import median
from typing import Any

import pytest

from helpers.telling import measured, readings
from plyground import BadSpec, LinePosition, NoNativeCore, Player, connect4, load_game
from plyground.agents import load_agent
from plyground.evaluation import load_evaluation
from plyground.papers.p4 import algorithms, deepening, players, tables
from plyground.papers.p4 import measures as games
from plyground.papers.p4.claims import CLAIMS
from plyground.papers.p4.players import (
    GAME,
    LEAVES,
    PLAYERS,
    TOLERANCE,
    VERSIONS,
    P4AlphaBeta,
    P4Deepening,
    P4Minimax,
    minimax,
    program_score,
    text_score,
    windows,
)
from plyground.searchers import Limits, Minimax
from plyground.searchers.watch import Watch

QUICK = {
    "figure1": ("by the text after 741713, 6673146372666411473471, 67334623456362574", "not testable"),
    "infinity": ("text -∞, the program that we fitted -10", "not testable"),
    "table1-nodes-2": ("46.1 ± 12.9", "within noise"),
    "table1-nodes-3": ("387.1 ± 24.6", "within noise"),
    "even-depths": (
        "as player 1 wins 8%, as player 2 98%; against itself 0% / 100% / 0% / 100%, by depth",
        "within noise",
    ),
    "table2-nodes-2": ("31.00 ± 7.96", "fitted"),
    "table2-nodes-3": ("125.67 ± 52.27", "fitted"),
    "table2-nodes-4": ("279.17 ± 94.64", "within noise"),
    "table2-text": ("24.0 / 95.2 / 306.4 / 1,023.8 nodes, wins 0 / 100 / 100 / 0 %", "contradicted"),
    "table2-seats": (
        "beginning 0 / 100 / 0 / 100 %, moving second 100 / 0 / 100 / 0 %",
        "depends on the reading",
    ),
    "three-games": ("1 / 6 / 88 / 32 different games of 120 / 120 / 120 / 60", "not testable"),
    "table4-draw": ("a draw has 42 moves, 21 of each side", "not testable"),
    "table4-parity": ("3 of 4 wins are on an even move", "not testable"),
    "unbeaten": ("a perfect player wins 2 of 2", "not testable"),
    "first-move": ("column 4", "not testable"),
    "first-depths": ("columns 1 1 1 1 4 1 4 to depths 1-7", "exact"),
    "first-depths-text": ("columns 4 4 4 3 3 4 4 to depths 1-7", "contradicted"),
    "open-row": ("6 of 6 lines won on the first row", "exact"),
    "centre-six": ("nodes of Table 2 to depths 2 / 3, in two readings", "depends on the reading"),
    "open-windows": ("nodes of Table 2 to depths 2 / 3, in two readings", "depends on the reading"),
}
SECONDS = {
    "algorithm2": (
        "49,817 nodes, 49,817 without the condition; 7,433 with pruning as it must be",
        "contradicted",
    ),
    "earlier-results": (
        "80,402 nodes depth by depth, 80,402 if each depth is searched alone",
        "contradicted",
    ),
    "algorithm3-clock": ("as printed, 250 ms to spare are not enough", "depends on the reading"),
    "deeper-by-pruning": ("deeper with the paper's own nodes a move, at both limits", "exact"),
    "heuristic-effects": ("each of the four experiments has one heuristic, the same", "not testable"),
}
READINGS = {
    "table2-seats": [
        ("wins 0 / 100 / 0 / 100 %", "exact"),
        ("wins 100 / 0 / 100 / 0 %", "contradicted"),
    ],
    "algorithm3-clock": [
        (
            "1,908 ± 1,492 ms, published 752.4 ± 2.56; 14 of 20 moves after the limit",
            "depends on the reading",
        ),
        (
            "3,196 ± 1,463 ms, published 1,751.3 ± 1.46; 17 of 20 moves after the limit",
            "depends on the reading",
        ),
    ],
    "deeper-by-pruning": [
        ("5.6 plies with pruning, 4.0 without", "exact"),
        ("6.6 plies with pruning, 5.0 without", "exact"),
    ],
    "centre-six": [
        ("31.00 / 125.67 nodes a move", "fitted"),
        ("21.17 / 126.78 nodes a move", "contradicted"),
    ],
    "open-windows": [
        ("31.00 / 125.67 nodes a move", "fitted"),
        ("27.00 / 135.70 nodes a move", "contradicted"),
    ],
}
LONG = {
    "table1-wins": ("0 / 100 / 66 / 100 %; in more games 8% / 100% / 82% / 100%", "within noise"),
    "table1-nodes-4": ("2,051.7 ± 807.3", "within noise"),
    "table1-nodes-5": ("17,226.9 ± 4,288.3", "within noise"),
    "table1-text": ("100% / 100% / 100% / 100%", "unlikely"),
    "figure3": ("13-57 / 344-400 / 201-2801 / 4885-19608", "exact"),
    "table2-wins": ("0 / 100 / 0 / 100 %", "exact"),
    "table2-nodes-5": ("2,289.00 ± 1,927.31", "within noise"),
    "figure4": ("33% / 68% / 86% / 87% fewer nodes", "within noise"),
    "pruning": ("216 of 216 the same, 46% / 59% / 82% / 89% fewer nodes", "exact"),
    "table3-wins": ("3 / 3 of 3, by nodes instead of a clock", "within noise"),
    "table3-depth": ("6 / 7, by nodes instead of a clock", "within noise"),
    "best": ("deepening wins 6 of 6 against it", "unlikely"),
}
BY_CLOCK = {
    "table1-times",
    "figure2",
    "table2-times",
    "table3-time",
    "table3-nodes",
    "table3-more",
    "figure5",
    "tolerance",
    "referee",
    "pruning-time",
}
BY_ID = {claim.id.removeprefix("P4."): claim for claim in CLAIMS}


class TestClaims:
    def test_all_are_listed_here(self) -> None:
        assert set(BY_ID) == set(QUICK) | set(SECONDS) | set(LONG) | BY_CLOCK
        assert len(BY_ID) == len(CLAIMS)
        assert {word for word, claim in BY_ID.items() if not claim.deterministic} == BY_CLOCK

    @pytest.mark.parametrize("word", QUICK)
    def test_finding(self, word: str) -> None:
        told = measured(BY_ID[word])
        assert (told.ours, told.verdict) == QUICK[word]
        assert readings(told) == READINGS.get(word, [])

    @pytest.mark.slow
    @pytest.mark.parametrize("word", SECONDS)
    def test_finding_that_takes_seconds(self, word: str) -> None:
        told = measured(BY_ID[word])
        assert (told.ours, told.verdict) == SECONDS[word]
        assert readings(told) == READINGS.get(word, [])

    @pytest.mark.campaign
    @pytest.mark.parametrize("word", LONG)
    def test_finding_that_takes_long(self, word: str) -> None:
        told = measured(BY_ID[word])
        assert (told.ours, told.verdict) == LONG[word]

    @pytest.mark.campaign
    @pytest.mark.parametrize("word", sorted(BY_CLOCK))
    def test_finding_by_the_clock(self, word: str) -> None:
        assert measured(BY_ID[word]).verdict == (
            "not testable" if word == "referee" else "machine-dependent"
        )

    @pytest.mark.parametrize("depth", [2, 3])
    def test_other_digits_would_not_be_fitted(self, depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(tables.TABLE_2, depth, (0, "1 ± 1", "125.8 ± 52.2"))
        assert measured(BY_ID[f"table2-nodes-{depth}"]).verdict == "contradicted"

    def test_a_depth_that_no_game_comes_to_is_unlikely(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for depths, verdict in (
            ((5, 6, 6), "unlikely"),
            ((6, 7, 8), "exact"),
            ((5, 6, 7), "within noise"),
        ):
            paced = games.PacedGames((True,) * 3, tuple((depth,) * 9 for depth in depths))
            monkeypatch.setattr(deepening, "_paced", lambda limit, paced=paced: paced)
            assert measured(BY_ID["table3-depth"]).verdict == verdict

    def test_times_that_do_not_grow_are_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(games, "moves_of", lambda played: [(1, 5.0 - played)])
        for order, here in ((lambda depth: depth, "not-here"), (lambda depth: -depth, "here")):
            found = tables.times(tables.TABLE_1, order)
            assert (found.verdict, found.facts["here"].key) == ("machine-dependent", f"word.{here}")

    @pytest.mark.parametrize(("pruned", "here"), [(1.0, "here it holds"), (3.0, "here it did not hold")])
    def test_whether_pruning_takes_less_time_is_told(
        self, pruned: float, here: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(games, "minimax_games", lambda depth: 2.0)
        monkeypatch.setattr(games, "alphabeta_games", lambda depth: pruned)
        monkeypatch.setattr(games, "moves_of", lambda played: [(1, played)])
        told = measured(BY_ID["pruning-time"])
        assert told.verdict == "machine-dependent"
        assert here in told.why

    def test_an_evaluation_read_as_fitted_is_the_program(self) -> None:
        leaf = algorithms.evaluation(times_centre=False, blocked=False)
        for position in games.positions(40, seed=7):
            assert leaf(position, True) == program_score(position)

    def test_a_search_that_ends_between_depths_never_ends_before_its_nodes(self) -> None:
        for position in games.positions(5, seed=8):
            *before, last = algorithms.nodes_by_depth(position, 300)
            assert last >= 300 > max(before, default=0) or len(before) + 1 == position.empty


class TestEvaluation:
    def test_windows_are_counted_as_they_are_defined(self) -> None:
        for position in games.positions(100, seed=1):
            for own, other in (position.stones, position.stones[::-1]):
                free = [mask for mask in GAME.masks if not mask & other]
                held = [(mask & own).bit_count() for mask in free]
                assert windows(own, other) == (held.count(2), held.count(3), held.count(4))

    def test_the_text_is_our_evaluation_by_windows_seen_from_player_2(self) -> None:
        for position in games.positions(100, seed=2):
            ours = load_evaluation("windows")(position)
            assert text_score(position) == (ours if position.to_move is Player.SECOND else -ours)

    def test_the_text_scores_a_win_as_infinite(self) -> None:
        assert text_score(GAME.parse("1212121")) == -inf
        assert text_score(GAME.parse("21212131")) == inf

    def test_the_program_scores_for_the_side_to_move(self) -> None:
        assert program_score(GAME.parse("4")) == 0  # the disc in the centre is not of who moves
        assert program_score(GAME.parse("41")) == 6
        three = GAME.parse("112233")  # X has three on the first row, open to the right, and O on the second
        own, against = windows(three.first, three.second), windows(three.second, three.first)
        assert program_score(three) == 10 * own[0] + 100 * own[1] - 120 * against[1]
        assert own[1] == against[1] == 1

    def test_four_of_the_side_to_move_never_come_up(self) -> None:
        for position in games.positions(50, seed=3):
            for move in position.moves():
                after = position.after(move)
                own = after.stones[after.to_move.value]
                assert windows(own, after.stones[after.to_move.other.value])[2] == 0


def plain(position: LinePosition, depth: int, version: str) -> tuple[float, list[float]]:
    """Minimax as simple as can be: the value, and that of each move."""
    estimate = LEAVES[version](position, depth == 0)
    if estimate is not None:
        return estimate, []
    replies = [plain(position.after(move), depth - 1, version)[0] for move in position.moves()]
    return (max if position.to_move is Player.SECOND else min)(replies), replies


class TestSearch:
    @pytest.mark.parametrize("version", VERSIONS)
    @pytest.mark.parametrize("prunes", [False, True])
    def test_value_and_first_best_move_are_those_of_plain_minimax(self, version: str, prunes: bool) -> None:
        for position in games.positions(30, seed=4):
            best, replies = plain(position, 3, version)
            value, move = minimax(position, 3, LEAVES[version], prunes, Watch(Limits()))
            lost = best == (-inf if position.to_move is Player.SECOND else inf)
            assert value == best
            assert move == (None if lost else position.moves()[replies.index(best)])

    @pytest.mark.parametrize("version", VERSIONS)
    def test_minimax_looks_at_as_many_nodes_as_the_compiled_one(self, version: str) -> None:
        for position in games.positions(10, seed=5):
            found = P4Minimax(3, version=version).search(position)
            assert found.stats.nodes == games.all_nodes(position, 3)

    def test_the_text_decides_as_the_compiled_minimax(self) -> None:
        for position in games.positions(20, seed=6):
            ours = P4AlphaBeta(3, version="text").search(position)
            other = Minimax(3, "windows", plain=True, core="native").search(position)
            assert ours.score == other.score
            assert ours.move == other.move or ours.score == -1_000_000  # by chance where all is lost

    def test_the_game_of_table_2_to_depth_2(self) -> None:
        played = games.play(P4AlphaBeta(2), P4Minimax(2))
        assert (played.text, played.nodes) == ("1424335552", (21, 27, 27, 39, 41))
        assert played.winner is Player.SECOND

    def test_the_game_of_table_2_to_depth_3(self) -> None:
        played = games.play(P4AlphaBeta(3), P4Minimax(3))
        assert played.text.startswith("114132113156475")
        assert played.nodes == (154, 140, 149, 194, 156, 130, 93, 113, 2)
        assert played.winner is Player.FIRST

    def test_games_that_are_only_counted_are_those_of_the_players(self) -> None:
        counted = games.against_itself(4, "program", 0)
        played = games.play(P4AlphaBeta(4), P4AlphaBeta(4))
        assert played.nodes[:6] == counted.nodes[:6] == (241, 338, 385, 421, 173, 261)

    def test_to_depth_1_the_program_does_not_see_a_win(self) -> None:
        position = GAME.parse("121212")  # X wins in column 1
        assert position.write(P4Minimax(1, version="text").search(position).move) == "1"
        assert P4Minimax(1).search(position).score < 10_000
        assert position.write(P4Minimax(3).search(position).move) == "1"

    def test_where_all_is_lost_the_seed_plays(self) -> None:
        lost = GAME.parse("44553")  # X has three on the first row, open on both sides
        players = [P4AlphaBeta(2, version="text", seed=seed) for seed in range(20)]
        played = [player.search(lost).move for player in players]
        assert len(set(played)) > 1
        assert set(played) <= set(lost.moves())
        assert played == [player.search(lost).move for player in players]


class TestDeepening:
    def test_stops_250_ms_early_with_the_last_finished_depth(self) -> None:
        ticks = count()
        found = P4Deepening(1.0).search(GAME.start(), Limits(clock=lambda: next(ticks) / 1000))
        assert found.stopped == "seconds"
        assert 1 - TOLERANCE <= found.stats.seconds < 1
        depth = found.stats.depth
        assert found.move == P4AlphaBeta(depth).search(GAME.start()).move

    def test_nodes_are_those_of_all_depths(self) -> None:
        found = P4Deepening().search(GAME.start(), Limits(depth=4))
        each = [P4AlphaBeta(depth).search(GAME.start()).stats.nodes for depth in (1, 2, 3, 4)]
        assert (found.stats.nodes, found.stats.depth, found.stopped) == (sum(each), 4, None)

    def test_a_shorter_limit_is_kept(self) -> None:
        found = P4Deepening(60.0).search(GAME.start(), Limits(seconds=0.02))
        assert found.stopped == "seconds"
        assert found.stats.seconds < 30

    def test_without_time_for_anything_it_still_plays(self) -> None:
        found = P4Deepening().search(GAME.start(), Limits(nodes=1))
        assert (found.stopped, found.stats.depth) == ("nodes", 0)
        assert found.move in GAME.start().moves()

    def test_ends_with_the_board(self) -> None:
        full_but_two = GAME.parse("1111115223333335522522556776476476466774")
        found = P4Deepening().search(full_but_two)
        assert (found.stopped, found.stats.depth) == (None, 2)


class TestPlayers:
    @pytest.mark.parametrize("kind", PLAYERS)
    def test_loads_by_its_name_and_its_repr(self, kind: type) -> None:
        player = load_agent(f"{kind.name}(version='text')")  # type: ignore[attr-defined]
        assert isinstance(player, kind)
        assert load_agent(repr(player)) == load_agent(player.spec) == player

    @pytest.mark.parametrize("version", VERSIONS)
    @pytest.mark.parametrize(
        "name", ["p4.minimax(depth=2", "p4.alphabeta(depth=3", "p4.deepening(seconds=0.26"]
    )
    def test_plays_whole_games_from_either_seat(self, name: str, version: str) -> None:
        player, other = load_agent(f"{name}, version='{version}')"), load_agent("random(seed=7)")
        for seat in Player:
            position = GAME.start()
            while not position.outcome():
                mover = player if position.to_move is seat else other
                position = position.play(mover.search(position, Limits(nodes=2000)).move)
            assert player.search(position).line == ()

    @pytest.mark.parametrize("kind", PLAYERS)
    @pytest.mark.parametrize("game", ["tictactoe", "connect4(6,5,4)", "gomoku"])
    def test_refuses_other_games(self, kind: type, game: str) -> None:
        player = load_agent(kind.name)  # type: ignore[attr-defined]
        with pytest.raises(BadSpec, match=r"p4\.\w+ in a position of .*: it plays connect4 only"):
            player.search(load_game(game).start())

    @pytest.mark.parametrize(
        ("spec", "told"),
        [
            (
                "p4.minimax(version='mine')",
                "bad version in version='mine': version is one of program, text",
            ),
            ("p4.alphabeta(depth=0)", "bad depth in depth=0: depth is a whole number from 1 to 42"),
            (
                "p4.deepening(seconds=0.25)",
                "bad seconds in seconds=0.25: 0.25 of them are left as tolerance",
            ),
            (
                "p4.deepening(seed=-1)",
                "bad seed in seed=-1: seed is a whole number from 0 to 18446744073709551615",
            ),
        ],
    )
    def test_refuses_bad_options(self, spec: str, told: str) -> None:
        with pytest.raises(BadSpec) as refused:
            load_agent(spec)
        assert str(refused.value) == told

    def test_has_no_native_twin(self) -> None:
        with pytest.raises(NoNativeCore):
            P4Minimax(core="native").search(connect4().start())

    def test_obeys_a_limit_of_nodes(self) -> None:
        found = P4Minimax(5).search(GAME.start(), Limits(nodes=100))
        assert (found.stopped, found.stats.nodes) == ("nodes", 100)
        assert found.move in GAME.start().moves()


def test_times_are_those_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside other work Table 1 had 39.3 ms to depth 2 and 1,218 to depth 5; alone 1.5 and 66.9."""

    def waiting(*given: Any) -> Any:
        time.sleep(0.05)
        return minimax(*given)

    monkeypatch.setattr(players, "minimax", waiting)
    spent = [milliseconds for _, milliseconds in games.moves_of(games.minimax_games.__wrapped__(2))]
    assert median(spent) < 40
