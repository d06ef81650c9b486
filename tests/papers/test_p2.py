"""P2: the printed games, the unbeaten machine, and what each claim comes to."""

from __future__ import annotations

import pytest

from helpers.samples import some_slow
from helpers.telling import measured
from plyground import BadSpec, NoNativeCore, load_game, textbook, tictactoe
from plyground.agents.registry import load_agent
from plyground.game import Outcome
from plyground.papers.claim import Claim
from plyground.papers.p2 import claims
from plyground.papers.p2.measures import TRANSCRIPTS, Transcript, lead_ins, replays
from plyground.papers.p2.players import P2AlphaBeta
from plyground.score import WIN
from plyground.searchers import Limits

pytestmark = pytest.mark.xdist_group("p2")  # so that what claims share is measured once
FOUND = {
    "P2.win-1": ("2, 8, 9, 4: OXO/XO./OXX, Jogador O ganha!", "exact"),
    "P2.win-2": ("2, 8, 9, 3: OXX/OO./OXX, Jogador O ganha!", "exact"),
    "P2.win-3": ("1, 2, 4: XXO/XO./O.., Jogador O ganha!", "exact"),
    "P2.draw-1": ("3, 6, 1, 8, 7: XOX/OOX/XXO, É um empate!", "exact"),
    "P2.draw-2": ("4, 5, 8, 3, 9: OOX/XXO/OXX, É um empate!", "exact"),
    "P2.draw-3": ("typed before it: 6278 / 6287; then 1: XXO/OOX/XXO", "exact"),
    "P2.unbeaten": ("681 games: 498 won, 183 drawn, 0 lost", "exact"),
    "P2.unbeaten-starting": ("101 games: 99 won, 2 drawn, 0 lost", "exact"),
    "P2.win-or-draw": ("73% won, 27% drawn, 0% lost", "exact"),
    "P2.best-move": ("0 mistakes in 4,520 positions", "exact"),
    "P2.leaves": ("255,168", "contradicted"),
    "P2.states": ("5,478", "exact"),
    "P2.prunes": ("150,275 nodes for the nine first replies; 61,578 if a cut ended the call", "contradicted"),
    "P2.same-moves": ("0 other moves in 4,520 positions", "exact"),
    "P2.zero-sum": ("958 ends, of +1 and -1, or of 0 and 0", "not testable"),
    "P2.complexity": ("549,946 nodes of at most 435,848,050", "not testable"),
    "P2.runs": ('9 names are used and nowhere declared: checarVencedor, COMP, HUMANO, imprimirTabuleiro, isTabuleiroCheio, jogadaHumano, rl, tabuleiro, trocarJogador', 'not testable'),
    "P2.same-version": ('3 of 6 printed games end with its words', 'not testable'),
    "P2.depth-used": ('it is never looked at', 'not testable'),
}  # fmt: skip


BY_ID = {claim.id: claim for claim in claims.CLAIMS}


DETERMINISTIC = [claim for claim in claims.CLAIMS if claim.deterministic]
SLOW = {"P2.same-moves", "P2.best-move", "P2.depth-used"}


@pytest.mark.parametrize(
    "claim", some_slow(DETERMINISTIC, SLOW, lambda claim: claim.id), ids=lambda claim: claim.id
)
def test_each_claim_comes_to_this(claim: Claim) -> None:
    told = measured(claim)
    assert (told.ours, told.verdict) == FOUND[claim.id]


def test_every_claim_is_here_once() -> None:
    assert [claim.id for claim in claims.CLAIMS if claim.deterministic] == list(FOUND)
    assert {claim.paper for claim in claims.CLAIMS} == {"P2"}
    assert [claim.id for claim in claims.CLAIMS if not claim.deterministic] == ["P2.instant"]


