"""Under which names the server is reached, and by whom."""

from __future__ import annotations

import pytest

from plyground.errors import Failed
from plyground.ui.web.security import Access
from plyground.ui.web.server import listen


def test_other_cookies_of_the_host_are_none_of_our_business() -> None:
    door = Access.at("0.0.0.0", 8000)
    good = f"{door.cookie}={door.cookie_value}"
    for others in ('prefs={"a":1}', "x=a b", "novalue", "n\u00e3o=1"):
        assert door.role([(b"cookie", f"{others}; {good}".encode("latin-1"))])
        assert not door.role([(b"cookie", f"{others}; {good}x".encode("latin-1"))])
    scope = {"path": "/", "query_string": b"&".join(b"a=1" for _ in range(9))}
    assert not door.new_cookie(scope)


def test_browsers_leave_out_port_80() -> None:
    assert Access.at("127.0.0.1", 80).accepts_host("127.0.0.1")
    assert Access.at("127.0.0.1", 80).accepts_host("localhost:80")
    assert not Access.at("127.0.0.1", 80).accepts_host("example.org")
    assert not Access.at("127.0.0.1", 8000).accepts_host("127.0.0.1")


def test_a_host_that_cannot_be_a_name_is_a_sentence() -> None:
    with pytest.raises(Failed, match="is no name of a host"):
        listen("a" * 70, 0)
