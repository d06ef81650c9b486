// The film of a proof-number search: go to the most-proving leaf, expand it, and count anew what is left to prove and to disprove.

import { MAX_BOXES, grownBoxes, growthOf, movesTo, nextOf, sideOf, trail, whoText } from "./explain-growth.js";

/** The film; see windowFilm for what a film is. Numbers are those of MAX, who tries to prove that it wins, and then that it draws. */
export function proofFilm(app, trace, result) {
  const growth = growthOf(trace);
  const { rows, children, entered, roots } = growth;
  const say = app.say;
  let [root, events, numbers] = [roots[0], [], { step: -1 }];
  choose(root);

  function choose(chosen) {
    root = chosen;
    events = [];
    numbers = { step: -1 };
    entered.fill(0x7fffffff);
    entered[root] = 0;
    for (const { node } of trace.rounds.filter((round) => growth.rootOf(round.node) === root)) {
      events.push({ kind: "select", node });
      const step = events.push({ kind: "expand", node });
      for (const child of children[node]) entered[child] = step;
      events.push({ kind: "update", node });
    }
  }

  const leaf = (node) => (rows[node].value === null || children[node].length ? [1, 1] : rows[node].value > 0 ? [0, Infinity] : [Infinity, 0]);

  /** φ and δ of every node at a step, from its own side (Allis 1994; the names are those of proof_number.py). */
  function numbersAt(step) {
    if (numbers.step === step) return numbers;
    const known = new Map();
    const of = (node) => known.get(node) ?? leaf(node);
    for (let at = 0; at < step; at += 1) {
      if (events[at].kind !== "update") continue;
      for (const node of trail(growth, events[at].node).reverse()) {
        known.set(node, [Math.min(...children[node].map((child) => of(child)[1])), children[node].reduce((sum, child) => sum + of(child)[0], 0)]);
      }
    }
    numbers = { step, of };
    return numbers;
  }

  /** The proof and the disproof number of a node, as MAX sees them. */
  function pair(node, step) {
    const [phi, delta] = numbersAt(step).of(node);
    return growth.ply[node] % 2 ? [delta, phi] : [phi, delta];
  }

  const count = (number) => (number === Infinity ? "∞" : app.number(number));
  const eventAt = (step) => (step ? events[step - 1] : { kind: "", node: root });
  const pathAt = (step) => (step ? trail(growth, eventAt(step).node) : []);
  const currentAt = (step) => `n${eventAt(step).node}`;

  function looksAt(step) {
    const path = new Set(pathAt(step));
    return (box) => {
      const state = box.key === currentAt(step) ? ["now"] : [];
      if (box.kind === "folded" || box.kind === "more") return { state, value: `+${app.number(box.count)}` };
      if (path.has(box.node)) state.push("path");
      const [proof, disproof] = pair(box.node, step);
      if (proof === 0 || disproof === 0) state.push(proof === 0 ? "won" : "lost");
      const side = sideOf(growth, box.node);
      const done = proof === 0 ? "✓" : disproof === 0 ? "✗" : null;
      if (box.kind === "leaf") return { side, state, value: done ?? "?", edge: rows[box.node].move ?? "" };
      return { side, state, who: whoText(side), least: 84, value: done ?? `${count(proof)} : ${count(disproof)}`, small: done ? `${count(proof)} : ${count(disproof)}` : "", edge: rows[box.node].move ?? "" };
    };
  }

  const goal = () => say(root === roots[0] ? "explain.proof-goal-win" : "explain.proof-goal-draw");
  const moves = (node) => movesTo(growth, node).join(" ") || say("explain.root");
  const nameOf = (node) => (rows[node].parent === null ? say("explain.root") : say(growth.ply[node] === 1 ? "explain.move" : "explain.line-of-moves", { move: moves(node) }));

  function sentenceAt(step) {
    if (step === 0) return `${goal()} ${say("explain.proof-before")}`;
    const { kind, node } = eventAt(step);
    if (kind === "select") return say("explain.proof-select", { moves: moves(node) });
    if (kind === "expand") return say("explain.proof-expand", { n: children[node].length });
    const [proof, disproof] = pair(root, step);
    if (proof === 0) return `${goal()} ${say("explain.proof-yes")}`;
    if (disproof === 0) return `${goal()} ${say("explain.proof-no")}`;
    return say("explain.proof-update", { proof: count(proof), disproof: count(disproof) });
  }

  function textOf(box, step) {
    if (box.kind === "folded" || box.kind === "more") return say("explain.line-folded", { n: box.count });
    const [proof, disproof] = pair(box.node, step);
    return say("explain.proof-line", { move: nameOf(box.node), proof: count(proof), disproof: count(disproof) });
  }

  const unfinished = result ? result.stopped !== null : false;

  /** How many nodes were expanded, and at the end what they prove. */
  function countsLine(step) {
    const over = step === events.length && root === roots.at(-1);
    const expanded = say("explain.proof-counts", { n: trace.rounds.length });
    const found = unfinished ? say("explain.unfinished", { n: result.nodes }) : over && result ? say(result.score > 0 ? "explain.proof-wins" : result.score < 0 ? "explain.proof-loses" : "explain.proof-draws") : "";
    const left = trace.left_out ? ` ${say("explain.grown-left-out", { n: trace.left_out, rows: rows.length })}` : "";
    return `${expanded} ${found}${left}`;
  }

  return {
    kind: "proof", roots, choose, passName: (_, number) => say(number ? "explain.proof-goal-draw" : "explain.proof-goal-win"),
    counts: () => ({ nodes: result?.nodes ?? rows.length + trace.left_out, pruned: null, unfinished }), countsLine, looksAt, currentAt, textOf, unfinished,
    get length() { return events.length; },
    folds: rows.length > MAX_BOXES,
    value: () => result?.score ?? null,
    valueText: () => (result ? say(result.score > 0 ? "explain.win" : result.score < 0 ? "explain.loss" : "explain.draw") : "?"),
    treeAt: (step, options) => grownBoxes(growth, root, step, { ...options, path: step ? pathAt(step) : [root], weight: (node) => -growth.ply[node] }),
    sentenceAt, kindAt: (step) => eventAt(step).kind, nodeAt: (step) => eventAt(step).node, pathAt,
    movesTo: (node) => movesTo(growth, node), nameOf, isReached: (node, step) => entered[node] <= step,
    nextMark: (step) => nextOf(events, "update", step), noteKey: "explain.note-proof", markKey: "explain.next-round", noMarkKey: "explain.no-more-rounds",
    legend: ["explain.legend-proof", "explain.legend-proof-numbers"], questions: () => new Map(),
  };
}
