"""The papers' figures drawn again: the series, their units, and words in both languages."""

from __future__ import annotations

import pytest

from plyground.game import Player
from plyground.papers.figures import papers_figures
from plyground.papers.p3 import figures as p3_drawn
from plyground.papers.p3.measures import EmptySquaresRow
from plyground.papers.p4 import figures, measures
from plyground.papers.p4.measures import P4Game
from plyground.papers.p4.tables import TABLE_1, TABLE_2
from plyground.score import Score
from plyground.searchers import SearchResult
from plyground.searchers.types import SearchStats

NAMES = ["p4-figure2", "p4-figure3", "p4-nodes", "p4-times", "p4-figure5"]


@pytest.fixture(autouse=True)
def played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of three moves each whose costs are powers of their depth, and clocked ones."""

    def game(costs: list[tuple[int, float]]) -> P4Game:
        results = tuple(
            SearchResult(Score(0), (0,), stopped="seconds", stats=SearchStats(nodes, 5, 0, seconds))
            for nodes, seconds in costs
        )
        return P4Game(None, "", tuple(nodes for nodes, _ in costs), results)

    for name, factor in (("minimax_games", 1), ("alphabeta_games", 2)):
        by_depth = {d: [(7**d // factor, 7**d * 1e-5 / factor)] * 3 for d in measures.DEPTHS}
        monkeypatch.setattr(figures, name, lambda depth, by_depth=by_depth: (game(by_depth[depth]),))
    late = {limit: [(100, limit - 0.25 + ms / 1000) for ms in (0.2, 0.4, 2.5)] for limit in measures.LIMITS}
    monkeypatch.setattr(figures, "timed_games", lambda limit: game(late[limit]))


def test_p4_has_its_figures_2_to_5() -> None:
    drawn = dict(zip(NAMES, (figure for _, figure in papers_figures(["P4"])), strict=True))
    assert [figure.name for figure in drawn.values()] == NAMES
    assert [figure.kind for figure in drawn.values()] == ["distributions"] * 2 + ["lines"] * 2 + [
        "distributions"
    ]
    for name in ("p4-figure2", "p4-figure3"):
        assert [series.name for series in drawn[name].series] == [f"depth {d}" for d in measures.DEPTHS]
        assert all(sum(count for _, count in series.points) == 3 for series in drawn[name].series)
    peak = max(drawn["p4-figure3"].series[0].points, key=lambda point: point[1])
    assert peak[0] == pytest.approx(49, rel=0.13)  # a tenth of a decade wide


def test_published_means_stand_beside_ours() -> None:
    by_name = {figure.name: figure for _, figure in papers_figures(["P4"])}
    nodes, times = by_name["p4-nodes"], by_name["p4-times"]
    published, ours, pruned, _ = nodes.series
    assert [y for _, y in published.points] == [48.2, 384, 2357, 16769]
    assert [y for _, y in ours.points] == [7.0**d for d in measures.DEPTHS]
    assert [y for _, y in pruned.points] == [31, 125.6, 265, 2366.4]
    assert [y for _, y in times.series[0].points] == [3.6, 14.1, 92.5, 618]
    assert len(TABLE_1) == len(TABLE_2) == len(times.series[1].points)


def test_times_of_deepening_are_told_from_its_own_limit_on() -> None:
    *_, (_, figure) = papers_figures(["P4"], "pt-BR")
    assert [series.name for series in figure.series] == ["limite de 1.000 ms", "limite de 2.000 ms"]
    assert all([y for _, y in series.points if y] == [1, 1, 1] for series in figure.series)
    assert [x for x, y in figure.series[0].points if y][-1] == pytest.approx(2.5, rel=0.5)
    assert "1750" in figure.x


def test_an_agent_of_a_paper_looks_as_everywhere_and_hollow_where_published() -> None:
    by_name = {figure.name: figure for _, figure in papers_figures(["P4"])}
    looks = [(series.agent, series.hollow) for series in by_name["p4-nodes"].series]
    assert looks == [("minimax", True), ("minimax", False), ("alphabeta", True), ("alphabeta", False)]
    assert {series.agent for series in by_name["p4-figure2"].series} == {"minimax"}
    assert {series.agent for series in by_name["p4-figure5"].series} == {"deepening"}


def test_captions_tell_what_was_measured() -> None:
    captions = {figure.name: figure.caption for _, figure in papers_figures(["P4"], "pt-BR")}
    assert captions["p4-nodes"].startswith(
        "Na profundidade 5, o minimax custou 16.769 nós como publicado e 16.807 como medimos, "
        "o alfa-beta 2.366 e 8.403. "
    )
    assert captions["p4-figure3"].startswith(
        "A jogada mediana até a profundidade 2 custou 49 nós, até a profundidade 5 16.807 nós."
    )
    assert (
        "acabou a menos de 0,4 ms dele com o primeiro limite e a menos de 0,4 ms" in captions["p4-figure5"]
    )
    assert all(
        caption.endswith("o marcador é a mediana.") for caption in captions.values() if "fina" in caption
    )


def test_p3_has_a_panel_for_each_side(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = tuple(
        EmptySquaresRow(empty, side, 10, 2.0**empty, 3.0**empty, 1e-3 * empty, 2e-3 * empty)
        for side in Player
        for empty in (1, 2, 3)
    )
    monkeypatch.setattr(p3_drawn, "by_empty_squares", lambda: rows)
    states, times = (figure for _, figure in papers_figures(["P3"]))
    assert [series.panel for series in states.series] == ["MAX to move"] * 2 + ["MIN to move"] * 2
    assert [series.name for series in states.series[:2]] == ["with pruning", "without pruning"]
    assert states.caption.startswith("With 3 empty squares, pruning leaves 8 of 27 states. ")
    assert times.caption.startswith("With 3 empty squares, a decision takes 3 ms with pruning and 6 ms")
