"""What strangers do to a server: other sites' pages, broken clients, floods. It refuses, and goes on serving."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
import socket
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from helpers.command import PATIENCE, wait_until
from helpers.laboratory import Laboratory, Page, laboratory
from plyground.ui.web import security
from plyground.ui.web.connection import Connection
from plyground.ui.web.protocol import protocol
from plyground.ui.web.security import HEADERS, Access
from plyground.ui.web.serialize import without_paths
from plyground.ui.web.state import Lab
from plyground.ui.web.state import Page as StatePage
from plyground.ui.web.transport import Gone, TokenBucket
from plyground.ui.web.validation import Caps

pytestmark = pytest.mark.xdist_group("security")  # so that its laboratories are started once
SMALL = {
    "connections": 6,
    "burst": 30,
    "rate": 0.01,
    "excess": 10,
    "idle": 600,
    "outbox": 20,
    "patience": 0.5,
}
SECRETS = re.compile(rb"Traceback|site-packages|/work/|/usr/|/home/|/tmp/|\.py\b|root:")


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    runs = str(tmp_path_factory.mktemp("runs"))
    with laboratory(caps={"burst": 10_000}, PLYGROUND_RUNS=runs) as running:
        yield running
        assert running.process.poll() is None
        with running.page() as page:
            assert page.do("open", game="tictactoe")["text"] == ".../.../..."


@pytest.fixture(scope="module")
def small() -> Iterator[Laboratory]:
    """One that allows little of everything."""
    with laboratory(caps=SMALL) as running:
        yield running


def talk(lab: Laboratory, data: bytes, seconds: float = PATIENCE) -> bytes:
    """What comes back on a bare connection until it is closed."""
    host, _, port = lab.authority.rpartition(":")
    heard = b""
    with socket.create_connection((host, int(port)), timeout=seconds) as plain:
        plain.sendall(data)
        with suppress(TimeoutError, ConnectionResetError):
            while chunk := plain.recv(65_536):
                heard += chunk
    return heard


def status(lab: Laboratory, request: str, *headers: str) -> int:
    """The status of a request that is written by hand."""
    own = [] if any(h.lower().startswith("host:") for h in headers) else [f"Host: {lab.authority}"]
    lines = [f"{request} HTTP/1.1", *own, *headers, "Connection: close", "", ""]
    answer = talk(lab, "\r\n".join(lines).encode("utf-8", "surrogateescape"))
    assert not SECRETS.search(answer.partition(b"\r\n\r\n")[2]), answer
    return int(answer.split()[1])


# ---------------------------------------------------------------- whom the server answers


def test_only_its_own_names_are_answered(lab: Laboratory) -> None:
    port = lab.authority.rpartition(":")[2]
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}", f"LocalHost:{port}"):
        assert status(lab, "GET /protocol.json", f"Host: {host}") == 200
    for host in (
        *("evil.example", f"evil.example:{port}", "127.0.0.1", "localhost", "127.0.0.1:1", ""),
        *(f"127.0.0.1:{port}.evil.example", f"evil.example@127.0.0.1:{port}", f"localhost.:{port}"),
        *(f"0.0.0.0:{port}", f"127.0.0.2:{port}", f"127.1:{port}"),
    ):
        assert status(lab, "GET /protocol.json", f"Host: {host}") == 421
    assert status(lab, "GET /", f"Host: {lab.authority}", "Host: evil.example") in (400, 421)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "https://{}",
        "http://{}.evil.example",
        "http://127.0.0.1",
        "http://{}/",
    ],
)
def test_pages_of_other_sites_get_no_socket(lab: Laboratory, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Page(lab.authority, origin=origin.format(lab.authority) if origin else None)
    assert refused.value.response.status_code == 403


def test_a_socket_needs_the_right_host_and_path(lab: Laboratory) -> None:
    handshake = (
        "GET {} HTTP/1.1\r\nHost: {}\r\nOrigin: http://{}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    evil = "evil.example:" + lab.authority.rpartition(":")[2]
    for path, host in (
        ("/ws", evil),
        ("/", lab.authority),
        ("/ws/", lab.authority),
        ("/protocol.json", evil),
    ):
        assert b" 403 " in talk(lab, handshake.format(path, host, host).encode()).splitlines()[0]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
def test_writing_methods_are_refused(lab: Laboratory, method: str) -> None:
    assert status(lab, f"{method} /", "Content-Length: 0") == 405


def test_a_form_of_another_site_does_nothing(lab: Laboratory) -> None:
    forged = ("Origin: http://evil.example", "Content-Type: text/plain", "Content-Length: 9")
    assert status(lab, "POST /ws", *forged) == 405
    assert status(lab, "GET /", "Content-Length: 9") == 413
    assert status(lab, "GET /", "Transfer-Encoding: chunked") == 413


@pytest.mark.parametrize(
    "path", ["/", "/protocol.json", "/catalogue/en.json", "/nothing", "/static/js/main.js"]
)
def test_every_response_has_its_headers(lab: Laboratory, path: str) -> None:
    connection = http.client.HTTPConnection(lab.authority)
    connection.request("HEAD", path)
    response = connection.getresponse()
    given = {name: response.headers[name] for name in HEADERS}
    connection.close()
    assert given == HEADERS
    assert "unsafe" not in given["content-security-policy"]
    assert response.headers["server"] is None
    assert response.headers["access-control-allow-origin"] is None


# ---------------------------------------------------------------- what is asked for


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/static/../protocol.py",
            "/static/js/../../app.py",
            "/static/js/..%2f..%2fapp.py",
            "/static/js/%2e%2e/app.py",
        ),
        *(
            "//etc/passwd",
            "/static//etc/passwd",
            "/static/js//etc/passwd",
            "/etc/passwd",
            "/static/js/main.js%00",
        ),
        *(
            "/static/js/main.js%00.css",
            "/static/js/..\\..\\app.py",
            "/static/js/",
            "/static/",
            "/static/css/main.js",
        ),
        *("/catalogue/..%2fserver.toml", "/catalogue/en", "/catalogue/xx.json", "/catalogue/en.json/x"),
        *("/runs/..%2f..%2fetc/passwd", "/runs/1/..%2frun.json", "/runs/%00/run.json", "/runs/-1/run.json"),
        *(
            "http://evil.example/",
            "/index.html",
            "/%ff%fe",
            "/ws",
            "/.git/config",
            "/protocol.json/..",
            "/%",
            "*",
        ),
    ],
)
def test_no_other_files_are_served(lab: Laboratory, path: str) -> None:
    assert status(lab, f"GET {path}") in (400, 404)


def test_requests_that_are_none(lab: Laboratory) -> None:
    requests = (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),  # TLS
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + lab.authority.encode() + b"\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        b"\xff" * 5_000,
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 10_000,
    )
    with ThreadPoolExecutor() as callers:
        answers = list(callers.map(lambda data: talk(lab, data, seconds=0.5), requests))
    for answer in answers:
        assert answer == b"" or int(answer.split()[1]) in (400, 404, 421, 431)
        assert not SECRETS.search(answer)


# ---------------------------------------------------------------- what is said on a socket


def closed(page: Page) -> str:
    """The key of the sentence with which the server ends a connection, or the code if it has none."""
    try:
        while "closing" not in page.take():
            pass
        key: str = page.pushed[-1]["closing"]["key"]
        return key
    except ConnectionClosed as end:
        return str(end.rcvd.code if end.rcvd else "cut")


@pytest.mark.parametrize(
    "text",
    [
        *("", "hello", "{", "[]", "null", "3", '"do"', '{"do": "hello"}', '{"id": null, "do": "hello"}'),
        *('{"id": -1, "do": "hello"}', '{"id": 1e400, "do": "hello"}', '{"id": NaN, "do": "hello"}'),
        *('{"id": true, "do": "hello"}', '{"id": ' + "9" * 5_000 + "}", "[" * 60_000, '{"a":' * 10_000),
        '{"id": 1, "do": "move", "move": Infinity}',
    ],
    ids=lambda text: text[:20],
)
def test_unreadable_message_closes_the_connection(lab: Laboratory, text: str) -> None:
    with lab.page() as page:
        page.socket.send(text)
        assert closed(page) == "server.unreadable"


def test_binary_frames_end_the_connection(lab: Laboratory) -> None:
    with lab.page() as page:
        page.socket.send(b'{"id": 1, "do": "hello"}')
        assert closed(page) == "server.unreadable"


def test_a_message_that_is_too_large_ends_the_connection(lab: Laboratory) -> None:
    with lab.page() as page:
        page.socket.send('{"id": 1, "do": "open", "game": "' + "x" * 65_536 + '"}')
        assert closed(page) == "1009"
    with lab.page() as page:  # the same in many small pieces
        with suppress(ConnectionClosed):  # it may end before the last piece
            page.socket.send("x" * 1_000 for _ in range(70))
        assert closed(page) in ("1009", "cut")


@pytest.mark.parametrize(
    "frame",
    [
        b"\x81\x05hello",  # not masked
        b"\xf1\x80" + bytes(4),  # reserved bits
        b"\x83\x80" + bytes(4),  # an unknown kind
        b"\x80\x80" + bytes(4),  # goes on with nothing
        b"\x89\xfe\x00\x7e" + bytes(130),  # a ping that is too long
        b"\x81\xff" + struct.pack("!Q", 2**62) + bytes(4),  # an unearthly length
        b"\x81\x84" + bytes(4) + b"\xff\xfe\xfd\xfc",  # no UTF-8
        b"\x88\x81" + bytes(5),  # a goodbye of one byte
    ],
)
def test_frames_that_break_the_rules_end_the_connection(lab: Laboratory, frame: bytes) -> None:
    with lab.page() as page:
        page.socket.socket.sendall(frame)
        assert closed(page) in ("1002", "1007", "1009", "cut", "server.unreadable")


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "nothing"},
        {"do": "__class__"},
        {"do": "hello", "more": 1},
        {"do": "move", "move": 4},
        {"do": "move", "move": None},
        {"do": "move", "move": "\ud800"},
        {"do": "go", "ply": 1e300},
        {"do": "go", "ply": -1},
        {"do": "go", "ply": 0.5},
        {"do": "put", "cell": 2**70},
        {"do": "seat", "player": 0, "agent": "random", "seconds": 1e-300},
        {"do": "open", "game": {"__proto__": "x"}},
        {"do": "series", "games": 10**9},
        {"do": "explain", "game": "connect4", "position": "-", "agent": "minimax", "rows": 10**12},
    ],
    ids=json.dumps,
)
def test_request_outside_the_protocol_is_refused(lab: Laboratory, fields: dict[str, Any]) -> None:
    with lab.page() as page:
        page.asked[1] = "hello"
        page.socket.send(json.dumps({"id": 1, **fields}))
        assert page.reply(1)["error"]["key"] == "server.bad-request"
        page.number = 1
        assert "hello" in page.ask("hello")


def test_texts_of_all_kinds_are_answered_in_words(lab: Laboratory) -> None:
    texts = [
        "<script>alert(1)</script>",
        "'); DROP TABLE",
        "\0",
        "\u202e",
        "4" * 2_000,
        "../../etc/passwd",
        "{0}",
        "%s",
    ]
    with lab.page() as page:
        page.do("open", game="connect4")
        for text in texts:
            assert page.do("move", move=text[:200])["note"]["tone"] == "error"
            assert page.do("set_up", text=text)["note"]["tone"] == "error"
            assert page.error("open", game=text) in ("server.no-game", "server.unknown-game")
            assert page.error("open", game="connect4", position=text) == "server.no-position"
            refused = page.error("seat", player=0, agent=text)
            assert refused in ("server.no-agent", "server.unknown-agent")


def test_nonsense_of_every_request_is_answered_once(lab: Laboratory) -> None:
    chance = random.Random(2026)
    odd: list[Any] = [
        None,
        True,
        -1,
        0,
        1.5,
        2**60,
        "",
        "x",
        "connect4",
        "-",
        "1",
        [],
        {},
        ["x"],
        {"agent": "x"},
    ]
    with lab.page() as page:
        page.do("open", game="tictactoe")
        for name, request in protocol()["requests"].items():
            wanted = [field.removesuffix("?") for field in request["fields"]]
            for _ in range(8):
                fields = {field: chance.choice(odd) for field in wanted if chance.random() < 0.9}
                if name in ("start_run", "measure"):
                    fields = dict.fromkeys(wanted)  # nothing is to be begun
                number = page.send(name, **fields)
                assert number not in page.replies
                page.reply(number)
        assert page.do("open", game="tictactoe")["played"] == []


# ---------------------------------------------------------------- too much


def test_a_flood_is_refused_and_then_ended(small: Laboratory) -> None:
    with small.page() as page:
        numbers = [page.send("cancel") for _ in range(30)]
        assert all("error" not in page.reply(number) for number in numbers)
        assert page.reply(page.send("cancel"))["error"]["key"] == "server.too-fast"
        with suppress(ConnectionClosed):
            for _ in range(30):
                page.send("cancel")
        assert closed(page) == "server.too-fast"


def test_requests_come_back_with_time() -> None:
    bucket = TokenBucket(3, 2.0, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5), bucket.take(0.5)] == [True, False]
    assert bucket.overdrawn == 2
    assert bucket.take(100.0)
    assert bucket.overdrawn == 0


def test_number_of_connections_is_capped(small: Laboratory) -> None:
    pages: list[Page] = []
    while len(pages) < SMALL["connections"]:
        pages.append(small.page())
        if "re" not in pages[-1].ask("cancel"):
            break
    with small.page() as late:
        assert closed(late) == "server.crowded"
    pages.pop().__exit__()
    wait_until(lambda: not _is_crowded(small))
    for page in pages:
        page.__exit__()


def _is_crowded(lab: Laboratory) -> bool:
    with lab.page() as page:
        try:
            return "re" not in page.ask("cancel")
        except ConnectionClosed:
            return True


def test_a_page_that_says_nothing_for_long_is_closed() -> None:
    with laboratory(caps=SMALL | {"idle": 0.7}) as lab, lab.page() as page:
        assert closed(page) == "server.idle"


def test_a_page_that_does_not_listen_is_given_up() -> None:
    with laboratory(caps=SMALL | {"burst": 10_000}) as lab:
        host, _, port = lab.authority.rpartition(":")
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        narrow.connect((host, int(port)))
        with lab.page(sock=narrow) as page:
            with suppress(ConnectionClosed, OSError):
                for _ in range(4_000):
                    page.send("hello")
            assert closed(page) in ("server.slow", "1008", "cut")
        assert lab.process.poll() is None


# ---------------------------------------------------------------- other machines


def test_other_machines_need_the_token() -> None:
    with laboratory("--host", "0.0.0.0") as lab:
        port = lab.authority.rpartition(":")[2]
        token = lab.address.rpartition("?token=")[2]
        lab.authority = f"127.0.0.1:{port}"
        assert len(token) >= 32
        for path in ("/", "/?token=", "/?token=wrong", "/protocol.json", f"/protocol.json?token={token}"):
            assert status(lab, f"GET {path}") == 403
        assert status(lab, "GET /", f"Host: evil.example:{port}") == 421
        with pytest.raises(InvalidStatus):
            lab.page()
        answer = talk(
            lab,
            f"GET /?token={token} HTTP/1.1\r\nHost: {lab.authority}\r\nConnection: close\r\n\r\n".encode(),
        )
        (cookie,) = re.findall(rb"set-cookie: ([^;]+); HttpOnly; SameSite=Strict; Path=/\r\n", answer)
        assert answer.startswith(b"HTTP/1.1 303 ")
        assert token.encode() not in answer
        assert status(lab, "GET /", f"Cookie: a=b; {cookie.decode()}") == 200
        assert status(lab, "GET /", f"Cookie: {cookie.decode()}x") == 403
        with lab.page(additional_headers={"Cookie": cookie.decode()}) as page:
            assert "hello" in page.ask("hello")


def test_a_door_knows_its_names() -> None:
    assert Access.at("127.0.0.1", 80).token is None
    assert Access.at("::1", 80).addresses == ("http://[::1]:80/",)
    away = Access.at("192.0.2.7", 80)
    assert away.token
    assert away.accepts_host("192.0.2.7:80")
    assert not away.accepts_host("192.0.2.8:80")
    anywhere = Access.at("::", 80)
    assert anywhere.accepts_host("192.0.2.8:80")
    assert anywhere.accepts_host("[2001:db8::1]:80")
    assert not anywhere.accepts_host("evil.example:80")
    assert away.token not in repr(away)


def test_all_addresses_are_told_numbers_before_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone does not know this machine by its name, and that was all that was printed."""
    monkeypatch.setattr(security, "own_addresses", lambda: ("192.0.2.7", "2001:db8::7"))
    monkeypatch.setattr(socket, "gethostname", lambda: "lab")
    door = Access.at("::", 8000)
    assert door.addresses == tuple(
        f"http://{host}:8000/?token={door.token}" for host in ("192.0.2.7", "[2001:db8::7]", "lab")
    )
    assert [each.split("/")[2] for each in Access.at("0.0.0.0", 80).addresses] == ["192.0.2.7:80", "lab:80"]
    assert all(door.accepts_host(address.split("/")[2]) for address in door.addresses)


