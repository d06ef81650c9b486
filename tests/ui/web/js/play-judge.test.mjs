// What the solver thinks of a game as Play shows it: marks, the gauge, variations, links to other pages, sounds, the tour.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explainParams, paramsOf, wanted, way } from "../../../../src/plyground/ui/web/static/js/play-address.js";
import { share, worthWords } from "../../../../src/plyground/ui/web/static/js/play-gauge.js";
import { honest, judgeOf, markOfMove, marksOf, missing, valued } from "../../../../src/plyground/ui/web/static/js/play-judge.js";
import { soundOf } from "../../../../src/plyground/ui/web/static/js/play-sound.js";
import { placeBeside } from "../../../../src/plyground/ui/web/static/js/play-tour.js";
import { shared } from "../../../../src/plyground/ui/web/static/js/play-variations.js";
import { barScale, tone } from "../../../../src/plyground/ui/web/static/js/play-words.js";

const HUMAN = { agent: null, seconds: null, depth: null, nodes: null };
const win = (plies) => ({ kind: "wins", plies, score: null });
const loss = (plies) => ({ kind: "loses", plies, score: null });
const DRAW = { kind: "draws", plies: null, score: null };
const guess = (score) => ({ kind: "estimate", plies: null, score });

function seen(moves, more = {}) {
  return { game: "connect4", players: ["X", "O"], seats: [HUMAN, HUMAN], start: "-", text: "the text", board: {}, to_move: moves.length % 2,
    outcome: null, undone: [], variations: [], set_up: null, series: null, thinking: null, ...more,
    played: [...moves].map((text, at) => ({ text, player: at % 2 })) };
}

test("a move that gives a result away is a blunder, for either side", () => {
  assert.equal(markOfMove(win(7), DRAW, 0), "??");
  assert.equal(markOfMove(win(7), loss(20), 0), "??");
  assert.equal(markOfMove(DRAW, loss(8), 0), "??");
  assert.equal(markOfMove(loss(7), DRAW, 1), "??");
  assert.equal(markOfMove(DRAW, win(9), 1), "??");
  assert.equal(markOfMove(DRAW, DRAW, 1), "");
});

test("a result that is kept is marked only where it takes much longer to win, or much less to lose", () => {
  assert.equal(markOfMove(win(7), win(6), 0), "");
  assert.equal(markOfMove(win(7), win(10), 0), "");
  assert.equal(markOfMove(win(7), win(12), 0), "?!");
  assert.equal(markOfMove(loss(20), loss(19), 0), ""); // it loses as late as it can
  assert.equal(markOfMove(loss(20), loss(7), 0), "?!");
  assert.equal(markOfMove(win(20), win(7), 1), "?!"); // O loses sooner than it need
});

test("nobody is blamed by an estimate", () => {
  assert.equal(markOfMove(guess(90), guess(-90), 0), "");
  assert.equal(markOfMove(win(3), guess(5), 0), "");
  assert.equal(markOfMove(undefined, loss(2), 0), "");
  assert.deepEqual(marksOf([DRAW, loss(9), undefined], seen("445").played), ["??", "", ""]);
});

test("the position on the board is asked for first, and of a guessed game no more than it takes", () => {
  assert.deepEqual(missing([], 3, false), [3, 2]);
  assert.deepEqual(missing([, , , win(3)], 3, false), [2, 1, 0]);
  assert.deepEqual(missing([, , , guess(3)], 3, false), [2]);
  assert.deepEqual(missing([, , , guess(3)], 3, true), [2, 1, 0]);
  assert.deepEqual(missing([DRAW, DRAW], 1, true), []);
});

test("a judge asks while nobody thinks, and keeps what two lines share", async () => {
  const asked = [];
  const app = { ask: async (name, { plies }) => { asked.push(plies); return { graph: plies.map((ply) => ({ ply, ...DRAW })) }; } };
  let found = 0;
  const judge = judgeOf(app, () => (found += 1), 0);
  await judge.look(seen("44", { thinking: "move" }), false);
  assert.deepEqual(asked, []);
  await judge.look(seen("44"), false);
  assert.deepEqual(asked, [[2], [1, 0]]);
  assert.equal(found, 2);
  asked.length = 0;
  await judge.look(seen("453"), false);
  assert.deepEqual(asked, [[3], [2]]); // after the first move, and before it, is known
  assert.ok(judge.knows(seen("453")));
  assert.ok(!judge.knows(seen("456")));
  assert.ok(!judge.knows(seen("453", { game: "tictactoe" })));
});

