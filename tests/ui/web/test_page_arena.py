"""The arena as people use it: set a run up, watch it, stop it, go on, look at its games, take the files home."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest

from helpers.command import printed
from helpers.laboratory import Laboratory, laboratory
from helpers.played import played as played_here
from helpers.visiting import DESK, PHONE, Visit, at_leisure, examined, is_wide
from plyground.arena.blunders import judge
from plyground.arena.clock import TimeControl
from plyground.arena.plan import Plan
from plyground.arena.runner import begin, play

pytestmark = pytest.mark.xdist_group("pages")  # a browser takes all the cores that there are


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the runs are, for the server and for the command line."""
    with pytest.MonkeyPatch.context() as environment:
        made = tmp_path_factory.mktemp("runs")
        environment.setenv("PLYGROUND_RUNS", str(made))
        yield made


@pytest.fixture(scope="module")
def lab(folder: Path) -> Iterator[Laboratory]:
    with laboratory() as running:
        yield running


@pytest.fixture(scope="module")
def played(visit: Visit) -> str:
    """A finished match of the first two agents that are proposed, begun on the page; its number."""
    page = visit("arena")
    page.get_by_role("combobox", name="Game", exact=True).select_option("tictactoe")
    page.get_by_role("radio", name="Match").check()
    page.get_by_label("Games per pairing").fill("6")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("run=[0-9]+"))  # in the list before there may be others that are finished
    page.locator("article.run .run-state[data-state=finished]").wait_for()
    number: str = page.evaluate("location.hash").rpartition("=")[2]
    page.close()
    return number


def known(number: str) -> dict[str, Any]:
    """What the command line says of a run."""
    told: dict[str, Any] = json.loads(printed("runs", number, "--json"))
    return told


def called(agent: str) -> str:
    """What the page calls an agent, in either language."""
    return {"deepening": "Iterative deepening", "mcts": "Monte Carlo"}[agent]


def results(page: Any) -> dict[str, str]:
    """Won, drawn and lost of each agent, as the standings show them."""
    rows = page.locator("table.standings tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").nth(2).inner_text() for row in rows}


@pytest.mark.slow
@pytest.mark.parametrize(("language", "screen"), [("en", DESK), at_leisure("en", PHONE)])
def test_the_standings_are_those_of_the_command_line(
    language: str, screen: dict[str, int], visit: Visit, played: str
) -> None:
    page = visit(f"arena&run={played}", language, screen)
    page.locator("table.standings").wait_for()
    told = known(played)
    expected = {
        called(
            agent["name"]
        ): f"{agent['both']['wins']} – {agent['both']['draws']} – {agent['both']['losses']}"
        for agent in told["agents"]
    }
    assert results(page) == expected
    assert page.locator(".latest a").count() == min(8, told["played"])
    assert page.locator(".histogram").count() == 2
    assert not is_wide(page)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "screen", "colours"), [("pt-BR", DESK, "dark"), at_leisure("en", PHONE, "light")]
)
def test_the_list_of_runs_opens_one(
    language: str, screen: dict[str, int], colours: str, visit: Visit, played: str
) -> None:
    page = visit("arena", language, screen, color_scheme=colours)
    link = page.locator(f".stored a[href='#arena&run={played}']")
    link.wait_for()
    assert not is_wide(page)
    link.click()
    page.get_by_role("heading", level=1).filter(has_text=played).wait_for()


