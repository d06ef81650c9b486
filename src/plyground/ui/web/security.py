"""Who may talk to the server: pages on this machine, or clients with a token. It stands around all else.

A page of another site can make a browser send requests here. It cannot choose the Host and Origin that
they carry, so these are compared with a list; nothing that HTTP alone can ask for changes anything.
"""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.ui.web.class_door import DOOR_POLICY, door_page
from plyground.ui.web.state import complain
from plyground.ui.web.transport import Role

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
METHODS = ("GET", "HEAD")
MAX_HEADERS = 16_384  # bytes
OUTSIDE = {
    socket.AF_INET: "192.0.2.1",
    socket.AF_INET6: "2001:db8::1",
}  # addresses for documentation: nobody has them
LOOPBACK = ("127.0.0.1", "localhost", "::1")
TEACHERS_FILES = ("/runs/", "/trainings/")  # what is downloaded
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # that nobody mistakes for each other
CODE_LENGTH = 8  # 40 bits: typed in a moment, not guessed in years
Headers = Sequence[tuple[bytes, bytes]]


def is_loopback(host: str) -> bool:
    """Whether a host is only this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_everywhere(host: str) -> bool:
    """Whether a host stands for all addresses of this machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def authority(host: str, port: int) -> str:
    """Host and port as a browser writes them."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def own_addresses() -> tuple[str, ...]:
    """The numbers by which others in the network reach this machine, the likeliest first."""
    found: list[str] = []
    for family, elsewhere in OUTSIDE.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((elsewhere, 9))  # sends nothing: it only chooses the way
            found.append(asking.getsockname()[0])
    with suppress(OSError):
        names = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        found += [str(place[0]) for *_, place in names]
    return tuple(dict.fromkeys(host for host in found if not is_loopback(host)))


@dataclass(frozen=True)
class Access:
    """The host names the server accepts, and the token remote clients need."""

    host: str
    port: int
    token: str | None = field(default=None, repr=False)
    code: str | None = field(default=None, repr=False)  # of a class: who has it is a student
    cookie_value: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)
    student_value: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @classmethod
    def at(cls, host: str, port: int, *, for_class: bool = False) -> Access:
        """Access at an address; if other machines can reach it, with a token. A class also has a code."""
        if not for_class:
            return cls(host, port, None if is_loopback(host) else secrets.token_urlsafe(24))
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        return cls(host, port, secrets.token_urlsafe(24), code)

    @property
    def addresses(self) -> tuple[str, ...]:
        """What to type into a browser; numbers first, because phones often cannot find the name."""
        return self._ending_in(f"?token={self.token}" if self.token else "")

    @property
    def class_addresses(self) -> tuple[str, ...]:
        """What students type into a browser; none if this is no class."""
        return self._ending_in(self.code) if self.code else ()

    def _ending_in(self, end: str) -> tuple[str, ...]:
        hosts: tuple[str, ...] = (self.host,)
        if is_everywhere(self.host):
            numbers = [host for host in own_addresses() if ":" in self.host or ":" not in host]
            hosts = (*numbers, socket.gethostname())
        return tuple(f"http://{authority(host, self.port)}/{end}" for host in hosts)

    @property
    def cookie(self) -> str:
        return f"plyground-{self.port}"  # a host has the same cookies on all ports

    def accepts_host(self, host: str) -> bool:
        """Whether a Host header is ours. On all addresses, any number is: only names can be forged."""
        if self.port == 80 and not re.search(r":[0-9]+$", host):
            host = f"{host}:80"  # browsers leave it out
        hosts = [*LOOPBACK, self.host, *([socket.gethostname()] if is_everywhere(self.host) else [])]
        if host.lower() in (authority(name, self.port).lower() for name in hosts):
            return True
        name, _, port = host.rpartition(":")
        return is_everywhere(self.host) and port == str(self.port) and _is_address(name.strip("[]"))

    def role(self, headers: Headers) -> Role | None:
        """Who asks, by the cookie; without a token everybody may do everything."""
        if self.token is None:
            return "teacher"
        cookies = [cookie.strip() for line in _all(headers, b"cookie") for cookie in line.split(";")]
        for role, value in self._cookie_values.items():
            good = f"{self.cookie}={value}".encode()
            if any(secrets.compare_digest(cookie.encode(), good) for cookie in cookies):
                return role
        return None

    def new_cookie(self, scope: Scope) -> str | None:
        """The cookie for who asks for the first page with the token, or with the code of the class."""
        if self.token is None or not is_door(scope["path"]):
            return None
        try:
            query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=8)
        except ValueError:
            return None
        role: Role | None = None
        if scope["path"] == "/" and _is_among(self.token, query.get("token", ())):
            role = "teacher"
        elif self.code and _is_among(self.code, _typed_codes(scope["path"], query)):
            role = self.role(scope["headers"]) or "student"  # a teacher stays one
        if role is None:
            return None
        # A student may follow a link in the course's page: a strict cookie would not come along then. That
        # gives nothing away: HTTP only reads, and a WebSocket needs our own Origin.
        site = "Lax" if role == "student" else "Strict"
        return f"{self.cookie}={self._cookie_values[role]}; HttpOnly; SameSite={site}; Path=/"

    @property
    def _cookie_values(self) -> dict[Role, str]:
        values: dict[Role, str] = {"teacher": self.cookie_value}
        if self.code:
            values["student"] = self.student_value
        return values


def is_door(path: str) -> bool:
    """Whether a path is the first page, or one word, as the code of a class is."""
    return re.fullmatch(r"/\w*/?", path) is not None


def _typed_codes(path: str, query: Mapping[str, Sequence[str]]) -> list[str]:
    """What may be the code of a class: the word behind the host, or what the form sends."""
    return [text.strip().lower() for text in (path.strip("/"), *query.get("class", ()))]


def _is_among(secret: str, given: Iterable[str]) -> bool:
    return any(secrets.compare_digest(text.encode(), secret.encode()) for text in given)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware that passes on allowed requests, and sets the headers of every response."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            if scope["type"] == "websocket":
                await self._socket(scope, receive, send)
            elif scope["type"] == "http":
                await self._http(scope, receive, send)
        except Exception as error:  # noqa: BLE001 - the page learns only that it failed
            complain("a request", error)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = scope["headers"]
        hosts, origins = _all(headers, b"host"), _all(headers, b"origin")
        own = len(hosts) == 1 and self.access.accepts_host(hosts[0]) and origins == [f"http://{hosts[0]}"]
        role = self.access.role(headers)
        if own and scope["path"] == "/ws" and role is not None:
            return await self.app({**scope, "role": role}, receive, send)
        return await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                more = [(n.encode(), v.encode()) for n, v in HEADERS.items() if n.encode() not in given]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            return await _plain(with_headers, refusal)
        if cookie := self.access.new_cookie(scope):
            moved = [(b"location", b"/"), (b"set-cookie", cookie.encode())]
            return await _plain(with_headers, HTTPStatus.SEE_OTHER, moved)
        role = self.access.role(scope["headers"])
        if role is None and self.access.code and is_door(scope["path"]):
            page = door_page(wrong=scope["path"] != "/" or b"class=" in scope["query_string"])
            return await _send(
                with_headers,
                HTTPStatus.FORBIDDEN,
                "text/html",
                page,
                [(b"content-security-policy", DOOR_POLICY.encode())],
            )
        if role is None or (role == "student" and scope["path"].startswith(TEACHERS_FILES)):
            return await _plain(with_headers, HTTPStatus.FORBIDDEN)
        return await self.app(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> HTTPStatus | None:
        headers = scope["headers"]
        hosts = _all(headers, b"host")
        if len(hosts) != 1 or not self.access.accepts_host(hosts[0]):
            return HTTPStatus.MISDIRECTED_REQUEST
        if sum(len(name) + len(value) for name, value in headers) > MAX_HEADERS:
            return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        if scope["method"] not in METHODS:
            return HTTPStatus.METHOD_NOT_ALLOWED
        if _all(headers, b"transfer-encoding") or any(
            n.strip() != "0" for n in _all(headers, b"content-length")
        ):
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return None


def _all(headers: Headers, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in headers if name.lower() == wanted]


async def _plain(send: Send, status: HTTPStatus, headers: Iterable[tuple[bytes, bytes]] = ()) -> None:
    more = [(b"allow", ", ".join(METHODS).encode())] if status is HTTPStatus.METHOD_NOT_ALLOWED else []
    await _send(send, status, "text/plain", f"{status.value} {status.phrase}\n", [*more, *headers])


async def _send(
    send: Send, status: HTTPStatus, kind: str, text: str, headers: Iterable[tuple[bytes, bytes]]
) -> None:
    body = text.encode()
    given = [
        (b"content-type", f"{kind}; charset=utf-8".encode()),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": status.value, "headers": [*given, *headers]})
    await send({"type": "http.response.body", "body": body})