test("a judge whose question is cancelled asks again with the next view, one that fails does not", async () => {
  let error = { key: "server.cancelled" };
  let asked = 0;
  const judge = judgeOf({ ask: () => { asked += 1; return Promise.reject(error); } }, () => null, 0);
  await judge.look(seen("4"), false);
  await judge.look(seen("4"), false);
  assert.equal(asked, 2);
  error = { key: "server.job-failed" };
  await judge.look(seen("4"), false);
  await judge.look(seen("4"), false);
  assert.equal(asked, 3);
  await judge.look(seen("4", { game: "tictactoe" }), false);
  assert.equal(asked, 4);
});

test("a view that comes while a question is being cancelled is not forgotten", async () => {
  let answers = 0;
  let judge = null;
  const ask = async (name, { plies }) => {
    answers += 1;
    if (answers === 1) {
      judge.look(seen("44"), false); // the machine's move is there already
      throw { key: "server.cancelled" };
    }
    return { graph: plies.map((ply) => ({ ply, ...DRAW })) };
  };
  judge = judgeOf({ ask }, () => null, 0);
  await judge.look(seen("4"), false);
  assert.equal(judge.points().filter(Boolean).length, 3);
});

test("what the solver could not find out in time is asked for again with the next view", async () => {
  const asked = [];
  const app = { ask: async (name, { plies }) => { asked.push(plies); return { graph: plies.map((ply) => ({ ply, ...guess(3) })) }; } };
  const judge = judgeOf(app, () => null, 0);
  await judge.look(seen("4", { offered: ["perfect"] }), false);
  assert.deepEqual(asked, [[1], [0]]);
  await judge.look(seen("4", { offered: ["perfect"] }), false);
  assert.equal(asked.length, 4);
  await judge.look(seen("4", { offered: ["random"] }), false);
  assert.equal(asked.length, 4);
});

test("where the solver can know, a guess says nothing", () => {
  const points = [win(41), guess(3)];
  assert.deepEqual(honest(points, { offered: ["random", "perfect"] }), [win(41), undefined]);
  assert.deepEqual(honest(points, { offered: ["random"] }), points);
});

test("moves that have been valued exactly say what the position is worth, whoever is to move", () => {
  const analysis = { source: "solver", values: [{ ...loss(30), best: false }, { ...win(33), best: true }] };
  assert.deepEqual(valued({ analysis, to_move: 0 }), win(33));
  assert.deepEqual(valued({ analysis, to_move: 1 }), loss(33));
  assert.equal(valued({ analysis: { ...analysis, source: "search" }, to_move: 0 }), null);
  assert.equal(valued({ analysis: null, to_move: 0 }), null);
});

test("the gauge is X's part, full near a win and half at a draw", () => {
  assert.equal(share([DRAW], 0), 0.5);
  assert.ok(share([win(1)], 0) > 0.95);
  assert.ok(share([loss(1)], 0) < 0.05);
  assert.ok(share([DRAW, win(37)], 1) > 0.75);
  assert.ok(share([guess(0), guess(500)], 1) > 0.55 && share([guess(0), guess(500)], 1) <= 0.75);
  assert.equal(share([win(3)], 1), null);
});

test("what the position is worth is said of who stands better", () => {
  const app = { player: (which, players) => players[which], say: (key, facts) => [key, ...Object.values(facts ?? {})].join(" "), message: ({ key, facts }) => `${key} ${facts.n}` };
  const words = (point, view = seen("4")) => worthWords(point, view, app);
  assert.equal(words(win(37)), "play.worth X value.wins-in 37");
  assert.equal(words(loss(8)), "play.worth O value.wins-in 8");
  assert.equal(words(DRAW), "play.worth-draw");
  assert.equal(words(guess(-5)), "play.worth-better O");
  assert.equal(words(guess(0)), "play.worth-even");
  assert.equal(words(undefined), "");
  assert.equal(words(win(0), seen("4", { outcome: { winner: 0 } })), "");
});