@pytest.mark.slow
def test_a_tournament_is_watched_stopped_and_resumed(visit: Visit) -> None:
    page = visit("arena")
    page.get_by_role("combobox", name="Game", exact=True).select_option("=")
    page.get_by_label("The game as a spec").fill("mnk(6, 6, 4)")
    page.get_by_role("radio", name="Round robin").check()
    page.get_by_role("button", name="Remove agent 4").click()
    page.get_by_label("Agent 1", exact=True).select_option("random")
    page.get_by_label("Agent 3", exact=True).select_option("mcts")
    page.get_by_label("Agent 2", exact=True).select_option("=")
    page.get_by_label("Agent 2 as a spec").fill("mcts(rounds=4000)")
    page.get_by_role("combobox", name="Openings").select_option("none")
    page.get_by_label("Games per pairing").fill("20")
    page.get_by_text("60 games in all, 3 pairs").wait_for()
    page.get_by_text("This is an estimate").wait_for()
    page.get_by_role("button", name="Start").click()
    page.locator(".latest a").first.wait_for()
    page.get_by_role("button", name="Stop").click()
    page.locator("#status", has_text="was stopped after").wait_for(state="attached")
    page.locator("table.crosstable").wait_for()
    number = page.evaluate("location.hash").rpartition("=")[2]
    assert known(number)["played"] < 60
    page.get_by_role("button", name="Resume").click()
    page.get_by_text("60 of 60 games").wait_for()
    page.locator("#status", has_text="is finished: 60 games").wait_for(state="attached")
    told = known(number)
    assert (
        sum(agent["both"]["wins"] for agent in told["agents"]) + sum(d["draws"] for d in told["duels"])
        == 60
    )
    page.close()


def test_errors_are_shown_beside_their_field(visit: Visit) -> None:
    page = visit("arena", "pt-BR")
    page.get_by_label("Partidas por confronto").fill("0")
    page.get_by_label("Segundos por jogada").fill("0,05")
    page.get_by_role("button", name="Começar").click()
    field = page.locator(".field", has=page.get_by_label("Partidas por confronto"))
    assert field.locator(".problem").inner_text() == "Um número inteiro de 1 a 10.000."
    assert page.get_by_label("Partidas por confronto").get_attribute("aria-invalid") == "true"
    assert page.get_by_label("Partidas por confronto").evaluate("field => field === document.activeElement")
    page.get_by_label("Partidas por confronto").fill("2")
    page.get_by_label("Agente 1", exact=True).select_option("=")
    page.get_by_label("Agente 1: especificação").fill("nobody")
    page.get_by_role("button", name="Começar").click()
    problem = page.locator(".entrants li").first.locator(".problem")
    problem.wait_for()
    assert "nobody" in problem.inner_text()
    page.close()


@pytest.mark.slow
def test_a_forfeited_game_is_told_as_one(visit: Visit, folder: Path) -> None:
    """Its card said that a game without a move was won in 0 moves."""
    played_here(folder / "900.run", "p4.minimax", "random", games=2).close()  # plays Connect Four only
    page = visit("arena&run=900")
    cards = page.locator(".latest a")
    cards.nth(1).wait_for()
    told = [" ".join(card.split()) for card in cards.all_inner_texts()]
    assert ["X won by forfeit" in told[0], "O won by forfeit" in told[1]] == [True, True], told
    page.close()
    page = visit("arena&run=900&game=1", "pt-BR")
    page.get_by_text("Aleatório venceu por W.O.: o agente falhou.").first.wait_for()
    page.close()


def test_copies_of_a_game_are_no_evidence(visit: Visit, folder: Path) -> None:
    """Ten games, two different ones, had an interval as of ten."""
    played_here(folder / "901.run", "alphabeta", "greedy", games=6).close()
    page = visit("arena&run=901")
    page.get_by_text("2 different games of 6: the others are copies").wait_for()
    page.close()


@pytest.mark.slow
def test_notes_about_agents_are_shown(visit: Visit, folder: Path) -> None:
    """Alpha-beta under a limit is iterative deepening; to a depth that it never finishes it plays anything."""
    agents, control = ("alphabeta", "minimax(depth=9)"), TimeControl(nodes=60)
    plan = Plan("connect4", agents, control=control, games=2, in_process=True)
    with begin(plan.normalized(), folder / "902.run") as store:
        play(store, 1)
    page = visit("arena&run=902")
    page.get_by_text("The depth of Alpha-beta was left open: it plays as Iterative deepening.").wait_for()
    page.get_by_text("moves of Minimax (depth=9) were stopped before any depth was finished").wait_for()
    page.close()
    page = visit("arena&run=902", "pt-BR")
    page.get_by_text("A profundidade de Alfa-beta ficou em aberto").wait_for()
    page.close()


