// Two searches on one tree: which nodes each has come to, step by step. Only for small games, whose whole tree is known.

import { pathOf } from "./explain-trace.js";

const SIGNS = ["①", "②"];

/** Whether two films can be shown on one tree. */
export const canShare = (films) => films.length === 2 && films.every((film) => film.studied?.whole) && sameTree(...films.map((film) => film.studied.whole));

const sameTree = (one, two) => one.rows.length === two.rows.length && one.rows.every((row, at) => row.move === two.rows[at].move && row.parent === two.rows[at].parent);

/** The film of two films of a kind "window"; the last pass of each is shown. */
export function bothFilm(app, films, titles) {
  for (const film of films) film.choose(film.roots.at(-1));
  const { whole } = films[0].studied;
  const deepest = Math.max(...films.map((film) => film.pass.deepest));
  const length = Math.max(...films.map((film) => film.length));
  const stepOf = (film, step) => Math.min(step, film.length);
  const plies = whole.rows.map(() => 0);
  whole.rows.forEach(({ parent }, node) => { plies[node] = parent === null ? 0 : plies[parent] + 1; });

  /** The last node of a film that is this node of the game and has been entered; null if there is none. */
  function nodeIn(film, at, step) {
    const { studied, pass } = film;
    let found = null;
    for (let node = pass.root; node < studied.rows.length && (node === pass.root || studied.rows[node].parent !== null); node += 1) {
      if (studied.whole.of[node] === at && pass.entered[node] <= stepOf(film, step)) found = node;
    }
    return found;
  }

  function treeAt() {
    const box = (at) => {
      const inner = whole.children[at].length > 0;
      const below = plies[at] < deepest ? whole.children[at].map(box) : [];
      return { kind: inner ? "node" : "leaf", key: `w${at}`, node: at, ply: plies[at], below, reached: true };
    };
    return box(0);
  }

  function looksAt(step) {
    const now = films.map((film) => film.studied.whole.of[film.nodeAt(stepOf(film, step))]);
    const seen = new Map();
    return (box) => {
      if (!seen.has(box.key)) seen.set(box.key, lookOf(box, step, now));
      return seen.get(box.key);
    };
  }

  function lookOf(box, step, now) {
    const at = box.node;
    const side = plies[at] % 2 ? "min" : "max";
    const nodes = films.map((film) => nodeIn(film, at, step));
    const letter = films[0].words.letters(films[0].pass).ofWhole(at);
    const over = films.map((film) => stepOf(film, step) === film.length);
    const state = nodes.some((node) => node !== null) ? [] : [over[0] && over[1] ? "pruned" : "faint"];
    if (nodes.some((node) => node === null) && nodes.some((node) => node !== null)) state.push("one");
    if (now.includes(at) && step) state.push("now");
    const signs = SIGNS.filter((_, film) => nodes[film] !== null).join("");
    const worth = films.map((film, number) => (nodes[number] === null ? "–" : film.words.worthAt(film.pass, nodes[number], stepOf(film, step))));
    const points = whole.rows[at].value;
    const leaf = points === null ? "" : films[0].words.score(side === "min" && points !== 0 ? -points : points);
    return {
      side, state, least: 104, lettered: Boolean(letter), who: `${letter && `${letter} `}${side === "min" ? "▽ MIN" : "△ MAX"}`,
      value: box.kind === "leaf" ? leaf : nodes.every((node) => node === null) ? "" : worth.join(" · "), small: box.kind === "leaf" ? "" : signs || " ",
      edge: `${whole.rows[at].move ?? ""}${box.kind === "leaf" && signs.length === 1 ? ` ${signs}` : ""}`,
    };
  }

  const sentenceAt = (step) => films.map((film, number) => `${SIGNS[number]} ${titles[number]}: ${film.sentenceAt(stepOf(film, step))}`).join("\n");

  function textOf({ node }, step) {
    const names = films.map((film, number) => {
      const mine = nodeIn(film, node, step);
      return `${SIGNS[number]} ${mine === null ? app.say("explain.not-searched") : film.textOf({ kind: "node", node: mine, reached: true }, stepOf(film, step))}`;
    });
    return names.join(" · ");
  }

  return {
    kind: "both", roots: [0], choose() {}, passName: () => "", length, folds: false, looksAt, treeAt, sentenceAt, textOf, unfinished: false,
    counts: () => ({ nodes: films[0].counts().nodes, pruned: null, unfinished: false }), countsLine: () => app.say("explain.both-counts", { one: titles[0], two: titles[1] }),
    value: films[0].value, valueText: films[0].valueText, kindAt: (step) => (films.some((film) => film.kindAt(stepOf(film, step)) === "cut") ? "cut" : ""),
    currentAt: (step) => `w${films[0].studied.whole.of[films[0].nodeAt(stepOf(films[0], step))]}`,
    nodeAt: (step) => films[0].studied.whole.of[films[0].nodeAt(stepOf(films[0], step))],
    pathAt: () => [], isReached: () => true, nameOf: (node) => films[0].words.letters(films[0].pass).ofWhole(node) || app.say("explain.root"),
    movesTo: (node) => (node === 0 ? [] : pathOf({ rows: whole.rows }, node)),
    nextMark: (step) => films.map((film) => film.nextMark(step)).filter((at) => at !== null).sort((a, b) => a - b)[0] ?? null,
    noteKey: "explain.note", markKey: "explain.next-cut", noMarkKey: "explain.no-more-cuts",
    legend: ["explain.legend-both", "explain.legend-shapes", "explain.legend-scores"], questions: () => new Map(),
  };
}
