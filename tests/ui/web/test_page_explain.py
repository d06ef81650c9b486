"""The Explain page as people use it: watch a search, scrub, fold, compare, guess, and bring one's own trace."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from helpers.visiting import DESK, PHONE, Visit, at_leisure, examined, is_wide
from plyground.agents import load_agent
from plyground.games.registry import load_game
from plyground.searchers import Limits
from plyground.searchers.trace import Trace
from plyground.searchers.whole_tree import whole_tree
from plyground.ui.explain.svg import tree_svg

CUTS = {
    "en": "MAX already has 3 by B. Here, at C, MIN can hold MAX to 2, so MAX never comes here. Not searched: 2, 3.",
    "pt-BR": "MAX já garante 3 com B. Aqui (C), MIN pode limitar MAX a 2; por isso MAX nunca vem aqui. Jogadas podadas: 2, 3.",
}


pytestmark = pytest.mark.xdist_group("pages")  # a browser takes all the cores that there are


def traced(game: str, position: str, agent: str, depth: int | None = None) -> Trace:
    """What the command line would write down."""
    rules, searcher, trace = load_game(game), load_agent(agent), Trace()
    place = rules.parse(position)
    searcher.search(place, Limits(depth), trace)
    trace.game, trace.position, trace.agent = rules.spec, place.text(), repr(searcher)
    return trace


def ready(page: Any) -> Any:
    page.locator(".explain[aria-busy=false] .tree .box").first.wait_for()
    return page


def step_of(page: Any) -> int:
    return int(page.locator(".scrub input").first.input_value())


def told(page: Any, pane: int = 0) -> str:
    return str(page.locator(".sentence").nth(pane).inner_text())


@pytest.mark.parametrize(
    ("language", "screen", "colours"), [at_leisure("en", DESK, "light"), ("pt-BR", PHONE, "dark")]
)
@pytest.mark.slow
def test_the_textbook_is_stepped_through_with_keys_alone(
    language: str, screen: dict[str, int], colours: str, visit: Visit
) -> None:
    page = ready(visit("explain", language, screen, color_scheme=colours))
    page.locator(".tree").focus()
    sentences = []
    for _ in range(16):
        page.keyboard.press("ArrowRight")
        sentences.append(told(page))
        assert page.locator("#status").inner_text().strip() == sentences[-1]
    assert [at for at, sentence in enumerate(sentences) if sentence == CUTS[language]] == [8]
    nodes = page.evaluate(TEXTS, ".box.node")
    assert nodes == [  # α and β as they were when the nodes were left
        ["A △ MAX", "3", "α 3  β +∞"],
        ["B ▽ MIN", "3", "α −∞  β 3"],
        ["C ▽ MIN", "≤ 2", "α 3  β 2"],
        ["D ▽ MIN", "2", "α 3  β 2"],
    ]
    assert page.evaluate(TEXTS, ".box.pruned") == [["4"], ["6"]]
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == 15
    page.keyboard.press("Home")  # the whole tree is there from the beginning, only faintly
    assert (step_of(page), page.locator(".tree .box").count()) == (0, 13)
    assert page.locator(".tree .box.faint").count() == 12
    page.keyboard.press("End")
    assert step_of(page) == 16
    assert page.locator(".tree .box").count() == 13
    assert not is_wide(page)
    assert page.evaluate(PINNED)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert examined(page) == []


# The texts on every box of a kind, in the order of the tree.
TEXTS = """kind => [...document.querySelectorAll(".tree " + kind)].sort((a, b) => a.dataset.key.localeCompare(b.dataset.key, "en", {numeric: true}))
  .map(box => [...box.querySelectorAll("text")].map(text => text.textContent))"""

# Whether the deck is seen at the bottom, and all of the tree above it.
PINNED = """() => {
  document.querySelector(".tree").scrollIntoView({block: "center"});
  const [deck, tree] = [".film-bar", ".tree"].map(each => document.querySelector(each).getBoundingClientRect());
  return deck.bottom <= innerHeight + 1 && deck.top >= tree.top && deck.height < innerHeight / 4;
}"""


@pytest.mark.campaign
def test_scrubbing_finds_the_next_pruning(visit: Visit) -> None:
    page = ready(visit("explain&g=textbook&a=alphabeta&s=3"))
    assert step_of(page) == 3
    page.get_by_role("button", name="Next cut").click()
    assert step_of(page) == 9
    page.get_by_role("button", name="Next cut").click()
    assert page.locator("#status").inner_text() == "There is no further cut."
    slider = page.get_by_role("slider", name="Step of the search")
    slider.fill("6")
    assert told(page) == "B returns 3. At least 3 for MAX: α rises."
    slider.focus()
    page.keyboard.press("Home")
    page.get_by_label("Speed").select_option("16")
    slider.focus()
    page.keyboard.press("Space")
    page.locator(".where", has_text="Step 16 of 16").wait_for()
    page.get_by_role("button", name="Play").wait_for()
    page.wait_for_url(re.compile("s=16$"))


@pytest.mark.slow
def test_side_by_side_counts_are_those_of_the_command_line(visit: Visit) -> None:
    page = ready(visit("explain&g=tictactoe&pos=XO./OX./...&a=alphabeta&b=minimax"))
    rows = page.locator(".compared tbody tr")
    expected = [traced("tictactoe", "XO./OX./...", agent) for agent in ("alphabeta", "minimax")]
    most = max(map(len, expected))
    for row, trace in zip(rows.all(), expected, strict=True):
        cells = row.locator("td").all_inner_texts()
        cut = sum(len(trace.pruned(node)) for node in range(len(trace)))
        assert cells[1:3] == [str(len(trace)), str(cut)]
        assert cells[4] == f"{100 * (most - len(trace)) / most:.1f} %"
    page.get_by_label("One step on").click()
    page.get_by_label("One step on").click()
    assert told(page, 0).startswith("B: MIN to move, α")  # small enough for letters
    assert told(page, 1) == "Move 3: MIN to move."
    page.get_by_label("Step together").uncheck()
    page.get_by_label("One step on").nth(1).click()
    assert (told(page, 0), told(page, 1)) == (
        "B: MIN to move, α = −∞, β = +∞.",
        "Line 3 6: MAX to move.",
    )
    assert page.locator(".node-board:visible").count() == 2
    assert examined(page) == []


@pytest.mark.campaign
def test_passes_are_films_of_their_own(visit: Visit) -> None:
    page = ready(visit("explain&g=tictactoe&pos=XXO/OO./X..&a=mtdf"))
    passes = page.locator(".passes select")
    trace = traced("tictactoe", "XXO/OO./X..", "mtdf")
    assert passes.locator("option").count() == len(trace.roots())
    passes.select_option(index=1)
    page.get_by_label("To the end").click()
    assert told(page) == "The search is over: at most 0."
    assert page.locator(".tree .box:is(.node, .leaf):not(.faint)").count() == 8


@pytest.mark.campaign
def test_large_trees_fold_and_unfold(visit: Visit) -> None:
    page = ready(visit("explain&g=connect4&pos=4453&a=alphabeta&d=4"))
    page.get_by_label("To the end").click()
    stubs = page.locator(".tree .box.folded")
    stub = stubs.nth(stubs.count() // 2)  # the first and the last may be half outside of the picture
    before = page.locator(".tree .box").count()
    stub.click()
    page.locator(".tree .box").nth(before).wait_for()
    page.get_by_text("The tree as text").click()
    outline = page.get_by_role("tree")
    outline.locator("[tabindex='0']").focus()
    page.keyboard.press("Home")
    lines = outline.get_by_role("treeitem").count()
    page.keyboard.press("Enter")
    assert outline.get_by_role("treeitem").count() == 2 < lines
    page.keyboard.press("ArrowRight")
    assert outline.get_by_role("treeitem").count() == lines
    page.keyboard.press("ArrowDown")
    assert re.match("Move 1, MIN", page.evaluate("document.activeElement.textContent"))
    assert page.locator(".node-board svg").get_attribute("aria-label") == "The board after: 1"
    page.get_by_label("Zoom in").click()
    page.locator(".tree").focus()
    for key in ("+", "-", "0"):
        page.keyboard.press(key)


def test_keys_belong_to_the_film_wherever_the_focus_is(visit: Visit) -> None:
    """A teacher presses them before the tree was ever clicked, and after any button was."""
    page = ready(visit("explain&g=textbook&a=alphabeta"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")  # of a presenter's clicker
    assert step_of(page) == 2
    page.keyboard.press("PageUp")
    assert (step_of(page), page.evaluate("scrollY")) == (1, 0)
    for button in ("One step on", "Next cut", "Zoom in", "Full screen (F)", "Leave full screen (F)"):
        page.get_by_role("button", name=button, exact=True).click()
        before = step_of(page)
        page.keyboard.press("ArrowLeft")
        assert step_of(page) == before - 1, button
        page.keyboard.press(" ")  # plays, and does not press the button again
        page.get_by_role("button", name="Pause").wait_for()
        page.keyboard.press(" ")
        page.get_by_role("button", name="Play", exact=True).wait_for()
        page.get_by_role("button", name="One step on").focus()
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Colours").click()
    before = step_of(page)
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == before - 1
    chosen = page.get_by_label("Speed")
    chosen.click()  # by mouse
    chosen.select_option("200")
    assert page.evaluate("document.activeElement.matches('.tree')")
    chosen.focus()  # a list has its arrows
    before = step_of(page)
    page.keyboard.press("ArrowRight")
    assert step_of(page) == before


def test_space_plays_after_a_click_on_a_box(visit: Visit) -> None:
    """It ticked the box again."""
    page = ready(visit("explain&g=textbook&a=alphabeta&b=minimax"))
    box = page.get_by_role("checkbox", name="Step together")
    box.click()
    page.keyboard.press(" ")
    page.get_by_role("button", name="Pause").first.wait_for()
    assert not box.is_checked()


def test_a_name_that_there_is_not_is_answered_for_people(visit: Visit) -> None:
    """All 21 names that programs use were listed, above buttons of a film that was not there."""
    page = visit("explain&g=textbook&a=alfabeta", "pt-BR")
    problem = page.locator(".setup .problem")
    problem.wait_for()
    assert problem.inner_text() == "Jogador desconhecido “alfabeta”: você quis dizer alphabeta?"
    assert not page.get_by_role("button", name="Preveja o corte").is_visible()
    page.evaluate("location.hash = '#explain&g=textbook&a=zzz'")
    page.get_by_text("“zzz”: escolha um da lista.").wait_for()
    page.evaluate("location.hash = '#explain&g=textbook&a=alphabeta'")
    ready(page)
    assert page.get_by_role("button", name="Preveja o corte").is_visible()


def test_a_quiz_ends_where_nothing_is_asked_and_begins_at_the_start(visit: Visit) -> None:
    page = ready(visit("explain&g=textbook&a=alphabeta&b=minimax&s=18"))
    guess = page.get_by_role("button", name="Predict the cut")
    guess.click()
    assert step_of(page) == 0
    assert "3 questions" in page.locator(".question").first.inner_text()
    page.evaluate("location.hash = '#explain&g=textbook&a=mcts'")
    page.locator(".searched", has_text="Monte Carlo").wait_for()
    page.locator(".question:not([hidden])").first.wait_for(state="detached")
    assert not guess.is_visible()
    page.evaluate("location.hash = '#explain&g=textbook&a=alphabeta'")
    page.locator(".searched", has_text="Alpha-beta").wait_for()
    guess.wait_for()
    assert guess.get_attribute("aria-pressed") == "false"


@pytest.mark.slow
def test_the_quiz_is_answered_by_keyboard(visit: Visit) -> None:
    page = ready(visit("explain"))
    page.get_by_role("button", name="Predict the cut").click()
    page.locator(".tree").focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    assert step_of(page) == 8
    question = page.locator(".question")
    assert "now α = 3, β = 2. Still to come: 2, 3." in question.inner_text()
    assert "Will they be searched?" in page.locator("#status").inner_text()
    assert page.locator(".tree .box.asked").count() == 2
    assert not page.locator(".next-mark").is_visible()  # it would tell
    page.keyboard.press("1")
    assert "Right! They are cut: β ≤ α, 2 ≤ 3" in question.inner_text()
    assert page.locator(".tree .box.right").count() == 1
    assert page.locator("#status").inner_text() == question.locator("p").inner_text()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    assert step_of(page) == 12
    page.locator(".tree .box[data-key=n0]").click()  # "it goes back": on the tree, and wrong
    assert "Wrong. They are searched: α < β, 3 < 14" in question.inner_text()
    assert page.locator(".tree .box.wrong").get_attribute("data-key") == "n0"
    assert "1 of 2 right." in question.inner_text()
    assert examined(page) == []


def test_quiz_on_cutoffs_ends_with_a_score(visit: Visit) -> None:
    page = ready(visit("explain&g=textbook&a=alphabeta&b=minimax"))
    assert page.locator(".counts").first.inner_text() == "Nodes so far: 0. Pruned moves: 0."
    page.get_by_role("button", name="Predict the cut").click()
    questions = page.locator(".question")
    assert questions.all_inner_texts() == [
        "Predict the cut: 3 questions. Play, or step on; the film stops where you decide.",
        "There is nothing to predict here: this search prunes nothing.",
    ]
    assert page.locator(".counts:visible").count() == page.locator(".compared:visible").count() == 0
    forward = page.get_by_label("One step on")
    for _ in range(8):
        forward.click()
    questions.first.get_by_role("button", name="No: cut").click()
    assert questions.first.locator("p").inner_text().startswith("Right! They are cut")
    questions.first.get_by_role("button", name="Continue").click()
    assert step_of(page) == 9
    page.get_by_label("To the end").click()
    assert questions.first.inner_text() == "The film is over: 1 of 3 right."
    page.get_by_role("button", name="Predict the cut").click()
    assert page.locator(".counts:visible").count() == 2


def test_the_best_move_is_not_told_before_the_film_is_over(visit: Visit) -> None:
    """The line above step 0 was: Best move: 1, value 3."""
    page = ready(visit("explain&g=textbook&a=alphabeta"))
    counts = page.locator(".counts")
    said = []
    for _ in range(17):
        said.append(counts.inner_text())
        page.keyboard.press("ArrowRight")
    assert not [text for text in said[:16] if "Best move" in text or "value" in text]
    assert [said[0], said[9], said[15]] == [
        "Nodes so far: 0. Pruned moves: 0.",
        "Nodes so far: 7. Pruned moves: 2.",
        "Nodes so far: 11. Pruned moves: 2.",
    ]
    assert said[16] == "Nodes: 11. Pruned moves: 2. Best move: 1, value 3."
    page = ready(visit("explain&g=tictactoe&pos=XXO/OO./X..&a=deepening(depth=3)", "pt-BR"))
    page.get_by_label("Ir ao fim").click()
    assert re.match("Nós até agora: [1-9]", page.locator(".counts").inner_text())  # of the first depth
    page.locator(".passes select").select_option(index=2)
    page.get_by_label("Ir ao fim").click()
    assert "Melhor jogada" in page.locator(".counts").inner_text()
    page = ready(visit("explain&g=tictactoe&a=mcts"))
    assert page.locator(".counts").inner_text() == "0 rounds."
    page = ready(visit("explain&g=tictactoe&pos=X.O/.X./..O&a=proof"))
    assert "Proven" not in page.locator(".counts").inner_text()


def test_a_search_that_was_stopped_is_headed_unfinished(visit: Visit) -> None:
    """What was broken off has no best move and saves nothing."""
    page = ready(visit("explain&g=connect4&a=minimax(depth=30)&b=alphabeta(depth=30)"))
    said = page.locator(".counts").all_inner_texts()
    assert all(text.startswith("Unfinished: stopped after ") for text in said)
    assert not any("Best move" in text for text in said)
    for row in page.locator(".compared tbody tr").all():
        cells = row.locator("td").all_inner_texts()
        assert cells[1].endswith(", unfinished")
        assert cells[2:] == ["–", "–", "–"]


def test_stopped_deepening_shows_its_last_depth(visit: Visit) -> None:
    page = ready(visit("explain&g=connect4&pos=4453&a=deepening(depth=30)"))
    assert "Best move" not in page.locator(".counts").inner_text()
    page.locator(".passes select").select_option(index=page.locator(".passes option").count() - 1)
    page.get_by_label("To the end").click()
    said = page.locator(".counts").inner_text()
    assert re.match(
        r"Unfinished: stopped after [\d,]+ nodes; depth \d+ is the last that was finished. Best move: \d",
        said,
    )


def test_a_large_game_without_a_depth_gets_one_that_is_seen(visit: Visit) -> None:
    page = ready(visit("explain&g=connect4&pos=4453"))  # as other pages link to it
    assert page.locator(".searched").inner_text() == "Connect Four · 4453 · Alpha-beta · 4 plies deep"
    page.locator(".searched").click()
    assert page.get_by_role("spinbutton", name="Depth", exact=True).input_value() == "4"
    page.wait_for_url(re.compile("d=4"))
    page.get_by_label("To the end").click()
    assert "Best move" in page.locator(".counts").inner_text()


def test_pruned_moves_and_nodes_are_those_of_one_tree(visit: Visit) -> None:
    page = ready(visit("explain&g=connect4&pos=4453&a=alphabeta&b=minimax&d=6"))
    cells = [row.locator("td").all_inner_texts() for row in page.locator(".compared tbody tr").all()]
    assert [row[2] for row in cells] == ["–", "–"]  # 5,000 of the nodes were written down
    page.get_by_label("To the end").click()
    said = page.locator(".counts").first.inner_text()
    assert re.match(r"Nodes: [\d,]+\. Best move", said)
    assert re.search(r"The picture shows the first 5,000, with [\d,]+ pruned moves;", said)


@pytest.mark.slow
def test_choosing_an_example_fills_the_fields(visit: Visit) -> None:
    page = ready(visit("explain"))
    page.locator(".searched").click()
    example = page.get_by_role("combobox", name="Example")
    game = page.get_by_role("combobox", name="Game", exact=True)
    assert example.evaluate("each => each.selectedOptions[0].text") == "The textbook's tree"
    game.select_option("connect4")
    assert example.evaluate("each => each.selectedOptions[0].text") == "Your own choice"
    for place in range(1, 11):
        page.evaluate("document.querySelector('.setup-fold').open = true")
        example.select_option(index=place)
        ready(page)
        page.evaluate("document.querySelector('.setup-fold').open = true")
        assert example.evaluate("each => each.selectedIndex") == place
        assert page.evaluate(CUT_SHORT) == []


CUT_SHORT = """() => [...document.querySelectorAll(".setup select")].filter(each => {
  const text = each.selectedOptions[0].text, style = getComputedStyle(each);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  return each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) < pen.measureText(text).width - 1;
}).map(each => each.selectedOptions[0].text)"""


@pytest.mark.slow
def test_a_trace_of_ones_own_is_dropped_in(visit: Visit, tmp_path: Path) -> None:
    page = ready(visit("explain", "en", PHONE))
    text = traced("connect4", "4453", "alphabeta", 2).to_json()
    (tmp_path / "mine.json").write_text(text, encoding="utf-8")
    page.get_by_text("Your own search").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "mine.json")
    page.locator(".pane h2", has_text="Connect Four").wait_for(state="attached")
    page.locator(".node-board:visible").wait_for()
    page.get_by_label("Or its text").fill('{"format": "plyground-trace",\n oops}')
    page.get_by_role("button", name="Show it").click()
    problem = page.locator(".own .problem")
    assert problem.inner_text() == "This is not valid JSON (line 2, column 2)."
    rows = [{"value": 1, "moves": ["<b>a</b>", "b"]}, {"parent": 3, "move": "b"}]
    drop(page, json.dumps({"format": "plyground-trace", "version": 1, "rows": rows}))
    page.locator(".own .problem", has_text="Row 1 has no parent 3").wait_for()
    assert page.locator(".pane h2", has_text="Connect Four").count() == 1
    rows[1] = {"parent": 0, "move": "<b>a</b>", "value": -1, "end": True}
    drop(page, json.dumps({"format": "plyground-trace", "version": 1, "rows": rows}))
    page.locator(".pane h2", has_text="Your search").wait_for(state="attached")
    assert problem.inner_text() == ""
    page.get_by_label("To the end").click()
    assert page.locator(".tree .edge.leaf text").text_content() == "<b>a</b>"
    assert page.locator(".tree .box.cut text").all_text_contents()[0] == "pruned"
    page.locator("#language").click()
    page.locator(".pane h2", has_text="Sua busca").wait_for(state="attached")
    assert not is_wide(page)


def drop(page: Any, text: str) -> None:
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "trace.json", {type: "application/json"}));
            document.querySelector(".explain").dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        text,
    )


@pytest.mark.campaign
def test_a_position_is_clicked_and_an_algorithm_chosen(visit: Visit) -> None:
    page = ready(visit("explain"))
    page.locator(".searched").click()
    page.get_by_text("Options of the algorithm, position on a board").click()
    page.get_by_role("combobox", name="Game", exact=True).select_option("connect4")
    for column in ("3", "3", "4"):
        page.locator(f".preview [data-cell='{column}']").click()
        page.wait_for_timeout(50)
    assert page.get_by_role("textbox", name="Position", exact=True).input_value() == "445"
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("combobox", name="Algorithm").select_option("pvs")
    page.get_by_role("combobox", name="evaluate").fill("windows")
    page.get_by_role("spinbutton", name="Depth", exact=True).fill("2")
    page.get_by_role("button", name="Search").click()
    page.locator(".searched", has_text="windows").wait_for()
    page.locator(".searched").click()
    assert (
        page.evaluate("decodeURIComponent(location.hash)")
        == "#explain&g=connect4&pos=44&a=pvs(evaluate='windows')&d=2"
    )
    page.get_by_role("textbox", name="Position", exact=True).fill("4444444")
    page.get_by_role("button", name="Search").click()
    page.locator(".setup .problem", has_text="4 is full").wait_for()
    page.get_by_role("combobox", name="Example").select_option(label="MTD(f): a row of tests")
    page.locator(".searched", has_text="MTD(f)").wait_for()
    assert page.locator(".setup .problem:visible").count() == 0


@pytest.mark.campaign
def test_five_thousand_rows_are_never_all_drawn(visit: Visit) -> None:
    page = ready(visit("explain&g=connect4&pos=4453&a=alphabeta&d=7"))
    assert "The picture shows the first 5,000" in page.locator(".counts").inner_text()
    page.get_by_label("Fold large subtrees").uncheck()
    for share in (0.1, 0.5, 1.0):
        page.evaluate(JUMP, share)
        assert 0 < page.locator(".tree .box").count() < 400


JUMP = """share => {
  const slider = document.querySelector(".scrub input");
  slider.value = Math.floor(share * slider.max);
  slider.dispatchEvent(new Event("input"));
}"""


PROJECTOR = {"width": 1920, "height": 1080}
TEXT_HEIGHTS = """() => [...document.querySelectorAll(".tree .box text")].map(text => {
  const scale = text.getScreenCTM().d;
  return scale * parseFloat(text.getAttribute("font-size"));
})"""


# How far things have moved on the page by themselves (cumulative layout shift).
SHIFTED = """() => new Promise(told => {
  let sum = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value; })
    .observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => setTimeout(() => told(sum)));
})"""


@pytest.mark.slow
def test_on_a_projector_the_tree_has_the_window(visit: Visit) -> None:
    """Text of 20 pixels at least, also where not all of a tree fits; F fills the screen."""
    page = ready(
        visit("explain&g=connect4&pos=4453&a=alphabeta&d=4&s=60", "en", PROJECTOR, bypass_csp=True)
    )
    assert min(page.evaluate(TEXT_HEIGHTS)) >= 20
    page.goto(f"{page.url.partition('#')[0]}#explain&g=textbook&a=alphabeta&s=9")
    page.locator(".sentence", has_text="MAX never comes here").wait_for()
    assert min(page.evaluate(TEXT_HEIGHTS)) >= 20
    assert page.locator(".tree .box.giver").evaluate_all("all => all.map(each => each.dataset.key)") == [
        "n0",
        "n1",
    ]
    assert page.evaluate(SHIFTED) < 0.05
    size = page.locator(".tree").bounding_box()
    assert size["width"] * size["height"] > 0.6 * 1920 * 1080
    page.keyboard.press("f")
    page.get_by_role("button", name="Leave full screen (F)").wait_for()
    assert page.locator(".theatre").bounding_box()["height"] >= page.evaluate("innerHeight") - 1
    page.keyboard.press("f")
    page.get_by_role("button", name="Full screen (F)", exact=True).wait_for()
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert examined(page) == []


@pytest.mark.slow
def test_a_tree_is_edited_and_the_address_holds_it(visit: Visit) -> None:
    page = ready(visit("explain"))
    page.get_by_role("button", name="Edit the tree").click()
    page.locator(".tree .box.faint.leaf, .tree .box.ghost-leaf").nth(3).click()
    page.keyboard.type("-7")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("tree"))
    ready(page)
    edited = page.evaluate("decodeURIComponent(location.hash)")
    assert re.fullmatch(r"#explain&g=tree\(\(.*-7.*\)\)&a=alphabeta", edited)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url(re.compile("g=textbook"))
    page.get_by_label("Branches").fill("2")
    page.get_by_label("Depth of the tree").fill("4")
    page.get_by_role("button", name="New tree").click()
    page.locator(".leaves input").nth(15).wait_for()
    assert page.locator(".leaves input").count() == 16
    page.get_by_label("Branches").fill("5")
    page.get_by_role("button", name="New tree").click()
    assert page.locator(".editor .problem").inner_text().startswith("Too large")
    assert examined(page) == []


def shapes(picture: str) -> str:
    """All boxes and lines of a picture, without the notes below and the room that they take."""
    _, _, inside = picture.partition("<g transform")
    return inside.partition(">")[2].rpartition("</g>")[0]


@pytest.mark.slow
def test_a_step_is_saved_as_the_command_line_draws_it(visit: Visit) -> None:
    page = ready(visit("explain&g=textbook&a=alphabeta&s=9"))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this step as SVG").click()
    assert saved.value.suggested_filename == "plyground-textbook-alphabeta-step-9.svg"
    trace = traced("textbook", "-", "alphabeta")
    trace.whole = whole_tree(load_agent("alphabeta"), load_game("textbook").start(), Limits())
    by_page = Path(saved.value.path()).read_text(encoding="utf-8")
    by_command = tree_svg(trace, step=9, language="en")
    assert shapes(by_page) == shapes(by_command)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this step as PNG").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_monte_carlo_and_proof_numbers_have_their_own_pictures(visit: Visit) -> None:
    page = ready(visit("explain&g=tictactoe&a=mcts"))
    page.get_by_role("button", name="Next round").click()
    assert told(page).startswith("It is counted on the way back. The root has 1 visit;")
    page.get_by_label("To the end").click()
    assert told(page).startswith("It is counted on the way back. The root has 60 visits;")
    assert "60 rounds. Move played: " in page.locator(".counts").inner_text()
    assert examined(page) == []
    page = ready(visit("explain&g=tictactoe&pos=X.O/.X./..O&a=proof&s=3"))
    assert page.evaluate(TEXTS, ".box.node[data-key=n0]") == [["△ MAX", "1 : 5"]]
    page.get_by_label("To the end").click()
    assert told(page) == "Can MAX force a win? No: it is disproven."


@pytest.mark.slow
def test_two_searches_on_one_tree_and_the_way_back_to_play(visit: Visit) -> None:
    page = ready(visit("explain&g=tictactoe&pos=XXO/OO./X..&a=alphabeta&b=minimax"))
    page.get_by_role("button", name="On one tree").click()
    page.get_by_label("To the end").click()
    assert page.locator(".tree").count() == 1
    assert page.locator(".tree .box.one").count() == 4  # that only minimax came to
    page.wait_for_url(re.compile("t=1"))
    page.get_by_label("To the start").click()
    for _ in range(2):
        page.get_by_label("One step on").click()
    page.locator("a[href*='XXO/OOX/X..']", has_text="Play from here").wait_for()
    assert examined(page) == []


@pytest.mark.slow
def test_a_papers_player_is_offered_for_its_game_only(visit: Visit) -> None:
    page = ready(visit("explain&g=tictactoe&pos=XXO/OO./X..&a=p3.pruned"))
    page.locator(".searched").click()
    algorithm = page.get_by_role("combobox", name="Algorithm")
    assert algorithm.input_value() == "p3.pruned"
    page.locator("select:has(option[value='connect4'])").select_option("connect4")
    offered = algorithm.locator("option").evaluate_all("options => options.map((option) => option.value)")
    assert "p4.alphabeta" in offered
    assert not {"p0.mtt", "p3.pruned"} & set(offered)
    assert algorithm.input_value() == offered[0]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scheme"), [("laboratory.png", "light"), ("laboratory-dark.png", "dark")])
def test_the_picture_of_the_readme_shows_the_page_as_it_is(
    name: str, scheme: str, visit: Visit, tmp_path: Path, rewrite_fixtures: bool
) -> None:
    """It had four tabs of six. What is written on the page stands in the picture's file, too."""
    kept = Path(__file__).parents[3] / "docs" / "images" / name
    page = ready(visit("explain&g=textbook&a=alphabeta&s=9", "en", {"width": 1200, "height": 880}))
    page.emulate_media(color_scheme=scheme)
    page.locator(".sentence", has_text="MAX never comes here").wait_for()
    said = " ".join(
        f"{page.locator('header.top').inner_text()} {page.locator('.theatre').inner_text()}".split()
    )
    if rewrite_fixtures:
        page.screenshot(path=tmp_path / "page.png")
        note = PngInfo()
        note.add_itxt("Description", said)
        Image.open(tmp_path / "page.png").convert("P", palette=Image.Palette.ADAPTIVE).save(
            kept, optimize=True, pnginfo=note
        )
    with Image.open(kept) as picture:
        assert (picture.size, picture.info["Description"]) == ((1200, 880), said)