@pytest.mark.slow
def test_a_run_to_try_is_forecast_and_warned_of(visit: Visit) -> None:
    """One page: what is proposed, how long it takes, what is not as it looks, and seats that are kept."""
    page = visit("arena", "pt-BR")
    page.get_by_role("button", name="Aprofundamento iterativo contra Monte Carlo").click()
    page.get_by_text("20 partidas ao todo").wait_for()
    page.get_by_text("Estimativa com base nos limites").wait_for()
    page.get_by_text("com os lados trocados").wait_for()
    page.get_by_label("Agente 1", exact=True).select_option("alphabeta")
    page.locator(".warnings", has_text="A profundidade de Alfa-beta ficou em aberto").wait_for()
    page.get_by_label("Sem troca de lados").check()
    page.get_by_text("cada abertura é jogada uma vez").wait_for()
    page.get_by_label("Nós por jogada").fill("")
    page.get_by_label("Segundos por jogada").fill("0,05")
    page.get_by_label("Agente 1", exact=True).select_option("=")
    page.get_by_label("Agente 1: especificação").fill("minimax(depth=12)")
    page.locator(".warnings", has_text="serão interrompidas antes do fim").wait_for()
    page.close()


@pytest.mark.slow
def test_standings_change_places_and_say_so(visit: Visit, folder: Path) -> None:
    """A run grows from one pair to all: rows change places, and marks say so to who wants no motion."""
    agents = ("random", "greedy", "alphabeta(depth=1)")
    played_here(folder / "whole", *agents, format="round-robin", games=8).close()
    path = folder / "903.run"
    path.write_bytes((folder / "whole").read_bytes())
    with closing(connect(path)) as db, db:
        db.execute("DROP TABLE seals")  # or it would be a damaged run
        for table, column in (("moves", "game"), ("games", "number"), ("pairs", "number * 2")):
            db.execute(f"DELETE FROM {table} WHERE {column} >= 2")
    page = visit("arena&run=903")
    page.locator(".far", has_text="2 of 24").wait_for()
    rows = page.locator("table.standings tbody tr")
    assert [row.get_attribute("data-agent") for row in rows.all()] == [
        "Greedy",
        "Random",
        "Alpha-beta (depth=1)",
    ]
    assert page.locator(".climb").count() == 0
    (folder / "whole").replace(path)
    page.locator(".far", has_text="24 of 24").wait_for()
    assert [row.get_attribute("data-agent") for row in rows.all()] == [
        "Alpha-beta (depth=1)",
        "Greedy",
        "Random",
    ]
    told = [row.locator(".climb").inner_text() for row in rows.all()]
    assert told == ["▲\nup 2 places", "▼\ndown one place", "▼\ndown one place"]
    assert page.evaluate("document.getAnimations().length") == 0
    page.close()


def test_no_number_of_the_standings_is_cut_off_and_a_pair_has_one_elo(visit: Visit, folder: Path) -> None:
    """At 1366 pixels "26 of 165" read "26 of 16"; two agents had +43 above and +89 below."""
    laptop = {"width": 1366, "height": 768}
    pair = ("deepening(seconds=0.01)", "mcts(rounds=1000000)")
    control = TimeControl(nodes=20_000)
    for number, agents in (("906", pair), ("907", (*pair, "random", "alphabeta(depth=4)"))):
        options: dict[str, Any] = {"game": "connect4", "control": control, "games": 2}
        options["format"] = "match" if len(agents) == 2 else "round-robin"
        with played_here(folder / f"{number}.run", *agents, openings="random(2)", **options) as store:
            judge(store)
        page = visit(f"arena&run={number}", "en", laptop)
        table = page.locator("table.standings")
        table.get_by_text("of", exact=False).first.wait_for()
        right, room = table.evaluate(
            "e => [e, e.closest('.card')].map(each => each.getBoundingClientRect().right)"
        )
        assert right < room
        heads = [head.inner_text() for head in table.locator("thead th").all()]
        assert "Blunders" in heads
        assert ("Elo" in heads) == (len(agents) > 2)
        assert page.locator("table.pairs thead").get_by_text("Elo", exact=True).count() == 1
        page.close()


