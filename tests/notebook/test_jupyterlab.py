"""The widgets in a real JupyterLab, with a real kernel, in a real browser: run by `make test-notebook`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers import browser
from helpers.jupyter import jupyter_lab, notebook_of, open_notebook, run_all

pytestmark = pytest.mark.campaign

PLAYED = [
    'import plyground as pg\n\nboard = pg.notebook.Board("connect4", lambda position: position.moves()[0])\nboard',
    "film = pg.notebook.Explain(pg.textbook())\nfilm",
    "pg.connect4().parse('4453')",
]
ASKED = "print('moves', *board.moves, 'step', film.step)"


@pytest.fixture(scope="module", params=["JupyterLab Light", "JupyterLab Dark"])
def lab(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Any, str]]:
    """A page with a notebook whose cells have run, and the theme."""
    folder: Path = tmp_path_factory.mktemp("notebooks")
    (folder / "play.ipynb").write_text(notebook_of(PLAYED))
    with jupyter_lab(folder, request.param) as address, browser.page() as page:
        page.set_default_timeout(60_000)
        open_notebook(page, address, "play.ipynb")
        run_all(page)
        page.locator(".plyground-widget .board.standing").wait_for()
        page.locator(".plyground-widget .tree").wait_for()
        yield page, request.param


def ask_python(page: Any, code: str) -> str:
    """What the kernel prints for some code, after all that it has been sent before."""
    script = """async (code) => {
        const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
        let printed = "";
        const future = kernel.requestExecute({ code });
        future.onIOPub = (message) => { printed += message.content.text ?? message.content.evalue ?? ""; };
        await future.done;
        return printed;
    }"""
    return str(page.evaluate(script, code)).strip()


def test_a_click_plays_and_the_agent_in_the_notebook_replies(lab: tuple[Any, str]) -> None:
    page, _ = lab
    widget = page.locator(".plyground-widget").first
    widget.locator("[data-cell='3']").click()
    widget.locator(".last-move strong").get_by_text("O plays column 1").wait_for()
    assert ask_python(page, ASKED).startswith("moves 4 1 ")


def test_keys_play_and_take_back(lab: tuple[Any, str]) -> None:
    page, _ = lab
    widget = page.locator(".plyground-widget").first
    widget.get_by_role("button", name="New game").click()
    widget.locator(".last-move").wait_for(state="hidden")
    widget.locator("[data-cell='38']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    widget.locator(".last-move strong").wait_for()
    assert ask_python(page, ASKED).startswith("moves 5 1 ")
    page.keyboard.press("u")
    widget.locator(".last-move").wait_for(state="hidden")
    assert ask_python(page, ASKED).startswith("moves step")


def test_values_are_shown_on_request(lab: tuple[Any, str]) -> None:
    page, _ = lab
    widget = page.locator(".plyground-widget").first
    ask_python(page, "board.position = pg.connect4().parse('444444')")
    widget.get_by_role("button", name="Values").click()
    widget.locator(".strip .worth").first.wait_for()
    said = widget.locator(".strip").inner_text()
    assert said.count("wins in 35 plies") == 2
    widget.get_by_role("button", name="Values").click()
    widget.locator(".strip").wait_for(state="hidden")


def test_a_search_is_stepped_through_from_both_sides(lab: tuple[Any, str]) -> None:
    page, _ = lab
    film = page.locator(".plyground-widget").nth(1)
    ask_python(page, "film.step = 0")
    film.get_by_text("Step 0 of 16").wait_for()
    film.get_by_role("button", name="Next cut").click()
    film.locator(".sentence[data-kind='cut']").wait_for()
    page.wait_for_timeout(500)  # the step is told when the film rests
    assert int(ask_python(page, ASKED).rpartition(" ")[2]) > 0
    ask_python(page, "film.step = 16")
    film.get_by_text("Step 16 of 16").wait_for()


def test_widgets_and_pictures_suit_the_theme(lab: tuple[Any, str]) -> None:
    page, theme = lab
    widget = page.locator(".plyground-widget").first
    assert widget.get_attribute("data-theme") == ("dark" if theme.endswith("Dark") else "light")
    assert page.locator(".jp-OutputArea img[alt^='.......']").count() == 1


def test_nothing_leaks_into_the_notebook(lab: tuple[Any, str]) -> None:
    """Our style sheets have rules for buttons and paragraphs: those of the notebook stay as they are."""
    page, _ = lab
    rules = page.evaluate(
        """() => [...document.styleSheets].flatMap((sheet) => {
            try { return [...sheet.cssRules]; } catch { return []; }
        }).filter((rule) => rule.cssText.includes("--on-disc")).map((rule) => rule.selectorText)"""
    )
    assert rules
    assert all(selector.startswith(".plyground-widget") for selector in rules)


def test_the_browser_has_nothing_to_complain_about(lab: tuple[Any, str]) -> None:
    page, _ = lab
    ours = [said for said in page.complaints if "plyground" in said.lower() or "anywidget" in said.lower()]
    assert not ours
    assert all(asked.startswith(("http://127.0.0.1:", "data:", "blob:")) for asked in page.asked)
