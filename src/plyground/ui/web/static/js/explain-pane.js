// One search on the screen: the picture, what has just happened, the board of a node, the outline, the quiz.

import { liveBoard } from "./board.js";
import { fill, h, set, write } from "./dom.js";
import { pictureOf } from "./explain-draw.js";
import { fileName, isDark, paletteOf, savePng, saveSvg } from "./explain-export.js";
import { windowFilm } from "./explain-film.js";
import { mctsFilm } from "./explain-mcts.js";
import { outlineOf } from "./explain-outline.js";
import { boardAfter } from "./explain-position.js";
import { proofFilm } from "./explain-proof.js";
import { questionsOver } from "./explain-question.js";

const FILMS = { "": windowFilm, mcts: mctsFilm, proof: proofFilm };

/** The film of a trace. */
export const filmOf = (app, trace, result) => FILMS[trace.kind](app, trace, result);

/**
 * A pane. `start` is the root's {board, to_move} or null, and `boardsFrom(onFound)` knows the boards below it where only the server
 * does; `onLength` hears when another pass is chosen; `onKey` of keys; `onLeaf` of a click on a leaf, and says whether it took it.
 */
export function paneOf(app, { trace, result, start, boardsFrom, title, film = filmOf(app, trace, result), onLength, onKey, onLeaf = () => false }) {
  const folds = new Map();
  let [everything, step, pointed] = [false, 0, null]; // pointed: the box that a person looks at

  const counted = h("p", { class: "counts" });
  const sentence = h("p", { class: "sentence" });
  const mini = liveBoard();
  const board = h("div", { class: "node-board", hidden: true }, mini.element);
  const about = h("p", { class: "about" });
  const keys = (event) => {
    const zooms = { "+": () => picture.zoom(1.25), "=": () => picture.zoom(1.25), "-": () => picture.zoom(0.8), 0: () => picture.fit() };
    if (!event.ctrlKey && !event.metaKey && event.key in zooms) {
      event.preventDefault();
      zooms[event.key]();
    } else onKey(event);
  };
  const textOf = (box) => film.textOf(box, step);
  const picture = pictureOf({ label: app.say("explain.picture", { title }), titleOf: textOf, onTap: tap, onHover: point, onKey: keys });
  const quiz = questionsOver(app, film, {
    onKey, onMarks: () => show(step), onOn: () => onKey(new KeyboardEvent("keydown", { key: "ArrowRight" })), leave: () => picture.element.focus({ preventScroll: true }),
  });
  const outline = outlineOf({ label: app.say("explain.outline"), onFocus: point, onFold: fold, more: (n) => app.say("explain.more-lines", { n }) });
  const drawer = h("details", { class: "outline-drawer", ontoggle: () => drawer.open && show(step) },
    h("summary", {}, app.say("explain.outline")), outline.element);
  const button = (text, label, action, kind = "zoom") => h("button", { type: "button", class: `quiet ${kind}`, "aria-label": label, title: label, onclick: action }, text);
  const tools = h("div", { class: "tree-tools" },
    button("+", app.say("explain.zoom-in"), () => picture.zoom(1.25)),
    button("−", app.say("explain.zoom-out"), () => picture.zoom(0.8)),
    button("⤢", app.say("explain.fit"), () => picture.fit()),
    button("SVG", app.say("explain.save-svg"), () => saveSvg(drawing(), name()), "save"),
    button("PNG", app.say("explain.save-png"), () => savePng(drawing(), name(), isDark()), "save"));
  const passes = film.roots.length > 1 && h("label", { class: "inline passes" }, app.say("explain.pass"),
    h("select", { onchange: (event) => choose(Number(event.target.value)) },
      film.roots.map((root, number) => h("option", { value: root }, film.passName(root, number)))));
  const folding = film.folds && h("label", { class: "inline fold-large" },
    h("input", {
      type: "checkbox", checked: true, onchange: (event) => {
        everything = !event.target.checked;
        show(step);
      },
    }), app.say("explain.fold-large"));
  const element = h("section", { class: "pane" },
    h("div", { class: "pane-head" }, h("h2", {}, title), counted, passes, folding), h("div", { class: "pane-deck" }), sentence, quiz.element,
    h("div", { class: "tree-row" }, h("div", { class: "tree-frame" }, picture.element, tools), h("div", { class: "beside" }, board, about)));

  const boards = start?.board && !start.board.k ? boardsFrom?.(showNode) : null;

  const name = () => fileName([trace.game.replace(/\(.*/s, "") || "tree", trace.agent.replace(/\(.*/s, ""), "step", step]);

  /** The picture as it is now, as the text of a file. */
  function drawing() {
    const notes = [step ? film.sentenceAt(step) : "", app.say(film.noteKey)].filter(Boolean).flatMap(wrapped);
    return picture.text({ title: `${title}: ${app.say("explain.where", { step, of: film.length })}`, notes, palette: paletteOf(element) });
  }

  function choose(root, at = 0) {
    film.choose(root);
    quiz.begin();
    [pointed, step] = [null, 0];
    folds.clear();
    if (passes) passes.querySelector("select").value = root;
    picture.fitNext();
    onLength(at);
  }

  function tap(box) {
    if (quiz.tap(box) || (box.kind.endsWith("leaf") && onLeaf(box))) return;
    fold(box);
  }

  function fold(box, opening) {
    point(box);
    if (box.kind === "more") folds.set(box.node, "all");
    else if (box.kind === "folded") folds.set(box.node, true);
    else if (box.folds && !(opening && box.open)) folds.set(box.node, !box.open);
    else return;
    show(step, `n${box.node}`);
    app.status(app.say(folds.get(box.node) ? "explain.unfolded" : "explain.folded", { move: film.nameOf(box.node) }));
  }

  function point(box) {
    pointed = box;
    showNode();
  }

  function show(to, held) {
    step = to;
    for (const node of film.pathAt(step)) if (folds.get(node) === false && pointed?.node !== node) folds.delete(node);
    const look = marked(film.looksAt(step));
    const boxes = picture.draw(film.treeAt(step, { folds, everything }), look, film.currentAt(step), held);
    if (drawer.open) outline.draw(boxes, textOf, film.currentAt(step));
    write(sentence, film.sentenceAt(step));
    set(sentence, "data-kind", film.kindAt(step));
    write(counted, quiz.asking ? "" : film.countsLine(step));
    counted.hidden = quiz.asking;
    showNode();
    quiz.show(step);
  }

  /** Looks with what the quiz marks: the branches that are asked for, and whether an answer was right. */
  function marked(look) {
    const [open, marks] = [quiz.asking ? quiz.openAt(step) : null, quiz.marks()];
    if (!open && !marks.size) return look;
    const seen = new Map();
    return (box) => {
      if (!seen.has(box.key)) {
        const plain = look(box);
        const asked = open && film.isAsked(box, open) ? ["asked"] : [];
        const mark = marks.get(box.key);
        seen.set(box.key, { ...plain, state: [...plain.state, ...asked, ...(mark ? [mark] : [])], mark: mark && (mark === "right" ? "✓" : "✗") });
      }
      return seen.get(box.key);
    };
  }

  function showNode() {
    const shown = pointed && !pointed.kind.startsWith("ghost") && film.isReached(pointed.node, step) ? pointed.node : film.nodeAt(step);
    const moves = film.movesTo(shown);
    const after = boards ? boards.of(moves) : start?.board ? boardAfter(start.board, start.to_move, moves) : null;
    const label = app.say("explain.board-of", { moves: moves.join(" ") || "–" });
    if (after !== undefined) board.hidden = !after; // else the one before stays until it comes
    element.classList.toggle("boardless", !start?.board?.k && !boards);
    if (after) mini.update(after.board, { last: after.last, winning: after.winning, mini: true, label });
    const text = pointed ? textOf(pointed) : film.textOf({ kind: "node", node: shown, reached: true }, step);
    fill(about, moves.length > 1 && h("strong", {}, `${moves.join(" ")} · `), text);
  }

  return {
    element, drawer, show, title, film, drawing,
    counts: film.counts,
    focus: () => picture.element.focus({ preventScroll: true }),
    begin: (at) => choose(film.roots[0], at),
    deckPlace: element.querySelector(".pane-deck"),
    openOutline: () => set(drawer, "open", true),
    sentence: () => film.sentenceAt(step),
    /** Whether the film must wait at a step for an answer. */
    holds: quiz.holds,
    quiz(on) {
      const size = quiz.turn(on);
      show(step);
      return size;
    },
    get length() { return film.length; },
    get boxes() { return picture.drawn; },
    close: () => picture.close(),
  };
}

/** A long sentence as lines of a picture. */
function wrapped(text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) && lines.at(-1).length + word.length > 90) lines.push(word);
    else lines[lines.length - 1] += `${lines.at(-1) && " "}${word}`;
  }
  return lines;
}
