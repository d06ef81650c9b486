"""A trace holds what a search did, says what it left out, and goes through JSON and back."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given, settings

from helpers.browser import page
from helpers.players import ALL_ORDERS, EXACT
from helpers.samples import samples
from helpers.small_games import trees
from plyground import (
    BadSpec,
    NotationError,
    Position,
    TreeGame,
    connect4,
    explain,
    load_game,
    textbook,
    tictactoe,
)
from plyground.games.tree import Tree
from plyground.searchers import (
    PVS,
    AlphaBeta,
    Deepening,
    Greedy,
    Limits,
    Minimax,
    MTDf,
    ProofNumber,
    Random,
    Searcher,
    TableAlphaBeta,
    Trace,
)
from plyground.ui.explain.svg import tree_svg
from plyground.ui.explain.text import tree_text, worth

both_cores = pytest.mark.usefixtures("core")

TRACED = [
    tictactoe().parse("513"),
    connect4(4, 3, 3).parse("1223"),
    load_game("examples/nim.py:Nim((2, 2))").start(),
]


@both_cores
@pytest.mark.parametrize("searcher", EXACT, ids=repr)
@pytest.mark.parametrize("position", TRACED, ids=lambda position: position.text())
def test_tracing_changes_nothing_and_misses_nothing(searcher: Searcher, position: Position[Any]) -> None:
    trace = Trace()
    traced, plain = searcher.search(position, trace=trace), searcher.search(position)
    assert traced == plain
    assert len(trace) == sum(trace.sizes()) == plain.stats.nodes
    assert trace.complete
    assert trace.rows[trace.roots()[-1]].value == plain.score
    passes = isinstance(searcher, Deepening) or searcher.name == "mtdf"
    assert len(trace.roots()) > 1 if passes else trace.roots() == [0]


@settings(max_examples=samples(80))
@given(tree=trees)
def test_missing_children_were_rightly_pruned(tree: Tree) -> None:
    position = TreeGame(tree).start()
    trace, whole = Trace(), Trace()
    AlphaBeta().search(position, trace=trace)
    Minimax().search(position, trace=whole)
    assert all(not whole.pruned(node) for node in range(len(whole)))
    for node, row in enumerate(trace.rows):
        if trace.pruned(node):
            assert row.beta is not None
            assert row.value is not None
            assert row.value >= row.beta
            assert row.bound == "lower"
            assert trace.reason(node).startswith("β ≤ α: ")
    skipped = sum(len(trace.pruned(node)) for node in range(len(trace)))
    assert (skipped == 0) == (len(trace) == len(whole))


@both_cores
def test_the_principal_line_is_that_of_the_result() -> None:
    position = connect4().parse("4453")
    trace = Trace()
    found = AlphaBeta(4, "windows").search(position, trace=trace)
    moves = [trace.rows[node].move for node in trace.principal_line()]
    spelled, place = [], position
    for move in found.line:
        spelled.append(place.write(move))
        place = place.after(move)
    assert moves == spelled


def test_scouts_and_second_looks_are_both_there() -> None:
    trace = Trace()
    PVS().search(textbook().start(), trace=trace)
    moves = [trace.rows[child].move for child in trace.children(0)]
    assert moves == ["1", "2", "3"]
    trace = Trace()
    found = PVS().search(TreeGame(((1,), (5,), (9,))).start(), trace=trace)
    assert [trace.rows[child].move for child in trace.children(0)] == ["1", "2", "2", "3", "3"]
    assert [trace.rows[node].move for node in trace.principal_line()] == ["3", "1"]
    assert found.line == (2, 0)


def test_two_moves_to_one_position_are_two_moves() -> None:
    position = load_game("tests/data/sorted_nim.py:SortedNim").start()
    trace = Trace()
    Minimax().search(position, trace=trace)
    assert all(not trace.pruned(node) for node in range(len(trace)))
    assert [trace.rows[child].move for child in trace.children(0)] == trace.rows[0].moves


@both_cores
def test_pruning_by_a_table_bound() -> None:
    trace = Trace()
    TableAlphaBeta().search(tictactoe().start(), trace=trace)
    reasons = {trace.reason(node): trace.cut(node) for node in range(len(trace)) if trace.pruned(node)}
    assert reasons["the transposition table already shows that it cannot matter"] is None
    assert "β ≤ α: 0 ≤ 0" in reasons
    for reason, crossed in reasons.items():
        if reason.startswith("β"):
            assert crossed is not None
            assert crossed[0] <= crossed[1]


def test_node_with_all_replies_seen_is_exact() -> None:
    """AIMA's third MIN node: 14, 5 and 2 were looked at, so it is worth 2, not at most 2."""
    trace = Trace()
    AlphaBeta().search(textbook().start(), trace=trace)
    assert [(trace.rows[node].bound, worth(trace, node)) for node in trace.children(0)] == [
        ("exact", "3"),
        ("lower", "≤ 2"),
        ("lower", "2"),
    ]


