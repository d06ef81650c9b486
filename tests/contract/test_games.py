"""What every game must keep, ours and a user's: the contract that searches and screens rely on."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground
from helpers.subjects import SUBJECTS, positions
from plyground import IllegalMove, LineGame, NotationError, Outcome, Player, Position, load_game

every_game = pytest.mark.parametrize("spec", SUBJECTS)


@every_game
def test_spec_loads_the_game_back(spec: str) -> None:
    game = load_game(spec)
    assert load_game(game.spec) == game
    assert load_game(game.spec).spec == game.spec


@every_game
@given(data=st.data())
def test_moves_are_none_iff_the_game_is_over(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    assert (len(position.moves()) == 0) == (position.outcome() is not None)


@every_game
@given(data=st.data())
def test_moves_come_in_one_order_each_once(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    again = load_game(spec).parse(position.text())
    assert list(position.moves()) == list(position.moves()) == list(again.moves())
    assert len(set(position.moves())) == len(position.moves())


@every_game
@given(data=st.data())
def test_play_takes_exactly_the_legal_moves(spec: str, data: st.DataObject) -> None:
    position, elsewhere = data.draw(positions(spec)), data.draw(positions(spec))
    for move in {*position.moves(), *elsewhere.moves()}:
        if move in position.moves():
            assert position.play(move) == position.after(move)
        else:
            with pytest.raises(IllegalMove) as refused:
                position.play(move)
            assert refused.value.position == position


@every_game
@given(data=st.data())
def test_moves_are_written_and_read_back(spec: str, data: st.DataObject) -> None:
    game, position = load_game(spec), data.draw(positions(spec))
    written = [game.write(position, move) for move in position.moves()]
    assert len(set(written)) == len(written)
    assert [game.read(position, text) for text in written] == list(position.moves())
    for text, move in zip(written, position.moves(), strict=True):
        assert position.play(text) == position.after(move)


@every_game
@given(data=st.data())
def test_an_ended_game_takes_no_move(spec: str, data: st.DataObject) -> None:
    position = load_game(spec).start()
    played = []
    while moves := position.moves():
        played.append(position.write(moves[data.draw(st.integers(0, len(moves) - 1))]))
        position = position.play(played[-1])
    for text in set(played):
        with pytest.raises(IllegalMove, match="the game is over"):
            position.play(text)


@every_game
@given(data=st.data())
def test_a_position_is_a_value(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    same = load_game(spec).parse(position.text())
    assert position == same
    assert hash(position) == hash(same)
    assert position.outcome() == same.outcome()
    assert position.to_move is same.to_move
    assert position != object()
    for move in position.moves():
        assert position.after(move) != position
    with pytest.raises(AttributeError):
        position.to_move = Player.FIRST  # type: ignore[misc]


@every_game
@given(data=st.data())
def test_text_and_repr_come_back(spec: str, data: st.DataObject) -> None:
    game, position = load_game(spec), data.draw(positions(spec))
    assert game.parse(position.text()) == position
    names: dict[str, Any] = vars(plyground) | {type(position).__name__: type(position)}
    assert eval(repr(position), names) == position  # noqa: S307  that repr evaluates is the promise
    assert eval(repr(game), names) == game  # noqa: S307


@every_game
@given(data=st.data())
def test_the_moves_played_are_a_text_too(spec: str, data: st.DataObject) -> None:
    game = load_game(spec)
    position, played = game.start(), []
    for _ in range(data.draw(st.integers(0, 40))):
        if not (moves := position.moves()):
            break
        move = moves[data.draw(st.integers(0, len(moves) - 1))]
        played.append(game.write(position, move))
        position = position.after(move)
    separators = [" ", ", "]
    if isinstance(game, LineGame) and (game.columns <= 9 or not game.gravity):
        separators.append("")  # 4453, h8h9
    for separator in separators:
        assert game.parse(separator.join(played)) == position


@every_game
def test_empty_text_and_dash_parse_as_the_start(spec: str) -> None:
    game = load_game(spec)
    for text in ("", "-", "  ", " - "):
        assert game.parse(text) == game.start(), text


@every_game
@given(data=st.data())
def test_copies_are_equal(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    assert copy.deepcopy(position) == position
    assert pickle.loads(pickle.dumps(position)) == position


@every_game
@given(data=st.data())
def test_a_picture_is_lines_of_text(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    assert position.draw().isascii()
    assert str(position)


@every_game
@given(data=st.data())
def test_canonical_is_the_same_for_all_that_symmetry_joins(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    joined = position.canonical()
    assert joined.canonical() == joined
    assert joined.to_move is position.to_move
    assert told(joined.outcome()) == told(position.outcome())
    ways, joined_ways = ({p.after(move).canonical() for move in p.moves()[:40]} for p in (position, joined))
    if len(position.moves()) <= 40:
        assert ways == joined_ways


def told(outcome: Outcome | None) -> object:
    return None if outcome is None else (outcome.winner, outcome.points, len(outcome.lines))


@every_game
@given(data=st.data())
def test_sides_take_turns(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    for move in position.moves():
        assert position.after(move).to_move is position.to_move.other


@every_game
@given(data=st.data())
def test_equal_positions_have_equal_keys(spec: str, data: st.DataObject) -> None:
    position = data.draw(positions(spec))
    key = position.key()
    assert 0 <= key < 2**64
    assert load_game(spec).parse(position.text()).key() == key
    children = {position.after(move) for move in position.moves()}
    assert len({child.key() for child in children} | {key}) == len(children) + 1


@every_game
def test_nonsense_is_no_move_of_any_game(spec: str) -> None:
    position: Position[Any] = load_game(spec).start()
    if position.moves():
        with pytest.raises((IllegalMove, NotationError)):
            position.play("zz99 top")
        with pytest.raises(IllegalMove):
            position.play(("no", "move"))
