"""The papers as people use them: read a claim, have it measured, see the verdict, choose what to see."""

from __future__ import annotations

import re
from typing import Any

import pytest

from helpers.visiting import DESK, PHONE, Visit, at_leisure, examined, is_wide
from plyground.papers.registry import PAPERS

CLAIMS = {claim.id: claim for paper in PAPERS.values() for claim in paper.CLAIMS}


pytestmark = pytest.mark.xdist_group("pages")  # a browser takes all the cores that there are


def card(page: Any, claim: str) -> Any:
    return page.locator(f".claim[data-claim='{claim}']")


@pytest.mark.parametrize(
    ("language", "screen", "colours", "verdict"),
    [("en", DESK, "light", "contradicted"), at_leisure("pt-BR", PHONE, "dark", "refutado")],
)
@pytest.mark.slow
def test_a_claim_is_measured(
    language: str, screen: dict[str, int], colours: str, verdict: str, visit: Visit
) -> None:
    page = visit("papers&claim=P2.leaves", language, screen, color_scheme=colours)
    leaves = card(page, "P2.leaves")
    leaves.locator(".claim-run").click()
    page.locator("#status", has_text=f"P2.leaves: {verdict}.").wait_for(state="attached")
    leaves.locator(".verdict b", has_text=verdict).wait_for()
    assert ("255,168" if language == "en" else "255.168") in leaves.inner_text()
    assert leaves.locator("h3").inner_text() == CLAIMS["P2.leaves"].says(language)
    assert leaves.locator("h3").get_attribute("lang") is None
    assert leaves.locator("dd").first.get_attribute("lang") == ("pt-BR" if language == "en" else None)
    assert not is_wide(page)
    page.reload()
    leaves.locator(".verdict b", has_text=verdict).wait_for()
    leaves.locator(".took", has_text="measured" if language == "en" else "medido em").wait_for()


@pytest.mark.slow
def test_papers_are_called_by_their_names_and_folded_on_a_phone(visit: Visit) -> None:
    page = visit("papers", "pt-BR", PHONE)
    page.get_by_role("heading", name="MTT contra alfa-beta (Unioeste, 2025)").wait_for()
    headings = page.locator(".paper h2").all_inner_texts()
    assert not [heading for heading in headings if re.match(r"P\d", heading)]
    assert page.locator(".claim:visible").count() == 0
    assert page.evaluate("document.documentElement.scrollHeight") < 6_000  # it was 33,626
    page.locator("summary", has_text="20 afirmações").click()
    assert page.locator(".claim:visible").count() == 20
    assert not is_wide(page)
    page.evaluate("location.hash = '#papers&claim=P0.draws'")
    page.locator(".claim[data-claim='P0.draws']:focus").wait_for()
    assert page.title() == "P0.draws, Artigos – plyground"


@pytest.mark.slow
def test_a_claim_leads_to_its_position_on_the_other_pages(visit: Visit) -> None:
    page = visit("papers&claim=P2.win-1")
    links = card(page, "P2.win-1").locator(".claim-links a")
    links.first.wait_for()
    assert [link.get_attribute("href") for link in links.all()] == [
        "#explain&g=tictactoe&pos=2+1+8+5+9&a=p2.alphabeta",
        "#g=tictactoe&pos=2+1+8+5+9&o=p2.alphabeta",
        "#g=tictactoe&pos=2+1+8+5+9&v=1",
    ]
    assert card(page, "P2.states").locator(".claim-links").count() == 0
    links.nth(1).click()
    page.locator(".board .stone").nth(5).wait_for()  # the paper's player has replied


@pytest.mark.slow
def test_readings_stand_side_by_side_in_the_language_of_the_page(visit: Visit) -> None:
    page = visit("papers", "pt-BR")
    several = card(page, "P1.best-move-bug")
    several.locator(".claim-run").click()
    several.locator(".verdict b", has_text="depende da interpretação").wait_for()
    told = [each.inner_text() for each in several.locator(".readings li").all()]
    assert (
        told[1] == "o erro só na raiz: em 59 de 4.520 posições a jogada desperdiça o resultado (refutado)"
    )
    assert [each.split()[-1] for each in told] == ["(exato)", "(refutado)", "(refutado)"]
    assert "Não se sabe que programa jogou a Figura 1" in several.inner_text()
    assert several.locator("[lang='en']").count() == 0
    assert not is_wide(page)


