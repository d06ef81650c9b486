"""A class: students come in by a short code and may do less than the teacher, whatever they ask for."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import numpy as np
import pytest
import typer
import zxingcpp
from websockets.exceptions import InvalidStatus

from helpers.axe_core import barriers
from helpers.browser import page as browser_page
from helpers.laboratory import Laboratory, Page, laboratory
from helpers.visiting import PHONE
from plyground.cli.lab import lab as command
from plyground.ui.web import arena, classroom, exercises, explain, learn, papers, play, security
from plyground.ui.web.protocol import Refused
from plyground.ui.web.qr_code import HALVES, qr_rows, qr_text
from plyground.ui.web.security import CODE_LETTERS, Access
from plyground.ui.web.server import HANDLERS, STUDENTS_MAY
from plyground.ui.web.state import Lab
from plyground.ui.web.validation import Caps

ADDRESS = "http://192.168.178.123:8642/k7m2p9xq"


@contextmanager
def class_of_students() -> Iterator[tuple[Laboratory, str]]:
    """A server with a class, spoken to on this machine, and the code for students."""
    with laboratory("--class", PLYGROUND_LANG="en") as lab:
        assert lab.process.stdout is not None
        lines = [lab.process.stdout.readline().strip() for _ in range(5)]
        assert lines[1:3] == ["This address is yours: whoever has it can do everything.", ""]
        lab.authority = f"127.0.0.1:{lab.authority.rpartition(':')[2]}"
        assert lines[4].startswith("http://")
        yield lab, lines[4].rpartition("/")[2]


def cookie(lab: Laboratory, query: str, before: str = "") -> str:
    """What the server gives to who comes with a query."""
    connection = http.client.HTTPConnection(lab.authority, timeout=60)
    connection.request("GET", f"/?{query}", headers={"Cookie": before} if before else {})
    answer = connection.getresponse()
    assert answer.status == 303
    given = answer.headers["Set-Cookie"].partition(";")[0]
    connection.close()
    return given


def status(lab: Laboratory, path: str, given: str) -> int:
    connection = http.client.HTTPConnection(lab.authority, timeout=60)
    connection.request("GET", path, headers={"Cookie": given})
    number = connection.getresponse().status
    connection.close()
    return number


def come(lab: Laboratory, given: str) -> Page:
    return lab.page(additional_headers={"Cookie": given})


@pytest.mark.slow
def test_students_play_explain_and_do_exercises_and_the_server_refuses_the_rest() -> None:
    with class_of_students() as (lab, code):
        student, teacher = cookie(lab, f"class={code}"), cookie(lab, urlsplit(lab.address).query)
        assert cookie(lab, f"class={code}", teacher) == teacher  # who looks at the students' address stays
        assert [
            status(lab, path, student) for path in ("/", "/runs/1/games.csv", "/trainings/1/curve.csv")
        ] == [200, 403, 403]
        assert status(lab, "/runs/99999/games.csv", teacher) == 404
        assert status(lab, "/trainings/99999/curve.csv", teacher) == 404
        with pytest.raises(InvalidStatus):
            lab.page()
        with come(lab, teacher) as desk:
            assert desk.ask("hello")["hello"]["role"] == "teacher"
            room = desk.ask("classroom")
            assert room["students"] == 0
            assert room["address"].endswith(f"/{code}")
            assert read(room["code"]) == room["address"]
            with come(lab, student) as phone:
                assert phone.ask("hello")["hello"]["role"] == "student"
                for do, fields in (
                    ("runs", {}),
                    ("start_run", {"plan": {"game": "tictactoe", "agents": ["random", "greedy"], "format": "match", "games": 1}}),
                    ("cancel_run", {"run": "1"}),
                    ("papers", {}),
                    ("trainings", {}),
                    ("start_training", {"plan": {"game": "tictactoe", "teacher": "self-play", "model": "line_table"}}),
                    ("stop_training", {"training": "1"}),
                    ("training_lines", {"training": "1", "games": 0}),
                    ("measure", {"claims": ["P0.draws"]}),
                    ("classroom", {}),
                    ("series", {"games": 2}),
                ):  # fmt: skip
                    assert phone.error(do, **fields) == "server.for-teachers", do
                assert phone.do("open", game="tictactoe")["game"] == "tictactoe"
                traced = phone.ask("explain", game="textbook", position="-", agent="alphabeta")
                assert traced["result"]["score"] == 3
                wished = {"kind": "alphabeta", "seed": 1, "tree": "textbook"}
                asked = {"exercise": wished, "task": "root", "answers": {"A": "3", "move": "B"}}
                assert phone.ask("check_exercise", lang="en", **asked)["done"]
                assert desk.take() == {"attendance": {"students": 1}}
            assert desk.take() == {"attendance": {"students": 0}}
            assert "error" not in desk.ask("runs")


def test_what_students_may_do_is_a_list() -> None:
    """A new page is the teacher's until somebody says otherwise."""
    assert (explain.HANDLERS | exercises.HANDLERS).keys() < STUDENTS_MAY
    assert play.HANDLERS.keys() - STUDENTS_MAY == {"series"}
    assert (
        not STUDENTS_MAY & (arena.HANDLERS | learn.HANDLERS | papers.HANDLERS | classroom.HANDLERS).keys()
    )
    assert HANDLERS.keys() > STUDENTS_MAY
    lab = Lab(Caps(), HANDLERS, STUDENTS_MAY, ADDRESS)
    for name in HANDLERS:
        assert lab.handler(name, "teacher") is HANDLERS[name]
        if name not in STUDENTS_MAY:
            with pytest.raises(Refused, match=r"server\.for-teachers"):
                lab.handler(name, "student")
    assert lab.handler("explain", "student") is HANDLERS["explain"]
    with pytest.raises(Refused, match=r"server\.for-teachers"):
        lab.handler("nothing", "student")


