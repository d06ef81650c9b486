"""An installation without the compiled core: everything works, gives the same numbers, and says which core ran.

Processes of their own, in which the core cannot be imported; so cannot modules that browsers do not have.
`make test-pure` runs a whole suite in a real installation without it.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import plyground as pg
from helpers.words import catalogue
from plyground.searchers.playouts import playouts, random_line
from plyground.solver.plies import keys_at

BLOCKED = (
    "plyground._core",
    "fcntl",
    "resource",
    "termios",
    "pwd",
    "grp",
    "sqlite3",
    "lzma",
    "_multiprocessing",
)
SIGNATURE = Path(__file__).parent / "data" / "signature.txt"


def run_without_core(code: str, blocked: tuple[str, ...] = BLOCKED) -> str:
    """What a program prints where some modules are not there."""
    block = f"""
        import sys

        class Absent:
            def find_spec(self, name, path=None, target=None):
                if name in {blocked!r}:
                    raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

        sys.meta_path.insert(0, Absent())
        import plyground as pg
    """
    program = textwrap.dedent(block) + textwrap.dedent(code)
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_auto_takes_python_and_native_is_refused_in_words() -> None:
    told = run_without_core(
        """
        position = pg.connect4().parse("4453")
        print(pg.search(position, "alphabeta(depth=3)").core)
        for ask in (
            lambda: pg.search(position, "alphabeta(depth=3, core='native')"),
            lambda: pg.search(position, "perfect(core='native')"),
            lambda: pg.explain(position, "mcts(rounds=9, core='native')"),
            lambda: pg.solve(position, core="native"),
            lambda: pg.perft(position, 2, core="native"),
        ):
            try:
                ask()
            except pg.NoNativeCore as error:
                print(error.reason, "|", error)
        """
    )
    refused = "absent-core | this installation of plyground has no compiled core: use core python or auto"
    assert told.splitlines() == ["python"] + [refused] * 5
    assert catalogue()["why.absent-core"].keys() == {"en", "pt-BR"}


def test_what_no_guard_foresaw_is_refused_in_words_too() -> None:
    told = run_without_core(
        """
        from plyground.native import HAS_CORE, _core
        try:
            _core.LineRules(3, 3, 3, False)
        except pg.NoNativeCore as error:
            print(HAS_CORE, error)
        """
    )
    assert told == "False this installation of plyground has no compiled core: use core python or auto\n"


@pytest.mark.slow
def test_the_signature_is_the_same() -> None:
    told = run_without_core(
        """
        from plyground.signature import searches, signature
        print(signature(searches()))
        """
    )
    assert told.strip() == SIGNATURE.read_text().strip()


@pytest.mark.slow
def test_the_solver_falls_back_and_says_so() -> None:
    told = run_without_core(
        """
        found = pg.solve(pg.connect4().parse("4444441522"))
        print(found.words, found.stone_score, found.core)
        print(str(found).splitlines()[-1].partition(" s")[2])
        print(pg.solve_many(["444444", "44444415221", "1212121"]))
        print(pg.solve(pg.connect4().start(), seconds=0.01).score)
        print(pg.search(pg.connect4().parse("44444415221"), "perfect").core)
        try:
            pg.solve(pg.connect4(8, 7, 4).start())
        except pg.TooLarge as error:
            print(str(error).partition(":")[0])
        """
    )
    assert told.splitlines() == [
        "wins in 1 ply 16 python",
        ", without the compiled core",
        "[WIN - 35, 24 - WIN, -WIN]",
        "wins in 41 plies",
        "python",
        "connect4(8,7,4) from here takes about 27 days without the compiled core",
    ]


def test_random_play_learning_and_lists_of_positions_fall_back() -> None:
    told = run_without_core(
        """
        from plyground.searchers.playouts import playouts, random_line
        from plyground.solver.plies import keys_at
        start = pg.connect4().start()
        print(playouts(start, 50, seed=3), random_line(start, 5, seed=7))
        print([len(keys_at(pg.connect4(), ply)) for ply in range(5)])
        print(repr(pg.learn("tictactoe", games=20, seed=1).weights))
        """,
        blocked=("plyground._core",),
    )
    start = pg.connect4().start()
    assert told.splitlines() == [
        f"{playouts(start, 50, seed=3)} {random_line(start, 5, seed=7)}",
        str([len(keys_at(pg.connect4(), ply)) for ply in range(5)]),
        repr(pg.learn("tictactoe", games=20, seed=1).weights),
    ]


def test_commands_work_and_the_version_tells(tmp_path: Path) -> None:
    told = run_without_core(
        f"""
        from plyground.cli import main
        for words in (["version"], ["perft", "connect4", "3"], ["book", {str(tmp_path / "x.book")!r}]):
            sys.argv = ["plyground", *words]
            try:
                main()
            except SystemExit as ended:
                print("exit code", ended.code or 0)
        """,
        blocked=("plyground._core",),
    )
    assert "(without the compiled core)" in told
    assert "python core" in told
    assert "exit code 2" in told
    assert not list(tmp_path.iterdir()), "a refused book has left an empty file"


def test_a_core_that_is_there_and_broken_is_an_error() -> None:
    program = """
        import sys
        class Broken:
            def find_spec(self, name, path=None, target=None):
                if name == "plyground._core":
                    raise ImportError("bad binary", name=name)
        sys.meta_path.insert(0, Broken())
        try:
            import plyground
        except ImportError as error:
            print(error)
    """
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True)
    assert ran.stdout == "bad binary\n"