@settings(max_examples=samples(60))
@given(tree=trees)
@pytest.mark.parametrize("searcher", [AlphaBeta(), PVS(), TableAlphaBeta(), MTDf()], ids=repr)
def test_shown_bounds_hold_for_each_node(searcher: Searcher, tree: Tree) -> None:
    game = TreeGame(tree)
    trace = Trace()
    searcher.search(game.start(), trace=trace)
    for node, row in enumerate(trace.rows):
        place = game.start()
        for move in trace.path(node):
            place = place.play(move)
        assert row.value is not None
        if place.outcome() is None:
            true = Minimax().search(place).score
            right = {"exact": row.value == true, "lower": row.value <= true, "upper": row.value >= true}
            assert right[trace.bound(node) or ""]
            assert row.bound != "exact" or trace.bound(node) == "exact"


@both_cores
def test_pruning_leaves_bounds() -> None:
    trace = Trace()
    TableAlphaBeta().search(tictactoe().parse("51"), trace=trace)
    for node, row in enumerate(trace.rows):
        if row.end:
            assert not worth(trace, node).startswith(("≤", "≥"))
        elif trace.pruned(node) and trace.cut(node):
            assert worth(trace, node).startswith(("≤", "≥"))


def test_a_cut_that_fails_hard_is_told_with_what_crossed() -> None:
    """A regression: `β ≤ α: 3 ≤ 3`, though a reply of 2 had crossed."""
    trace = Trace()
    AlphaBeta(fail="hard").search(textbook().start(), trace=trace)
    assert trace.reason(5) == "β ≤ α: 2 ≤ 3"
    assert worth(trace, 5) == "≤ 3"


def test_wins_and_losses_are_told_in_plies() -> None:
    trace = Trace()
    AlphaBeta().search(tictactoe().parse("XO./.X./..O"), trace=trace)
    lines, picture = list(tree_text(trace)), tree_svg(trace, language="en")
    assert lines[0] == "MAX α=-∞ β=+∞ → wins in 3 plies"
    assert not any("9999" in text for text in (*lines, picture))
    assert ">win in 3<" in picture


def test_trace_text_is_escaped() -> None:
    rows = [{"value": 1}, {"parent": 0, "move": "\x1b[31m\x00\ud800", "value": -1}]
    trace = Trace.from_json(given_rows(*rows))
    assert all(line.isprintable() for line in tree_text(trace))
    ET.fromstring(tree_svg(trace))


@both_cores
def test_each_depth_has_a_root() -> None:
    trace = Trace()
    found = Deepening(TableAlphaBeta(order=ALL_ORDERS), depth=3).search(connect4().start(), trace=trace)
    assert len(trace.roots()) == 3
    assert found.stats.depth == 3


@both_cores
@pytest.mark.parametrize(("rows", "plies"), [(1, 99), (10, 99), (57, 99), (10**6, 2), (10**6, 0), (30, 3)])
def test_a_trace_caps_itself_and_says_so(rows: int, plies: int) -> None:
    position = tictactoe().parse("519")
    nodes = Minimax().search(position).stats.nodes
    trace = Trace(most_rows=rows, most_plies=plies)
    Minimax().search(position, trace=trace)
    assert len(trace) <= rows
    assert len(trace) + trace.left_out == nodes
    assert trace.complete == (trace.left_out == 0)
    assert max(trace.ply(node) for node in range(len(trace))) <= plies
    assert all(trace.pruned(node) == [] for node in range(len(trace)))
    assert Trace.from_json(trace.to_json()).left_out == trace.left_out


