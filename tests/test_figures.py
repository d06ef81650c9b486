"""What the pages quote is in `docs/figures.toml`, and as it stands there; CONTRIBUTING.md says how to quote."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the benchmarks are a package of the clone, and not installed

from benchmarks import figures, quotes  # noqa: E402
from benchmarks.figure_file import BadFigureFile, Figure, FigureFile, read, write  # noqa: E402
from benchmarks.measures import MEASURES, Measure, NotHere  # noqa: E402

sys.path.remove(str(ROOT))

if TYPE_CHECKING:
    from benchmarks.figure_file import Value


@pytest.fixture(scope="module")
def file() -> FigureFile:
    return read()


def test_pages_quote_what_the_file_says(file: FigureFile) -> None:
    """A figure that is not in it, another value, a number without a mark: each with its page and line."""
    assert [str(quarrel) for quarrel in quotes.quarrels(file)] == []


def test_settings_and_tests_are_where_the_file_says(file: FigureFile) -> None:
    """Whoever changes a setting learns here that a page quotes it."""
    assert quotes.lost_anchors(file) == []


def test_help_texts_quote_what_the_file_says(file: FigureFile) -> None:
    assert quotes.unmarked_help(file) == []


def test_every_measured_figure_has_its_function(file: FigureFile) -> None:
    named = {figure.measure for figure in file.figures.values() if figure.measure}
    assert named == MEASURES.keys()
    assert all(figure.machine in file.machines for figure in file.figures.values() if figure.measure)


def test_the_file_is_as_make_figures_writes_it(file: FigureFile, tmp_path: Path) -> None:
    write(file, tmp_path / "figures.toml")
    assert (tmp_path / "figures.toml").read_text() == (ROOT / "docs/figures.toml").read_text()


# ---------------------------------------------------------------- what is found in a page


def log(value: Value, unit: str = "", tolerance: str | float = "exact") -> Figure:
    return Figure("a figure", value, unit, tolerance, log="a test", measured=date(2026, 11, 18))


KNOWN = FigureFile(
    {},
    {
        "range": log([50, 2500], "times", 1.5),
        "time": log(0.24, "s", 2),
        "promise": log(60, "ms", "under"),
        "size": log(93.02, "KB", "rounded"),
        "count": log(4520, "positions"),
        "three": log([0.97, 0.36, 0.23], "µs"),
        "table": log({"4×4": [1387, 8086], "m,n,k 4,4,4": [4609]}, "nodes"),
    },
    {"a version": ["Python 3.11"]},
)


def found_in(text: str, tmp_path: Path, name: str = "page.md") -> list[str]:
    page = tmp_path / name
    page.write_text(text, encoding="utf-8")
    return [each.what for each in quotes.quarrels(KNOWN, [page]) if each.page == name]


GOOD = """
It is 50 to 2,500 times<!--=range--> as fast, 40 to 2,000 times<!--=range--> on a bad day, and starts
in 0.24 s<!--=time-->, say 240 ms<!--=time--> or 0.4 s<!--=time-->, in under 100 ms<!--=promise--> here.
All 4,520 positions<!--=count-->, 93 KB<!--=size--> or 0.091 MB<!--=size-->; Python 3.11 or newer, a second
method, 8×6, P0, `--time 5 s`, [a link](12%20s.md), 7 of 9.
A dataclass takes 0.97 µs, a tuple 0.36, slots 0.23<!--=three-->.

<!--figures: table-->
| board | 1st | other |
|---|---|---|
| 4×4 | 1,387 | 4×5 | 8,086 |
| m,n,k 4,4,4 | 4,609 |