@pytest.mark.xdist_group("pages")  # which have the same laboratory
def test_without_a_class_there_is_no_code(lab: Laboratory) -> None:
    with lab.page() as page:
        assert page.ask("hello")["hello"]["role"] is None
        assert page.error("classroom") == "server.no-class"
    assert Access.at("0.0.0.0", 80).class_addresses == ()


def test_a_code_is_short_and_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "own_addresses", lambda: ("192.0.2.7",))
    door = Access.at("0.0.0.0", 8000, for_class=True)
    assert door.token
    assert door.code
    assert door.class_addresses[0] == f"http://192.0.2.7:8000/{door.code}"
    assert re.fullmatch(f"[{CODE_LETTERS}]{{8}}", door.code)
    assert door.code not in repr(door)
    scope = {"path": "/", "headers": [], "query_string": f"token={door.code}".encode()}
    assert door.new_cookie(scope) is None
    scope["query_string"] = f"class={door.code}".encode()
    assert door.new_cookie({**scope, "path": "/protocol.json"}) is None
    given = door.new_cookie(scope)
    assert given
    assert given.endswith("; HttpOnly; SameSite=Lax; Path=/")  # a link in the course's page has to work
    assert door.role([(b"cookie", given.partition(";")[0].encode())]) == "student"
    typed = {"path": f"/{door.code.upper()}/", "headers": [], "query_string": b""}
    assert door.new_cookie(typed) == given  # behind the address, as a phone writes it
    assert door.new_cookie({**typed, "path": f"/runs/{door.code}"}) is None
    assert door.new_cookie({**typed, "path": f"/{door.token}"}) is None
    elsewhere = Access.at("0.0.0.0", 8000, for_class=True)
    assert elsewhere.role([(b"cookie", given.partition(";")[0].encode())]) is None
    plain = Access.at("0.0.0.0", 8000)
    assert plain.role([(b"cookie", f"{plain.cookie}={plain.student_value}".encode())]) is None


def test_a_class_on_this_machine_alone_is_refused() -> None:
    for host in ("127.0.0.1", "localhost", "::1"):
        with pytest.raises(typer.BadParameter, match="leave --host out"):
            command(host=host, for_class=True)


def read(rows: list[str]) -> str:
    """What a reader that is not ours makes of a code."""
    dark = np.array([[int(module) for module in row] for row in rows], dtype=np.uint8)
    picture = np.kron(np.pad(1 - dark, 4, constant_values=1) * 255, np.ones((6, 6), dtype=np.uint8))
    (found,) = zxingcpp.read_barcodes(picture.astype(np.uint8))
    return str(found.text)


@pytest.mark.parametrize("text", [ADDRESS, "http://[2001:db8::7]:65535/k7m2p9xq", "http://a/"])
def test_codes_are_read_by_another_program(text: str) -> None:
    assert read(qr_rows(text)) == text


