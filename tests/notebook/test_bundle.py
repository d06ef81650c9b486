"""Many ES modules as one, and style sheets that hold inside one class."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from helpers.debian import need
from plyground.errors import PlygroundError
from plyground.notebook.bundle import bundle
from plyground.notebook.static import script, styles
from plyground.notebook.stylesheet import SCOPE, scoped_styles

MODULES = {
    "entry.js": 'import { double as twice, greet, one } from "./lib/numbers.js";\nimport {\n  hello,\n} from "./words.js";\n\n'
    "function render() {\n  return [twice(one), hello(), greet(), typeof secret];\n}\n\nexport default { render };\n",
    "lib/numbers.js": 'import { hello } from "../words.js";\nexport { hello as greet } from "../words.js";\n\nconst secret = 7;\nexport const one = 1;\n'
    "export function double(n) {\n  return hello() && secret && 2 * n;\n}\n",
    "words.js": "async function later() {}\nconst hello = () => 'import nothing';\nexport { hello, later as after };\n"
    "export async function soon() {}\n",
}


def written(folder: Path, modules: dict[str, str]) -> Path:
    for name, text in modules.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder / "entry.js"


def run_in_node(folder: Path, *sources: str, code: str) -> object:
    """What some code finds in modules, which it gets as a list."""
    node = need("nodejs")
    for number, source in enumerate(sources):
        (folder / f"bundle{number}.mjs").write_text(source)
    imports = ", ".join(f'import("./bundle{number}.mjs")' for number in range(len(sources)))
    program = f"const modules = await Promise.all([{imports}]);\nconsole.log(JSON.stringify({code}));\n"
    (folder / "run.mjs").write_text(program)
    done = subprocess.run(
        [node, "run.mjs"], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_bundle_runs_as_its_modules_do_and_ours_can_be_loaded(tmp_path: Path) -> None:
    sources = [bundle(written(tmp_path, MODULES)), *(bundle(script(name)) for name in ("board", "explain"))]
    code = "[modules[0].default.render(), ...modules.map((m) => [Object.keys(m), typeof m.default.render])]"
    found = run_in_node(tmp_path, *sources, code=code)
    loaded = [["default"], "function"]
    assert found == [[2, "import nothing", "import nothing", "undefined"], loaded, loaded, loaded]


def test_a_module_is_bundled_once() -> None:
    text = bundle(script("board"))
    assert text.count("export function svg(") == 0
    assert text.count("function svg(") == 1
    assert "import " not in "\n".join(line for line in text.splitlines() if line.startswith("import"))


@pytest.mark.parametrize(
    "form",
    [
        'import * as all from "./words.js";',
        'import "./words.js";',
        "export let changing = 1;",
        'export * from "./words.js";',
        "const later = () => import('./words.js');",
        "const here = import.meta.url;",
    ],
)
def test_forms_that_are_not_known_are_refused(tmp_path: Path, form: str) -> None:
    entry = written(
        tmp_path, {"entry.js": f"{form}\nexport default {{}};\n", "words.js": "export const a = 1;\n"}
    )
    with pytest.raises(PlygroundError, match=r"entry\.js has a form that is not bundled: "):
        bundle(entry)


def test_modules_that_import_each_other_are_refused(tmp_path: Path) -> None:
    entry = written(
        tmp_path,
        {
            "entry.js": 'import { a } from "./a.js";\nexport default a;\n',
            "a.js": 'import { b } from "./b.js";\nexport const a = b;\n',
            "b.js": 'import { a } from "./a.js";\nexport const b = a;\n',
        },
    )
    with pytest.raises(PlygroundError, match=r"a\.js imports itself, through b\.js"):
        bundle(entry)


def test_every_rule_holds_inside_the_widget_only(tmp_path: Path) -> None:
    sheet = tmp_path / "a.css"
    sheet.write_text(
        ":root { --ink: black } /* { */\n:root[data-theme='dark'], a:is(b, c) > d { color: red }\n"
        "@media (min-width: 1px) { button { animation: fall 1s } @keyframes fall { from { top: 0 } } }\n"
    )
    assert scoped_styles([sheet]).split("\n") == [
        f"{SCOPE} {{ --ink: black }}",
        f"{SCOPE}[data-theme='dark'], {SCOPE} a:is(b, c) > d {{ color: red }}",
        "@media (min-width: 1px) {",
        f"{SCOPE} button {{ animation: plyground-fall 1s }}",
        "@keyframes plyground-fall { from { top: 0 } }",
        "}",
        "",
    ]


def test_what_a_sheet_imports_is_put_in(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text('/* first */\n@import "b.css";\nb { top: 0 }\n')
    (tmp_path / "b.css").write_text("a { top: 0 }\n")
    assert scoped_styles([tmp_path / "a.css"]) == f"{SCOPE} a {{ top: 0 }}\n{SCOPE} b {{ top: 0 }}\n"


def test_our_styles_leave_the_notebook_alone() -> None:
    css = scoped_styles([*styles("play"), *styles("explain")])
    heads = [line.partition("{")[0] for line in css.splitlines() if "{" in line]
    loose = [head for head in heads if not head.startswith((SCOPE, "@media", "@keyframes plyground-", " "))]
    assert not loose
