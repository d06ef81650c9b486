"""What a site is made of, without making one."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from helpers.command import run
from plyground.errors import Failed
from plyground.ui.site.build import MARK, POLICY, check_folder, empty_folder, index_page, service_worker
from plyground.ui.site.first_answers import ask_in_turn, first_answers
from plyground.ui.site.package_archive import ENTRIES, pack_package
from plyground.ui.site.pyodide_package import read_pyodide
from plyground.ui.site.worker import PAGES, handlers
from plyground.ui.web.server import HANDLERS


def test_the_archive_has_what_workers_import_and_no_more() -> None:
    packed = pack_package(ENTRIES, {"ui/site/findings.json": b"{}"})
    assert packed == pack_package(ENTRIES, {"ui/site/findings.json": b"{}"})
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        names = set(archive.namelist())
        assert b"WasmCore" in archive.read("plyground/_core.py")
    wanted = {
        "session/session.py",
        "searchers/mcts.py",
        "words/play.en.toml",
        "words/play.pt-BR.toml",
        "ui/web/protocol.json",
    }
    wanted |= {"solver/connect4.book", "ui/site/findings.json", "ui/web/connection.py"}
    assert {f"plyground/{name}" for name in wanted} <= names
    unwanted = ("plyground/cli/", "plyground/notebook/", "plyground/ui/window/", "plyground/ui/web/static/")
    assert not [name for name in names if name.startswith(unwanted)]
    servers = {"plyground/ui/web/app.py", "plyground/ui/web/server.py", "plyground/ui/web/security.py"}
    assert not names & servers, "these need packages that a browser has not"


def test_a_site_answers_the_requests_of_its_pages_as_the_server_does() -> None:
    ours = handlers()
    assert {name for name in ours if ours[name] is not HANDLERS[name]} == {"measure", "papers"}
    assert {"hello", "open", "move", "explain", "papers"} <= set(ours)
    assert not [name for name in ours if "run" in name.split("_")], "there are no tournaments"
    assert "play" in PAGES


def test_the_first_answers_are_those_of_a_connection() -> None:
    (greeting,) = first_answers()
    (opened,) = greeting["next"]
    assert greeting["reply"]["hello"]["lacking"]
    assert opened["pushes"][0]["view"]["played"] == []
    moved = {each["request"]["move"]: each for each in opened["next"]}
    assert sorted(moved) == list("1234567")
    again = ask_in_turn([greeting["request"], opened["request"], moved["4"]["request"]])
    view = again[-1]["pushes"][0]["view"]
    assert view == moved["4"]["pushes"][0]["view"]
    assert (view["played"][0]["text"], view["thinking"]) == ("4", "move")


def test_the_page_has_a_strict_policy_and_no_absolute_addresses() -> None:
    page = index_page().decode()
    assert f'content="{POLICY}"' in page
    assert "unsafe" not in POLICY
    assert 'data-transport="worker"' in page
    assert 'href="/' not in page
    assert 'src="/' not in page


def test_the_service_worker_knows_its_version_and_files() -> None:
    text = service_worker(["index.html"], "abc").decode()
    assert '`plyground-${"abc"}`' in text
    assert '["./", "index.html"]' in text


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(Failed, match="files of another kind"):
        check_folder(tmp_path)
    with pytest.raises(Failed, match="files of another kind"):
        empty_folder(tmp_path)
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "mine"
    ended = run("site", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "files of another kind" in ended.stderr


def test_a_site_is_replaced_and_links_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine.txt").write_text("mine", encoding="utf-8")
    site = tmp_path / "site"
    (site / "old").mkdir(parents=True)
    (site / MARK).touch()
    (site / "link").symlink_to(outside)
    check_folder(site)
    assert (site / "old").is_dir(), "nothing is lost before there is something new"
    empty_folder(site)
    assert list(site.iterdir()) == []
    assert (outside / "mine.txt").is_file()


@pytest.mark.parametrize("content", [b"", b"no archive"])
def test_what_is_no_package_of_pyodide_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "pyodide.tgz"
    file.write_bytes(content)
    with pytest.raises(Failed, match="is no package of Pyodide"):
        read_pyodide(file)
    with pytest.raises(Failed, match="cannot read"):
        read_pyodide(tmp_path / "nothing")


def test_the_first_answers_are_small() -> None:
    """They are loaded before the first board is drawn."""
    assert len(json.dumps(first_answers())) < 100_000
