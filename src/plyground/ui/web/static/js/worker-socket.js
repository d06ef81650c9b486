// The transport of a static site: a Web Worker that answers as the server does. It looks like a WebSocket to socket.js.
//
// Python takes seconds to start, and a page should not wait for that to draw a board. What Python answers to the first
// requests of every page was stored when the site was made (first.json): it is given at once, and what Python itself
// says to them later is not said twice. Python starts when that board is drawn, because a processor that starts Python
// has no time to draw; and what the next visit needs is fetched when Python is there.

const WORKER = "python/worker.js";
const STORED = "first.json";
const DRAWN = 100; // milliseconds in which a stored view is drawn
const LATEST = 1000; // until Python starts on a page that asks for nothing
const KEPT = 3000; // from Python's first word until files are kept for the next visit

/** What two requests have in common that ask for the same: all but their numbers and the language of the page. */
function sameRequest({ id, lang, ...rest }) {
  const sorted = (value) => (value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort().map(([name, each]) => [name, sorted(each)])) : value);
  return JSON.stringify(sorted(rest));
}

/** A socket on the worker that `startWorker` gives, later; `stored` is a promise of [{request, replies, pushes}]. */
export function workerSocket(startWorker, stored) {
  const socket = { readyState: 0, onopen: null, onmessage: null, onclose: null };
  const given = new Set(); // ids of requests that were answered from the store
  const early = []; // messages that wait for the worker
  let worker = null;
  let known = new Map();
  let isReal = false; // Python has spoken, and speaks for itself from now on
  const say = (message) => socket.readyState === 1 && socket.onmessage?.({ data: JSON.stringify(message) });

  function begin() {
    if (worker || socket.readyState === 3) return;
    worker = startWorker();
    worker.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (!("re" in message)) isReal = true; // a view, which is newer than what was stored
      if (given.delete(message.re)) return;
      if (socket.readyState === 1) socket.onmessage?.({ data });
      if (message.closing) close();
    };
    worker.onerror = (error) => {
      say({ closing: { key: "site.no-python", facts: { why: error.message ?? "" } } });
      close();
    };
    early.splice(0).forEach((text) => worker.postMessage(text));
  }

  function close() {
    if (socket.readyState === 3) return;
    socket.readyState = 3;
    worker?.terminate();
    socket.onclose?.();
  }

  function send(text) {
    const message = JSON.parse(text);
    if (worker) worker.postMessage(text);
    else early.push(text);
    const answer = isReal ? null : known.get(sameRequest(message));
    if (!answer) {
      begin();
      return;
    }
    given.add(message.id);
    for (const each of [{ re: message.id, ...answer.reply }, ...answer.pushes]) setTimeout(() => say(each)); // a message is never there at once
    if (answer.pushes.length) setTimeout(begin, DRAWN);
    known = new Map(answer.next?.map((each) => [sameRequest(each.request), each])); // what may follow this one
  }

  stored.then((answers) => {
    known = new Map(answers.map((each) => [sameRequest(each.request), each]));
    socket.readyState = 1;
    socket.onopen?.();
    setTimeout(begin, LATEST);
  });
  return Object.assign(socket, { send, close });
}

/** Keep all files for the next visit, which then needs no network. */
function keepFiles() {
  navigator.serviceWorker?.register("service-worker.js").catch((error) => console.warn(error));
}

function startWorker() {
  const worker = new Worker(WORKER, { type: "module" });
  worker.addEventListener("message", () => setTimeout(keepFiles, KEPT), { once: true });
  return worker;
}

/** Open it. */
export const open = () => workerSocket(startWorker, fetch(STORED).then((answer) => answer.json()).catch(() => []));
