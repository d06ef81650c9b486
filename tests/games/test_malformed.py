"""Texts that are no position, each with the very sentence that says what is wrong and where."""

from __future__ import annotations

import pytest

from plyground import IllegalMove, NotationError, connect4, gomoku, load_game, tictactoe

MALFORMED = [
    ("connect4", "4459", "no column 9 in 445|9: columns are 1 to 7"),
    ("connect4", "0", "no column 0: columns are 1 to 7"),
    ("connect4", "48", "no column 8 in 4|8: columns are 1 to 7"),
    ("connect4", "4 4 x", "no column x in 4 4 |x: columns are 1 to 7"),
    ("connect4", "hello", "no column h in |hello: columns are 1 to 7"),
    ("connect4", "4444444", "column 4 is full in 444444|4: moves are 1 2 3 5 6 7"),
    ("connect4", "12121212", "the game is over in 1212121|2: no move follows"),
    ("connect4", "４", "no column ４: columns are 1 to 7"),
    ("connect4", "4-4", "no column - in 4|-4: columns are 1 to 7"),
    ("connect4", "1.5", "unknown character '1' in |1.5: a square is X, O or ."),
    (
        "connect4",
        "......./......./......./......./...X.../.......",
        "a floating disc in column 4 in …../......./......./......./...|X.../.......: discs fall to the lowest empty square of their column",
    ),
    (
        "connect4",
        "......./......./......./......./......./...X",
        "row 6 has 4 squares in …./......./......./......./...X|: a row has 7",
    ),
    (
        "connect4",
        "......./......./......./......./......./...X.....",
        "row 6 has 9 squares in …....../......./......./...X...|..: a row has 7",
    ),
    (
        "connect4",
        "......./......./......./......./.......",
        "5 rows in …....../......./......./.......|: the board has 6",
    ),
    (
        "connect4",
        "......./......./......./......./......./......./.......",
        "7 rows in …....../......./......./.......|/.......: the board has 6",
    ),
    (
        "connect4",
        "......./......./......./......./......./XXXXOO.",
        "4 X and 2 O in ......./......./......./......./......./XXXXOO.: X moves first, so X has as many stones as O or one more",
    ),
    (
        "connect4",
        "......./......./......./X....../X....../XO.....",
        "3 X and 1 O in ......./......./......./X....../X....../XO.....: X moves first, so X has as many stones as O or one more",
    ),
    ("connect4", "X......", "1 row in X......|: the board has 6"),
    (
        "connect4",
        "......./......./......./......./XXXXOO./OOOOXX.",
        "X and O have both won in …...../......./......./XXXXOO./|OOOOXX.: the first line ends the game",
    ),
    ("connect4(12,10,5)", "1 2 13", "no column 13 in 1 2 |13: columns are 1 to 12"),
    ("connect4(12,10,5)", "1213", "no column 1213: columns are 1 to 12"),
    ("tictactoe", "10", "no square 0 in 1|0: squares are 1 to 9"),
    ("tictactoe", "55", "square 5 is taken in 5|5: moves are 1 2 3 4 6 7 8 9"),
    ("tictactoe", "142536", "the game is over in 14253|6: no move follows"),
    ("tictactoe", "a1", "no square a in |a1: squares are 1 to 9"),
    (
        "tictactoe",
        "XX./.../...",
        "2 X and 0 O in XX./.../...: X moves first, so X has as many stones as O or one more",
    ),
    (
        "tictactoe",
        "O../.../...",
        "0 X and 1 O in O../.../...: X moves first, so X has as many stones as O or one more; write x behind the board if O began",
    ),
    (
        "tictactoe",
        "OO./.../...",
        "0 X and 2 O in OO./.../...: X moves first, so X has as many stones as O or one more",
    ),
    ("tictactoe", "XXX/OOO/...", "X and O have both won in XXX/|OOO/...: the first line ends the game"),
    ("tictactoe", "XXX/OO./O..", "X has won and would be to move in |XXX/OO./O..: who has won moved last"),
    ("tictactoe", "XXX/OO./..O", "X has won and would be to move in |XXX/OO./..O: who has won moved last"),
    ("tictactoe", "X.O/.X./..O y", "no side to move in X.O/.X./..O |y: write x or o, or nothing"),
    ("tictactoe", "X.O/.X./..O x o", "no side to move in X.O/.X./..O |x o: write x or o, or nothing"),
    (
        "tictactoe",
        "X../.../... x",
        "1 X and 0 O in X../.../... x: X to move has as many stones as the other side or one less",
    ),
    ("tictactoe", "XO./.../.Z.", "unknown character 'Z' in XO./.../.|Z.: a square is X, O or ."),
    ("tictactoe", "X.O/.X./..O/", "4 rows in X.O/.X./..O|/: the board has 3"),
    ("tictactoe", "X.O/.X/..O", "row 2 has 2 squares in X.O/.X|/..O: a row has 3"),
    ("tictactoe", "X.O//..O", "row 2 has 0 squares in X.O/|/..O: a row has 3"),
    ("tictactoe", "///", "row 1 has 0 squares in |///: a row has 3"),
    ("tictactoe", "XOX", "1 row in XOX|: the board has 3"),
    ("tictactoe", "X.O|.X.|..O", "unknown character '|' in X.O||.X.|..O: a square is X, O or ."),
    ("tictactoe", "X O/.X./..O", "no side to move in X |O/.X./..O: write x or o, or nothing"),
    ("tictactoe", "1\x1b[31m", "no square \\x1b in 1|\\x1b[31m: squares are 1 to 9"),
    (
        "tictactoe",
        "11111111111111111111111111111111111111111111111111111111111111111111111111111111",
        "square 1 is taken in 1|111111111111111111111111111111…: moves are 2 3 4 5 6 7 8 9",
    ),
    (
        "tictactoe",
        "XXX/OO./... x",
        "3 X and 2 O in XXX/OO./... x: X to move has as many stones as the other side or one less",
    ),
    ("gomoku", "h16", "no square h16: squares are a1 to o15"),
    ("gomoku", "p1", "no square p1: squares are a1 to o15"),
    (
        "gomoku",
        "h8 h8",
        "square h8 is taken in h8 |h8: moves are a15 b15 c15 d15 e15 f15 g15 h15 i15 j15 k15 … o1",
    ),
    ("gomoku", "8h", "no square 8h: squares are a1 to o15"),
    ("gomoku", "h0", "no square h0: squares are a1 to o15"),
    (
        "gomoku",
        "h8h9h8",
        "square h8 is taken in h8h9|h8: moves are a15 b15 c15 d15 e15 f15 g15 h15 i15 j15 k15 … o1",
    ),
    ("gomoku", "h8 hello world", "no square hello in h8 |hello world: squares are a1 to o15"),
    (
        "mnk(7,1,2)",
        "XX.XX.O o",
        "4 X and 1 O in XX.XX.O o: O to move has as many stones as the other side or one less",
    ),
    (
        "connect4(4,3,3)",
        "..../XXX./OOXO x",
        "4 X and 3 O in ..../XXX./OOXO x: X to move has as many stones as the other side or one less",
    ),
    (
        "connect4(4,3,3)",
        "O.../XXX./OXOO",
        "X has won and would be to move in O.../|XXX./OXOO: who has won moved last",
    ),
    (
        "connect4(4,3,3)",
        "OXO./XXX./OOXO o",
        "X had won before the last move in OXO./|XXX./OOXO o: one last stone must have completed every line",
    ),
    (
        "mnk(7,7,3)",
        "XXX..../O.O..../O....../..O..../......./..O.OO./....XXX o",
        "6 X and 7 O in XXX..../O.O..../O....../..O..../......./..O.OO./....XXX o: O to move has as many stones as the other side or one less",
    ),
    (
        "mnk(5,5,3)",
        "XXXXX/OOO.O/...../...../.....",
        "X and O have both won in XXXXX/|OOO.O/...../...../.....: the first line ends the game",
    ),
    ("textbook", "4", "no move 4: moves are 1 2 3"),
    (
        "mnk(7,7,3)",
        "XXX..../O.O..../O....../..O..../......./O....../....XXX",
        "X had won before the last move in …./..O..../......./O....../....|XXX: one last stone must have completed every line",
    ),
    (
        "mnk(7,7,3)",
        "XXX..../O.O..../O....../..O..../......./O...O../....XXX",
        "X has won and would be to move in |XXX..../O.O..../O....../..O...…: who has won moved last",
    ),
    (
        "examples/nim.py:Nim",
        "Nim(heaps=3)",
        "nothing came of it (TypeError: 'int' object is not iterable) in Nim(heaps=3)",
    ),
    (
        "examples/nim.py:Nim",
        "Nim(to_move=5)",
        "to_move is no Player in Nim(to_move=5): see docs/howto/your-own-game.md",
    ),
    (
        "examples/nim.py:Nim",
        "Nim(heaps=(-1,))",
        "there are moves and an outcome, or neither in Nim(heaps=(-1,)): see docs/howto/your-own-game.md",
    ),
    ("textbook", "119", "the game is over in 11|9: no move follows"),
    ("textbook", "1x", "no move x in 1|x: moves are 1 2 3"),
    (
        "examples/nim.py:Nim",
        "1x9",
        "no move 1x9: moves are 1x1 1x2 1x3 2x1 2x2 2x3 2x4 3x1 3x2 3x3 3x4 3x5",
    ),
    ("examples/nim.py:Nim", "Nim(heaps=3", "missing comma or parenthesis in Nim(heaps=3|: expected , or )"),
    (
        "examples/nim.py:Nim",
        "Nim(sticks=3)",
        "no option sticks in Nim(sticks=3): Nim takes heaps=(3, 4, 5), to_move=Player.FIRST",
    ),
    ("examples/hexapawn.py:Hexapawn", "a1a2 a1a2", "no move a1a2 in a1a2 |a1a2: moves are b3a2 b3b2 c3c2"),
]


