"""The page where people play, as people use it: by mouse and by keys, on a phone and a desk, in both languages."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest

from helpers.axe_core import barriers
from helpers.laboratory import Laboratory, laboratory
from helpers.visiting import DESK, PHONE, Visit, at_leisure, is_wide
from plyground.ui.web.app import GZIP_LEVEL

TINY = {"width": 320, "height": 568}
MAX_BYTES = 120_000  # on their way
TOOLS = {
    "en": {
        "values": "Values",
        "hint": "Hint",
        "undo": "Undo",
        "redo": "Redo",
        "edit": "Set up",
        "keys": "Keys",
    },
    "pt-BR": {
        "values": "Valores",
        "hint": "Dica",
        "undo": "Desfazer",
        "redo": "Refazer",
        "edit": "Montar posição",
        "keys": "Teclas",
    },
}
BOTH = pytest.mark.parametrize(
    ("language", "screen"), [at_leisure("en", DESK), ("pt-BR", PHONE)], ids=["en", "pt"]
)


pytestmark = pytest.mark.xdist_group("pages")  # a browser takes all the cores that there are


def shown(locator: Any, text: str) -> None:
    """Wait until something says a text."""
    from playwright.sync_api import expect

    expect(locator).to_contain_text(text, timeout=60_000)


def counted(locator: Any, number: int) -> None:
    """Wait until there are so many."""
    from playwright.sync_api import expect

    expect(locator).to_have_count(number, timeout=60_000)


def address(page: Any, part: str) -> None:
    """Wait until the address says something."""
    page.wait_for_function("part => location.hash.includes(part)", arg=part)


def press(page: Any, *cells: int) -> None:
    """Click on cells, each once the stone before lies there."""
    for cell in cells:
        stones = page.locator(".play .stone").count()
        page.locator(f'[data-cell="{cell}"]').click()
        counted(page.locator(".play .stone"), stones + 1)


def tool(page: Any, name: str, language: str = "en") -> Any:
    return page.get_by_role("button", name=TOOLS[language][name], exact=True)


def standing(page: Any) -> Any:
    return page.locator(".state")


def aloud(page: Any) -> Any:
    return page.locator("#status")


def stones(page: Any, number: int) -> None:
    counted(page.locator(".play .stone"), number)


@pytest.mark.slow
def test_a_game_by_mouse_from_the_first_disc_to_the_winning_row(visit: Visit) -> None:
    page = visit("g=connect4")
    shown(standing(page), "X to move")
    press(page, 3, 3, 2)
    shown(aloud(page), "X plays column 3")
    press(page, 2, 1, 1, 0)
    shown(standing(page), "X wins")
    shown(aloud(page), "X plays column 1. X wins.")
    counted(page.locator(".won"), 4)
    address(page, "pos=4433221")
    counted(page.locator(".ply"), 7)
    page.get_by_role("button", name="New game").click()
    shown(standing(page), "X to move")
    stones(page, 0)
    page.close()


def test_a_game_by_keys_alone(visit: Visit) -> None:
    page = visit("g=tictactoe", "pt-BR", PHONE)
    shown(standing(page), "Vez de X")
    page.locator(".cell[tabindex='0']").focus()
    page.keyboard.press("Enter")  # the middle
    stones(page, 1)
    shown(aloud(page), "X joga: casa 5")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "1: vazia"
    page.keyboard.press(" ")
    stones(page, 2)
    for digit, number in zip("3746289", range(3, 10), strict=True):
        page.keyboard.press(digit)
        stones(page, number)
    shown(standing(page), "Empate")
    page.keyboard.press("u")
    stones(page, 8)
    page.keyboard.press("r")
    stones(page, 9)
    page.keyboard.press("n")
    stones(page, 0)
    page.close()


@pytest.mark.slow
def test_tab_comes_by_the_board_once(visit: Visit) -> None:
    """Chromium gave the grid a stop of its own, because it listens for focus."""
    page = visit("g=tictactoe")
    shown(standing(page), "X to move")
    on_board: list[bool] = []
    while len(on_board) < 100:
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement === document.body"):  # after the last stop
            break
        on_board.append(page.evaluate("document.activeElement.closest('.board') !== null"))
    assert 10 < len(on_board) < 100
    assert on_board.count(True) == 1
    page.close()


def test_a_machine_answers_and_tells_what_it_cost(visit: Visit) -> None:
    page = visit("g=tictactoe&o=perfect")
    shown(standing(page), "Your move: X")
    page.locator('[data-cell="4"]').click()
    stones(page, 2)
    shown(page.locator(".last-move"), "O plays square")
    shown(page.locator(".last-move"), "nodes")
    page.get_by_text("What the machines' moves cost").click()
    counted(page.locator("table.data tbody tr"), 1)
    shown(page.locator(".seat").first.locator(".cost"), "per move")
    page.close()


@pytest.mark.slow
def test_all_of_what_moves_cost_is_seen_on_a_laptop(visit: Visit) -> None:
    """The values were out of sight, times broke before their unit, and the heading stood there twice."""
    page = visit("g=connect4&x=mcts&o=deepening&os=0.05&pos=4", screen={"width": 1366, "height": 768})
    page.locator(".play .stone").nth(4).wait_for()
    page.get_by_text("What the machines' moves cost").click()
    table = page.locator("table.data", has_text="Value").first
    table.locator("tbody tr").nth(2).wait_for()
    # All measured at once: the machines go on moving, and each move draws the table anew.
    inside, caption, breaks = page.evaluate("""() => {
        const tables = [...document.querySelectorAll("table.data")];
        const table = tables.find((each) => each.textContent.includes("Value"));
        const right = (each) => each.getBoundingClientRect().right;
        return [
            right(table.querySelector("thead th:last-child")) <= right(table.closest("section")),
            getComputedStyle(table.querySelector("caption")).clipPath,
            [...table.querySelectorAll("td.number")].map((each) => getComputedStyle(each).whiteSpace),
        ];
    }""")
    assert inside
    assert caption == "inset(50%)"
    assert set(breaks) == {"nowrap"}
    page.close()


def test_a_search_that_values_nothing_says_so(visit: Visit) -> None:
    page = visit("g=connect4&x=alphabeta(evaluate='zero')&xd=4")
    shown(page.locator(".last-move"), "unfinished positions count 0")
    page.close()


@BOTH
def test_values_are_under_the_columns_and_a_hint_only_on_request(
    visit: Visit, language: str, screen: dict[str, int]
) -> None:
    page = visit("g=connect4(5,4,3)&pos=33", language, screen)
    stones(page, 2)
    counted(page.locator(".worth, .hint"), 0)
    tool(page, "values", language).click()
    counted(page.locator(".strip .worth"), 5)
    shown(
        page.locator(".strip .best").first,
        "wins in 3 plies" if language == "en" else "vence em 3 jogadas",
    )
    shown(aloud(page), "Best: column" if language == "en" else "A melhor: coluna")
    counted(page.locator(".shown .hint"), 0)
    tool(page, "hint", language).click()
    counted(page.locator(".shown .hint"), 1)
    shown(page.locator(".now .note"), "Hint: column" if language == "en" else "Dica: coluna")
    assert not is_wide(page)
    tool(page, "values", language).click()
    page.locator(".strip").wait_for(state="hidden")
    page.close()


@pytest.mark.campaign
def test_on_a_lying_board_values_stand_in_the_cells_and_in_a_list(visit: Visit) -> None:
    page = visit("g=tictactoe&pos=1524")
    stones(page, 4)
    tool(page, "values").click()
    shown(page.locator(".worths .best").first, "wins in 1 ply")
    shown(page.locator(".label.good").first, "wins")
    assert page.locator('[data-cell="2"]').get_attribute("aria-label") == "3: empty, wins in 1 ply"
    page.close()


@pytest.mark.slow
def test_undo_history_and_the_browsers_buttons(visit: Visit) -> None:
    page = visit("g=connect4")
    shown(standing(page), "X to move")
    press(page, 3, 3, 4)
    tool(page, "undo").click()
    stones(page, 2)
    counted(page.locator(".ply.undone"), 1)
    address(page, "pos=44")
    tool(page, "redo").click()
    stones(page, 3)
    page.locator(".ply").first.click()
    stones(page, 1)
    address(page, "pos=4")
    page.go_back()
    stones(page, 3)
    page.go_forward()
    stones(page, 1)
    page.close()


HEAR_LATE = """const listen = window.addEventListener;
window.addEventListener = (kind, heard, ...more) => listen.call(window, kind,
  kind === "hashchange" ? (event) => setTimeout(() => heard(event), 700) : heard, ...more);
