// A game in the address and back: `#g=connect4&pos=4453&o=mcts&od=6`. Moves of a board that was set up stand in `then`.

const SIDES = ["x", "o"];
const MAX_LINES = 30; // variations
export const DEFAULT_SECONDS = 1; // that a machine has for a move unless somebody says otherwise
export const FIRST_GAME = "connect4";

const looksLikeBoard = (text) => /[/.]/.test(text);
/** Whether a game is one of rows, whose boards can be written down and set up. */
export const isLineGame = (game) => /^(tictactoe|connect4|mnk|gomoku)(\(|$)/.test(game);

const isTree = (game) => /^(textbook|tree)(\(|$)/.test(game);

/** The moves in a text: run together where each is one digit, else apart. */
export function movesIn(text, game) {
  if (!text || text === "-") return [];
  if (/[\s,]|[a-z]\d/i.test(text)) return text.match(/[a-z]+\d+|[^\s,]+/gi);
  return runsTogether(game) ? [...text] : [text];
}

/** Whether one digit names any move of a board. */
function runsTogether(game) {
  const [columns, rows] = (/\(([^)]*)\)/.exec(game)?.[1] ?? "").split(",").map(Number);
  if (/^connect4/.test(game)) return !columns || columns <= 9;
  return /^tictactoe/.test(game) || columns * rows <= 9;
}

/** What an address asks for: {game, start, moves, seats, values, variations}; who names no game plays the usual `opponent`. */
export function wanted(params, opponent = null) {
  const given = params.g ? params : { g: FIRST_GAME, o: opponent, ...params };
  const game = given.g;
  const pos = given.pos || "-";
  const asked = { game, seats: SIDES.map((side) => seatIn(given, side)), values: given.v === "1" };
  if (!isLineGame(game)) return { ...asked, start: pos, moves: given.then?.split(" ") ?? [], variations: [] };
  const start = looksLikeBoard(pos) ? pos : "-";
  const moves = movesIn(looksLikeBoard(pos) ? given.then : pos, game);
  return { ...asked, start, moves, variations: linesIn(given.alt, moves, game) };
}

/** Variations in an address: `2:53,4:1` are two, after two moves and after four. Each is a line from the start. */
function linesIn(text, moves, game) {
  const lines = (text ?? "").split(",").map((each) => /^(\d+):(.+)$/.exec(each)).filter(Boolean);
  return lines.slice(0, MAX_LINES).map(([, ply, rest]) => [...moves.slice(0, Number(ply)), ...movesIn(rest, game)]);
}

/** The same written down: lines that leave the moves on the board, and what was taken back of these. */
function writeLines(view) {
  const played = view.played.map((move) => move.text);
  const lines = [...(view.undone.length ? [[...played, ...view.undone]] : []), ...(view.variations ?? [])];
  return lines.slice(0, MAX_LINES).map((line) => {
    const from = line.findIndex((text, at) => text !== played[at]);
    return `${from}:${joined(line.slice(from), view.game)}`;
  }).filter((each) => !each.startsWith("-")).join(",");
}

/** What the page Explain is to be asked for: alpha-beta at the same position. */
export function explainParams(view) {
  const { game: g, start, text } = view;
  const asked = (pos) => ({ g, pos, a: "alphabeta" });
  if (!isLineGame(g) && !isTree(g)) return asked([...(start === "-" ? [] : [start]), ...view.played.map((move) => move.text)].join(" "));
  const { pos, then } = paramsOf(view);
  return asked(then || looksLikeBoard(pos ?? "") ? text : pos);
}

function seatIn(params, side) {
  const agent = params[side];
  if (!agent || agent === "human") return { agent: null };
  const depth = Number(params[`${side}d`]);
  const seconds = params[`${side}s`] === undefined ? DEFAULT_SECONDS : Number(params[`${side}s`]);
  return { agent, ...(depth > 0 && { depth }), ...(seconds > 0 && { seconds }) };
}

/** Whether a series of games is being played, so that the board will change in a moment. */
export const inSeries = ({ series }) => Boolean(series) && series.games < series.wanted;

/** The address of what is seen; a board that is being set up is where play would begin. */
export function paramsOf(view) {
  const played = view.played.map((move) => move.text);
  const params = { g: view.game };
  if (view.set_up) params.pos = diagram(view.set_up);
  else if (isTree(view.game)) params.pos = view.text === "-" ? "" : view.text;
  else if (!isLineGame(view.game)) Object.assign(params, apart(view.start === "-" ? "" : view.start, played));
  else if (looksLikeBoard(view.start)) Object.assign(params, { pos: view.start, then: joined(played, view.game) });
  else params.pos = joined([...movesIn(view.start, view.game), ...played], view.game);
  const lines = isLineGame(view.game) && !view.set_up && view.start === "-" && writeLines(view);
  if (lines) params.alt = lines;
  view.seats.forEach((seat, player) => {
    if (!seat.agent) return;
    const side = SIDES[player];
    params[side] = seat.agent;
    params[`${side}d`] = seat.depth;
    params[`${side}s`] = seat.seconds === DEFAULT_SECONDS ? null : seat.seconds ?? 0;
  });
  return params;
}

/** Where a user's game began and its moves since; moves that are several words each are told apart by the server alone. */
function apart(start, played) {
  if (played.some((move) => /[\s,]/.test(move))) return { pos: `${start} ${played.join(" ")}`.trim() };
  return { pos: start, then: played.join(" ") };
}

function diagram({ board, to_move }) {
  const rows = Array.from({ length: board.rows }, (_, row) => board.cells.slice(row * board.columns, (row + 1) * board.columns));
  return `${rows.join("/")} ${SIDES[to_move]}`;
}

const joined = (moves, game) => moves.join(runsTogether(game) ? "" : " ");

/** How to get to the game of an address: another ply of the present game, a line of it that was left, or a new game. */
export function way(view, asked) {
  if (!view || view.game !== asked.game || view.set_up || inSeries(view) || isTree(view.game)) return { open: true };
  if (!isLineGame(view.game)) return wayBack(view, asked);
  const from = looksLikeBoard(view.start) ? [] : movesIn(view.start, view.game);
  const known = [...from, ...view.played.map((move) => move.text), ...view.undone];
  const moves = looksLikeBoard(asked.start) ? asked.moves : [...movesIn(asked.start, asked.game), ...asked.moves];
  const sameStart = looksLikeBoard(asked.start) ? asked.start === view.start : !looksLikeBoard(view.start);
  const ply = moves.length - from.length;
  if (!sameStart || ply < 0) return { open: true };
  if (!moves.some((move, at) => move !== known[at])) return { ply };
  const line = moves.slice(from.length);
  const left = (view.variations ?? []).some((other) => line.every((move, at) => move === other[at]));
  return left && !moves.slice(0, from.length).some((move, at) => move !== from[at]) ? { line } : { open: true };
}

/** The same for a game whose moves stand apart from where it began. */
function wayBack(view, { start, moves }) {
  const known = [...view.played.map((move) => move.text), ...view.undone];
  if (start !== view.start || moves.some((move, at) => move !== known[at])) return { open: true };
  return { ply: moves.length };
}
