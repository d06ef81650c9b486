// What the Play page says about a view, in words. It draws nothing.

import { cellName, markOf } from "./board.js";
import { capital } from "./dom.js";

/** Whether the players are called by the marks on the board. */
export const signed = ({ board, players }) => Boolean(board) && players[0] === "X";

/** The state of the game in one line. */
export function standing(view, app) {
  const player = app.player(view.to_move, view.players);
  if (view.set_up) return app.say("play.setting-up");
  if (view.outcome) return result(view, app);
  if (view.thinking === "move") return capital(app.say("play.thinking", { player }));
  const both = view.seats.every((seat) => seat.agent === null);
  const mine = view.seats[view.to_move].agent === null;
  if (view.paused && !mine) return capital(app.say("play.paused", { player }));
  return mine && !both ? app.say("play.your-move", { player }) : capital(app.say("play.to-move", { player }));
}

/** The player who is a person against a machine, 0 or 1; null in any other game. */
export function onlyPerson({ seats }) {
  const people = [0, 1].filter((player) => seats[player].agent === null);
  return people.length === 1 ? people[0] : null;
}

export function result(view, app) {
  const { winner } = view.outcome;
  if (winner === null) return app.say(view.board ? "play.draw" : "play.over");
  const person = onlyPerson(view);
  if (person !== null) return app.say(winner === person ? "play.you-won" : "play.you-lost", { n: view.played.length });
  return capital(app.say("play.wins", { player: app.player(winner, view.players) }));
}

/** The CSS class of a result: a person's win is good news, a machine's is not. */
export function mood({ outcome, seats }) {
  if (!outcome) return "";
  const { winner } = outcome;
  return winner !== null && seats[winner].agent === null ? "over own-win" : "over";
}

/** A move as it is read out: "column 4", "square h8". */
export function moveName(view, text, app) {
  if (!view.board?.k) return text;
  return app.say(view.board.gravity ? "play.column" : "play.square", { move: text });
}

export const hintWords = (view, app) => app.say("play.hint-is", { move: moveName(view, view.hint, app) });

/** "O plays column 4", and of a machine also what it expects. */
export function playedWords(view, move, app) {
  const facts = { player: app.player(move.player, view.players), move: moveName(view, move.text, app) };
  const said = capital(app.say("play.plays", facts));
  return move.value ? `${said}: ${app.message(move.value)}` : said;
}

/** Where a move has begun and where it can go on, to be read out. */
export function pickedWords(board, picked, targets, app) {
  const names = targets.map((cell) => cellName(board, cell)).join(", ");
  return app.say("play.picked", { name: picked.map((cell) => cellName(board, cell)).join(" "), mark: markOf(board, picked.at(-1)), names });
}

/** What a cell holds, for screen readers; among them the `targets` of a move that is begun, and where a `legal` one can begin. */
export function cellWords(view, board, cell, app, targets = [], legal = []) {
  const column = (cell % board.columns) + 1;
  const row = board.rows - Math.floor(cell / board.columns);
  const mark = markOf(board, cell) || app.say("play.empty");
  const what = targets.includes(cell) ? app.say("play.target", { what: mark }) : legal.includes(cell) ? app.say("play.legal", { what: mark }) : mark;
  const value = view.set_up ? null : view.analysis?.values.find((one) => one.cell === cell);
  const told = value ? `${what}, ${app.message(value.said)}` : what;
  if (board.gravity) return app.say("play.cell-standing", { column, row, what: told });
  return app.say("play.cell", { name: cellName(board, cell), what: told });
}

/** What a machine's move has cost: "0.35 s · 12,345 nodes · depth 9". */
export function costWords(move, app) {
  const parts = [];
  if (move.seconds !== null) parts.push(app.seconds(move.seconds));
  if (move.nodes !== null) parts.push(app.say("play.nodes", { n: move.nodes }));
  if (move.depth) parts.push(app.say("play.depth-of", { depth: move.depth }));
  return parts.join(" · ");
}

const isEstimate = ({ kind }) => kind === "estimate" || kind === "points";

/**
 * How good values are among these, from -1 to 1, as a function of a value: estimates have no scale of their own, so they
 * are compared with each other, around zero where some are above and some below it.
 */
export function scale(values) {
  const scores = values.filter(isEstimate).map(({ score }) => score ?? 0);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const middle = low > 0 || high < 0 ? (low + high) / 2 : 0;
  const spread = Math.max(1, high - middle, middle - low);
  return (value) => (isEstimate(value) ? (0.5 * ((value.score ?? 0) - middle)) / spread : height(value));
}

/** The same for the bars of a position, where also several wins, or several losses, are compared with each other. */
export function barScale(values) {
  const plain = scale(values);
  const ends = { wins: lengths(values, "wins"), loses: lengths(values, "loses") };
  const high = (value) => {
    const [soonest, latest] = ends[value.kind] ?? [];
    if (!(latest > soonest) || !Number.isInteger(value.plies)) return plain(value);
    const late = (value.plies - soonest) / (latest - soonest);
    return value.kind === "wins" ? 1 - 0.5 * late : -1 + 0.7 * late;
  };
  if (values.length && values.every(({ kind }) => kind === "estimate")) high.ranked = ranking(values);
  return high;
}

/** How good estimates are among each other: the worst is 0, the best 1. */
function ranking(values) {
  const scores = values.map(({ score }) => score ?? 0);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  return ({ score }) => (high > low ? ((score ?? 0) - low) / (high - low) : 0);
}

/** The shortest and the longest way to the end among values of a kind. */
function lengths(values, kind) {
  const plies = values.filter((value) => value.kind === kind && Number.isInteger(value.plies)).map((value) => value.plies);
  return [Math.min(...plies), Math.max(...plies)];
}

/** How good a value is, from -1 to 1: what its bar shows. Sooner wins and later losses are better. */
export function height({ kind, plies }) {
  const soon = Number.isInteger(plies) ? 0.4 * Math.max(0, 1 - plies / 42) : 0.2;
  if (kind === "wins") return 0.6 + soon;
  if (kind === "loses") return -0.6 - soon;
  if (kind === "wins-or-draws") return 0.3;
  if (kind === "draws-or-loses") return -0.3;
  return 0;
}

export const tone = (value, high = height) => (high.ranked ? "even" : high(value) > 0.05 ? "good" : high(value) < -0.05 ? "bad" : "even");

/** A value in a letter or two, for small cells: +5 wins in 5, −6 loses in 6, = draw, ~12 an estimate, ~1k a large one. */
export function brief({ kind, plies, score }) {
  if (kind === "wins" || kind === "loses") return `${kind === "wins" ? "+" : "−"}${plies ?? ""}`;
  const size = Math.abs(score ?? 0);
  const number = `${score < 0 ? "−" : ""}${size < 1000 ? size : `${Math.round(size / 1000)}k`}`;
  return { draws: "=", "wins-or-draws": "≥", "draws-or-loses": "≤", points: number, estimate: `~${number}`, unknown: "?" }[kind];
}
