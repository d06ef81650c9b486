"""The static laboratory as visitors use it: chromium, a plain file server, a sub-path, and no network in the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import plyground
from helpers.laboratory import laboratory
from helpers.static_site import file_server, make_site, signature_in_node
from helpers.visiting import DESK, Visit, examined, visitors

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("pages")]

CLAIM = "P2.leaves"
# What both are asked: rules, machines that no clock stops, a trace, values by the solver, papers, and mistakes.
MACHINE = {"agent": "alphabeta(depth=4)"}
REQUESTS: list[dict[str, Any]] = [
    {"do": "look", "game": "mnk(4,4,3)", "position": "b2 c3"},
    {"do": "explain", "game": "textbook", "position": "-", "agent": "alphabeta"},
    {"do": "explain", "game": "connect4", "position": "4453", "agent": "pvs(order='history')", "depth": 3},
    {"do": "explain", "game": "tictactoe", "position": "5", "agent": "mcts(rounds=40, seed=7)"},
    {"do": "open", "game": "connect4", "position": "-", "moves": ["4", "4"], "first": {"agent": None}},
    {"do": "graph", "plies": [0, 1, 2]},
    {"do": "move", "move": "9"},
    {"do": "seat", "player": 0, "agent": "nobody"},
    {"do": "papers"},
    {"do": "seat", "player": 0, **MACHINE},
]
VARYING = {"seconds", "re", "version", "when", "caps", "state", "slowest"}


class Place:
    """What a visitor needs to know of a site."""

    def __init__(self, address: str) -> None:
        self.address = address


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("www")
    make_site(folder / "course" / "lab", plyground.__version__, CLAIM)
    with file_server(folder) as (address, server):
        place = Place(f"{address}course/lab/")
        place.server = server  # type: ignore[attr-defined]
        yield place


@pytest.fixture(scope="module")
def visit(site: Place) -> Iterator[Visit]:
    with visitors(site) as opened:  # type: ignore[arg-type]
        yield opened


def stones(page: Any, number: int) -> None:
    page.locator(".play .stone").nth(number - 1).wait_for()


def test_a_game_against_a_machine_whose_core_is_compiled(visit: Visit) -> None:
    page = visit("g=connect4&o=alphabeta(depth=6)")
    page.locator('[data-cell="38"]').click()
    stones(page, 2)
    page.locator(".last-move", has_text="nodes").wait_for()
    assert "pos=4" in page.evaluate("location.hash")


def test_the_board_takes_a_move_before_python_is_there(visit: Visit, site: Place) -> None:
    """Python is not let through: whatever is seen was stored when the site was made."""
    context = visit("class").context.browser.new_context(viewport=DESK, service_workers="block")
    context.route("**/python/**", lambda route: None)
    page = context.new_page()
    page.goto(site.address)
    page.locator('[data-cell="38"]').click()
    stones(page, 1)
    assert page.locator(".play .stone").count() == 1
    context.close()


def test_a_search_is_stopped_and_the_next_one_runs(visit: Visit) -> None:
    page = visit("g=gomoku&o=mcts(rounds=100000000)&os=10")
    page.locator('[data-cell="112"]').click()
    stones(page, 1)
    page.locator(".state", has_text="thinking").wait_for()
    page.get_by_role("button", name="Undo", exact=False).first.click()
    page.locator(".play .stone").first.wait_for(state="detached")
    page.evaluate("location.hash = 'g=tictactoe&o=alphabeta'")
    page.locator('[data-cell="4"]').click()
    stones(page, 2)


def test_exact_values_by_the_solver(visit: Visit) -> None:
    page = visit("g=connect4&v=1")
    page.locator(".strip .worth").nth(6).wait_for()
    page.locator(".worth-now", has_text="wins in 41 plies").wait_for()


def test_explain_draws_a_tree_in_portuguese(visit: Visit) -> None:
    page = visit("explain&g=textbook&a=alphabeta", "pt-BR")
    page.locator(".explain[aria-busy=false] .tree .box").first.wait_for()
    assert page.locator(".tree .box").count() > 5
    assert page.locator("html").get_attribute("lang") == "pt-BR"
    assert "Explicar" in page.locator(".top nav").inner_text()


def test_papers_show_what_was_measured_and_offer_no_more(visit: Visit) -> None:
    page = visit(f"papers&claim={CLAIM}")
    claim = page.locator(f".claim[data-claim='{CLAIM}']")
    claim.locator(".verdict b").wait_for()
    assert "549,946 nodes" in claim.inner_text()
    assert not claim.locator(".claim-run").is_visible()
    assert "was measured when this site was made" in page.locator(".papers").inner_text()


def test_the_first_look_offers_what_there_is(visit: Visit) -> None:
    page = visit("")
    page.locator(".first-card").first.wait_for()
    assert page.locator(".first-card").count() == 2
    assert "tournament" not in page.locator(".welcome").inner_text()


@pytest.mark.parametrize(("language", "words"), [("en", "without a server"), ("pt-BR", "sem servidor")])
def test_what_a_site_has_not_is_said(visit: Visit, language: str, words: str) -> None:
    page = visit("arena", language, DESK, bypass_csp=True)
    page.locator("main .empty", has_text=words).wait_for()
    assert "plyground lab" in page.locator("main").inner_text()
    assert page.locator("main a.button").get_attribute("href").startswith("#g=connect4&x=alphabeta")
    assert examined(page) == []


def test_exercises_if_there(visit: Visit) -> None:
    page = visit("exercises&k=alphabeta&s=1&tree=textbook")
    page.locator(".exercises[aria-busy=false] .ex-figure > *").wait_for()


def test_workers_answer_as_the_server_does(visit: Visit) -> None:
    """The same requests, the same messages: but for times, caps, and what a site says that it has not."""
    asked = [{"id": number, **request} for number, request in enumerate(REQUESTS, 1)]
    page = visit("class")
    found = page.evaluate(ASK_A_WORKER, asked)
    with laboratory() as lab, lab.page() as other:
        for request in asked:
            ours = found[str(request["id"])]
            theirs = other.ask(
                request["do"], **{key: request[key] for key in request if key not in ("id", "do")}
            )
            assert plain(ours) == plain(theirs), request
        view = other.view(lambda view: len(view["played"]) == 3)
    assert plain(found["view"]) == plain(view)


ASK_A_WORKER = """(requests) => new Promise((done) => {
  const worker = new Worker("python/worker.js", { type: "module" });
  const found = {};
  const ids = new Set(requests.map(({ id }) => String(id)));
  worker.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if ("re" in message) found[message.re] = message;
    else if (message.view?.played.length === 3) found.view = message.view;
    if (message.closing) done(message);
    if ([...ids].every((id) => id in found) && found.view) { worker.terminate(); done(found); }
    else if ("re" in message && requests.length) worker.postMessage(JSON.stringify(requests.shift()));
  };
  worker.postMessage(JSON.stringify(requests.shift()));
})"""


def plain(message: Any) -> Any:
    """A message without what differs from one moment to the next."""
    if isinstance(message, dict):
        return {name: plain(value) for name, value in message.items() if name not in VARYING}
    return [plain(value) for value in message] if isinstance(message, list) else message


def test_the_site_works_without_a_network_after_the_first_visit(visit: Visit, site: Place) -> None:
    page = visit("g=tictactoe&o=alphabeta", screen={"width": 1000, "height": 800})
    page.locator('[data-cell="4"]').click()
    stones(page, 2)
    page.evaluate("navigator.serviceWorker.ready.then((found) => found.active?.state === 'activated')")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    try:
        page.goto(f"{site.address}#g=tictactoe&o=alphabeta&offline=1")
        page.reload()
        page.locator('[data-cell="4"]').wait_for()
        page.locator('[data-cell="4"]').click()
        stones(page, 2)
        page.evaluate("location.hash = 'explain&g=textbook&a=alphabeta'")
        page.locator(".explain[aria-busy=false] .tree .box").first.wait_for()
    finally:
        page.context.set_offline(False)


def test_the_signature_of_the_core_in_webassembly(tmp_path: Path) -> None:
    """Node counts, scores and lines of a fixed row of searches: those of the other cores."""
    wanted = (Path(__file__).parents[2] / "data" / "signature.txt").read_text(encoding="utf-8").strip()
    assert signature_in_node(tmp_path) == wanted
