from __future__ import annotations

import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import BadSpec
from plyground.spec import Spec, takes

names = st.from_regex(r"[a-z_][a-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in ("True", "False", "None")
)
literals = st.recursive(
    st.one_of(
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.booleans(),
        st.none(),
        st.text(max_size=10),
    ),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


def specs(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Spec]:
    arguments = st.lists(inner, max_size=3).map(tuple)
    return st.builds(Spec, names, arguments, st.dictionaries(names, inner, max_size=3))


@given(specs(st.one_of(literals, specs(literals))))
def test_a_spec_is_written_and_read_back(spec: Spec) -> None:
    assert Spec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("alphabeta", Spec("alphabeta")),
        ("alphabeta()", Spec("alphabeta")),
        (
            "alphabeta(depth=8, evaluate='windows')",
            Spec("alphabeta", (), {"depth": 8, "evaluate": "windows"}),
        ),
        (
            "deepening(inner=alphabeta(), seconds=.5)",
            Spec("deepening", (), {"inner": Spec("alphabeta"), "seconds": 0.5}),
        ),
        ("f((1, 2), (3,), (4), ())", Spec("f", ((1, 2), (3,), 4, ()))),
        ("f(1,)", Spec("f", (1,))),
        ("f(-1, +2, 1e3, True, None)", Spec("f", (-1, 2, 1000.0, True, None))),
        ("f(\"it's\", '\"')", Spec("f", ("it's", '"'))),
        ("p4.minimax(depth=4)", Spec("p4.minimax", (), {"depth": 4})),
        ("a/b c.py:Game(1)", Spec("a/b c.py:Game", (1,))),
        (
            "f(inner=a/b c.py:Search(depth=2), b=1)",
            Spec("f", (), {"inner": Spec("a/b c.py:Search", (), {"depth": 2}), "b": 1}),
        ),
        (" f ( 1 , a = 2 ) ", Spec("f", (1,), {"a": 2})),
    ],
)
def test_specs(text: str, spec: Spec) -> None:
    assert Spec.parse(text) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f(1e999)", "a value that cannot be read in f(|1e999): write it as Python would"),
        ("f('\\d')", "no value in f(|'\\d'): a value is a number, a 'string', True, False, None or a spec"),
        ("f('\\U99999999')", "a value that cannot be read in f(|'\\U99999999'): write it as Python would"),
        ("f(')", "no value in f(|'): a value is a number, a 'string', True, False, None or a spec"),
        ("f(__import__('os').system('x'))", "missing comma or parenthesis in f(__import__('os')|.system('x')): "
                                            "expected , or )"),
        ("f(1+1)", "missing comma or parenthesis in f(1|+1): expected , or )"),
        ("f(lambda: 0)", "missing comma or parenthesis in f(lambda|: 0): expected , or )"),
        ("f" + "(" * 200, f"too many parentheses in …{'(' * 30}|{'(' * 30}…: at most 120 inside each other"),
        ("(1)", "no name in |(1): a spec is a name, or a name with arguments: connect4(8,7,4)"),
    ],
)  # fmt: skip
def test_malformed_specs(text: str, message: str) -> None:
    with pytest.raises(BadSpec) as refused:
        Spec.parse(text)
    assert str(refused.value) == message


def test_build_calls_the_factory() -> None:
    assert Spec("f", (), {"a": 1}).build(lambda a: a) == 1
    nested = Spec("f", (1, (Spec("g"),)), {"inner": Spec("h")})
    assert nested.build(lambda x, y, inner: (x, y, inner), resolve=str) == (1, ("g",), "h")
    with pytest.raises(BadSpec, match="no value g: a string is written in quotes"):
        nested.build(lambda x, y, inner: None)


def test_reading_specs_leaves_the_warnings_of_the_process_alone() -> None:
    """A regression: catching warnings is not safe in threads, and once turned all of them into errors."""
    before = list(warnings.filters)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: Spec.parse("tree('[1,2]')"), range(4_000)))
    assert warnings.filters == before


def test_reading_specs_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A regression: Python 3.11's parser, asked by two threads at once, once answered with a SystemError."""
    strings = ("", "a'b\"c\\d", "\n\r\t\x00\x7f", "ção", "\ud800", "\U0001f600\U0010ffff")
    spec = Spec("f", strings)
    text = str(spec)
    monkeypatch.setattr("builtins.compile", None)
    assert Spec.parse(text) == spec


def test_takes_lists_what_a_factory_takes() -> None:
    def factory(depth: int, evaluate: str = "windows") -> None: ...

    assert takes(factory) == "depth, evaluate='windows'"


@pytest.mark.parametrize("thing", [1, None, len, b"minimax"])
def test_non_text_is_no_spec(thing: Any) -> None:
    with pytest.raises(BadSpec, match=r"no spec .*: a spec is a text, such as 'alphabeta"):
        Spec.parse(thing)


@pytest.mark.parametrize(
    "path",
    [
        "/home/ana/trabalho (1)/mine.py:choose",
        "python:/home/ana/IA, 2026/d'Avila/mine.py:choose",
        "kaggle:/tmp/x (2), y/main.py",
        "file:/tmp/a, b/openings.txt",
    ],
)
def test_a_file_of_a_whole_spec_may_lie_in_any_folder(path: str) -> None:
    """A folder that was downloaded twice is called "trabalho (1)", and its files could not be named."""
    assert Spec.parse(path) == Spec(path)
    assert Spec.parse(f"{path}(depth=2)") == Spec(path, (), {"depth": 2})
    assert Spec.parse(str(Spec(path, (), {"width": 3}))).options == {"width": 3}


def test_a_file_inside_a_spec_is_none_of_the_whole() -> None:
    inner = Spec.parse("deepening(inner=mine.py:Search(depth=2))")
    assert (inner.name, inner.options["inner"].name) == ("deepening", "mine.py:Search")
    assert Spec.parse("alphabeta(evaluate='mine.py:worth')").name == "alphabeta"