"""


def test_a_link_is_not_lost_to_the_address_of_the_game_before(visit: Visit) -> None:
    """A timer wrote the address of the present game over a link that nobody had read yet."""
    page = visit("g=gomoku&x=random&o=random")
    page.add_init_script(HEAR_LATE)  # as where a machine is busy
    page.reload()
    page.locator(".play .stone").nth(3).wait_for()  # the address changes with every move
    page.evaluate("location.hash = '#g=connect4&pos=4414'")
    address(page, "pos=4414")
    stones(page, 4)
    counted(page.locator(".ply"), 4)
    address(page, "pos=4414")
    page.close()


def test_a_link_begins_a_game_of_its_own(visit: Visit) -> None:
    """It was taken for a step back, and the moves of the game before went with the address of the next."""
    page = visit("g=connect4&pos=444444")
    stones(page, 6)
    page.evaluate("location.hash = '#g=connect4&pos=44'")
    stones(page, 2)
    counted(page.locator(".ply"), 2)
    tool(page, "undo").click()  # what is taken back here is kept
    stones(page, 1)
    address(page, "alt=")
    page.evaluate("location.hash = '#g=connect4'")
    stones(page, 0)
    counted(page.locator(".ply"), 0)
    page.wait_for_timeout(600)  # longer than an address waits to be written
    assert "alt=" not in page.url
    page.close()


def test_the_first_look_leaves_room_for_a_large_board(visit: Visit) -> None:
    """Two columns of Gomoku were cut off at the right, beside empty space."""
    page = visit("", screen={"width": 1366, "height": 768})
    page.locator(".welcome").wait_for()
    page.get_by_role("combobox", name="Game").select_option("gomoku")
    counted(page.locator(".cell"), 225)
    assert page.locator(".welcome").is_visible()
    assert page.locator(".frame").evaluate("frame => frame.scrollWidth <= frame.clientWidth")
    assert not is_wide(page)
    page.close()


def test_the_gauge_keeps_its_value_until_there_is_the_next(visit: Visit) -> None:
    """It went grey whenever a machine thought: it flickered through the game."""
    page = visit("g=connect4&o=mcts&os=0.8")
    shown(page.locator(".worth-now"), "Best play: X wins in 41 plies")
    page.locator('[data-cell="38"]').click()
    page.locator(".gauge.waiting:not(.idle)").wait_for()
    page.locator(".gauge:not(.waiting, .idle)").wait_for()
    stones(page, 2)
    page.close()


def test_an_address_that_names_no_page_says_so(visit: Visit) -> None:
    """Play was opened without a word."""
    page = visit("nonsense", "pt-BR")
    shown(page.locator("#astray"), "não tem a página “nonsense”. Aqui está Jogar.")
    stones(page, 0)
    press(page, 3)
    page.locator("#astray").wait_for(state="hidden")
    page.evaluate("location.hash = '#Explain'")
    page.locator(".explain").wait_for()
    assert not page.locator("#astray").is_visible()
    page.close()


@pytest.mark.slow
def test_link_shares_the_position_and_survives_reload(visit: Visit, lab: Laboratory) -> None:
    page = visit("g=connect4&pos=44&o=mcts&od=9")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=lab.address.rstrip("/"))
    shown(standing(page), "Your move: X")
    stones(page, 2)
    page.get_by_role("button", name="Copy link").click()
    shown(page.locator(".now .note"), "Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{lab.address}#g=connect4&pos=44&o=mcts&od=9")
    other = page.context.new_page()
    other.goto(link)
    stones(other, 2)
    assert other.get_by_label("Who plays O").input_value() == "mcts"
    other.get_by_label("Time and depth of O").click()
    assert other.get_by_role("spinbutton", name="Depth").input_value() == "9"
    other.reload()
    stones(other, 2)
    tool(other, "undo").click()  # the moves of a link can be taken back
    stones(other, 0)
    page.close()


@pytest.mark.slow
def test_running_machines_are_in_the_address(visit: Visit) -> None:
    """Every move put the writing of the address off, so that a reload began a game of machines anew."""
    page = visit("g=gomoku&x=random&o=random")
    page.wait_for_function("() => (location.hash.match(/[a-o][0-9]+/g) ?? []).length >= 4")
    assert page.locator(".state.over").count() == 0  # or the test has come too late
    address = page.evaluate("location.hash")
    page.reload()
    page.locator(".play .stone").nth(3).wait_for()
    page.wait_for_function("() => location.hash.includes('&x=random')")
    assert page.evaluate("location.hash").startswith(address.partition("&x=")[0])
    page.evaluate("location.hash = '#papers'")
    page.locator(".papers").wait_for()
    assert page.title() == "Papers – plyground"
    plies = page.evaluate("document.querySelector('nav a').href.match(/[a-o][0-9]+/g).length")
    page.get_by_role("link", name="Play", exact=True).click()
    page.locator(".play .stone").nth(plies - 1).wait_for()
    page.close()


@pytest.mark.slow
def test_a_link_after_a_series_holds_the_game_on_the_board(visit: Visit, lab: Laboratory) -> None:
    """It held the game that was played before the series."""
    page = visit("g=tictactoe&x=random&o=random&pos=5")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=lab.address.rstrip("/"))
    page.locator(".state.over").wait_for()
    page.get_by_text("Automatic match").click()
    page.get_by_label("Games", exact=True).fill("2")
    page.get_by_role("button", name="Start").click()
    shown(page.locator(".series"), "2 of 2 games")
    page.get_by_role("button", name="Copy link").click()
    shown(page.locator(".now .note"), "Link copied")
    plies = page.locator(".ply").all_inner_texts()  # with the solver's marks, if they are there already
    moves = "".join(re.findall("[1-9]", each)[-1] for each in plies)
    assert f"pos={moves}&" in page.evaluate("navigator.clipboard.readText()")
    address(page, f"pos={moves}&")
    page.close()


@pytest.mark.slow
def test_a_series_says_which_of_its_games_are_copies(visit: Visit) -> None:
    page = visit("g=tictactoe&x=alphabeta&o=greedy")
    page.locator(".state.over").wait_for()
    page.get_by_text("Automatic match").click()
    page.get_by_label("Games", exact=True).fill("4")
    page.get_by_role("button", name="Start").click()
    shown(page.locator(".series"), "4 of 4 games")
    shown(page.locator(".series"), "2 different games of 4: the others are copies")
    page.close()


def test_seat_cost_is_per_move(visit: Visit) -> None:
    """Seconds were those of a move, and nodes those of all moves together, in one breath."""
    page = visit("g=tictactoe&x=random&o=random")
    page.locator(".state.over").wait_for()
    for seat in page.locator(".seat .cost").all_inner_texts():
        assert seat.endswith(" · 1 node per move"), seat  # random looks at the position that it plays in
    page.close()


def test_undo_in_long_games(visit: Visit) -> None:
    """A link of 80 moves listed the last 60 of them as 1 to 60."""
    squares = [f"{column}{row}" for row in (1, 4, 7, 10, 13) for column in "abcdefghijklmno"]
    page = visit(f"g=gomoku&pos={''.join(squares[::2] + squares[1::2])}")
    counted(page.locator(".ply"), 75)
    shown(page.locator(".ply").last, "75")
    tool(page, "undo").click()
    stones(page, 74)
    page.close()


def test_a_machine_that_has_moved_is_not_stopped_any_more(visit: Visit) -> None:
    """The button went on saying Stop."""
    page = visit("g=connect4&x=mcts")
    shown(standing(page), "Your move: O")
    page.get_by_role("button", name="Pause", exact=True).wait_for()
    page.close()


@pytest.mark.slow
def test_a_game_that_is_over_is_neither_paused_nor_resumed(visit: Visit) -> None:
    """After a series the button offered to resume what had ended."""
    page = visit("g=tictactoe&x=random&o=random")
    page.locator(".state.over").wait_for()
    pause = page.get_by_role("button", name="Pause", exact=True)
    assert pause.get_attribute("aria-disabled") == "true"
    page.get_by_text("Automatic match").click()
    page.get_by_label("Games", exact=True).fill("2")
    page.get_by_role("button", name="Start").click()
    enabled = ".tool[aria-disabled=false]"  # once the board of the game before is gone
    page.locator(enabled, has_text="Pause").or_(page.locator(enabled, has_text="Stop")).first.wait_for()
    shown(page.locator(".series"), "2 of 2 games")
    pause.wait_for()
    assert pause.get_attribute("aria-disabled") == "true"
    page.close()


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768)])
@pytest.mark.slow
def test_tools_and_board_are_above_the_fold(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("g=connect4&pos=44", screen={"width": size[0], "height": size[1]})
    stones(page, 2)
    before = page.locator(".frame .board").bounding_box()
    tool(page, "values").click()
    page.locator(".strip .best").first.wait_for()
    assert page.locator(".frame .board").bounding_box() == before
    bottoms = page.evaluate(
        "['.tools', '.table > :last-child'].map(each => document.querySelector(each).getBoundingClientRect().bottom)"
    )
    assert max(bottoms) <= size[1], bottoms
    page.close()


def test_large_board_on_a_phone(visit: Visit) -> None:
    """Column o lay outside of the screen with no cue, and a cell was 21.7 px wide."""
    page = visit("g=gomoku&pos=h8", screen=PHONE)
    stones(page, 1)
    frame = page.locator(".frame")
    first, second = (page.locator(f'[data-cell="{cell}"]').bounding_box() for cell in (0, 1))
    assert second["x"] - first["x"] >= 24  # what WCAG 2.5.8 asks for
    assert frame.evaluate("each => each.scrollWidth > each.clientWidth")
    shadows = "each => getComputedStyle(each).backgroundImage.split('gradient').length - 1"
    assert frame.evaluate(shadows) >= 4  # two shadows, and two covers that scroll away with the board
    frame.evaluate("each => each.scrollTo(each.scrollWidth, 0)")
    last = page.locator('[data-cell="14"]').bounding_box()
    assert last["x"] + last["width"] <= PHONE["width"]
    page.close()


@pytest.mark.slow
def test_only_those_who_can_play_a_game_are_offered(visit: Visit) -> None:
    page = visit("g=connect4&o=p4.minimax")
    shown(standing(page), "Your move: X")
    who = page.get_by_label("Who plays O")
    assert who.locator("optgroup[label='From the papers'] option").count() == 3
    groups = who.locator("optgroup").evaluate_all("all => all.map(each => each.label)")
    assert groups == ["Weak", "Fair", "Strong", "Perfect", "From the papers"]
    page.get_by_label("Game", exact=True).and_(page.locator("select")).select_option("gomoku")
    counted(page.locator(".cell"), 225)
    assert who.input_value() == "mcts"  # it made room
    names = who.locator("option").evaluate_all("all => all.map(each => each.value)")
    assert not {"perfect", "p4.minimax"} & set(names)
    page.close()
    page = visit("g=gomoku&o=perfect", "pt-BR", PHONE)
    shown(page.locator(".now .note"), "Perfeito não joga Gomoku: escolha outro jogador.")
    counted(page.locator(".cell"), 225)
    page.close()


def test_the_first_look_and_its_tour(visit: Visit) -> None:
    page = visit("")
    welcome, tour = page.locator(".welcome"), page.locator(".tour")
    shown(welcome, "Play against an algorithm")
    shown(page.locator(".seat").first.locator("option:checked"), "Iterative deepening")
    links = welcome.locator("a").evaluate_all("all => all.map(each => each.getAttribute('href'))")
    assert links == ["#explain&g=textbook&a=alphabeta", "#g=connect4&o=deepening", "#arena"]
    page.get_by_role("button", name="PT: português").click()
    shown(welcome, "Jogue contra um algoritmo")
    page.get_by_role("button", name="EN: English").click()
    page.get_by_role("button", name="Show me around").click()
    for step in range(1, 6):
        shown(tour, f"Step {step} of 5")
        counted(page.locator(".pointed"), 1)
        tour.locator(".primary").click()
    counted(tour, 0)
    page.reload()
    shown(standing(page), "Your move: X")
    assert not welcome.is_visible()  # once is enough
    page.get_by_role("button", name="Tour", exact=True).click()
    shown(tour, "Step 1 of 5")
    page.keyboard.press("Escape")
    counted(tour, 0)
    assert page.evaluate("document.activeElement.textContent") == "Tour"
    page.close()


@pytest.mark.slow
def test_blunders_are_marked_and_lines_that_are_left_stay(visit: Visit) -> None:
    page = visit("g=tictactoe&pos=52")
    shown(page.locator(".ply .sign.blunder"), "??")
    shown(page.locator(".ply", has=page.locator(".sign")), "2 O 2??, blunder")
    shown(page.locator(".worth-now"), "Best play: X wins in")
    assert "X wins in" in page.locator(".gauge").get_attribute("aria-label")
    assert page.locator(".tools a").get_attribute("href") == "#explain&g=tictactoe&pos=52&a=alphabeta"
    tool(page, "undo").click()
    stones(page, 1)
    press(page, 0)
    counted(page.locator(".variations .ply"), 1)
    shown(page.locator(".worth-now"), "Best play: a draw")
    address(page, "pos=51&alt=1:2")
    page.reload()
    page.locator(".variations .ply").click()
    shown(page.locator(".ply .sign.blunder"), "??")
    address(page, "pos=52&alt=1:1")
    page.go_back()
    shown(page.locator(".moves .ply").last, "1")
    counted(page.locator(".moves .sign"), 0)
    page.close()


def test_analysis_brings_the_opponent_back(visit: Visit) -> None:
    """One click on Analyse, and nobody ever played against you again."""
    page = visit("g=connect4(5,4,3)&pos=33&o=mcts&od=9")
    shown(standing(page), "Your move: X")
    analyse = page.get_by_role("button", name="Analyse")
    analyse.click()
    shown(
        page.locator(".now .note"), "Analysis: move for both sides. Analyse again brings Monte Carlo back."
    )
    assert analyse.get_attribute("aria-pressed") == "true"
    counted(page.locator(".strip .worth"), 5)
    press(page, 0)
    press(page, 1)  # for O
    analyse.click()
    page.wait_for_function("() => location.hash.includes('o=mcts&od=9') && !location.hash.includes('v=1')")
    assert analyse.get_attribute("aria-pressed") == "false"
    page.locator(".strip").wait_for(state="hidden")
    page.locator('[data-cell="4"]').click()
    stones(page, 6)  # and it answers
    analyse.click()
    page.get_by_role("button", name="New game").click()  # is a game against the same again
    page.wait_for_function("() => location.hash.includes('o=mcts&od=9')")
    shown(standing(page), "Your move: X")
    analyse.click()
    page.wait_for_function("() => !location.hash.includes('o=mcts')")
    page.evaluate("location.hash = '#g=tictactoe'")  # somebody's link
    counted(page.locator(".cell"), 9)
    assert analyse.get_attribute("aria-pressed") == "false"
    page.close()


def test_a_game_that_is_over_says_who_won_and_goes_on(visit: Visit) -> None:
    """No more than X wins was what a person read who had beaten the machine."""
    page = visit("g=connect4&pos=443322&o=random")
    shown(standing(page), "Your move: X")
    page.locator('[data-cell="35"]').click()
    shown(standing(page), "You won in 7 plies")
    shown(aloud(page), "You won in 7 plies.")
    page.get_by_role("button", name="Mistake: move 4").click()
    stones(page, 3)
    counted(page.locator(".strip .worth"), 7)
    assert page.locator(".next").is_hidden()
    assert page.evaluate("document.activeElement.matches('.cell')")
    tool(page, "redo").click()
    page.evaluate("location.hash = '#g=connect4&pos=4433221&x=random'")
    shown(standing(page), "You lost in 7 plies")
    page.get_by_role("button", name="Change sides").click()
    shown(standing(page), "Your move: X")
    stones(page, 0)
    address(page, "o=random")
    page.evaluate("location.hash = '#g=connect4&pos=4433221'")
    shown(standing(page), "X wins")
    assert page.get_by_role("button", name="Change sides").is_hidden()
    page.get_by_role("button", name="Play again").click()
    stones(page, 0)
    page.close()


@pytest.mark.slow
def test_analysis_ends_the_machines_and_shows_all_values(visit: Visit) -> None:
    page = visit("g=tictactoe&pos=51&o=perfect")
    shown(standing(page), "Your move: X")
    page.get_by_role("button", name="Analyse").click()
    page.locator(".worths .best").first.wait_for()
    counted(page.locator(".graph .dot"), 3)
    assert page.get_by_label("Who plays O").input_value() == ""
    address(page, "&v=1")
    sound = page.get_by_role("button", name="Sound")
    assert sound.get_attribute("aria-pressed") == "false"
    sound.click()
    page.locator(".tool[aria-pressed=true]", has_text="Sound").wait_for()
    tool(page, "values").click()
    page.wait_for_function("() => !location.hash.includes('v=1')")
    page.locator(".tool", has_text="Gauge").click()
    page.locator(".gauge.idle").wait_for()
    shown(page.locator(".worth-now"), "")
    page.close()


@pytest.mark.campaign
def test_an_address_that_says_nonsense_is_answered_in_words(visit: Visit) -> None:
    page = visit("g=connect4&pos=449")
    shown(page.locator(".now .note"), "Some moves of this link cannot be played")
    stones(page, 2)
    page = visit("g=chess")
    shown(page.locator(".now .note"), "There is no game called “chess”: choose one from the list.")
    shown(standing(page), "X to move")
    page.close()


@BOTH
@pytest.mark.slow
def test_a_board_that_cannot_be_is_refused_in_words_until_it_can(
    visit: Visit, language: str, screen: dict[str, int]
) -> None:
    page = visit("g=connect4(5,4,3)", language, screen)
    stones(page, 0)
    tool(page, "edit", language).click()
    press(page, 0, 1)
    problem = page.locator(".set-up .problem")
    shown(problem, "2 X, 0 O: add an O" if language == "en" else "2 X, 0 O: acrescente um O")
    keep = page.get_by_role("button", name="Play from here" if language == "en" else "Jogar daqui")
    assert keep.get_attribute("aria-disabled") == "true"
    page.get_by_role("button", name="Put O" if language == "en" else "Colocar O").click()
    press(page, 2)
    keep.click()
    shown(standing(page), "O to move" if language == "en" else "Vez de O")
    address(page, "pos=...../...../...../XXO..")
    page.reload()
    stones(page, 3)
    page.close()


@pytest.mark.campaign
def test_setting_up_by_keys(visit: Visit) -> None:
    page = visit("g=tictactoe")
    stones(page, 0)
    page.locator(".cell[tabindex='0']").focus()
    page.keyboard.press("e")
    shown(standing(page), "Setting up a board")
    page.keyboard.press("x")
    stones(page, 1)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("o")
    stones(page, 2)
    page.keyboard.press("Delete")
    stones(page, 1)
    page.keyboard.press("e")
    shown(standing(page), "X to move")
    stones(page, 0)
    page.close()


def test_colours_follow_in_another_tab(visit: Visit, lab: Laboratory) -> None:
    page = visit("g=tictactoe")
    shown(standing(page), "X to move")
    other = page.context.new_page()
    other.goto(f"{lab.address}#g=tictactoe")
    shown(standing(other), "X to move")
    page.locator("#theme").click()
    other.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    shown(other.locator("#theme"), "☀")
    other.close()
    page.close()


@pytest.mark.slow
def test_no_layout_shift_while_loading(visit: Visit) -> None:
    """The table was drawn before there was a game to put on it, and jumped when there was."""
    for address, screen in (("g=connect4", PHONE), ("", {"width": 1280, "height": 720})):
        page = visit(address, screen=screen)
        shown(page.locator(".worth-now"), "Best play: X wins in 41 plies")
        assert (moved := layout_shift(page)) < 0.05, moved
        page.close()


def layout_shift(page: Any) -> float:
    """The sum of all shifts of the layout since the page began to load."""
    moved: float = page.evaluate(
        """() => new Promise((done) => {
          let sum = 0;
          const seen = new PerformanceObserver((list) => list.getEntries().forEach((each) => (sum += each.value)));
          seen.observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(sum), 300);
        })"""
    )
    return moved


def test_another_language_is_another_page_of_the_same_game(visit: Visit) -> None:
    page = visit("g=connect4&pos=4")
    stones(page, 1)
    page.get_by_role("button", name="PT: português").click()
    shown(standing(page), "Vez de O")
    assert page.evaluate("document.documentElement.lang") == "pt-BR"
    stones(page, 1)
    page.reload()
    shown(standing(page), "Vez de O")
    page.get_by_role("button", name="EN: English").click()
    shown(standing(page), "O to move")
    page.close()


@pytest.mark.campaign
def test_any_size_of_board_and_machines_against_each_other(visit: Visit) -> None:
    page = visit("g=connect4")
    shown(standing(page), "X to move")
    page.get_by_text("Size and opening").click()
    page.get_by_label("Columns").fill("4")
    page.get_by_label("Rows").fill("4")
    page.get_by_label("In a row to win").fill("3")
    page.get_by_label("Random first moves").fill("2")
    page.get_by_role("button", name="Begin").click()
    stones(page, 2)
    counted(page.locator(".cell"), 16)
    address(page, "g=connect4(4,4,3)")
    page.get_by_label("Game", exact=True).and_(page.locator("select")).select_option("tictactoe")
    counted(page.locator(".cell"), 9)
    page.get_by_label("Who plays O").select_option("random")
    page.get_by_label("Who plays X").select_option("random")
    page.get_by_text("Automatic match").click()
    page.get_by_label("Games", exact=True).fill("1")
    page.get_by_role("button", name="Start").click()
    shown(page.locator(".series"), "1 of 1 games")
    counted(page.locator(".series thead th"), 2)
    page.close()


@pytest.mark.campaign
def test_machines_stop_step_and_resume(visit: Visit) -> None:
    page = visit("g=tictactoe&x=random&o=random&pos=15")
    page.get_by_role("button", name="Stop").or_(page.get_by_role("button", name="Pause")).click()
    shown(standing(page), "Paused")
    before = page.locator(".play .stone").count()
    page.get_by_role("button", name="Next move").click()
    stones(page, before + 1)
    page.get_by_role("button", name="Resume").click()
    page.locator(".state.over").wait_for()
    page.close()


@pytest.mark.campaign
def test_the_curve_of_a_game_has_its_table(visit: Visit) -> None:
    page = visit("g=tictactoe&pos=15243")
    shown(standing(page), "X wins")
    page.get_by_text("Evaluation of the game").click()
    counted(page.locator(".graph .dot"), 6)
    page.get_by_text("As a table").click()
    shown(page.locator(".graph tbody tr").last, "wins")
    page.locator(".graph svg").click(position={"x": 9, "y": 20})
    stones(page, 0)
    page.close()


@pytest.mark.campaign
def test_a_game_without_a_board_is_played_by_buttons(visit: Visit) -> None:
    page = visit("g=textbook")
    shown(page.locator(".picture"), "├─ 1  ▽  3  12  8")
    page.get_by_role("group", name="Moves").get_by_role("button", name="1").click()
    shown(standing(page), "The second player to move")
    page.get_by_role("group", name="Moves").get_by_role("button", name="1").click()
    shown(standing(page), "The first player wins")
    page.close()


@pytest.mark.campaign
def test_the_board_seen_from_behind(visit: Visit) -> None:
    page = visit("g=connect4&pos=1")
    stones(page, 1)
    page.get_by_role("button", name="Flip").click()
    page.wait_for_function(
        "document.querySelector('.stone').getAttribute('transform').startsWith('translate(650 ')"
    )
    press(page, 0)
    shown(aloud(page), "O plays column 1")
    page.close()


@pytest.mark.campaign
def test_every_widget_is_one_tab_stop_and_keys_are_explained(visit: Visit) -> None:
    page = visit("g=connect4")
    shown(standing(page), "X to move")
    for widget in (".cell", ".tool"):
        counted(page.locator(f"{widget}[tabindex='0']"), 1)
    tool(page, "undo").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.textContent") == "Redo"
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    shown(page.locator("dialog[open]"), "play a column or a square")
    page.get_by_label("Use single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    page.keyboard.press("4")
    page.keyboard.press("Tab")
    stones(page, 0)
    page.close()


def test_the_page_is_light(visit: Visit, lab: Laboratory) -> None:
    page = visit("g=tictactoe")
    shown(standing(page), "X to move")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
    bodies = [page.request.get(url).body() for url in {lab.address, *loaded}]
    weight = sum(len(gzip.compress(body, GZIP_LEVEL)) for body in bodies)
    assert sum(map(len, bodies)) > weight > 40_000, weight
    assert weight < MAX_BYTES, weight
    page.close()


def valued(page: Any, language: str) -> None:
    tool(page, "values", language).click()
    page.locator(".best").first.wait_for()
    page.locator(".card:has(.graph-place) > summary").click()
    page.locator(".graph .now").wait_for(state="attached")


def setting_up(page: Any, language: str) -> None:
    tool(page, "edit", language).click()
    press(page, 0)
    press(page, 1)
    page.locator(".problem").first.wait_for()


def helped(page: Any, language: str) -> None:
    tool(page, "keys", language).click()
    page.locator("dialog[open]").wait_for()


def toured(page: Any, language: str) -> None:
    page.locator(".welcome .primary").wait_for()
    assert not barriers(page)
    page.locator(".welcome .primary").click()
    page.locator(".tour").wait_for()


def judged(page: Any, language: str) -> None:
    counted(page.locator(".sign"), 1)
    counted(page.locator(".variations li"), 2)
    page.locator(".scores summary").click()


STATES: dict[str, list[tuple[str, Callable[[Any, str], None]]]] = {
    "desk": [
        ("g=connect4&pos=4433221", lambda page, language: counted(page.locator(".won"), 4)),
        ("g=tictactoe&pos=1524", valued),
        ("g=tictactoe&o=mcts", setting_up),
        ("", toured),
    ],
    "phone": [
        ("g=textbook", lambda page, language: page.locator(".picture").wait_for()),
        ("g=gomoku&pos=h8+h9", lambda page, language: stones(page, 2)),
        ("g=connect4(5,4,3)&pos=33&o=perfect", valued),
        ("g=connect4", helped),
        ("", toured),
        ("g=tictactoe&pos=52&alt=1:1,0:13", judged),
    ],
}


@pytest.mark.parametrize(
    ("place", "language", "screen", "scheme"),
    [at_leisure("desk", "en", DESK, "light"), ("phone", "pt-BR", TINY, "dark")],
)
@pytest.mark.slow
def test_accessibility(
    visit: Visit, place: str, language: str, screen: dict[str, int], scheme: str
) -> None:
    """In the light on a desk, in the dark on the smallest phone, in every state of the page."""
    for where, come in STATES[place]:
        page = visit(where, language, screen, color_scheme=scheme)
        come(page, language)
        assert not (found := barriers(page)), (where, found)
        assert not is_wide(page), where
        page.close()


@pytest.mark.campaign
def test_a_server_that_comes_back_finds_the_game_where_it_was(visit: Visit) -> None:
    """In a context of its own: browsers complain of servers that are not there."""
    browser = visit("g=connect4").context.browser
    page = browser.new_context(locale="en").new_page()
    with laboratory() as before:
        page.goto(f"{before.address}#g=connect4")
        shown(standing(page), "X to move")
        press(page, 3, 3)
    shown(page.locator("#offline"), "Reconnecting")
    port = before.authority.rpartition(":")[2]
    with laboratory("--port", port):
        page.locator("#offline").wait_for(state="hidden")
        stones(page, 2)
        press(page, 4)
        address(page, "pos=445")
        page.close()