def test_a_code_in_the_terminal_is_the_same_code() -> None:
    modules = {character: halves for halves, character in HALVES.items()}
    drawn = qr_text(ADDRESS, colour=False).splitlines()
    rows = ["".join(modules[each][half] for each in line) for line in drawn for half in (0, 1)]
    size = len(qr_rows(ADDRESS))
    assert [row[2:-2] for row in rows[2 : 2 + size]] == qr_rows(ADDRESS)
    assert all(len(line) == size + 4 <= 60 for line in drawn)
    assert all(line.startswith("\033[") for line in qr_text(ADDRESS, colour=True).splitlines())


@pytest.mark.slow
@pytest.mark.xdist_group("pages")
def test_who_comes_without_the_code_is_asked_for_it() -> None:
    """It was the bare words "403 Forbidden", which thirty students who type see."""
    from playwright.sync_api import expect

    with class_of_students() as (lab, code), browser_page(bypass_csp=False) as phone:
        answer = phone.goto(f"http://{lab.authority}/?class=wrong")
        assert answer.status == 403
        heads = ["Type the code that your teacher shows", "Digite o código mostrado em sala"]
        assert phone.locator("h2").all_inner_texts() == heads
        assert phone.get_by_text("That was not the code").is_visible()
        assert phone.evaluate("getComputedStyle(document.body).fontSize") == "20px"
        assert phone.goto(f"http://{lab.authority}/wr0ngc0de").status == 403  # typed behind the address
        assert phone.get_by_text("Esse não era o código").is_visible()
        phone.goto(f"http://{lab.authority}/")
        assert phone.get_by_text("That was not the code").count() == 0
        phone.get_by_label("Digite o código").fill(f" {code.upper()} ")
        phone.get_by_role("button", name="Entrar").click()
        expect(phone.locator(".state")).to_contain_text("X", timeout=60_000)


@pytest.mark.slow
@pytest.mark.xdist_group("pages")
def test_the_link_to_an_exercise_lets_students_in() -> None:
    from playwright.sync_api import expect

    with class_of_students() as (lab, code), browser_page(bypass_csp=False) as desk:
        desk.goto(f"http://{lab.authority}/?{urlsplit(lab.address).query}#exercises&k=minimax&seed=7")
        expect(desk.locator(".ex-ask")).to_be_visible(timeout=60_000)
        desk.locator(".ex-setup summary").click()
        link = desk.get_by_role("link", name="Link to this exercise").get_attribute("href")
        assert f"/{code}#exercises" in link
        student = desk.context.browser.new_context().new_page()
        student.goto(f"http://{lab.authority}/{link.rpartition('/')[2]}")
        expect(student.locator(".ex-ask")).to_be_visible(timeout=60_000)
        asked = desk.locator(".ex-command").inner_text()
        assert student.locator(".ex-command").inner_text() == asked


@pytest.mark.slow
@pytest.mark.xdist_group("pages")
def test_the_projectors_page_and_a_students_phone() -> None:
    from playwright.sync_api import expect

    with class_of_students() as (lab, code), browser_page(bypass_csp=True) as desk:
        expect.set_options(timeout=60_000)
        desk.goto(f"http://{lab.authority}/?{urlsplit(lab.address).query}#class")
        expect(desk.locator(".class-address")).to_have_text(re.compile(f"/{code}$"))
        expect(desk.locator(".code")).to_be_visible()
        expect(desk.locator(".count")).to_have_text("0 students are here")
        context = desk.context.browser.new_context(viewport=PHONE, locale="pt-BR")
        phone = context.new_page()
        phone.goto(f"http://{lab.authority}/{code}")
        expect(phone.locator(".state")).to_have_text("Sua vez: X")
        expect(desk.locator(".count")).to_have_text("1 student is here")
        pages = set(phone.locator("nav a:visible").all_inner_texts())
        assert pages >= {"Jogar", "Explicar", "Exercícios"}
        assert not pages & {"Arena", "Aprender", "Artigos", "Turma"}
        assert not phone.locator(".series").is_visible()
        titles = {"arena": "Arena", "learn": "Aprender", "papers": "Artigos", "class": "Turma"}
        for page, title in titles.items():
            phone.goto(f"http://{lab.authority}/#{page}")
            expect(phone.locator("main")).to_have_text(f"{title}Nesta turma, isso é só para docentes.")
        phone.goto(f"http://{lab.authority}/#exercises")
        expect(phone.locator(".ex-ask")).to_be_visible()
        assert {"Arena", "Papers", "Class"} <= set(desk.locator("nav a:visible").all_inner_texts())
        assert not barriers(desk)
        context.close()
        expect(desk.locator(".count")).to_have_text("0 students are here")
        assert not [said for said in desk.complaints if "Error" in said]
