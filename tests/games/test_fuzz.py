"""No text, however mad, raises anything but the errors that are meant for users."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from helpers.samples import samples
from helpers.subjects import SUBJECTS, positions
from plyground import BadSpec, IllegalMove, NotationError, Position, load_game
from plyground.spec import Spec

wild = st.text(max_size=60)
tame = st.text(alphabet="XOxo./123456789abcdehN(),='=- \n\t|0", max_size=60)
spec_like = st.text(alphabet="connect4mk(),=.'\"\\ 123-+eTrue_x\n", max_size=60)


@st.composite
def mutated(draw: st.DrawFn, spec: str) -> str:
    """A true text with something cut out and something else put in."""
    text = draw(positions(spec)).text()
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 4)))
    return text[:start] + draw(st.text(alphabet="XOxo./1289ab (),=", max_size=4)) + text[end:]


@pytest.mark.parametrize("spec", SUBJECTS)
@settings(max_examples=samples(150))
@given(data=st.data())
def test_no_text_breaks_parse(spec: str, data: st.DataObject) -> None:
    game = load_game(spec)
    text = data.draw(st.one_of(wild, tame, mutated(spec)))
    with contextlib.suppress(NotationError):
        position = game.parse(text)
        assert isinstance(position, Position)
        assert bool(position.moves()) == (position.outcome() is None)
        assert position.draw()
        assert game.parse(position.text()) == position


@pytest.mark.parametrize("spec", SUBJECTS)
@given(data=st.data())
def test_no_text_breaks_play(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    text = data.draw(st.one_of(wild, tame))
    with contextlib.suppress(NotationError, IllegalMove):
        position.play(text)


@settings(max_examples=samples(1_000))
@given(st.one_of(wild, spec_like))
@example("a(" * 10_000)
@example("a((((((" * 200)
@example("a(" + "9" * 5_000 + ")")
@example("a(1e999)")
@example("a('\\N{no such letter}')")
@example("a('\\d')")
@example("a('\x00')")
@example("tree('" + "[" * 5_000 + "')")
@example("tree((((" * 60 + "1" + ",),),)" * 60 + ")")
@example("mnk(9999999999999999999,1,1)")
@example(":")
@example("a:")
@example(":b")
@example("..:x")
@example("nowhere.py:x")
@example("/dev/null.py:x")
@example("plyground:__doc__")
@example("builtins:dict")
@example("builtins:print")
@example("os:system('echo never run > never-run')")
def test_no_text_breaks_load_game(text: str) -> None:
    with contextlib.suppress(BadSpec):
        game = load_game(text)
        assert load_game(game.spec) == game


@settings(max_examples=samples(1_000))
@given(st.one_of(wild, spec_like))
def test_spec_round_trip(text: str) -> None:
    with contextlib.suppress(BadSpec):
        spec = Spec.parse(text)
        assert Spec.parse(str(spec)) == spec
