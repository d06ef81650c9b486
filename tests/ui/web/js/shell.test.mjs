// The parts of the shell that need no browser: words, addresses, and the connection that comes back.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { readAddress, writeAddress } from "../../../../src/plyground/ui/web/static/js/address.js";
import { tongue, usualLanguage } from "../../../../src/plyground/ui/web/static/js/i18n.js";
import { agentName, gameName } from "../../../../src/plyground/ui/web/static/js/names.js";
import { stayConnected } from "../../../../src/plyground/ui/web/static/js/socket.js";

const catalogue = {
  "player.second": "the second player",
  "reason.time": "no answer in time",
  "machine.failed": "{player} did not move ({reason}): {why}.",
  nodes: ["{n} node", "{n} nodes"],
  size: "{width} by {height}",
  "session.seat": "{player} is now played by {agent}.",
  "refused.position": "No position {given}: {why}",
  "why.column": "no column {given}",
  "web.game-connect4": "Connect Four",
  "web.game-mnk": "{k} in a row, {columns}×{rows}",
  "web.game-sized": "{game}, {columns}×{rows}",
  "web.game-sized-k": "{game}, {columns}×{rows}, {k} in a row",
  "web.count-4": "Four",
  "web.count-5": "Five",
  "agent.table": "Alpha-beta with a table",
  "agent.paper-minimax": "minimax",
};
const english = tongue("en", catalogue);
const portuguese = tongue("pt-BR", catalogue);

test("numbers are written as each language does", () => {
  assert.equal(english.number(1234567.891, 2), "1,234,567.89");
  assert.equal(portuguese.number(1234567.891, 2), "1.234.567,89");
  assert.equal(portuguese.number(1234), "1.234");
  assert.equal(english.number(-286), "−286"); // a minus sign, and no hyphen
  assert.equal(portuguese.seconds(0.35), "0,35 s");
  assert.equal(english.seconds(0.0123), "12.3 ms");
});

test("one and many", () => {
  assert.equal(english.say("nodes", { n: 1 }), "1 node");
  assert.equal(english.say("nodes", { n: 1234 }), "1,234 nodes");
  assert.equal(portuguese.say("nodes", { n: 0 }), "0 nodes");
});

test("facts are put in as they are, whatever they look like", () => {
  assert.equal(english.say("size", { width: "{height}", height: "$1" }), "{height} by $1");
});

test("a message names players as the game does", () => {
  const failed = { key: "machine.failed", facts: { player: 1, reason: "time", why: "nothing came" } };
  assert.equal(english.message(failed), "O did not move (no answer in time): nothing came.");
  assert.match(english.message(failed, ["first player", "second player"]), /^the second player did not move/);
});

test("Portuguese joins de and the article of a player", () => {
  const speaker = tongue("pt-BR", { turn: "Vez de {player}", "player.second": "o segundo jogador" });
  assert.equal(speaker.say("turn", { player: speaker.player(1, ["first player", "second player"]) }), "Vez do segundo jogador");
  assert.equal(speaker.say("turn", { player: "O" }), "Vez de O");
});

test("a message names agents as people do, and says why in the same language", () => {
  assert.equal(english.message({ key: "session.seat", facts: { player: 1, agent: "table_alphabeta" } }), "O is now played by Alpha-beta with a table.");
  const why = { key: "why.column", facts: { given: "9" } };
  assert.equal(english.say("refused.position", { given: "99", why }), "No position 99: no column 9");
});

test("a key that nobody knows is said as it is", () => {
  assert.equal(english.say("no.such"), "no.such");
});

test("the language is what was kept, else what the browser prefers, else the first", () => {
  const ours = ["en", "pt-BR"];
  assert.equal(usualLanguage(ours, "pt-BR", ["en-US"]), "pt-BR");
  assert.equal(usualLanguage(ours, null, ["de", "pt-PT", "en"]), "pt-BR");
  assert.equal(usualLanguage(ours, "xx", ["fr"]), "en");
});

test("games and agents have names, with their options", () => {
  assert.equal(gameName("connect4(8,7,4)", english.say), "Connect Four, 8×7");
  assert.equal(gameName("connect4(8,7,5)", english.say), "Connect Four, 8×7, five in a row");
  assert.equal(gameName("mnk(5,5,4)", english.say), "Four in a row, 5×5");
  assert.equal(gameName("mnk(9,9,7)", english.say), "7 in a row, 9×9");
  assert.equal(gameName("chess(8)", english.say), "chess (8)");
  assert.equal(gameName("connect4", english.say), "Connect Four");
  assert.equal(agentName("TableAlphaBeta(depth=6)", english.say), "Alpha-beta with a table (depth=6)");
  assert.equal(agentName("table_alphabeta", english.say), "Alpha-beta with a table");
  assert.equal(agentName("p4.minimax", english.say), "P4 minimax");
  assert.equal(agentName("nobody", english.say), "nobody");
});

