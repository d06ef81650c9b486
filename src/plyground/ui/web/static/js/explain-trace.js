// A trace (docs/reference/trace.md): checked, with what follows from its rows, as in plyground.searchers.trace.

export const MAX_BYTES = 8_000_000;
export const MAX_ROWS = 50_000;
const KINDS = ["", "mcts", "proof"];
const LONGEST = 1_000; // plies of a line
const HEURISTIC = 998_999; // beyond it a score tells of a win or a loss
const WIN = 1_000_000;

/** The trace in a text, {trace}, or what is wrong with it, {problem: {key, facts}}. */
export function readTrace(text) {
  if (text.length > MAX_BYTES) return wrong("explain.bad-size", { most: MAX_BYTES / 1_000_000 });
  try {
    return checkTrace(JSON.parse(text));
  } catch (error) {
    return wrong(...placed(text, String(error.message)));
  }
}

/** Each browser describes bad JSON in its own words: we use only the place. */
function placed(text, message) {
  const at = /position (\d+)/.exec(message);
  const named = /line (\d+) column (\d+)/.exec(message);
  if (named) return ["explain.bad-json", { line: Number(named[1]), column: Number(named[2]) }];
  if (!at && text.trim() !== "" && !/end of|unterminated/i.test(message)) return ["explain.bad-json-somewhere", {}];
  const before = text.slice(0, at ? Number(at[1]) : text.length).split("\n");
  return ["explain.bad-json", { line: before.length, column: before.at(-1).length + 1 }];
}

/** The same rules as Trace.from_json has. */
export function checkTrace(given) {
  if (!isObject(given) || given.format !== "plyground-trace") return wrong("explain.bad-format");
  if (given.version !== 1 || !Array.isArray(given.rows)) return wrong("explain.bad-version");
  const left = given.left_out === undefined ? 0 : given.left_out;
  if (!Number.isInteger(left) || left < 0) return wrong("explain.bad-left-out", { given: shown(left) });
  if (given.rows.length === 0) return wrong("explain.bad-empty");
  if (given.rows.length > MAX_ROWS) return wrong("explain.bad-rows", { most: MAX_ROWS });
  const plies = [];
  for (const [number, row] of given.rows.entries()) {
    const problem = badRow(row, number);
    if (problem) return { problem };
    const parent = row.parent ?? null;
    plies.push(parent === null ? 0 : plies[parent] + 1);
    if (plies[number] > LONGEST) return wrong("explain.bad-deep", { row: String(number), most: LONGEST });
  }
  const { kind = "", rounds = [], whole = [] } = given;
  if (!KINDS.includes(kind)) return wrong("explain.bad-kind", { given: shown(kind) });
  if (!Array.isArray(rounds) || !Array.isArray(whole)) return wrong("explain.bad-version");
  const bad = rounds.findIndex((round) => !goodRound(round, given.rows.length));
  if (bad >= 0) return wrong("explain.bad-round", { round: String(bad), given: shown(rounds[bad]) });
  const odd = whole.map(badRow).find(Boolean);
  if (odd) return { problem: odd };
  const [game, position, agent] = ["game", "position", "agent"].map((key) => String(given[key] || ""));
  return { trace: { game, position, agent, kind, rounds, left_out: left, rows: given.rows.map(filled), whole: whole.map(filled) } };
}

/** Whether a round names a row, a reward from -1 to 1, and rows with their proven scores. */
function goodRound(round, rows) {
  const isRow = (node) => Number.isInteger(node) && node >= 0 && node < rows;
  const { node, reward = 0, proven = [] } = isObject(round) ? round : {};
  return isRow(node) && Number.isFinite(reward) && Math.abs(reward) <= 1 && Array.isArray(proven)
    && proven.every((pair) => Array.isArray(pair) && pair.length === 2 && isRow(pair[0]) && Number.isInteger(pair[1]));
}

function badRow(row, number) {
  const bad = (key, given) => wrong(key, { row: String(number), given: shown(given) }).problem;
  if (!isObject(row)) return bad("explain.bad-row", row);
  const parent = row.parent ?? null;
  const move = row.move ?? null;
  if (parent !== null && !(Number.isInteger(parent) && parent >= 0 && parent < number)) return bad("explain.bad-parent", parent);
  if (typeof move !== "string" && (parent !== null || move !== null)) return bad("explain.bad-move", move);
  for (const key of ["alpha", "beta", "value"]) {
    const value = row[key] ?? null;
    if (value !== null && !Number.isFinite(value)) {
      return { key: "explain.bad-number", facts: { row: String(number), name: key, given: shown(value) } };
    }
  }
  const { moves = [] } = row;
  const good = Array.isArray(moves) && moves.every((name) => typeof name === "string");
  return good ? null : bad("explain.bad-moves", moves);
}

function filled({ parent = null, move = null, alpha = null, beta = null, value = null, moves = [], end, capped }) {
  return { parent, move, alpha, beta, value, moves, end: end === true, capped: capped === true };
}

const isObject = (given) => typeof given === "object" && given !== null && !Array.isArray(given);
const wrong = (key, facts = {}) => ({ problem: { key, facts } });