@pytest.mark.campaign
def test_every_claim_has_a_card_that_its_address_leads_to(visit: Visit) -> None:
    page = visit("papers&claim=P4.table1-wins")
    card(page, "P4.table1-wins").wait_for()
    assert page.locator(".claim").count() == len(CLAIMS)
    assert card(page, "P4.table1-wins").evaluate("card => card === document.activeElement")
    page.evaluate("location.hash = '#papers&claim=P0.draws'")
    page.wait_for_function("document.activeElement.dataset.claim === 'P0.draws'")


@pytest.mark.campaign
def test_a_paper_is_measured_claim_by_claim_until_it_is_stopped(visit: Visit) -> None:
    page = visit("papers")
    page.get_by_role("button", name=re.compile(r"^Measure the .*paper: Alpha-beta in JavaScript")).click()
    card(page, "P2.win-2").locator(".verdict b").wait_for()
    page.get_by_role("button", name="Stop measuring: Alpha-beta in JavaScript").click()
    rest = page.get_by_role("button", name="Measure the rest of the paper: Alpha-beta in JavaScript")
    rest.wait_for()
    measured = page.locator(".claim[data-verdict='exact']").count()
    assert 2 <= measured < 17
    card(page, "P3.ratio").locator(".claim-run").click()
    card(page, "P3.ratio").locator(".verdict b").wait_for()
    assert (
        page.locator("#paper-P2 >> xpath=ancestor::section").locator(".claim[data-state='queued']").count()
        == 0
    )


@pytest.mark.slow
def test_filters_choose_by_paper_and_by_verdict(visit: Visit) -> None:
    page = visit("papers")
    card(page, "P2.states").locator(".claim-run").click()
    card(page, "P2.states").locator(".verdict b", has_text="exact").wait_for()
    page.locator("input[name=verdict][value=exact]").check()
    chosen = page.locator(".claim:visible")  # those of tests before are known to the server too
    assert {each.get_attribute("data-verdict") for each in chosen.all()} == {"exact"}
    assert card(page, "P2.states").is_visible()
    exact = page.locator(".claim[data-claim^='P2.'][data-verdict='exact']").count()
    page.locator("input[name=paper][value=P1]").check()
    assert page.get_by_text("No claim matches.").is_visible()
    page.keyboard.press("ArrowRight")
    assert page.locator(".claim:visible").count() == exact
    page.reload()  # filters are in the address
    card(page, "P2.states").wait_for()
    assert page.locator(".claim:visible").count() == exact
    page.evaluate("location.hash = '#papers&claim=P0.draws'")
    page.wait_for_function("document.activeElement.dataset.claim === 'P0.draws'")


@pytest.mark.campaign
def test_the_claims_of_a_paper_are_one_tab_stop(visit: Visit) -> None:
    page = visit("papers")
    card(page, "P0.draws").wait_for()
    for paper in page.locator(".claims").all():
        assert paper.locator("[tabindex='0']").count() == 1
    page.get_by_role("button", name=re.compile(r"^Measure the .*paper: MTT against")).focus()
    page.keyboard.press("Tab")  # to what folds them
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('.claim').dataset.claim") == "P0.nodes-mtt"


@pytest.mark.parametrize(("language", "colours"), [("pt-BR", "dark")])
@pytest.mark.slow
def test_accessibility(language: str, colours: str, visit: Visit) -> None:
    page = visit("papers", language, color_scheme=colours, bypass_csp=True)
    for claim in ("P2.leaves", "P2.states"):
        card(page, claim).locator(".claim-run").click()
    card(page, "P2.states").locator(".verdict b").wait_for()
    page.locator("input[name=paper][value=P2]").check()
    assert examined(page) == []
