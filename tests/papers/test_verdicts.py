"""What may contradict named people's work: a computation, and nothing that we chose, timed, drew or typed."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from collections import Counter
from functools import partial

import pytest

from helpers.words import sentences_of_papers
from papers import test_p0, test_p1, test_p2, test_p3, test_p4
from plyground.papers import claim as claim_module
from plyground.papers.claim import MAY_SAY, VERDICTS, Basis, Claim, Claims, Finding, Reading
from plyground.papers.registry import PAPERS

CLAIMS = [claim for paper in PAPERS.values() for claim in paper.CLAIMS]
BY_ID = {claim.id: claim for claim in CLAIMS}
CHOSEN: tuple[Basis, ...] = (
    "chance",
    "clock",
    "threshold",
)  # what a verdict may rest on that proves nothing
CLOCKS = ("seconds", "milliseconds", "wall", "CPU_TIME", "time_of", "timed", "times")
BUILTINS = set(dir(builtins))


def source(claim: Claim) -> ast.FunctionDef | ast.Lambda:
    """The function that measures a claim."""
    measure = inspect.unwrap(claim.measure)
    if isinstance(measure, partial):
        measure = measure.func
    tree = ast.parse(textwrap.dedent(inspect.getsource(measure)))
    return next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda))


def names_in(claim: Claim) -> set[str]:
    """Every name and attribute that its function writes."""
    nodes = list(ast.walk(source(claim)))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def called_by(claim: Claim) -> set[str]:
    """The functions that it calls, without Python's own and those that make a finding."""
    calls = [node.func for node in ast.walk(source(claim)) if isinstance(node, ast.Call)]
    found = {call.id if isinstance(call, ast.Name) else ast.unparse(call) for call in calls}
    texts = {name for name in found if name.rpartition(".")[2] in dir(str)}  # such as "".join
    return found - BUILTINS - texts - set(dir(claim_module))


@pytest.mark.parametrize("basis", CHOSEN)
def test_only_a_computation_can_contradict(basis: Basis) -> None:
    assert "contradicted" in MAY_SAY["computation"]
    assert "contradicted" not in MAY_SAY[basis]
    assert set(MAY_SAY[basis]) <= set(VERDICTS)


@pytest.mark.parametrize("basis", CHOSEN)
@pytest.mark.parametrize(
    "found",
    [Finding("contradicted"), Finding("not testable", {}, (Reading("so", "contradicted"),))],
    ids=["claim", "reading"],
)
def test_a_claim_that_rests_on_less_cannot_be_found_contradicted(basis: Basis, found: Finding) -> None:
    claims = Claims("P9")
    claims.add("word", rests_on=basis)(lambda: found)
    (claim,) = claims
    with pytest.raises(AssertionError, match=f"by {basis}|not testable by {basis}"):
        claim.measure()


def test_every_claim_of_the_papers_is_held_to_what_it_rests_on() -> None:
    """Also those made by `add_each`: each measure is wrapped once, by `Claims`."""
    assert all(claim.measure.__qualname__ != "judged" or claim.measure.__wrapped__ for claim in CLAIMS)
    assert all(hasattr(claim.measure, "__wrapped__") for claim in CLAIMS)


def test_what_looks_at_a_clock_says_so() -> None:
    timed = {claim.id for claim in CLAIMS if names_in(claim) & set(CLOCKS) and claim.rests_on != "clock"}
    assert timed == {"P0.time-unit"}  # it divides two printed numbers, and its verdict is fixed
    assert BY_ID["P0.time-unit"].measure().verdict == "not testable"
    said = {name for name in BY_ID if "{here}" in str(sentences_of_papers()[name])}
    assert said <= {claim.id for claim in CLAIMS if claim.rests_on == "clock"}


def test_where_we_draw_a_line_the_claim_says_so() -> None:
    """A sentence whose words speak of our threshold, or of what the paper does not number, rests on one."""
    admits = (
        "hreshold",
        "the sentence does not say",
        "the paper does not say",
        "has no number",
        "gives no number",
    )
    drawn = {
        name
        for name in BY_ID
        if any(words in sentences_of_papers()[name]["why"]["en"] for words in admits)
        and BY_ID[name].rests_on not in CHOSEN
    }
    assert drawn == {"P0.memory"}  # nothing is judged there
    assert BY_ID["P0.memory"].measure().verdict == "not testable"
    assert all(
        BY_ID[name].rests_on == "threshold" for name in ("P1.flat-g", "P1.favoured", "P3.growth-pruned")
    )


def test_no_measurement_compares_two_constants() -> None:
    """A claim that is judged calls something that plays, searches or counts; else it is words alone."""
    idle = {claim.id for claim in CLAIMS if not called_by(claim)}
    words = {name for name in idle if BY_ID[name].measure() == Finding("not testable")}
    assert {"P0.cited-year", "P4.heuristic-effects", "P4.table4-draw"} <= words
    judged = sorted(idle - words)
    assert [BY_ID[name].measure().verdict for name in judged] == ["not testable"] * len(judged), judged


def test_the_page_counts_verdicts_as_they_come_out() -> None:
    """By the golden findings, which other tests measure; what rests on a clock has no golden finding."""
    found = test_p0.FINDINGS | test_p1.FINDINGS | test_p2.FOUND | test_p3.FOUND
    found |= {f"P4.{word}": each for word, each in (test_p4.QUICK | test_p4.SECONDS | test_p4.LONG).items()}
    timed = {claim.id for claim in CLAIMS if claim.rests_on == "clock"}
    assert found.keys() | timed == BY_ID.keys()
    counts = Counter(verdict for _, verdict in found.values())
    counts["machine-dependent"] += len(timed) - 1
    counts["not testable"] += 1  # P4.referee
    assert counts == {
        "exact": 41,
        "within noise": 11,
        "unlikely": 2,
        "rounded": 4,
        "fitted": 9,
        "contradicted": 9,
        "depends on the reading": 28,
        "machine-dependent": 15,
        "not testable": 26,
    }
