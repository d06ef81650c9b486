"""Captions and texts for readers who cannot see: written by the data, in both languages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play
from plyground.experiments.search_store import SearchMeasurement
from plyground.report.chart import Figure, FigureSeries
from plyground.report.curves import curves, depth_tables, pruning
from plyground.report.distribution import Distribution, log_classes
from plyground.report.figures import figures
from plyground.report.looks import looks
from plyground.report.summary import report

NAMES = ("minimax", "alphabeta", "mine")


def searched(agent: int, depth: int, nodes: int, position: str = "p") -> SearchMeasurement:
    return SearchMeasurement(
        position, agent, depth, 0, True, 38, 0, "4", nodes, depth, 1e-3 * nodes, "native"
    )


SEARCHES = [
    searched(agent, depth, (10**depth if agent == 0 else 4**depth) + place, f"p{place}")
    for agent in (0, 1)
    for depth in (1, 2, 3)
    for place in range(3)
]


@pytest.mark.parametrize(
    ("language", "name", "caption"),
    [
        (
            "en",
            "nodes-by-depth",
            "At depth 3, the means go from 1,001 nodes (minimax) down to 65 (alphabeta). Each point is the "
            "mean of 3 positions. A game or a proof that ends before the depth counts with what it "
            "took. Bars are 95 % intervals over the positions.",
        ),
        (
            "pt-BR",
            "nodes-by-depth",
            "Na profundidade 3, as médias vão de 1.001 nós (minimax) a 65 (alphabeta). Cada ponto é a média "
            "de 3 posições. Buscas que terminam antes dessa profundidade entram com o custo que tiveram. "
            "As barras são intervalos de 95% sobre as posições.",
        ),
    ],
)
def test_a_caption_says_what_to_see_of_how_many_and_what_bars_mean(
    language: str, name: str, caption: str
) -> None:
    made = {figure.name: figure for figure in curves(NAMES, SEARCHES, language)}
    assert made[name].caption == caption
    assert made[name].agents == NAMES
    assert made[name].language == language


def test_the_saving_is_told_with_its_interval() -> None:
    (figure,) = pruning(NAMES, SEARCHES, "pt-BR")
    assert figure.caption.startswith(
        "Na profundidade 3, a maior razão é a de alphabeta: minimax examina 15,4 nós"
    )
    assert "(95%: 14,9 a 16). Todos os nós de minimax divididos por" in figure.caption
    assert figure.reference == 1
    more = [
        search._replace(nodes=4 * search.nodes**2 if search.agent else search.nodes) for search in SEARCHES
    ]
    (figure,) = pruning(NAMES, more)
    assert figure.caption.startswith(
        "At depth 3, the largest ratio is alphabeta's, and no gain: minimax looks at"
    )


def test_one_position_gives_no_interval_and_one_agent_no_comparison() -> None:
    (by_depth, *_) = curves(("mine",), [searched(0, 4, 7)])
    assert by_depth.caption.startswith(
        "At depth 4, the mean is 7 nodes (mine). Each point is one position."
    )
    assert by_depth.caption.endswith("One position gives no interval.")
    (by_depth, *_) = curves(("mine", "yours"), [searched(0, 4, 7), searched(1, 4, 7)])
    assert by_depth.caption.startswith("At depth 4, the mean is 7 nodes for all.")


def test_a_table_of_a_figures_data_does_not_speak_of_what_to_see() -> None:
    nodes, *_ = depth_tables(curves(NAMES, SEARCHES, "pt-BR"))
    assert nodes.heads == ("nós, profundidade", "1", "2", "3")
    assert nodes.rows[0] == ("minimax", "11", "101", "1.001")
    assert nodes.caption.startswith(
        "Nós de uma busca por profundidade. Cada ponto é a média de 3 posições."
    )


def test_a_line_is_told_by_its_ends() -> None:
    nodes, *_ = curves(NAMES, SEARCHES)
    assert nodes.alt == (
        "Nodes of a search by depth. nodes against depth (plies): minimax goes from 11 at 1 to 1,001 at 3; "
        "alphabeta goes from 5 at 1 to 65 at 3."
    )


def test_a_row_is_told_by_its_interval_or_its_quantiles() -> None:
    series = (FigureSeries("a", ((-12.5, 0.0),), (-20.0,), (-5.0,)), FigureSeries("b", ((12.5, 0.0),)))
    figure = Figure("f", "Ratings", "C.", "Elo", "agente", series, "intervals", language="pt-BR")
    assert figure.alt == "Ratings, Elo: a: −12,5, de −20 a −5; b: 12,5."
    assert figure.table.heads == ("agente", "Elo", "de", "até")
    assert figure.table.rows == (("a", "−12,5", "−20,0", "−5,00"), ("b", "12,5", "12,5", "12,50"))
    values = [float(value) for value in range(1, 1_002)]
    spread = FigureSeries("c", log_classes(values), distribution=Distribution.of(values))
    figure = Figure("g", "Time", "C.", "ms", "moves", (spread,), "distributions")
    assert figure.alt == "Time, ms: c: median 501, 90 % from 51 to 951, 1,001 values."
    assert figure.table.heads == (
        "agent",
        "moves",
        "5 %, ms",
        "25 %, ms",
        "50 %, ms",
        "75 %, ms",
        "95 %, ms",
    )
    assert figure.table.rows == (("c", "1,001", "51", "251", "501", "751", "951"),)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Figure]]:
    """The figures of a small tournament, by language."""
    path: Path = tmp_path_factory.mktemp("run") / "a.run"
    plan = Plan(
        "tictactoe",
        ("random", "alphabeta", "greedy"),
        names=("mine", "alphabeta", "yours"),
        format="round-robin",
        games=4,
        in_process=True,
    )
    with begin(plan, path) as store:
        play(store, 1)
        return {language: figures(store, report(store), language) for language in ("en", "pt-BR")}


def test_an_agent_looks_the_same_in_every_figure_of_a_report(drawn: dict[str, list[Figure]]) -> None:
    names = {"mine", "alphabeta", "yours"}
    every = [
        looks([*figure.agents, *(series.shown_agent for series in figure.series)])
        for figure in (*drawn["en"], *drawn["pt-BR"])
    ]
    assert [figure.name for figure in drawn["en"]] == [
        "time-per-move",
        "nodes-per-move",
        "points",
        "ratings",
    ]
    assert all(each == every[0] and each.keys() == names for each in every)
    ordered = [[series.name for series in figure.series] for figure in drawn["en"]]
    assert ordered[0] != ordered[2]  # sorted otherwise, and the looks are the same


def test_every_figure_is_in_the_language_that_was_asked_for(drawn: dict[str, list[Figure]]) -> None:
    for english, portuguese in zip(drawn["en"], drawn["pt-BR"], strict=True):
        assert english.name == portuguese.name
        assert english.caption != portuguese.caption
        assert english.series == portuguese.series
    _, spread, points, ratings = drawn["pt-BR"]
    assert spread.caption.startswith("As medianas vão de ")
    assert (spread.title, spread.x) == ("Nós por jogada", "nós")
    assert points.series[0].count == 8
    assert ratings.caption.endswith("onde se sobrepõem, a ordem pode ser fruto do acaso.")


def test_shapes_and_dots_are_told_where_they_are(drawn: dict[str, list[Figure]]) -> None:
    times = drawn["en"][0]
    assert "Where values are few, each is a dot." in times.caption
    assert "The shapes show" not in times.caption
    assert all(series.distribution and series.distribution.values for series in times.drawn)
    assert replace(times, series=()).drawn == ()