class TestTheVerdictFollowsTheMeasurement:
    def test_another_reply_is_no_replay(self) -> None:
        assert not replays(Transcript("2", ("OX./.O./...",), "not over"))
        assert not replays(Transcript("22", ("OX./.../...", "OX./.../..."), "not over"))

    def test_another_end_is_no_replay(self) -> None:
        game = TRANSCRIPTS["win-3"]
        assert not replays(Transcript(game.typed, game.boards, "É um empate!"))

    def test_a_lost_game_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        changed = {"win-1": Transcript("2894", ("OX./.../...",) * 4, "Jogador O ganha!")}
        monkeypatch.setattr(claims, "TRANSCRIPTS", changed)
        told = BY_ID["P2.win-1"].describe(claims.whole_game("win-1"))
        assert (told.verdict, told.why) == (
            "contradicted",
            "Some reply of the machine is not the printed one.",
        )

    def test_a_slow_reply_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for limit, here in ((60.0, "here it holds"), (0.0, "here it did not hold this time")):
            monkeypatch.setattr(claims, "AT_ONCE", limit)
            told = measured(BY_ID["P2.instant"])
            assert (told.verdict, told.why.endswith(f": {here}.")) == ("machine-dependent", True)

    def test_wins_put_off_are_of_the_wins_at_once(self) -> None:
        assert claims.mistakes() == (0, 2358, 392)
        assert (
            "of the 2,358 positions with a win at once it puts off 392"
            in measured(BY_ID["P2.best-move"]).why
        )

    def test_the_printed_draws_are_of_another_version(self) -> None:
        assert "another version played" in measured(BY_ID["P2.draw-1"]).why

    def test_an_end_that_nothing_leads_to(self) -> None:
        assert lead_ins(Transcript("1", ("XXO/OOX/XXO",), "Jogador O ganha!", ".XO/OOX/XXO")) == []


class TestThePlayer:
    def test_half_pruning_costs_nodes_and_not_moves(self) -> None:
        found = [
            load_agent(spec).search(tictactoe().start())
            for spec in ("p2.alphabeta", "p2.alphabeta(whole_break=True)")
        ]
        assert [(f.move, f.score, f.stats.nodes) for f in found] == [(0, 0, 80_334), (0, 0, 30_709)]

    def test_its_pruning_as_meant_is_alphabeta(self) -> None:
        """Every root move with a window of its own: as many nodes as alpha-beta on each child."""
        alphabeta, start = load_agent("alphabeta(plain=True)"), tictactoe().parse("51")
        children = sum(alphabeta.search(start.after(move)).stats.nodes for move in start.moves())
        assert P2AlphaBeta(whole_break=True).search(start).stats.nodes == children

    def test_plays_whole_games_on_either_side(self) -> None:
        position = tictactoe().start()
        while not position.outcome():
            position = position.play(load_agent("p2.alphabeta").search(position).move)
        assert position.outcome() == Outcome(None)

    def test_x_is_played_as_o_is(self) -> None:
        """The same board with the marks swapped gets the same move, worth and count."""
        for text in ("5", "15", "159", "2"):
            position = tictactoe().parse(text)
            swapped = position._replace(
                first=position.second, second=position.first, to_move=position.to_move.other
            )
            assert P2AlphaBeta().search(position) == P2AlphaBeta().search(swapped)

    def test_a_win_at_once_may_wait(self) -> None:
        position = tictactoe().parse("XOX/.O./X..")  # O wins on 8, and later as well
        found = P2AlphaBeta().search(position)
        assert (position.write(found.move), found.score, found.proven, found.core) == (
            "4",
            WIN,
            True,
            "python",
        )

    def test_a_finished_game_has_no_move(self) -> None:
        found = P2AlphaBeta().search(tictactoe().parse("XXX/OO./..."))
        assert (found.score, found.line, found.stats.nodes) == (-WIN, (), 0)

    def test_limits_leave_the_best_move_so_far(self) -> None:
        found = P2AlphaBeta().search(tictactoe().start(), Limits(nodes=100))
        assert (found.line, found.stopped, found.proven, found.stats.nodes) == ((0,), "nodes", False, 100)

    def test_specs_load_back(self) -> None:
        for player in (P2AlphaBeta(), P2AlphaBeta(whole_break=True)):
            assert load_agent(player.spec) == load_agent(repr(player)) == player


class TestRefusals:
    @pytest.mark.parametrize("spec", ["connect4", "mnk(4,3,3)", "mnk(3,3,2)"])
    def test_other_boards(self, spec: str) -> None:
        with pytest.raises(BadSpec) as error:
            P2AlphaBeta().search(load_game(spec).start())
        assert str(error.value) == f"no p2.alphabeta in {spec}: the paper's program plays tictactoe only"

    def test_games_without_a_board(self) -> None:
        with pytest.raises(
            BadSpec, match=r"no p2.alphabeta in TreePosition: the paper's program plays tictactoe"
        ):
            P2AlphaBeta().search(textbook().start())

    def test_options(self) -> None:
        with pytest.raises(BadSpec, match="bad whole_break in whole_break=1: whole_break is True or False"):
            load_agent("p2.alphabeta(whole_break=1)")
        with pytest.raises(NoNativeCore, match="the compiled core has no searcher P2AlphaBeta"):
            load_agent("p2.alphabeta(core='native')").search(tictactoe().start())
