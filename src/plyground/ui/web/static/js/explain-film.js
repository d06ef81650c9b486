// The film of a search with values that come back: minimax, alpha-beta and their kin.

import { questionsOf } from "./explain-quiz.js";
import { boundGiver, nextCut, passOf, pathAt } from "./explain-stepper.js";
import { pathOf, principalLine, study, whoMoves } from "./explain-trace.js";
import { MAX_BOXES, boxesAt } from "./explain-tree.js";
import { wordsOf } from "./explain-words.js";

const LEAST = 104; // pixels of a node with a window: wide enough for most, so that nothing moves while it changes

/**
 * A film is what a pane shows: `length` steps, and for each the tree of boxes, how they look, and what is said. Films of other
 * kinds of search (explain-mcts.js, explain-proof.js) have the same functions.
 */
export function windowFilm(app, trace, result) {
  const studied = study(trace);
  const words = wordsOf(app, studied);
  const { rows, pruned, whole, roots } = studied;
  let [pass, line] = [null, new Set()];
  choose(roots[0]);

  function choose(root) {
    pass = passOf(studied, root);
    line = new Set([root, ...principalLine(studied, root)]);
  }

  const eventAt = (step) => (step ? pass.events[step - 1] : { kind: "", node: pass.root });

  function currentAt(step) {
    const { kind, node } = eventAt(step);
    return kind === "cut" && !whole ? `c${node}` : `n${node}`;
  }

  /** How the boxes look at a step: a function of a box. */
  function looksAt(step) {
    const now = eventAt(step);
    const scene = {
      step, now, current: currentAt(step), path: new Set(pathAt(studied, pass, step)), over: step === pass.events.length,
      giver: now.kind === "cut" ? boundGiver(studied, pass, now.node, step) : null,
    };
    const seen = new Map();
    return (box) => {
      if (!seen.has(box.key)) seen.set(box.key, lookOf(box, scene));
      return seen.get(box.key);
    };
  }

  function lookOf(box, scene) {
    if (box.kind === "ghost" || box.kind === "ghost-leaf") return ghostLook(box);
    const state = box.key === scene.current ? ["now"] : [];
    if (box.kind === "cut") return { state, ...cutLook(box) };
    if (box.kind === "folded" || box.kind === "more") return { state, value: `+${app.number(box.count)}` };
    return box.reached ? nodeLook(box, scene, state) : faintLook(box);
  }

  function cutLook({ node }) {
    const moves = pruned[node];
    const shown = moves.length > 6 ? `${moves.slice(0, 4).join(" ")} … (${moves.length})` : moves.join(" ");
    return { value: app.say("explain.pruned"), small: words.whyShort(node), edge: shown };
  }

  function nodeLook(box, { step, now, path, over, giver }, state) {
    const { node } = box;
    const side = whoMoves(studied, node).toLowerCase();
    if (pass.left[node] > step) state.push("open");
    if (path.has(node)) state.push("path");
    if (over && line.has(node)) state.push("line");
    if (box.kind === "leaf" && !rows[node].end && !pass.windowless) state.push("known");
    if (giver && (node === giver.node || node === giver.child)) state.push("giver");
    if (giver && node === giver.child) state.push("giver-line");
    const { alpha, beta } = box.kind === "leaf" || pass.windowless ? {} : words.windowAt(pass, node, step);
    const arrow = state[0] !== "now" ? "" : now.kind === "enter" ? " ↓" : now.kind === "leaf" || now.kind === "back" ? " ↑" : "";
    return {
      side, state, lettered: Boolean(words.letters(pass).of(node)), who: whoText(side, words.letters(pass).of(node)), least: pass.windowless ? 76 : LEAST,
      value: words.worthAt(pass, node, step), small: alpha ? `α ${alpha}  β ${beta}` : "", edge: `${rows[node].move ?? ""}${arrow}`,
    };
  }

  const whoText = (side, letter) => `${letter && `${letter} `}${side === "min" ? "▽ MIN" : "△ MAX"}`;

  /** A node that the search will come to: of a leaf one knows the value, as on paper. */
  function faintLook({ node, kind }) {
    const side = whoMoves(studied, node).toLowerCase();
    const letter = words.letters(pass).of(node);
    const given = whole && kind === "leaf" ? whole.rows[whole.of[node]].value : null;
    return { side, state: ["faint"], lettered: Boolean(letter), who: whoText(side, letter), least: pass.windowless ? 76 : LEAST, value: leafText(given, side), small: pass.windowless ? "" : " ", edge: rows[node].move ?? "" };
  }

  function ghostLook({ at, move, value, ply, skipped }) {
    const side = ply % 2 ? "min" : "max";
    const letter = words.letters(pass).ofWhole(at);
    const state = [skipped ? "pruned" : "faint"];
    return { side, state, lettered: Boolean(letter), who: whoText(side, letter), value: leafText(value, side), small: pass.windowless ? "" : " ", least: pass.windowless ? 76 : LEAST, edge: move };
  }

  const leafText = (value, side) => (value === null ? "" : words.score(side === "min" && value !== 0 ? -value : value));

  /** A box in a line of text. */
  function textOf(box, step) {
    if (box.kind === "cut") return app.say("explain.line-cut", { moves: words.list(pruned[box.node]), why: words.whyLong(box.node) });
    if (box.kind === "folded" || box.kind === "more") return app.say("explain.line-folded", { n: box.count });
    if (box.kind.startsWith("ghost")) return app.say(box.skipped ? "explain.line-pruned" : "explain.line-later", { move: words.letters(pass).ofWhole(box.at) || app.say("explain.move", { move: box.move }) });
    if (!box.reached) return app.say("explain.line-later", { move: words.named(pass, box.node) });
    return words.line(pass, box.node, step);
  }

  /** Whether a box is one of the branches that a question of the quiz is about. */
  function isAsked(box, { node, rest }) {
    if (box.reached || !box.faint) return false;
    if (box.kind.startsWith("ghost")) return box.node === node && box.ply === studied.ply[node] + 1 && rest.includes(box.move);
    return rows[box.node].parent === node && rest.includes(rows[box.node].move);
  }

  function passName(root, number) {
    const facts = { n: number + 1, value: words.worth(root), nodes: studied.size[root], ...words.window(root) };
    const open = rows[root].alpha === null && rows[root].beta === null;
    return app.say(open ? "explain.pass-plain" : "explain.pass-window", facts);
  }

  const unfinished = result ? result.stopped !== null : rows[roots.at(-1)].value === null;

  /** Counts of the whole search; `pruned` is null if the trace is not complete. */
  function counts() {
    const skipped = trace.left_out ? null : pruned.reduce((sum, moves) => sum + moves.length, 0);
    return { nodes: result?.nodes ?? rows.length + trace.left_out, pruned: skipped, unfinished };
  }

  /** Nodes and pruned moves up to a step of this pass. */
  function countsAt(step) {
    const before = (node) => node < pass.root; // of passes before
    const nodes = pass.root + pass.entered.filter((at) => at <= step).length;
    const skipped = pruned.reduce((sum, moves, node) => sum + (before(node) || pass.cut[node] <= step ? moves.length : 0), 0);
    return { nodes, pruned: skipped };
  }

  /** What has been counted up to a step; at the end the result: nodes and pruned moves, and the best move if there is one. */
  function countsLine(step) {
    const over = step === pass.events.length && pass.root === roots.at(-1);
    const { nodes, pruned: skipped } = counts();
    const complete = trace.left_out === 0;
    const deepened = unfinished && result?.depth > 0 && trace.agent.startsWith("Deepening"); // a depth before it answers
    const said = deepened ? app.say("explain.unfinished-depth", { n: nodes, depth: result.depth }) : unfinished ? app.say("explain.unfinished", { n: nodes })
      : !over ? app.say("explain.counts-so-far", countsAt(step)) : complete ? app.say("explain.counts", { nodes, pruned: skipped }) : app.say("explain.nodes-only", { nodes });
    const best = over && result?.move && (deepened || !unfinished) ? ` ${app.say("explain.best", { move: result.move, value: words.spoken(result.score) })}` : "";
    const some = pruned.reduce((sum, moves) => sum + moves.length, 0);
    const left = complete ? "" : ` ${app.say("explain.left-out", { n: trace.left_out, rows: rows.length, pruned: app.number(some) })}`;
    return said + best + left;
  }

  return {
    kind: "window", studied, words, roots, choose, passName, counts, countsLine, looksAt, currentAt, textOf, unfinished,
    get pass() { return pass; },
    get length() { return pass.events.length; },
    get folds() { return !whole && studied.size.some((size) => size > MAX_BOXES); },
    value: () => (result ? result.score : rows[roots.at(-1)].value),
    valueText: () => words.spoken(result ? result.score : rows[roots.at(-1)].value),
    treeAt: (step, options) => boxesAt(studied, pass, step, options),
    sentenceAt: (step) => words.event(pass, step),
    kindAt: (step) => eventAt(step).kind,
    nodeAt: (step) => eventAt(step).node,
    pathAt: (step) => pathAt(studied, pass, step),
    movesTo: (node) => pathOf(studied, node),
    nameOf: (node) => words.named(pass, node),
    isReached: (node, step) => pass.entered[node] <= step,
    nextMark: (step) => nextCut(pass, step),
    noteKey: "explain.note", markKey: "explain.next-cut",
    noMarkKey: "explain.no-more-cuts",
    legend: ["explain.legend-shapes", "explain.legend-window", whole ? "explain.legend-ghost" : "explain.legend-cut", "explain.legend-scores"],
    questions: () => questionsOf(studied, pass),
    isAsked,
  };
}
