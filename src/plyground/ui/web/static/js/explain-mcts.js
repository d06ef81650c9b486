// The film of a Monte Carlo tree search: select, expand, play a random game, count it on the way back; visits and win rates grow.

import { ending } from "./explain-trace.js";
import { MAX_BOXES, grownBoxes, growthOf, movesTo, nextOf, sideOf, trail, whoText } from "./explain-growth.js";

/** The film; see windowFilm for what a film is. Win rates are MAX's, a draw counts half. */
export function mctsFilm(app, trace, result) {
  const growth = growthOf(trace);
  const { rows, entered } = growth;
  const say = app.say;
  const events = [];
  const told = (kind, round, node) => events.push({ kind, round, node });
  trace.rounds.forEach(({ node }, round) => {
    const fresh = entered[node] > events.length;
    const { parent } = rows[node];
    if (parent !== null) told("select", round, fresh ? parent : node);
    if (fresh) entered[node] = parent === null ? 0 : told("expand", round, node);
    told("simulate", round, node);
    told("backup", round, node);
  });
  entered[0] = 0;
  let counted = { step: -1 };

  /** Visits, rewards for MAX, and what is proven, after the rounds that are counted at a step. */
  function countsAt(step) {
    if (counted.step === step) return counted;
    const [visits, reward, proven] = [new Int32Array(rows.length), new Float64Array(rows.length), new Map()];
    for (let at = 0; at < step; at += 1) {
      if (events[at].kind !== "backup") continue;
      const round = trace.rounds[events[at].round];
      const forMax = (round.reward ?? 0) * (growth.ply[round.node] % 2 ? -1 : 1);
      for (const node of trail(growth, round.node)) {
        visits[node] += 1;
        reward[node] += forMax;
      }
      for (const [node, score] of round.proven ?? []) proven.set(node, growth.ply[node] % 2 && score !== 0 ? -score : score);
    }
    counted = { step, visits, reward, proven };
    return counted;
  }

  const rate = ({ visits, reward }, node) => (visits[node] ? (1 + reward[node] / visits[node]) / 2 : null);
  const percent = (share) => (share === null ? "–" : app.percent(share));
  const eventAt = (step) => (step ? events[step - 1] : { kind: "", round: 0, node: 0 });
  const pathAt = (step) => (step ? trail(growth, eventAt(step).node) : []);

  function provenText(score) {
    if (!ending(score)) return say(score === 0 ? "explain.draw" : "explain.proven-score", { value: app.number(score) });
    return say(score > 0 ? "explain.win" : "explain.loss");
  }

  function looksAt(step) {
    const counts = countsAt(step);
    const [path, now] = [new Set(pathAt(step)), eventAt(step)];
    const most = Math.max(1, counts.visits[0]);
    return (box) => {
      const state = [];
      if (box.key === currentAt(step)) state.push("now");
      if (box.kind === "folded" || box.kind === "more") return { state, value: `+${app.number(box.count)}` };
      if (path.has(box.node)) state.push("path");
      const share = rate(counts, box.node);
      const score = counts.proven.get(box.node);
      if (score !== undefined && score !== 0) state.push(score > 0 ? "won" : "lost");
      const side = sideOf(growth, box.node);
      const arrow = box.key === currentAt(step) && now.kind === "simulate" ? ` ${outcomeSign(now)}` : "";
      return {
        side, state, who: whoText(side), least: 84, bar: box.kind === "node" ? share ?? 0 : undefined,
        value: score === undefined ? percent(share) : provenText(score), small: app.number(counts.visits[box.node]) + "×",
        edge: `${rows[box.node].move ?? ""}${arrow}`, thick: 1.5 + Math.round((60 * counts.visits[box.node]) / most) / 10,
      };
    };
  }

  const rewardOf = ({ round, node }) => (trace.rounds[round].reward ?? 0) * (growth.ply[node] % 2 ? -1 : 1);
  const outcomeSign = (event) => (rewardOf(event) > 0 ? "✓" : rewardOf(event) < 0 ? "✗" : "½");
  const currentAt = (step) => `n${eventAt(step).node}`;
  const moves = (node) => movesTo(growth, node).join(" ") || say("explain.root");

  function sentenceAt(step) {
    if (step === 0) return say("explain.mcts-before");
    const event = eventAt(step);
    const facts = { n: event.round + 1, moves: moves(event.node) };
    if (event.kind === "select") return say("explain.mcts-select", facts);
    if (event.kind === "expand") return say("explain.mcts-expand", facts);
    if (event.kind === "simulate") {
      const ends = rewardOf(event) > 0 ? "explain.mcts-won" : rewardOf(event) < 0 ? "explain.mcts-lost" : "explain.mcts-drawn";
      return `${say(rows[event.node].end ? "explain.mcts-over" : "explain.mcts-simulate", facts)} ${say(ends)}`;
    }
    const counts = countsAt(step);
    const known = counts.proven.get(0);
    const said = say("explain.mcts-backup", { n: counts.visits[0], rate: percent(rate(counts, 0)) });
    return known === undefined ? said : `${said} ${say("explain.mcts-proven", { value: provenText(known) })}`;
  }

  function textOf(box, step) {
    if (box.kind === "folded" || box.kind === "more") return say("explain.line-folded", { n: box.count });
    const counts = countsAt(step);
    return say("explain.mcts-line", { move: nameOf(box.node), n: counts.visits[box.node], rate: percent(rate(counts, box.node)) });
  }

  const nameOf = (node) => (rows[node].parent === null ? say("explain.root") : say(growth.ply[node] === 1 ? "explain.move" : "explain.line-of-moves", { move: moves(node) }));
  const unfinished = result ? result.stopped !== null : false;

  /** The rounds up to a step; at the end what they have led to. */
  function countsLine(step) {
    const over = step === events.length;
    const rounds = say("explain.mcts-counts", { n: over ? trace.rounds.length : countsAt(step).visits[0] });
    const best = over && result?.move ? ` ${say("explain.mcts-best", { move: result.move, rate: percent(bestRate()) })}` : "";
    const left = trace.left_out ? ` ${say("explain.grown-left-out", { n: trace.left_out, rows: rows.length })}` : "";
    return rounds + (unfinished ? ` ${say("explain.mcts-stopped")}` : "") + best + left;
  }

  /** How often MAX wins after the move that was chosen. */
  function bestRate() {
    const counts = countsAt(events.length);
    const child = growth.children[0].find((node) => rows[node].move === result.move);
    return child === undefined ? rate(counts, 0) : rate(counts, child);
  }

  return {
    kind: "mcts", roots: [0], choose() {}, passName: () => "", counts: () => ({ nodes: trace.rounds.length, pruned: null, unfinished }), countsLine, looksAt, currentAt, textOf, unfinished,
    length: events.length, folds: rows.length > MAX_BOXES,
    value: () => result?.score ?? null, valueText: () => percent(bestRate()),
    treeAt: (step, options) => grownBoxes(growth, 0, step, { ...options, path: step ? pathAt(step) : [0], weight: (node) => countsAt(step).visits[node] }),
    sentenceAt, kindAt: (step) => eventAt(step).kind, nodeAt: (step) => eventAt(step).node, pathAt,
    movesTo: (node) => movesTo(growth, node), nameOf, isReached: (node, step) => entered[node] <= step,
    nextMark: (step) => nextOf(events, "backup", step), noteKey: "explain.note-mcts", markKey: "explain.next-round", noMarkKey: "explain.no-more-rounds",
    legend: ["explain.legend-mcts", "explain.legend-mcts-rates", "explain.legend-mcts-proven"], questions: () => new Map(),
  };
}