@pytest.mark.parametrize(("spec", "text", "message"), MALFORMED)
def test_malformed_positions(spec: str, text: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        load_game(spec).parse(text)
    assert str(refused.value) == message
    assert refused.value.text == text


def test_enough_malformed_positions() -> None:
    assert len(MALFORMED) >= 40


def test_an_illegal_move_carries_the_move_and_the_position() -> None:
    position = connect4().parse("444444")
    with pytest.raises(IllegalMove, match="column 4 is full: moves are 1 2 3 5 6 7") as refused:
        position.play("4")
    assert (refused.value.text, refused.value.position) == ("4", position)


def test_a_move_that_names_no_place_is_a_notation_error() -> None:
    with pytest.raises(NotationError, match="no column 9: columns are 1 to 7"):
        connect4().start().play("9")
    with pytest.raises(NotationError, match="no square e5: squares are 1 to 9"):
        tictactoe().start().play("e5")


def test_equal_boards_of_different_games_differ() -> None:
    assert load_game("mnk(3,3,3)").start() != load_game("mnk(3,3,2)").start()
    assert load_game("mnk(3,3,3)").start() != load_game("connect4(3,3,3)").start()


def test_a_move_is_the_listed_one_whatever_equals_it() -> None:
    assert repr(load_game("textbook").start().play(True).path) == "(1,)"  # type: ignore[attr-defined]
    assert gomoku().start().play(1.0) == gomoku().start().play(1)  # type: ignore[arg-type]


@pytest.mark.parametrize("move", [-1, 225, 10**9, 2.5, None, (1, 2)])
def test_a_move_that_is_no_cell_is_illegal(move: object) -> None:
    with pytest.raises(IllegalMove):
        gomoku().start().play(move)  # type: ignore[arg-type]
