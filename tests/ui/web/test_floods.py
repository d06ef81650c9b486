"""What comes in great numbers or without an end: pings, empty pieces, sessions. The server goes on serving."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from helpers.command import wait_until
from helpers.laboratory import Laboratory, laboratory

pytestmark = pytest.mark.xdist_group("floods")  # one laboratory for all of them

CAPS = {"inflow": 200_000, "inflow_rate": 100.0}
PING = b"\x89\xfd" + bytes(4) + b"x" * 125
EMPTY_PIECE = b"\x00\x80" + bytes(4)
FIRST_PIECE = b"\x01\x80" + bytes(4)
FAR_TOO_MUCH = 50_000_000  # bytes


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laboratory]:
    with laboratory(caps=CAPS, PLYGROUND_RUNS=str(tmp_path_factory.mktemp("runs"))) as running:
        yield running
        assert running.process.poll() is None


def bare_socket(lab: Laboratory) -> socket.socket:
    """A page's connection, of which nobody reads what comes."""
    host, _, port = lab.authority.rpartition(":")
    bare = socket.create_connection((host, int(port)), timeout=60)
    headers = (
        *("GET /ws HTTP/1.1", f"Host: {lab.authority}", f"Origin: http://{lab.authority}"),
        *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
        *("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""),
    )
    bare.sendall("\r\n".join(headers).encode())
    assert bare.recv(12) == b"HTTP/1.1 101"
    return bare


def resident(process: int) -> int:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS:"))


@pytest.mark.parametrize(
    ("first", "piece"), [(b"", PING), (FIRST_PIECE, EMPTY_PIECE)], ids=["pings", "pieces"]
)
def test_what_is_no_message_is_bounded_too(lab: Laboratory, first: bytes, piece: bytes) -> None:
    """Pings were answered without an end, and the answers kept for a page that did not read them."""
    before, sent = resident(lab.process.pid), 0
    with bare_socket(lab) as bare, suppress(ConnectionError):
        bare.sendall(first)
        while sent < FAR_TOO_MUCH:
            bare.sendall(piece * 1_000)
            sent += len(piece) * 1_000
    assert sent < FAR_TOO_MUCH
    assert resident(lab.process.pid) - before < 20_000_000
    with lab.page() as page:
        assert page.do("open", game="tictactoe")["text"] == ".../.../..."


@pytest.mark.slow
def test_two_hundred_sessions_at_once(lab: Laboratory) -> None:
    before = resident(lab.process.pid)
    pages = [lab.page() for _ in range(200)]
    try:
        opened = [page.send("open", game="connect4") for page in pages]
        assert not any("error" in page.reply(number) for page, number in zip(pages, opened, strict=True))
        moved = [page.send("move", move="4") for page in pages]
        assert not any("error" in page.reply(number) for page, number in zip(pages, moved, strict=True))
        assert resident(lab.process.pid) - before < 100_000_000
    finally:
        for page in pages:
            page.__exit__()
    with lab.page() as page:
        assert page.do("open", game="tictactoe")["text"] == ".../.../..."
    wait_until(lambda: len(lab.minds()) < 8)