@both_cores
def test_a_stopped_search_leaves_open_rows() -> None:
    trace = Trace()
    AlphaBeta().search(connect4().start(), Limits(nodes=50), trace)
    assert len(trace) == 50
    assert trace.rows[0].value is None
    assert trace.pruned(0) == []
    assert any("stopped" in line for line in tree_text(trace))


@pytest.mark.parametrize("searcher", [Random(), Greedy(), ProofNumber()], ids=repr)
def test_untraceable_searchers_leave_no_trace(searcher: Searcher) -> None:
    with pytest.raises(BadSpec, match=f"no trace of {searcher.name}"):
        searcher.search(tictactoe().start(), trace=Trace())


@settings(max_examples=samples(40))
@given(tree=trees)
def test_json_there_and_back(tree: Tree) -> None:
    trace = Trace()
    AlphaBeta().search(TreeGame(tree).start(), trace=trace)
    trace.game = "tree"
    again = Trace.from_json(trace.to_json())
    assert again.rows == trace.rows
    assert again.to_json() == trace.to_json()
    assert list(tree_text(again)) == list(tree_text(trace))


def test_a_students_own_trace() -> None:
    """The least that has to be given: parents, moves, values; windows and legal moves if they are known."""
    rows: list[dict[str, Any]] = [
        {"value": 3},
        {"parent": 0, "move": "left", "value": -3, "alpha": None, "beta": None},
        {"parent": 0, "move": "right", "value": -2, "beta": -3, "moves": ["a", "b"]},
        {"parent": 2, "move": "a", "value": 2},
    ]
    trace = Trace.from_json(json.dumps({"format": "plyground-trace", "version": 1, "rows": rows}))
    assert trace.pruned(2) == ["b"]
    assert trace.reason(2) == "β ≤ α: 2 ≤ 3"
    assert any("b: pruned" in line for line in tree_text(trace))


