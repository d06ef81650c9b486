"""What Python does in a worker that searches: the answers of a search process, without the process."""

from __future__ import annotations

import json

from plyground.session.search_main import SearchServer

SERVER = SearchServer()


def answer(text: str) -> str:
    """The reply to a request, both as JSON."""
    return json.dumps(SERVER.answer(json.loads(text)))