```console
$ plyground show
10,000 nodes, 5 s
```
"""
BAD = {
    "It takes 5 ms.": "'5 ms' has no mark",
    "It takes 1.5 to 2.5 s.": "'1.5' has no mark",
    "Under half a minute.": "'half a minute' has no mark",
    "It takes two to three minutes.": "'two' has no mark",
    "It takes a minute.": "'a minute' has no mark",
    "12,345 of them": "'12,345' has no mark",
    "95 % of them": "'95 %' has no mark",
    "a run of 61 KB": "'61 KB' has no mark",
    "| six times | as fast |": "'six times' has no mark",
    "5 ms<!--=nobody-->": "nobody is not in docs/figures.toml",
    "4,521 positions<!--=count-->": "count is 4520 positions (tolerance: exact), and the page says 4521 positions",
    "20 to 2,500 times<!--=range-->": "range is 50 times (tolerance: 1.5), and the page says 20",
    "2,500 times<!--=range-->": "range has 2 numbers, [50, 2500], and 1 stand here",
    "0.5 s<!--=time-->": "time is 0.24 s (tolerance: 2), and the page says 0.5 s",
    "0.24 ms<!--=time-->": "time is 0.24 s (tolerance: 2), and the page says 0.24 ms",
    "0.24 KB<!--=time-->": "time is 0.24 s (tolerance: 2), and the page says 0.24 KB",
    "in 50 ms<!--=promise-->": "promise is 60 ms (tolerance: under), and the page says 50 ms",
    "95 KB<!--=size-->": "size is 93.02 KB (tolerance: rounded), and the page says 95 KB",
    "<!--figures: table-->\n| a | b |\n|---|---|\n| 4×4 | 1,388 | 8,086 |": "table, 4×4 is 1387 nodes",
    "<!--figures: table-->\n| a | b |\n|---|---|\n| 9×9 | 1,388 |": "table has no row '9×9'",
    "<!--figures: nobody-->\n| a |\n|---|": "nobody is not in docs/figures.toml",
    "it has 4,520\n<!--=count--> positions": "a comment at the beginning of a line",
    "1,387<!--=table-->": "table is a table",
}


def test_a_page_that_quotes_rightly_is_left_in_peace(tmp_path: Path) -> None:
    assert found_in(GOOD, tmp_path) == []


def test_portuguese_has_its_own_points_and_commas(tmp_path: Path) -> None:
    text = "De 50 a 2.500 vezes<!--=range-->, 0,24 s<!--=time-->, em um a dois minutos, 4.520 posições<!--=count-->"
    assert [what.partition(" has")[0] for what in found_in(text, tmp_path, "x.pt-BR.md")] == [
        "'um'",
        "'dois minutos'",
    ]


def test_what_is_wrong_in_a_page_is_told(tmp_path: Path) -> None:
    for text, expected in BAD.items():
        assert any(what.startswith(expected) for what in found_in(text, tmp_path)), (
            text,
            found_in(text, tmp_path),
        )


def test_a_figure_that_no_page_quotes_is_told() -> None:
    lonely = FigureFile({}, {"lonely": log(1)}, {})
    assert [each.what for each in quotes.quarrels(lonely, [])] == ["no page quotes lonely"]


def test_marks_may_be_missing_on_a_page_that_is_listed_for_it(tmp_path: Path) -> None:
    pages = [tmp_path / "one.md", tmp_path / "two.md"]
    pages[0].write_text("It takes 5 ms, and has 4,521 positions<!--=count-->.")
    pages[1].write_text("It has 4,520 positions<!--=count-->.")
    pending = replace(KNOWN, pending={"one.md": "new", "two.md": "new"})
    told = [str(each) for each in quotes.quarrels(pending, pages) if each.page.endswith(".md")]
    assert told == [
        "one.md:1: count is 4520 positions (tolerance: exact), and the page says 4521 positions",
        "two.md:0: no mark is missing any more: take it off [pending]",
    ]


def test_a_setting_that_was_changed_is_told() -> None:
    setting = Figure("", 5, "s", setting="src/plyground/score.py: LONGEST = 999_999")
    lost = quotes.lost_anchors(FigureFile({}, {"length": setting}, {}))
    assert lost == [
        "length: 'LONGEST = 999_999' is not in src/plyground/score.py: does a page quote what it was?"
    ]


def test_a_file_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "figures.toml"
    for figure, expected in (
        (replace(log(1), log=""), "comes from nowhere"),
        (replace(log(1), source="a book"), r"comes from \['source', 'log'\]"),
        (replace(log(1), tolerance=0.5), "has the tolerance 0.5"),
        (replace(log(1), measured=None), "has no date"),
    ):
        write(FigureFile({}, {"odd": figure}, {}), path)
        with pytest.raises(BadFigureFile, match=f"the figure odd {expected}"):
            read(path)


# ---------------------------------------------------------------- make figures


@pytest.fixture
def measured() -> FigureFile:
    def figure(function: str, value: Value, quiet: bool = False) -> Figure:
        return Figure(
            "a figure", value, "s", 2, measure=function, quiet=quiet, measured=date(2020, 1, 1), machine="a"
        )

    return FigureFile(
        {"a": "an old machine"},
        {
            "waits": figure("clock", 1.0, quiet=True),
            "one": figure("first", 1.0),
            "two": figure("first", [1.0, 2.0]),
            "three": figure("second", {"row": [1.0]}),
            "four": figure("absent", 4.0),
        },
        {},
    )


def absent() -> dict[str, Value]:
    raise NotHere("no such set")


FOUND: dict[str, Measure] = {
    "first": lambda: {"one": 1.23456, "two": [1234.56, 5]},
    "second": lambda: {"three": {"row": [0.00012345]}},
    "absent": absent,
    "clock": lambda: {"waits": 9.0},
}


def test_figures_are_measured_and_kept_one_by_one(
    measured: FigureFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "is_busy", lambda: True)
    path, unfinished, said = tmp_path / "figures.toml", tmp_path / "build" / "done.json", list[str]()
    functions = figures.wanted(measured, None)
    assert functions == ["first", "second", "absent", "clock"]  # what needs idle cores comes last
    figures.run(measured, functions, FOUND, figures.keeping(set(), False, path, unfinished), said.append)
    kept = read(path).figures
    assert [kept[name].value for name in ("one", "two", "three")] == [1.23, [1230, 5], {"row": [0.000123]}]
    assert kept["one"].measured != date(2020, 1, 1)
    assert kept["one"].machine != "a"
    assert (kept["four"].value, kept["four"].measured) == (4.0, date(2020, 1, 1))
    assert kept["waits"].value == 1.0  # the machine is busy
    assert any("no such set" in line for line in said)
    assert any("they need idle cores" in line for line in said)
    assert figures.read_done(unfinished) == {"first", "second"}
    os.utime(unfinished, (0, 0))
    assert figures.read_done(unfinished) == set()


def test_figures_that_need_idle_cores_are_measured_on_such(
    measured: FigureFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "is_busy", lambda: False)
    path = tmp_path / "figures.toml"
    keep = figures.keeping(set(), True, path, tmp_path / "done.json")
    figures.run(measured, figures.wanted(measured, "waits"), FOUND, keep, lambda _: None)
    assert read(path).figures["waits"].value == 9.0
    assert not (tmp_path / "done.json").exists()  # one figure alone is no interrupted run


def test_what_was_edited_while_figures_are_measured_stays(measured: FigureFile, tmp_path: Path) -> None:
    path = tmp_path / "figures.toml"
    write(replace(measured, exceptions={"written meanwhile": ["7 s"]}), path)
    keep = figures.keeping(set(), True, path, tmp_path / "done.json")
    figures.run(measured, ["second"], FOUND, keep, lambda _: None)
    kept = read(path)
    assert kept.exceptions == {"written meanwhile": ["7 s"]}
    assert kept.figures["three"].value == {"row": [0.000123]}


def test_a_figure_is_measured_by_its_name_or_its_function(measured: FigureFile) -> None:
    assert figures.wanted(measured, "two") == figures.wanted(measured, "first") == ["first"]
    assert figures.wanted(measured, "nobody") == []


def test_a_name_that_no_figure_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures.main(["--only", "nobody"]) == 2
    assert "no figure that can be measured is called 'nobody': there are " in capsys.readouterr().err