def test_own_addresses_are_none_that_only_this_machine_has() -> None:
    assert not any(
        security.is_loopback(host) or security.is_everywhere(host) for host in security.own_addresses()
    )


# ---------------------------------------------------------------- what leaves the server


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("no file /home/user/secret.py: give another", "no file …: give another"),
        ("[Errno 2] No such file: '/etc/plyground/x'", "[Errno 2] No such file: '…'"),
        ("no row X.O/.../..X in X.O/.../..X", "no row X.O/.../..X in X.O/.../..X"),
        ("C:\\Users\\me\\x.py failed", "… failed"),
        ("about 1/2", "about 1/2"),
    ],
)
def test_folders_are_nobodys_business(told: str, shown: str) -> None:
    assert without_paths(told) == shown


class Socket:
    """A page that sends what it is told to."""

    def __init__(self, *texts: str) -> None:
        self.texts, self.heard = list(texts), list[Any]()

    async def accept(self) -> None: ...

    async def close(self, code: int) -> None: ...

    async def receive(self) -> str | None:
        if self.texts:
            return self.texts.pop(0)
        await asyncio.sleep(0.05)
        raise Gone

    async def send(self, text: str) -> None:
        self.heard.append(json.loads(text))


def test_internal_error_is_told_to_the_owner_alone(capsys: pytest.CaptureFixture[str]) -> None:
    async def broken(page: StatePage, fields: Any) -> dict[str, Any]:
        raise RuntimeError("in /home/me\nand more")

    async def serve() -> Socket:
        page = Socket('{"id": 1, "do": "swap"}', '{"id": 2, "do": "graph"}', '{"id": 3, "do": "step"}')
        lab = Lab(Caps(), {"swap": broken, "graph": broken})
        await Connection(lab, page).serve()
        assert not lab.connections
        return page

    heard = asyncio.run(serve()).heard
    failed = {"key": "server.failed", "facts": {}}
    assert sorted(heard, key=lambda m: m["re"]) == [{"re": number, "error": failed} for number in (1, 2, 3)]
    assert capsys.readouterr().err == (
        "plyground: swap failed (RuntimeError: in /home/me and more)\n"
        "plyground: graph failed (RuntimeError: in /home/me and more)\n"
    )
