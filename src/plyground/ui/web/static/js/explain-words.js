// The words for a search, from the root's side: scores, windows, events, cuts.

import { lettersOf, pathText } from "./explain-names.js";
import { bestSoFar, boundGiver, liveWindow } from "./explain-stepper.js";
import { boundSign, cutReason, ending, seen, turned, whoMoves } from "./explain-trace.js";

/** These words in the language of the app. */
export function wordsOf(app, studied) {
  const { rows, pruned, children } = studied;
  const say = app.say;

  const spelled = new Map(); // scores are said again and again

  /** `3`, `−2`, `win in 3`; nothing known is `?`. */
  function score(value) {
    if (!spelled.has(value)) spelled.set(value, spell(value));
    return spelled.get(value);
  }

  function spell(value) {
    if (value === null) return "?";
    const end = ending(value);
    if (!end) return app.number(value, Number.isInteger(value) ? 0 : 2).replace("-", "−");
    if (end.plies === 0) return say(end.wins ? "explain.win" : "explain.loss");
    return say(end.wins ? "explain.win-in" : "explain.loss-in", { plies: end.plies });
  }

  /** The same in a sentence: `a win in 3 plies`. */
  function spoken(value) {
    const end = value === null ? null : ending(value);
    if (!end) return score(value);
    if (!end.plies) return say(end.wins ? "explain.a-win" : "explain.a-loss");
    return say(end.wins ? "explain.win-in-plies" : "explain.loss-in-plies", { n: end.plies });
  }

  const low = (value) => (value === null ? "−∞" : score(value));
  const high = (value) => (value === null ? "+∞" : score(value));

  function worth(node) {
    if (rows[node].value === null) return say("explain.stopped");
    return `${boundSign(studied, node)} ${score(seen(studied, node, rows[node].value))}`.trim();
  }

  /** The same in a sentence: `at most 2`. */
  function worthSaid(node) {
    const sign = boundSign(studied, node);
    if (rows[node].value === null) return worth(node);
    const value = spoken(seen(studied, node, rows[node].value));
    return sign === "" ? value : say(sign === "≤" ? "explain.at-most" : "explain.at-least", { value });
  }

  /** What a node is worth at a step: while it is open, what its side is sure of. */
  function worthAt(pass, node, step) {
    if (pass.left[node] <= step) return worth(node);
    const best = bestSoFar(studied, pass, node, step);
    if (best === null || (rows[node].alpha !== null && best <= rows[node].alpha)) return "…";
    return `${studied.ply[node] % 2 ? "≤" : "≥"} ${score(seen(studied, node, best))}`;
  }

  function window(node, bounds = [rows[node].alpha, rows[node].beta]) {
    const [alpha, beta] = turned(studied, node, bounds);
    return { alpha: low(alpha), beta: high(beta) };
  }

  const windowAt = (pass, node, step) => window(node, liveWindow(studied, pass, node, step));

  const lettered = new Map(); // by the root of a pass

  function letters(pass) {
    if (!lettered.has(pass.root)) lettered.set(pass.root, lettersOf(studied, pass));
    return lettered.get(pass.root);
  }

  /** `C`, or how one comes there: `Move 2`, `Line 4 4 5`. */
  function named(pass, node) {
    const { of } = letters(pass);
    if (of(node)) return of(node);
    if (rows[node].move === null) return say("explain.root");
    const above = of(rows[node].parent);
    if (above) return say("explain.move-of", { move: rows[node].move, node: above });
    return say(studied.ply[node] === 1 ? "explain.move" : "explain.line-of-moves", { move: pathText(studied, node) });
  }

  function why(node) {
    const reason = cutReason(studied, node);
    return reason ? `β ≤ α: ${score(reason.beta)} ≤ ${score(reason.alpha)}` : whyUnknown();
  }

  /** Where no window cuts, a table did, or a search of somebody's own that looks at some moves only. */
  function whyUnknown() {
    const { agent } = studied.trace;
    return say(agent && !/table|memo|mtd/i.test(agent) ? "explain.left-it-out" : "explain.table-knew");
  }

  /** The same where there is little room. */
  function whyShort(node) {
    return cutReason(studied, node) ? why(node) : say("explain.table-short");
  }

  function whyLong(node) {
    const reason = cutReason(studied, node);
    return reason
      ? say("explain.pruned-because", { beta: score(reason.beta), alpha: score(reason.alpha) })
      : say("explain.pruned-known", { why: whyUnknown() });
  }

  /** Why a node is cut, as one person would tell another. */
  function cutSentence(pass, node, step) {
    const reason = cutReason(studied, node);
    const moves = list(pruned[node]);
    if (!reason) return say("explain.cut-known", { node: named(pass, node), why: whyUnknown(), moves });
    const giver = boundGiver(studied, pass, node, step);
    const facts = { node: named(pass, node), alpha: spoken(reason.alpha), beta: spoken(reason.beta), by: giver && by(pass, giver.child), moves };
    if (whoMoves(studied, node) === "MIN") return say(giver ? "explain.cut-min" : "explain.cut-min-test", facts);
    return say(giver ? "explain.cut-max" : "explain.cut-max-test", facts);
  }

  const by = (pass, node) => letters(pass).of(node) || say("explain.by-move", { move: rows[node].move });

  const list = (moves) => (moves.length > 12 ? `${moves.slice(0, 11).join(", ")}, … (${moves.length})` : moves.join(", "));

  /** What a value that came back changes above. */
  function effect(pass, node, step) {
    const { parent } = rows[node];
    if (parent === null || node === pass.root) return "";
    const before = bestSoFar(studied, pass, parent, step - 1);
    const after = bestSoFar(studied, pass, parent, step);
    const alpha = pass.windowless ? null : rows[parent].alpha;
    const facts = { who: whoMoves(studied, parent), value: spoken(seen(studied, parent, after)) };
    const kept = (key, value) => ` ${say(key, { who: facts.who, value: spoken(seen(studied, parent, value)) })}`;
    if (after === null) return "";
    if (alpha !== null && after <= alpha) return kept("explain.has-already", alpha);
    if (before !== null && after <= before) return kept("explain.keeps", before);
    if (pass.windowless) return ` ${say("explain.best-now", facts)}`;
    return ` ${say(studied.ply[parent] % 2 ? "explain.beta-now" : "explain.alpha-now", facts)}`;
  }

  function entering(pass, node) {
    const facts = { move: named(pass, node), who: whoMoves(studied, node), ...window(node) };
    return say(pass.windowless ? "explain.enter-plain" : "explain.enter", facts);
  }

  function leaving(pass, node) {
    return say(node === pass.root ? "explain.over" : "explain.back", { move: named(pass, node), value: worthSaid(node) });
  }

  /** The event of a step. */
  function event(pass, step) {
    if (step === 0) return say("explain.before");
    const { kind, node } = pass.events[step - 1];
    if (kind === "enter") return entering(pass, node);
    if (kind === "stop") return say("explain.stop-here");
    if (kind === "back") return leaving(pass, node) + effect(pass, node, step);
    if (kind === "cut") return cutSentence(pass, node, step);
    const facts = { move: named(pass, node), value: worthSaid(node) };
    const key = rows[node].capped ? "explain.leaf-capped" : rows[node].end || pass.windowless ? "explain.leaf" : "explain.leaf-known";
    return say(key, facts) + effect(pass, node, step);
  }

  /** A node in one line, for the outline and the panel beside the picture. */
  function line(pass, node, step) {
    const value = worthAt(pass, node, step);
    if (!children[node].length) return say("explain.line-leaf", { move: named(pass, node), value });
    const facts = { move: named(pass, node), who: whoMoves(studied, node), value, ...windowAt(pass, node, step) };
    return say(pass.windowless ? "explain.line-plain" : "explain.line", facts);
  }

  return { score, spoken, low, high, worth, worthAt, window, windowAt, named, letters, why, whyShort, whyLong, list, event, line };
}