function shown(given) {
  const text = given === undefined ? "–" : JSON.stringify(given) ?? String(given);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** What follows from a trace: children, depths, sizes, and what was pruned. */
export function study(trace) {
  const { rows } = trace;
  const children = rows.map(() => []);
  const ply = new Int32Array(rows.length);
  const size = new Int32Array(rows.length).fill(1);
  const roots = [];
  rows.forEach(({ parent }, node) => {
    if (parent === null) roots.push(node);
    else {
      children[parent].push(node);
      ply[node] = ply[parent] + 1;
    }
  });
  for (let node = rows.length - 1; node >= 0; node -= 1) if (rows[node].parent !== null) size[rows[node].parent] += size[node];
  const pruned = rows.map((row, node) => {
    if (row.value === null || row.capped || children[node].length === 0) return [];
    const tried = new Set(children[node].map((child) => rows[child].move));
    return row.moves.filter((move) => !tried.has(move));
  });
  const studied = { trace, rows, roots, children, ply, size, pruned, bounds: boundsOf(rows, children) };
  return { ...studied, whole: wholeOf(trace.whole ?? [], studied) };
}

/**
 * The whole game beside the search: {rows, children, of}, where `of` says which of its nodes a node of the search is. Null if
 * the trace has none, or one of another game.
 */
function wholeOf(rows, studied) {
  if (rows.length === 0 || rows.filter(({ parent }) => parent === null).length !== 1) return null;
  const children = rows.map(() => []);
  rows.forEach(({ parent }, node) => parent !== null && children[parent].push(node));
  const of = new Int32Array(studied.rows.length);
  for (const [node, { parent, move }] of studied.rows.entries()) {
    const found = parent === null ? 0 : children[of[parent]].find((child) => rows[child].move === move);
    if (found === undefined) return null;
    of[node] = found;
  }
  return { rows, children, of };
}

/** By a window alone: [low, high], between which the true value of a node lies, from its own side. */
function byWindow({ alpha, beta, value, end }) {
  if (value === null) return [-Infinity, Infinity];
  if (end) return [value, value];
  const lower = beta !== null && value >= beta;
  const upper = !lower && alpha !== null && value <= alpha;
  return [upper ? -Infinity : value, lower ? Infinity : value];
}

/**
 * "exact", "lower", "upper" or null for every node: what its window says, and what was found below it. A node all of
 * whose replies were searched and are known exactly is known exactly, whatever its window was.
 */
function boundsOf(rows, children) {
  const ranges = rows.map(byWindow);
  for (let node = rows.length - 1; node >= 0; node -= 1) {
    const { value, end, capped, moves } = rows[node];
    if (value === null || end || capped || children[node].length === 0) continue;
    const replies = new Map();
    for (const child of children[node]) { // a scout and a second look both tell
      const [low, high] = replies.get(rows[child].move) ?? [-Infinity, Infinity];
      replies.set(rows[child].move, [Math.max(low, -ranges[child][1]), Math.min(high, -ranges[child][0])]);
    }
    const ends = [...replies.values()];
    const whole = moves.length > 0 && moves.every((move) => replies.has(move));
    const [low, high] = ranges[node];
    ranges[node] = [Math.max(low, ...ends.map(([least]) => least)), Math.min(high, whole ? Math.max(...ends.map(([, most]) => most)) : Infinity)];
  }
  return rows.map((row, node) => {
    if (row.value === null) return null;
    const [low, high] = ranges[node];
    if (low === row.value && high === row.value) return "exact";
    if (low === row.value || high === row.value) return low === row.value ? "lower" : "upper";
    const [first, last] = byWindow(row);
    return first === last ? "exact" : first === row.value ? "lower" : "upper";
  });
}

/** A score of a node as the side to move at the root sees it. */
export const seen = (studied, node, score) => (score === null ? null : studied.ply[node] % 2 && score !== 0 ? -score : score);

export const whoMoves = (studied, node) => (studied.ply[node] % 2 ? "MIN" : "MAX");

/** A window of a node, [alpha, beta] from its own side, turned to the root's side. */
export function turned(studied, node, [alpha, beta]) {
  const low = seen(studied, node, alpha);
  const high = seen(studied, node, beta);
  return studied.ply[node] % 2 ? [high, low] : [low, high];
}

/** "", "≤" or "≥": how the value that came back relates to the true one, from the root's side. */
export function boundSign(studied, node) {
  const bound = studied.bounds[node];
  if (bound === null || bound === "exact") return "";
  return (bound === "lower") === (studied.ply[node] % 2 === 1) ? "≤" : "≥";
}

/**
 * Why moves were skipped, {beta, alpha} with β ≤ α from the root's side; null where only a table can know. A search that fails
 * hard gives back no more than its window: what crossed it is the best reply.
 */
export function cutReason(studied, node) {
  const { beta, value } = studied.rows[node];
  if (value === null || beta === null || value < beta) return null;
  const replies = studied.children[node].map((child) => studied.rows[child].value).filter((reply) => reply !== null);
  const got = Math.max(value, ...replies.map((reply) => (reply === 0 ? 0 : -reply)));
  return studied.ply[node] % 2
    ? { beta: seen(studied, node, got), alpha: seen(studied, node, beta) }
    : { beta, alpha: got };
}

/** The nodes of best play below a root, as far as the search went itself. */
export function principalLine(studied, root) {
  const line = [];
  for (let node = root; ;) {
    const { value } = studied.rows[node];
    const replies = studied.children[node].filter((child) => value !== null && studied.rows[child].value === (value === 0 ? 0 : -value));
    if (!replies.length) return line;
    const { move } = studied.rows[replies[0]];
    node = replies.filter((reply) => studied.rows[reply].move === move).at(-1);
    line.push(node);
  }
}

/** The moves from the root to a node. */
export function pathOf(studied, node) {
  const moves = [];
  for (let at = node; studied.rows[at].parent !== null; at = studied.rows[at].parent) moves.unshift(studied.rows[at].move);
  return moves;
}

/** The distance to the end in a score: {wins, plies}; null for any other score. */
export const ending = (score) => (Math.abs(score) > HEURISTIC && Math.abs(score) <= WIN
  ? { wins: score > 0, plies: WIN - Math.abs(score) } : null);