test("an address says the page and its parameters, and is read back", () => {
  assert.deepEqual(readAddress(""), { page: "play", params: {}, unknown: "" });
  assert.deepEqual(readAddress("#g=connect4&pos=4453"), { page: "play", params: { g: "connect4", pos: "4453" }, unknown: "" });
  assert.deepEqual(readAddress("#arena&run=12&game=3"), { page: "arena", params: { run: "12", game: "3" }, unknown: "" });
  assert.deepEqual(readAddress("#g=tictactoe&pos=&explain="), { page: "explain", params: { g: "tictactoe", pos: "" }, unknown: "" });
  assert.equal(readAddress("#Explain").page, "explain");
  assert.deepEqual(["#play", "#g=tictactoe&pos=", "#nonsense&g=tictactoe"].map((hash) => readAddress(hash).unknown), ["", "", "nonsense"]);
  const params = { g: "mnk(5,5,4)", pos: "X.O/.X. x", a: "mcts & more" };
  assert.deepEqual(readAddress(writeAddress("explain", params)), { page: "explain", params, unknown: "" });
  assert.equal(writeAddress("play", { g: "connect4(8,7,4)", pos: "", x: null }), "#g=connect4(8,7,4)");
});

/** A connection to nobody: what was sent is kept, and tests decide what comes. */
function fake() {
  const made = [];
  const open = () => {
    const socket = { readyState: 0, sent: [], send: (text) => socket.sent.push(JSON.parse(text)) };
    socket.accept = () => {
      socket.readyState = 1;
      socket.onopen();
    };
    socket.say = (message) => socket.onmessage({ data: JSON.stringify(message) });
    socket.drop = () => {
      socket.readyState = 3;
      socket.onclose();
    };
    made.push(socket);
    return socket;
  };
  return { made, open };
}

function connected(check) {
  const { made, open } = fake();
  const heard = { states: [], pushes: [] };
  const line = stayConnected("ws://x/ws", { onState: (state) => heard.states.push(state), onPush: (push) => heard.pushes.push(push), check, open });
  made[0].accept();
  return { line, made, heard };
}

test("replies find who asked, in any order, and pushes are told", async () => {
  const { line, made: [socket], heard } = connected();
  const [one, two] = [line.ask("look", { game: "g" }), line.ask("hint")];
  assert.deepEqual(socket.sent, [{ id: 1, do: "look", game: "g" }, { id: 2, do: "hint" }]);
  socket.say({ re: 2 });
  socket.say({ view: { seed: 7 } });
  socket.say({ re: 1, error: { key: "refused.game", facts: {} } });
  assert.deepEqual(await two, { re: 2 });
  await assert.rejects(one, { key: "refused.game" });
  assert.deepEqual(heard.pushes, [{ view: { seed: 7 } }]);
});

test("a connection that breaks is made again, sooner and later; who waits is told", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { line, made, heard } = connected();
  const lost = line.ask("hint");
  made[0].drop();
  await assert.rejects(lost, { key: "web.lost" });
  await assert.rejects(line.ask("hint"), { key: "web.offline" });
  mock.timers.tick(250);
  assert.equal(made.length, 2);
  made[1].drop();
  mock.timers.tick(250);
  assert.equal(made.length, 2);
  mock.timers.tick(250);
  assert.equal(made.length, 3);
  made[2].accept();
  assert.equal(heard.states.at(-1), "open");
  made[2].drop();
  line.hurry();
  assert.equal(made.length, 4);
  mock.timers.reset();
});

test("what is not agreed is neither sent nor believed", async () => {
  const check = { request: (message) => (message.do === "shout" ? "do: expected a request" : null), answer: (name, message) => (message.bad ? "bad" : null) };
  const { line, made: [socket], heard } = connected(check);
  const complained = mock.method(console, "error", () => null);
  await assert.rejects(line.ask("shout"), { key: "web.unsayable" });
  assert.equal(socket.sent.length, 0);
  const asked = line.ask("hint");
  socket.say({ re: socket.sent[0].id, bad: true });
  socket.say({ view: {}, bad: true });
  await assert.rejects(asked, { key: "web.garbled" });
  assert.deepEqual(heard.pushes, []);
  assert.equal(complained.mock.callCount(), 2);
  complained.mock.restore();
});
