// What an exercise on the page is made of, and how the address holds it: the exercise, the answers, the score.
//
// `#exercises&k=alphabeta&s=7&d=3&b=3&q=1&m=rx--&a=A:17,move:D/9:x&r=5&n=6`:
//   k kind, s seed, d depth, b branching, t ties (yes, no), o order, c cut, p plies, tree a tree of one's own
//   l level on the ladder, q the question that is open, a answers, m what became of each question, r and n right and asked before

const SHORT = { d: "depth", b: "branching", o: "order", c: "cut", p: "plies", tree: "tree" };
const WHOLE = ["depth", "branching", "plies"];
const TAKES = {
  minimax: ["depth", "branching", "ties", "order", "tree"], alphabeta: ["depth", "branching", "ties", "order", "cut", "tree"],
  depth: ["depth", "branching", "ties", "order", "tree"], mcts: ["branching"], win: ["plies"],
};
export const KINDS = Object.keys(TAKES);
export const OPEN = "-"; // not tried
export const TRIED = "x"; // tried, and not right yet
export const RIGHT = "r"; // at the first try
export const LATE = "w"; // at a later try
export const SEEN = "p"; // a part of the solution was shown
export const SHOWN = "s"; // all of it, or it is right after a part
export const FIRST = { kind: "alphabeta", seed: 1, depth: 2, branching: 3, ties: false };

export const takes = (kind, option) => TAKES[kind].includes(option);
export const isDone = (fate) => fate === RIGHT || fate === LATE || fate === SHOWN;

/** The exercise that an address names; the first one if it names none. */
export function readWished(params) {
  if (!KINDS.includes(params.k)) return { ...FIRST };
  const wished = { kind: params.k, seed: wholeNumber(params.s) ?? 1 };
  for (const [letter, option] of Object.entries(SHORT)) {
    if (!params[letter] || !takes(params.k, option)) continue;
    const value = WHOLE.includes(option) ? wholeNumber(params[letter]) : params[letter];
    if (value !== null) wished[option] = value;
  }
  if (params.t && takes(params.k, "ties")) wished.ties = params.t !== "no";
  return wished;
}

const wholeNumber = (text) => (/^\d{1,15}$/.test(text ?? "") ? Number(text) : null);

/** The same as parameters of an address. */
export function writeWished(wished) {
  const params = { k: wished.kind, s: wished.seed };
  for (const [letter, option] of Object.entries(SHORT)) if (wished[option] !== undefined) params[letter] = wished[option];
  if (wished.ties !== undefined) params.t = wished.ties ? "yes" : "no";
  return params;
}

/** Answers of all questions as a text, `A:17,move:D/9:x`, and back. */
export const writeAnswers = (all) => all.map((answers) => Object.entries(answers)
  .filter(([, text]) => text !== "").map(([name, text]) => `${name}:${encodeURIComponent(text)}`).join(",")).join("/").replace(/\/+$/, "");

export function readAnswers(text, count) {
  const parts = (text ?? "").split("/");
  return Array.from({ length: count }, (_, at) => Object.fromEntries((parts[at] ?? "").split(",").flatMap((pair) => {
    const [, name, value] = /^([^:]+):(.*)$/.exec(pair) ?? [];
    return name === undefined ? [] : [[name, decoded(value).slice(0, 40)]];
  })));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const readFates = (text, count) => Array.from({ length: count }, (_, at) => (
  [TRIED, RIGHT, LATE, SEEN, SHOWN].includes(text?.[at]) ? text[at] : OPEN));

/** The score that an address brings along, of exercises before this one. */
export function readScore(params) {
  const asked = wholeNumber(params.n) ?? 0;
  return { right: Math.min(wholeNumber(params.r) ?? 0, asked), asked };
}

/** The score with the questions of this exercise: those that were tried count, those right at the first try are right. */
export const total = ({ right, asked }, fates) => ({
  right: right + fates.filter((fate) => fate === RIGHT).length,
  asked: asked + fates.filter((fate) => fate !== OPEN).length,
});

/** What becomes of a question that is checked. */
export function checked(fate, done) {
  if (isDone(fate)) return fate;
  if (fate === SEEN) return done ? SHOWN : SEEN;
  if (done) return fate === OPEN ? RIGHT : LATE;
  return TRIED;
}

/** What becomes of a question whose solution is shown: it counts as asked from the first step. */
export const showing = (fate, whole) => (isDone(fate) ? fate : whole ? SHOWN : SEEN);

/** What a mark says of a blank: right, wrong, open, or misread if what is written there is no number. */
export const verdict = ({ state, said }) => (state === "open" && said ? "misread" : state);

/** The parameters that bring everything back. */
export function writePlace({ wished, level, task, answers, fates, score }) {
  return {
    ...writeWished(wished), l: level || "", q: task || "", a: writeAnswers(answers),
    m: fates.every((fate) => fate === OPEN) ? "" : fates.join(""), r: score.asked ? score.right : "", n: score.asked || "",
  };
}

/** The leaves below a node of a figure, by name; of a leaf itself. */
export function leavesBelow(nodes, name) {
  const below = nodes.filter((node) => node.above === name);
  return below.length ? below.flatMap((node) => leavesBelow(nodes, node.name)) : [name];
}

/** The tree of a figure as nested lists, for the editor. */
export function nested(nodes, name = nodes[0].name) {
  const below = nodes.filter((node) => node.above === name);
  return below.length ? below.map((node) => nested(nodes, node.name)) : nodes.find((node) => node.name === name).points;
}
