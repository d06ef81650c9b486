"""What a connection needs of its transport: a WebSocket of the server, or a Web Worker of a static site."""

from __future__ import annotations

from typing import Literal, Protocol

Role = Literal["teacher", "student"]


class Gone(Exception):
    """Nobody is at the other end any more."""


class Socket(Protocol):
    """Messages to and from one page. `receive` and `send` raise Gone when the page has left."""

    async def accept(self) -> None:
        """Let the page in."""

    async def receive(self) -> str | None:
        """The next message; None if it was no text."""

    async def send(self, text: str) -> None:
        """Send a message."""

    async def close(self, code: int) -> None:
        """End it, with a code of RFC 6455."""


class TokenBucket:
    """Limits requests, or bytes: at most `burst` at once, and `rate` a second in the long run."""

    def __init__(self, burst: int, rate: float, now: float) -> None:
        self._burst, self._rate = burst, rate
        self._left, self._at = float(burst), now
        self.overdrawn = 0  # requests refused since the bucket was full

    def take(self, now: float, amount: int = 1) -> bool:
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= self._burst:
            self.overdrawn = 0
        if self._left < amount:
            self.overdrawn += 1
            return False
        self._left -= amount
        return True