def test_what_is_proposed_to_try_is_called_by_what_plays(visit: Visit) -> None:
    """What was called "Alpha-beta against Monte Carlo" ran iterative deepening, and the page warned of it."""
    page = visit("arena")
    for name in page.locator(".presets button").all_inner_texts():
        page.get_by_role("button", name=name).click()
        page.locator(".forecast", has_text="Takes").wait_for()
        page.wait_for_timeout(600)  # until the form is asked about
        assert page.locator(".warnings li").count() == 0, name
    page.get_by_role("button", name="Iterative deepening against Monte Carlo").click()
    chosen = page.locator(".run-agents select").evaluate_all("all => all.map(each => each.value)")
    assert chosen == ["deepening", "mcts"]
    page.close()


@pytest.mark.slow
def test_a_game_opens_where_it_was_decided_and_leads_to_the_other_pages(visit: Visit, folder: Path) -> None:
    from playwright.sync_api import expect

    with played_here(folder / "905.run", "random", "alphabeta", games=6, openings="random(1)") as store:
        judge(store)
        (game,) = next(store.query("SELECT game FROM losses WHERE value < best"))
    page = visit(f"arena&run=905&game={game + 1}")
    page.locator("tr[aria-current] .turning").wait_for()
    assert page.locator("tr[aria-current] .blunder").inner_text().startswith("?")
    page.get_by_text("Here the game turned").wait_for()
    page.wait_for_url(re.compile("&ply=[0-9]+$"))
    here, stones = page.url, page.locator(".replay-board .stone")
    shown = int(here.rpartition("=")[2]) + 1  # with the one of the opening
    expect(stones).to_have_count(shown, timeout=60_000)
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".board .stone")).to_have_count(shown, timeout=60_000)
    page.goto(here)  # the address of the very position
    page.locator("tr[aria-current] .turning").wait_for()
    expect(stones).to_have_count(shown, timeout=60_000)  # the page may draw it twice
    page.close()


@pytest.mark.campaign
def test_options_become_a_spec(visit: Visit) -> None:
    page = visit("arena")
    page.get_by_label("Agent 1", exact=True).select_option("alphabeta")
    row = page.locator(".entrants li").first
    row.locator("summary").click()
    row.get_by_label("depth").fill("4")
    assert row.locator("code").inner_text() == "alphabeta(depth=4)"
    page.locator("#language").click()
    page.get_by_role("button", name="Começar").wait_for()
    assert page.locator(".entrants li").first.locator("code").inner_text() == "alphabeta(depth=4)"


@pytest.mark.parametrize(("language", "screen"), [at_leisure("en", DESK), ("pt-BR", PHONE)])
@pytest.mark.slow
def test_a_game_is_replayed_with_the_keyboard(
    language: str, screen: dict[str, int], visit: Visit, played: str
) -> None:
    page = visit(f"arena&run={played}&game=1", language, screen)
    board = page.locator(".replay-board")
    board.wait_for()
    stones = board.locator(".stone")
    page.wait_for_url(re.compile("&ply=[0-9]+$"))  # a link to this very position
    moves = page.locator(".replay-moves tbody tr").count() - 1
    before = stones.count() - moves  # of the opening
    assert before == 4
    board.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert stones.count() == before + 2
    assert page.locator("tr[aria-current] td").first.inner_text() == "2"
    page.keyboard.press("End")
    assert stones.count() == before + moves
    page.locator(".replay input[type=range]").fill("1")
    assert stones.count() == before + 1
    page.locator(".replay-moves tbody button").nth(2).click()
    assert stones.count() == before + 2
    assert not is_wide(page)


