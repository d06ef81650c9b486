from __future__ import annotations

import pickle

import pytest

from plyground import BadSpec, IllegalMove, NotationError, PlygroundError, connect4
from plyground.errors import abbreviate, mark, truncate


@pytest.mark.parametrize(
    "error",
    [
        NotationError("no column 9", "4459", 3, "columns are 1 to 7"),
        BadSpec("no game chess", "chess"),
        IllegalMove("column 4 is full", "4", connect4().start(), "moves are 1"),
    ],
)
def test_errors_travel_between_processes(error: PlygroundError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_the_place_is_shown_in_its_surroundings() -> None:
    assert mark("4459", 3) == "445|9"
    assert mark("", 0) == "|"
    assert mark("a" * 100, 50) == "…" + "a" * 30 + "|" + "a" * 30 + "…"
    assert mark("a" * 100, None) == "a" * 60 + "…"


def test_an_empty_text_is_not_quoted() -> None:
    assert str(NotationError("no JSON", "")) == "no JSON"
    assert str(BadSpec("no name", "", 0, "write one")) == "no name in |: write one"


def test_no_control_character_reaches_the_screen() -> None:
    assert truncate("\x1b[31m\n\u202e\x00") == r"\x1b[31m\n\u202e\x00"


def test_many_names_are_cut_in_the_middle() -> None:
    assert abbreviate(["a", "b"]) == "a b"
    assert abbreviate([str(n) for n in range(100)], most=4) == "0 1 2 … 99"
