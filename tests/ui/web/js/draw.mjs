// Draws what tests/ui/explain/test_drawing.py asks for: cases on standard input, pictures on standard output.

import { readFileSync } from "node:fs";
import { windowFilm } from "../../../../src/plyground/ui/web/static/js/explain-film.js";
import { place } from "../../../../src/plyground/ui/web/static/js/explain-layout.js";
import { mctsFilm } from "../../../../src/plyground/ui/web/static/js/explain-mcts.js";
import { proofFilm } from "../../../../src/plyground/ui/web/static/js/explain-proof.js";
import { svgText, widthOf } from "../../../../src/plyground/ui/web/static/js/explain-shape.js";
import { checkTrace } from "../../../../src/plyground/ui/web/static/js/explain-trace.js";
import { tongue } from "../../../../src/plyground/ui/web/static/js/i18n.js";

const FILMS = { "": windowFilm, mcts: mctsFilm, proof: proofFilm };
const { catalogue, palette, cases } = JSON.parse(readFileSync(0, "utf-8"));
const tongues = Object.fromEntries(Object.entries(catalogue).map(([language, words]) => [language, tongue(language, words)]));

function drawn({ language, trace, root, step, opened, title, notes }) {
  const checked = checkTrace(trace).trace;
  const film = FILMS[checked.kind](tongues[language], checked, null);
  film.choose(root);
  const at = step ?? film.length;
  const folds = new Map(opened === null ? [] : checked.rows.map((_, node) => [node, opened.includes(node)]));
  const look = film.looksAt(at);
  return svgText(place(film.treeAt(at, { folds }), (box) => widthOf(box, look(box))), look, { title, notes, palette });
}

process.stdout.write(JSON.stringify(cases.map(drawn)));
