// "Predict the cut": the film stops where the window decides whether the remaining moves are searched.

import { cutReason } from "./explain-trace.js";

const FEWEST_GOING_ON = 2;

/**
 * The questions of a pass, step → {node, cut, rest}: at that step a value has just come back to `node`, `rest` are
 * its moves that are still to be searched, and `cut` is whether they are skipped. All cuts by a window are asked
 * about, and about as many places where the search goes on, spread over the whole.
 */
export function questionsOf({ rows, children, ...studied }, pass) {
  const [cuts, others] = [[], []];
  for (let step = 1; step < pass.events.length; step += 1) {
    const [last, next] = [pass.events[step - 1], pass.events[step]];
    const node = rows[last.node].parent;
    if (last.kind === "enter" || last.kind === "cut" || last.kind === "stop" || last.node === pass.root) continue;
    const { beta, moves, capped } = rows[node];
    if (beta === null || capped || moves.length === 0) continue;
    const tried = new Set(children[node].filter((child) => pass.entered[child] <= step).map((child) => rows[child].move));
    const rest = moves.filter((move) => !tried.has(move));
    if (rest.length === 0) continue;
    if (next.kind === "cut" && cutReason({ rows, children, ...studied }, node)) cuts.push([step, { node, cut: true, rest }]);
    else if (rows[next.node].parent === node && !tried.has(rows[next.node].move)) others.push([step, { node, cut: false, rest }]);
  }
  const wanted = Math.min(others.length, Math.max(cuts.length, FEWEST_GOING_ON));
  const spread = Array.from({ length: wanted }, (_, at) => others[Math.floor((at * others.length) / wanted)]);
  return new Map([...cuts, ...spread].sort(([a], [b]) => a - b));
}

/** The quiz: it asks, and keeps the score. */
export function quiz(questions) {
  const answers = new Map(); // step → was it right
  return {
    size: questions.size,
    /** The question at a step that has not been answered; null if there is none. */
    open: (step) => (answers.has(step) ? null : questions.get(step) ?? null),
    answer(step, cut) {
      const right = questions.get(step).cut === cut;
      answers.set(step, right);
      return right;
    },
    get asked() { return answers.size; },
    get right() { return [...answers.values()].filter(Boolean).length; },
  };
}
