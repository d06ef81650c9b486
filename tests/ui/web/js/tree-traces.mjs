// Traces to test with: the textbook's tree by alpha-beta and by minimax, and trees of any size.

const row = (parent, move, alpha, beta, value, more = {}) => ({ parent, move, alpha, beta, value, ...more });
const leaf = (parent, move, alpha, beta, value) => row(parent, move, alpha, beta, value, { end: true });
const THREE = { moves: ["1", "2", "3"] };
const head = { format: "plyground-trace", version: 1, game: "textbook", position: "-", agent: "AlphaBeta()", left_out: 0 };

/** 3 = max(min(3, 12, 8), min(2, …), min(14, 5, 2)) by alpha-beta, as `plyground explain textbook --json -` writes it. */
export const textbook = { ...head, rows: [
  row(null, null, null, null, 3, THREE),
  row(0, "1", null, null, -3, THREE), leaf(1, "1", null, null, 3), leaf(1, "2", null, 3, 12), leaf(1, "3", null, 3, 8),
  row(0, "2", null, -3, -2, THREE), leaf(5, "1", 3, null, 2),
  row(0, "3", null, -3, -2, THREE), leaf(7, "1", 3, null, 14), leaf(7, "2", 3, 14, 5), leaf(7, "3", 3, 5, 2),
] };

/** The same without windows: all nine leaves. */
export const plain = { ...head, agent: "Minimax()", rows: [[3, 12, 8], [2, 4, 6], [14, 5, 2]].flatMap((leaves, branch) => {
  const at = 1 + branch * 4;
  return [
    row(0, String(branch + 1), null, null, -Math.min(...leaves), THREE),
    ...leaves.map((value, reply) => leaf(at, String(reply + 1), null, null, value)),
  ];
}) };
plain.rows.unshift(row(null, null, null, null, 3, THREE));

/** The search of alpha-beta with the whole game beside it. */
export const ghosted = { ...textbook, whole: plain.rows.map(({ parent, move, value, end }) => ({ parent, move, value: end ? value : null, end })) };

/** Three rounds of Monte Carlo on a game of two moves, the second of which wins: as MctsRecorder writes them. */
export const rounds = { ...head, agent: "MCTS()", kind: "mcts", rows: [
  { moves: ["a", "b"] }, { parent: 0, move: "a", moves: ["c"] }, { parent: 0, move: "b", end: true },
], rounds: [{ node: 0, reward: -1 }, { node: 1, reward: 1 }, { node: 2, reward: -1, proven: [[0, 999_999], [2, -999_999]] }] };

/** A proof in two expansions: MAX wins by b, whatever MIN answers. */
export const proof = { ...head, agent: "ProofNumber()", kind: "proof", rows: [
  { moves: ["a", "b"] }, { parent: 0, move: "a" }, { parent: 0, move: "b", moves: ["c", "d"] },
  { parent: 2, move: "c", value: 1, end: true }, { parent: 2, move: "d", value: 1, end: true },
], rounds: [{ node: 0 }, { node: 2 }] };

/** A whole tree of so many branches at every node, minimax values, in the order of a search. */
export function wholeTree(branches, depth) {
  const rows = [];
  let seed = 7;
  const grow = (parent, move, ply) => {
    const at = rows.push(row(parent, move, null, null, null)) - 1;
    if (ply === depth) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      rows[at] = { ...rows[at], value: seed % 100, end: true };
      return rows[at].value;
    }
    const moves = Array.from({ length: branches }, (_, branch) => String(branch + 1));
    rows[at].moves = moves;
    rows[at].value = Math.max(...moves.map((name) => -grow(at, name, ply + 1)));
    return rows[at].value;
  };
  grow(null, null, 0);
  return { ...head, rows };
}
