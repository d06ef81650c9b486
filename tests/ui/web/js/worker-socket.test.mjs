// The transport of a static site: stored answers until Python speaks, and each message once.

import assert from "node:assert/strict";
import test from "node:test";

import { workerSocket } from "../../../../src/plyground/ui/web/static/js/worker-socket.js";

const STORED = [{
  request: { id: 0, do: "hello" }, reply: { hello: 1 }, pushes: [],
  next: [{
    request: { id: 0, do: "open", game: "connect4", first: { agent: null } }, reply: {}, pushes: [{ view: "stored" }],
    next: [{ request: { id: 0, do: "move", move: "4" }, reply: {}, pushes: [{ view: "stored 4" }] }],
  }],
}];
const soon = (milliseconds = 5) => new Promise((done) => setTimeout(done, milliseconds));
const drawn = () => soon(150);

async function opened() {
  const worker = { asked: [], isStarted: false, ended: false, postMessage: (text) => worker.asked.push(JSON.parse(text)), terminate: () => (worker.ended = true) };
  const socket = workerSocket(() => Object.assign(worker, { isStarted: true }), Promise.resolve(STORED));
  const heard = [];
  socket.onmessage = ({ data }) => heard.push(JSON.parse(data));
  await soon();
  assert.equal(socket.readyState, 1);
  const send = async (message) => {
    socket.send(JSON.stringify(message));
    await soon();
  };
  return { worker, socket, heard, send, say: (message) => worker.onmessage({ data: JSON.stringify(message) }) };
}

test("what every page asks first is answered before Python is there, and not twice", async () => {
  const { worker, heard, send, say } = await opened();
  await send({ id: 1, do: "hello", lang: "pt-BR" });
  await send({ id: 2, first: { agent: null }, do: "open", game: "connect4" });
  await send({ id: 3, do: "move", move: "4" });
  assert.deepEqual(heard, [{ re: 1, hello: 1 }, { re: 2 }, { view: "stored" }, { re: 3 }, { view: "stored 4" }]);
  await drawn();
  assert.equal(worker.asked.length, 3);
  heard.length = 0;
  for (const re of [1, 2, 3]) say({ re });
  say({ view: "real" });
  assert.deepEqual(heard, [{ view: "real" }]);
});

test("another request waits for Python, and what follows is Python's", async () => {
  const { heard, send, say } = await opened();
  await send({ id: 1, do: "hello" });
  await send({ id: 2, do: "open", game: "tictactoe" });
  assert.deepEqual(heard, [{ re: 1, hello: 1 }]);
  say({ re: 2 });
  say({ view: "real" });
  await send({ id: 3, do: "open", game: "connect4", first: { agent: null } });
  assert.deepEqual(heard.slice(1), [{ re: 2 }, { view: "real" }]);
});

test("Python starts when the stored board is drawn, and at once if something else is asked for", async () => {
  const board = await opened();
  await board.send({ id: 1, do: "hello" });
  await board.send({ id: 2, do: "open", game: "connect4", first: { agent: null } });
  assert.ok(!board.worker.isStarted);
  await drawn();
  assert.deepEqual(board.worker.asked.map(({ id }) => id), [1, 2]);

  const other = await opened();
  await other.send({ id: 1, do: "papers" });
  assert.deepEqual(other.worker.asked.map(({ id }) => id), [1]);
});

test("Python starts also on a page that asks for nothing more, but not after its end", async () => {
  const [idle, closed] = [await opened(), await opened()];
  closed.socket.close();
  await soon(1100);
  assert.ok(idle.worker.isStarted && !closed.worker.isStarted);
});

test("a worker that fails is the end of the connection, with the reason", async () => {
  const { worker, socket, heard, send } = await opened();
  let closed = false;
  socket.onclose = () => (closed = true);
  await send({ id: 1, do: "papers" });
  worker.onerror({ message: "no WebAssembly" });
  assert.deepEqual(heard, [{ closing: { key: "site.no-python", facts: { why: "no WebAssembly" } } }]);
  assert.ok(closed && worker.ended);
});