@pytest.mark.campaign
def test_a_game_plays_by_itself(visit: Visit, played: str) -> None:
    page = visit(f"arena&run={played}")
    page.locator(".latest a").first.click()
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Play by itself").click()
    page.locator("tr[aria-current] td", has_text="1").first.wait_for()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("link", name="Close").click()
    page.locator(".replay").wait_for(state="detached")


@pytest.mark.slow
def test_all_games_are_listed_and_counted_from_one(visit: Visit, played: str) -> None:
    page = visit(f"arena&run={played}")
    page.get_by_text("All games").click()
    rows = page.locator(".all-games tbody tr")
    rows.nth(5).wait_for()
    assert [row.locator("th").inner_text() for row in rows.all()] == list("123456")
    page.get_by_text("Games 1 to 6 of 6").wait_for()
    which = page.locator(".all-games select").nth(1)
    which.select_option("forfeit")
    page.get_by_text("There is no such game.").wait_for()
    page.locator(".all-games select").first.select_option("1")
    which.select_option("draw")
    page.wait_for_url(re.compile("&who=2&show=draw$"))
    page.reload()
    page.locator(".all-games[open]").wait_for()  # what was chosen is in the address
    assert [each.input_value() for each in page.locator(".all-games select").all()] == ["1", "draw"]
    page.locator(".all-games select").first.select_option("")
    which.select_option("all")
    rows.first.locator("a").click()
    page.get_by_role("heading", name="Game 1:").wait_for()
    assert page.title() == f"Game 1, run {played} – plyground"
    page.close()


def test_files_are_taken_home(visit: Visit, played: str, tmp_path: Path) -> None:
    page = visit(f"arena&run={played}")
    page.locator("summary", has_text="Data").click()
    for name in ("games.csv", "run.json", "Grade sheet"):
        with page.expect_download() as started:
            page.get_by_role("link", name=name).click()
        started.value.save_as(tmp_path / name)
    assert "Iterative deepening" not in (tmp_path / "Grade sheet").read_text(
        encoding="utf-8"
    )  # specs, as in all data
    with (tmp_path / "games.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 6
    assert len(json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["games"]) == 6


@pytest.mark.campaign
def test_a_run_that_is_not_there_is_said_so(visit: Visit) -> None:
    page = visit("arena&run=999")
    page.get_by_role("alert").filter(has_text="There is no run 999").wait_for()


@pytest.mark.parametrize(
    ("address", "screen", "colours"),
    [at_leisure("arena", DESK, "light"), ("arena&run={}&game=1", PHONE, "dark")],
)
@pytest.mark.slow
def test_accessibility(
    address: str, screen: dict[str, int], colours: str, visit: Visit, played: str
) -> None:
    page = visit(address.format(played), screen=screen, color_scheme=colours, bypass_csp=True)
    page.locator("table.data").first.wait_for()
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert examined(page) == []


@pytest.mark.campaign
def test_the_styles_of_another_page_do_not_reach_here(visit: Visit, played: str) -> None:
    """The styles of Play stay when Play is left; once its `.side` laid both players' names over each other."""
    page = visit("g=tictactoe")
    page.locator(".board").first.wait_for()
    page.evaluate(f"location.hash = '#arena&run={played}'")
    page.locator(".latest a").first.wait_for()
    first, second = (
        each.bounding_box() for each in page.locator(".latest li").first.locator(".seat-line").all()
    )
    assert first["y"] + first["height"] <= second["y"] + 1
