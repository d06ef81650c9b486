"""The Exercises page as students use it: answers on the tree, reasons, hints, a score that a link brings back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from helpers.visiting import DESK, PHONE, Visit, at_leisure, examined, is_wide
from plyground.exercises import as_text, make_exercise
from plyground.exercises.puzzle_play import play_puzzle
from plyground.words import tongue

pytestmark = pytest.mark.xdist_group("pages")  # a browser takes all the cores that there are

TEXTBOOK = "exercises&k=alphabeta&s=1&tree=textbook"
CUT = (
    "Leaf 5: Pruned: at C (MIN), leaf 4 = 2, so C ≤ 2; but MAX has 3 already at A, by going to B. "
    "α = 3 ≥ β = 2: the rest of C is skipped."
)
KINDS = ("minimax", "alphabeta", "depth", "mcts", "win")


def ready(page: Any) -> Any:
    page.locator(".exercises[aria-busy=false] .ex-figure > *").wait_for()
    return page


def node(page: Any, name: str) -> Any:
    return page.locator(f'.ex-shape[data-node="{name}"]')


def blank(page: Any, name: str) -> Any:
    return page.locator(f'[data-blank="{name}"]')


def told(page: Any) -> str:
    return str(page.locator(".ex-told").inner_text())


def see_why(page: Any) -> None:
    """Ask for the reasons, which the first wrong answer does not tell."""
    page.locator(".ex-folded summary").click()


def fates(page: Any) -> list[str]:
    found = page.locator(".ex-question").evaluate_all("all => all.map((each) => each.dataset.fate)")
    return list(found)


def check(page: Any, fate: str) -> None:
    """Press Check, and wait for what becomes of the open question."""
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator(f'.ex-question[aria-current][data-fate="{fate}"]').wait_for()


@pytest.mark.slow
def test_a_whole_exercise_by_mouse(visit: Visit) -> None:
    page = ready(visit(TEXTBOOK))
    assert page.locator(".ex-node").count() == 13
    blank(page, "A").fill("3")
    node(page, "B").click()
    assert node(page, "B").get_attribute("aria-pressed") == "true"
    check(page, "r")
    assert told(page).startswith("All right, at the first try.")
    page.get_by_role("button", name="Next question").click()

    node(page, "C").click()  # all three of its leaves, of which the first is looked at
    assert [node(page, leaf).get_attribute("aria-pressed") for leaf in "3456"] == [
        "false",
        "true",
        "true",
        "true",
    ]
    assert page.locator("#status").inner_text() == "Leaves 4, 5, 6 are marked as pruned."
    check(page, "x")
    assert "Leaf 4: Looked at" not in told(page)  # the solution
    see_why(page)
    assert "Leaf 4: Looked at: α = 3, which MAX has at A by going to B; β = +∞" in told(page)
    assert page.locator("#status").inner_text().endswith("or see what is wrong. Leaf 4")
    assert node(page, "4").get_attribute("aria-label").endswith("wrong")
    node(page, "4").click()
    assert node(page, "C").get_attribute("aria-pressed") == "mixed"
    check(page, "w")
    page.get_by_role("button", name="Next question").click()

    for name, text in {"A": "-inf inf", "B": "−∞ +∞", "C": "3 inf", "D": "3 ∞"}.items():
        for end, value in zip(("alpha", "beta"), text.split(), strict=True):
            blank(page, f"{name}.{end}").fill(value)
    check(page, "r")
    page.get_by_role("button", name="Next question").click()
    blank(page, "order").fill("5")
    check(page, "r")
    assert fates(page) == ["r", "w", "r", "r"]
    assert page.locator(".ex-score").inner_text().startswith("Score: 3 of 4 right")
    level = int(re.findall(r"level (\d+)", page.locator(".ex-score").inner_text())[0])
    page.get_by_role("button", name="Next exercise").click()
    page.get_by_text("This one is about as hard.").first.wait_for()
    assert (
        f"Score: 3 of 4 right at the first try · level {level} of 11"
        == page.locator(".ex-score").inner_text()
    )
    assert fates(page) == ["-"] * 4


def test_one_by_keys_alone_and_then_a_harder_one(visit: Visit) -> None:
    page = ready(visit("exercises&k=minimax&s=5&tree=((3,12),(2,8))"))
    values = page.locator("[data-blank]")
    values.first.focus()
    for name, value in (("A", "3"), ("B", "3"), ("C", "2")):  # in the order in which the tree is read
        assert page.evaluate("document.activeElement.dataset.blank") == name
        page.keyboard.type(value)
        if name != "C":
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.blank") is None:
                page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_text("All right, at the first try.").first.wait_for()
    page.get_by_role("button", name="Next question").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.node") == "A"
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    assert (
        page.evaluate("document.activeElement.getAttribute('aria-label')") == "B, MIN, branches 1, 2, = 3"
    )
    page.keyboard.press(" ")
    assert page.locator("#status").inner_text() == "B is chosen."
    page.get_by_role("button", name="Check", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator('.ex-question[aria-current][data-fate="r"]').wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Next question"
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Check", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Next exercise").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("All right: this one is harder.").first.wait_for()
    assert page.locator(".ex-score").inner_text().startswith("Score: 3 of 3")


@pytest.mark.slow
def test_wrong_answers_get_their_reasons_and_a_reload_brings_all_back(visit: Visit) -> None:
    page = ready(visit(f"{TEXTBOOK}&q=1&m=r&a=A:3,move:B"))
    page.locator(".ex-question").nth(1).click()
    check(page, "x")  # nothing is marked, and that is wrong
    see_why(page)
    assert CUT in told(page)
    node(page, "5").click()
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("Leaf 6: Pruned").first.wait_for()
    page.locator(".ex-question").nth(2).click()
    blank(page, "C.alpha").fill("2")
    check(page, "x")
    see_why(page)
    assert "α at C: That is what the search brings back from C" in told(page)
    assert blank(page, "C.alpha").get_attribute("aria-invalid") == "true"
    assert blank(page, "C.alpha").get_attribute("aria-label") == "α at C, wrong"
    before = told(page)
    page.reload()
    ready(page)
    see_why(page)
    assert told(page) == before
    assert fates(page) == ["r", "x", "x", "-"]
    assert page.locator(".ex-score").inner_text().startswith("Score: 1 of 3 right")
    assert blank(page, "C.alpha").input_value() == "2"
    page.locator(".ex-question").nth(1).click()
    assert node(page, "5").get_attribute("aria-pressed") == "true"
    see_why(page)
    assert "Leaf 6: Pruned" in told(page)


def test_the_first_wrong_answer_does_not_tell_the_right_one(visit: Visit) -> None:
    """The sentence "A is MAX and takes the largest of …: 11" left nothing to try again, and nothing to hint at."""
    page = ready(visit(TEXTBOOK))
    blank(page, "A").fill("2")
    check(page, "x")
    assert "Try once more, take a hint, or see what is wrong." in told(page)
    assert "takes the largest" not in told(page) + page.locator("#status").inner_text()
    blank(page, "A").fill("5")
    page.keyboard.press("Enter")
    page.locator(
        ".ex-told li", has_text="A is MAX and takes the largest of B = 3, C ≤ 2, D = 2: 3."
    ).wait_for()


def test_hints_and_the_solution_step_by_step(visit: Visit) -> None:
    page = ready(visit(f"{TEXTBOOK}&q=1&m=r&a=A:3,move:B"))
    page.get_by_role("button", name="Hint").click()
    page.get_by_text("Hint: Think of C when leaf 5 comes next").wait_for()
    assert page.locator(".ex-node.looked-at [data-node]").get_attribute("data-node") == "5"
    page.get_by_role("button", name="Show me").click()
    page.get_by_text("Step 1 of").first.wait_for()
    seen = []
    forward = page.get_by_role("button", name="Next step")
    while forward.is_enabled():
        forward.click()
        seen.append(told(page))
    assert any("Leaf 5, Leaf 6: Pruned: at C (MIN), leaf 4 = 2" in text for text in seen)
    assert [node(page, leaf).get_attribute("aria-pressed") for leaf in "456"] == ["false", "true", "true"]
    assert fates(page) == ["r", "s", "-", "-"]
    assert page.locator(".ex-score").inner_text().startswith("Score: 1 of 2 right")


def test_a_solution_counts_as_shown_from_its_first_step(visit: Visit) -> None:
    page = ready(visit(TEXTBOOK))
    page.get_by_role("button", name="Show me").click()
    page.get_by_text("Step 1 of 2.").first.wait_for()
    assert fates(page) == ["p", "-", "-", "-"]
    page.reload()
    ready(page)
    assert page.locator(".ex-score").inner_text().startswith("Score: 0 of 1 right")
    blank(page, "A").fill("3")
    node(page, "B").click()
    check(page, "s")
    assert told(page).startswith("The solution was shown to you, so this does not count as right.")
    assert page.locator(".ex-score").inner_text().startswith("Score: 0 of 1 right")


def test_after_a_step_of_the_solution_one_can_go_on_alone(visit: Visit) -> None:
    page = ready(visit(TEXTBOOK))
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Go on yourself").click()
    assert page.evaluate("document.activeElement.dataset.blank") == "A"
    assert blank(page, "A").is_editable()
    page.get_by_role("button", name="Check", exact=True).wait_for()


def test_blanks_and_leaves_have_names_that_say_what_they_are(visit: Visit) -> None:
    page = ready(visit("exercises&k=alphabeta&s=1&tree=tree(((1,-1),(2,0)))"))
    assert blank(page, "A").get_attribute("aria-label") == "Value of A"
    names = [node(page, leaf).get_attribute("aria-label") for leaf in "123"]
    assert names == ["Leaf 1, 1 point, below B", "Leaf 2, −1 point, below B", "Leaf 3, 2 points, below C"]


def test_a_right_answer_by_enter_leads_the_keyboard_on(visit: Visit) -> None:
    page = ready(visit(f"{TEXTBOOK}&q=3"))
    blank(page, "order").fill("5")
    page.keyboard.press("Enter")
    page.locator('.ex-question[aria-current][data-fate="r"]').wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Next question"


def test_what_is_not_a_number_is_not_judged(visit: Visit) -> None:
    page = ready(visit(TEXTBOOK))
    blank(page, "A").fill("abc")
    page.keyboard.press("Enter")
    page.get_by_text("“abc” is not a number. Write it in digits.").first.wait_for()
    assert "largest" not in told(page)  # the solution
    assert fates(page) == ["-"] * 4
    assert blank(page, "A").get_attribute("aria-invalid") == "true"
    assert blank(page, "A").get_attribute("aria-label") == "Value of A, not a number"
    assert "“abc” is not a number" in page.locator("#status").inner_text()
    blank(page, "A").fill("3")
    node(page, "B").click()
    check(page, "r")


@pytest.mark.slow
def test_a_puzzle_is_won_on_the_board(visit: Visit) -> None:
    page = ready(visit("exercises&k=win&s=3&p=5"))
    best = play_puzzle(3, 5, []).best
    wrong = next(column for column in "1234567" if column != best[0])
    cell = page.locator(".ex-board .cell")
    cell.nth(int(wrong) - 1).click()
    page.get_by_text(f"Column {wrong}").first.wait_for()
    assert told(page).startswith("Not this one.")
    for number, column in enumerate(best[::2], 1):
        cell.nth(int(column) - 1).click() if number % 2 else cell.nth(int(column) - 1).press(column)
        if number < 3:
            page.get_by_text(f"Played: {' '.join(best[: 2 * number])}").wait_for()
            page.reload()  # a game that goes on comes back, too
            page.get_by_text(f"Played: {' '.join(best[: 2 * number])}").wait_for()
    page.get_by_text("All right now.").first.wait_for()
    assert "makes four in a row" in told(page)
    page.get_by_role("button", name="Next exercise").wait_for()


@pytest.mark.slow
def test_upper_bounds_are_written_into_the_table(visit: Visit) -> None:
    page = ready(visit("exercises&k=mcts&s=1&b=4", "pt-BR"))
    for name, text in {"A": "0,85", "B": "1,43", "C": "1,59", "D": "0"}.items():
        blank(page, name).fill(text)
    blank(page, "D").press("Enter")
    see_why(page)
    page.get_by_text("0 / 6 + 1,40 · √(ln 34 / 6) = 0,00 + 1,07 = 1,07.").first.wait_for()
    assert told(page).startswith("Certas: 3. Erradas: 1.")
    blank(page, "D").fill("1,07")
    blank(page, "D").press("Enter")
    page.get_by_role("button", name="Próxima pergunta").click()
    page.locator(".ex-move", has_text="C").click()
    page.get_by_role("button", name="Conferir").click()
    page.get_by_role("button", name="Próxima pergunta").click()
    assert blank(page, "A").input_value() == "0,85"  # what was found stays written
    assert page.locator(".ex-aside label").count() == 4


# Whether a blank lies on an edge of the tree, by points of the edge every two pixels.
COVERED = """() => {
  const boxes = [...document.querySelectorAll(".ex-node .ex-blank input")].map((each) => each.getBoundingClientRect());
  const { left, top } = document.querySelector(".ex-edges").getBoundingClientRect();
  return [...document.querySelectorAll(".ex-edges path")].some((path) => {
    for (let at = 0; at < path.getTotalLength(); at += 2) {
      const { x, y } = path.getPointAtLength(at);
      const on = (box) => box.left < left + x && left + x < box.right && box.top < top + y && top + y < box.bottom;
      if (boxes.some(on)) return true;
    }
    return false;
  });
}"""


@pytest.mark.parametrize(
    "address",
    [
        TEXTBOOK,
        f"{TEXTBOOK}&q=2",
        "exercises&k=alphabeta&s=7&d=2&b=5&q=2",
        "exercises&k=alphabeta&s=7&d=5&b=2&q=2",
        "exercises&k=minimax&s=1&tree=tree(((3,12),4,((5,6),7),2))",
    ],
)
def test_blanks_cover_no_edge_and_no_other_node(address: str, visit: Visit) -> None:
    page = ready(visit(address))
    assert not page.evaluate(COVERED)
    things = ".ex-node .ex-blank input, .ex-shape"
    boxes = page.locator(things).evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect()).map(({x, y, right, bottom}) => [x, y, right, bottom])"
    )
    for number, (left, top, right, bottom) in enumerate(boxes):
        for x, y, to, low in boxes[:number]:
            assert not (left < to and x < right and top < low and y < bottom)


def test_a_phone_shows_the_first_blank_and_that_the_tree_goes_on(visit: Visit) -> None:
    page = ready(visit("exercises&k=alphabeta&s=7&d=3&b=3", screen=PHONE))
    where = blank(page, "A").bounding_box()
    assert where["x"] > 0
    assert where["x"] + where["width"] < PHONE["width"]
    assert page.get_by_text("The tree is wider than the screen.").is_visible()
    left = page.get_by_role("button", name="More of the tree to the left")
    left.focus()
    for _ in range(4):  # by keys: at the end the button keeps the focus and does nothing
        page.keyboard.press("Enter")
    page.locator(".ex-wide:not([data-more-left])").wait_for()
    assert left.get_attribute("aria-disabled") == "true"
    assert page.evaluate("document.activeElement.textContent") == "←"
    assert node(page, "1").bounding_box()["x"] > 0
    page.get_by_role("button", name="More of the tree to the right").click()
    page.locator(".ex-wide[data-more-left]").wait_for()


def test_a_tree_that_fits_has_no_buttons_to_scroll(visit: Visit) -> None:
    page = ready(visit(TEXTBOOK))
    assert not page.get_by_text("The tree is wider than the screen.").is_visible()


def test_a_value_that_was_found_is_not_hidden_by_alpha_and_beta(visit: Visit) -> None:
    page = ready(visit(f"{TEXTBOOK}&q=2&m=r&a=A:3,move:B"))
    known = page.locator(".ex-known", has_text="= 3").bounding_box()
    alpha = blank(page, "A.alpha").bounding_box()
    assert known["x"] + known["width"] <= alpha["x"]


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_the_table_of_bounds_fits_a_phone(language: str, visit: Visit) -> None:
    page = ready(visit("exercises&k=mcts&s=1&b=4", language, PHONE))
    frame = page.locator(".ex-scroll").bounding_box()
    box = blank(page, "A").bounding_box()
    assert box["x"] + box["width"] <= frame["x"] + frame["width"]
    assert page.locator(".ex-scroll").evaluate("box => box.scrollWidth <= box.clientWidth")


def test_at_the_end_of_a_solution_the_keyboard_goes_on_to_the_next_question(visit: Visit) -> None:
    page = ready(visit(TEXTBOOK))
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="To the end").press("Enter")
    page.locator('.ex-question[aria-current][data-fate="s"]').wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Next question"
    page.locator(".ex-question").nth(3).click()
    page.get_by_role("button", name="Show me").click()
    page.get_by_text("Step 1 of 1.").first.wait_for()
    assert page.locator(".ex-steps").count() == 0  # there is nothing to step through


def test_a_phone_shows_what_was_said_of_an_answer(visit: Visit) -> None:
    page = ready(visit("exercises&k=alphabeta&s=7&d=3&b=3", screen=PHONE))
    blank(page, "A").fill("99")
    page.keyboard.press("Enter")
    page.locator(".ex-told .ex-folded").wait_for()
    box = page.locator(".ex-told").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= PHONE["height"]


def test_of_ones_own_tree_there_is_no_other_one(visit: Visit) -> None:
    page = ready(visit(TEXTBOOK))
    assert not page.get_by_role("button", name="Another one like this").is_visible()
    page.get_by_role("button", name="Monte Carlo").click()
    page.get_by_role("button", name="Another one like this").wait_for()


def test_a_teachers_tree_becomes_a_link_for_the_class(visit: Visit) -> None:
    page = ready(visit("exercises&k=alphabeta&s=4&d=2&b=2&m=x&a=A:1&r=2&n=3"))
    page.locator(".ex-setup > summary").click()
    page.get_by_role("button", name="Make your own tree").click()
    leaf = page.locator(".leaves input").nth(2)
    leaf.fill("-7")
    leaf.press("Enter")
    page.get_by_role("heading", name="Alpha-beta, a tree of your own").wait_for()
    page.locator(".ex-points", has_text="−7").wait_for()
    address = page.locator(".ex-setup a").get_attribute("href")
    assert not re.search(r"[&](a|m|r|n)=", address)
    shown = page.locator(".ex-points").all_inner_texts()
    student = ready(visit(address.partition("#")[2]))
    assert student.locator(".ex-points").all_inner_texts() == shown
    assert student.locator(".ex-score").inner_text().startswith("No question answered yet")
    student.get_by_text("plyground exercise alphabeta --tree").wait_for()
    page.bring_to_front()
    page.get_by_role("button", name="Minimax").click()  # the tree stays, and is asked about in another way
    page.get_by_role("heading", name="Minimax, a tree of your own").wait_for()
    assert page.locator(".ex-points").all_inner_texts() == shown


def test_options_that_do_not_shape_ones_own_tree_are_not_offered(visit: Visit) -> None:
    page = ready(visit(TEXTBOOK))
    page.locator(".ex-setup > summary").click()
    form = page.locator(".ex-setup form")
    assert form.get_by_label("Depth").is_visible()
    page.get_by_role("button", name="Make your own tree").click()
    assert [text.split("\n")[0] for text in form.locator("label:visible").all_inner_texts()] == [
        "Cut where"
    ]
    form.get_by_label("Cut where").select_option("strict")
    page.get_by_role("button", name="Make it").click()
    page.get_by_text("only where α > β").wait_for()
    page.get_by_role("heading", name="Alpha-beta, a tree of your own").wait_for()
    page.get_by_role("button", name="Minimax").click()
    page.get_by_role("heading", name="Minimax, a tree of your own").wait_for()
    assert not form.is_visible()
    page.get_by_role("button", name="Make your own tree").click()
    assert form.get_by_label("Depth").is_visible()


def test_the_sheet_and_the_key_are_saved(visit: Visit, tmp_path: Path) -> None:
    page = ready(visit("exercises&k=alphabeta&s=6&d=2&b=3"))
    page.locator(".ex-setup > summary").click()
    page.get_by_label("Format").select_option("text")
    for name, key in (("Save the sheet", False), ("Save the key", True)):
        with page.expect_download() as coming:
            page.get_by_role("button", name=name).click()
        coming.value.save_as(tmp_path / "sheet")
        exercise = make_exercise("alphabeta", 6, depth=2, branching=3)
        assert (tmp_path / "sheet").read_text(encoding="utf-8") == as_text([exercise], tongue("en"), key)


def test_what_cannot_be_made_is_told(visit: Visit) -> None:
    page = visit("exercises&k=alphabeta&s=1&d=5&b=5", "pt-BR")
    page.get_by_text("um exercício tem lugar para 64 folhas, e estas são 3.125").wait_for()
    page.get_by_role("button", name="Minimax").click()
    ready(page)
    assert not page.locator(".problem:visible").count()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "screen", "colours"),
    [("pt-BR", PHONE, "dark"), at_leisure("en", DESK, "light"), at_leisure("en", PHONE, "light")],
)
def test_every_kind_fits_and_has_no_barriers(
    language: str, screen: Any, colours: str, visit: Visit
) -> None:
    for kind in KINDS:
        page = ready(
            visit(f"exercises&k={kind}&s=2", language, screen, color_scheme=colours, bypass_csp=True)
        )
        assert not is_wide(page), kind
        page.locator(".ex-setup > summary").click()
        assert not is_wide(page), kind
        if kind == "win":
            page.locator(".ex-board .cell").first.click()
        else:
            page.locator("[data-blank]:not([readonly])").first.fill("99")
            page.keyboard.press("Enter")
        page.locator(".ex-told p").wait_for()
        assert examined(page) == [], kind


def test_a_kind_that_there_is_not_is_said(visit: Visit) -> None:
    """It became an exercise on alpha-beta without a word."""
    page = ready(visit("exercises&k=foo"))
    assert "no exercises called “foo”" in page.locator("#astray").inner_text()
    page.get_by_role("button", name="Minimax").click()
    page.get_by_role("heading", name="Minimax, exercise").wait_for()
    assert not page.locator("#astray").is_visible()


def test_the_language_is_changed_in_the_middle(visit: Visit) -> None:
    page = ready(visit(f"{TEXTBOOK}&m=x&a=A:14"))
    see_why(page)
    page.get_by_text("A is MAX and takes the largest of B = 3, C ≤ 2, D = 2: 3.").wait_for()
    page.locator("#language").click()
    see_why(page)
    page.get_by_text("A é MAX e fica com o maior de B = 3, C ≤ 2, D = 2: 3.").wait_for()
    assert blank(page, "A").input_value() == "14"


def test_an_address_cannot_make_a_wrong_answer_right(visit: Visit) -> None:
    page = ready(visit(f"{TEXTBOOK}&m=rrrr&a=A:14,move:B/4:x&r=7&n=9"))
    page.locator('.ex-question[data-fate="x"]').nth(3).wait_for()
    assert page.locator(".ex-score").inner_text().startswith("Score: 7 of 13 right")


def test_a_link_for_this_computer_only_says_so(visit: Visit) -> None:
    page = visit("exercises")
    page.locator(".ex-ask").wait_for()
    page.locator(".ex-setup summary").click()
    assert page.get_by_text("It works on this computer only. For a class, start plyground lab").is_visible()
    assert page.get_by_text("Whoever opens this link").count() == 0