test("several wins, and several losses, have bars of their own lengths", () => {
  const values = [win(1), win(29), win(33), loss(34), loss(30)];
  const heights = values.map(barScale(values));
  assert.deepEqual([...heights].sort((one, other) => other - one), heights); // better ones first
  assert.equal(heights[0], 1);
  assert.equal(heights[4], -1);
  assert.ok(heights[3] < 0 && heights[2] > 0);
});

test("estimates alone are ranked from the worst to the best, and none is called bad", () => {
  const values = [guess(1036), guess(356), guess(-4)];
  const high = barScale(values);
  assert.deepEqual(values.map(high.ranked), [1, 360 / 1040, 0]);
  assert.equal(tone(values[2], high), "even");
  assert.equal(barScale([guess(1), win(3)]).ranked, undefined);
});

test("lines that were left are in the address, and come back", () => {
  const view = seen("4453", { undone: ["1"], variations: [["4", "6"], ["4", "4", "5", "7", "7"], ["4", "4", "5", "3", "2"]] });
  const params = paramsOf(view);
  assert.deepEqual(params, { g: "connect4", pos: "4453", alt: "4:1,1:6,3:77,4:2" });
  assert.deepEqual(wanted(params).variations.map((line) => line.join("")), ["44531", "46", "44577", "44532"]);
  assert.deepEqual(wanted({ g: "connect4", pos: "44", alt: "nonsense,1:,x:3" }).variations, []);
  const gomoku = { ...seen([], { game: "gomoku", variations: [["h8", "i9"]] }) };
  assert.equal(paramsOf(gomoku).alt, "0:h8 i9");
  assert.deepEqual(wanted(paramsOf(gomoku)).variations, [["h8", "i9"]]);
});

test("the browser's back goes to a line that was left, without opening the game anew", () => {
  const view = seen("441", { variations: [["4", "4", "5", "3"]] });
  assert.deepEqual(way(view, wanted({ g: "connect4", pos: "445" })), { line: ["4", "4", "5"] });
  assert.deepEqual(way(view, wanted({ g: "connect4", pos: "44" })), { ply: 2 });
  assert.deepEqual(way(view, wanted({ g: "connect4", pos: "447" })), { open: true });
  assert.equal(shared(["4", "4", "5"], ["4", "4", "1"]), 2);
});

test("the same position is asked of Explain", () => {
  assert.deepEqual(explainParams(seen("4453")), { g: "connect4", pos: "4453", a: "alphabeta" });
  const set = seen("5", { game: "tictactoe", start: "X.O/.../...", text: "X.O/.X./... o" });
  assert.deepEqual(explainParams(set), { g: "tictactoe", pos: "X.O/.X./... o", a: "alphabeta" });
  assert.deepEqual(explainParams(seen(["a1a2", "b3a2"], { game: "Hexapawn" })), { g: "Hexapawn", pos: "a1a2 b3a2", a: "alphabeta" });
  assert.deepEqual(explainParams(seen([], { game: "textbook", text: "1" })), { g: "textbook", pos: "1", a: "alphabeta" });
});

test("one move is heard, and neither a new game nor going back", () => {
  assert.equal(soundOf(seen("4"), seen("44")), "o");
  assert.equal(soundOf(seen(""), seen("4")), "x");
  assert.equal(soundOf(seen("44"), seen("445", { outcome: { winner: 0 } })), "won");
  assert.equal(soundOf(seen("44"), seen("445", { outcome: { winner: null } })), "drawn");
  for (const [before, after] of [[null, seen("4")], [seen("44"), seen("4")], [seen("4"), seen("4")], [seen(""), seen("445")]]) {
    assert.equal(soundOf(before, after), null);
  }
});

test("what the tour says stands inside the window, beside what it speaks of", () => {
  const box = { width: 300, height: 150 };
  const room = { width: 1000, height: 700 };
  assert.deepEqual(placeBeside({ left: 50, right: 400, top: 20, bottom: 100 }, box, room), { left: 50, top: 112 });
  assert.deepEqual(placeBeside({ left: 900, right: 990, top: 500, bottom: 690 }, box, room), { left: 688, top: 338 });
  assert.deepEqual(placeBeside({ left: 50, right: 600, top: 60, bottom: 680 }, box, room), { left: 612, top: 60 });
  assert.deepEqual(placeBeside({ left: 0, right: 360, top: 0, bottom: 740 }, { width: 336, height: 150 }, { width: 360, height: 740 }), { left: 12, top: 578 });
});
