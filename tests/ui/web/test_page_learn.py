"""Learn as people use it: start a training, watch its curve, stop it, look at its lines, play against it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from helpers.visiting import DESK, PHONE, Visit, at_leisure, examined, is_wide
from plyground.errors import BadSpec
from plyground.trainers.options import TEACHERS, LearnOptions
from plyground.ui.web.learn import MAX_GAMES

pytestmark = pytest.mark.xdist_group("pages")  # a browser takes all the cores that there are


def begin(page: Any, game: str = "tictactoe", games: str = "400", seed: str = "3") -> Any:
    page.locator(".learn-setup select").select_option(game)
    page.locator("input[name=games]").fill(games)
    page.locator("input[name=seed]").fill(seed)
    page.locator(".learn-setup button[type=submit]").click()
    page.locator(".training").wait_for()
    return page


def state(page: Any, wanted: str) -> Any:
    page.locator(f".training .run-state[data-state={wanted}]").wait_for()
    return page


@pytest.mark.parametrize(
    ("language", "screen", "colours"),
    [("en", DESK, "light"), at_leisure("pt-BR", PHONE, "dark"), at_leisure("en", PHONE, "dark")],
)
@pytest.mark.slow
def test_a_training_from_its_start_to_a_game_against_it(
    language: str, screen: dict[str, int], colours: str, visit: Visit
) -> None:
    english = language == "en"
    page = state(begin(visit("learn", language, screen, color_scheme=colours)), "finished")
    number = re.search(r"training=(\d+)", page.url)[1]  # type: ignore[index]
    plot = page.locator(".curve-plot")
    assert plot.get_attribute("aria-valuenow") == "400"
    assert (
        page.locator(".curve-picture .dot.exam").count() == 42
    )  # and a large one for the point that is chosen
    assert page.locator(".lines-list li").count() == 3
    assert page.locator(".strokes .stroke").count() == 8
    assert not is_wide(page)
    page.locator("summary", has_text="table" if english else "tabela").first.click()
    assert page.locator(".training table").first.locator("tbody tr").count() == 41
    plot.focus()
    page.keyboard.press("Home")
    assert plot.get_attribute("aria-valuenow") == "0"
    page.keyboard.press("ArrowRight")
    assert "at=10" in page.url
    page.reload()  # the address holds the point
    page.locator(".curve-plot[aria-valuenow='10']").wait_for()
    page.locator(".learn-point .button.primary").click()
    page.locator(".board .cell").nth(4).click()
    page.locator(".board .stone").nth(1).wait_for()  # it has replied
    name = f"Training {number} after 10 games" if english else f"Treino {number} depois de 10 partidas"
    assert page.locator(".seat select option:checked", has_text=name).count() == 1
    page.go_back()
    page.go_back()
    page.locator(".curve-plot[aria-valuenow='10']").wait_for()


@pytest.mark.slow
def test_a_long_training_is_seen_live_by_two_tabs_stopped_and_resumed(visit: Visit) -> None:
    page = begin(visit("learn"), "gomoku", "4000000")
    page.locator(".curve-plot").wait_for()
    address = page.url.partition("#")[2]
    other = visit(address)
    state(other, "running")
    page.get_by_role("button", name="Stop").click()
    for each in (page, other):
        state(each, "stopped")
    page.locator("#status", has_text="has stopped").wait_for(state="attached")
    assert page.evaluate("document.activeElement.textContent") == "Resume"
    played = other.locator(".far").inner_text()
    other.reload()
    assert state(other, "stopped").locator(".far").inner_text() == played
    page.keyboard.press("Enter")
    state(page, "running")
    state(other, "running")
    page.goto(page.url.partition("#")[0] + "#papers")  # it goes on without a page
    page.locator(".claim").first.wait_for(state="attached")
    page.goto(page.url.partition("#")[0] + f"#{address}")
    state(page, "running")
    page.get_by_role("button", name="Stop").click()
    state(page, "stopped")


@pytest.mark.slow
def test_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit("learn")
    page.locator("input[name=seed]").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("200")
    page.keyboard.press("Enter")
    state(page, "finished")
    page.locator(".curve-plot").focus()
    page.keyboard.press("PageDown")
    assert page.locator(".curve-plot").get_attribute("aria-valuenow") == "175"
    page.locator("input[name=side]:checked").focus()
    page.keyboard.press("ArrowRight")  # O to move
    assert "side=o" in page.url
    page.locator(".lines-list button").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator(".lines-list button[aria-pressed=true]").count() == 1
    assert re.search(r"[\d,]+ points$", page.locator(".lines-told").inner_text())
    page.locator(".curve-plot").focus()
    page.keyboard.press("Enter")
    page.locator(".board").first.wait_for()
    assert "training:" in page.url


def test_what_is_wrong_is_said_beside_its_field_in_portuguese(visit: Visit) -> None:
    page = visit("learn", "pt-BR")
    page.locator("input[name=games]").fill("muitas")
    page.locator(".learn-setup button[type=submit]").click()
    problem = page.locator("#learn-games-problem")
    assert problem.inner_text() == "Escreva um número inteiro de 1 a 10.000.000, ou nada."
    assert page.evaluate("document.activeElement.name") == "games"
    page.locator("input[name=games]").fill("")
    assert not problem.is_visible()
    page.locator("summary", has_text="Mais").click()
    page.locator("input[name=step]").fill("7")
    page.locator(".learn-setup button[type=submit]").click()
    assert page.locator("#learn-step-problem").inner_text() == "Escreva um número de 0,0001 a 1, ou nada."
    page.locator("input[name=step]").fill("")
    page.locator(".learn-setup select").select_option("gomoku")
    page.locator("input[name=teacher][value=perfect]").check()
    page.locator(".learn-setup button[type=submit]").click()
    page.locator(".learn-setup > .problem", has_text="Isto não pode ser aprendido").wait_for()
    page.goto(page.url.partition("#")[0] + "#learn&training=99999")
    page.locator(".problem", has_text="O treino 99999 não existe.").wait_for()


@pytest.mark.parametrize(("language", "typed"), [("en", "2,000"), at_leisure("pt-BR", "2.000")])
@pytest.mark.slow
def test_groups_of_thousands_are_understood(language: str, typed: str, visit: Visit) -> None:
    """`20,000` trained 20 games."""
    page = state(begin(visit("learn", language), games=typed), "finished")
    assert page.locator(".curve-plot").get_attribute("aria-valuenow") == "2000"


def test_limits_and_ambiguous_numbers_are_said_in_words(visit: Visit) -> None:
    """Such numbers were answered by `expected another kind of value`."""
    page = visit("learn")
    told = {
        ("games", "99999999999"): "Please write a whole number from 1 to 10,000,000, or nothing.",
        ("games", "20.000"): "20.000 can be read in two ways. Please write 20000 or 20,000.",
        (
            "seed",
            str(2**64 - 1),
        ): "Please write a whole number from 0 to 9,007,199,254,740,991, or nothing.",
    }
    for (name, typed), words in told.items():
        field, before = (
            page.locator(f"input[name={name}]"),
            page.locator(f"input[name={name}]").input_value(),
        )
        field.fill(typed)
        page.locator(".learn-setup button[type=submit]").click()
        assert page.locator(f"#learn-{name}-problem").inner_text() == words
        assert field.get_attribute("aria-invalid") == "true"
        field.fill(before)
        assert field.get_attribute("aria-invalid") is None


def test_limits_and_defaults_of_the_form_are_those_of_the_server(visit: Visit) -> None:
    page = visit("learn")
    page.locator(".learn-setup").wait_for()
    limits = page.evaluate("import('/static/js/learn-setup.js').then(({ LIMITS }) => LIMITS)")
    assert limits["games"] == {teacher: [1, most] for teacher, most in MAX_GAMES.items()}
    for name in ("seed", "step", "explore", "trace", "walks", "length"):
        least, most = limits[name]
        for value in (least, most):
            LearnOptions("tictactoe", **{name: value})
        for value in (least - 0.0001, most + 0.1) if name in ("step", "explore", "trace") else (least - 1,):
            with pytest.raises(BadSpec):
                LearnOptions("tictactoe", **{name: value})
    for name in ("walks", "length"):
        with pytest.raises(BadSpec):
            LearnOptions("tictactoe", **{name: limits[name][1] + 1})
    for game in page.locator(".learn-setup select option").evaluate_all(
        "all => all.map((one) => one.value)"
    ):
        page.locator(".learn-setup select").select_option(game)
        for teacher in TEACHERS:
            page.locator(f"input[name=teacher][value={teacher}]").check()
            usual = f"{LearnOptions(game, teacher).total_games:,}" if game != "typed" else ""
            wanted = f"auto: {usual}" if usual else "auto"
            assert page.locator("input[name=games]").get_attribute("placeholder") == wanted
    page.locator(".learn-setup .code").fill("mnk(4, 4, 3)")
    assert page.locator("input[name=games]").get_attribute("placeholder") == "auto: 20,000"


@pytest.mark.slow
@pytest.mark.parametrize(("language", "colours"), [("en", "light"), at_leisure("pt-BR", "dark")])
def test_nothing_keeps_anybody_out(language: str, colours: str, visit: Visit) -> None:
    page = visit("learn", language, color_scheme=colours, bypass_csp=True)
    state(begin(page, games="80"), "finished")
    page.locator(".lines-list button").first.wait_for()
    for summary in page.locator(".training summary").all():
        summary.click()
    found = examined(page)
    page.goto(page.url.partition("#")[0] + "#learn")
    page.locator(".stored table").wait_for()
    page.locator(".learn-setup summary").click()
    assert found + examined(page) == []


def test_who_turns_back_at_once_sees_what_the_address_says(visit: Visit) -> None:
    """A page that was still being loaded was shown though the address had gone back."""
    page = visit("learn")
    page.locator(".learn-setup").wait_for()
    page.route("**/js/papers.js", lambda route: page.wait_for_timeout(300) or route.continue_())
    page.evaluate("location.hash = '#papers'; setTimeout(() => (location.hash = '#learn'), 20)")
    page.wait_for_timeout(1_500)
    assert page.locator(".learn-setup").count() == 1


@pytest.mark.slow
def test_a_phone_shows_all_of_the_list(visit: Visit) -> None:
    """State and beginning of a training were cut off at 360 pixels."""
    page = visit("learn", "en", PHONE)
    state(begin(page, games="40"), "finished")
    page.locator(".page-head a").click()
    row = page.locator(".stored tbody tr").first
    row.wait_for()
    for place in range(row.locator("th, td").count()):
        box = row.locator("th, td").nth(place).bounding_box()
        assert box["x"] >= 0, place
        assert box["x"] + box["width"] <= PHONE["width"], place
    assert page.locator(".stored .scroll").evaluate("one => one.scrollWidth <= one.clientWidth")
    assert (
        row.locator(".number").evaluate("one => getComputedStyle(one, '::before').content") == '"Games: "'
    )
    row.locator(".what").click(force=True)  # all of the row is the link, which lies above it
    state(page, "finished")


@pytest.mark.slow
def test_the_list_is_told_of_what_goes_on(visit: Visit) -> None:
    """A training that learns stood still in the list, until the page was loaded again."""
    page = begin(visit("learn"), "gomoku", "4000000")
    number = re.search(r"training=(\d+)", page.url)[1]  # type: ignore[index]
    page.locator(".page-head a").click()
    link = page.get_by_role("link", name=f"Open training {number}", exact=True)
    link.focus()
    row = page.locator(".stored tbody tr").first
    played = row.locator(".number").inner_text()
    page.wait_for_function(
        "before => document.querySelector('.stored .number').innerText !== before", arg=played
    )
    assert link.evaluate("one => one === document.activeElement")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stop").click()
    state(page, "stopped")


def colours_of(page: Any, selector: str) -> tuple[str, str]:
    return tuple(
        page.locator(selector).evaluate(
            "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
        )
    )


@pytest.mark.slow
def test_lines_by_direction_in_picture_list_and_table(visit: Visit) -> None:
    """Rows of Connect Four could not be seen: the strokes and the top of the list were columns."""
    page = state(begin(visit("learn"), "connect4", "2000"), "finished")
    page.locator(".lines-list li").first.wait_for()
    page.locator(".lines-card summary").click()
    assert page.locator(".lines-card tbody tr").count() == 2 * 36
    page.locator("input[name=direction]:checked").focus()
    page.keyboard.press("ArrowRight")  # rows
    assert "direction=rows" in page.url
    names = page.locator(".lines-list .line-name").all_inner_texts()
    assert len(names) == 12
    ends = [re.match(r"\d/(\d)–\d/(\d) ", name) for name in names]
    assert all(found and found[1] == found[2] for found in ends)
    assert page.locator(".lines-card tbody tr").count() == 2 * 12
    level = "all => all.every((one) => one.getAttribute('y1') === one.getAttribute('y2'))"
    assert page.locator(".strokes .stroke").evaluate_all(level)
    assert page.get_by_text("2/3 is column 2, row 3").is_visible()
    page.reload()
    page.locator("input[name=direction][value=rows]:checked").wait_for(state="attached")
    page.locator("input[name=direction][value=diagonals]").check()
    slanted = "all => all.every((one) => one.getAttribute('x1') !== one.getAttribute('x2'))"
    assert page.locator(".strokes .stroke").evaluate_all(slanted)
    assert page.locator(".lines-list li").count() == 12
    page.locator(".curve-plot").focus()
    page.keyboard.press("Home")
    page.get_by_text("Training has not met such a line yet.").wait_for()


@pytest.mark.slow
def test_a_line_that_was_pressed_can_be_read_and_stays_pressed(visit: Visit) -> None:
    """It was white on white under the mouse, and forgotten as soon as the machine had learned more."""
    page = state(begin(visit("learn"), games="80"), "finished")
    button = page.locator(".lines-list button").first
    button.click()
    pressed = colours_of(page, ".lines-list button[aria-pressed=true]")
    page.mouse.move(0, 0)
    assert colours_of(page, ".lines-list button[aria-pressed=true]") == pressed
    name = button.get_attribute("data-key")
    page.locator(".curve-plot").focus()
    page.keyboard.press("ArrowLeft")  # another moment, other values
    page.locator(".curve-plot[aria-valuenow='78']").wait_for()
    page.wait_for_timeout(300)
    assert page.locator(".lines-list button[aria-pressed=true]").get_attribute("data-key") == name


def test_the_curve_says_what_it_measures(visit: Visit) -> None:
    """Tic-tac-toe is near 92 % from the first point on: nobody saw whether it still loses."""
    page = state(begin(visit("learn"), games="40"), "finished")
    assert page.get_by_text("It does not say whether the machine loses games").is_visible()


@pytest.mark.slow
def test_the_list_of_lines_does_not_jump_on_a_phone(visit: Visit) -> None:
    """What is said of a line took two rows there, and pushed the list away from under the finger."""
    page = state(begin(visit("learn", "en", PHONE), "connect4", "400"), "finished")
    button = page.locator(".lines-list button").first
    button.hover()  # scrolls to it, also if the list is drawn again meanwhile
    page.mouse.move(0, 0)
    before = button.bounding_box()
    button.hover()
    page.locator(".lines-told", has_text="points").wait_for()
    assert button.bounding_box() == before