def given_rows(*rows: object) -> str:
    return json.dumps({"format": "plyground-trace", "version": 1, "rows": list(rows)})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[]", 'no trace in []: a trace begins with "format": "plyground-trace"'),
        ('{"format": "x"}', "no trace"),
        (
            '{"format": "plyground-trace", "version": 2, "rows": []}',
            "a trace has version 1 and a list of rows",
        ),
        ('{"format": "plyground-trace", "version": 1}', "a trace has version 1 and a list of rows"),
        (given_rows(3), "row 0 is no object"),
        (given_rows({"parent": 0, "move": "a"}), "row 0 has no parent"),
        (given_rows({}, {"parent": True, "move": "a"}), "row 1 has no parent"),
        (given_rows({}, {"parent": 0}), "row 1 has no move"),
        (given_rows({"value": "high"}), "row 0 has a bad value"),
        (given_rows({"alpha": True}), "row 0 has a bad alpha"),
        (given_rows({"moves": "abc"}), "row 0 has bad moves"),
        (given_rows({"moves": [1]}), "row 0 has bad moves"),
        (given_rows({"move": 5}), "row 0 has no move"),
        (given_rows({"value": float("nan")}), "row 0 has a bad value"),
        (given_rows({"beta": float("inf")}), "row 0 has a bad beta"),
        (given_rows({}, *({"parent": n, "move": "a"} for n in range(1_001))), "row 1001 is too deep"),
        ('{"format": "plyground-trace", "version": 1, "rows": [], "left_out": -5}', "a bad left_out"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_malformed_traces(text: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        Trace.from_json(text)
    assert message in str(refused.value)


def test_the_tree_as_text() -> None:
    trace = Trace()
    AlphaBeta().search(textbook().start(), trace=trace)
    assert list(tree_text(trace)) == [
        "MAX α=-∞ β=+∞ → 3",
        "├─ 1: MIN α=-∞ β=+∞ → 3",
        "│  ├─ 1: 3",
        "│  ├─ 2: 12",
        "│  └─ 3: 8",
        "├─ 2: MIN α=3 β=+∞ → ≤ 2",
        "│  ├─ 1: 2",
        "│  └╌ 2 3: pruned, β ≤ α: 2 ≤ 3",
        "└─ 3: MIN α=3 β=+∞ → 2",
        "   ├─ 1: 14",
        "   ├─ 2: 5",
        "   └─ 3: 2",
    ]
    assert list(tree_text(trace, most=3))[-1] == "… and 9 more lines"


PICTURES: list[tuple[str, str, Searcher]] = [
    ("textbook", "-", AlphaBeta()),
    ("tictactoe", "XO./.X./..O", AlphaBeta()),
    ("tictactoe", "51", TableAlphaBeta()),
    ("connect4", "4453", AlphaBeta(5, "windows")),
    ("mnk(9,9,5)", "e5", AlphaBeta(2, "windows")),
]
CROWDED = """() => {
  const inside = (text, box) => text.left >= box.left && text.right <= box.right && text.bottom <= box.bottom + 1;
  const out = [...document.querySelectorAll("g g")].flatMap(group => [...group.querySelectorAll(":scope > text")]
    .filter(text => !inside(text.getBoundingClientRect(), group.querySelector("path").getBoundingClientRect())));
  const texts = [...document.querySelectorAll("text")].map(text => [text.textContent, text.getBoundingClientRect()]);
  const over = texts.flatMap(([one, a], at) => texts.slice(at + 1).filter(([, b]) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom - 3 && b.top < a.bottom - 3).map(([two]) => `${one} over ${two}`));
  return [...out.map(text => text.textContent), ...over];
}"""


@pytest.mark.slow
def test_svg_text_fits_and_does_not_overlap() -> None:
    with page() as shown:
        for spec, position, searcher in PICTURES:
            trace = Trace()
            searcher.search(load_game(spec).parse(position), trace=trace)
            picture = tree_svg(trace)
            assert float(ET.fromstring(picture).attrib["width"]) <= 2_400
            shown.set_content(picture)
            assert shown.evaluate(CROWDED) == [], (spec, position)


def drawn_boxes(picture: ET.Element) -> int:
    """How many boxes there are: each is a group with a place, inside a group that has one, too."""
    groups = picture.iter("{http://www.w3.org/2000/svg}g")
    return sum("transform" in group.attrib for group in groups) - 1


@pytest.mark.parametrize("game", ["gomoku", "mnk(9,9,5)"])
def test_picture_abbreviates_many_replies(game: str) -> None:
    trace = Trace()
    AlphaBeta(2, "windows").search(load_game(game).start(), trace=trace)
    picture = ET.fromstring(tree_svg(trace, language="en"))
    texts = ["".join(element.itertext()) for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    stubs = [int(text[1:].replace(",", "")) for text in texts if text.startswith("+")]
    cuts = texts.count("pruned")
    boxes = drawn_boxes(picture) - len(stubs) - cuts
    assert boxes > 12
    assert boxes + sum(stubs) == len(trace)


@pytest.mark.slow
def test_a_chain_as_deep_as_a_game_may_be_is_drawn() -> None:
    rows = [{"value": 1}, *({"parent": n, "move": "a", "value": (-1) ** n} for n in range(1_000))]
    ET.fromstring(tree_svg(Trace.from_json(given_rows(*rows)), most=2_000))


def test_a_picture_of_a_stopped_search_says_so() -> None:
    trace = Trace()
    AlphaBeta().search(connect4().start(), Limits(nodes=50), trace)
    assert "Unfinished: stopped after 50 nodes" in tree_svg(trace)


@pytest.mark.parametrize("most", [1, 5, 400])
def test_the_tree_as_svg(most: int) -> None:
    trace = Trace()
    AlphaBeta(3, "windows").search(connect4().start(), trace=trace)
    trace.agent = "<script> & 'quotes'"
    picture = ET.fromstring(tree_svg(trace, most=most, widest=100_000, language="en"))
    texts = ["".join(element.itertext()) for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    stubs = [int(text[1:].replace(",", "")) for text in texts if text.startswith("+")]
    boxes = drawn_boxes(picture) - len(stubs) - texts.count("pruned")
    assert boxes <= most
    assert sum(stubs) + boxes == len(trace)
    assert ("pruned" in texts) == (most == 400)


def test_moves_that_a_users_search_leaves_out_are_not_laid_on_a_table() -> None:
    """A regression: the tree said that the transposition table knew of moves that a search never looks at."""
    tree = explain(tictactoe().parse("1523"), "examples/razor.py:Razor(depth=1, width=1)")
    assert tree.pruned(0) == ["4", "6", "8", "9"]
    assert tree.reason(0) == "the search left it out"
